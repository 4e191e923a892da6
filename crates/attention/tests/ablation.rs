//! Heads that are switched off: everything else stays as it was.

use crate::common::models::{odd, settings, toy, unsettled};
use crate::common::{assert_same_bits, bits};
use attention::Backend;
use attention::model::{Ablation, Backward, Config, Model, ModelError, Params, Run};

for_each_backend!(
    without_ablations_it_is_the_forward_pass,
    a_head_put_out_by_zeros_is_one_whose_rows_of_w_o_are_zero,
    a_head_that_says_the_same_at_every_token_keeps_saying_it,
    the_weights_of_a_head_put_out_are_those_it_computed,
    later_layers_read_what_is_left,
    the_mean_is_that_of_the_rows,
    the_last_of_two_ablations_counts,
    what_is_not_there_cannot_be_put_out,
    there_is_no_way_back_through_an_ablated_run,
);

const IDS: [u32; 10] = [3, 1, 4, 1, 5, 2, 6, 5, 3, 0];
/// How far a logit may be from one that adds the same terms with one of them replaced by 0.
const TOLERANCE: f32 = 1e-6;

fn model(config: Config, backend: Backend) -> Model {
    unsettled(&Model::random(config, 5).unwrap(), backend)
}

fn run(model: &Model, ablations: &[Ablation]) -> Run {
    let mut run = Run::with_stages(model, 2, 5).unwrap();
    model.forward_ablated(&IDS, &mut run, ablations).unwrap();
    run
}

fn zeros(layer: usize, head: usize, d_head: usize) -> Ablation {
    Ablation {
        layer,
        head,
        output: vec![0.0; d_head],
    }
}

fn without_ablations_it_is_the_forward_pass(backend: Backend) {
    for (name, config) in settings() {
        let model = model(config, backend);
        let mut whole = Run::with_stages(&model, 2, 5).unwrap();
        model.forward(&IDS, &mut whole).unwrap();
        assert_same_bits(run(&model, &[]).logits(), whole.logits(), name);
        // Nothing stays behind in a run where a head was off before.
        let mut used = whole.clone();
        if model.config().n_layers > 0 {
            let off = [zeros(0, 0, model.config().d_head)];
            model.forward_ablated(&IDS, &mut used, &off).unwrap();
            assert_ne!(bits(used.logits()), bits(whole.logits()), "{name}");
        }
        model.forward(&IDS, &mut used).unwrap();
        assert_same_bits(used.logits(), whole.logits(), name);
    }
}

/// out = concat(heads)·W_O: zeros in the head or in its rows of W_O are the same.
fn a_head_put_out_by_zeros_is_one_whose_rows_of_w_o_are_zero(backend: Backend) {
    for config in [toy(), odd()] {
        let (model, d_head) = (model(config.clone(), backend), config.d_head);
        for (layer, head) in [(0, 0), (0, 2), (1, 1)] {
            let mut params = model.params().clone();
            let w_o = &mut params.blocks[layer].attention.output.weight;
            (head * d_head..(head + 1) * d_head)
                .for_each(|row| w_o.matrix_mut().row_mut(row).fill(0.0));
            let other = Model::new(config.clone(), params).unwrap();
            let wanted = run(&other.with_backend(backend), &[]);
            let found = run(&model, &[zeros(layer, head, d_head)]);
            let pairs = found.logits().data().iter().zip(wanted.logits().data());
            for (found, wanted) in pairs {
                assert!((found - wanted).abs() <= TOLERANCE, "{found}, {wanted}");
            }
        }
    }
}

/// All tokens the same and no positions: every output of a head is its mean.
fn a_head_that_says_the_same_at_every_token_keeps_saying_it(backend: Backend) {
    let config = Config {
        positions: attention::model::Positions::None,
        ..toy()
    };
    let model = model(config, backend);
    let mut run = Run::new(&model, 1, 4).unwrap();
    model.forward(&[2; 4], &mut run).unwrap();
    let whole = run.logits().clone();
    let mean = Ablation {
        layer: 1,
        head: 3,
        output: run.mean_output(&model, 1, 3),
    };
    model.forward_ablated(&[2; 4], &mut run, &[mean]).unwrap();
    for (found, wanted) in run.logits().data().iter().zip(whole.data()) {
        assert!((found - wanted).abs() <= TOLERANCE, "{found}, {wanted}");
    }
}

