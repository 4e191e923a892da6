//! The models that come with the page, until somebody opens another: toys that were trained here, in folders like
//! those of Hugging Face.

/// A model that comes with the page.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name in links and files.
    pub slug: &'static str,
    /// What it is given to read first.
    pub text: &'static str,
}

/// All of them; the first is the one that an empty link opens.
pub const SHIPPED: &[Shipped] = &[Shipped {
    slug: "induction",
    text: "f k c p a f k c p a f k",
}];

/// The model of that name.
#[must_use]
pub fn of(slug: &str) -> Option<Shipped> {
    SHIPPED.iter().copied().find(|own| own.slug == slug)
}

/// The files of a shipped model: their names in a folder, and where they lie beside the page.
#[must_use]
pub fn files(slug: &str) -> [(&'static str, String); 3] {
    [
        ("config.json", format!("models/{slug}.config.json")),
        ("tokenizer.json", format!("models/{slug}.tokenizer.json")),
        ("model.safetensors", format!("models/{slug}.safetensors")),
    ]
}
