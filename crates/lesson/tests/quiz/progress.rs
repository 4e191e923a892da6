//! What is stored reads back; anything else is a fresh start.

use lesson::share::quiz::progress::{Counts, Damaged, MOST, Standing, id};
use lesson::share::quiz::{Ask, Progress, Setup, Verdict};
use lesson::{Name, View};
use proptest::prelude::*;

use crate::{documents, lesson_of};

#[test]
fn the_best_answer_stays() {
    let mut progress = Progress::default();
    progress.see(1);
    progress.answer(2, Verdict::Near);
    progress.answer(2, Verdict::Right);
    progress.answer(2, Verdict::Wrong);
    progress.see(2);
    progress.answer(3, Verdict::Wrong);
    assert_eq!(
        progress.standing(2),
        Some(Standing::Answered(Verdict::Right))
    );
    let counts = |of: &[u64]| progress.counts(&of.iter().copied().collect());
    let all = Counts {
        seen: 3,
        answered: 2,
        right: 1,
    };
    assert_eq!(counts(&[1, 2, 3]), all);
    // Those of other figures do not count, nor those that were never met.
    let own = Counts {
        seen: 1,
        answered: 1,
        right: 0,
    };
    assert_eq!(counts(&[3, 4]), own);
}

#[test]
fn it_stays_small_and_forgets_the_oldest() {
    let mut progress = Progress::default();
    for id in 0..2 * MOST as u64 {
        progress.answer(id, Verdict::Right);
    }
    let all = (0..2 * MOST as u64).collect();
    assert_eq!(progress.counts(&all).seen, MOST);
    assert_eq!(progress.standing(0), None);
    assert!(progress.to_text().len() < 12_000);
    assert_eq!(Progress::read(&progress.to_text()), Ok(progress));
}

#[test]
fn damaged_storage_is_said_to_be() {
    let mut progress = Progress::default();
    progress.answer(7, Verdict::Near);
    let text = progress.to_text();
    let damaged = [
        "",
        "x",
        &text[1..],
        &text[..text.len() - 1],
        &text.replace("near", "far"),
        &format!("{text}\n")[1..],
    ];
    for text in damaged {
        assert_eq!(Progress::read(text), Err(Damaged), "{text:?}");
    }
    let many = format!("{text}{}", "\n0000000000000000 seen".repeat(MOST));
    assert_eq!(Progress::read(&many), Err(Damaged));
}

#[test]
fn questions_about_other_numbers_are_others() {
    let all = documents();
    let ids: Vec<u64> = all
        .iter()
        .flat_map(|(_, document, _)| {
            [0, 1].map(|row| {
                id(
                    &lesson_of(document, &View::default()),
                    &Setup::default(),
                    &Ask::Row(Name::Weights, row),
                )
            })
        })
        .collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len());
}

proptest! {
    #[test]
    fn any_progress_reads_back(answers in prop::collection::vec((any::<u64>(), 0usize..4), 0..40)) {
        let mut progress = Progress::default();
        for (id, how) in answers {
            match [None, Some(Verdict::Wrong), Some(Verdict::Near), Some(Verdict::Right)][how] {
                None => progress.see(id),
                Some(verdict) => progress.answer(id, verdict),
            }
        }
        prop_assert_eq!(Progress::read(&progress.to_text()), Ok(progress));
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = Progress::read(&text);
    }
}
