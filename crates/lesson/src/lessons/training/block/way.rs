//! Which rows there are on the way of a token.

use super::line::Line;
use super::{BlockCell, BlockRow, Explanation, Part};
use attention::Matrix;
use attention::model::{Config, MlpKind, Model, NormPlace, Run};

/// Is every number of such a model explained? It is where the norms come first, and the embedding
/// and the logits are without BERT's additions.
#[must_use]
pub fn covers(config: &Config) -> bool {
    config.norm_place == NormPlace::Pre
        && !config.embedding_norm
        && !config.head_transform
        && config.segments == 0
}

/// One token in a sequence that a model has read.
#[derive(Clone, Copy)]
pub(super) struct Way<'a> {
    pub(super) model: &'a Model,
    pub(super) run: &'a Run,
    pub(super) ids: &'a [u32],
    pub(super) place: usize,
}

impl<'a> Way<'a> {
    /// `None` unless `run` is that of `model` and `ids` with all stages kept, and `place` is in it.
    pub(super) fn of(model: &'a Model, run: &'a Run, ids: &'a [u32], place: usize) -> Option<Self> {
        let extent = run.extent();
        let alone = extent.batch == 1 && extent.past == 0 && extent.m == extent.n;
        let known = (*ids.get(place)? as usize) < model.config().vocab;
        let fits = alone && extent.stages && extent.n == ids.len() && run.check(model).is_ok();
        (fits && known && covers(model.config())).then_some(Self {
            model,
            run,
            ids,
            place,
        })
    }

    /// Every row with its numbers.
    pub(super) fn rows(self) -> Vec<BlockRow> {
        let row = |line: Line| {
            let Line { layer, part, head } = line;
            let values = self.values(line)?;
            Some(BlockRow {
                layer,
                part,
                head,
                values,
            })
        };
        self.lines().into_iter().filter_map(row).collect()
    }

    /// The number in `cell` with its reason, if there is such a cell.
    pub(super) fn explain(self, cell: BlockCell) -> Option<Explanation> {
        let line = Line::of(cell);
        if !self.lines().contains(&line) {
            return None;
        }
        let value = *self.values(line)?.get(cell.col)?;
        let (formula, sources) = self.reason(cell)?;
        Some(Explanation {
            cell,
            value,
            formula,
            sources,
        })
    }

    /// Every row, in the order of the computation.
    fn lines(self) -> Vec<Line> {
        let layers = (0..self.model.config().n_layers).map(Some);
        let blocks = layers.flat_map(|layer| Part::BLOCK.map(|part| Line::new(layer, part)));
        let outside = |part| Line::new(None, part);
        let before = Part::EMBEDDING.map(outside).into_iter();
        let all = before.chain(blocks).chain(Part::OUTPUT.map(outside));
        all.filter(|line| self.has(line.part))
            .flat_map(|line| self.of_each_head(line))
            .collect()
    }

    /// Does this model have that station?
    fn has(self, part: Part) -> bool {
        let mlp = self.model.config().mlp;
        match part {
            Part::Position => self.positions().is_some(),
            Part::QueryPlain | Part::KeyPlain => self.model.rope().is_some(),
            Part::NormMlp | Part::Up | Part::Activated | Part::Down | Part::AfterMlp => {
                mlp != MlpKind::None
            }
            Part::Gate | Part::Gated => mlp == MlpKind::SwiGlu,
            _ => true,
        }
    }

    /// One row a head where each has its own, otherwise the row itself.
    fn of_each_head(self, line: Line) -> Vec<Line> {
        let config = self.model.config();
        let heads = match line.part {
            _ if line.layer.is_none() => None,
            Part::KeyPlain | Part::Key | Part::Value => Some(config.n_kv_heads),
            Part::QueryPlain | Part::Query | Part::HeadOutput => Some(config.n_heads),
            Part::Scores | Part::Scaled | Part::Masked | Part::Weights => Some(config.n_heads),
            Part::Max | Part::Shifted | Part::Exp | Part::Sum => Some(config.n_heads),
            _ => None,
        };
        let of = |head| Line {
            head: Some(head),
            ..line
        };
        heads.map_or_else(|| vec![line], |heads| (0..heads).map(of).collect())
    }

    /// The rows that are added to the tokens, one a position.
    pub(super) fn positions(self) -> Option<&'a Matrix> {
        let learned = self.model.params().position_embedding.as_ref();
        learned.or(self.model.wave())
    }
}
