//! What the tests share.

use fuzz::Target;

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
