//! The frame around every lesson: name, lesson, theme, link, and messages that belong to the page.

use leptos::ev;
use leptos::prelude::*;
use lesson::Problem;
use lesson::core::lesson::Meta;
use lesson::registry;
use lesson::share::embed::{self, EmbedOptions};
use lesson::share::path::Taken;

use crate::browser::{focus, lessons, page, theme};
use crate::building::{self, piece};
use crate::frame::{self, OwnPage, Title};
use crate::host;
use crate::language;
use crate::page_part;
use crate::parts::{Fetch, Fetched};
use crate::path::{self, Walked};
use crate::print::PrintAddress;
use crate::reactive::{derived, effect, memo, on, shown_while};
use crate::screen::Screen;
use crate::settings::Settings;
use crate::sharing::{DialogOpened, Share, ShareDialog};
use crate::text::{self, say, tr};
use crate::update::Update;
use crate::views;
use crate::widgets::markup::typeset;
use crate::widgets::notice::explained;

/// Instead of a lesson's slug, where a link asks for what cannot be.
const NONE: &str = "";

/// What went wrong with the page itself: a link of another frame, a language, the clipboard.
#[derive(Clone, Copy)]
pub struct PageProblem(pub RwSignal<Option<Problem>>);

/// What keeps the lesson from being shown in somebody's page: known at once, or said by the lesson when it is there.
#[derive(Clone, Copy)]
pub struct Refusal {
    why: RwSignal<Option<Problem>>,
    chosen: RwSignal<&'static str>,
}

impl Refusal {
    /// Nothing but this is shown.
    pub fn say(self, problem: Problem) {
        self.why.set(Some(problem.clone()));
        self.chosen.set(NONE);
        // Now that no lesson comes: what the page around asked meanwhile is answered.
        host::tell_unframed(problem);
    }
}

/// The page.
#[component]
pub fn App(
    /// What there is to say about the language that was wanted.
    language: Option<Problem>,
) -> impl IntoView {
    let fragment = page::fragment();
    let checked = embed::check(&fragment);
    let options = checked
        .clone()
        .unwrap_or_else(|_| EmbedOptions::of(&fragment));
    page::set_embed_options(registry::lesson_of(&fragment), &options);
    provide_context(options.clone());
    theme::apply(options.theme.unwrap_or(&theme::chosen()));
    provide_context(Screen::follow());
    let beside = language.or_else(|| embed::left_out(&fragment));
    provide_context(PageProblem(RwSignal::new(beside.clone())));
    let refused = checked.err();
    let chosen = RwSignal::new(match refused {
        None => registry::lesson_of(&fragment),
        Some(_) => NONE,
    });
    let why = RwSignal::new(refused.clone());
    provide_context(Refusal { why, chosen });
    provide_context(DialogOpened(RwSignal::new(0)));
    provide_context(Chosen(chosen));
    provide_context(Walked::stored());
    follow_links(chosen);
    effect(move || page::set_title(&title(chosen.get())));
    effect(|| page::set_last_words(&tr!(site.stopped), &tr!(site.open_again)));
    let embed = options.embed;
    if embed {
        host::speak(chosen);
    }
    effect(move || {
        let slug = chosen.get();
        if lessons::opened(slug) && !embed {
            arrive(slug);
        }
    });
    if let Some(problem) = refused {
        host::tell_unframed(problem);
    }
    if let Some(problem) = beside {
        host::tell_problem(problem);
    }
    let refusal = memo(move || why.get().filter(|_| chosen.get() == NONE));
    let page = move || piece(move || view! { <Whole embed=embed refusal=refusal/> }.into_any());
    if options.lock.is_empty() && options.hide.is_empty() {
        return page();
    }
    // Nothing is to be seen of what is hidden, nor used of what is locked, before both are kept.
    let locks = Fetched::of(frame::LOCKS);
    locks.want();
    locks.view(move |locks| view! { {page()} {locks()} }.into_any())
}

/// What the tab and a bookmark are called: by the lesson, so that they are told apart.
fn title(slug: &'static str) -> String {
    match slug == NONE || slug == registry::LESSONS[0].slug {
        true => tr!(site.title),
        false => {
            let lesson = text::lesson(slug);
            format!("{lesson} · {}", tr!(site.name))
        }
    }
}

/// Once it is shown, and the dialog in which it was chosen has given the focus back.
fn arrive(slug: &'static str) {
    page::after_frame(move || focus::arrive(slug, &untrack(|| text::lesson(slug))));
}

