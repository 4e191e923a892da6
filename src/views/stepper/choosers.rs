//! What is computed: example, source, keys, mask, scale, and how it is shown.

use attention::Scale;
use leptos::prelude::*;
use lesson::number;
use lesson::{Command, MaskKind, Mode, Source, presets};

use super::shape::Shape;
use crate::reactive::{derived, effect, memo, on, shown_while};
use crate::state::{Place, lab};
use crate::text::{self, say, tr};
use crate::widgets::chooser::Chooser;

/// The row of choosers above the figure.
#[component]
pub fn Choosers() -> impl IntoView {
    view! {
        <section class="choosers" aria-label=say!(control.label)>
            <PresetChooser/>
            <SourceChooser/>
            <CrossChooser/>
            <MaskChooser/>
            <ScaleChooser/>
            <ModeChooser/>
            <History/>
            <Shape/>
        </section>
        <PresetNote/>
    }
}

/// The preset the document is, to the digit.
fn current_preset() -> Memo<Option<&'static str>> {
    let lab = lab();
    memo(move || {
        lab.document.with(|document| {
            let same = |slug: &str| presets::open(slug).is_ok_and(|(own, _)| own == **document);
            presets::PRESETS
                .iter()
                .map(|preset| preset.slug)
                .find(|slug| same(slug))
        })
    })
}

#[component]
fn PresetChooser() -> impl IntoView {
    let (lab, current) = (lab(), current_preset());
    // The preset that is shown or was changed; none when a link brought something of its own.
    let last = RwSignal::new(None);
    effect(move || {
        if let Some(slug) = current.get() {
            last.set(Some(slug));
        }
    });
    let value = derived(move || last.get().unwrap_or_default().to_owned());
    let options = derived(move || {
        let own = last
            .get()
            .is_none()
            .then(|| (String::new(), tr!(control.preset_own)));
        let title =
            |preset: &presets::Preset| (preset.slug.to_owned(), text::preset(preset.slug).0);
        own.into_iter()
            .chain(presets::PRESETS.iter().map(title))
            .collect::<Vec<_>>()
    });
    let changed = move || current.get().is_none() && last.get().is_some();
    let label = text::following(move || {
        if changed() {
            tr!(control.preset_changed)
        } else {
            tr!(control.preset)
        }
    });
    let unchanged = derived(move || !changed());
    let restore = move |_| {
        lab.run(Command::Preset(
            last.get_untracked().unwrap_or_default().to_owned(),
        ))
    };
    view! {
        <Chooser control="preset" label=label options=options value=value choose=move |slug| lab.run(Command::Preset(slug))/>
        <button type="button" data-action="restore" aria-label=say!(control.restore) title=say!(control.restore)
            disabled=unchanged on:click=on(restore)>
            "⟲"
        </button>
    }
}

#[component]
fn PresetNote() -> impl IntoView {
    let current = current_preset();
    // The last note stays while the example is being changed: nothing below it jumps.
    let note = Memo::new(move |before: Option<&String>| match current.get() {
        Some(slug) => text::preset(slug).1,
        None => before.cloned().unwrap_or_default(),
    });
    view! { <p class="note">{derived(move || note.get())}</p> }
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
        lab.run(Command::Source(if key == "projected" {
            Source::Projected
        } else {
            Source::ByHand
        }));
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
    let choose = move |key: String| lab.run(Command::Cross(key == "cross"));
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
    let value = derived(move || mask.with(|mask| mask.key().to_owned()));
    let choose = move |key: String| {
        let parameter = mask.with_untracked(MaskKind::parameter).unwrap_or(2);
        lab.run(Command::Mask(key, parameter));
    };
    let size = move || mask.with(MaskKind::parameter);
    let set_size = move |text: String| {
        if let Ok(size) = text.parse() {
            lab.run(Command::Mask(
                mask.with_untracked(|mask| mask.key().to_owned()),
                size,
            ));
        }
    };
    let label = say!(control.mask);
    view! {
        <Chooser control="mask" label=label options=options value=value choose=choose/>
        {shown_while(move || size().is_some(), move || view! { <input
                type="number" class="small" min="0" max="16" data-control="mask-size"
                aria-label=say!(control.mask_parameter) prop:value=derived(move || size().unwrap_or(0))
                on:change=on(move |event| set_size(event_target_value(&event)))
            /> }.into_any())}
    }
}

#[component]
fn ScaleChooser() -> impl IntoView {
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
        lab.run(Command::Scale(match key.as_str() {
            "none" => Scale::None,
            "custom" => Scale::By(factor),
            _ => Scale::SqrtDk,
        }));
    };
    let factor =
        move || matches!(scale.get(), Scale::By(_)).then(|| lab.trace.with(|trace| trace.factor));
    let set_factor = move |text: String| match number::parse(&text) {
        Ok(factor) => lab.run(Command::Scale(Scale::By(factor))),
        Err(why) => lab.complain(
            Place::Page,
            lesson::Problem::Number(why, lesson::problem::quoted(&text)),
        ),
    };
    let label = say!(control.scale);
    view! {
        <Chooser control="scale" label=label options=options value=value choose=choose/>
        {shown_while(move || factor().is_some(), move || view! { <input
                type="text" class="small" data-control="scale-factor" aria-label=say!(control.scale_factor)
                prop:value=derived(move || number::shortest(factor().unwrap_or(1.0)))
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
        lab.run(Command::Mode(if key == "one" {
            Mode::One
        } else {
            Mode::All
        }))
    };
    let label = say!(control.mode);
    let digits = say!(control.digits);
    let digit_options = derived(|| {
        (0..=6)
            .map(|d| (d.to_string(), d.to_string()))
            .collect::<Vec<_>>()
    });
    let digit = derived(move || lab.look.get().0.to_string());
    let set_digits = move |key: String| lab.run(Command::Digits(key.parse().unwrap_or(2)));
    view! {
        <Chooser control="mode" label=label options=options value=value choose=choose/>
        <Chooser control="digits" label=digits options=digit_options value=digit choose=set_digits/>
    }
}

#[component]
fn History() -> impl IntoView {
    let lab = lab();
    let cannot_undo = derived(move || !lab.stepper.with(|s| s.history.can_undo()));
    let cannot_redo = derived(move || !lab.stepper.with(|s| s.history.can_redo()));
    view! {
        <span class="pair">
            <button type="button" data-action="undo" aria-label=say!(control.undo) title=say!(control.undo)
                disabled=cannot_undo on:click=on(move |_| lab.run(Command::Undo))>
                "↶"
            </button>
            <button type="button" data-action="redo" aria-label=say!(control.redo) title=say!(control.redo)
                disabled=cannot_redo on:click=on(move |_| lab.run(Command::Redo))>
                "↷"
            </button>
        </span>
    }
}

/// Only there while something is overridden.
#[component]
pub fn Overrides() -> impl IntoView {
    let lab = lab();
    let count = memo(move || lab.document.with(|d| d.overrides.len()));
    let difference = derived(move || lab.look.get().1);
    view! {
        {shown_while(move || count.get() != 0, move || view! { <span class="overrides">
                <span class="count">{say!(control.overrides, count = count.get())}</span>
                <label>
                    <input
                        type="checkbox" data-control="difference" prop:checked=difference
                        on:change=on(move |event| lab.run(Command::Difference(event_target_checked(&event))))
                    />
                    {say!(control.difference)}
                </label>
                <button type="button" data-action="clear-all" on:click=on(move |_| lab.run(Command::ClearAll))>
                    {say!(control.clear_all)}
                </button>
            </span> }.into_any())}
    }
}
