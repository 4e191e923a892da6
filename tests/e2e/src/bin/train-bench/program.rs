//! A contender that is a program: a line in, a line out.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use e2e::Error;
use serde_json::Value;

/// A running program. It ends when it is dropped.
pub struct Program {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Program {
    /// Ours. It has been built already, so that cargo starts it at once.
    pub fn native() -> Result<Self, Error> {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["run", "--quiet", "--profile", "speed", "-p", "contender"]);
        Self::start(cargo.current_dir(e2e::workspace()))
    }

    /// transformers' GPT-2 on one thread, by the interpreter that `PYTHON` names.
    pub fn torch(attention: &str, folder: &Path) -> Result<Self, Error> {
        let script = e2e::workspace().join("crates/contender/contender.py");
        let unset = || Error::Setup("PYTHON is not set; use `cargo xtask bench train`".into());
        let mut python = Command::new(env::var_os("PYTHON").ok_or_else(unset)?);
        python.arg(script).arg(folder).arg(attention);
        for threads in ["OMP_NUM_THREADS", "MKL_NUM_THREADS"] {
            python.env(threads, "1");
        }
        python.env("HF_HUB_OFFLINE", "1");
        Self::start(python.env("TRANSFORMERS_VERBOSITY", "error"))
    }

    fn start(command: &mut Command) -> Result<Self, Error> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command
            .spawn()
            .map_err(Error::io("start a contender's program"))?;
        match (process.stdin.take(), process.stdout.take()) {
            (Some(questions), Some(answers)) => Ok(Self {
                process,
                questions,
                answers: BufReader::new(answers),
            }),
            _ => Err(Error::Setup("a contender's program has no pipes".into())),
        }
    }

    /// The answer to a line, once the program has it.
    pub fn ask(&mut self, line: &str) -> Result<Value, Error> {
        let asked = writeln!(self.questions, "{line}");
        asked.map_err(Error::io("ask a contender's program"))?;
        let mut answer = String::new();
        let heard = self.answers.read_line(&mut answer);
        heard.map_err(Error::io("hear a contender's program"))?;
        serde_json::from_str(&answer).map_err(|_| {
            Error::Setup(format!(
                "a contender's program answered “{line}” by “{answer}”; it may have said more above"
            ))
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Whoever has ended already cannot be stopped, and need not be.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
