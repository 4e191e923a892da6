//! Which rows of numbers a token's way has, in groups. It changes with the model and the length of
//! the text, not with the numbers.

use lesson::lessons::training::block::{BlockCell, BlockView, Part};

/// One row of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Station {
    /// The block, from 0.
    pub layer: Option<usize>,
    /// What it is.
    pub part: Part,
    /// The head, from 0.
    pub head: Option<usize>,
    /// How many numbers.
    pub width: usize,
}

/// What the columns of a station are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Components of a vector, or a single number.
    Numbered,
    /// The tokens of the sequence.
    Tokens,
    /// The tokens of the vocabulary.
    Words,
}

impl Station {
    /// What its columns are.
    pub fn columns(self) -> Columns {
        match self.part {
            Part::Scores | Part::Scaled | Part::Masked | Part::Weights => Columns::Tokens,
            Part::Logits | Part::Probabilities => Columns::Words,
            Part::Shifted | Part::Exp if self.layer.is_some() => Columns::Tokens,
            Part::Shifted | Part::Exp => Columns::Words,
            _ => Columns::Numbered,
        }
    }

    /// One of its cells.
    pub fn cell(self, col: usize) -> BlockCell {
        let Self {
            layer, part, head, ..
        } = self;
        BlockCell {
            layer,
            part,
            head,
            col,
        }
    }

    /// The id of its row in the page.
    pub fn id(self) -> String {
        id(self.cell(0))
    }
}

/// The id of the row a cell stands in.
pub fn id(cell: BlockCell) -> String {
    let number =
        |number: Option<usize>| number.map_or_else(|| "x".to_owned(), |number| number.to_string());
    format!(
        "way-{}-{}-{}",
        number(cell.layer),
        cell.part.key(),
        number(cell.head)
    )
}

/// Is it a step inside softmax?
pub fn in_softmax(part: Part) -> bool {
    matches!(part, Part::Max | Part::Shifted | Part::Exp | Part::Sum)
}

/// All stations, in the order of the computation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    stations: Vec<Station>,
}

impl Plan {
    /// The stations of a view.
    pub fn of(view: &BlockView) -> Self {
        let station = |row: &lesson::lessons::training::block::BlockRow| Station {
            layer: row.layer,
            part: row.part,
            head: row.head,
            width: row.values.len(),
        };
        Self {
            stations: view.rows.iter().map(station).collect(),
        }
    }

    /// How many blocks.
    pub fn layers(&self) -> usize {
        self.stations
            .iter()
            .filter_map(|one| one.layer)
            .max()
            .map_or(0, |last| last + 1)
    }

    /// How many heads a block has.
    pub fn heads(&self) -> usize {
        self.stations
            .iter()
            .filter_map(|one| one.head)
            .max()
            .map_or(0, |last| last + 1)
    }

    /// Before the first block.
    pub fn before(&self) -> Vec<Station> {
        self.stations
            .iter()
            .take_while(|one| one.layer.is_none())
            .copied()
            .collect()
    }

    /// After the last block.
    pub fn after(&self) -> Vec<Station> {
        let first = self
            .stations
            .iter()
            .rposition(|one| one.layer.is_some())
            .map_or(0, |last| last + 1);
        self.stations[first..].to_vec()
    }

    /// In a block, before its heads and after them.
    pub fn around_heads(&self, layer: usize) -> [Vec<Station>; 2] {
        let own = self
            .stations
            .iter()
            .filter(|one| one.layer == Some(layer) && one.head.is_none());
        let (before, after) = own.partition(|one| one.part == Part::NormBefore);
        [before, after]
    }

    /// In a block, one head. Keys and values may be shared by several.
    pub fn of_head(&self, layer: usize, head: usize) -> Vec<Station> {
        let here = |one: &&Station| one.layer == Some(layer) && one.head.is_some();
        let count = |part| {
            self.stations
                .iter()
                .filter(here)
                .filter(|one| one.part == part)
                .count()
                .max(1)
        };
        let shared = head * count(Part::Key) / count(Part::Query);
        let own = |one: &&Station| match one.part {
            Part::KeyPlain | Part::Key | Part::Value => one.head == Some(shared),
            _ => one.head == Some(head),
        };
        self.stations
            .iter()
            .filter(here)
            .filter(own)
            .copied()
            .collect()
    }

    /// The residual stream: as it enters the first block, and as it leaves each.
    pub fn stream(&self) -> Vec<Station> {
        let start = self.stations.iter().find(|one| one.part == Part::Embedded);
        let leaves = (0..self.layers()).filter_map(|layer| {
            let sums = |one: &&Station| matches!(one.part, Part::AfterAttention | Part::AfterMlp);
            self.stations
                .iter()
                .filter(|one| one.layer == Some(layer))
                .rfind(sums)
        });
        start.into_iter().chain(leaves).copied().collect()
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
