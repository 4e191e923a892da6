//! The formulas of softmax, step by step: of masked scores and of logits alike.

use super::line::Line;
use super::reason::Reason;
use super::way::Way;
use super::{BlockCell, Formula, Part};

impl Way<'_> {
    /// How the number in `cell`, of the softmax of the row `of`, is computed.
    pub(super) fn softmax_reason(self, cell: BlockCell, of: Line) -> Option<Reason> {
        let (step, col) = (|part| Line::of(cell).to(part), cell.col);
        match cell.part {
            Part::Max => self.all(of, Formula::Largest),
            Part::Shifted => self.both([of.cell(col), step(Part::Max).cell(0)], |x, largest| {
                Formula::Shifted { x, largest }
            }),
            Part::Exp => {
                let shifted = step(Part::Shifted).cell(col);
                Some((Formula::Exp(self.number(shifted)?), vec![shifted]))
            }
            Part::Sum => self.all(step(Part::Exp), Formula::Sum),
            Part::Weights | Part::Probabilities => {
                let cells = [step(Part::Exp).cell(col), step(Part::Sum).cell(0)];
                self.both(cells, |exp, sum| Formula::Share { exp, sum })
            }
            _ => None,
        }
    }

    /// A formula of a whole row.
    fn all(self, line: Line, formula: fn(Vec<f32>) -> Formula) -> Option<Reason> {
        let row = self.values(line)?;
        let sources = line.cells(row.len());
        Some((formula(row), sources))
    }

    /// A formula of two cells.
    fn both(self, cells: [BlockCell; 2], formula: fn(f32, f32) -> Formula) -> Option<Reason> {
        let [a, b] = cells.map(|cell| self.number(cell));
        Some((formula(a?, b?), cells.to_vec()))
    }
}
