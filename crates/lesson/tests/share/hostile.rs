//! Whatever stands in a link or a question comes back.

use lesson::share::snippet::Share;
use proptest::prelude::*;

use super::{comes_back, question};

proptest! {
    #[test]
    fn any_link_comes_back(text in "[^#\u{0}]{0,60}") {
        // Entries of the frame and of questions in it are read as such, and then no part of the link.
        let share = Share::read(&format!("{text}&lock=mask"));
        comes_back(&share);
    }

    #[test]
    fn hostile_signs_come_back(text in "[\"'&<>`%{}\\\\$\\[\\]#\r\n\té😀 =,;-]{0,40}") {
        comes_back(&Share { link: format!("t=x{text}").replace(['&', '#'], ""), ..Share::default() });
    }

    #[test]
    fn any_question_comes_back(text in "\\PC{0,300}", one in "\\PC{1,80}", other in "\\PC{1,80}", right in 0usize..2) {
        let mut share = Share::read("preset=cat&stage=weights");
        share.setup = question(&text, &[&one, &other], right);
        comes_back(&share);
    }
}
