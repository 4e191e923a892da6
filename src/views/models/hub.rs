//! Models of the hub: asked for by name, fetched once the reader has seen what and agreed, kept in this browser.

use leptos::ev::{Event, SubmitEvent};
use leptos::html;
use leptos::prelude::*;
use lesson::lessons::models::hub::{HubTrouble, Kept, Offer};
use lesson::share::host::Event as Told;

use super::state::{Fetching, Question};
use super::{inspector, words};
use crate::browser::hub::hub;
use crate::host;
use crate::language::shown;
use crate::reactive::{derived, effect, on, part, shown_while};
use crate::text::{following, say, tr};

/// Names to begin with.
const EXAMPLES: [&str; 5] = [
    "openai-community/gpt2",
    "distilbert/distilgpt2",
    "EleutherAI/pythia-14m",
    "HuggingFaceTB/SmolLM2-135M",
    "distilbert/distilbert-base-uncased",
];

/// A panel, closed until somebody wants it, or a link names a model that is not kept here. What stands in it is made
/// when it is opened first.
#[component]
pub fn Hub() -> impl IntoView {
    let inspector = inspector();
    let panel = NodeRef::<html::Details>::new();
    let wrong = move || inspector.hub.problem.with(Option::is_some);
    effect(move || {
        if let (true, Some(panel)) = (wrong(), panel.get()) {
            panel.set_open(true);
        }
    });
    let opened = RwSignal::new(false);
    let toggled = move |_: Event| {
        // What is kept is asked for when somebody looks.
        inspector.ask(Question::Kept);
        opened.set(true);
    };
    let title = following(|| match hub() {
        Some(hub) => tr!(models.hub.title, host = hub.host()),
        None => tr!(models.hub.kept),
    });
    view! {
        <details class="re-hub" node_ref=panel data-control="hub" on:toggle=on(toggled)>
            <summary>{title}</summary>
            {shown_while(move || opened.get(), || view! { <Inside/> }.into_any())}
        </details>
    }
}

#[component]
fn Inside() -> impl IntoView {
    let inspector = inspector();
    let there = hub().is_some();
    view! {
        {shown_while(move || there, || view! { <Ask/> }.into_any())}
        <div role="alert">{part(move || inspector.hub.problem.get().map(|problem| view! { <Wrong problem=problem/> }).into_any())}</div>
        {part(move || inspector.hub.offer.get().map(|offer| view! { <Offered offer=offer/> }).into_any())}
        {shown_while(move || inspector.hub.fetching.with(Option::is_some), || view! { <Progress/> }.into_any())}
        {part(move || view! { <KeptModels all=inspector.hub.kept.get()/> }.into_any())}
    }
}

/// The field for a name.
#[component]
fn Ask() -> impl IntoView {
    let inspector = inspector();
    let host = || hub().map_or_else(String::new, |hub| hub.host().to_owned());
    let typed = inspector.hub.typed;
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        inspector.look_up();
    };
    let busy =
        derived(move || inspector.hub.looks.get() || inspector.hub.fetching.with(Option::is_some));
    view! {
        <form class="row" on:submit=on(submit)>
            <label class="re-name"><span>{say!(models.hub.name)}</span>
                <input type="text" list="hub-examples" data-control="hub-name" autocomplete="off" autocapitalize="off" spellcheck="false"
                    placeholder=EXAMPLES[1] dir="ltr" prop:value=typed on:input=on(move |event| typed.set(event_target_value(&event)))/>
            </label>
            <datalist id="hub-examples">{EXAMPLES.map(|own| view! { <option value=own></option> })}</datalist>
            <button type="submit" data-action="look-up" disabled=busy>{following(move || tr!(models.hub.look_up, host = host()))}</button>
            <span class="re-hint">{following(move || tr!(models.hub.note, host = host()))}</span>
        </form>
    }
}

