//! The formulas of what each head has of its own.

use super::line::Line;
use super::reason::Reason;
use super::symbols::symbol;
use super::way::Way;
use super::{BlockCell, Part};
use crate::core::expr::{Addend, Expr, Factor};

impl Way<'_> {
    /// How the number in `cell`, of head `head` of block `layer`, is computed.
    pub(super) fn head_reason(self, layer: usize, head: usize, cell: BlockCell) -> Option<Reason> {
        let line = Line::of(cell);
        match cell.part {
            Part::Query if self.model.rope().is_some() => {
                self.turned(line.to(Part::QueryPlain), cell.col)
            }
            Part::Key if self.model.rope().is_some() => {
                self.turned(line.to(Part::KeyPlain), cell.col)
            }
            Part::QueryPlain | Part::Query | Part::KeyPlain | Part::Key | Part::Value => {
                self.projected(layer, head, cell)
            }
            Part::Scores => self.score(layer, head, cell.col),
            Part::Scaled => {
                let score = line.to(Part::Scores).cell(cell.col);
                let factor = Factor::of_model(self.model.config().scale());
                let number = Addend::One(self.number(score)?.into());
                Some((Expr::Scaled(vec![number], factor), vec![score]))
            }
            Part::Masked => self.masked(head, line.to(Part::Scaled).cell(cell.col)),
            Part::HeadOutput => self.mixed(layer, head, cell.col),
            _ => self.softmax_reason(cell, line.to(Part::Masked)),
        }
    }

    /// A number of a query, key or value as it comes out of its projection.
    fn projected(self, layer: usize, head: usize, cell: BlockCell) -> Option<Reason> {
        let attention = &self.model.params().blocks.get(layer)?.attention;
        let linear = match cell.part {
            Part::QueryPlain | Part::Query => &attention.query,
            Part::KeyPlain | Part::Key => &attention.key,
            _ => &attention.value,
        };
        let col = head * self.model.config().d_head + cell.col;
        self.linear(linear, Line::new(Some(layer), Part::NormBefore), col)
    }

    /// Component `col` of what RoPE makes of `plain`.
    fn turned(self, plain: Line, col: usize) -> Option<Reason> {
        let (pair, [cos, sin]) = self.model.rope()?.pair(col, self.place)?;
        let sources = pair.map(|col| plain.cell(col));
        let formula = Expr::Turned {
            pair: (self.number(sources[0])?, self.number(sources[1])?),
            cos,
            sin,
            first: col == pair[0],
        };
        Some((formula, sources.to_vec()))
    }

    /// The query times the key of token `token`. Of the keys only the token's own is in the view.
    fn score(self, layer: usize, head: usize, token: usize) -> Option<Reason> {
        let keys = &self.run.blocks.get(layer)?.attention.k;
        let (query, shared) = (
            Line {
                layer: Some(layer),
                part: Part::Query,
                head: Some(head),
            },
            self.key_head(head),
        );
        let (formula, mut sources) = self.dot(query, self.of_wide(keys, token, shared), None)?;
        if token == self.place {
            let key = Line {
                head: Some(shared),
                ..query.to(Part::Key)
            };
            sources.extend(key.cells(self.model.config().d_head));
        }
        Some((formula, sources))
    }

    /// What becomes of the scaled score in `scaled`.
    fn masked(self, head: usize, scaled: BlockCell) -> Option<Reason> {
        let (score, token) = (self.number(scaled)?, scaled.col);
        let visible = token < self.run.extent().seen(self.model, self.place);
        let formula = match self.model.slopes().get(head) {
            _ if !visible => Expr::Hidden(vec![score.into()]),
            Some(&slope) => Expr::Penalised {
                score,
                slope,
                distance: self.place.abs_diff(token),
            },
            None => Expr::Same(score.into(), symbol(scaled)),
        };
        Some((formula, vec![scaled]))
    }

    /// The weights times component `col` of all values. Of the values only the token's own is in
    /// the view.
    fn mixed(self, layer: usize, head: usize, col: usize) -> Option<Reason> {
        let weights = Line {
            layer: Some(layer),
            part: Part::Weights,
            head: Some(head),
        };
        let shared = self.key_head(head);
        let column = shared * self.model.config().d_head + col;
        let values = self.run.blocks.get(layer)?.attention.v.iter_rows();
        let values = values.map(|row| row[column]).collect();
        let (formula, mut sources) = self.dot(weights, values, None)?;
        let own = Line {
            head: Some(shared),
            ..weights.to(Part::Value)
        };
        sources.push(own.cell(col));
        Some((formula, sources))
    }

    /// Which head of keys and values belongs to a head of queries.
    fn key_head(self, head: usize) -> usize {
        let config = self.model.config();
        head / (config.n_heads / config.n_kv_heads)
    }
}
