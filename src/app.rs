//! The frame around every lesson: name, lesson, theme, link, and messages that belong to the page.

use leptos::ev;
use leptos::prelude::*;
use lesson::Problem;
use lesson::registry;
use lesson::share::embed::{self, Framing};
use lesson::share::host::Event;
use lesson::share::quiz::Cover;

use crate::browser::{lessons, page, theme};
use crate::frame::{Locks, OwnPage, Refused, Title};
use crate::host;
use crate::print::PrintAddress;
use crate::reactive::{derived, effect, memo, on, part, shown_while};
use crate::screen::Screen;
use crate::settings::{LanguageChooser, ThemeChooser};
use crate::sharing::{OpenLink, Share, ShareDialog};
use crate::state::{Lab, Place, lab};
use crate::text::{self, say, tr};
use crate::update::Update;
use crate::views;
use crate::widgets::notice::PlaceNotice;

/// The lesson that is part of the page itself.
const STEPPER: &str = "stepper";
/// Instead of a lesson's slug, where a link asks for what cannot be.
const NONE: &str = "";

/// The page.
#[component]
pub fn App(
    /// What there is to say about the language that was wanted.
    language: Option<Problem>,
) -> impl IntoView {
    let fragment = page::fragment();
    let checked = embed::check(&fragment);
    let framing = checked.clone().unwrap_or_else(|_| Framing::of(&fragment));
    page::set_framing(registry::lesson_of(&fragment), &framing);
    provide_context(framing.clone());
    theme::apply(framing.theme.unwrap_or(&theme::chosen()));
    let screen = Screen::follow();
    provide_context(screen);
    let refused = checked.err();
    let slug = match refused {
        None => registry::lesson_of(&fragment),
        Some(_) => NONE,
    };
    // What the link of another lesson holds is nothing to the stepper.
    let own = if slug == STEPPER { &*fragment } else { "" };
    let lab = Lab::open(own, page::framing(STEPPER));
    provide_context(lab);
    let chosen = RwSignal::new(slug);
    provide_context(Chosen(chosen));
    provide_context(OpenLink(Callback::new(move |()| {
        (chosen.get_untracked() == STEPPER).then(|| lab.link())
    })));
    keep_link(lab, chosen);
    if let Some(problem) = language {
        lab.complain(Place::Page, problem);
    }
    effect(|| page::set_title(&tr!(site.title)));
    if framing.embed {
        host::speak(lab, chosen);
    }
    effect(move || lessons::opened(chosen.get(), &untrack(|| lab.link())));
    // A figure that was hidden at another stage had no size to draw at.
    effect(move || {
        lab.stage.track();
        screen.laid_out();
    });
    if let Some(problem) = &refused {
        host::tell(Event::Error(text::unframed(problem)));
    }
    let shown = refused.is_none();
    let embed = framing.embed;
    view! {
        {if embed { ().into_any() } else { view! { <Skip/><Header/><Update/> }.into_any() }}
        <PlaceNotice place=Place::Page/>
        <main>
            {embed.then(|| view! { <Title/> })}
            {part(move || match &refused {
                Some(problem) if chosen.get() == NONE => view! { <Refused problem=problem.clone()/> }.into_any(),
                _ => views::of(chosen.get()).into_any(),
            })}
            {views::BUNDLES.iter().map(|(slug, bundle)| view! { <Bundle slug=slug bundle=bundle/> }).collect_view()}
        </main>
        {if embed { view! { <OwnPage shown=shown/> }.into_any() } else { view! { <Footer/><ShareDialog/> }.into_any() }}
        <Locks/>
        <PrintAddress/>
    }
}

/// The first stop of the keyboard: past the header.
#[component]
fn Skip() -> impl IntoView {
    let Chosen(chosen) = expect_context::<Chosen>();
    let target = move |slug| if slug == STEPPER { "figure" } else { slug };
    let skip = move |event: ev::MouseEvent| {
        event.prevent_default();
        page::focus(target(chosen.get_untracked()));
    };
    let address = derived(move || format!("#{}", target(chosen.get())));
    view! {
        <a class="skip" href=address on:click=on(skip)>
            {say!(site.skip)}
        </a>
    }
}

