//! The plane of the second beat, in which the query is turned.

use leptos::html;
use leptos::prelude::*;
use lesson::Name;
use lesson::core::command::{Command, Edit};
use lesson::lessons::stepper::guided::plane::{Plane, Point};
use lesson::lessons::stepper::guided::strongest;

use super::Guide;
use crate::browser::{elements, listening, targets};
use crate::reactive::{derived, effect};
use crate::screen::screen;
use crate::shell::Place;
use crate::text::say;
use crate::widgets::markup::element;

/// Half of the plane's side in the units of its picture.
const HALF: f32 = 100.0;
/// How far from the tip of q its ring reaches, and where its name stands.
const RING: f32 = 8.0;
const BEYOND: f32 = 17.0;

/// While the query is turned, the plane keeps its size, `held`. `sides` are those of the picture.
#[component]
pub fn Turning(
    plane: Memo<Option<Plane>>,
    held: RwSignal<Option<f32>>,
    sides: RwSignal<Point>,
) -> impl IntoView {
    let guide = expect_context::<Guide>();
    let (place, screen) = (NodeRef::<html::Div>::new(), screen());
    let typed = move || guide.is_typed(Name::Q);
    effect(move || {
        screen.resized.track();
        if let Some(own) = elements::sides(place) {
            sides.set(own);
        }
    });
    listening::hear(
        place,
        &["pointerdown", "pointermove", "pointerup", "pointercancel"],
        move |kind, event| {
            match kind {
                "pointerdown" if !targets::may_drag(event, ".g-hold") => return,
                // What follows from X cannot be turned.
                "pointerdown" if !untrack(typed) => return,
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
                <i class="g-hold" style=tip hidden=derived(move || !typed())></i>
            </div>
            <figcaption>{say!(guided.plane)}</figcaption>
        </figure>
    }
}

/// Puts the tip of the query where the pointer is; `x` and `y` from −1 to 1 in the square in the middle.
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
fn signs(q: Point) -> String {
    let (x, y) = direction(q);
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

/// One long that way; upwards where there is no way.
fn direction((x, y): Point) -> Point {
    match x.hypot(y) {
        0.0 => (0.0, -1.0),
        length => (x / length, y / length),
    }
}

fn arrow(class: &str, (x, y): Point) -> String {
    format!("<line class=\"{class}\" x2=\"{x:.1}\" y2=\"{y:.1}\" marker-end=\"url(#{class})\"/>")
}

/// The name of a key at its tip `(x, y)`: on the far side of the arrow; where q is, off its line and its ring.
fn key_name((x, y): Point, q: Point, name: &str) -> String {
    let (ux, uy) = direction(q);
    let side = if ux * y > uy * x { 1.0 } else { -1.0 };
    let beside = (q.0 - x).abs() < 26.0 && (q.1 - y).abs() < 24.0;
    let (left, above, gap) = match beside {
        true => (uy * side > 0.0, ux * side < 0.0, RING),
        false => (x < 0.0, y < 0.0, 0.0),
    };
    let (anchor, dx) = if left {
        ("end", -gap / 2.0)
    } else {
        ("start", gap / 2.0)
    };
    let dy = if above { -4.0 - gap } else { 11.0 + gap };
    let attributes = format!(
        "x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\"",
        x + dx,
        y + dy
    );
    element("text", &attributes, name)
}

/// The name of q: beside its ring, on the side that the nearest key is not on.
fn own_name((qx, qy): Point, keys: &[Point]) -> String {
    let (x, y) = direction((qx, qy));
    let ways = keys.iter().map(|(kx, ky)| (kx - qx, ky - qy));
    let nearest = ways.min_by(|one, other| one.0.hypot(one.1).total_cmp(&other.0.hypot(other.1)));
    let (nx, ny) = nearest.unwrap_or_default();
    let beyond = if x * ny > y * nx { -BEYOND } else { BEYOND };
    format!(
        "<text class=\"g-own-name\" x=\"{:.1}\" y=\"{:.1}\">q</text>",
        qx - y * beyond,
        qy + x * beyond + 4.0
    )
}

/// The side on which scores are positive, everything that lies along q, and the line of q.
fn side(q: Point) -> String {
    if q == (0.0, 0.0) {
        return String::new();
    }
    let (x, y) = direction(q);
    let (dx, dy) = (x * 9.0 * HALF, y * 9.0 * HALF);
    format!(
        "<polygon class=\"g-side\" points=\"{:.0},{:.0} {:.0},{:.0} {:.0},{:.0} {:.0},{:.0}\"/>\
         <line class=\"g-along\" x1=\"{:.0}\" y1=\"{:.0}\" x2=\"{dx:.0}\" y2=\"{dy:.0}\"/>{}",
        -dy,
        dx,
        dy,
        -dx,
        dy + dx,
        dy - dx,
        dx - dy,
        dy + dx,
        -dx,
        -dy,
        signs(q)
    )
}

fn drawn(guide: Guide, plane: &Plane) -> String {
    let names = guide.lab.document.with(|d| d.key_tokens().to_vec());
    let best = guide
        .lab
        .trace
        .with(|trace| strongest(trace, Name::Scores, guide.row.get()));
    let at = |(x, y): Point| (x / plane.extent * HALF, -y / plane.extent * HALF);
    let q = at(plane.q);
    let tips: Vec<Point> = plane.keys.iter().map(|key| at(*key)).collect();
    let key = |(tip, name): (&Point, &String)| arrow("g-k", *tip) + &key_name(*tip, q, name);
    let keys: String = tips.iter().zip(&names).map(key).collect();
    let foot = plane.keys.get(best).and_then(|key| plane.foot(*key));
    let foot = tips.get(best).zip(foot.map(at)).map(|((x0, y0), (x1, y1))| {
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
        "<svg viewBox=\"-100 -100 200 200\" aria-hidden=\"true\"><defs>{}{}</defs>{}\
         <path class=\"g-axes\" d=\"M-900 0H900M0 -900V900\"/>{keys}{}{}\
         <circle class=\"g-tip\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{RING}\"/>{}</svg>",
        head("g-k", 5),
        head("g-q", 3),
        side(q),
        foot.unwrap_or_default(),
        arrow("g-q", q),
        q.0,
        q.1,
        own_name(q, &tips)
    )
}
