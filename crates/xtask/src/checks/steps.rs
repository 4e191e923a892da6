//! The steps of `cargo xtask test`, in order.

use std::process::Command;
use std::thread;

use super::{end_to_end, probe};
use crate::build;
use crate::error::Error;
use crate::exports;
use crate::format;
use crate::package;
use crate::shell::{Shell, run};
use crate::tools::components::{self, WASM_TARGET};
use crate::tools::{self, browser, npm};
use crate::workspace::{self, AXE_CORE, ESBUILD, NATIVE, TYPESCRIPT};

/// One thing to check.
pub struct Step {
    /// What is announced.
    pub name: &'static str,
    /// The parts (`--only …`) that include it.
    pub parts: &'static [&'static str],
    /// Whether all steps together include it: not where another of them comes to the same.
    pub of_all: bool,
    /// Does it.
    pub run: fn(&mut Shell) -> Result<(), Error>,
}

/// All steps, the quick ones first; tools are fetched when the first step needs them. What tests are built of is linted
/// as it is built (`Shell::strict_cargo`).
pub const STEPS: [Step; 17] = [
    Step {
        name: "format",
        parts: &["lint"],
        of_all: true,
        run: format,
    },
    Step {
        name: "clippy, native",
        parts: &["lint"],
        of_all: false,
        run: clippy_native,
    },
    Step {
        name: "clippy, wasm32",
        parts: &["lint"],
        of_all: false,
        run: clippy_wasm,
    },
    Step {
        name: "clippy, wasm32, of what no test is built of",
        parts: &[],
        of_all: true,
        run: clippy_beside_tests,
    },
    Step {
        name: "tests, native",
        parts: &["native"],
        of_all: true,
        run: native_tests,
    },
    Step {
        name: "documentation's examples",
        parts: &["native"],
        of_all: true,
        run: doc_tests,
    },
    Step {
        name: "exported programs",
        parts: &["native", "exports"],
        of_all: true,
        run: exports::run_all,
    },
    Step {
        name: "tools for the page",
        parts: &["wasm", "build", "package", "e2e", "probe"],
        of_all: true,
        run: page_tools,
    },
    Step {
        name: "tests in Chromium, wasm32",
        parts: &["wasm"],
        of_all: true,
        run: wasm_tests,
    },
    Step {
        name: "release build",
        parts: &["build"],
        of_all: false,
        run: build::build,
    },
    Step {
        name: "package",
        parts: &["build", "package"],
        of_all: false,
        run: package::package,
    },
    Step {
        name: "release build and package",
        parts: &[],
        of_all: true,
        run: build_and_package,
    },
    Step {
        name: "package's types",
        parts: &["package"],
        of_all: true,
        run: package_types,
    },
    Step {
        name: "package's tests in Node",
        parts: &["package"],
        of_all: true,
        run: package_in_node,
    },
    Step {
        name: "package's tests in Chromium",
        parts: &["package"],
        of_all: true,
        run: end_to_end::of_the_package,
    },
    Step {
        name: "end-to-end tests of dist/",
        parts: &["e2e"],
        of_all: true,
        run: end_to_end::in_chromium,
    },
    Step {
        name: "a new lesson, made and driven",
        parts: &["probe"],
        of_all: true,
        run: probe::in_a_copy,
    },
];

/// What comes after them when all browsers are asked for.
pub const OTHER_BROWSERS: [Step; 2] = [
    Step {
        name: "end-to-end tests in Firefox",
        parts: &["e2e"],
        of_all: true,
        run: end_to_end::in_firefox,
    },
    Step {
        name: "end-to-end tests in WebKit",
        parts: &["e2e"],
        of_all: true,
        run: end_to_end::in_webkit,
    },
];

/// The packages that run in the browser.
const BROWSER_PACKAGES: [&str; 16] = [
    "-p",
    "attention",
    "-p",
    "attention-lab",
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
];

/// Those that are in no test that runs in the browser.
const BESIDE_TESTS: [&str; 6] = ["-p", "contender", "-p", "kernel-bench", "-p", "package"];

