//! The second beat: the query meets every key; products meet and add up to a score.

use leptos::html;
use leptos::prelude::*;
use lesson::Name;
use lesson::core::command::{Command, Edit};
use lesson::lessons::stepper::guided::plane::{Plane, Point};
use lesson::lessons::stepper::guided::{products, strongest};

use super::Guide;
use super::picture::{around, bar, scale, text, token, twin, zero};
use super::query::Query;
use crate::browser::{listening, targets};
use crate::reactive::{derived, memo, shown_while};
use crate::shell::Place;
use crate::text::{say, tr};
use crate::widgets::markup::element;

/// Half of the plane's side in the units of its picture.
const HALF: f32 = 100.0;

#[component]
pub fn Match() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let held = RwSignal::new(None::<f32>);
    let plane = memo(move || {
        let row = guide.row.get();
        let own = guide.lab.trace.with(|trace| Plane::of(trace, row));
        own.map(|own| own.held(held.get()))
    });
    let flat = move || plane.with(Option::is_some);
    let count = derived(move || {
        let (m, d_k) = guide.lab.document.with(|d| (d.m(), d.d_k()));
        format!("--m:{m};--d:{d_k}")
    });
    let dense = derived(move || guide.lab.document.with(|d| d.m() > 4 || d.d_k() > 3));
    view! {
        <div class="g-match" class:flat=flat class:dense=dense style=count>
            {shown_while(flat, move || view! { <Turning plane=plane held=held/> }.into_any())}
            <div class="g-left">
                <span class="g-symbol hue-k">"K"<sup>"⊤"</sup><small>{say!(guided.offers)}</small></span>
                <Query/>
            </div>
            <div class="g-keys" tabindex="0" role="group" aria-label=say!(guided.match_table, word = guide.word()) inner_html=derived(move || keys(guide))></div>
        </div>
    }
}

/// Every key: its numbers, the products, and what they add up to.
fn keys(guide: Guide) -> String {
    let row = guide.row.get();
    let names = guide.lab.document.with(|d| d.key_tokens().to_vec());
    guide.lab.trace.with(|trace| {
        let (q, k, scores) = (trace.get(Name::Q), trace.get(Name::K), trace.get(Name::Scores));
        if row >= scores.rows() {
            return String::new();
        }
        let best = strongest(trace, Name::Scores, row);
        let all: Vec<Vec<f32>> = (0..k.rows()).map(|key| products(trace, row, key)).collect();
        let bounds = scale(all.iter().flat_map(|own| partial(own)).chain(scores.row(row).iter().copied()));
        let one = |key: usize| {
            let score = scores.at(row, key);
            let cells: String = k.row(key).iter().enumerate().map(|(c, v)| {
                element("b", &format!("class=\"g-cell\" data-m=\"k{key}-{c}\""), &guide.given(Name::K, *v))
            }).collect();
            let lines: String = all[key].iter().enumerate().map(|(c, product)| {
                line(guide, key, c, (q.at(row, c), k.at(key, c), *product))
            }).collect();
            let class = if key == best { "g-key best" } else { "g-key" };
            let active = if key == best { " data-explained=\"\"" } else { "" };
            let together = element("small", "", &tr!(guided.together));
            let sum = element("b", &format!("class=\"g-sum\" data-m=\"sum{key}\""), &guide.number(score));
            let card = format!(
                "<div class=\"g-card\"{active}><div class=\"g-lines\">{lines}</div><div class=\"g-bars\">{}{}</div>\
                 <div class=\"g-total\">{together}{sum}</div></div>",
                zero(bounds), stacked(key, &all[key], bounds)
            );
            around("section", &format!("class=\"{class}\""), &format!(
                "{}<div class=\"g-vector hue-k\">{cells}</div>{card}", token(key, &names[key])))
        };
        let drawn: String = (0..k.rows()).map(one).collect();
        let read = (0..k.rows()).map(|key| {
            let terms = all[key].iter().map(|product| guide.number(*product));
            (names[key].clone(), terms.chain([guide.number(scores.at(row, key))]).collect())
        });
        let columns: Vec<String> = (1..=q.cols())
            .map(|c| tr!(guided.product, index = c))
            .chain([tr!(stage.scores.title)])
            .collect();
        let table = twin(&tr!(guided.match_table, word = guide.word()), &columns, read.collect());
        format!("{table}<div class=\"g-drawn\" aria-hidden=\"true\" data-active=\"\">{drawn}</div>")
    })
}

