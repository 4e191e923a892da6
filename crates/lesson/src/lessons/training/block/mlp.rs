//! The formulas of what the MLP computes between its norm and the residual stream.

use super::line::Line;
use super::reason::Reason;
use super::symbols::called;
use super::way::Way;
use super::{BlockCell, Part};
use crate::core::expr::Expr;

impl Way<'_> {
    /// How the number in `cell`, of the MLP of block `layer`, is computed.
    pub(super) fn mlp_reason(self, layer: usize, cell: BlockCell) -> Option<Reason> {
        let (line, col) = (Line::of(cell), cell.col);
        let mlp = self.model.params().blocks.get(layer)?.mlp.as_ref()?;
        let number = |part| self.number(line.to(part).cell(col));
        match cell.part {
            Part::Up => self.linear(&mlp.up, line.to(Part::NormMlp), col),
            Part::Gate => self.linear(mlp.gate.as_ref()?, line.to(Part::NormMlp), col),
            Part::Activated => {
                let from = mlp.gate.as_ref().map_or(Part::Up, |_| Part::Gate);
                let (kind, x) = (self.model.config().activation(), number(from)?);
                let function = Expr::Function {
                    name: called(kind).to_owned(),
                    x,
                    value: kind.value(x),
                };
                Some((function, vec![line.to(from).cell(col)]))
            }
            Part::Gated => {
                let parts = [Part::Activated, Part::Up];
                let formula = Expr::product(number(parts[0])?, number(parts[1])?);
                Some((formula, parts.map(|part| line.to(part).cell(col)).to_vec()))
            }
            Part::Down => {
                let from = mlp.gate.as_ref().map_or(Part::Activated, |_| Part::Gated);
                self.linear(&mlp.down, line.to(from), col)
            }
            _ => None,
        }
    }
}
