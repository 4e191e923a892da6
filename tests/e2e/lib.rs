//! Drives the built `dist/` in a real browser.