/// What went wrong here.
#[component]
fn Wrong(problem: HubTrouble) -> impl IntoView {
    let inspector = inspector();
    host::tell(Told::Error(said(&problem)));
    let dismiss = move |_| inspector.hub.problem.set(None);
    view! {
        <p><span class="problem" data-problem="">{following(move || said(&problem))}</span>" "
        <button type="button" class="quiet" aria-label=say!(site.dismiss) on:click=on(dismiss)>"×"</button></p>
    }
}

/// What the hub has: yes or no.
#[component]
fn Offered(offer: Offer) -> impl IntoView {
    let inspector = inspector();
    let bytes = offer.bytes();
    let (name, memory) = (offer.name.short(), offer.memory());
    let int8 = offer.only_int8().then(|| offer.memory_of_int8());
    let count = offer.files.len();
    let said = following(move || {
        let hosts: Vec<String> = hub()
            .iter()
            .flat_map(|hub| hub.hosts().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let hosts = hosts.join(", ");
        tr!(
            models.hub.offer,
            name = name.as_str(),
            count = count,
            size = words::bytes(bytes),
            hosts = hosts
        )
    });
    let needs = following(move || match (int8, memory) {
        (Some(int8), _) => tr!(models.hub.memory_int8, size = words::bytes(int8)),
        (None, Some(memory)) => tr!(models.hub.memory, size = words::bytes(memory)),
        (None, None) => String::new(),
    });
    let list = offer.files.iter().map(|own| {
        let (path, bytes) = (own.path.clone(), own.bytes);
        view! { <li><bdi>{path}</bdi>" · "{following(move || words::bytes(bytes))}</li> }
    });
    let list = list.collect_view();
    let fetch = move |_| inspector.fetch_offered(offer.clone());
    view! {
        <div class="re-offer" data-offer="">
            <p>{said}" "{needs}</p>
            <ul>{list}</ul>
            <p class="row">
                <button type="button" class="primary" data-action="fetch" on:click=on(fetch)>{following(move || tr!(models.hub.fetch, size = words::bytes(bytes)))}</button>
                <button type="button" data-action="decline" on:click=on(move |_| inspector.hub.offer.set(None))>{say!(models.hub.decline)}</button>
            </p>
        </div>
    }
}

/// How far it is, and the ways to stop it.
#[component]
fn Progress() -> impl IntoView {
    let inspector = inspector();
    let fetching = inspector.hub.fetching;
    let line = following(move || fetching.with(|own| own.as_ref().map_or_else(String::new, far)));
    let share = derived(move || {
        fetching.with(|own| {
            own.as_ref()
                .map_or(0.0, |own| own.done as f64 / own.offer.bytes().max(1) as f64)
        })
    });
    view! {
        <div class="row re-progress" data-fetching="">
            <span>{line}</span>
            <progress max="1" value=share aria-label=say!(models.hub.fetching_label)></progress>
            <button type="button" data-action="pause-fetching" on:click=on(move |_| inspector.stop_fetching(false))>{say!(models.hub.pause)}</button>
            <button type="button" data-action="cancel-fetching" on:click=on(move |_| inspector.stop_fetching(true))>{say!(models.hub.cancel)}</button>
        </div>
    }
}

fn far(own: &Fetching) -> String {
    let (done, all) = (words::bytes(own.done), words::bytes(own.offer.bytes()));
    let said = tr!(
        models.hub.far,
        name = own.offer.name.short(),
        done = done,
        all = all
    );
    match own.pace() {
        None => said,
        Some((rate, left)) => {
            let pace = tr!(
                models.hub.pace,
                rate = words::bytes(rate as u64),
                left = duration(left)
            );
            format!("{said} {pace}")
        }
    }
}

/// What is kept in this browser, with sizes.
#[component]
fn KeptModels(all: Vec<Kept>) -> impl IntoView {
    let sum: u64 = all.iter().map(|own| own.bytes).sum();
    (!all.is_empty()).then(|| {
        view! {
            <table class="re-kept">
                <caption>{following(move || tr!(models.hub.kept_size, size = words::bytes(sum)))}</caption>
                {all.into_iter().map(|own| view! { <KeptModel own=own/> }).collect_view()}
            </table>
        }
    })
}

#[component]
fn KeptModel(own: Kept) -> impl IntoView {
    let inspector = inspector();
    let Kept {
        offer,
        bytes,
        whole,
    } = own;
    let name = offer.name.clone();
    let size = {
        let all = offer.bytes();
        following(move || match whole {
            true => words::bytes(bytes),
            false => tr!(
                models.hub.partly,
                done = words::bytes(bytes),
                all = words::bytes(all)
            ),
        })
    };
    let (source, int8) = (name.clone(), offer.only_int8());
    let open = move |_| match whole {
        true => inspector.open_kept(source.clone(), int8, false),
        false => inspector.fetch_offered(offer.clone()),
    };
    let label = following(move || match whole {
        true => tr!(models.hub.open),
        false => tr!(models.hub.resume),
    });
    let (key, short, deleted) = (name.written(), name.short(), name);
    let delete = move |_| inspector.delete_kept(deleted.clone());
    let busy =
        derived(move || inspector.hub.looks.get() || inspector.hub.fetching.with(Option::is_some));
    view! {
        <tr>
            <th scope="row"><bdi>{short}</bdi></th>
            <td>{size}</td>
            <td class="row">
                <button type="button" data-open-kept=key.clone() disabled=busy on:click=on(open)>{label}</button>
                <button type="button" data-delete-kept=key disabled=busy on:click=on(delete)>{say!(models.hub.delete)}</button>
            </td>
        </tr>
    }
}

/// A problem in plain words.
fn said(trouble: &HubTrouble) -> String {
    match trouble {
        HubTrouble::NoName => tr!(models.hub.trouble.no_name),
        HubTrouble::Closed => tr!(models.hub.trouble.closed),
        HubTrouble::Unreachable(host) => tr!(models.hub.trouble.unreachable, host = host.as_str()),
        HubTrouble::Unknown(name) => tr!(models.hub.trouble.unknown, name = name.as_str()),
        HubTrouble::Gated(name) => tr!(models.hub.trouble.gated, name = name.as_str()),
        HubTrouble::Status(host, status) => {
            tr!(
                models.hub.trouble.status,
                host = host.as_str(),
                status = *status
            )
        }
        HubTrouble::NoFile(path) => tr!(models.hub.trouble.no_file, path = path.as_str()),
        HubTrouble::Foreign(host) => tr!(models.hub.trouble.foreign, host = host.as_str()),
        HubTrouble::Ended(path, there) => {
            tr!(
                models.hub.trouble.ended,
                path = path.as_str(),
                size = words::bytes(*there)
            )
        }
        HubTrouble::Altered(path) => tr!(models.hub.trouble.altered, path = path.as_str()),
        HubTrouble::Lacks(path) => tr!(models.hub.trouble.lacks, path = path.as_str()),
        HubTrouble::TooLarge(needs, most) => {
            tr!(
                models.hub.trouble.too_large,
                needs = words::bytes(*needs),
                most = words::bytes(*most)
            )
        }
        HubTrouble::NoRoom(0, _) => tr!(models.hub.trouble.full),
        HubTrouble::NoRoom(needs, room) => {
            tr!(
                models.hub.trouble.no_room,
                needs = words::bytes(*needs),
                room = words::bytes(*room)
            )
        }
        HubTrouble::NoStore => tr!(models.hub.trouble.no_store),
        HubTrouble::Busy => tr!(models.hub.trouble.busy),
        HubTrouble::Wanted(name) => tr!(models.hub.trouble.wanted, name = name.as_str()),
    }
}

/// A duration in seconds, to the minute where it is long.
fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds >= 90.0 => format!("{} min", shown((seconds / 60.0) as f32, 0)),
        _ => format!("{} s", shown(seconds as f32, 0)),
    }
}
