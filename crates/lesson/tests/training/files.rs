//! Files: a run comes back to the bit, and a stranger's file does no harm.

use lesson::lessons::training::file;
use lesson::lessons::training::look::At;
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::session::Session;
use lesson::lessons::training::settings::{Family, PositionKind, Settings};
use lesson::lessons::training::task::Task;
use proptest::prelude::*;

use super::{run, small};

fn saved(settings: Settings) -> (Session, Vec<(String, Vec<u8>)>) {
    let session = run(&settings, 3);
    let files = file::write(&session, At::Now).unwrap();
    (session, files)
}

#[test]
fn a_run_comes_back_to_the_bit() {
    for family in Family::ALL {
        for positions in PositionKind::ALL {
            for mlp in [true, false] {
                let settings = Settings {
                    family,
                    positions,
                    mlp,
                    ..small(Task::Sort)
                };
                let (session, files) = saved(settings.clone());
                let read = file::read(&files[0].1).unwrap();
                assert_eq!((read.step, &read.settings), (3, &settings));
                assert_eq!(read.points, session.points());
                assert_eq!(read.weights, session.model().params().to_flat());
                let resumed = Session::resume(read).unwrap();
                assert_eq!(resumed.steps(), 3);
            }
        }
    }
}

#[test]
fn gpt2_and_llama_come_as_whole_folders() {
    let names = |settings| {
        let (_, files) = saved(settings);
        files.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    let folder = [
        "model.safetensors",
        "config.json",
        "tokenizer.json",
        "tokenizer_config.json",
    ];
    assert_eq!(names(small(Task::Copy)), folder);
    let llama = Settings {
        family: Family::Llama,
        positions: PositionKind::Rope,
        ..small(Task::Copy)
    };
    assert_eq!(names(llama), folder);
    let neither = Settings {
        positions: PositionKind::Alibi,
        ..small(Task::Copy)
    };
    assert_eq!(names(neither), folder[..1]);
}

#[test]
fn a_foreign_or_damaged_file_is_refused() {
    let (_, files) = saved(small(Task::Copy));
    let bytes = &files[0].1;
    assert!(matches!(
        file::read(b"hello"),
        Err(TrainingProblem::File(_))
    ));
    assert!(matches!(
        file::read(&bytes[..bytes.len() - 1]),
        Err(TrainingProblem::File(_))
    ));
    let gpt2 = include_bytes!("../../../../tests/fixtures/gpt2-tiny/model.safetensors");
    assert!(matches!(file::read(gpt2), Err(TrainingProblem::File(_))));
}

proptest! {
    #[test]
    fn a_file_with_some_bytes_changed_is_read_or_refused(changes in prop::collection::vec((0usize..4000, any::<u8>()), 1..8)) {
        let (_, files) = saved(small(Task::Modular));
        let mut bytes = files[0].1.clone();
        for (place, byte) in changes {
            if let Some(old) = bytes.get_mut(place) {
                *old = byte;
            }
        }
        if let Ok(saved) = file::read(&bytes) {
            let _ = Session::resume(saved);
        }
    }
}
