//! What Hugging Face calls each weight, and how it lies there: one table a family, to read by and to
//! write by.

mod layout;
mod tables;

pub use layout::Layout;

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
