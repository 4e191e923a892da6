//! What Hugging Face calls each weight, and how it lies there: one table a family, to read by and to
//! write by.

mod tables;

use super::config::Family;
use crate::model::Config;
use tables::Kind;

/// Where a weight of [`Params`](crate::model::Params) is found in a family's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its name in files of today, then other names it may go by.
    pub names: Vec<String>,
    /// How it lies there.
    pub layout: Layout,
}

/// Where the weight at `path` of a model of these settings is found in the files of `family`, or
/// without one in our own, where the path is its name.
pub(super) fn place(family: Option<Family>, path: &str, config: &Config) -> Option<Place> {
    let own = || Place {
        names: vec![path.to_owned()],
        layout: Layout::Same,
    };
    family.map_or_else(|| Some(own()), |family| family.place(path, config))
}

/// How a rows×cols matrix lies in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// rows×cols: embeddings, and GPT-2's `Conv1D`, which is d_in×d_out like ours.
    Same,
    /// cols×rows: `torch.nn.Linear`, which is d_out×d_in.
    Transposed,
    /// cols: what is a 1×cols matrix here.
    Vector,
    /// rows×3·cols, of which this is block 0, 1 or 2: GPT-2's queries, keys and values lie side by
    /// side.
    Third(usize),
    /// 3·cols, of which this is one block: their biases.
    VectorThird(usize),
    /// 3·cols×rows, a `Linear`: GPT-NeoX's queries, keys and values, head by head: first the queries of a
    /// head (`third` 0), then its keys (1), then its values (2), `d_head` rows each.
    HeadThird {
        /// Which of the three.
        third: usize,
        /// The width of a head.
        d_head: usize,
    },
    /// 3·cols: their biases, in the same order.
    VectorHeadThird {
        /// Which of the three.
        third: usize,
        /// The width of a head.
        d_head: usize,
    },
}

impl Family {
    /// Where the weight at `path` of a model of these settings is found, a path being as
    /// [`Tensors`](crate::model::Tensors) gives it: `blocks.0.attention.query.weight`. `None` where the
    /// family has no such weight.
    #[must_use]
    pub fn place(self, path: &str, config: &Config) -> Option<Place> {
        let (path, block) = numbered(path);
        let rows = tables::rows(self).iter();
        let (leaf, theirs, kind) = rows
            .filter_map(|(ours, theirs, kind)| Some((path.strip_prefix(ours)?, theirs, kind)))
            .find(|(leaf, ..)| leaf.is_empty() || leaf.starts_with('.'))?;
        let (endings, layout) = leaves(*kind, leaf, config.d_head)?;
        let full = endings
            .iter()
            .map(|ending| theirs.replace("{}", &block) + ending);
        let full: Vec<String> = full.collect();
        let bare = full
            .iter()
            .filter_map(|name| name.strip_prefix(tables::prefix(self)));
        let bare: Vec<_> = bare.map(str::to_owned).collect();
        Some(Place {
            names: [full, bare].concat(),
            layout,
        })
    }

    /// Is this the name of a weight inside a block? Buffers that follow from the settings are none.
    pub(super) fn is_in_block(self, name: &str) -> bool {
        let name = name.strip_prefix(tables::prefix(self)).unwrap_or(name);
        let buffer = || tables::buffers(self).iter().any(|end| name.ends_with(end));
        name.starts_with(tables::block(self)) && !buffer()
    }
}

/// `blocks.7.mlp.up` as `blocks.{}.mlp.up` and `7`.
fn numbered(path: &str) -> (String, String) {
    let parts = path
        .strip_prefix("blocks.")
        .and_then(|rest| rest.split_once('.'));
    match parts {
        Some((block, rest)) => (format!("blocks.{{}}.{rest}"), block.to_owned()),
        None => (path.to_owned(), String::new()),
    }
}

/// How names of one of the weights of a part end, and how it lies in the file.
fn leaves(kind: Kind, leaf: &str, d_head: usize) -> Option<(&'static [&'static str], Layout)> {
    Some(match (kind, leaf) {
        (Kind::Embedding, "") => (&[""], Layout::Same),
        (Kind::Norm, ".gain") => (&[".weight"], Layout::Vector),
        (Kind::LayerNorm, ".gain") => (&[".weight", ".gamma"], Layout::Vector),
        (Kind::LayerNorm, ".bias") => (&[".bias", ".beta"], Layout::Vector),
        (Kind::Linear, ".weight") => (&[".weight"], Layout::Transposed),
        (Kind::Conv1d, ".weight") => (&[".weight"], Layout::Same),
        (Kind::Third(third), ".weight") => (&[".weight"], Layout::Third(third)),
        (Kind::Third(third), ".bias") => (&[".bias"], Layout::VectorThird(third)),
        (Kind::Norm | Kind::Linear | Kind::Conv1d, ".bias") => (&[".bias"], Layout::Vector),
        (Kind::HeadThird(third), ".weight") => (&[".weight"], Layout::HeadThird { third, d_head }),
        (Kind::HeadThird(third), ".bias") => {
            (&[".bias"], Layout::VectorHeadThird { third, d_head })
        }
        (Kind::EmbeddingOr(names), "") => (names, Layout::Same),
        (Kind::Vector, "") => (&[""], Layout::Vector),
        (Kind::OutputBias, "") => (&[".decoder.bias", ".bias"], Layout::Vector),
        _ => return None,
    })
}

impl Layout {
    /// The shape in the file of what is rows×cols here, or `None` past what can be counted.
    #[must_use]
    pub fn shape(self, rows: usize, cols: usize) -> Option<Vec<usize>> {
        Some(match self {
            Self::Same => vec![rows, cols],
            Self::Transposed => vec![cols, rows],
            Self::Vector => vec![cols],
            Self::Third(_) => vec![rows, cols.checked_mul(3)?],
            Self::VectorThird(_) | Self::VectorHeadThird { .. } => vec![cols.checked_mul(3)?],
            Self::HeadThird { .. } => vec![cols.checked_mul(3)?, rows],
        })
    }

    /// Where in the file, counted in numbers, entry (row, col) of a rows×cols matrix stands.
    #[must_use]
    pub fn index(self, (rows, cols): (usize, usize), row: usize, col: usize) -> usize {
        match self {
            Self::Same | Self::Vector => row * cols + col,
            Self::Transposed => col * rows + row,
            Self::Third(third) | Self::VectorThird(third) => (row * 3 + third) * cols + col,
            Self::HeadThird { third, d_head } | Self::VectorHeadThird { third, d_head } => {
                let (head, number) = (col / d_head, col % d_head);
                ((head * 3 + third) * d_head + number) * rows + row
            }
        }
    }
}
