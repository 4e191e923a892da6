//! The formula of a cell, and the cells it reads.

use super::arithmetic::{looked_up, wave};
use super::line::Line;
use super::symbols::symbol;
use super::way::Way;
use super::{BlockCell, Part};
use crate::core::expr::{Expr, Term};
use attention::model::{Linear, Norm, NormKind, NormRun};

/// A formula, and the cells of the same view that go into it.
pub(super) type Reason = (Expr, Vec<BlockCell>);

impl Way<'_> {
    /// How the number in `cell` is computed; `None` where there is none.
    pub(super) fn reason(self, cell: BlockCell) -> Option<Reason> {
        match (cell.layer, cell.head) {
            (None, _) => self.outside_reason(cell),
            (Some(layer), None) => self.block_reason(layer, cell),
            (Some(layer), Some(head)) => self.head_reason(layer, head, cell),
        }
    }

    fn outside_reason(self, cell: BlockCell) -> Option<Reason> {
        let (params, col) = (self.model.params(), cell.col);
        match cell.part {
            Part::Token => self.looked_up(cell, *self.ids.get(self.place)? as usize),
            Part::Position if params.position_embedding.is_some() => {
                self.looked_up(cell, self.place)
            }
            Part::Position => {
                let width = self.model.config().d_model;
                Some((wave(self.place, col, width), vec![]))
            }
            Part::Embedded => {
                let added = self.positions().map(|_| Part::Position);
                let parts = [Some(Part::Token), added].into_iter().flatten();
                self.sum(parts.map(|part| Line::new(None, part).cell(col)).collect())
            }
            Part::FinalNorm => {
                let norm = (params.final_norm.as_ref()?, self.run.output.norm.as_ref()?);
                self.norm(norm, self.entering(self.run.blocks.len()), col)
            }
            Part::Logits => self.logit(col),
            _ => self.softmax_reason(cell, Line::new(None, Part::Logits)),
        }
    }

    /// In a block, what belongs to no head.
    fn block_reason(self, layer: usize, cell: BlockCell) -> Option<Reason> {
        let (line, col) = (Line::of(cell), cell.col);
        let (block, run) = (
            self.model.params().blocks.get(layer)?,
            self.run.blocks.get(layer)?,
        );
        let sum = |a: Line, b: Line| self.sum(vec![a.cell(col), b.cell(col)]);
        match cell.part {
            Part::NormBefore => {
                let norm = (&block.attention_norm, &run.attention_residual.norm);
                self.norm(norm, self.entering(layer), col)
            }
            Part::Concat => self.side_by_side(line, col),
            Part::Projected => self.linear(&block.attention.output, line.to(Part::Concat), col),
            Part::AfterAttention => sum(self.entering(layer), line.to(Part::Projected)),
            Part::NormMlp => {
                let norm = (&block.mlp.as_ref()?.norm, &run.mlp.as_ref()?.1.norm);
                self.norm(norm, line.to(Part::AfterAttention), col)
            }
            Part::AfterMlp => sum(line.to(Part::AfterAttention), line.to(Part::Down)),
            _ => self.mlp_reason(layer, cell),
        }
    }

    /// The residual stream as it enters block `layer`, or leaves the last.
    fn entering(self, layer: usize) -> Line {
        let Some(before) = layer.checked_sub(1) else {
            return Line::new(None, Part::Embedded);
        };
        let after_mlp = self
            .run
            .blocks
            .get(before)
            .is_some_and(|run| run.mlp.is_some());
        let part = if after_mlp {
            Part::AfterMlp
        } else {
            Part::AfterAttention
        };
        Line::new(Some(before), part)
    }

    /// The number in `cell`.
    pub(super) fn number(self, cell: BlockCell) -> Option<f32> {
        self.values(Line::of(cell))?.get(cell.col).copied()
    }

    fn looked_up(self, cell: BlockCell, row: usize) -> Option<Reason> {
        let value = self.number(cell)?;
        Some((looked_up(cell, row, value), vec![]))
    }

    fn sum(self, terms: Vec<BlockCell>) -> Option<Reason> {
        let numbers: Option<Vec<_>> = terms.iter().map(|term| self.number(*term)).collect();
        Some((Expr::sum(numbers?), terms))
    }

    /// A cell of the row in which the heads' outputs stand side by side.
    fn side_by_side(self, line: Line, col: usize) -> Option<Reason> {
        let d_head = self.model.config().d_head;
        let head = Some(col / d_head);
        let from = Line {
            head,
            ..line.to(Part::HeadOutput)
        }
        .cell(col % d_head);
        Some((
            Expr::Same(self.number(from)?.into(), symbol(from)),
            vec![from],
        ))
    }

    /// Column `col` of from·W + b.
    pub(super) fn linear(self, linear: &Linear, from: Line, col: usize) -> Option<Reason> {
        let weight = linear.weight.matrix();
        let right = weight.iter_rows().map(|row| row[col]).collect();
        let bias = linear.bias.as_ref().map(|bias| bias.at(0, col));
        self.dot(from, right, bias)
    }

    /// How much the last norm points the way of the row of token `col`.
    fn logit(self, col: usize) -> Option<Reason> {
        let params = self.model.params();
        let bias = params.output_bias.as_ref().map(|bias| bias.at(0, col));
        let right = params.output_rows().row(col).to_vec();
        self.dot(Line::new(None, Part::FinalNorm), right, bias)
    }

    /// The row `from` times `right`.
    pub(super) fn dot(self, from: Line, right: Vec<f32>, bias: Option<f32>) -> Option<Reason> {
        let left = self.values(from)?;
        let sources = from.cells(left.len());
        let terms = |(left, right): (f32, f32)| (left.into(), right.into());
        let dot = Expr::Dot {
            bias: bias.map(Term::from),
            pairs: left.into_iter().zip(right).map(terms).collect(),
        };
        Some((dot, sources))
    }

    /// Number `col` of the norm of `from`.
    fn norm(self, (norm, run): (&Norm, &NormRun), from: Line, col: usize) -> Option<Reason> {
        let (config, row) = (self.model.config(), self.values(from)?);
        let mean = run.mean.at(self.place, 0);
        let squares = |sum, x: &f32| sum + (x - mean) * (x - mean);
        let formula = Expr::Norm {
            x: *row.get(col)?,
            mean: (config.norm == NormKind::Layer).then_some(mean),
            variance: row.iter().fold(0.0, squares) / row.len() as f32,
            eps: config.eps,
            gain: norm.gain.at(0, col),
            bias: norm.bias.as_ref().map(|bias| bias.at(0, col)),
        };
        Some((formula, from.cells(row.len())))
    }
}