/// `0.3 · 1.2 = 0.36`
fn line(guide: Guide, key: usize, c: usize, (q, k, product): (f32, f32, f32)) -> String {
    let factor = |name: Name, side: &str, value: f32| {
        element(
            "b",
            &format!("class=\"hue-{side}\" data-m=\"{side}{key}-{c}-f\""),
            &guide.given(name, value),
        )
    };
    format!(
        "<span>{}<i>·</i>{}<i>=</i>{}</span>",
        factor(Name::Q, "q", q),
        factor(Name::K, "k", k),
        element(
            "b",
            &format!("data-m=\"p{key}-{c}\""),
            &text(&guide.number(product))
        )
    )
}

/// The products one after the other, each from where the one before ended: cancelling is seen.
fn stacked(key: usize, products: &[f32], bounds: (f32, f32)) -> String {
    let ends = partial(products);
    let starts = std::iter::once(0.0).chain(ends.clone());
    let pairs = starts.zip(ends).enumerate();
    pairs
        .map(|(c, (from, to))| around("span", "", &bar(&format!("b{key}-{c}"), from, to, bounds)))
        .collect()
}

/// The sums of the first one, two, … products.
fn partial(products: &[f32]) -> impl Iterator<Item = f32> + Clone {
    products.iter().scan(0.0, |sum, product| {
        *sum += product;
        Some(*sum)
    })
}

/// The plane, in which the query is turned; while it is, the plane keeps its size, `held`.
#[component]
fn Turning(plane: Memo<Option<Plane>>, held: RwSignal<Option<f32>>) -> impl IntoView {
    let guide = expect_context::<Guide>();
    let place = NodeRef::<html::Div>::new();
    listening::hear(
        place,
        &["pointerdown", "pointermove", "pointerup", "pointercancel"],
        move |kind, event| {
            match kind {
                "pointerdown" if !targets::may_drag(event, ".g-hold") => return,
                "pointerdown" => {
                    held.set(plane.with_untracked(|own| own.as_ref().map(|own| own.extent)));
                    targets::hold(event);
                }
                "pointermove" if held.get_untracked().is_some() => {}
                _ if held.get_untracked().is_none() => return,
                _ => {
                    held.set(None);
                    return guide.lab.run(Command::Settle);
                }
            }
            if let Some(point) = targets::within(event) {
                turn(guide, plane, point);
            }
        },
    );
    // What a finger takes hold of stays while the picture is drawn anew.
    let tip = derived(move || {
        plane.with(|own| {
            own.as_ref().map_or_else(String::new, |own| {
                format!("--x:{};--y:{}", own.q.0 / own.extent, own.q.1 / own.extent)
            })
        })
    });
    view! {
        <figure class="g-plane">
            <div node_ref=place>
                <div inner_html=derived(move || plane.with(|own| own.as_ref().map(|own| drawn(guide, own))))></div>
                <i class="g-hold" style=tip></i>
            </div>
            <figcaption>{say!(guided.plane)}</figcaption>
        </figure>
    }
}

/// Puts the tip of the query where the pointer is; `x` and `y` from −1 to 1.
fn turn(guide: Guide, plane: Memo<Option<Plane>>, (x, y): (f32, f32)) {
    let Some(own) = plane.get_untracked() else {
        return;
    };
    let row = guide.row.get_untracked();
    let tip = own.rounded((x * own.extent, y * own.extent));
    let first = lesson::Cell::new(Name::Q, row, 0);
    let drag = Edit::Drag(first, vec![tip.0, tip.1]);
    guide
        .lab
        .try_run(Command::Edit(drag), Place::Cell(first), None);
}

