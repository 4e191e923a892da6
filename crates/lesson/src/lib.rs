//! What a lesson knows without a browser.