/// Opens folders of weights, which the page does not; native tests have it without being asked to. Of several packages those
/// that have the feature get it; by `attention/load` none would, without a word.
const FOLDERS: [&str; 4] = ["-p", "attention", "--features", "load"];

/// What is built once more with relaxed SIMD.
const KERNELS: [&str; 4] = ["-p", "fast", "-p", "simd"];

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

/// These as they are, then what they could be given.
fn clippy_wasm(shell: &mut Shell) -> Result<(), Error> {
    components::rustfmt_and_clippy(shell)?;
    components::wasm_target(shell)?;
    let clippy = |what: &[&str]| {
        let mut clippy = clippy_for_wasm(shell, what);
        clippy.args(["--all-targets", "--", "-D", "warnings"]);
        clippy
    };
    run(&mut clippy(&BROWSER_PACKAGES))?;
    run(&mut clippy(&FOLDERS))?;
    relaxed(clippy(&KERNELS))
}

/// What no test of the page and no test below it is built of; they are linted as they are built.
fn clippy_beside_tests(shell: &mut Shell) -> Result<(), Error> {
    components::rustfmt_and_clippy(shell)?;
    components::wasm_target(shell)?;
    let mut clippy = clippy_for_wasm(shell, &BESIDE_TESTS);
    run(clippy.args(["--", "-D", "warnings"]))
}

fn clippy_for_wasm(shell: &Shell, packages: &[&str]) -> Command {
    let mut clippy = shell.cargo();
    clippy.args(["clippy", "--target", WASM_TARGET]);
    clippy.args(packages);
    clippy
}

/// Builds all there is to build, benches and examples too, and runs what needs no browser.
fn native_tests(shell: &mut Shell) -> Result<(), Error> {
    components::rustfmt_and_clippy(shell)?;
    let all = [&["test", "--all-targets"], &NATIVE[..]].concat();
    run(shell.strict_cargo().args(&all).arg("--no-run"))?;
    let mut tests = shell.strict_cargo();
    if shell.answer("cargo-nextest", &["--version"]).is_some() {
        tests
            .args(["nextest", "run", "--no-tests=pass"])
            .args(NATIVE);
        return run(tests.args(["-E", "not (package(=e2e) and kind(test))"]));
    }
    run(tests.args(all).args(["--exclude", "e2e"]))?;
    let own = ["test", "-p", "e2e", "--lib", "--bins"];
    run(shell.strict_cargo().args(own))
}

fn doc_tests(shell: &mut Shell) -> Result<(), Error> {
    run(shell.strict_cargo().args(["test", "--doc"]).args(NATIVE))
}

/// Everything the steps after this one need, so that their times are their own.
fn page_tools(shell: &mut Shell) -> Result<(), Error> {
    browser::for_tests(shell)?;
    tools::for_a_release(shell)?;
    npm::ensure(shell, "axe-core", AXE_CORE)
}

/// Runs what is marked `#[wasm_bindgen_test]`; all of it in the browser, none of it in Node. The page is built for its own
/// tests alone, what is below it once and with all it has: without its tests the page is built for the new lesson.
fn wasm_tests(shell: &mut Shell) -> Result<(), Error> {
    browser_tests(shell, &["-p", "attention-lab", "--lib"])?;
    let below = [&FOLDERS[..], &KERNELS, &["--lib", "--test", "*"]].concat();
    browser_tests(shell, &below)?;
    let kernels = [&KERNELS[..], &["--lib", "--test", "*"]].concat();
    relaxed(browser_test(shell, &kernels)?)
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
    let mut tests = shell.strict_cargo();
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

/// Both at once: each has long stretches with one thing to do.
fn build_and_package(shell: &mut Shell) -> Result<(), Error> {
    // The one tool that both would get.
    npm::ensure(shell, ESBUILD.0, ESBUILD.1)?;
    let mut own = shell.clone();
    let package = thread::spawn(move || package::package(&mut own));
    build::build(shell)?;
    package
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
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
