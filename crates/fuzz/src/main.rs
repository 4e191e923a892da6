//! The targets behind libFuzzer: `FUZZ_TARGET=links fuzz <libFuzzer's options>`; `FUZZ_SEEDS=<folder> fuzz` names all of them
//! and writes what each begins with into a folder of its own. `cargo xtask fuzz` builds and runs both.
#![no_main]

use std::path::Path;
use std::sync::OnceLock;
use std::{fs, io, process};

use fuzz::{Cost, TARGETS, Target, changed};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(init: seeds(), |input: &[u8]| {
    let _: Cost = target().check(input);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    // One change in three is libFuzzer's own, which knows what numbers the code compares with.
    if seed.is_multiple_of(3) {
        return fuzzer_mutate(data, size, max_size);
    }
    let new = changed(target(), &data[..size], seed.into());
    let size = new.len().min(max_size);
    data[..size].copy_from_slice(&new[..size]);
    size
});

fn target() -> &'static Target {
    static TARGET: OnceLock<&Target> = OnceLock::new();
    TARGET.get_or_init(|| {
        let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
        Target::named(&name).unwrap_or(&TARGETS[0])
    })
}

/// Writes all seeds, and ends, where that is asked for.
fn seeds() {
    let Some(folder) = std::env::var_os("FUZZ_SEEDS") else {
        return;
    };
    let written = TARGETS.iter().try_for_each(|target| {
        println!("{}", target.name);
        write(target, &Path::new(&folder).join(target.name))
    });
    process::exit(i32::from(written.is_err()));
}

fn write(target: &Target, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (at, seed) in (target.seeds)().into_iter().enumerate() {
        fs::write(folder.join(format!("seed-{at}")), seed)?;
    }
    Ok(())
}
