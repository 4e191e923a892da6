//! The trained models that come with the page. `cargo xtask train NAME` makes each of them anew
//! from its line here, to the same bytes; `assets/models/NAME.safetensors` is what it made.

/// A model that comes with the page.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name in links, files and translations.
    pub slug: &'static str,
    /// Its settings, as in a link.
    pub settings: &'static str,
    /// For how many steps it is trained.
    pub steps: u32,
    /// What one sees first, as in a link: a held-out sequence, a head and a token that show what
    /// the model is there for.
    pub view: &'static str,
}

/// All of them; the first is the one that an empty link opens.
pub const SHIPPED: &[Shipped] = &[
    Shipped {
        slug: "induction",
        settings: "repeat",
        steps: 600,
        view: "head=1.0&pin=12",
    },
    Shipped {
        slug: "pronoun",
        settings: "english,seed:2",
        steps: 600,
        view: "example=19&head=1.0&pin=8",
    },
];

/// The model of that name.
#[must_use]
pub fn of(slug: &str) -> Option<Shipped> {
    SHIPPED.iter().copied().find(|own| own.slug == slug)
}
