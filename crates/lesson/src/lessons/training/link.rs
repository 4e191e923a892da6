//! The training lesson in a link: which runs, and what is looked at. A link holds settings, not
//! weights: whoever opens it gets the same run by training it, bit for bit.

use super::lesson::first;
use super::look::{Instead, Without};
use super::settings::{Family, OptimiserKind, PositionKind, Settings};
use super::shipped;
use super::task::Task;
use crate::core::fragment::{Entries, Fragment, decoded, encoded};
use crate::core::number;
use crate::core::problem::{Problem, quoted};
use crate::core::standing::Viewed;

/// What stands beside the gallery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// One head, large.
    #[default]
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

/// All that decides the numbers: which runs, and what is shown to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The slug of a shipped model, when that is what stands on side A.
    pub shipped: Option<String>,
    /// The runs of side A (unless shipped) and B.
    pub runs: [Option<Settings>; 2],
    /// Which of the held-out sequences is shown.
    pub example: u32,
    /// The learner's own text, shown instead.
    pub text: Option<String>,
    /// The heads that are taken out, in order.
    pub without: Vec<Without>,
}

/// What is looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
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

/// A shipped model as one sees it first. A name that nothing was shipped under stays, to be
/// complained about when it is fetched.
#[must_use]
pub fn shipped(slug: &str) -> (Document, View) {
    let (mut document, mut view) = own();
    document.shipped = Some(quoted(slug));
    let link = shipped::of(slug).map_or("", |found| found.view);
    for (key, value) in Fragment(link).entries() {
        // tests/training/shipped.rs reads every view.
        let _ = set(&mut document, &mut view, key, value);
    }
    (document, view)
}

/// No model yet, and nothing chosen.
#[must_use]
pub fn own() -> (Document, View) {
    let document = Document {
        shipped: None,
        runs: [None, None],
        example: 0,
        text: None,
        without: Vec::new(),
    };
    (document, View::default())
}

/// What a state began as.
fn usual(document: &Document) -> (Document, View) {
    document.shipped.as_deref().map_or_else(own, shipped)
}

/// The longest own text in a link, in bytes.
const MOST_TEXT: usize = 1000;

/// Writes what differs from what the state began as.
pub(super) fn write(document: &Document, view: &View, to: &mut Entries) {
    let (usual, usual_view) = usual(document);
    if let Some(slug) = &document.shipped {
        to.when(slug != OPENING, "model", || slug.clone());
    }
    for (key, run) in ["a", "b"].into_iter().zip(&document.runs) {
        if let Some(run) = run {
            to.push(key, settings(run));
        }
    }
    let example = document.example;
    to.when(example != usual.example, "example", || example.to_string());
    if let Some(text) = &document.text {
        to.push("text", encoded(text));
    }
    to.when(document.without != usual.without, "off", || {
        heads_out(&document.without)
    });
    let (layer, head) = view.head;
    to.when(view.head != usual_view.head, "head", || {
        format!("{layer}.{head}")
    });
    to.when(view.pinned != usual_view.pinned, "pin", || {
        view.pinned
            .map(|place| place.to_string())
            .unwrap_or_default()
    });
    to.when(view.lines, "lines", || "1".to_owned());
    to.when(view.threshold != 0.0, "least", || {
        number::shortest(view.threshold)
    });
    to.when(view.panel != usual_view.panel, "panel", || {
        view.panel.slug().to_owned()
    });
}

/// Reads what [`write`] writes.
///
/// # Errors
/// [`Problem::LinkEntry`] for the first entry that cannot be taken.
pub(super) fn read(
    link: Fragment<'_>,
    base: Option<(Document, View)>,
) -> Result<(Document, View), Problem> {
    let (mut document, mut view) = match (link.get("a"), link.get("model")) {
        (Some(_), _) => own(),
        (None, Some(slug)) => shipped(slug),
        (None, None) => base.unwrap_or_else(|| shipped(OPENING)),
    };
    for (key, value) in link.entries() {
        set(&mut document, &mut view, key, value)?;
    }
    let runs = [first(&document), document.runs[1].clone()];
    let has = |own: &Without| {
        let mut runs = runs.iter().flatten();
        runs.any(|run| own.layer < run.n_layers && own.head < run.n_heads)
    };
    document.without.retain(has);
    Ok((document, view))
}

/// Takes one entry of a link.
fn set(document: &mut Document, view: &mut View, key: &str, value: &str) -> Result<(), Problem> {
    let wrong = || Problem::LinkEntry(key.to_owned(), quoted(value));
    match key {
        "a" => document.runs[0] = Some(read_settings(value)?),
        "b" => document.runs[1] = Some(read_settings(value)?),
        "example" => document.example = value.parse().map_err(|_| wrong())?,
        "text" => document.text = Some(text(value).ok_or_else(wrong)?),
        "off" => document.without = read_heads_out(value).ok_or_else(wrong)?,
        "head" => view.head = pair(value).ok_or_else(wrong)?,
        "pin" if value.is_empty() => view.pinned = None,
        "pin" => view.pinned = Some(value.parse().map_err(|_| wrong())?),
        "lines" => view.lines = value == "1",
        "least" => view.threshold = share(value).ok_or_else(wrong)?,
        "panel" => {
            let found = Panel::ALL.into_iter().find(|own| own.slug() == value);
            view.panel = found.ok_or_else(wrong)?;
        }
        _ => {}
    }
    Ok(())
}

