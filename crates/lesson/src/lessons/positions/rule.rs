//! How each number is computed.

use attention::positions::{rate, wave};

use super::learned;
use super::pass::Pass;
use super::scheme::Scheme;
use super::tables::*;
use crate::core::expr::{Addend, Expr, Term};
use crate::core::number::shortest;
use crate::core::table::{Cell, TableId};

impl Pass {
    /// The rule of a cell that is there; `None` for a number that is not.
    pub(super) fn by_rule(&self, cell: Cell) -> Option<Expr> {
        let Cell { name, row, col } = cell;
        let places: Vec<usize> = (0..self.document.n()).collect();
        Some(match name {
            Q0 => self.product((X, row), (W_Q, col)),
            K0 => self.product((X, row), (W_K, col)),
            S0 => self.scaled((Q0, row), (K0, col)),
            A0 => self.weight(S0, row, col, &places),
            O0 => self.product((A0, row), (X, col)),
            RATES => self.rate(col),
            SLOPES => self.slope(row),
            P => self.placed(row, col),
            H => self.with(self.at(X, row, col), self.at(P, row, col)),
            Q1 => self.told(H, (Q0, row), (W_Q, col)),
            K1 => self.told(H, (K0, row), (W_K, col)),
            BIAS => self.penalty(row, col),
            S1 if self.scheme == Scheme::Alibi => {
                Expr::Minus(self.at(S0, row, col), self.at(BIAS, row, col))
            }
            S1 => self.scaled((Q1, row), (K1, col)),
            A1 => self.weight(S1, row, col, &places),
            O1 => self.product((A1, row), (H, col)),
            XP | QP | KP | SP | AP | OP => self.shuffled(cell),
            MAP => self.waving(row, col),
            NEAR => self.rows_of(MAP, row, col),
            LEARNED => Expr::Known(learned::at(row, col)?, format!("wpe[{row}, {col}]")),
            ALIKE => self.rows_of(LEARNED, row, col),
            BEYOND => return self.beyond(row, col),
            _ => self.clock(cell),
        })
    }

    /// A row of one table times a column of another.
    pub(super) fn product(
        &self,
        (left, row): (TableId, usize),
        (right, col): (TableId, usize),
    ) -> Expr {
        let inner = self.get(right).rows();
        let pairs = (0..inner).map(|c| (self.at(left, row, c), self.at(right, c, col)));
        let pairs = pairs.collect();
        Expr::Dot { bias: None, pairs }
    }

    /// Two rows of a table.
    fn rows_of(&self, table: TableId, row: usize, col: usize) -> Expr {
        let inner = self.get(table).cols();
        let pairs = (0..inner).map(|c| (self.at(table, row, c), self.at(table, col, c)));
        let pairs = pairs.collect();
        Expr::Dot { bias: None, pairs }
    }

    /// The same number in its new place.
    pub(super) fn same(&self, term: Term) -> Expr {
        let symbol = term.cell.map(|cell| super::META.symbol(cell));
        Expr::Same(term, symbol.unwrap_or_default())
    }

    /// An embedding with what is added to it, if anything is.
    pub(super) fn with(&self, x: Term, p: Term) -> Expr {
        match self.scheme.adds() {
            true => Expr::Sum(vec![Addend::One(x), Addend::One(p)]),
            false => self.same(x),
        }
    }

    /// A query or key that knows its place.
    fn told(&self, from: TableId, bare: (TableId, usize), to: (TableId, usize)) -> Expr {
        let ((own, row), (_, col)) = (bare, to);
        match self.scheme {
            Scheme::Rope => self.turn(row, col, |c| self.at(own, row, c)),
            Scheme::Sinusoidal | Scheme::Learned => self.product((from, row), to),
            Scheme::None | Scheme::Alibi => self.same(self.at(own, row, col)),
        }
    }

    /// Component `col` of a row turned to `place`, as `Rope::rotate` does: (a·cos − b·sin, b·cos + a·sin).
    pub(super) fn turn(&self, place: usize, col: usize, component: impl Fn(usize) -> Term) -> Expr {
        let Some(([first, second], [cos, sin])) = self.rope.pair(col, place) else {
            return self.same(component(col));
        };
        let (a, b) = (component(first), component(second));
        let pairs = match col == first {
            true => vec![(a, cos.into()), (b, (-sin).into())],
            false => vec![(b, cos.into()), (a, sin.into())],
        };
        Expr::Dot { bias: None, pairs }
    }

