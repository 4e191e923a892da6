//! A model with its tokenizer.

use crate::support::{FOLDERS, fixture, says};
use attention::load::{LoadError, folder};
use attention::model::ModelError;

#[test]
fn a_text_must_fit_the_model() {
    let mut gpt2 = folder(&fixture("gpt2-tiny")).unwrap();
    let full = "a ".repeat(63) + "a";
    assert_eq!(gpt2.encode(&full).unwrap().len(), 64);
    let words = "65 tokens are more than the 64 this model has positions for";
    says(gpt2.encode(&(full + "a")), words);
    gpt2.config.vocab = 260;
    assert_eq!(gpt2.encode("a a").unwrap(), [65, 258]);
    let (token, place, vocab) = (260, 1, 260);
    let unknown = ModelError::UnknownToken {
        token,
        place,
        vocab,
    };
    assert_eq!(gpt2.encode("a b"), Err(LoadError::Model(unknown)));
}

#[test]
fn a_model_has_the_positions_that_are_asked_for() {
    for (name, positions) in FOLDERS.iter().zip([64, 64, 7]) {
        let loaded = folder(&fixture(name)).unwrap();
        let longer = loaded.clone().model(65);
        assert!(
            matches!(
                longer,
                Err(ModelError::TooLong {
                    tokens: 65,
                    max_len: 64
                })
            ),
            "{name}"
        );
        assert_eq!(
            loaded.clone().model(7).unwrap().config().max_len,
            positions,
            "{name}"
        );
        assert!(loaded.model(0).is_ok(), "{name}");
    }
}
