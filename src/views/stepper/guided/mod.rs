//! The guided walk: one query, five beats. Each has one question, one figure, one movement and one thing to do; they
//! keep their places from beat to beat.

mod ask;
mod film;
mod lines;
mod matching;
mod mix;
mod picture;
mod query;
mod recall;
mod restore;
mod scale;
mod share;
mod told;
mod turning;
mod words;

use leptos::html;
use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::head::view::Level;
use lesson::lessons::stepper::Change;
use lesson::lessons::stepper::guided::Beat;
use lesson::share::embed::EmbedOptions;

use super::change;
use crate::browser::{focus, listening, motion, page};
use crate::building::{self, piece};
use crate::page_part;
use crate::parts::Fetched;
use crate::path::terms;
use crate::plot::colours::token_style;
use crate::reactive::{derived, effect, follow, memo, on, part, shown_while};
use crate::shell::Place;
use crate::state::{Lab, lab};
use crate::text::say;
use crate::widgets::formula::WholeFormula;
use crate::widgets::markup::typeset;
use crate::widgets::notice::PlaceNotice;
use crate::widgets::walk::{Play, Walking};

/// The element in which all that moves is found.
const ROOT: &str = "figure";
/// The words and the question, with which a beat begins.
const HEAD: &str = "#stepper .g-head";
/// What ends a film: whoever does something sees at once what it does.
const ENDS: [&str; 3] = ["pointerdown", "keydown", "input"];

page_part!(BEATS in beats: fn(Beat) -> AnyView = |beat| match beat {
    Beat::Ask => view! { <ask::Ask/> }.into_any(),
    Beat::Match => view! { <matching::Match/> }.into_any(),
    Beat::Scale => view! { <scale::Scale/> }.into_any(),
    Beat::Share => view! { <share::Share/> }.into_any(),
    Beat::Mix => {
        let guide = expect_context::<Guide>();
        part(move || match guide.asked.get() {
            true => view! { <recall::Recall/> }.into_any(),
            false => view! { <mix::Mix/> }.into_any(),
        })
        .into_any()
    }
});

page_part!(RESTORE in beats: fn() -> AnyView = || view! { <restore::Restore/> }.into_any());

page_part!(TOLD in beats: fn() -> AnyView = || view! { <told::Told/> }.into_any());

page_part!(WORDS in path: fn() -> AnyView = || {
    let guide = expect_context::<Guide>();
    part(move || terms::menu(guide.beat.get().words())).into_any()
});

/// What the beats look at besides the lesson: what a reader tries out, which is gone when the beat is left.
#[derive(Clone, Copy)]
pub struct Guide {
    /// The lesson.
    pub lab: Lab,
    /// The beat.
    pub beat: Memo<Beat>,
    /// The query in focus.
    pub row: Memo<usize>,
    /// The key that is given all the attention, at the last beat.
    pub only: RwSignal<Option<usize>>,
    /// Shares without exp, at the fourth.
    pub without_exp: RwSignal<bool>,
    /// Which draw, and how long its vectors are, at the third.
    pub draw: RwSignal<(u64, usize)>,
    /// What there is to do at this beat has been done.
    pub done: RwSignal<bool>,
    /// The question after the last beat is asked.
    pub asked: RwSignal<bool>,
    /// Why, at a beat after the first: nothing before `lines.rs` is fetched, which writes it.
    pub why: RwSignal<String>,
    /// What there is to do there, or that it is done, at the first beat too.
    pub to_do: RwSignal<String>,
    /// What whoever made the link left of what follows the last beat.
    pub after: After,
}

/// What follows the last beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After {
    /// A question about what was seen.
    pub question: bool,
    /// All queries.
    pub queries: bool,
}

impl After {
    /// What is hidden does not follow; nor does what is locked, which nobody could go on to.
    fn of(options: &EmbedOptions) -> Self {
        let hidden = |name: &str| options.hide.iter().any(|own| own.has(name));
        let locked = |name: &str| options.lock.iter().any(|own| own.has(name));
        Self {
            question: !hidden("question"),
            queries: !hidden("level") && !locked("level"),
        }
    }
}

impl Guide {
    fn of(lab: Lab) -> Self {
        Self {
            lab,
            beat: memo(move || Beat::of(lab.stage.get())),
            row: memo(move || lab.view.with(|view| view.row)),
            only: RwSignal::new(None),
            without_exp: RwSignal::new(false),
            draw: RwSignal::new(scale::START),
            done: RwSignal::new(false),
            asked: RwSignal::new(false),
            why: RwSignal::new(String::new()),
            to_do: RwSignal::new(String::new()),
            after: After::of(&expect_context::<EmbedOptions>()),
        }
    }

