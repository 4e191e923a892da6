//! What is computed: example, source, keys, mask, scale, and how it is shown.

use attention::Scale;
use leptos::html;
use leptos::prelude::*;
use lesson::core::number;
use lesson::head::change::Change;
use lesson::head::view::Level;
use lesson::lessons::stepper::Change as Own;
use lesson::{MaskKind, Mode, Source};

use super::export::Export;
pub use super::shape::Shape;
use crate::language;
use crate::quiz::PredictSwitch;
use crate::reactive::{derived, memo, on, part, shown_while};
use crate::state::{Place, lab};
use crate::text::{following, say, tr};
use crate::widgets::chooser::Chooser;
use crate::widgets::digits::DigitsChooser;
use crate::widgets::history::History;
use crate::widgets::presets::{PresetChooser, PresetNote};

/// The row of choosers above the figure: all of them at the last level, before it what tells the story.
#[component]
pub fn Choosers() -> impl IntoView {
    let lab = lab();
    let all = memo(move || lab.view.with(|view| view.level == Level::Explore));
    let others = part(move || match all.get() {
        true => view! { <Settings/> }.into_any(),
        false => view! { <MaskChooser/><Export/> }.into_any(),
    });
    view! {
        <section class="choosers" aria-label=say!(control.label)>
            <PresetChooser/>
            <History/>
            {others}
        </section>
        <PresetNote/>
    }
}

/// All that can be set beside the example: on a phone behind a button, else in the row.
#[component]
fn Settings() -> impl IntoView {
    let open = RwSignal::new(false);
    // The page has settings, too.
    let called = following(|| format!("{}: {}", tr!(settings.title), tr!(control.label)));
    view! {
        <div class="set-fold">
            <button type="button" aria-label=called aria-expanded=derived(move || open.get().to_string())
                on:click=on(move |_| open.update(|open| *open = !*open))>{say!(settings.title)}</button>
            <div class="set-items">
                <HeadChoosers/>
                <ModeChooser/>
                <DigitsChooser/>
                <PredictSwitch/>
                <Shape/>
                <Export/>
            </div>
        </div>
    }
}

/// What decides the numbers beside the example: source, keys, mask, scale.
#[component]
pub fn HeadChoosers() -> impl IntoView {
    view! {
        <KindChoosers/>
        <ScaleChooser/>
    }
}

/// What kind of head it is: source, keys, mask.
#[component]
pub fn KindChoosers() -> impl IntoView {
    view! {
        <SourceChooser/>
        <CrossChooser/>
        <MaskChooser/>
    }
}

#[component]
fn SourceChooser() -> impl IntoView {
    let lab = lab();
    let options = derived(move || {
        vec![
            ("hand".into(), tr!(control.source_hand)),
            ("projected".into(), tr!(control.source_projected)),
        ]
    });
    let value = derived(move || match lab.document.with(|d| d.source) {
        Source::ByHand => "hand".to_owned(),
        Source::Projected => "projected".to_owned(),
    });
    let choose = move |key: String| {
        lab.change(
            Change::Source(if key == "projected" {
                Source::Projected
            } else {
                Source::ByHand
            }),
            Place::Page,
        );
    };
    let label = say!(control.source);
    view! { <Chooser control="source" label=label options=options value=value choose=choose/> }
}

#[component]
fn CrossChooser() -> impl IntoView {
    let lab = lab();
    let options = derived(move || {
        vec![
            ("self".into(), tr!(control.kind_self)),
            ("cross".into(), tr!(control.kind_cross)),
        ]
    });
    let value = derived(move || {
        if lab.document.with(|d| d.keys.is_some()) {
            "cross".to_owned()
        } else {
            "self".to_owned()
        }
    });
    let choose = move |key: String| {
        lab.change(Change::Cross(key == "cross"), Place::Page);
    };
    let label = say!(control.kind);
    view! { <Chooser control="kind" label=label options=options value=value choose=choose/> }
}

