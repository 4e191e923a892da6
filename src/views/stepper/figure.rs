//! The figure: matrix products drawn as they are computed, the left factor left, the right factor
//! on top, the result at the crossing; first Q and Kᵀ, then the weights and V.

use std::borrow::Cow;

use crate::language::shown;
use leptos::prelude::*;
use lesson::{Mode, Name, Source, Stage, Trace};

use super::edits::Overrides;
use super::places::{Beside, MOST_SOURCES, Place, room_for_sources, takes_part};
use crate::browser::{cells, page, reveal, spare};
use crate::reactive::{derived, effect, follow, memo, shown_while};
use crate::state::lab;
use crate::text;
use crate::widgets::formula::{StageFormula, WholeFormula};
use crate::widgets::legend::Legend;
use crate::widgets::lighting;
use crate::widgets::markup::typeset;
use crate::widgets::matrix::{MatrixTable, Standing, range_beside, symbol};

/// Characters that fit beside each other in the numbers of a row on a phone: seven columns of five, “-0.41”.
const NARROW: usize = 35;

/// The figure with its text.
#[component]
pub fn Figure() -> impl IntoView {
    let lab = lab();
    lighting::follow(lab.shell);
    dim_other_rows();
    let widest = widest_number();
    let sources = memo(move || room_for_sources(lab, widest));
    provide_context(Beside(sources));
    provide_context(Standing(Callback::new(move |name| {
        Place::of(name, lab.stage.get(), sources.get()).is_some()
    })));
    let columns = derived(move || {
        let (all_cols, keys) = lab.document.with(|d| (d.m() + d.d_k() + d.d_v(), d.m()));
        let beside = if sources.get() {
            MOST_SOURCES * keys
        } else {
            0
        };
        let chars = widest.get().1;
        format!("--all-cols:{all_cols};--beside:{beside};--chars:{chars}")
    });
    let beside = derived(move || sources.get() && !lab.stage.get().sources().is_empty());
    // On a narrow screen what is wider than this stands below each other.
    let many = derived(move || {
        let columns = lab.document.with(|d| d.m() + d.d_k() + d.d_v());
        columns * widest.get().1 > NARROW
    });
    let tall = derived(move || lab.document.with(|d| d.m() > 4));
    let one = derived(move || lab.view.with(|view| view.mode == Mode::One));
    // Of the stage before the scores, Q stands for what is projected.
    let first = derived(move || (lab.stage.get() == Stage::Project).then_some(""));
    let waits = move |name: Name| derived(move || !takes_part(name, lab.stage.get()));
    keep_step_in_view();
    view! {
        <div class="figure" id="figure" data-figure="" class:one=one class:many=many class:tall=tall class:roomy=sources class:beside=beside tabindex="-1" style=columns>
            <WholeFormula/>
            <Projection/>
            <div class="crossing">
                <div class="at-q by-query" class:waiting=waits(Name::Q) data-active=first><MatrixTable name=Name::Q row_labels=true/></div>
                <div class="at-k" class:waiting=waits(Name::K)><MatrixTable name=Name::K transposed=true col_labels=true/></div>
                <div class="at-v" class:waiting=waits(Name::V)><MatrixTable name=Name::V row_labels=true/></div>
                {Stage::ALL.map(|stage| view! { <StageSection stage=stage/> }.into_any()).collect_view()}
                <div class="at-legend"><StageLegend/><Overrides/></div>
            </div>
        </div>
    }
}

/// Each step brings its matrix into view, and so does another example.
fn keep_step_in_view() {
    let lab = lab();
    let shape = memo(move || lab.document.with(|d| (d.n(), d.m(), d.d_k(), d.d_v())));
    effect(move || {
        lab.stage.track();
        follow(shape);
        page::after_frame(reveal::step);
    });
    // What stands above the figure and beside it comes after the first frame, and moves it.
    reveal::keep();
}

/// What the cells' width depends on, and the characters they are made for. While the shape and the
/// digits stay, cells grow but do not shrink: a new width lays out the whole figure, which at 16×16
/// takes a quarter of a second. Larger figures leave some room from the start.
fn widest_number() -> Memo<((usize, u8), usize)> {
    let lab = lab();
    Memo::new(move |before: Option<&((usize, u8), usize)>| {
        let (columns, digits) = (
            lab.document.with(|d| d.m() + d.d_k() + d.d_v()),
            lab.look.get().0,
        );
        let least = if columns > 7 {
            usize::from(digits) + 4
        } else {
            0
        };
        let now = lab.trace.with(|trace| longest(trace, digits)).max(least);
        let kept = before.filter(|(made_for, _)| *made_for == (columns, digits));
        (
            (columns, digits),
            kept.map_or(now, |(_, chars)| now.max(*chars)),
        )
    })
}

