//! The chores of the project, one subcommand each: `cargo xtask serve`, `build`, `dist`, `package`, `fmt`,
//! `new-lesson`, `test`, `fuzz`, `soak`, `transcript`, `late`, `miri`, `deny`, `texts`, `verify-exports`, `train`, `worksheet`, `picture`, `bench`.
//!
//! A chore first makes sure that the tools it needs are there, in the versions the project pins,
//! and says what it is doing while it fetches them. Nothing of the user's is overwritten: a tool
//! that is already on PATH in another version stays, and ours goes to `.tools/`.

mod bench;
mod budgets;
mod build;
mod checks;
mod deny;
mod dist;
mod error;
mod exports;
mod format;
mod fuzz;
mod late;
mod miri;
mod new_lesson;
mod package;
mod picture;
mod seal;
mod section;
mod serve;
mod shell;
mod sizes;
mod split;
mod tools;
mod translations;
mod tried;
mod worksheet;
mod workspace;

use std::process::ExitCode;

use error::Error;
use shell::{Shell, run};

/// What `cargo xtask` prints when it is not told what to do.
const HELP: &str = "\
cargo xtask <chore>

  serve [trunk's options]   get the tools, build the page and serve it, rebuilding on every change
  build [--no-hub]          release build into dist/, with a table of its sizes
        [--hub <origins>]   readers fetch models from nowhere, or from a mirror (docs/HOSTING.md)
  dist [the same options]   the same as one archive for any static host (docs/HOSTING.md), into target/
  package                   the kernels for your own JavaScript into pkg/, with a table of its sizes
  seal                      what `build` ends with; Trunk runs it
  fmt                       format everything, modules that are declared by a macro too
  new-lesson <name>         the skeleton of a lesson: two folders, a line of the registry, English texts
  test [--only <part>]      everything CI checks; parts: lint, native, exports, wasm, build, package, e2e, probe
       [--all-browsers]     the end-to-end tests in Firefox and WebKit as well
  fuzz [--minutes N]        whatever comes from outside, made wrong in every way, with libFuzzer; ten minutes
       [--many] [<target> …] (docs/RELIABILITY.md has what was tried)
  soak [--minutes N]        the page at work for half an hour: whether memory stays level, and the longest frame
       [<work> …]           (training, writing, playing)
  transcript [--lang <code>]  what a screen reader says of the guided walk, walked by keyboard alone
  late                      which functions the first figure does without, found out in headless Chromium
  miri                      the loops that use pointers, under Miri; gets nightly Rust
  deny                      licences and sources of all dependencies, and what is known against them
  texts                     what is not translated yet, and what is wrong, in each language
  verify-exports            the exported PyTorch programs give the page's numbers
  train <name>              make a model of assets/models anew, from its seed; `reader` fetches books and takes an hour
  worksheet [<address>]     docs/worksheet.html anew; for a page at that address, into target/
  picture                   README's pictures anew: the guided walk, filmed in headless Chromium, and those that stand still
  bench page                measure the page in headless Chromium
  bench lighthouse [--rounds N]  Lighthouse's scores of every lesson on a phone, the median of N (five)
  bench load                what it takes until the page is there
  bench edit                what one edit takes, beside a page of one field
  bench labs                from a key or a drag to the painted frame in the other lessons
  bench embed               the page as one figure and as four of another page
  bench visits              what a host is asked for by a first visit and by later ones
  bench train               our training in WASM and natively beside PyTorch; fills in BENCHMARKS.md
  bench kernels             our kernels beside ONNX Runtime, TensorFlow.js and others; fills in BENCHMARKS.md
  bench models              a model of GPT-2's size beside ONNX Runtime; fills in BENCHMARKS.md
  bench workers             the same model in one worker of the lesson and in two; fills in BENCHMARKS.md
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{error}");
            ExitCode::FAILURE
        }
    }
}