fn text(value: &str) -> Option<String> {
    decoded(value).filter(|text| text.len() <= MOST_TEXT)
}

fn pair(value: &str) -> Option<(usize, usize)> {
    let (layer, head) = value.split_once('.')?;
    Some((layer.parse().ok()?, head.parse().ok()?))
}

/// So many heads a link takes out at most: more than any model here has.
const MOST_OUT: usize = 64;

/// `1.0,0.1:mean`: layer and number of each, and what stands in for it where that is not zero.
fn heads_out(without: &[Without]) -> String {
    let one = |own: &Without| {
        let Without {
            layer,
            head,
            instead,
        } = own;
        match instead {
            Instead::Zero => format!("{layer}.{head}"),
            Instead::Mean => format!("{layer}.{head}:mean"),
        }
    };
    without.iter().map(one).collect::<Vec<_>>().join(",")
}

/// Reads what [`heads_out`] writes; of a head that is named twice the last counts.
fn read_heads_out(value: &str) -> Option<Vec<Without>> {
    let mut all = Vec::new();
    for text in value.split(',').filter(|text| !text.is_empty()) {
        let (at, instead) = match text.split_once(':') {
            None => (text, Instead::Zero),
            Some((at, "mean")) => (at, Instead::Mean),
            Some(_) => return None,
        };
        take_out(&mut all, pair(at)?, Some(instead));
    }
    (all.len() <= MOST_OUT).then_some(all)
}

/// Takes a head out of a model, or puts it back where nothing stands in for it.
pub(super) fn take_out(
    without: &mut Vec<Without>,
    (layer, head): (usize, usize),
    instead: Option<Instead>,
) {
    without.retain(|own| (own.layer, own.head) != (layer, head));
    let one = |instead| Without {
        layer,
        head,
        instead,
    };
    without.extend(instead.map(one));
    without.sort_by_key(|own| (own.layer, own.head));
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
/// [`Problem::LinkEntry`] for the first entry that cannot be taken.
pub fn read_settings(text: &str) -> Result<Settings, Problem> {
    let (task, rest) = text.split_once(',').unwrap_or((text, ""));
    let of_task = Task::of(task).map(Settings::of);
    let mut own = of_task.ok_or_else(|| Problem::LinkEntry("task".to_owned(), quoted(task)))?;
    for (key, value) in rest.split(',').filter_map(|entry| entry.split_once(':')) {
        set_one(&mut own, key, value)
            .ok_or_else(|| Problem::LinkEntry(quoted(key), quoted(value)))?;
    }
    Ok(own)
}

/// The settings that a run in a link can have, as [`settings`] names them.
const SETTINGS: [&str; 13] = [
    "layers",
    "heads",
    "d_model",
    "mlp",
    "family",
    "positions",
    "scaled",
    "causal",
    "optimiser",
    "rate",
    "decay",
    "batch",
    "seed",
];

/// What a link names that is not here: a model, or a setting of a run. A later page may have it, so the lesson opens
/// without; but a class that mistyped it would train another run.
#[must_use]
pub fn left_out(link: &str) -> Option<Problem> {
    let link = Fragment(link);
    let models = || shipped::SHIPPED.iter().map(|own| own.slug).collect();
    let unknown = |slug: &&str| shipped::of(slug).is_none();
    // Of a run that is named the model is not asked for.
    let model = link.get("model").filter(|_| !link.has("a"));
    if let Some(slug) = model.filter(unknown) {
        return Some(Problem::LinkUnknown(
            "model".to_owned(),
            quoted(slug),
            models(),
        ));
    }
    let side = |side| unknown_setting(side, link.get(side)?);
    ["a", "b"].into_iter().find_map(side)
}

/// The first setting of a run that is none.
fn unknown_setting(side: &str, run: &str) -> Option<Problem> {
    let mut entries = run.split(',').skip(1).filter(|entry| !entry.is_empty());
    entries.find_map(|entry| match entry.split_once(':') {
        Some((key, _)) if SETTINGS.contains(&key) => None,
        Some((key, _)) => Some(Problem::LinkUnknown(
            side.to_owned(),
            quoted(key),
            SETTINGS.to_vec(),
        )),
        None => Some(Problem::LinkEntry(side.to_owned(), quoted(entry))),
    })
}

/// One entry; `None` when its value cannot be taken.
fn set_one(own: &mut Settings, key: &str, value: &str) -> Option<()> {
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

impl Viewed for View {}