fn the_weights_of_a_head_put_out_are_those_it_computed(backend: Backend) {
    let model = model(toy(), backend);
    let (whole, off) = (run(&model, &[]), run(&model, &[zeros(0, 1, 2)]));
    for head in 0..4 {
        let (found, wanted) = (off.head(&model, 0, 1, head), whole.head(&model, 0, 1, head));
        assert_same_bits(&found.weights, &wanted.weights, "weights");
        assert_same_bits(&found.v, &wanted.v, "values");
        assert_eq!(found.stages, wanted.stages);
        let kept = found.output == wanted.output;
        assert_eq!(kept, head != 1, "the output of head {head}");
    }
    assert_eq!(off.head(&model, 0, 1, 1).output.data(), [0.0; 10]);
}

fn later_layers_read_what_is_left(backend: Backend) {
    let model = model(toy(), backend);
    let (whole, off) = (run(&model, &[]), run(&model, &[zeros(0, 1, 2)]));
    assert_same_bits(off.hidden(&model, 0), whole.hidden(&model, 0), "embedding");
    assert_ne!(off.hidden(&model, 1), whole.hidden(&model, 1));
    assert_ne!(off.weights(&model, 1, 0, 0), whole.weights(&model, 1, 0, 0));
}

fn the_mean_is_that_of_the_rows(backend: Backend) {
    let model = model(odd(), backend);
    let run = run(&model, &[]);
    for (layer, head) in [(0, 0), (1, 2)] {
        let found = run.mean_output(&model, layer, head);
        let outputs = [0, 1].map(|sequence| run.head(&model, layer, sequence, head).output);
        for (column, found) in found.iter().enumerate() {
            let rows = outputs.iter().flat_map(|output| output.iter_rows());
            let sum: f64 = rows.map(|row| f64::from(row[column])).sum();
            let error = (f64::from(*found) - sum / 10.0).abs();
            assert!(error <= f64::from(TOLERANCE), "{found}, {}", sum / 10.0);
        }
        assert_eq!(found.len(), 3);
    }
}

fn the_last_of_two_ablations_counts(backend: Backend) {
    let model = model(toy(), backend);
    let ones = Ablation {
        output: vec![1.0; 2],
        ..zeros(1, 2, 2)
    };
    let both = run(&model, &[ones.clone(), zeros(1, 2, 2)]);
    assert_same_bits(
        both.logits(),
        run(&model, &[zeros(1, 2, 2)]).logits(),
        "last",
    );
    let two = run(&model, &[ones, zeros(0, 0, 2)]);
    assert_eq!(two.head(&model, 1, 0, 2).output.data(), [1.0; 10]);
    assert_eq!(two.head(&model, 0, 0, 0).output.data(), [0.0; 10]);
}

fn what_is_not_there_cannot_be_put_out(backend: Backend) {
    let model = model(toy(), backend);
    let mut run = run(&model, &[]);
    let before = run.logits().clone();
    let mut refused = |one: Ablation| {
        let ablations = [zeros(0, 0, 2), one];
        let result = model.forward_ablated(&IDS, &mut run, &ablations);
        result.unwrap_err()
    };
    let unknown = |layer, head| ModelError::UnknownHead {
        layer,
        head,
        n_layers: 2,
        n_heads: 4,
    };
    assert_eq!(refused(zeros(2, 0, 2)), unknown(2, 0));
    assert_eq!(refused(zeros(0, 4, 2)), unknown(0, 4));
    let far = zeros(usize::MAX, usize::MAX, 2);
    assert_eq!(refused(far), unknown(usize::MAX, usize::MAX));
    for width in [0, 1, 3] {
        let error = refused(zeros(0, 1, width));
        assert!(matches!(error, ModelError::Count { wanted: 2, .. }));
    }
    assert_same_bits(run.logits(), &before, "the run is as it was");
}

fn there_is_no_way_back_through_an_ablated_run(backend: Backend) {
    let model = model(toy(), backend);
    let mut run = Run::new(&model, 2, 5).unwrap();
    let mut back = Backward::new(&model, &run);
    let mut gradient = Params::zeros(&toy());
    let off = [zeros(0, 0, 2)];
    model.forward_ablated(&IDS, &mut run, &off).unwrap();
    let refused = model.backward(&IDS, &run, &mut back, &mut gradient);
    assert!(matches!(refused, Err(ModelError::MadeForOther { .. })));
    model.forward(&IDS, &mut run).unwrap();
    model
        .backward(&IDS, &run, &mut back, &mut gradient)
        .unwrap();
}
