//! Browsers that have served a test and wait for the next: the short ones would take longer to start one than to test.

use std::sync::Mutex;

use super::Driver;
use crate::Error;
use crate::server::lock;

/// They end with our process.
static IDLE: Mutex<Vec<Driver>> = Mutex::new(Vec::new());

impl Driver {
    /// One that waits, or a new one.
    pub fn take() -> Result<Self, Error> {
        while let Some(mut idle) = lock(&IDLE).pop() {
            if idle.group.is_alive() {
                return Ok(idle);
            }
        }
        Self::start()
    }

    /// Lets the next test have the browser, if sessions can share it. What a test leaves there belongs to the address
    /// of a server that no other test has.
    pub fn keep(self) {
        if self.browser.is_some() {
            lock(&IDLE).push(self);
        }
    }
}
