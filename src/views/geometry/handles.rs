//! What can be taken hold of in a plane: tips of arrows and points, by pointer and by arrow keys.

use leptos::ev;
use leptos::prelude::*;
use lesson::core::command::{Command, Edit};
use lesson::core::table::Axis;
use lesson::lessons::geometry::META;
use lesson::lessons::geometry::plane::Point;
use lesson::{Cell, Name};

use super::Field;
use crate::reactive::{derived, memo, on, part};
use crate::shell::Place;
use crate::text::tr;

/// A row of Q, K or V as a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tip(pub Name, pub usize);

/// How far an arrow key moves a tip, and how far with Shift.
const STEPS: (f32, f32) = (0.1, 1.0);
/// The largest coordinate that arrow keys lead to.
const FURTHEST: f32 = 100.0;

impl Tip {
    /// Where it is.
    pub fn at(self, field: Field) -> Option<Point> {
        let Tip(name, row) = self;
        field.lab.document.with(|d| {
            let matrix = d.input(name)?;
            Some((matrix.get(row, 0)?, matrix.get(row, 1)?))
        })
    }

    /// What it is called.
    fn called(self, field: Field) -> String {
        let Tip(name, row) = self;
        let token = field
            .lab
            .document
            .with(|d| d.key_tokens().get(row).cloned().unwrap_or_default());
        match name {
            Name::Q => tr!(geometry.tip_query),
            Name::K => tr!(geometry.tip_key, key = token),
            _ => tr!(geometry.tip_value, key = token),
        }
    }

    /// Puts it there, in tenths, so that numbers stay short. It is one step of undo until [`settle`].
    pub fn put(self, field: Field, (x, y): Point, extent: f32) {
        let tenths = |v: f32| (v.clamp(-extent, extent) * 10.0).round() / 10.0 + 0.0;
        self.set(field, (tenths(x), tenths(y)));
    }

    /// Moves it along one axis, or both; a number that stays keeps all its digits.
    fn nudge(self, field: Field, (x, y): Point, (dx, dy): Point) {
        let moved = |at: f32, by: f32| match by {
            0.0 => at,
            by => ((at + by).clamp(-FURTHEST, FURTHEST) * 1e4).round() / 1e4 + 0.0,
        };
        self.set(field, (moved(x, dx), moved(y, dy)));
        settle(field);
    }

    fn set(self, field: Field, (x, y): Point) {
        let first = Cell::new(self.0, self.1, 0);
        let drag = Edit::Drag(first, vec![x, y]);
        field
            .lab
            .try_run(Command::Edit(drag), Place::Cell(first), None);
    }

    /// Its key is the one that is looked at from now on.
    pub fn look(self, field: Field) {
        let shell = field.lab.shell;
        let asked = shell.lesson.with_untracked(|own| own.computes(own.place()));
        let over_keys = asked.filter(|table| {
            META.of(*table)
                .is_some_and(|table| table.cols == Axis::Keys)
        });
        if let (Some(table), true) = (over_keys, self.0 != Name::Q) {
            shell.run(Command::Pin(Some(Cell::new(table, 0, self.1))));
        }
    }
}

/// A drag has ended.
pub fn settle(field: Field) {
    field.lab.run(Command::Settle);
}

/// The tip nearest to a point.
pub fn nearest(field: Field, tips: &[Tip], (x, y): Point) -> Option<Tip> {
    let far = |tip: &Tip| {
        let at = tip.at(field)?;
        Some(((at.0 - x).hypot(at.1 - y), *tip))
    };
    let all = tips.iter().filter_map(far);
    all.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, tip)| tip)
}

/// A place for the keyboard at every tip of these matrices.
#[component]
pub fn Handles(
    /// The tips.
    tips: Memo<Vec<Tip>>,
    /// Half of the plane's side.
    extent: Signal<f32>,
) -> impl IntoView {
    let field = super::field();
    let count = memo(move || tips.with(Vec::len));
    let one = move |index: usize| {
        let tip = move || tips.with(|tips| tips.get(index).copied());
        let at = move || tip().and_then(|tip| tip.at(field)).unwrap_or_default();
        let style = derived(move || {
            let ((x, y), half) = (at(), extent.get());
            let percent = |part: f32| (50.0 + part / half * 50.0).clamp(0.0, 100.0);
            format!("left:{:.1}%;top:{:.1}%", percent(x), percent(-y))
        });
        let name = derived(move || {
            let (x, y) = at();
            let number = crate::language::exact;
            let called = tip().map(|tip| tip.called(field)).unwrap_or_default();
            tr!(geometry.tip, tip = called, x = number(x), y = number(y))
        });
        let press = move |event: ev::KeyboardEvent| {
            let (Some(tip), Some((dx, dy))) = (tip(), way(&event)) else {
                return;
            };
            event.prevent_default();
            tip.nudge(field, at(), (dx, dy));
        };
        view! { <button type="button" class="geo-tip" style=style aria-label=name on:keydown=on(press)></button> }
    };
    part(move || (0..count.get()).map(one).collect_view().into_any())
}

fn way(event: &ev::KeyboardEvent) -> Option<Point> {
    if event.alt_key() || event.ctrl_key() || event.meta_key() {
        return None;
    }
    let step = if event.shift_key() { STEPS.1 } else { STEPS.0 };
    Some(match event.key().as_str() {
        "ArrowLeft" => (-step, 0.0),
        "ArrowRight" => (step, 0.0),
        "ArrowUp" => (0.0, step),
        "ArrowDown" => (0.0, -step),
        _ => return None,
    })
}
