//! What is changed in the model, as the model takes it: what it does not have is left out.

use attention::model::{Ablation, Changes, Drawn, Hidden, Model, Run, Swapped};
use lesson::lessons::models::changed::{self, Changed, Instead, Off};
use lesson::lessons::models::drawn;

use crate::opening::Opened;

/// Everything that is changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Own {
    off: Vec<Ablation>,
    hidden: Vec<Hidden>,
    drawn: Vec<Drawn>,
    /// Streams of the other text.
    pub swapped: Vec<Swapped>,
    kept: Changed,
}

impl Own {
    /// What of `changed` the model and the text of `whole`, as the model was trained, have; no streams yet.
    pub fn of(opened: &Opened, whole: &Run, changed: &Changed) -> Self {
        let (model, card) = (&opened.model, &opened.card);
        let n = whole.extent().n;
        let has = |head| card.index(head).is_some();
        let mut kept = changed.clone();
        kept.off.retain(|own| has((own.layer, own.head)));
        kept.hidden
            .retain(|own| has(own.head) && own.query.max(own.key) < n);
        let drawn = changed.drawn.iter();
        let drawn = drawn.filter(|own| has(own.head) && own.query < n);
        kept.drawn = drawn.filter_map(|own| row(own, card.causal, n)).collect();
        kept.swapped.clear();
        Self {
            off: kept
                .off
                .iter()
                .map(|own| ablation(model, whole, own))
                .collect(),
            hidden: kept.hidden.iter().map(blind).collect(),
            drawn: kept.drawn.iter().map(given).collect(),
            swapped: Vec::new(),
            kept,
        }
    }

    /// What of the changes the model and the text have.
    pub fn kept(&self) -> &Changed {
        &self.kept
    }

    /// Takes the streams from the other text that `changed` names.
    pub fn take_streams(&mut self, model: &Model, other: &Run, changed: &Changed) {
        let (n, n_layers) = (other.extent().n, model.config().n_layers);
        self.kept.swapped.clone_from(&changed.swapped);
        self.kept
            .swapped
            .retain(|own| own.layer <= n_layers && own.place < n);
        let stream = |own: &changed::Swap| Swapped {
            layer: own.layer,
            place: own.place,
            stream: other.stream(model, own.layer).row(own.place).to_vec(),
        };
        self.swapped = self.kept.swapped.iter().map(stream).collect();
    }

    /// Whether nothing is changed.
    pub fn is_none(&self) -> bool {
        self.all().is_none()
    }

    /// Whether nothing but streams differs.
    pub fn is_same_but_for_streams(&self, other: &Own) -> bool {
        (&self.off, &self.hidden, &self.drawn) == (&other.off, &other.hidden, &other.drawn)
    }

    /// Everything.
    pub fn all(&self) -> Changes<'_> {
        Changes {
            swapped: &self.swapped,
            ..self.without_streams()
        }
    }

    /// All but streams of the other text.
    pub fn without_streams(&self) -> Changes<'_> {
        Changes {
            off: &self.off,
            hidden: &self.hidden,
            drawn: &self.drawn,
            swapped: &[],
        }
    }
}

fn blind(own: &changed::Hidden) -> Hidden {
    let ((layer, head), query, key) = (own.head, own.query, own.key);
    Hidden {
        layer,
        head,
        query,
        key,
    }
}

fn ablation(model: &Model, whole: &Run, own: &Off) -> Ablation {
    let output = match own.instead {
        Instead::Zero => vec![0.0; model.config().d_head],
        Instead::Mean => whole.mean_output(model, own.layer, own.head),
    };
    Ablation {
        layer: own.layer,
        head: own.head,
        output,
    }
}

/// The row without keys that the query cannot have; none where nothing is left.
fn row(own: &drawn::Drawn, causal: bool, n: usize) -> Option<drawn::Drawn> {
    let end = if causal { own.query + 1 } else { n };
    let shares = own.shares.iter().copied();
    let shares = shares.filter(|own| own.0 < end).collect();
    drawn::Drawn::new(own.head, own.query, shares)
}

fn given(own: &drawn::Drawn) -> Drawn {
    Drawn {
        layer: own.head.0,
        head: own.head.1,
        query: own.query,
        weights: own.weights(),
    }
}
