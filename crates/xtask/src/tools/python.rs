//! PyTorch and transformers in a Python environment of our own, `.tools/torch`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::debian;
use crate::shell::{Shell, answer, run};
use crate::trouble::Trouble;
use crate::workspace::{self, TORCH};

/// What getting it takes, to be said before.
const COST: &str = "  about 3 GB to download and 6 GB on disk, this once: PyPI's Linux builds bring CUDA along.
  PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu gets a small build where that is allowed.";
/// What to do where it does not work.
const HOW: &str = "\
a Python that these versions are made for (3.11 or later), its venv module (on Debian \
`apt-get install python3-venv`), PyPI within reach and 6 GB of disk; what is there already of \
.tools/torch is used the next time";

/// Makes sure that both are there in exactly the pinned versions; gives the interpreter that has them.
pub fn ensure(shell: &Shell) -> Result<PathBuf, Trouble> {
    let folder = workspace::private_tools().join("torch");
    let python = interpreter(&folder);
    if is_in_place(&python) {
        return Ok(python);
    }
    let packages = ["python3", "python3-venv"];
    debian::ensure(shell, &packages, &["python3"], "https://www.python.org")?;
    println!(
        "Getting {} into .tools/torch …\n{COST}",
        pins().join(" and ")
    );
    let mut venv = shell.command("python3");
    or_say_how(venv.args(["-m", "venv"]).arg(&folder))?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--disable-pip-version-check"]);
    or_say_how(pip.args(pins()))?;
    Ok(python)
}

/// The interpreter of an environment.
fn interpreter(folder: &Path) -> PathBuf {
    if cfg!(windows) {
        folder.join("Scripts").join("python.exe")
    } else {
        folder.join("bin").join("python")
    }
}

/// Whether the environment has both in the pinned versions. “2.15.0+cpu” is a 2.15.0.
fn is_in_place(python: &Path) -> bool {
    TORCH.iter().all(|(package, wanted)| {
        let script = format!("from importlib.metadata import version; print(version('{package}'))");
        let found = answer(Command::new(python).arg("-c").arg(script));
        found.is_some_and(|found| found.split('+').next() == Some(wanted))
    })
}

/// Both, as pip wants them written.
fn pins() -> Vec<String> {
    let pin = |(package, version): &(&str, &str)| format!("{package}=={version}");
    TORCH.iter().map(pin).collect()
}

/// Runs a step of the installation.
fn or_say_how(command: &mut Command) -> Result<(), Trouble> {
    run(command).map_err(|trouble| Trouble::Missing {
        what: format!("{}; {trouble}", pins().join(" and ")),
        how: HOW.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::is_in_place;

    #[test]
    fn no_interpreter_has_nothing() {
        assert!(!is_in_place("/no/such/python".as_ref()));
    }
}
