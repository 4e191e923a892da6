//! The cost lesson in a link: what is measured and how it is shown. A link holds no measurements:
//! whoever opens it measures their own device.

use super::fit::Quantity;
use super::method::Method;
use super::plan::Place;
use super::problem::CostProblem;
use super::settings::Settings;
use crate::core::problem::quoted;

/// What of the cost lesson a link holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What is to be measured.
    pub settings: Settings,
    /// What is plotted.
    pub show: Quantity,
    /// The point that is explained.
    pub at: Option<Place>,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            show: Quantity::Time,
            at: None,
        }
    }
}

impl Quantity {
    /// The name in links and controls.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Memory => "memory",
        }
    }
}

/// `scene` as a fragment, without `#`: what differs from what an empty link opens.
#[must_use]
pub fn encode(scene: &Scene) -> String {
    let (usual, own) = (Settings::default(), &scene.settings);
    let mut text = String::from("lesson=cost");
    let mut when = |is: bool, key: &str, value: String| {
        if is {
            text.push_str(&format!("&{key}={value}"));
        }
    };
    let (was, is) = (usual.setup, own.setup);
    when(is.d != was.d, "d", is.d.to_string());
    when(is.causal != was.causal, "causal", "1".to_owned());
    when(is.window != was.window, "window", is.window.to_string());
    when(is.seed != was.seed, "seed", is.seed.to_string());
    let methods: Vec<_> = own.methods.iter().map(|method| method.slug()).collect();
    when(own.methods != usual.methods, "methods", methods.join("."));
    when(own.largest != usual.largest, "to", own.largest.to_string());
    when(own.budget != usual.budget, "budget", own.budget.to_string());
    let memory = scene.show == Quantity::Memory;
    when(memory, "show", scene.show.slug().to_owned());
    if let Some((method, n)) = scene.at {
        when(true, "at", format!("{}.{n}", method.slug()));
    }
    text
}

/// Reads a fragment. Any bytes are safe to pass; keys that are not known are passed over.
///
/// # Errors
/// [`CostProblem`] for the first entry that cannot be taken, or for what all of them come to.
pub fn decode(fragment: &str) -> Result<Scene, CostProblem> {
    let mut scene = Scene::default();
    let entries = fragment.split('&');
    for (key, value) in entries.filter_map(|entry| entry.split_once('=')) {
        set(&mut scene, key, value)
            .ok_or_else(|| CostProblem::Link(key.to_owned(), quoted(value)))?;
    }
    scene.settings.check()?;
    Ok(scene)
}

/// Takes one entry of a link; `None` when its value cannot be taken.
fn set(scene: &mut Scene, key: &str, value: &str) -> Option<()> {
    let Scene { settings, show, at } = scene;
    match key {
        "d" => settings.setup.d = value.parse().ok()?,
        "causal" => settings.setup.causal = switch(value)?,
        "window" => settings.setup.window = value.parse().ok()?,
        "seed" => settings.setup.seed = value.parse().ok()?,
        "methods" => settings.methods = methods(value)?,
        "to" => settings.largest = value.parse().ok()?,
        "budget" => settings.budget = value.parse().ok()?,
        "show" => *show = quantity(value)?,
        "at" => *at = Some(place(value)?),
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

/// In the order of [`Method::ALL`], whatever the link's; named twice is named once.
fn methods(value: &str) -> Option<Vec<Method>> {
    let named: Option<Vec<_>> = value.split('.').map(Method::of).collect();
    let named = named?;
    let own = Method::ALL.into_iter();
    Some(own.filter(|method| named.contains(method)).collect())
}

fn quantity(value: &str) -> Option<Quantity> {
    let both = [Quantity::Time, Quantity::Memory];
    both.into_iter().find(|own| own.slug() == value)
}

fn place(value: &str) -> Option<Place> {
    let (method, n) = value.split_once('.')?;
    let n = n
        .parse()
        .ok()
        .filter(|n| super::settings::SIZES.contains(n))?;
    Some((Method::of(method)?, n))
}
