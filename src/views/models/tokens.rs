//! The tokens of the text: markup, for there may be hundreds, and with each one that a model writes all look from another.

use leptos::ev::Event;
use leptos::html;
use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;

use super::state::{Inspector, inspector};
use crate::browser::{elements, focus, listening, page, targets};
use crate::plot::colours;
use crate::reactive::{effect, memo};
use crate::screen::screen;
use crate::text::{following, say, tr};
use crate::views::models::words::placed;
use crate::widgets::markup;

/// The box of the tokens, which scrolls.
const TOKENS: &str = "model-tokens";
/// What of a token hears.
const HEARD: [&str; 5] = [
    "click",
    "pointerover",
    "pointerleave",
    "focusin",
    "focusout",
];

/// The tokens as buttons: pointing at one shows where it looks and who looks at it, a click keeps it. All of them are
/// one stop for Tab, with arrows from one to the next.
#[component]
pub fn Tokens() -> impl IntoView {
    let inspector = inspector();
    let tokens = inspector.tokens;
    let row = NodeRef::<html::Div>::new();
    focus::rove(row);
    listening::hear(row, &HEARD, move |kind, event| hear(inspector, kind, event));
    draw(inspector, row);
    // One that is pointed at is in sight; the one that a text begins with, or a link names, may stand further down.
    let kept = memo(move || inspector.view.with(|view| view.token));
    effect(move || {
        tokens.track();
        kept.track();
        page::after_frame(|| elements::show_in(TOKENS, ".lit"));
    });
    let count = following(move || {
        let count = tr!(counted.tokens, count = tokens.with(|all| all.len()));
        match inspector.reads.get() {
            true => tr!(models.reading),
            false => tr!(models.tokens, tokens = count),
        }
    });
    view! {
        <div class="re-tokens" id=TOKENS node_ref=row role="group" aria-label=say!(head.tokens)></div>
        <p class="caption-line">{count}</p>
    }
}

fn hear(inspector: Inspector, kind: &str, event: &Event) {
    let at = targets::number(event, "data-token");
    match (kind, at) {
        ("click", Some(place)) => {
            let kept = inspector.view.with_untracked(|view| view.token) == Some(place);
            inspector.own(Change::Token((!kept).then_some(place)));
        }
        ("pointerover" | "focusin", at) if inspector.hovered.get_untracked() != at => {
            inspector.hovered.set(at)
        }
        ("pointerleave" | "focusout", _) => inspector.hovered.set(None),
        _ => {}
    }
}

/// Keeps the row true to the text, and to the token that is looked from.
fn draw(inspector: Inspector, row: NodeRef<html::Div>) {
    let dark = screen().dark;
    let tokens = memo(move || {
        let one = |(place, text): (usize, &String)| button(place, text, dark.get());
        inspector
            .tokens
            .with(|all| all.iter().enumerate().map(one).collect::<String>())
    });
    let before = StoredValue::new((String::new(), Vec::new()));
    effect(move || {
        let Some(row) = row.get() else { return };
        let (tokens, looks) = (tokens.get(), looks(inspector, dark.get()));
        before.update_value(|(filled, written): &mut (String, Vec<Look>)| {
            // A text that only goes on keeps its tokens, and what they look like.
            if !elements::go_on(&row, filled, &tokens) {
                written.clear();
            }
            for (place, look) in looks.iter().enumerate() {
                if written.get(place) != Some(look) {
                    elements::dress(&row, place, &look.attributes());
                }
            }
            if written.is_empty() || is_few(written) != is_few(&looks) {
                let _ = row.set_attribute("data-few", &is_few(&looks).to_string());
            }
            (*filled, *written) = (tokens, looks);
        });
    });
}

fn button(place: usize, text: &str, dark: bool) -> String {
    let stop = focus::stop(place == 0);
    let colour = colours::css(colours::token(place, dark));
    let attributes = format!(
        "type=\"button\" class=\"re-token\" data-token=\"{place}\" tabindex=\"{stop}\" style=\"--token:{colour}\" aria-pressed=\"false\""
    );
    markup::element("button", &attributes, &placed(text, place))
}

/// What of a token goes by the one that is looked from.
#[derive(PartialEq)]
struct Look {
    style: String,
    lit: bool,
    kept: bool,
}

impl Look {
    fn attributes(&self) -> [(&'static str, &str); 3] {
        let class = if self.lit { "re-token lit" } else { "re-token" };
        let kept = if self.kept { "true" } else { "false" };
        [
            ("style", &self.style),
            ("class", class),
            ("aria-pressed", kept),
        ]
    }
}

/// Each bar that moves is a layer of its own: those of a longer text change at once.
fn is_few(looks: &[Look]) -> bool {
    looks.len() <= 32
}

/// One a token.
fn looks(inspector: Inspector, dark: bool) -> Vec<Look> {
    let (from, kept) = (
        inspector.token.get(),
        inspector.view.with(|view| view.token),
    );
    let colour = |place: usize| colours::css(colours::token(place, dark));
    let count = inspector.tokens.with(|all| all.len());
    inspector.head.with(|head| {
        let weight = |query: usize, key: usize| {
            let head = head.as_ref()?;
            head.weights.get(query * head.n + key).copied()
        };
        let look = |place: usize| Look {
            style: style(
                &colour,
                (place, from),
                [weight(from, place), weight(place, from)],
            ),
            lit: place == from,
            kept: kept == Some(place),
        };
        (0..count).map(look).collect()
    })
}

/// A weight below which a bar is not to be seen.
const UNSEEN: f32 = 0.005;

/// Its colour, and its bars as far as they are to be seen: with each token that is written anew all others would
/// change a little, and the browser would work out the style of each.
fn style(
    colour: &impl Fn(usize) -> String,
    (place, from): (usize, usize),
    weights: [Option<f32>; 2],
) -> String {
    let [looks, seen] = weights.map(|own| own.filter(|own| *own >= UNSEEN).unwrap_or(0.0));
    let own = format!("--token:{}", colour(place));
    match looks.max(seen) > 0.0 {
        true => format!(
            "{own};--focus:{};--looks:{looks:.3};--seen:{seen:.3}",
            colour(from)
        ),
        false => own,
    }
}
