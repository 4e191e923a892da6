//! Models whose weights are laid out for reading.

use crate::support::{FOLDERS, RELATIVES, fixture};
use attention::Matrix;
use attention::load::{Family, folder, folder_as, own_params, params, save};
use attention::model::{Form, Model, Run, Tensors};

fn read(model: &Model, ids: &[u32]) -> Run {
    let mut run = Run::new(model, 1, ids.len()).unwrap();
    model.forward(ids, &mut run).unwrap();
    run
}

fn all() -> impl Iterator<Item = &'static str> {
    FOLDERS.iter().chain(RELATIVES.iter()).copied()
}

/// The largest difference, by the largest number.
fn off(found: &Matrix, wanted: &Matrix) -> f32 {
    let pairs = found.data().iter().zip(wanted.data());
    let most = |x: &Matrix| x.data().iter().fold(0.0f32, |most, x| most.max(x.abs()));
    pairs.fold(0.0f32, |most, (x, y)| most.max((x - y).abs())) / most(wanted)
}

#[test]
fn panels_compute_the_bits_of_matrices() {
    for name in all() {
        let (plain, packed) = (
            folder(&fixture(name)).unwrap(),
            folder_as(&fixture(name), Form::Panels).unwrap(),
        );
        assert_eq!((plain.loss, packed.loss), Default::default(), "{name}");
        assert_eq!(packed.params.token_embedding.form(), Form::Panels);
        let ids = plain.encode("the cat sat on").unwrap();
        let (plain, packed) = (plain.model(16).unwrap(), packed.model(16).unwrap());
        for n in 1..=ids.len() {
            let (found, wanted) = (read(&packed, &ids[..n]), read(&plain, &ids[..n]));
            assert_eq!(found.logits(), wanted.logits(), "{name}, {n} tokens");
        }
        let (found, wanted) = (read(&packed, &ids), read(&plain, &ids));
        let (layer, row) = (wanted.blocks.len(), ids.len() - 1);
        let lens = |run: &Run, model| run.lens(model, layer, row).unwrap();
        assert_eq!(lens(&found, &packed), lens(&wanted, &plain), "{name}");
        let added = |run: &Run, model| run.added(model, 0, 1, row);
        assert_eq!(added(&found, &packed), added(&wanted, &plain), "{name}");
        let toward = |run: &Run, model| run.toward(model, row, 7);
        assert_eq!(toward(&found, &packed), toward(&wanted, &plain), "{name}");
    }
}

#[test]
fn whole_numbers_compute_nearly_the_same() {
    for name in all() {
        let (plain, packed) = (
            folder(&fixture(name)).unwrap(),
            folder_as(&fixture(name), Form::Int8).unwrap(),
        );
        let loss = packed.loss.relative();
        assert!((0.001..0.01).contains(&loss), "{name}: {loss}");
        let ids = plain.encode("the cat sat on").unwrap();
        let (plain, packed) = (plain.model(16).unwrap(), packed.model(16).unwrap());
        let off = off(read(&packed, &ids).logits(), read(&plain, &ids).logits());
        assert!(off > 0.0 && off < 0.05, "{name}: {off}");
    }
}

#[test]
fn what_is_packed_is_put_together_again_to_be_changed_or_saved() {
    let (plain, packed) = (
        folder(&fixture("gpt2-tiny")).unwrap(),
        folder_as(&fixture("gpt2-tiny"), Form::Panels).unwrap(),
    );
    let mut changed = packed.params.clone();
    assert_ne!(changed, plain.params);
    changed.each_mut("", &mut |_, _| {});
    assert_eq!(changed, plain.params);
    assert_eq!(changed.hold(Form::Panels), Default::default());
    assert_eq!(changed, packed.params);
    let int8 = folder_as(&fixture("gpt2-tiny"), Form::Int8).unwrap();
    assert!((changed.hold(Form::Int8).relative() - int8.loss.relative()).abs() < 1e-9);
    assert_eq!(changed, int8.params);
    let (plain, packed) = (plain.model(64).unwrap(), packed.model(64).unwrap());
    let file = |model: &Model| save::weights(model, Some(Family::Gpt2), &[]).unwrap();
    assert!(file(&plain) == file(&packed));
    let own = |model: &Model| save::weights(model, None, &[]).unwrap();
    assert!(own(&plain) == own(&packed));
    let archive = own(&packed);
    let archive = attention::load::Archive::new(&[("own", &archive)]).unwrap();
    assert_eq!(
        own_params(plain.config(), &archive).unwrap(),
        *plain.params()
    );
    let file = file(&packed);
    let archive = attention::load::Archive::new(&[("file", &file)]).unwrap();
    let read = params(plain.config(), Family::Gpt2, &archive).unwrap();
    assert_eq!(read, *plain.params());
}
