//! What heads add to the residual stream, and their shares in a logit.

use crate::common::models::{settings, unsettled};
use attention::Backend;
use attention::model::{Config, Model, NormPlace, Run};

fn runs() -> impl Iterator<Item = (&'static str, Config, Model, Run)> {
    settings().into_iter().map(|(name, config)| {
        let model = Model::random(config.clone(), 3).unwrap();
        let model = unsettled(&model, Backend::best());
        let mut run = Run::new(&model, 1, 4).unwrap();
        model.forward(&[1, 3, 2, 5], &mut run).unwrap();
        (name, config, model, run)
    })
}

#[test]
fn all_heads_and_the_bias_are_what_attention_puts_out() {
    for (name, config, model, run) in runs() {
        for layer in 0..config.n_layers {
            let output = &model.params().blocks[layer].attention.output;
            for row in 0..4 {
                let heads = (0..config.n_heads).map(|head| run.added(&model, layer, head, row));
                let mut sum = vec![0.0; config.d_model];
                let bias = output.bias.as_ref().map(|bias| bias.row(0).to_vec());
                for part in heads.chain(bias) {
                    sum.iter_mut().zip(part).for_each(|(sum, x)| *sum += x);
                }
                let whole = run.blocks[layer].attention.out.row(row);
                for (sum, whole) in sum.iter().zip(whole) {
                    assert!((sum - whole).abs() < 1e-5, "{name}: {sum} {whole}");
                }
            }
        }
    }
}

/// The stream itself, read off along the direction, is the logit but for what the norm's bias adds.
#[test]
fn the_whole_stream_read_off_along_the_direction_is_the_logit() {
    let mut seen = 0;
    for (name, config, model, run) in runs() {
        let Some(along) = run.toward(&model, 2, 4) else {
            assert!(
                config.norm_place == NormPlace::Post || config.head_transform,
                "{name}"
            );
            continue;
        };
        let stream = match run.blocks.last() {
            Some(last) => last.output(&model).row(2),
            None => run.embedding.output().row(2),
        };
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let norm = model.params().final_norm.as_ref().unwrap();
        let read = &*model.params().output_rows().row(4);
        let bias = norm
            .bias
            .as_ref()
            .map_or(0.0, |bias| dot(bias.row(0), read));
        let own = model
            .params()
            .output_bias
            .as_ref()
            .map_or(0.0, |bias| bias.at(0, 4));
        let logit = run.logits().at(2, 4);
        let sum = dot(stream, &along) + bias + own;
        assert!((sum - logit).abs() < 1e-4, "{name}: {sum} {logit}");
        seen += 1;
    }
    assert!(seen > 20);
}

#[test]
fn what_is_not_there_has_no_direction() {
    let (_, _, model, run) = runs().next().unwrap();
    assert!(run.toward(&model, 4, 0).is_none());
    assert!(run.toward(&model, 0, u32::MAX).is_none());
}