    /// What is added to the embedding at that place.
    fn placed(&self, place: usize, dimension: usize) -> Expr {
        match self.scheme {
            Scheme::Sinusoidal => self.waved(place, dimension, self.document.d()),
            Scheme::Learned => Expr::Known(
                learned::at(place, dimension).unwrap_or(f32::NAN),
                format!("wpe[{place}, {dimension}]"),
            ),
            _ => Expr::Known(0.0, "0".into()),
        }
    }

    fn waving(&self, place: usize, dimension: usize) -> Expr {
        self.waved(place, dimension, self.document.map.width)
    }

    /// sin or cos of place·base^(−2i/d).
    fn waved(&self, place: usize, dimension: usize, width: usize) -> Expr {
        let angle = place as f64 * rate(f64::from(self.document.base), dimension / 2, width);
        let name = match dimension.is_multiple_of(2) {
            true => "sin",
            false => "cos",
        };
        Expr::Function {
            name: name.into(),
            x: angle as f32,
            value: wave(dimension, angle),
        }
    }

    /// base^(−2i/d).
    fn rate(&self, pair: usize) -> Expr {
        let (base, d) = (self.document.base, self.document.d());
        let text = format!("{}^(−{}/{d})", shortest(base), 2 * pair);
        Expr::Known(rate(f64::from(base), pair, d) as f32, text)
    }

    /// ALiBi's slope of a head: 2^(−8h/n) for n heads, n a power of two; for others those of the next smaller power,
    /// then every other one of twice as many.
    fn slope(&self, head: usize) -> Expr {
        let heads = self.document.slopes.heads;
        let whole = heads.checked_ilog2().map_or(1, |log2| 1 << log2);
        let (k, n) = match head < whole {
            true => (head + 1, whole),
            false => (2 * (head - whole) + 1, 2 * whole),
        };
        let value = self.slopes.get(head).copied().unwrap_or(f32::NAN);
        Expr::Known(value, format!("2^(−8·{k}/{n})"))
    }

    /// Slope times distance.
    fn penalty(&self, row: usize, col: usize) -> Expr {
        let slope = self.at(SLOPES, self.document.slopes.head, 0);
        Expr::product(slope, row.abs_diff(col) as f32)
    }

    /// The query and the key of the clocks, how far they turn, and what comes of it.
    fn clock(&self, Cell { name, row, col }: Cell) -> Expr {
        let d = &self.document;
        let (place, own, token) = match row {
            0 => (d.at.0, Q0, d.pair.0),
            _ => (d.at.1, K0, d.pair.1),
        };
        match name {
            PAIR => self.same(self.at(own, token, col)),
            ANGLES => Expr::product(place as f32, self.at(RATES, 0, col)),
            COS | SIN => self.side(name, (row, col), place),
            TURNED => self.hand(row, col, place),
            _ => self.scaled((TURNED, 0), (TURNED, 1)),
        }
    }

    fn side(&self, name: TableId, (row, pair): (usize, usize), place: usize) -> Expr {
        let (column, _) = self.document.components(pair);
        let [cos, sin] = self
            .rope
            .pair(column, place)
            .map_or([1.0, 0.0], |(_, turn)| turn);
        let (called, value) = if name == COS {
            ("cos", cos)
        } else {
            ("sin", sin)
        };
        Expr::Function {
            name: called.into(),
            x: self.at(ANGLES, row, pair).value,
            value,
        }
    }

    /// A component turned, from the tables of the clocks.
    fn hand(&self, row: usize, col: usize, place: usize) -> Expr {
        let Some(([first, second], _)) = self.rope.pair(col, place) else {
            return self.same(self.at(PAIR, row, col));
        };
        let pair = self.document.pair_of(col);
        let (cos, sin) = (self.at(COS, row, pair), self.at(SIN, row, pair));
        let (a, b) = (self.at(PAIR, row, first), self.at(PAIR, row, second));
        let minus = Term {
            value: -sin.value,
            ..sin
        };
        let pairs = match col == first {
            true => vec![(a, cos), (b, minus)],
            false => vec![(b, cos), (a, sin)],
        };
        Expr::Dot { bias: None, pairs }
    }
}