/// All of the page. `embed` says whether it stands in somebody else's, `refusal` why its link cannot be shown.
#[component]
fn Whole(embed: bool, refusal: Memo<Option<Problem>>) -> impl IntoView {
    view! {
        {if embed { ().into_any() } else { view! { <Skip/><Header/><Update/> }.into_any() }}
        <PageNotice/>
        <main>
            {embed.then(|| view! { <Title/> })}
            {explained(frame::REFUSED, refusal)}
            {views::HOMES.chunks(PLACES).map(|homes| piece(move || places(homes, embed))).collect_view()}
        </main>
        {if embed { view! { <OwnPage refusal=refusal/> }.into_any() } else { view! { <Footer/><ShareDialog/> }.into_any() }}
        <PrintAddress/>
    }
}

/// Places that are made at once.
const PLACES: usize = 4;

fn places(homes: &'static [views::Home], embed: bool) -> AnyView {
    let place = |home| view! { <Place home=home embed=embed/> };
    homes.iter().map(place).collect_view().into_any()
}

/// What went wrong with the page itself.
#[component]
fn PageNotice() -> impl IntoView {
    let PageProblem(page_problem) = expect_context::<PageProblem>();
    let wrong = memo(move || page_problem.get());
    view! { <div class="notice" role="alert">{explained(frame::PAGE_PROBLEM, wrong)}</div> }
}

/// The first stops of the keyboard: past the header, and past the figure to the way on.
#[component]
fn Skip() -> impl IntoView {
    let Chosen(chosen) = expect_context::<Chosen>();
    let skip = move |event: ev::MouseEvent| {
        event.prevent_default();
        let slug = chosen.get_untracked();
        // A lesson that has not been fetched yet has its place.
        if !focus::to(&format!("#{slug} [data-figure]")) {
            page::focus(slug);
        }
    };
    let address = derived(move || format!("#{}", chosen.get()));
    // What is measured leads nowhere; what is trained or opened is not walked.
    let stays = derived(move || chosen.get() == "cost");
    let onward = text::following(move || match chosen.get() {
        "training" => tr!(site.skip_to_run),
        "models" => tr!(site.skip_to_head),
        _ => tr!(site.skip_to_steps),
    });
    let to_steps = move |event: ev::MouseEvent| {
        event.prevent_default();
        let slug = chosen.get_untracked();
        focus::to(&format!("#{slug} :is([data-action=next],[data-onward])"));
    };
    view! {
        <a class="skip" href=address on:click=on(skip)>
            {say!(site.skip)}
        </a>
        <a class="skip" href=address hidden=stays on:click=on(to_steps)>
            {onward}
        </a>
    }
}

page_part!(KEYS in path: fn() -> AnyView = || {
    view! { <p>{say!(keys.cells)}</p> <p>{say!(keys.walk)}</p> }.into_any()
});

#[component]
fn Footer() -> impl IntoView {
    let words = Fetched::of(KEYS);
    view! {
        <footer>
            <details on:toggle=on(move |_| words.want())>
                <summary>{say!(keys.title)}</summary>
                {words.view(|words| words())}
            </details>
        </footer>
    }
}

#[component]
fn Header() -> impl IntoView {
    view! {
        <header class="site">
            {piece(|| view! { <path::Name/><Lessons/> }.into_any())}
            <span class="spring"></span>
            {piece(|| view! { <Share/><Settings/> }.into_any())}
        </header>
    }
}

/// The slug of the lesson that is open.
#[derive(Clone, Copy)]
struct Chosen(RwSignal<&'static str>);

/// The slug of the lesson that is open, for the lessons.
pub fn open_lesson() -> RwSignal<&'static str> {
    let Chosen(chosen) = expect_context();
    chosen
}

/// Where a lesson goes: made, or fetched, when it is opened first, hidden rather than ended when another is
/// opened, because a model may be training in it.
#[component]
fn Place(home: &'static views::Home, embed: bool) -> impl IntoView {
    let Chosen(chosen) = expect_context::<Chosen>();
    let slug = home.slug;
    let open = memo(move || chosen.get() == slug);
    // Hidden by a class of its own, and not by what stands beside it: the browser would ask every element for that.
    let builds = RwSignal::new(false);
    let inside = match home.made {
        views::Made::Here(view) => {
            let made = opened_once(open);
            shown_while(move || made.get(), move || piece(view)).into_any()
        }
        views::Made::Part(fetch) => fetched_lesson(slug, fetch, open, builds),
    };
    let begun = opened_once(open);
    // Somebody else's page says itself what the figure is for.
    let around = move |view: fn(&'static str) -> AnyView| {
        shown_while(move || begun.get() && !embed, move || view(slug))
    };
    let walked = path::walked();
    effect(move || {
        if open.get() {
            walked.take(slug, Taken::Begun);
        }
    });
    view! {
        <div id=slug class="lesson-place" tabindex="-1" hidden=derived(move || !open.get())>
            {around(path::goal)}
            <div class="lesson-body" class:builds=derived(move || builds.get())>{inside}{around(path::ending)}</div>
        </div>
    }
}