    /// What is tried out at one beat is not carried to the next.
    fn begin_anew(self) {
        self.only.set(None);
        self.without_exp.set(false);
        self.draw.set(scale::START);
        self.done.set(false);
        self.asked.set(false);
    }

    /// The word whose query is followed.
    pub fn word(self) -> String {
        self.word_of(self.row.get())
    }

    /// The query after it, or the first after the last: what the question at the end is about.
    pub fn next_row(self) -> usize {
        let count = self.lab.document.with(|d| d.queries.len());
        (self.row.get() + 1) % count.max(1)
    }

    /// The word of a query.
    pub fn word_of(self, row: usize) -> String {
        let word = |d: &std::sync::Arc<lesson::Document>| d.queries.get(row).cloned();
        self.lab.document.with(word).unwrap_or_default()
    }

    /// Whether the numbers of a matrix are typed.
    pub fn is_typed(self, name: lesson::Name) -> bool {
        self.lab.document.with(|d| d.typed().contains(&name))
    }

    /// A number of Q, K or V: as it was typed, where it was.
    pub fn given(self, name: lesson::Name, value: f32) -> String {
        match self.is_typed(name) && !value.is_nan() {
            true => crate::language::typed(value),
            false => self.number(value),
        }
    }

    /// A number as it stands in the figure.
    pub fn number(self, value: f32) -> String {
        crate::language::visible(value, self.lab.look.get().0)
    }
}

/// The walk.
#[component]
pub fn Guided() -> impl IntoView {
    let guide = Guide::of(lab());
    provide_context(guide);
    provide_context(expect_context::<Walking>().saying(move || words::told(guide)));
    // Fetched while the first beat is read.
    let (beats, told) = (Fetched::of(BEATS), Fetched::of(TOLD));
    building::then(move || {
        page::after_frame(move || {
            beats.want();
            told.want();
        });
    });
    effect(move || {
        guide.beat.track();
        guide.begin_anew();
    });
    let at = memo(move || (guide.beat.get(), guide.asked.get()));
    let first = StoredValue::new(true);
    effect(move || {
        follow(at);
        // A beat begins with its question, also where the one before was read to its end.
        if !first.get_value() {
            page::after_frame(|| page::up_to(HEAD));
        }
        first.set_value(false);
    });
    effect(move || {
        // A picture that has to be fetched moves when it is here.
        if !building::is_going() && (guide.beat.get() == Beat::Ask || beats.entry().is_some()) {
            request_animation_frame(move || film::show(guide));
        }
    });
    page::mark_guided();
    let place = NodeRef::<html::Div>::new();
    listening::hear(place, &ENDS, |_, _| motion::end(ROOT));
    let picture = part(move || match guide.beat.get() {
        Beat::Ask => piece(|| view! { <ask::Ask/> }.into_any()),
        beat => beats.view(move |picture| picture(beat)),
    });
    view! {
        <div class="guided" class:many=derived(move || guide.lab.document.with(|d| d.m() > 6)) data-beat=derived(move || guide.beat.get().key()) node_ref=place>
            <PlaceNotice place=Place::Page/>
            {piece(|| view! { <Head/> }.into_any())}
            <div class="g-figure" id=ROOT data-figure="" tabindex="-1">{picture}</div>
            {piece(|| view! { <Said/> }.into_any())}
            {piece(|| view! { <Actions/> }.into_any())}
            // Seen above the way on, and come to after it: who walks by keyboard passes a menu that is seldom opened.
            {Fetched::of(WORDS).once_seen("terms-place")}
            {told.quietly()}
        </div>
    }
}

