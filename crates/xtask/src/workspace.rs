//! Where things are in the workspace, and which versions it pins.

use std::env;
use std::fs;
use std::path::PathBuf;

use crate::error::Error;

/// Trunk's version. `Trunk.toml` asks for the same.
pub const TRUNK: &str = "0.21.14";
/// The driver of Firefox.
pub const GECKODRIVER: &str = "0.37.1";
/// What checks dependencies.
pub const CARGO_DENY: &str = "0.20.2";
/// The version of binaryen, which brings `wasm-opt`. `Trunk.toml` asks for the same.
pub const BINARYEN: &str = "132";
/// The npm package whose script the end-to-end tests inject to look for accessibility faults.
pub const AXE_CORE: &str = "4.14.1";
/// TypeScript, which checks that the package's types are as they should be.
pub const TYPESCRIPT: &str = "7.0.2";
/// The npm package that the example of a deck with a figure is shown with.
pub const REVEAL: &str = "6.0.2";
/// The npm package that scores the page in `bench page`; later ones want a newer Node than Debian's.
pub const LIGHTHOUSE: &str = "12.8.2";
/// esbuild, which makes scripts smaller and puts several into one.
pub const ESBUILD: (&str, &str) = ("esbuild", "0.28.2");
/// NumPy, which runs what the page exports for it.
pub const NUMPY: [(&str, &str); 1] = [("numpy", "2.4.6")];
/// PyTorch, against which `bench train` sets our training, and what it computes GPT-2 with.
pub const TORCH: [(&str, &str); 2] = [("torch", "2.15.0"), ("transformers", "5.23.0")];

/// What is built natively for tests: everything but the page, whose own tests run in a browser as it does; to compile it
/// once more would take a quarter of the time. Each step that builds of these names them all: for other packages cargo would
/// choose other features, and compile much once more.
pub const NATIVE: [&str; 3] = ["--workspace", "--exclude", "attention-lab"];

/// The workspace's root folder. cargo tells where our package is when it runs us; what it told the
/// compiler is out of date when two checkouts share a target folder.
pub fn root() -> PathBuf {
    let compiled = || env!("CARGO_MANIFEST_DIR").into();
    let here = env::var_os("CARGO_MANIFEST_DIR").map_or_else(compiled, PathBuf::from);
    here.ancestors().nth(2).unwrap_or(&here).to_owned()
}

/// The folder of the built page.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// The folder that cargo builds in.
pub fn target() -> PathBuf {
    let own = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(own.unwrap_or_else(|| "target".into()))
}

/// The folder of the built package.
pub fn pkg() -> PathBuf {
    root().join("pkg")
}

/// The folder for tools that are ours alone; it is not under version control.
pub fn private_tools() -> PathBuf {
    root().join(".tools")
}

/// The version of wasm-bindgen that the page is linked against, to the digit, from `Cargo.lock`.
pub fn wasm_bindgen() -> Result<String, Error> {
    let path = root().join("Cargo.lock");
    let lock = fs::read_to_string(&path).map_err(Error::file("read", &path))?;
    locked_version(&lock, "wasm-bindgen").ok_or_else(|| {
        Error::Content("Cargo.lock names no wasm-bindgen; run `cargo check` to renew it".into())
    })
}

/// The version of `package` in the text of a lock file.
fn locked_version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    let version = lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')?;
    Some(version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::locked_version;

    const LOCK: &str = "\
[[package]]
name = \"wasm-bindgen-macro\"
version = \"0.2.1\"

[[package]]
name = \"wasm-bindgen\"
version = \"0.2.129\"
";

    #[test]
    fn reads_the_package_with_exactly_this_name() {
        assert_eq!(
            locked_version(LOCK, "wasm-bindgen").as_deref(),
            Some("0.2.129")
        );
    }

    #[test]
    fn finds_nothing_where_there_is_nothing() {
        assert_eq!(locked_version(LOCK, "wasm"), None);
    }

    #[test]
    fn trunks_own_settings_pin_the_same_versions() -> Result<(), super::Error> {
        let settings = include_str!("../../../Trunk.toml");
        for pin in [
            format!("trunk-version = \"={}\"", super::TRUNK),
            format!("wasm_bindgen = \"{}\"", super::wasm_bindgen()?),
            format!("wasm_opt = \"version_{}\"", super::BINARYEN),
        ] {
            assert!(settings.contains(&pin), "Trunk.toml should say {pin}");
        }
        Ok(())
    }
}
