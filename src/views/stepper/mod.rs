//! The stepper: one figure in which the matrices stand as they are multiplied, the stages one walks
//! through it, and beside it what one cell and one row amount to.

mod beside;
pub mod choosers;
mod edits;
mod export;
pub mod figure;
mod guided;
mod inspector;
mod journey;
mod levels;
mod map;
mod places;
mod row;
pub mod said;
mod shape;
mod stage_bar;

use leptos::prelude::*;
use lesson::head::change;
use lesson::head::view::Level;
use lesson::lessons::stepper::{ByHand, Change, META};
use lesson::{Document, View};

use crate::app::open_lesson;
use crate::browser::page;
use crate::building::piece;
use crate::page_part;
use crate::parts::Fetched;
use crate::quiz::Quiz;
use crate::reactive::{derived, effect, memo, part, shown_while};
use crate::screen::screen;
use crate::shell::Opening;
use crate::shell::{Place, Words};
use crate::state::{Lab, OverHead, lab};
use crate::text;
use crate::widgets::came_from::CameFrom;
use crate::widgets::notice::PlaceNotice;
use crate::widgets::walk::{self, Walk, Walking};
use beside::{Below, CellCard, Told};
use choosers::Choosers;
use figure::Figure;
use guided::Guided;
use levels::Levels;
use stage_bar::StageBar;

/// What the lesson needs of the page, and the lesson. Its state stays while another lesson is open.
#[component]
pub fn Root() -> impl IntoView {
    let open = open_lesson();
    let (link, options) = (page::link_of(META.slug), page::embed_options(META.slug));
    let opening = Opening::of::<ByHand>(&link, &options, &text::HEAD);
    let lab = Lab::open::<ByHand>(opening, None);
    provide_context(lab);
    provide_context(lab.shell);
    lab.connect(open);
    // Only while it is open: another lesson's figure has cells of the same names.
    shown_while(
        move || open.get() == META.slug,
        || piece(|| view! { <Stepper/> }.into_any()),
    )
}

impl OverHead for ByHand {
    fn head(document: &Document) -> &Document {
        document
    }

    fn view(view: &View) -> &View {
        view
    }

    fn change_head(change: change::Change) -> Change {
        Change::Head(change)
    }
}

/// Does what only this lesson can do; a problem belongs to the whole lesson.
pub fn change(lab: Lab, change: Change) {
    lab.try_own::<ByHand>(change, Place::Page);
}

/// The words of the lesson.
pub static WORDS: Words = text::HEAD;

/// The lesson.
#[component]
fn Stepper() -> impl IntoView {
    let (lab, screen) = (lab(), screen());
    let position = derived(move || walk::position(lab.shell));
    // Filled once its words are here (`beside`): nothing is said of a page that has just been opened.
    let said = RwSignal::new(String::new());
    provide_context(Walking::of(lab.shell, position, said.into()));
    provide_context(beside::Said { position, said });
    walk::listen();
    // A figure that was hidden at another stage had no size to draw at.
    effect(move || {
        lab.stage.track();
        screen.laid_out();
    });
    levels::tell(lab);
    let walks = memo(move || lab.view.with(|view| view.level == Level::Walk));
    part(move || match walks.get() {
        true => view! { <Guided/> }.into_any(),
        false => {
            let explore = Fetched::of(EXPLORE);
            explore.want();
            explore.view(|explore| explore())
        }
    })
}

page_part!(EXPLORE in explore: fn() -> AnyView = || view! { <Explore/> }.into_any());

/// All queries, and at the last level everything that can be set.
#[component]
fn Explore() -> impl IntoView {
    let lab = lab();
    let large = derived(move || lab.document.with(|d| d.m() + d.d_k() + d.d_v() > 24));
    view! {
        <div class="stepper">
            <PlaceNotice place=Place::Page/>
            <CameFrom/>
            <Levels/>
            <Choosers/>
            <StageBar/>
            <Quiz/>
            <div class="workspace" class:large=large>
                <Figure/>
                <CellCard/>
                <Walk/>
                <Below/>
                <Told/>
            </div>
        </div>
    }
}