/// Which side is which: a plus beside the line of q where scores are positive, a minus where they are negative.
fn signs((x, y): (f32, f32)) -> String {
    let length = x.hypot(y).max(1e-3);
    let (x, y) = (x / length, y / length);
    let sign = |text: &str, along: f32| {
        // Away from the line, at whose end keys have their names.
        let at = (x * along - y * 0.6, y * along + x * 0.6);
        let attributes = format!(
            "class=\"g-sign\" x=\"{:.0}\" y=\"{:.0}\"",
            at.0 * HALF,
            at.1 * HALF
        );
        element("text", &attributes, text)
    };
    sign("+", 0.45) + &sign("−", -0.45)
}

fn drawn(guide: Guide, plane: &Plane) -> String {
    let names = guide.lab.document.with(|d| d.key_tokens().to_vec());
    let best = guide
        .lab
        .trace
        .with(|trace| strongest(trace, Name::Scores, guide.row.get()));
    let at = |(x, y): Point| (x / plane.extent * HALF, -y / plane.extent * HALF);
    let arrow = |class: &str, tip: Point| {
        let (x, y) = at(tip);
        format!(
            "<line class=\"{class}\" x2=\"{x:.1}\" y2=\"{y:.1}\" marker-end=\"url(#{class})\"/>"
        )
    };
    let (qx, qy) = at(plane.q);
    let key = |(index, tip): (usize, &Point)| {
        let (x, y) = at(*tip);
        // On the far side of the arrow, or on the other where the tip of q stands there.
        let far = if x < 0.0 { -1.0 } else { 1.0 };
        let taken = (qx - x - far * 10.0).abs() < 18.0 && (qy - y).abs() < 16.0;
        let (anchor, dy) = (
            if (x < 0.0) != taken { "end" } else { "start" },
            if y < 0.0 { -4.0 } else { 11.0 },
        );
        let name = format!("x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\"", y + dy);
        format!(
            "{}{}",
            arrow("g-k", *tip),
            element("text", &name, names.get(index).map_or("", |n| n))
        )
    };
    let keys: String = plane.keys.iter().enumerate().map(key).collect();
    let far = 9.0 * HALF / qx.hypot(qy).max(1e-3);
    let (dx, dy) = (qx * far, qy * far);
    // The side on which scores are positive: everything that lies along q.
    let side = format!(
        "<polygon class=\"g-side\" points=\"{:.0},{:.0} {:.0},{:.0} {:.0},{:.0} {:.0},{:.0}\"/>\
         <line class=\"g-along\" x1=\"{:.0}\" y1=\"{:.0}\" x2=\"{dx:.0}\" y2=\"{dy:.0}\"/>",
        -dy,
        dx,
        dy,
        -dx,
        dy + dx,
        dy - dx,
        dx - dy,
        dy + dx,
        -dx,
        -dy
    );
    let side = match qx == 0.0 && qy == 0.0 {
        true => String::new(),
        false => side + &signs((qx, qy)),
    };
    let foot = plane
        .keys
        .get(best)
        .and_then(|key| Some((at(*key), at(plane.foot(*key)?))));
    let foot = foot.map(|((x0, y0), (x1, y1))| {
        format!(
            "<line class=\"g-foot\" x1=\"{x0:.1}\" y1=\"{y0:.1}\" x2=\"{x1:.1}\" y2=\"{y1:.1}\"/>"
        )
    });
    let head = |class: &str, size: u8| {
        format!(
            "<marker id=\"{class}\" viewBox=\"0 0 10 10\" refX=\"8\" refY=\"5\" markerWidth=\"{size}\" markerHeight=\"{size}\" \
         orient=\"auto-start-reverse\"><path class=\"{class}-head\" d=\"M0 0L10 5L0 10z\"/></marker>"
        )
    };
    format!(
        "<svg viewBox=\"-100 -100 200 200\" aria-hidden=\"true\"><defs>{}{}</defs>{side}\
         <path class=\"g-axes\" d=\"M-900 0H900M0 -900V900\"/>{keys}{}{}\
         <circle class=\"g-tip\" cx=\"{qx:.1}\" cy=\"{qy:.1}\" r=\"6\"/>\
         <text class=\"g-own-name\" x=\"{:.1}\" y=\"{:.1}\">q</text></svg>",
        head("g-k", 5),
        head("g-q", 3),
        foot.unwrap_or_default(),
        arrow("g-q", plane.q),
        qx + if qx < 0.0 { 9.0 } else { -9.0 },
        qy + 3.0
    )
}