#[component]
fn MaskChooser() -> impl IntoView {
    let lab = lab();
    let options = derived(move || {
        vec![
            ("none".into(), tr!(control.mask_none)),
            ("causal".into(), tr!(control.mask_causal)),
            ("window".into(), tr!(control.mask_window)),
            ("prefix".into(), tr!(control.mask_prefix)),
            ("padding".into(), tr!(control.mask_padding)),
            ("painted".into(), tr!(control.mask_painted)),
        ]
    });
    let mask = memo(move || lab.document.with(|d| d.mask.clone()));
    let key = memo(move || lab.document.with(|d| d.mask_key()));
    let value = derived(move || key.get().to_owned());
    let choose = move |key: String| {
        let parameter = mask.with_untracked(MaskKind::parameter).unwrap_or(2);
        lab.change(Change::Mask(key, parameter), Place::Page);
    };
    let size = move || mask.with(|mask| mask.parameter().filter(|_| mask.key() == key.get()));
    let field = NodeRef::<html::Input>::new();
    let set_size = move |text: String| {
        if let Ok(size) = text.parse() {
            lab.change(
                Change::Mask(mask.with_untracked(|mask| mask.key().to_owned()), size),
                Place::Page,
            );
        }
        // What cannot be does not go on standing there.
        if let (Some(field), Some(size)) = (field.get_untracked(), untrack(size)) {
            field.set_value(&size.to_string());
        }
    };
    let label = say!(control.mask);
    view! {
        <Chooser control="mask" label=label options=options value=value choose=choose/>
        {shown_while(move || size().is_some(), move || view! { <input
                type="number" class="small" min="0" max="16" data-control="mask-size" node_ref=field
                aria-label=say!(control.mask_parameter) prop:value=derived(move || size().unwrap_or(0).to_string())
                on:change=on(move |event| set_size(event_target_value(&event)))
            /> }.into_any())}
    }
}

#[component]
pub fn ScaleChooser() -> impl IntoView {
    let lab = lab();
    let options = derived(move || {
        vec![
            ("sqrt_dk".into(), tr!(control.scale_sqrt)),
            ("none".into(), tr!(control.scale_none)),
            ("custom".into(), tr!(control.scale_custom)),
        ]
    });
    let scale = memo(move || lab.document.with(|d| d.scale));
    let value = derived(move || match scale.get() {
        Scale::SqrtDk => "sqrt_dk".to_owned(),
        Scale::None => "none".to_owned(),
        Scale::By(_) => "custom".to_owned(),
    });
    let choose = move |key: String| {
        let factor = lab.trace.with_untracked(|trace| trace.factor);
        lab.change(
            Change::Scale(match key.as_str() {
                "none" => Scale::None,
                "custom" => Scale::By(factor),
                _ => Scale::SqrtDk,
            }),
            Place::Page,
        );
    };
    let factor =
        move || matches!(scale.get(), Scale::By(_)).then(|| lab.trace.with(|trace| trace.factor));
    let set_factor = move |text: String| match number::parse(&text) {
        Ok(factor) => drop(lab.change(Change::Scale(Scale::By(factor)), Place::Page)),
        Err(why) => lab.complain(
            Place::Page,
            lesson::Problem::Number(why, lesson::core::problem::quoted(&text)),
        ),
    };
    let label = say!(control.scale);
    view! {
        <Chooser control="scale" label=label options=options value=value choose=choose/>
        {shown_while(move || factor().is_some(), move || view! { <input
                type="text" class="small" data-control="scale-factor" aria-label=say!(control.scale_factor)
                prop:value=derived(move || language::typed(factor().unwrap_or(1.0)))
                on:change=on(move |event| set_factor(event_target_value(&event)))
            /> }.into_any())}
    }
}

#[component]
fn ModeChooser() -> impl IntoView {
    let lab = lab();
    let options = derived(move || {
        vec![
            ("all".into(), tr!(control.mode_all)),
            ("one".into(), tr!(control.mode_one)),
        ]
    });
    let value = derived(move || match lab.view.with(|view| view.mode) {
        Mode::All => "all".to_owned(),
        Mode::One => "one".to_owned(),
    });
    let choose = move |key: String| {
        super::change(
            lab,
            Own::Mode(if key == "one" { Mode::One } else { Mode::All }),
        )
    };
    let label = say!(control.mode);
    view! { <Chooser control="mode" label=label options=options value=value choose=choose/> }
}