/// How many characters the longest number of any stage takes: all cells are as wide, at all stages.
fn longest(trace: &Trace, digits: u8) -> usize {
    let computed = Name::ALL.into_iter().filter(|name| *name >= Name::Q);
    let finite = computed
        .flat_map(|name| trace.get(name).data())
        .filter(|v| v.is_finite());
    let (low, high) = finite.fold((0.0f32, 0.0f32), |(low, high), v| {
        (low.min(*v), high.max(*v))
    });
    shown(low, digits)
        .chars()
        .count()
        .max(shown(high, digits).chars().count())
}

/// What Q, K and V are computed from, in the projected source.
#[component]
pub fn Projection() -> impl IntoView {
    let lab = lab();
    let projected = memo(move || lab.document.with(|d| d.source == Source::Projected));
    let cross = memo(move || lab.document.with(|d| d.keys.is_some()));
    let over = derived(move || !takes_part(Name::X, lab.stage.get()));
    view! {
        {shown_while(move || projected.get(), move || view! { <div class="projection" class:waiting=over>
                <div class="by-query"><MatrixTable name=Name::X row_labels=true/></div>
                {shown_while(move || cross.get(), move || view! { <MatrixTable name=Name::Xkv row_labels=true/> }.into_any())}
                <MatrixTable name=Name::Wq/>
                <MatrixTable name=Name::Wk/>
                <MatrixTable name=Name::Wv/>
            </div> }.into_any())}
    }
}

/// A stage: its words while it is the current one, and its matrix while that stands in the figure.
/// The output always stands there; the weights also while they are being multiplied with V. What is not to be seen
/// yet is made after the first frame, a stage at a time.
#[component]
fn StageSection(stage: Stage) -> impl IntoView {
    let lab = lab();
    let Beside(sources) = expect_context::<Beside>();
    let current = memo(move || lab.stage.get() == stage);
    let place = memo(move || match stage {
        Stage::Project => None,
        _ => Place::of(stage.matrix(), lab.stage.get(), sources.get()),
    });
    let standing = memo(move || place.get().is_some());
    let (worded, made) = (from_then_on(current), from_then_on(standing));
    let heading = format!("stage-{}", stage.key());
    let labelled_by = heading.clone();
    let class = derived(move || {
        let place = place.get().map_or("", Place::class);
        let source = if current.get() { "" } else { " is-source" };
        format!("by-query {place}{source}")
    });
    view! {
        <section
            data-stage=stage.key() data-waiting=derived(move || (stage != Stage::Project && !made.get()).then_some("")) aria-labelledby=labelled_by
            aria-current=derived(move || current.get().then_some("step"))
            hidden=derived(move || !(current.get() || standing.get()))
        >
            <div class="words" hidden=derived(move || !current.get())>
                <h2 id=heading>{derived(move || text::stage(stage))}</h2>
                {shown_while(move || worded.get(), move || view! {
                    <p>{derived(move || text::at_stage(stage))}</p>
                    <StageFormula stage=stage/>
                }.into_any())}
            </div>
            <div class=class class:waiting=derived(move || !takes_part(stage.matrix(), lab.stage.get())) data-active=derived(move || current.get().then_some("")) hidden=derived(move || !standing.get())>
                {(stage != Stage::Project).then(|| shown_while(
                    move || made.get(),
                    move || view! { <MatrixTable name=stage.matrix()/> }.into_any(),
                ))}
            </div>
        </section>
    }
}

/// True from when `now` is for the first time, or from when there is time to spare.
fn from_then_on(now: Memo<bool>) -> RwSignal<bool> {
    let true_once = RwSignal::new(now.get_untracked());
    effect(move || {
        if now.get() {
            true_once.set(true);
        }
    });
    page::after_frame(move || {
        spare::then(move || {
            let _ = true_once.try_set(true);
        })
    });
    true_once
}

#[component]
fn StageLegend() -> impl IntoView {
    let lab = lab();
    let shown = move || {
        lab.trace.with(|trace| {
            let name = lab.stage.get().matrix();
            let of = |other| Some(Cow::Borrowed(trace.get(other)));
            range_beside(lab.table(name), trace.get(name), of)
        })
    };
    let hatched = derived(move || {
        let masks = |d: &lesson::Document| {
            let seen = d.keep();
            seen.additive().data().iter().any(|own| *own != 0.0)
        };
        lab.stage.get() >= Stage::Mask && lab.document.with(|d| masks(d))
    });
    let mask = derived(move || lab.stage.get() == Stage::Mask);
    let table = move || lab.table(lab.stage.get().matrix());
    let hue = derived(move || format!("hue-{}", table().hue));
    let of = derived(move || typeset(&symbol(table(), false)));
    view! { <div class=hue><Legend of=of range=derived(shown) hatched=hatched two_kinds=mask/></div> }
}

/// With one query, the rows of all others step back.
fn dim_other_rows() {
    let lab = lab();
    let one = memo(move || {
        let row = |view: &lesson::View| (view.mode == Mode::One).then_some(view.row);
        lab.view.with(row)
    });
    effect(move || {
        lab.shell.built.track();
        cells::dim_rows_but(one.get());
    });
}
