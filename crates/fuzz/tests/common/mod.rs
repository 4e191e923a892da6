//! What the tests share.

use std::thread;

use fuzz::{TARGETS, Target};

/// Tries the targets that are wanted on two threads, every other one on each; panics with all that is wrong.
pub fn try_all(wanted: fn(&Target) -> bool, one: fn(&Target) -> Result<(), String>) {
    let half = |half| {
        let own = TARGETS.iter().filter(|own| wanted(own));
        let own = own.skip(half).step_by(2);
        own.filter_map(|target| one(target).err())
            .collect::<Vec<_>>()
    };
    let wrong = thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        [half(0), other.join().unwrap()].concat()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Tries an input; what is wrong, in words.
pub fn check(target: &Target, what: &str, input: &[u8]) -> Result<(), String> {
    let tried = std::panic::catch_unwind(|| target.check(input));
    let shown = String::from_utf8_lossy(&input[..input.len().min(400)]);
    let said = |fault: &dyn std::any::Any| {
        let own = fault.downcast_ref::<String>().cloned();
        own.or_else(|| fault.downcast_ref().map(|own: &&str| (*own).to_owned()))
    };
    match tried {
        Ok(_) => Ok(()),
        Err(fault) => Err(format!(
            "{}: {what}: {shown:?}\n{}",
            target.name,
            said(&*fault).unwrap_or_default()
        )),
    }
}
