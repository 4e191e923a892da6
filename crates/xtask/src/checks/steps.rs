//! The steps of `cargo xtask test`, in order.

use std::process::Command;

use super::{end_to_end, probe};
use crate::build;
use crate::error::Error;
use crate::exports;
use crate::format;
use crate::package;
use crate::shell::{Shell, run};
use crate::tools::components::{self, WASM_TARGET};
use crate::tools::{self, browser, npm};
use crate::workspace::{self, AXE_CORE, TYPESCRIPT};

/// One thing to check.
pub struct Step {
    /// What is announced.
    pub name: &'static str,
    /// The parts (`--only …`) that include it.
    pub parts: &'static [&'static str],
    /// Does it.
    pub run: fn(&mut Shell) -> Result<(), Error>,
}

/// All steps, the quick ones first; tools are fetched when the first step needs them.
pub const STEPS: [Step; 15] = [
    Step {
        name: "format",
        parts: &["lint"],
        run: format,
    },
    Step {
        name: "clippy, native",
        parts: &["lint"],
        run: clippy_native,
    },
    Step {
        name: "clippy, wasm32",
        parts: &["lint"],
        run: clippy_wasm,
    },
    Step {
        name: "tests, native",
        parts: &["native"],
        run: native_tests,
    },
    Step {
        name: "documentation's examples",
        parts: &["native"],
        run: doc_tests,
    },
    Step {
        name: "exported programs",
        parts: &["native", "exports"],
        run: exports::run_all,
    },
    Step {
        name: "tools for the page",
        parts: &["wasm", "build", "package", "e2e", "probe"],
        run: page_tools,
    },
    Step {
        name: "tests in Chromium, wasm32",
        parts: &["wasm"],
        run: wasm_tests,
    },
    Step {
        name: "release build",
        parts: &["build"],
        run: build::build,
    },
    Step {
        name: "package",
        parts: &["build", "package"],
        run: package::package,
    },
    Step {
        name: "package's types",
        parts: &["package"],
        run: package_types,
    },
    Step {
        name: "package's tests in Node",
        parts: &["package"],
        run: package_in_node,
    },
    Step {
        name: "package's tests in Chromium",
        parts: &["package"],
        run: end_to_end::of_the_package,
    },
    Step {
        name: "end-to-end tests of dist/",
        parts: &["e2e"],
        run: end_to_end::in_chromium,
    },
    Step {
        name: "a new lesson, made and driven",
        parts: &["probe"],
        run: probe::in_a_copy,
    },
];

/// What comes after them when all browsers are asked for.
pub const OTHER_BROWSERS: [Step; 2] = [
    Step {
        name: "end-to-end tests in Firefox",
        parts: &["e2e"],
        run: end_to_end::in_firefox,
    },
    Step {
        name: "end-to-end tests in WebKit",
        parts: &["e2e"],
        run: end_to_end::in_webkit,
    },
];

/// The packages that run in the browser.
const BROWSER_PACKAGES: [&str; 16] = [
    "-p",
    "attention",
    "-p",
    "contender",
    "-p",
    "fast",
    "-p",
    "kernel-bench",
    "-p",
    "lesson",
    "-p",
    "package",
    "-p",
    "simd",
    "-p",
    "attention-lab",
];

/// Opens folders of weights, which the page does not; native tests have it without being asked to.
const FOLDERS: [&str; 4] = ["-p", "attention", "--features", "load"];

fn format(shell: &mut Shell) -> Result<(), Error> {
    components::rustfmt_and_clippy(shell)?;
    format::format(&["--check"])
}

fn clippy_native(shell: &mut Shell) -> Result<(), Error> {
    components::rustfmt_and_clippy(shell)?;
    let mut clippy = shell.cargo();
    clippy.args(["clippy", "--workspace"]);
    run(clippy.args(["--all-targets", "--", "-D", "warnings"]))
}

