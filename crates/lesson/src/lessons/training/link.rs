//! The training lesson in a link: which runs, and what is looked at. A link holds settings, not
//! weights: whoever opens it gets the same run by training it, bit for bit.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::problem::TrainingProblem;
use super::settings::{Family, OptimiserKind, PositionKind, Settings};
use super::shipped;
use super::task::Task;
use crate::core::number;
use crate::core::problem::quoted;

/// What stands beside the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// One head, large.
    Head,
    /// What comes next, token by token.
    Write,
    /// One token's way through the model.
    Block,
}

impl Panel {
    /// All, in the order of the tabs.
    pub const ALL: [Self; 3] = [Self::Head, Self::Write, Self::Block];

    /// The name in links, controls and translations.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Write => "write",
            Self::Block => "block",
        }
    }
}

/// What of the training lesson a link holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The slug of a shipped model, when that is what stands on side A.
    pub shipped: Option<String>,
    /// The runs of side A (unless shipped) and B.
    pub runs: [Option<Settings>; 2],
    /// Which of the held-out sequences is shown.
    pub example: u32,
    /// The learner's own text, shown instead.
    pub text: Option<String>,
    /// Layer and number of the head that is shown large.
    pub head: (usize, usize),
    /// The token whose links stay.
    pub pinned: Option<usize>,
    /// Lines between tokens rather than a heatmap.
    pub lines: bool,
    /// Weights below this are not drawn.
    pub threshold: f32,
    /// What stands beside the gallery.
    pub panel: Panel,
}

/// The shipped model that an empty link opens.
pub const OPENING: &str = "induction";

impl Default for Scene {
    /// What an empty link opens.
    fn default() -> Self {
        Self::shipped(OPENING)
    }
}

impl Scene {
    /// A shipped model as one sees it first. A name that nothing was shipped under stays, to be
    /// complained about when it is fetched.
    #[must_use]
    pub fn shipped(slug: &str) -> Self {
        let mut scene = Self {
            shipped: Some(quoted(slug)),
            ..Self::own()
        };
        for (key, value) in shipped::of(slug)
            .iter()
            .flat_map(|found| entries(found.view))
        {
            // tests/training/shipped.rs reads every view.
            let _ = scene.set(key, value);
        }
        scene
    }

    /// No model yet, and nothing chosen.
    #[must_use]
    pub fn own() -> Self {
        Self {
            shipped: None,
            runs: [None, None],
            example: 0,
            text: None,
            head: (0, 0),
            pinned: None,
            lines: false,
            threshold: 0.0,
            panel: Panel::Head,
        }
    }
}

/// The longest own text in a link, in bytes.
const MOST_TEXT: usize = 1000;

/// `scene` as a fragment, without `#`.
#[must_use]
pub fn encode(scene: &Scene) -> String {
    let usual = scene.usual();
    let mut entries = vec![("lesson", "training".to_owned())];
    let mut when = |is: bool, key, value: String| {
        if is {
            entries.push((key, value));
        }
    };
    if let Some(slug) = &scene.shipped {
        when(*slug != OPENING, "model", slug.clone());
    }
    for (key, run) in ["a", "b"].into_iter().zip(&scene.runs) {
        if let Some(settings) = run {
            when(true, key, self::settings(settings));
        }
    }
    when(
        scene.example != usual.example,
        "example",
        scene.example.to_string(),
    );
    if let Some(text) = &scene.text {
        when(
            true,
            "text",
            utf8_percent_encode(text, NON_ALPHANUMERIC).to_string(),
        );
    }
    let (layer, head) = scene.head;
    when(scene.head != usual.head, "head", format!("{layer}.{head}"));
    if scene.pinned != usual.pinned {
        let place = scene.pinned.map(|place| place.to_string());
        when(true, "pin", place.unwrap_or_default());
    }
    when(scene.lines, "lines", "1".to_owned());
    when(
        scene.threshold != 0.0,
        "least",
        number::shortest(scene.threshold),
    );
    when(
        scene.panel != usual.panel,
        "panel",
        scene.panel.slug().to_owned(),
    );
    let entries: Vec<_> = entries
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    entries.join("&")
}

/// Reads a fragment. Any bytes are safe to pass; keys that are not known are passed over.
///
/// # Errors
/// [`TrainingProblem::Link`] for the first entry that cannot be taken.
pub fn decode(fragment: &str) -> Result<Scene, TrainingProblem> {
    let named = |wanted: &str| entries(fragment).filter(|(key, _)| *key == wanted).last();
    let mut scene = match (named("a"), named("model")) {
        (Some(_), _) => Scene::own(),
        (None, Some((_, slug))) => Scene::shipped(slug),
        (None, None) => Scene::default(),
    };
    for (key, value) in entries(fragment) {
        scene.set(key, value)?;
    }
    Ok(scene)
}

fn entries(fragment: &str) -> impl Iterator<Item = (&str, &str)> {
    let entries = fragment.split('&');
    entries.filter_map(|entry| entry.split_once('='))
}

impl Scene {
    /// What this scene began as.
    fn usual(&self) -> Self {
        match &self.shipped {
            Some(slug) => Self::shipped(slug),
            None => Self::own(),
        }
    }

