//! What a link can lock or hide.

/// A control of a lesson, or several of them under one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Its name in links; one that stands in the page is called so there.
    pub name: &'static str,
    /// How the page shows it.
    pub kind: Kind,
    /// The controls that are locked and hidden with it.
    pub parts: &'static [&'static str],
}

/// How the page shows a control, and how it is found there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A button, chooser, slider or field: the value of its `data-control` or `data-action`.
    Single,
    /// Several buttons or switches of a kind: each has the attribute `data-NAME`.
    Several,
    /// The cells of the typed matrix of that name.
    Matrix,
    /// Nothing of its own: only a name for its parts.
    Group,
}

impl Control {
    /// One control.
    #[must_use]
    pub const fn single(name: &'static str) -> Self {
        Self::with(name, Kind::Single, &[])
    }

    /// Several of a kind.
    #[must_use]
    pub const fn several(name: &'static str) -> Self {
        Self::with(name, Kind::Several, &[])
    }

    /// The cells of a typed matrix.
    #[must_use]
    pub const fn matrix(name: &'static str) -> Self {
        Self::with(name, Kind::Matrix, &[])
    }

    /// A name for several controls.
    #[must_use]
    pub const fn group(name: &'static str, parts: &'static [&'static str]) -> Self {
        Self::with(name, Kind::Group, parts)
    }

    /// One control with what is of no use without it.
    #[must_use]
    pub const fn whole(name: &'static str, parts: &'static [&'static str]) -> Self {
        Self::with(name, Kind::Single, parts)
    }

    const fn with(name: &'static str, kind: Kind, parts: &'static [&'static str]) -> Self {
        Self { name, kind, parts }
    }
}
