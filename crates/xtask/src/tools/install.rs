//! Trunk, the wasm-bindgen CLI, geckodriver and cargo-deny, in exactly the versions we pin: as their projects built them, or
//! compiled where that cannot be had.
//!
//! What is on PATH in the right version is used as it is. Otherwise the tool is installed into
//! cargo's own bin folder, unless another version of it is there already: then into `.tools/`,
//! so that nothing of the user's is overwritten.

mod prebuilt;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::shell::{Shell, answer, program_in, run};
use crate::workspace;

/// A tool that cargo can install.
pub struct Tool {
    /// The package's name.
    package: &'static str,
    /// The programs that it brings and we use.
    programs: &'static [&'static str],
    /// The only version that will do.
    version: String,
    /// About how long it takes to compile on two cores.
    minutes: u32,
    /// The packages of it that are optimised, a little, where it is compiled: those that every test waits for.
    optimised: &'static [&'static str],
    /// Whether all that it has by default is compiled: not what looks for newer versions or speaks TLS, where there is no
    /// network to do either.
    whole: bool,
    /// Where its project has it built: `{version}` and `{machine}` are filled in.
    prebuilt: &'static str,
    /// What its project calls a machine by its system and processor; nothing where it builds none for it, or not
    /// as an archive that `tar` unpacks.
    machine: fn(&str, &str) -> Option<&'static str>,
}

/// The bundler.
pub fn trunk() -> Tool {
    Tool {
        package: "trunk",
        programs: &["trunk"],
        version: workspace::TRUNK.into(),
        minutes: 6,
        optimised: &[],
        whole: false,
        prebuilt: "trunk-rs/trunk/releases/download/v{version}/trunk-{machine}.tar.gz",
        machine: |system, processor| match (system, processor) {
            ("linux", "x86_64") => Some("x86_64-unknown-linux-gnu"),
            ("linux", "aarch64") => Some("aarch64-unknown-linux-gnu"),
            ("macos", "x86_64") => Some("x86_64-apple-darwin"),
            ("macos", "aarch64") => Some("aarch64-apple-darwin"),
            _ => None,
        },
    }
}

/// The driver of Firefox.
pub fn geckodriver() -> Tool {
    Tool {
        package: "geckodriver",
        programs: &["geckodriver"],
        version: workspace::GECKODRIVER.into(),
        minutes: 4,
        optimised: &[],
        whole: true,
        prebuilt: "mozilla/geckodriver/releases/download/v{version}/geckodriver-v{version}-{machine}.tar.gz",
        machine: |system, processor| match (system, processor) {
            ("linux", "x86_64") => Some("linux64"),
            ("linux", "aarch64") => Some("linux-aarch64"),
            ("macos", "x86_64") => Some("macos"),
            ("macos", "aarch64") => Some("macos-aarch64"),
            _ => None,
        },
    }
}

/// What checks the licences of dependencies, where they come from, and what is known against them.
pub fn cargo_deny() -> Tool {
    Tool {
        package: "cargo-deny",
        programs: &["cargo-deny"],
        version: workspace::CARGO_DENY.into(),
        minutes: 8,
        optimised: &[],
        whole: true,
        prebuilt: "EmbarkStudios/cargo-deny/releases/download/{version}/cargo-deny-{version}-{machine}.tar.gz",
        machine: |system, processor| match (system, processor) {
            ("linux", "x86_64") => Some("x86_64-unknown-linux-musl"),
            ("linux", "aarch64") => Some("aarch64-unknown-linux-musl"),
            ("macos", "x86_64") => Some("x86_64-apple-darwin"),
            ("macos", "aarch64") => Some("aarch64-apple-darwin"),
            _ => None,
        },
    }
}

/// The program that makes the JavaScript beside our wasm, and the one that runs tests in a browser.
pub fn wasm_bindgen() -> Result<Tool, Error> {
    Ok(Tool {
        package: "wasm-bindgen-cli",
        programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
        version: workspace::wasm_bindgen()?,
        minutes: 3,
        optimised: &[
            "wasm-bindgen-cli-support",
            "walrus",
            "wasmparser",
            "id-arena",
            "hashbrown",
            "indexmap",
        ],
        whole: false,
        prebuilt: "wasm-bindgen/wasm-bindgen/releases/download/{version}/wasm-bindgen-{version}-{machine}.tar.gz",
        machine: |system, processor| match (system, processor) {
            ("linux", "x86_64") => Some("x86_64-unknown-linux-musl"),
            ("linux", "aarch64") => Some("aarch64-unknown-linux-gnu"),
            ("macos", "x86_64") => Some("x86_64-apple-darwin"),
            ("macos", "aarch64") => Some("aarch64-apple-darwin"),
            ("windows", "x86_64") => Some("x86_64-pc-windows-msvc"),
            _ => None,
        },
    })
}

