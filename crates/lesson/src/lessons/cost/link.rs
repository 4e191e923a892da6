//! The cost lesson in a link: what is measured and how it is shown. A link holds no measurements:
//! whoever opens it measures their own device.

use super::fit::Quantity;
use super::method::Method;
use super::plan::Place;
use super::settings::Settings;
use crate::core::fragment::{Entries, Fragment};
use crate::core::problem::Problem;
use crate::core::standing::Viewed;

/// What is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What is plotted.
    pub show: Quantity,
    /// The point that is explained.
    pub at: Option<Place>,
}

impl Default for View {
    fn default() -> Self {
        let show = Quantity::Time;
        Self { show, at: None }
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

/// Writes what differs from what an empty link opens.
pub(super) fn write(own: &Settings, view: &View, to: &mut Entries) {
    let usual = Settings::default();
    let (was, is) = (usual.setup, own.setup);
    to.when(is.d != was.d, "d", || is.d.to_string());
    to.when(is.causal != was.causal, "causal", || "1".to_owned());
    to.when(is.window != was.window, "window", || is.window.to_string());
    to.when(is.seed != was.seed, "seed", || is.seed.to_string());
    to.when(own.methods != usual.methods, "methods", || {
        let methods: Vec<_> = own.methods.iter().map(|method| method.slug()).collect();
        methods.join(".")
    });
    to.when(own.largest != usual.largest, "to", || {
        own.largest.to_string()
    });
    to.when(own.budget != usual.budget, "budget", || {
        own.budget.to_string()
    });
    let memory = view.show == Quantity::Memory;
    to.when(memory, "show", || view.show.slug().to_owned());
    if let Some((method, n)) = view.at {
        to.push("at", format!("{}.{n}", method.slug()));
    }
}

/// Reads what [`write`] writes; whether it can be measured is for [`Settings::check`].
///
/// # Errors
/// [`Problem::LinkEntry`] for the first entry that cannot be taken.
pub(super) fn read(link: Fragment<'_>) -> Result<(Settings, View), Problem> {
    let (mut own, mut view) = (Settings::default(), View::default());
    let setup = &mut own.setup;
    setup.d = link.count("d")?.unwrap_or(setup.d);
    setup.causal = link.switch("causal")?.unwrap_or(setup.causal);
    setup.window = link.count("window")?.unwrap_or(setup.window);
    setup.seed = link.count("seed")?.unwrap_or(setup.seed);
    own.methods = link.read("methods", methods)?.unwrap_or(own.methods);
    own.largest = link.count("to")?.unwrap_or(own.largest);
    own.budget = link.count("budget")?.unwrap_or(own.budget);
    view.show = link.read("show", quantity)?.unwrap_or(view.show);
    view.at = link.read("at", place)?;
    Ok((own, view))
}

/// In the order of [`Method::ALL`], whatever the link's; named twice is named once.
fn methods(value: &str) -> Option<Vec<Method>> {
    if value.is_empty() {
        return Some(Vec::new());
    }
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

impl Viewed for View {}