/// Whether it has been open.
fn opened_once(open: Memo<bool>) -> RwSignal<bool> {
    let made = RwSignal::new(false);
    effect(move || {
        if open.get() && !made.get_untracked() {
            made.set(true);
        }
    });
    made
}

/// `builds` says from when it is asked for until it is whole.
fn fetched_lesson(
    slug: &'static str,
    fetch: Fetch<views::Lesson>,
    open: Memo<bool>,
    builds: RwSignal<bool>,
) -> AnyView {
    let lesson = Fetched::of(fetch);
    effect(move || {
        if open.get() {
            lesson.want();
        }
    });
    effect(move || {
        let missing = lesson.is_missing();
        builds.set(!missing && (lesson.entry().is_none() || building::is_going()));
        if missing {
            // Whoever waits for the lesson is answered that it has nothing.
            page::first_fragment(&format!("lesson={slug}"));
        }
    });
    lesson
        .view_with(
            || say!(site.lesson_loading),
            || say!(site.lesson_missing),
            built,
        )
        .into_any()
}

/// A lesson that has been fetched: what says so stays until it has been built.
fn built(lesson: views::Lesson) -> AnyView {
    building::begin();
    let loading = say!(site.lesson_loading);
    let note = move || view! { <p class="note loading">{loading}</p> }.into_any();
    let view = piece(lesson);
    view! { {shown_while(building::is_going, note)} {view} }.into_any()
}

/// The lessons, one of them open. Each keeps its state while another is open.
#[component]
fn Lessons() -> impl IntoView {
    let Chosen(chosen) = expect_context::<Chosen>();
    let entry = |lesson: &'static Meta| {
        let current = derived(move || (chosen.get() == lesson.slug).then_some("page"));
        let open = move |event: ev::MouseEvent| {
            event.prevent_default();
            if chosen.get_untracked() != lesson.slug {
                // What is left stands in the history, as it is at this moment.
                lessons::settle();
                lessons::keep_link(chosen.get_untracked(), page::fragment());
                page::push_fragment(&lessons::menu_link(lesson.slug));
                chosen.set(lesson.slug);
            }
        };
        view! {
            <a href=format!("#lesson={}", lesson.slug) data-lesson=lesson.slug aria-current=current on:click=on(open)
                inner_html=derived(move || typeset(&text::lesson(lesson.slug)))>
            </a>
        }
    };
    view! {
        <nav class="lessons" aria-label=say!(site.lessons)>
            {registry::LESSONS.iter().copied().map(entry).collect_view()}
        </nav>
    }
}

/// Opens the lesson of a link that was followed; the lesson opens what the link holds.
fn follow_links(chosen: RwSignal<&'static str>) {
    let PageProblem(page_problem) = expect_context::<PageProblem>();
    let opened = window_event_listener(ev::hashchange, move |event| {
        let fragment = page::led_to(&event);
        if followed_out(chosen, page_problem, &fragment) {
            // This listener is the first: no lesson opens a link whose frame is another.
            event.stop_immediate_propagation();
        } else {
            chosen.set(registry::lesson_of(&fragment));
        }
    });
    on_cleanup(move || opened.remove());
}

/// A link that was followed into another frame begins anew; one whose frame cannot be is refused, in
/// somebody's page in the figure's place. A way from lesson to lesson says nothing about the frame and
/// stays in it. True when there is nothing else to do.
fn followed_out(
    chosen: RwSignal<&'static str>,
    page_problem: RwSignal<Option<Problem>>,
    fragment: &str,
) -> bool {
    let options = page::embed_options(registry::lesson_of(fragment));
    let nothing_shown = chosen.get_untracked() == NONE;
    match embed::check(fragment) {
        _ if nothing_shown => page::begin_anew(fragment),
        _ if !EmbedOptions::is_in(fragment) => return false,
        // What was typed and trained is not thrown away for a language.
        Ok(other) if other.may_follow(&options) => {
            if let Some(code) = other.lang {
                language::follow(&code, move |spoken| {
                    if let Err(problem) = spoken {
                        page_problem.set(Some(problem));
                    }
                });
            }
            return false;
        }
        Err(problem) if !options.embed => {
            page_problem.set(Some(problem));
            // The address holds the lesson again: a reload must not lose it.
            page::set_fragment(&format!("lesson={}", chosen.get_untracked()));
            lessons::settle();
        }
        _ => page::begin_anew(fragment),
    }
    true
}