/// Makes sure that the tool is first on PATH in its pinned version.
pub fn ensure(shell: &mut Shell, tool: &Tool) -> Result<(), Error> {
    if tool.all_right(|program| shell.find(program)) {
        return Ok(());
    }
    let private = workspace::private_tools().join("cargo");
    for root in [&private, &default_root()] {
        let bin = root.join("bin");
        if tool.all_right(|program| program_in(&bin, program)) {
            shell.prefer(bin);
            return Ok(());
        }
    }
    let root = if tool.is_taken(shell) {
        private
    } else {
        default_root()
    };
    println!(
        "Getting {} {} into {} …",
        tool.package,
        tool.version,
        root.display()
    );
    fetch(shell, tool, &root)?;
    shell.prefer(root.join("bin"));
    if tool.all_right(|program| shell.find(program)) {
        return Ok(());
    }
    Err(Error::Missing {
        what: format!(
            "{} {}; it was installed but does not run",
            tool.package, tool.version
        ),
        how: format!(
            "see what `{} --version` says",
            tool.programs.join(" --version` and `")
        ),
    })
}

impl Tool {
    /// What it is called.
    pub const fn package(&self) -> &'static str {
        self.package
    }

    /// Whether it is in place, on PATH or where we put it.
    pub fn is_there(&self, shell: &Shell) -> bool {
        let roots = [workspace::private_tools().join("cargo"), default_root()];
        let ours = |root: &PathBuf| {
            let bin = root.join("bin");
            self.all_right(|program| program_in(&bin, program))
        };
        self.all_right(|program| shell.find(program)) || roots.iter().any(ours)
    }

    /// Whether every program is found and answers with the pinned version.
    fn all_right(&self, find: impl Fn(&str) -> Option<PathBuf>) -> bool {
        self.programs.iter().all(|program| {
            let answer = find(program).and_then(|file| answer(Command::new(file).arg("--version")));
            answer.is_some_and(|text| text.split_whitespace().nth(1) == Some(&self.version))
        })
    }

    /// Whether installing into cargo's own bin folder would replace, or be hidden by, another version.
    fn is_taken(&self, shell: &Shell) -> bool {
        let bin = default_root().join("bin");
        self.programs
            .iter()
            .any(|program| shell.find(program).is_some() || program_in(&bin, program).is_some())
    }
}

/// Fetches the tool as its project built it; where that cannot be, compiles it.
fn fetch(shell: &Shell, tool: &Tool, root: &Path) -> Result<(), Error> {
    match prebuilt::fetch(shell, tool, &root.join("bin")) {
        Ok(()) => return Ok(()),
        Err(why) => println!("  {why}, so it is compiled instead"),
    }
    println!(
        "  compiling; about {} minutes on two cores, this once",
        tool.minutes
    );
    let mut install = shell.cargo();
    for package in tool.optimised {
        let level = format!("profile.release.package.{package}.opt-level=1");
        install.args(["--config", &level]);
    }
    install.args([
        "install",
        "--locked",
        tool.package,
        "--version",
        &tool.version,
    ]);
    // Where its project builds none, the network may be there all the same.
    let may_fetch = (tool.machine)(env::consts::OS, env::consts::ARCH).is_none();
    if !tool.whole && !may_fetch {
        install.arg("--no-default-features");
    }
    run(install.arg("--root").arg(root).envs(QUICKLY))
}

/// How a tool is compiled. What its own project does for a release (Trunk: all of it at once, by one core) takes minutes
/// that nobody gets back from a program that runs for seconds.
const QUICKLY: [(&str, &str); 5] = [
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
    ("CARGO_PROFILE_RELEASE_BUILD_OVERRIDE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
];

/// Where `cargo install` puts things by itself.
fn default_root() -> PathBuf {
    let home = || env::home_dir().unwrap_or_default().join(".cargo");
    ["CARGO_INSTALL_ROOT", "CARGO_HOME"]
        .iter()
        .find_map(env::var_os)
        .map_or_else(home, PathBuf::from)
}
