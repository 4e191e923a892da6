//! Which model is open, and the ways to open another: a folder, its files, dropped ones, what comes with the page.

use leptos::ev::Event;
use leptos::html;
use leptos::prelude::*;
use lesson::lessons::models::link::Source as Named;
use lesson::lessons::models::messages::Trouble;
use lesson::lessons::models::shipped::SHIPPED;

use super::held::Held;
use super::hub::Hub;
use super::notebook::Notebook;
use super::state::Coming;
use super::{inspector, words};
use crate::browser::files;
use crate::reactive::{derived, effect, memo, on, part, shown_while};
use crate::text::{following, say, tr};
use crate::widgets::export::TablesMenu;
use crate::widgets::history::History;
use crate::widgets::markup::typeset;
use crate::widgets::presets::{PresetChooser, PresetNote};

/// The line above the text.
#[component]
pub fn Source() -> impl IntoView {
    let inspector = inspector();
    let coming = move || inspector.coming.with(Option::is_some);
    let shown = RwSignal::new(false);
    let own = memo(move || {
        inspector
            .document
            .with(|own| !matches!(own.source, Named::Shipped(..)))
    });
    let the_examples = is_the_examples();
    let noted = memo(move || !own.get() && the_examples.get());
    view! {
        <section class="re-source" aria-label=say!(models.model)>
            <h2 class="asks">{say!(models.asks)}</h2>
            <div class="re-named" class:coming=coming class:unfolded=move || shown.get()>
                <div class="re-card"><b data-source="">{following(name)}</b>" "<span inner_html=derived(|| typeset(&facts()))></span></div>
                {shown_while(coming, || view! { <Progress/> }.into_any())}
                // Seen in a hand only, where what is set would fill the screen before the text.
                <button type="button" class="re-fold" aria-expanded=derived(move || shown.get().to_string())
                    on:click=on(move |_| shown.update(|own| *own = !*own))>{say!(models.settings)}</button>
            </div>
            <div class="row" class:shown=move || shown.get()>
                {part(move || match own.get() {
                    false => view! { <PresetChooser/> }.into_any(),
                    true => view! { <Own/> }.into_any(),
                })}
                <Another shown=shown/>
                <History/>
                <Held/>
                <TablesMenu/>
            </div>
        </section>
        {shown_while(move || noted.get(), || view! { <PresetNote/> }.into_any())}
    }
}

/// Whether the text is still the example's, which its note is about; what else is changed leaves the note true.
fn is_the_examples() -> Memo<bool> {
    let inspector = inspector();
    let shell = inspector.shell;
    let text = Memo::new(move |before: Option<&Option<String>>| {
        let text = inspector.document.with(|own| own.text.clone());
        match shell.preset.get() {
            Some(_) => text,
            None => before.cloned().flatten(),
        }
    });
    memo(move || {
        inspector
            .document
            .with(|own| text.with(|text| own.text == *text))
    })
}

/// The ways to open another, behind a lid. It opens by itself, with the row it stands in, where one of them has
/// something to say.
#[component]
fn Another(shown: RwSignal<bool>) -> impl IntoView {
    let inspector = inspector();
    let (lid, folders) = (
        NodeRef::<html::Details>::new(),
        NodeRef::<html::Input>::new(),
    );
    effect(move || files::of_folders(folders));
    let chosen = move |event: Event| inspector.take(files::all_chosen(&event));
    let said = move || {
        let own = inspector.problem.get();
        let wanted = matches!(own, Some(Trouble::Wanted(_) | Trouble::NoFiles));
        wanted || inspector.hub.problem.with(Option::is_some)
    };
    effect(move || {
        if let (true, Some(lid)) = (said(), lid.get()) {
            shown.set(true);
            lid.set_open(true);
        }
    });
    view! {
        <details class="re-hub" node_ref=lid data-lid="open" data-control="beside">
            <summary>{say!(models.open_other)}</summary>
            <div class="row">
                <label class="re-file">
                    <span>{say!(models.open_folder)}</span>
                    <input type="file" multiple node_ref=folders data-control="open-folder" on:change=on(chosen)/>
                </label>
                <label class="re-file">
                    <span>{say!(models.open_files)}</span>
                    <input type="file" multiple accept=".json,.safetensors" data-control="open-files" on:change=on(chosen)/>
                </label>
                <span class="re-hint">{say!(models.open_note)}</span>
            </div>
            <Hub/>
            <Notebook/>
        </details>
    }
}

/// What the open model is called.
fn name() -> String {
    let inspector = inspector();
    let source = inspector.document.with(|own| own.source.clone());
    words::source(&source)
}

/// Its sizes.
fn facts() -> String {
    inspector().card.with(|card| {
        card.as_ref()
            .map_or_else(String::new, |card| words::facts(card))
    })
}

/// How far a model is that comes, and the way to stop it.
#[component]
fn Progress() -> impl IntoView {
    let inspector = inspector();
    let line = following(move || {
        inspector
            .coming
            .with(|own| own.as_ref().map_or_else(String::new, said))
    });
    let share = derived(move || {
        let share =
            |own: &Coming| (own.bytes.1 > 0).then(|| own.bytes.0 as f64 / own.bytes.1 as f64);
        inspector
            .coming
            .with(|own| own.as_ref().and_then(share))
            .unwrap_or(0.0)
    });
    // What counts is for who asks for it: said is that it begins, and in `told` that it is open.
    let begun: Signal<String> = memo(move || {
        let name = |own: &Coming| tr!(models.opening, name = words::source(&own.named.source));
        inspector
            .coming
            .with(|own| own.as_ref().map(name).unwrap_or_default())
    })
    .into();
    view! {
        <div class="row re-progress">
            <span aria-hidden="true">{line}</span>
            <span class="only-read" role="status">{begun}</span>
            <progress max="1" value=share aria-label=begun></progress>
            <button type="button" data-action="stop-opening" on:click=on(move |_| inspector.stop())>{say!(models.stop)}</button>
        </div>
    }
}

fn said(own: &Coming) -> String {
    let name = words::source(&own.named.source);
    match own.bytes {
        (_, 0) => tr!(models.opening, name = name),
        (done, all) => {
            let size = words::bytes(all);
            let share = done as f64 / all as f64 * 100.0;
            tr!(
                models.opening_share,
                name = name,
                share = share.floor(),
                size = size
            )
        }
    }
}

/// The way back to the model of the page.
#[component]
fn Own() -> impl IntoView {
    let inspector = inspector();
    let first = SHIPPED.first().map_or("", |own| own.slug);
    let open = move |_| inspector.open_shipped(first);
    view! {
        <button type="button" data-action="own-model" data-value=first on:click=on(open)>{say!(models.own)}</button>
    }
}
