//! The document: all that a user can change and that decides the numbers.

use attention::{Keep, Mask, Matrix, Scale};

use crate::head::name::{Cell, Name};
use crate::head::overrides::Overrides;

/// The most tokens, and the most dimensions (d_k, d_v, d_model), that can be added by hand.
pub const MOST: usize = 16;

/// What may be opened or pasted is larger, so that a head of a trained model fits.
pub mod opened {
    /// The most tokens: the longest sequence of any task of the training lesson fits.
    pub const TOKENS: usize = 32;
    /// The most dimensions: a head of 128 with a column a token for what ALiBi takes away.
    pub const DIMENSIONS: usize = 128 + TOKENS;
}

/// Where Q, K and V come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Typed.
    ByHand,
    /// Computed from X and the three W.
    Projected,
}

/// The chosen mask, before any cell of it is painted over.
#[derive(Clone, Debug, PartialEq)]
pub enum MaskKind {
    /// Everyone sees everyone.
    None,
    /// Key j ≤ query i.
    Causal,
    /// Causal, and at most this many keys back (see `attention::Mask::Window`).
    Window(usize),
    /// The first p keys for everyone, causal after them.
    Prefix(usize),
    /// The last keys are padding (see `attention::Mask::Padding`).
    Padding(usize),
    /// Painted by hand, n×m.
    Painted(Keep),
}

impl MaskKind {
    /// The key in links and in the chooser.
    pub const fn key(&self) -> &'static str {
        match self {
            MaskKind::None => "none",
            MaskKind::Causal => "causal",
            MaskKind::Window(_) => "window",
            MaskKind::Prefix(_) => "prefix",
            MaskKind::Padding(_) => "padding",
            MaskKind::Painted(_) => "painted",
        }
    }

    /// The number that goes with it, where there is one.
    pub const fn parameter(&self) -> Option<usize> {
        match self {
            MaskKind::Window(p) | MaskKind::Prefix(p) | MaskKind::Padding(p) => Some(*p),
            _ => None,
        }
    }

    /// As the maths knows it.
    pub fn to_mask(&self) -> Mask {
        match self {
            MaskKind::None => Mask::None,
            MaskKind::Causal => Mask::Causal,
            MaskKind::Window(w) => Mask::Window(*w),
            MaskKind::Prefix(p) => Mask::Prefix(*p),
            MaskKind::Padding(p) => Mask::Padding(*p),
            MaskKind::Painted(keep) => Mask::Painted(keep.clone()),
        }
    }
}

/// The one state that decides every number. All eight input matrices are always there, so that
/// changing the source loses nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Typed or projected.
    pub source: Source,
    /// The n query tokens.
    pub queries: Vec<String>,
    /// The m key tokens of cross-attention; `None` is self-attention (keys are the queries).
    pub keys: Option<Vec<String>>,
    /// Queries, n×d_k.
    pub q: Matrix,
    /// Keys, m×d_k.
    pub k: Matrix,
    /// Values, m×d_v.
    pub v: Matrix,
    /// Embeddings, n×d_model.
    pub x: Matrix,
    /// Embeddings of the key tokens, m×d_model; only cross-attention reads it.
    pub x_kv: Matrix,
    /// d_model×d_k.
    pub w_q: Matrix,
    /// d_model×d_k.
    pub w_k: Matrix,
    /// d_model×d_v.
    pub w_v: Matrix,
    /// The chosen mask.
    pub mask: MaskKind,
    /// The chosen scale.
    pub scale: Scale,
    /// Overridden cells of scores, scaled, mask (0 or −∞) and weights.
    pub overrides: Overrides,
}

impl Document {
    /// A self- or cross-attention document from typed Q, K, V of fitting shapes. The projected
    /// source is implied, so that switching to it changes no number.
    pub fn by_hand(
        queries: Vec<String>,
        keys: Option<Vec<String>>,
        [q, k, v]: [Matrix; 3],
    ) -> Self {
        let [x, x_kv, w_q, w_k, w_v] = implied(&q, &k, &v);
        Document {
            source: Source::ByHand,
            x,
            x_kv,
            w_q,
            w_k,
            w_v,
            queries,
            keys,
            q,
            k,
            v,
            mask: MaskKind::None,
            scale: Scale::SqrtDk,
            overrides: Overrides::default(),
        }
    }

    /// Whether Q, K, V are typed and the projection is still the one they imply: nobody has edited it.
    pub fn projection_is_implied(&self) -> bool {
        let own = [&self.x, &self.x_kv, &self.w_q, &self.w_k, &self.w_v];
        let by_hand = self.source == Source::ByHand;
        by_hand && implied(&self.q, &self.k, &self.v).iter().eq(own)
    }

