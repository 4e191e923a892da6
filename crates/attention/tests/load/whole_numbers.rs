//! Weights as whole numbers of eight bits: as near as half a step, and refused where a scale is wrong.

use crate::common::models::{toy, unsettled};
use crate::support::{Stored, Tensor, listed, says};
use attention::Backend;
use attention::load::{Archive, Family, params, save};
use attention::model::{Config, Model};
use safetensors::Dtype;

const NAME: &str = "transformer.h.0.mlp.c_fc.weight";

fn model() -> Model {
    unsettled(&Model::random(toy(), 5).unwrap(), Backend::best())
}

fn written(model: &Model, levels: i8) -> Vec<u8> {
    save::whole_numbers(model, Some(Family::Gpt2), &[], levels).unwrap()
}

fn opened(
    file: &[u8],
    config: &Config,
) -> Result<attention::model::Params, attention::load::LoadError> {
    let archive = Archive::new(&[("model.safetensors", file)])?;
    params(config, Family::Gpt2, &archive)
}

#[test]
fn every_weight_comes_back_within_half_a_step_of_its_row() {
    let model = model();
    for levels in [127, 15, 1] {
        let file = written(&model, levels);
        let stored = Stored::read(&file).0;
        assert!(matches!(stored[NAME].dtype, Dtype::I8));
        let found = opened(&file, model.config()).unwrap();
        let exact = Stored::read(&save::weights(&model, Some(Family::Gpt2), &[]).unwrap()).0;
        let rounded = Model::new(toy(), found).unwrap();
        let rounded = Stored::read(&save::weights(&rounded, Some(Family::Gpt2), &[]).unwrap()).0;
        for (name, tensor) in exact {
            let (before, after) = (tensor.numbers(), rounded[&name].numbers());
            if tensor.shape.len() < 2 {
                assert_eq!(before, after, "{name}");
                continue;
            }
            for (before, after) in before
                .chunks(tensor.shape[1])
                .zip(after.chunks(tensor.shape[1]))
            {
                let largest = before
                    .iter()
                    .fold(0.0_f32, |largest, x| largest.max(x.abs()));
                let half = largest / f32::from(levels) * 0.500_01;
                let near = before.iter().zip(after).all(|(x, y)| (x - y).abs() <= half);
                assert!(near, "{name}, {levels} levels");
            }
        }
    }
}

#[test]
fn a_row_of_zeros_stays_one() {
    let mut model = model();
    let mut params = model.params().clone();
    params.token_embedding.matrix_mut().row_mut(1).fill(0.0);
    model = Model::new(toy(), params).unwrap();
    let found = opened(&written(&model, 127), model.config()).unwrap();
    assert!(
        listed(&found)["token_embedding"]
            .row(1)
            .iter()
            .all(|x| *x == 0.0)
    );
}

#[test]
fn a_scale_that_is_missing_or_does_not_fit_is_said() {
    let model = model();
    let scale = format!("{NAME}_scale");
    let changed = |change: &dyn Fn(Stored) -> Stored| {
        opened(
            &change(Stored::read(&written(&model, 127))).write(),
            model.config(),
        )
    };
    says(changed(&|stored| stored.minus(&scale)), "holds I8 numbers");
    says(
        changed(&|stored| stored.plus(&scale, Tensor::f32(&[3], &[1.0; 3]))),
        &format!("{scale} is 3, but"),
    );
    let rows = Stored::read(&written(&model, 127)).0[&scale].shape[0];
    says(
        changed(&|stored| stored.plus(&scale, Tensor::f32(&[rows], &vec![f32::NAN; rows]))),
        "holds an infinity or",
    );
    // Finite numbers whose product is not.
    says(
        changed(&|stored| stored.plus(&scale, Tensor::f32(&[rows], &vec![3e38; rows]))),
        "holds an infinity or",
    );
    // A scale that belongs to nothing is left over.
    let of_none = "transformer.h.0.ln_1.weight_scale";
    says(
        changed(&|stored| stored.plus(of_none, Tensor::f32(&[1], &[1.0]))),
        of_none,
    );
}
