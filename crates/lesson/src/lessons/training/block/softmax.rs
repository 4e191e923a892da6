//! The formulas of softmax, step by step: of masked scores and of logits alike.

use super::line::Line;
use super::reason::Reason;
use super::way::Way;
use super::{BlockCell, Part};
use crate::core::expr::{Expr, Term};

impl Way<'_> {
    /// How the number in `cell`, of the softmax of the row `of`, is computed.
    pub(super) fn softmax_reason(self, cell: BlockCell, of: Line) -> Option<Reason> {
        let (step, col) = (|part| Line::of(cell).to(part), cell.col);
        match cell.part {
            Part::Max => self.all(of, Expr::Max),
            Part::Shifted => self.both([of.cell(col), step(Part::Max).cell(0)], Expr::Minus),
            Part::Exp => {
                let shifted = step(Part::Shifted).cell(col);
                Some((Expr::Exp(self.number(shifted)?.into(), None), vec![shifted]))
            }
            Part::Sum => self.all(step(Part::Exp), Expr::sum),
            Part::Weights | Part::Probabilities => {
                let cells = [step(Part::Exp).cell(col), step(Part::Sum).cell(0)];
                self.both(cells, Expr::Over)
            }
            _ => None,
        }
    }

    /// A formula of a whole row.
    fn all(self, line: Line, formula: fn(Vec<Term>) -> Expr) -> Option<Reason> {
        let row = self.values(line)?;
        let sources = line.cells(row.len());
        Some((formula(row.into_iter().map(Term::from).collect()), sources))
    }

    /// A formula of two cells.
    fn both(self, cells: [BlockCell; 2], formula: fn(Term, Term) -> Expr) -> Option<Reason> {
        let [a, b] = cells.map(|cell| self.number(cell));
        Some((formula(a?.into(), b?.into()), cells.to_vec()))
    }
}