/// Finds the chore that was asked for and does it.
fn dispatch(arguments: &[String]) -> Result<(), Error> {
    let Some((chore, rest)) = arguments.split_first() else {
        print!("{HELP}");
        return Ok(());
    };
    // At once: a chore would first get its tools.
    if rest
        .iter()
        .any(|option| option == "--help" || option == "-h")
    {
        return help(chore);
    }
    match chore.as_str() {
        "serve" => serve::serve(rest),
        "build" => build::build_and_show(rest),
        "dist" => dist::dist(rest),
        "package" => no_options(chore, rest).and_then(|()| package::package(&mut Shell::default())),
        "seal" => no_options(chore, rest).and_then(|()| seal::hook()),
        "fmt" => no_options(chore, rest).and_then(|()| format::format(&[])),
        "new-lesson" => new_lesson::new_lesson(rest),
        "test" => checks::test(rest),
        "texts" => no_options(chore, rest).and_then(|()| translations::list()),
        "verify-exports" => no_options(chore, rest).and_then(|()| exports::verify_pytorch()),
        "train" => train(rest),
        "worksheet" => worksheet::worksheet(rest),
        "picture" => no_options(chore, rest).and_then(|()| picture::picture()),
        "fuzz" => fuzz::fuzz(rest),
        "soak" => tried::soak(rest),
        "transcript" => tried::transcript(rest),
        "late" => no_options(chore, rest).and_then(|()| late::late()),
        "deny" => no_options(chore, rest).and_then(|()| deny::deny()),
        "miri" => no_options(chore, rest).and_then(|()| miri::miri()),
        "bench" => bench::bench(rest),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(Error::Usage(format!(
            "there is no chore called “{other}”\n\n{HELP}"
        ))),
    }
}

/// The lines of [`HELP`] about a chore.
fn help(chore: &str) -> Result<(), Error> {
    let of_it = |line: &&str| line.trim_start().split(' ').next() == Some(chore);
    let mut lines = HELP.lines().skip_while(|line| !of_it(line)).peekable();
    if lines.peek().is_none() {
        return Err(Error::Usage(format!(
            "there is no chore called “{chore}”\n\n{HELP}"
        )));
    }
    let goes_on = |line: &&str| of_it(line) || line.starts_with("       ");
    for line in lines.take_while(goes_on) {
        println!("{line}");
    }
    if chore == "serve" {
        println!(
            "                            what Trunk takes: `trunk serve --help`, once it is there"
        );
    }
    Ok(())
}

/// `cargo xtask train NAME`: a model that comes with the page, made anew by `lesson`'s example, or the one that reads
/// books by `crates/reader`.
fn train(rest: &[String]) -> Result<(), Error> {
    let mut train = Shell::default().cargo();
    if let [name, settings @ ..] = rest
        && name == "reader"
    {
        train.args(["run", "--profile", "speed", "-p", "reader", "--"]);
        run(train.args(settings))?;
        return if settings.is_empty() {
            reader_in_transformers()
        } else {
            Ok(())
        };
    }
    let [name] = rest else {
        return Err(Error::Usage("cargo xtask train <name>".into()));
    };
    train.args(["run", "--profile", "speed", "-p", "lesson"]);
    run(train.args(["--example", "train", "--", name]))
}

/// The reader, opened by `transformers`, must say what it says here.
fn reader_in_transformers() -> Result<(), Error> {
    let shell = Shell::default();
    let python = tools::python::torch(&shell)?;
    let mut check = shell.command(&python.to_string_lossy());
    check.arg(workspace::root().join("crates/reader/in_transformers.py"));
    run(check.arg(workspace::private_tools().join("reader/folder")))
}

/// Refuses options for a chore that has none, instead of ignoring them.
fn no_options(chore: &str, rest: &[String]) -> Result<(), Error> {
    match rest {
        [] => Ok(()),
        _ => Err(Error::Usage(format!(
            "`{chore}` takes no options, but got: {}",
            rest.join(" ")
        ))),
    }
}