/// The page as it is, then what it could be given.
fn clippy_wasm(shell: &mut Shell) -> Result<(), Error> {
    components::wasm_target(shell)?;
    for what in [&BROWSER_PACKAGES[..], &FOLDERS] {
        let mut clippy = shell.cargo();
        clippy.args(["clippy", "--target", WASM_TARGET]).args(what);
        run(clippy.args(["--all-targets", "--", "-D", "warnings"]))?;
    }
    let mut clippy = shell.cargo();
    clippy.args([
        "clippy",
        "--target",
        WASM_TARGET,
        "-p",
        "fast",
        "-p",
        "simd",
    ]);
    clippy.args(["--all-targets", "--", "-D", "warnings"]);
    relaxed(clippy)
}

/// The end-to-end tests are left to their own step, which builds the page first.
fn native_tests(shell: &mut Shell) -> Result<(), Error> {
    let mut tests = shell.cargo();
    if shell.answer("cargo-nextest", &["--version"]).is_some() {
        tests.args(["nextest", "run", "--no-tests=pass"]);
    } else {
        tests.args(["test", "--all-targets"]);
    }
    run(tests.args(["--workspace", "--exclude", "e2e"]))
}

fn doc_tests(shell: &mut Shell) -> Result<(), Error> {
    run(shell
        .cargo()
        .args(["test", "--doc", "--workspace", "--exclude", "e2e"]))
}

/// Everything the steps after this one need, so that their times are their own.
fn page_tools(shell: &mut Shell) -> Result<(), Error> {
    browser::for_tests(shell)?;
    tools::for_a_release(shell)?;
    npm::ensure(shell, "axe-core", AXE_CORE)
}

/// Runs what is marked `#[wasm_bindgen_test]`; all of it in the browser, none of it in Node.
fn wasm_tests(shell: &mut Shell) -> Result<(), Error> {
    let page = [
        "-p",
        "attention",
        "-p",
        "fast",
        "-p",
        "simd",
        "-p",
        "attention-lab",
    ];
    browser_tests(
        shell,
        &[&page[..], &["--lib", "--bins", "--tests"]].concat(),
    )?;
    let folders = ["--test", "load_web", "--test", "pytorch"];
    browser_tests(shell, &[&FOLDERS[..], &folders].concat())?;
    relaxed(browser_test(
        shell,
        &["-p", "fast", "-p", "simd", "--tests"],
    )?)
}

/// The same with relaxed SIMD, whose kernels are other instructions.
fn relaxed(mut command: Command) -> Result<(), Error> {
    run(command.env("RUSTFLAGS", "-C target-feature=+simd128,+relaxed-simd"))
}

fn browser_tests(shell: &mut Shell, what: &[&str]) -> Result<(), Error> {
    run(&mut browser_test(shell, what)?)
}

fn browser_test(shell: &mut Shell, what: &[&str]) -> Result<Command, Error> {
    let browser = browser::ensure(shell)?;
    let mut tests = shell.cargo();
    tests.args(["test", "--target", WASM_TARGET]).args(what);
    tests.env(
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
        "wasm-bindgen-test-runner",
    );
    tests.env("CHROMEDRIVER", browser.driver);
    tests.env("WASM_BINDGEN_USE_BROWSER", "1");
    tests.env("WASM_BINDGEN_TEST_TIMEOUT", "180");
    let settings = workspace::root().join("webdriver.json");
    tests.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings);
    Ok(tests)
}

/// What may be written by the package's `.d.ts`, and what the compiler must refuse.
fn package_types(shell: &mut Shell) -> Result<(), Error> {
    npm::ensure(shell, "typescript", TYPESCRIPT)?;
    let mut tsc = shell.command("tsc");
    run(tsc.args(["--project", "crates/package/tests/types"]))
}

/// The package's test body and what lies beside it, each file of tests in a process of its own.
fn package_in_node(shell: &mut Shell) -> Result<(), Error> {
    npm::node(shell)?;
    let mut node = shell.command("node");
    node.current_dir(workspace::root().join("crates/package/tests/node"));
    node.args(["--test", "--test-reporter=spec"]);
    node.args(["package.test.mjs", "simd128.test.mjs", "relaxed.test.mjs"]);
    run(node.env("ATTENTION_LAB_PKG", workspace::pkg()))
}
