//! The groups of a token's way.

use super::*;
use lesson::lessons::training::block::BlockRow;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Two blocks of two heads that share one key; the second has no MLP.
fn plan() -> Plan {
    let mut rows = vec![(None, Part::Embedded, None)];
    for layer in [Some(0), Some(1)] {
        rows.push((layer, Part::NormBefore, None));
        rows.extend([0, 1].map(|head| (layer, Part::Query, Some(head))));
        rows.push((layer, Part::Key, Some(0)));
        rows.extend([0, 1].map(|head| (layer, Part::Weights, Some(head))));
        rows.push((layer, Part::AfterAttention, None));
    }
    rows.insert(8, (Some(0), Part::AfterMlp, None));
    rows.push((None, Part::Logits, None));
    let row = |(layer, part, head)| BlockRow {
        layer,
        part,
        head,
        values: vec![0.0; 4],
    };
    Plan::of(&BlockView {
        step: 0,
        ids: vec![0],
        place: 0,
        rows: rows.into_iter().map(row).collect(),
    })
}

fn parts(stations: &[Station]) -> Vec<Part> {
    stations.iter().map(|one| one.part).collect()
}

#[test]
fn every_station_is_in_one_group() {
    let plan = plan();
    assert_eq!((plan.layers(), plan.heads()), (2, 2));
    assert_eq!(parts(&plan.before()), [Part::Embedded]);
    assert_eq!(parts(&plan.after()), [Part::Logits]);
    let [before, after] = plan.around_heads(0);
    assert_eq!(parts(&before), [Part::NormBefore]);
    assert_eq!(parts(&after), [Part::AfterAttention, Part::AfterMlp]);
    let head = plan.of_head(1, 1);
    assert_eq!(parts(&head), [Part::Query, Part::Key, Part::Weights]);
    assert_eq!(head[1].head, Some(0), "both heads have the same key");
}

#[test]
fn the_stream_has_a_row_a_block() {
    let stream = plan().stream();
    assert_eq!(
        parts(&stream),
        [Part::Embedded, Part::AfterMlp, Part::AfterAttention]
    );
    assert_eq!(stream[1].id(), "way-0-after-mlp-x");
}

#[test]
fn softmax_has_tokens_in_a_head_and_words_at_the_end() {
    let exp = |layer| Station {
        layer,
        part: Part::Exp,
        head: None,
        width: 3,
    };
    assert_eq!(exp(Some(0)).columns(), Columns::Tokens);
    assert_eq!(exp(None).columns(), Columns::Words);
}
