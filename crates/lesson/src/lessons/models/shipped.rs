//! The models that come with the page, until somebody opens another: trained here, in folders like those of Hugging
//! Face. `cargo xtask train NAME` makes them.

/// A model that comes with the page.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name in links and files.
    pub slug: &'static str,
    /// What it is given to read first.
    pub text: &'static str,
    /// The moments of its training that can be opened; the last is the model as it is. None: only that.
    pub moments: &'static [Moment],
    /// What is known of one that has read books.
    pub figures: Option<Figures>,
}

/// A model at one moment of its training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Steps that had been taken.
    pub step: u32,
    /// Bits that a character of the held-out chapters took it then, as it is stored.
    pub bits: f32,
    /// How long its file of weights is.
    pub bytes: u32,
}

/// What is known of the reader; every number was written by `cargo xtask train reader`, into its file too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Its name in links and files.
    pub slug: &'static str,
    /// Characters that it read.
    pub characters: u32,
    /// The same text as tokens.
    pub tokens: u32,
    /// Characters of the chapters that were held out.
    pub held_out: u32,
    /// Steps of training.
    pub steps: u32,
    /// Bits that a character of these takes it, as it is stored.
    pub bits: f32,
    /// The same with weights of 32 bits.
    pub bits_exact: f32,
    /// Bits that one took a model that knows how frequent each character is, and no more.
    pub unigram: f32,
    /// Bits that one took `xz` once it had packed all that the reader read.
    pub xz: f32,
    /// Bits that one took prediction by partial matching (PPMd) after the same.
    pub ppm: f32,
}

/// All of them; the first is the one that an empty link opens.
pub const SHIPPED: &[Shipped] = &[
    Shipped {
        slug: READER.slug,
        // From a chapter that was held out: a name comes back.
        text: "'Wake up, Dormouse!' And they pinched it on both sides at once.\nThe D",
        moments: MOMENTS,
        figures: Some(READER),
    },
    Shipped {
        slug: "induction",
        text: "f k c p a f k c p a f k",
        moments: &[],
        figures: None,
    },
];

/// The reader's figures.
pub const READER: Figures = Figures {
    slug: "reader",
    characters: 2_681_790,
    tokens: 1_020_195,
    held_out: 183_233,
    steps: 3200,
    bits: 1.8527,
    bits_exact: 1.8526,
    unigram: 4.4813,
    xz: 2.3637,
    ppm: 1.904,
};

const MOMENTS: &[Moment] = &[
    moment(0, 5.1773, 526_794),
    moment(100, 2.9646, 573_484),
    moment(300, 2.3142, 574_236),
    moment(600, 2.1524, 574_173),
    moment(1000, 2.0692, 574_518),
    moment(1600, 1.9871, 574_408),
    moment(2400, 1.9391, 574_604),
    moment(READER.steps, READER.bits, 1_103_960),
];

const fn moment(step: u32, bits: f32, bytes: u32) -> Moment {
    Moment { step, bits, bytes }
}

/// The model of that name.
#[must_use]
pub fn of(slug: &str) -> Option<Shipped> {
    SHIPPED.iter().copied().find(|own| own.slug == slug)
}

impl Shipped {
    /// The moment after so many steps, unless it is the last: then the model is as it is.
    #[must_use]
    pub fn earlier(&self, step: u32) -> Option<Option<u32>> {
        let (last, earlier) = self.moments.split_last()?;
        if last.step == step {
            return Some(None);
        }
        let found = earlier.iter().find(|own| own.step == step);
        found.map(|own| Some(own.step))
    }
}

/// The files of a shipped model, after all steps or some: their names in a folder, and where they lie beside the page.
/// Weights of an earlier moment are compressed (gzip).
#[must_use]
pub fn files(slug: &str, step: Option<u32>) -> [(&'static str, String); 3] {
    let weights = match step {
        None => format!("models/{slug}.safetensors"),
        Some(step) => format!("models/{slug}.at-{step}.bin"),
    };
    [
        ("config.json", format!("models/{slug}.config.json")),
        ("tokenizer.json", format!("models/{slug}.tokenizer.json")),
        ("model.safetensors", weights),
    ]
}
