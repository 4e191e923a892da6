//! The numbers of a row, out of what the model computed.

use super::Part;
use super::line::Line;
use super::way::Way;
use attention::model::{BlockRun, Linear};
use attention::{Matrix, Start, softmax_with};

impl Way<'_> {
    /// The numbers of `line`; `None` where this model has no such row.
    pub(super) fn values(self, line: Line) -> Option<Vec<f32>> {
        match (line.layer, line.head) {
            (None, _) => self.outside(line.part),
            (Some(layer), None) => self.of_block(self.run.blocks.get(layer)?, line.part),
            (Some(layer), Some(head)) => self.of_head(layer, line.part, head),
        }
    }

    /// Before the first block and after the last.
    fn outside(self, part: Part) -> Option<Vec<f32>> {
        let (run, place) = (self.run, self.place);
        Some(match part {
            Part::Token => {
                let id = *self.ids.get(place)? as usize;
                self.model.params().token_embedding.row(id).to_vec()
            }
            Part::Position => self.positions()?.row(place).to_vec(),
            Part::Embedded => run.embedding.sum.row(place).to_vec(),
            Part::FinalNorm => run.output.norm.as_ref()?.out.row(place).to_vec(),
            Part::Logits => run.logits().row(place).to_vec(),
            _ => self.softmax_step(part, run.logits().row(place))?,
        })
    }

    /// In a block, what belongs to no head.
    fn of_block(self, run: &BlockRun, part: Part) -> Option<Vec<f32>> {
        let (attention, mlp) = (&run.attention, run.mlp.as_ref());
        let matrix = match part {
            Part::NormBefore => &run.attention_residual.norm.out,
            Part::Concat => &attention.heads,
            Part::Projected => &attention.out,
            Part::AfterAttention => &run.attention_residual.sum,
            Part::NormMlp => &mlp?.1.norm.out,
            Part::Up => &mlp?.0.up,
            Part::Gate => mlp?.0.gate.as_ref()?,
            Part::Activated => &mlp?.0.active,
            Part::Gated => mlp?.0.hidden(),
            Part::Down => &mlp?.0.out,
            Part::AfterMlp => &mlp?.1.sum,
            _ => return None,
        };
        Some(matrix.row(self.place).to_vec())
    }

    /// In a block, what one head has of its own.
    fn of_head(self, layer: usize, part: Part, head: usize) -> Option<Vec<f32>> {
        let run = &self.run.blocks.get(layer)?.attention;
        let attention = &self.model.params().blocks.get(layer)?.attention;
        let stages = run.stages.as_ref()?;
        // The rows of the heads stand below each other, one table of n rows after the other.
        let row = head * self.run.extent().n + self.place;
        Some(match part {
            Part::QueryPlain => self.plain(layer, &attention.query, head)?,
            Part::KeyPlain => self.plain(layer, &attention.key, head)?,
            Part::Query => self.of_wide(&run.q, self.place, head),
            Part::Key => self.of_wide(&run.k, self.place, head),
            Part::Value => self.of_wide(&run.v, self.place, head),
            Part::HeadOutput => self.of_wide(&run.heads, self.place, head),
            Part::Scores => stages.scores.row(row).to_vec(),
            Part::Scaled => stages.scaled.row(row).to_vec(),
            Part::Masked => stages.masked.row(row).to_vec(),
            Part::Max => run.max.row(row).to_vec(),
            Part::Sum => run.sum.row(row).to_vec(),
            Part::Weights => run.weights.row(row).to_vec(),
            _ => self.softmax_step(part, stages.masked.row(row))?,
        })
    }

    /// The columns of a head in row `row` of a matrix in which the heads lie side by side.
    pub(super) fn of_wide(self, x: &Matrix, row: usize, head: usize) -> Vec<f32> {
        let d_head = self.model.config().d_head;
        x.row(row)[head * d_head..][..d_head].to_vec()
    }

    /// A query or key before RoPE turns it, which the run does not keep: the same product again,
    /// by the same kernel.
    fn plain(self, layer: usize, linear: &Linear, head: usize) -> Option<Vec<f32>> {
        let input = self.values(Line::new(Some(layer), Part::NormBefore))?;
        let input = Matrix::from_fn(1, input.len(), |_, col| input[col]);
        let weight = linear.weight.matrix();
        let mut out = Matrix::zeros(1, weight.cols());
        let bias = linear.bias.as_ref();
        let start = bias.map_or(Start::Zero, |bias| Start::Row(bias.data()));
        let backend = self.model.backend();
        backend.multiply(input.view(), weight.view(), out.view_mut(), start);
        Some(self.of_wide(&out, 0, head))
    }

    /// A step of the softmax of `row`, by the kernels that the model itself uses.
    fn softmax_step(self, part: Part, row: &[f32]) -> Option<Vec<f32>> {
        let row = Matrix::from_fn(1, row.len(), |_, col| row[col]);
        let softmax = softmax_with(self.model.backend(), &row);
        let step = match part {
            Part::Max => softmax.max,
            Part::Shifted => softmax.shifted,
            Part::Exp => softmax.exp,
            Part::Sum => softmax.sum,
            Part::Probabilities => softmax.weights,
            _ => return None,
        };
        Some(step.data().to_vec())
    }
}