    /// Takes one entry of a link.
    fn set(&mut self, key: &str, value: &str) -> Result<(), TrainingProblem> {
        let wrong = || TrainingProblem::Link(key.to_owned(), quoted(value));
        match key {
            "a" => self.runs[0] = Some(read_settings(value)?),
            "b" => self.runs[1] = Some(read_settings(value)?),
            "example" => self.example = value.parse().map_err(|_| wrong())?,
            "text" => self.text = Some(text(value).ok_or_else(wrong)?),
            "head" => self.head = pair(value).ok_or_else(wrong)?,
            "pin" if value.is_empty() => self.pinned = None,
            "pin" => self.pinned = Some(value.parse().map_err(|_| wrong())?),
            "lines" => self.lines = value == "1",
            "least" => self.threshold = share(value).ok_or_else(wrong)?,
            "panel" => {
                let found = Panel::ALL.into_iter().find(|own| own.slug() == value);
                self.panel = found.ok_or_else(wrong)?;
            }
            _ => {}
        }
        Ok(())
    }
}

fn text(value: &str) -> Option<String> {
    let text = percent_decode_str(value).decode_utf8().ok()?;
    (text.len() <= MOST_TEXT).then(|| text.into_owned())
}

fn pair(value: &str) -> Option<(usize, usize)> {
    let (layer, head) = value.split_once('.')?;
    Some((layer.parse().ok()?, head.parse().ok()?))
}

fn share(value: &str) -> Option<f32> {
    let share = number::parse(value).ok()?;
    (0.0..=1.0).contains(&share).then_some(share)
}

/// Settings in one line: the task, then what differs from its usual settings.
#[must_use]
pub fn settings(own: &Settings) -> String {
    let usual = Settings::of(own.task);
    let mut text = own.task.slug().to_owned();
    let mut when = |is: bool, key: &str, value: &str| {
        if is {
            text.push_str(&format!(",{key}:{value}"));
        }
    };
    let switch = |on: bool| if on { "1" } else { "0" };
    when(
        own.n_layers != usual.n_layers,
        "layers",
        &own.n_layers.to_string(),
    );
    when(
        own.n_heads != usual.n_heads,
        "heads",
        &own.n_heads.to_string(),
    );
    when(
        own.d_model != usual.d_model,
        "d_model",
        &own.d_model.to_string(),
    );
    when(own.mlp != usual.mlp, "mlp", switch(own.mlp));
    when(own.family != usual.family, "family", own.family.slug());
    when(
        own.positions != usual.positions,
        "positions",
        own.positions.slug(),
    );
    when(own.scaled != usual.scaled, "scaled", switch(own.scaled));
    when(own.causal != usual.causal, "causal", switch(own.causal));
    when(
        own.optimiser != usual.optimiser,
        "optimiser",
        own.optimiser.slug(),
    );
    when(own.rate != usual.rate, "rate", &number::shortest(own.rate));
    when(
        own.weight_decay != usual.weight_decay,
        "decay",
        &number::shortest(own.weight_decay),
    );
    when(own.batch != usual.batch, "batch", &own.batch.to_string());
    when(own.seed != usual.seed, "seed", &own.seed.to_string());
    text
}

/// Reads what [`settings`] writes; whether they make a model is for [`Settings::check`].
///
/// # Errors
/// [`TrainingProblem::Link`] for the first entry that cannot be taken.
pub fn read_settings(text: &str) -> Result<Settings, TrainingProblem> {
    let (task, rest) = text.split_once(',').unwrap_or((text, ""));
    let of_task = Task::of(task).map(Settings::of);
    let mut own = of_task.ok_or_else(|| TrainingProblem::Link("task".to_owned(), quoted(task)))?;
    for (key, value) in rest.split(',').filter_map(|entry| entry.split_once(':')) {
        set(&mut own, key, value)
            .ok_or_else(|| TrainingProblem::Link(quoted(key), quoted(value)))?;
    }
    Ok(own)
}

/// One entry; `None` when its value cannot be taken.
fn set(own: &mut Settings, key: &str, value: &str) -> Option<()> {
    match key {
        "layers" => own.n_layers = value.parse().ok()?,
        "heads" => own.n_heads = value.parse().ok()?,
        "d_model" => own.d_model = value.parse().ok()?,
        "mlp" => own.mlp = switch(value)?,
        "family" => own.family = Family::of(value)?,
        "positions" => own.positions = PositionKind::of(value)?,
        "scaled" => own.scaled = switch(value)?,
        "causal" => own.causal = switch(value)?,
        "optimiser" => own.optimiser = OptimiserKind::of(value)?,
        "rate" => own.rate = number::parse(value).ok()?,
        "decay" => own.weight_decay = number::parse(value).ok()?,
        "batch" => own.batch = value.parse().ok()?,
        "seed" => own.seed = value.parse().ok()?,
        _ => {}
    }
    Some(())
}

fn switch(value: &str) -> Option<bool> {
    match value {
        "1" => Some(true),
        "0" => Some(false),
        _ => None,
    }
}