    /// Makes the projection the one that gives the typed Q, K, V.
    pub fn imply_projection(&mut self) {
        [self.x, self.x_kv, self.w_q, self.w_k, self.w_v] = implied(&self.q, &self.k, &self.v);
    }

    /// n, the number of query tokens.
    pub fn n(&self) -> usize {
        self.queries.len()
    }

    /// m, the number of key tokens.
    pub fn m(&self) -> usize {
        self.key_tokens().len()
    }

    /// d_k, the width of a query and of a key.
    pub fn d_k(&self) -> usize {
        self.q.cols()
    }

    /// d_v, the width of a value and of an output.
    pub fn d_v(&self) -> usize {
        self.v.cols()
    }

    /// d_model, the width of an embedding.
    pub fn d_model(&self) -> usize {
        self.x.cols()
    }

    /// The tokens that keys and values stand for.
    pub fn key_tokens(&self) -> &[String] {
        self.keys.as_deref().unwrap_or(&self.queries)
    }

    /// The input matrix of that name, typed whatever the source; `None` for computed names.
    pub fn input(&self, name: Name) -> Option<&Matrix> {
        Some(match name {
            Name::Q => &self.q,
            Name::K => &self.k,
            Name::V => &self.v,
            Name::X => &self.x,
            Name::Xkv => &self.x_kv,
            Name::Wq => &self.w_q,
            Name::Wk => &self.w_k,
            Name::Wv => &self.w_v,
            _ => return None,
        })
    }

    /// [`input`](Document::input), to change.
    pub fn input_mut(&mut self, name: Name) -> Option<&mut Matrix> {
        Some(match name {
            Name::Q => &mut self.q,
            Name::K => &mut self.k,
            Name::V => &mut self.v,
            Name::X => &mut self.x,
            Name::Xkv => &mut self.x_kv,
            Name::Wq => &mut self.w_q,
            Name::Wk => &mut self.w_k,
            Name::Wv => &mut self.w_v,
            _ => return None,
        })
    }

    /// The matrices a user types into, with this source and these tokens.
    pub fn typed(&self) -> &'static [Name] {
        match (self.source, self.keys.is_some()) {
            (Source::ByHand, _) => &[Name::Q, Name::K, Name::V],
            (Source::Projected, false) => &[Name::X, Name::Wq, Name::Wk, Name::Wv],
            (Source::Projected, true) => &[Name::X, Name::Xkv, Name::Wq, Name::Wk, Name::Wv],
        }
    }

    /// (rows, columns) of any matrix, computed ones included.
    pub fn shape(&self, name: Name) -> (usize, usize) {
        match name {
            Name::Max | Name::Sum => (self.n(), 1),
            Name::Output => (self.n(), self.d_v()),
            name => self.input(name).map_or((self.n(), self.m()), Matrix::shape),
        }
    }

    /// Whether `cell` exists here.
    pub fn has(&self, cell: Cell) -> bool {
        let (rows, cols) = self.shape(cell.name);
        cell.row < rows && cell.col < cols
    }

    /// Which keys each query may see, n×m: the chosen mask with the painted cells over it.
    pub fn keep(&self) -> Keep {
        let mut keep = self.chosen_keep();
        for (cell, value) in self.overridden(Name::Mask) {
            keep.set(cell.row, cell.col, value == 0.0);
        }
        keep
    }

    /// Whether a key is hidden from some query.
    pub fn hides(&self) -> bool {
        self.keep() != Keep::all(self.n(), self.m())
    }

    /// The same by the chosen mask alone.
    pub fn chosen_keep(&self) -> Keep {
        let (n, m) = (self.n(), self.m());
        let keep = self.mask.to_mask().keep(n, m);
        keep.unwrap_or_else(|_| Keep::all(n, m))
    }

    /// The overridden cells of one matrix with their values.
    pub fn overridden(&self, name: Name) -> impl Iterator<Item = (Cell, f32)> {
        self.overrides
            .iter()
            .filter(move |(cell, _)| cell.name == name)
    }
}

/// `matrix` cut or padded with zeros to rows×cols.
pub fn resized(matrix: &Matrix, rows: usize, cols: usize) -> Matrix {
    Matrix::from_fn(rows, cols, |i, j| matrix.get(i, j).unwrap_or(0.0))
}

/// X, X of the keys, W_Q, W_K, W_V that give Q, K, V: one-hot embeddings look their rows up.
fn implied(q: &Matrix, k: &Matrix, v: &Matrix) -> [Matrix; 5] {
    let d_model = q.rows().max(k.rows());
    let one_hot = |rows| Matrix::from_fn(rows, d_model, |i, j| f32::from(u8::from(i == j)));
    let table = |m: &Matrix| resized(m, d_model, m.cols());
    [
        one_hot(q.rows()),
        one_hot(k.rows()),
        table(q),
        table(k),
        table(v),
    ]
}