#[component]
fn Footer() -> impl IntoView {
    view! {
        <footer>
            <details>
                <summary>{say!(keys.title)}</summary>
                <p>{say!(keys.cells)}</p>
                <p>{say!(keys.walk)}</p>
            </details>
        </footer>
    }
}

#[component]
fn Header() -> impl IntoView {
    view! {
        <header class="site">
            <h1>{say!(site.name)}</h1>
            <Lessons/>
            <span class="spring"></span>
            <Share/>
            <LanguageChooser/>
            <ThemeChooser/>
        </header>
    }
}

/// The slug of the lesson that is open.
#[derive(Clone, Copy)]
struct Chosen(RwSignal<&'static str>);

/// Where a lesson goes that is a bundle of its own: fetched when it is opened first, hidden rather
/// than ended when another is opened, because a model may be training in it.
#[component]
fn Bundle(slug: &'static &'static str, bundle: &'static &'static str) -> impl IntoView {
    let Chosen(chosen) = expect_context::<Chosen>();
    let (open, fetched) = (memo(move || chosen.get() == *slug), StoredValue::new(false));
    let failed = RwSignal::new(false);
    effect(move || {
        if open.get() && !fetched.get_value() {
            fetched.set_value(true);
            lessons::fetch(bundle, move || failed.set(true));
        }
    });
    let missing = move || view! { <p class="problem">{say!(site.lesson_missing)}</p> }.into_any();
    view! {
        <div id=*slug class="bundle" tabindex="-1" hidden=derived(move || !open.get())>
            <p class="note loading">{say!(site.lesson_loading)}</p>
            {shown_while(move || failed.get(), missing)}
        </div>
    }
}

/// The lessons, one of them open. Each keeps its state while another is open.
#[component]
fn Lessons() -> impl IntoView {
    let Chosen(chosen) = expect_context::<Chosen>();
    let entry = |lesson: &'static registry::Lesson| {
        let current = derived(move || (chosen.get() == lesson.slug).then_some("page"));
        let open = move |event: ev::MouseEvent| {
            event.prevent_default();
            chosen.set(lesson.slug);
        };
        view! {
            <a href=format!("#lesson={}", lesson.slug) data-lesson=lesson.slug aria-current=current on:click=on(open)>
                {text::following(move || text::lesson(lesson.slug))}
            </a>
        }
    };
    // Another lesson would show the numbers that are still to be predicted in this one.
    let lab = lab();
    let predicting = derived(move || {
        chosen.get() == STEPPER
            && lab.session.with(|s| lab.document.with(|d| s.cover(d))) != Cover::Nothing
    });
    view! {
        <nav class="lessons" aria-label=say!(site.lessons) hidden=predicting>
            {registry::LESSONS.iter().map(entry).collect_view()}
        </nav>
    }
}

/// Keeps the address and the stepper the same: ours into the address a moment after each change, a
/// pasted link into the state. Other lessons do so themselves.
fn keep_link(lab: Lab, chosen: RwSignal<&'static str>) {
    let changed = derived(move || {
        lab.document.track();
        lab.view.track();
        (chosen.get() == STEPPER).then(|| untrack(|| lab.link()))
    });
    page::keep_fragment(changed);
    let opened = window_event_listener(ev::hashchange, move |event| {
        let fragment = page::led_to(&event);
        if followed_out(lab, chosen, &fragment) {
            return;
        }
        let slug = registry::lesson_of(&fragment);
        chosen.set(slug);
        if slug == STEPPER {
            lab.open_link(&fragment);
        }
    });
    on_cleanup(move || opened.remove());
}

/// A link that was followed into another frame begins anew; one whose frame cannot be is refused, in
/// somebody's page in the figure's place. A way from lesson to lesson says nothing about the frame and
/// stays in it. True when there is nothing else to do.
fn followed_out(lab: Lab, chosen: RwSignal<&'static str>, fragment: &str) -> bool {
    let framing = page::framing(registry::lesson_of(fragment));
    let nothing_shown = chosen.get_untracked() == NONE;
    match embed::check(fragment) {
        _ if nothing_shown => page::reload(),
        _ if !Framing::is_in(fragment) => return false,
        Ok(other) if other == framing => return false,
        Err(problem) if !framing.embed => {
            lab.complain(Place::Page, problem);
            if chosen.get_untracked() == STEPPER {
                page::set_fragment(&lab.link());
            }
        }
        _ => page::reload(),
    }
    true
}
