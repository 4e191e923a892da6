//! Python packages in environments of our own: NumPy in `.tools/numpy`, PyTorch and transformers in
//! `.tools/torch`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::debian;
use crate::error::Error;
use crate::shell::{Shell, answer, run};
use crate::workspace::{self, NUMPY, TORCH};

/// Packages with their versions.
type Pins = &'static [(&'static str, &'static str)];

/// What getting PyTorch takes, to be said before.
const COST: &str = "  about 3 GB to download and 6 GB on disk, this once: PyPI's Linux builds bring CUDA along.
  PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu gets a small build where that is allowed.";
/// What to do where it does not work.
const HOW: &str = "\
a Python that these versions are made for (3.11 or later), its venv module (on Debian \
`apt-get install python3-venv`), PyPI within reach and room on the disk (6 GB for PyTorch); what is there \
already of .tools is used the next time";

/// Makes sure that PyTorch and transformers are there in exactly the pinned versions; gives the
/// interpreter that has them.
pub fn torch(shell: &Shell) -> Result<PathBuf, Error> {
    environment(shell, "torch", &TORCH, COST)
}

/// The same of NumPy.
pub fn numpy(shell: &Shell) -> Result<PathBuf, Error> {
    environment(shell, "numpy", &NUMPY, "  about 20 MB, this once.")
}

fn environment(shell: &Shell, name: &str, pins: Pins, cost: &str) -> Result<PathBuf, Error> {
    let folder = workspace::private_tools().join(name);
    let python = interpreter(&folder);
    if is_in_place(&python, pins) {
        return Ok(python);
    }
    // Debian's Python comes without the part of venv that brings pip.
    if shell
        .answer("python3", &["-c", "import ensurepip"])
        .is_none()
    {
        let packages = ["python3", "python3-venv"];
        debian::get(shell, &packages, &["python3"], "https://www.python.org")?;
    }
    println!(
        "Getting {} into .tools/{name} …\n{cost}",
        written(pins).join(" and ")
    );
    let mut venv = shell.command("python3");
    or_say_how(venv.args(["-m", "venv"]).arg(&folder), pins)?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--disable-pip-version-check"]);
    or_say_how(pip.args(written(pins)), pins)?;
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

/// Whether the environment has all in the pinned versions. “2.15.0+cpu” is a 2.15.0.
fn is_in_place(python: &Path, pins: Pins) -> bool {
    pins.iter().all(|(package, wanted)| {
        let script = format!("from importlib.metadata import version; print(version('{package}'))");
        let found = answer(Command::new(python).arg("-c").arg(script));
        found.is_some_and(|found| found.split('+').next() == Some(wanted))
    })
}

/// All of them, as pip wants them written.
fn written(pins: Pins) -> Vec<String> {
    let pin = |(package, version): &(&str, &str)| format!("{package}=={version}");
    pins.iter().map(pin).collect()
}

/// Runs a step of the installation.
fn or_say_how(command: &mut Command, pins: Pins) -> Result<(), Error> {
    run(command).map_err(|error| Error::Missing {
        what: format!("{}; {error}", written(pins).join(" and ")),
        how: HOW.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::{NUMPY, is_in_place};

    #[test]
    fn no_interpreter_has_nothing() {
        assert!(!is_in_place("/no/such/python".as_ref(), &NUMPY));
    }
}