/// The words one can follow, the question, and how far one is.
#[component]
fn Head() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let tokens = memo(move || guide.lab.document.with(|d| d.queries.clone()));
    let many = move || tokens.with(|all| all.len() > 6);
    let word = move |(row, token): (usize, String)| {
        // The question at the end is about the next one.
        let about = move || {
            if guide.asked.get() {
                guide.next_row()
            } else {
                guide.row.get()
            }
        };
        let chosen = derived(move || (about() == row).to_string());
        let stop = derived(move || focus::stop(about() == row));
        view! {
            <button type="button" class="g-token" data-word=row style=token_style(row) aria-pressed=chosen tabindex=stop
                on:click=on(move |_| choose(guide, row))>{token}</button>
        }
    };
    let words = part(move || {
        let all = tokens.get().into_iter().enumerate();
        all.map(word).collect_view().into_any()
    });
    let dots = derived(move || {
        let here = guide.beat.get();
        let dot = |beat: Beat| match (beat as usize).cmp(&(here as usize)) {
            std::cmp::Ordering::Less => "<i class=\"past\"></i>",
            std::cmp::Ordering::Equal => "<i class=\"here\"></i>",
            std::cmp::Ordering::Greater => "<i></i>",
        };
        Beat::ALL.map(dot).concat()
    });
    let place = derived(move || words::place(guide).0);
    let name = derived(move || words::place(guide).1);
    let row = NodeRef::<html::Div>::new();
    focus::rove(row);
    view! {
        <div class="g-head" class:many=derived(many)>
            <div class="g-words" role="group" aria-label=say!(guided.words) node_ref=row>{words}</div>
            <h2>{derived(move || words::question(guide))}</h2>
            <div class="g-place" data-control="progress"><span class="g-dots" aria-hidden="true" inner_html=dots></span><span>{place}<span class="g-beat">{name}</span></span></div>
        </div>
    }
}

/// At the first beat choosing another word is what there is to do. The question at the end is put of the word that is
/// chosen: its turn comes after the one before it.
fn choose(guide: Guide, row: usize) {
    if guide.asked.get_untracked() {
        let count = guide.lab.document.with_untracked(|d| d.queries.len());
        return change(guide.lab, Change::Row((row + count - 1) % count));
    }
    if guide.beat.get_untracked() == Beat::Ask && row != guide.row.get_untracked() {
        guide.done.set(true);
    }
    change(guide.lab, Change::Row(row));
}

/// Why, what there is to do, and which part of the formula it is.
#[component]
fn Said() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let restore = Fetched::of(RESTORE);
    building::then(move || page::after_frame(move || restore.want()));
    view! {
        <div class="g-said">
            <p>
                <span inner_html=derived(move || typeset(&words::why(guide)))></span>" "
                <strong class:done=derived(move || guide.done.get())>{derived(move || words::to_do(guide))}</strong>
                {restore.quietly()}
            </p>
            <WholeFormula fits=true/>
        </div>
    }
}

/// Back, Next, Play, and the way out.
#[component]
fn Actions() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let shell = guide.lab.shell;
    let first = derived(move || (guide.beat.get() == Beat::Ask).then_some("true"));
    // There is nothing to go back to, so the keyboard passes it.
    let stop = derived(move || (guide.beat.get() == Beat::Ask).then_some("-1"));
    let waits = derived(move || guide.asked.get() && !guide.done.get());
    let back = move |_| {
        if guide.asked.get_untracked() {
            guide.asked.set(false);
        } else if guide.beat.get_untracked() != Beat::Ask {
            shell.run(Command::Back);
        }
    };
    let After { question, queries } = guide.after;
    let next = move |_| match (guide.beat.get_untracked(), guide.asked.get_untracked()) {
        (Beat::Mix, false) if question => {
            guide.done.set(false);
            guide.asked.set(true);
        }
        (Beat::Mix, _) if queries => change(guide.lab, Change::Level(Level::Queries)),
        (Beat::Mix, _) => (),
        _ => shell.run(Command::Next),
    };
    let last = derived(move || words::is_end(guide).then_some("true"));
    // Who hides the level keeps readers in the walk.
    let options = expect_context::<EmbedOptions>();
    let hidden = options.hide.iter().any(|own| own.has("level"));
    let explore = move |_| change(guide.lab, Change::Level(Level::Explore));
    view! {
        <div class="g-actions">
            <button type="button" class="quiet" data-action="back" aria-disabled=first tabindex=stop on:click=on(back)><i aria-hidden="true">"◀ "</i><span>{say!(walk.back)}</span></button>
            <button type="button" class="primary" class:waits=derived(move || waits.get()) data-action="next" aria-disabled=last on:click=on(next)>{derived(move || words::next(guide))}</button>
            {shown_while(move || !guide.asked.get(), || view! { <Play/> }.into_any())}
            <button type="button" class="quiet" data-action="explore" hidden=hidden on:click=on(explore)>{say!(guided.explore)}</button>
        </div>
        // In a hand the row has no room for it.
        <button type="button" class="quiet g-further" data-action="explore" hidden=hidden on:click=on(explore)>{say!(guided.explore)}</button>
    }
}
