//! The “Share” dialog: what is said in it stands in the text it makes, and the link opens a lesson that is
//! as it was said.

use std::cell::Cell;

use e2e::{Error, Outcome, Page, Scheme, on_blank_page, on_page, until};
use lesson::registry;
use lesson::share::snippet::Form;

/// The fragment of the link that “Try it” leads to.
const LINK: &str =
    "return new URL(document.querySelector('[data-action=share-try]').href).hash.slice(1)";

/// The text of the dialog.
const TEXT: &str = "return document.getElementById('share-text')?.value ?? ''";

/// Chooses in a select, as a reader does, even where it is folded away.
const CHOOSE: &str = r#"
    const [selector, value] = arguments, select = document.querySelector(selector);
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    return select.value;"#;

/// Writes over a field.
const WRITE: &str = r#"
    const [selector, text] = arguments, field = document.querySelector(selector);
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));"#;

/// What has the focus: the name it has for tests.
const FOCUS: &str = r#"
    const { action, form, control, freedom } = document.activeElement.dataset;
    return action ?? form ?? control ?? freedom ?? document.activeElement.tagName;"#;

/// Opens a page and the dialog on it.
async fn dialog(page: &Page, fragment: &str) -> Outcome {
    page.open(fragment).await?;
    page.click("share-dialog").await?;
    page.element_is_there("dialog.share[open] #share-text")
        .await
}

async fn choose(page: &Page, selector: &str, value: &str) -> Outcome {
    page.element_is_there(selector).await?;
    let chosen = page
        .script(CHOOSE, vec![selector.into(), value.into()])
        .await?;
    match chosen.as_str() == Some(value) {
        true => Ok(()),
        false => Err(Error::Page(format!("{selector} does not take {value}"))),
    }
}

async fn write(page: &Page, selector: &str, text: &str) -> Outcome {
    page.element_is_there(selector).await?;
    page.script(WRITE, vec![selector.into(), text.into()])
        .await
        .map(drop)
}

/// Waits until the text has a part in it.
async fn text_with(page: &Page, part: &str) -> Result<String, Error> {
    until(&format!("“{part}” in the text"), async || {
        Ok(page.text_of(TEXT).await?.contains(part))
    })
    .await?;
    page.text_of(TEXT).await
}

#[test]
fn what_is_locked_and_hidden_is_so_in_the_link() -> Outcome {
    on_blank_page(async |page| {
        dialog(&page, "preset=worked&stage=scaled").await?;
        choose(&page, "[data-freedom=mask]", "locked").await?;
        choose(&page, "[data-freedom=menu]", "hidden").await?;
        choose(&page, "[data-control=share-stage]", "weights").await?;
        choose(&page, "[data-control=share-last]", "weights").await?;
        let text = text_with(&page, "steps=scores..weights").await?;
        assert!(text.contains("&lock=mask&hide=menu"), "{text}");
        page.says("[data-share=count]", "1 locked, 1 hidden")
            .await?;
        page.says("[data-held=mask-size]", "locked with").await?;
        let link = page.text_of(LINK).await?;
        page.open(&link).await?;
        page.at_stage("weights").await?;
        page.element_is_there("#stepper [data-control=mask][data-locked]")
            .await?;
        page.element_is_there("#stepper [data-menu=q][hidden]")
            .await?;
        // The dialog of that page begins with what its link says.
        page.click("share-dialog").await?;
        let text = text_with(&page, "&lock=mask&hide=menu&steps=scores..weights").await?;
        assert!(text.ends_with(&link), "{text}");
        page.console_is_clean().await
    })
}

#[test]
fn a_choice_is_asked_by_its_link() -> Outcome {
    on_blank_page(async |page| {
        dialog(&page, "preset=worked&stage=weights").await?;
        choose(&page, "[data-control=share-ask]", "choice").await?;
        write(&page, "[data-control=share-words]", "Which & “why” 100 %?").await?;
        // What nobody has come to is not wrong yet.
        assert_eq!(page.texts("[data-share=left-out]").await?, [""]);
        let leave =
            "document.querySelector('[data-choice=\"0\"]').dispatchEvent(new Event('blur'))";
        page.script(leave, vec![]).await?;
        page.says("[data-share=left-out]", "left out").await?;
        page.click("share-add").await?;
        for (index, text) in ["<b>", "b, c", "d"].into_iter().enumerate() {
            write(&page, &format!("[data-choice='{index}']"), text).await?;
        }
        page.script(
            "document.querySelector('[data-right=\"1\"]').click()",
            vec![],
        )
        .await?;
        choose(&page, "[data-control=share-predict]", "scaled").await?;
        text_with(&page, "predict=scaled").await?;
        assert_eq!(page.texts("[data-share=left-out]").await?, [""]);
        let link = page.text_of(LINK).await?;
        page.open(&link).await?;
        page.says(".quiz .prompt", "Which & “why” 100 %?").await?;
        assert_eq!(page.texts(".quiz .option").await?, ["<b>", "b, c", "d"]);
        page.click_on("[data-option='1']").await?;
        page.click("check").await?;
        page.says("[data-quiz-verdict]", "Right").await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_number_is_asked_by_its_link_and_copy_link_keeps_it() -> Outcome {
    on_blank_page(async |page| {
        dialog(&page, "preset=worked&stage=scores&row=2&col=1").await?;
        choose(&page, "[data-control=share-ask]", "cell").await?;
        text_with(&page, "ask=scores.2.1").await?;
        choose(&page, "[data-control=share-matrix]", "max").await?;
        text_with(&page, "ask=max.2.0").await?;
        choose(&page, "[data-control=share-ask]", "weights").await?;
        text_with(&page, "ask=weights.2").await?;
        let link = page.text_of(LINK).await?;
        page.open(&format!("{link}&lock=scale")).await?;
        page.element_is_there(".quiz .bars").await?;
        let copied = "navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }";
        page.script(copied, vec![]).await?;
        page.click("share").await?;
        page.says("[data-action=share]", "Link copied").await?;
        let copied = page.text_of("return window.copied").await?;
        assert!(
            copied.contains("&lock=scale") && copied.contains("&ask=weights.2"),
            "{copied}"
        );
        Ok(())
    })
}

/// A kind says what readers may use, not what they are asked.
#[test]
fn a_question_stays_whatever_kind_is_chosen() -> Outcome {
    on_blank_page(async |page| {
        dialog(&page, "preset=cat&level=walk&stage=project").await?;
        choose(&page, "[data-control=share-ask]", "weights").await?;
        choose(&page, "[data-control=share-query]", "1").await?;
        write(&page, "[data-control=share-words]", "Where does it look?").await?;
        page.says("[data-share=whole]", "whole figure").await?;
        for kind in ["figure", "steps", "predict", "all"] {
            page.click_on(&format!("[data-kind={kind}]")).await?;
            page.element_is_there(&format!("[data-kind={kind}][aria-pressed=true]"))
                .await?;
            text_with(&page, "ask=weights.1&amp;q.text=Where").await?;
            choose(&page, "[data-control=share-ask]", "weights").await?;
        }
        // Written after a kind was chosen, a question is about the same tables.
        choose(&page, "[data-control=share-ask]", "cell").await?;
        choose(&page, "[data-control=share-matrix]", "scaled").await?;
        text_with(&page, "ask=scaled.").await?;
        page.console_is_clean().await
    })
}

/// The guided walk hides nothing: who is to predict gets all queries, and who shares that is told.
#[test]
fn who_predicts_gets_all_queries_and_not_the_walk() -> Outcome {
    on_blank_page(async |page| {
        dialog(&page, "level=walk&stage=project").await?;
        assert_eq!(page.texts("[data-share=beyond-guide]").await?, [""]);
        page.click_on("[data-kind=predict]").await?;
        let text = text_with(&page, "level=queries").await?;
        assert!(
            text.contains("predict") && !text.contains("level=walk"),
            "{text}"
        );
        page.says("[data-share=beyond-guide]", "all queries")
            .await?;
        page.console_is_clean().await
    })
}

/// What readers get in a language is in it, whatever the dialog is read in.
#[test]
fn a_text_for_readers_of_a_language_is_in_it() -> Outcome {
    on_blank_page(async |page| {
        dialog(&page, "preset=cat").await?;
        page.click_on("[data-form=element]").await?;
        text_with(&page, "Open the figure by itself").await?;
        choose(&page, "[data-control=share-language]", "de").await?;
        let text = text_with(&page, "Die Abbildung für sich öffnen").await?;
        assert!(
            text.contains("lang=\"de\"") && !text.contains("Step through"),
            "{text}"
        );
        choose(&page, "[data-control=share-language]", "auto").await?;
        text_with(&page, "Open the figure by itself").await?;
        page.console_is_clean().await
    })
}

/// In somebody's page the walk ends at its last beat, since what follows it is hidden there.
#[test]
fn a_walk_with_steps_ends_at_its_last_beat() -> Outcome {
    on_blank_page(async |page| {
        dialog(&page, "").await?;
        page.click_on("[data-kind=steps]").await?;
        text_with(&page, "&amp;embed").await?;
        let link = page.text_of(LINK).await?;
        page.load(&format!("{link}&embed")).await?;
        for beat in ["ask", "match", "scale", "share"] {
            page.element_is_there(&format!("[data-beat={beat}] [data-action=next]"))
                .await?;
            page.click("next").await?;
        }
        page.element_is_there("[data-beat=mix] [data-action=next][aria-disabled=true]")
            .await?;
        page.script(
            "document.querySelector('[data-action=next]').click()",
            vec![],
        )
        .await?;
        page.element_is_there(":root[data-level=walk] [data-beat=mix] .g-mix")
            .await?;
        assert_eq!(page.count("[data-answer]").await?, 0);
        page.console_is_clean().await
    })
}

/// What stays of the whole page is the figure with the arithmetic of one number.
const BESIDE: &str = r#"
    const all = document.querySelectorAll(
        ".level-new, .preset-note, .row-card, .card.map, .statistics, .inspector :is(.full, .state), .elsewhere");
    return all.length > 7 && [...all].every(own => !own.checkVisibility())
        && document.querySelector(".inspector .arithmetic").checkVisibility();"#;

#[test]
fn a_figure_alone_has_nothing_beside_it() -> Outcome {
    on_blank_page(async |page| {
        dialog(&page, "preset=cat&stage=weights&level=explore").await?;
        page.click_on("[data-kind=figure]").await?;
        text_with(&page, "beside").await?;
        let link = page.text_of(LINK).await?;
        page.load(&format!("{link}&embed")).await?;
        until("the figure alone", async || page.holds(BESIDE).await).await?;
        page.console_is_clean().await
    })
}

#[test]
fn every_form_has_its_text() -> Outcome {
    on_blank_page(async |page| {
        dialog(&page, "preset=cat&stage=mask").await?;
        choose(&page, "[data-freedom=walk]", "locked").await?;
        choose(&page, "[data-control=share-theme]", "dark").await?;
        for form in Form::ALL {
            page.click_on(&format!("[data-form={}]", form.slug()))
                .await?;
            let parts: &[&str] = match form {
                Form::Link => &["http", "#preset=cat&stage=mask", "&theme=dark&lock=walk"],
                Form::Iframe => &[
                    "<iframe src=\"http",
                    "&amp;embed&amp;theme=dark",
                    "height=\"",
                ],
                Form::Element => &[
                    "attention-lab.js\" defer>",
                    " preset=\"cat\" stage=\"mask\" lock=\"walk\" theme=\"dark\"",
                ],
                Form::Markdown => &["attention-lab.js\" async>", "</attention-lab>"],
                Form::Jupyter => &["from IPython.display import HTML", "lock=\"walk\""],
            };
            for part in parts {
                text_with(&page, part).await?;
            }
        }
        write(&page, "[data-control=share-height]", "7").await?;
        page.says("#share-height-wrong", "120").await?;
        write(&page, "[data-control=share-height]", "700").await?;
        text_with(&page, "height=\"700\"").await?;
        page.console_is_clean().await
    })
}

/// The height in the snippet, once it has been measured; until then its field is empty.
const HEIGHT: &str = r#"
    const found = document.getElementById("share-text").value.match(/height="([0-9]+)"/);
    const measured = document.querySelector("[data-control=share-height]").value && !document.querySelector(".share-measure");
    return found && measured ? Number(found[1]) : 0;"#;

/// The height that the dialog offers for a frame with that lesson, and the link of the figure.
async fn measured(page: &Page, fragment: &str) -> Result<(u32, String), Error> {
    page.resize(1280, 800).await?;
    dialog(page, fragment).await?;
    page.click_on("[data-form=iframe]").await?;
    until("a height that was measured", async || {
        page.holds(&format!("return (() => {{{HEIGHT}}})() !== 0"))
            .await
    })
    .await?;
    let height = page.script(HEIGHT, vec![]).await?;
    page.count_becomes(".share-measure", 0).await?;
    let link = page.text_of(LINK).await?;
    Ok((height.as_u64().unwrap_or_default() as u32, link))
}

/// What is pasted reserves what the figure needs in a column of text.
#[test]
fn the_height_is_that_of_the_figure() -> Outcome {
    on_blank_page(async |page| {
        for (fragment, step) in [("preset=cat", "weights"), ("lesson=geometry", "dot")] {
            let (high, link) = measured(&page, &format!("{fragment}&stage={step}")).await?;
            assert!(link.contains(fragment), "{link}");
            page.resize(800, high).await?;
            page.load(&format!("{link}&embed")).await?;
            page.element_is_there("table td[data-value]").await?;
            // The step that the link names may be a low one; the tallest is as high as was said.
            let mut tallest = 0;
            for step in registry::meta_of(fragment).steps {
                let go = format!("location.hash = '{fragment}&stage={step}&embed'");
                page.script(&go, vec![]).await?;
                let high = Cell::new(0.0);
                until("a height that stays", async || {
                    let now = page.number_of("return document.body.scrollHeight").await?;
                    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
                    Ok(high.replace(now) == now)
                })
                .await?;
                tallest = tallest.max(high.get() as u64);
            }
            // Where there are scroll bars, words break elsewhere.
            let apart = tallest.abs_diff(u64::from(high));
            assert!(
                apart < 60,
                "{fragment}: {high} is offered, {tallest} is needed"
            );
        }
        page.console_is_clean().await
    })
}

/// In a column of 700 pixels things stand below each other that stand side by side in a wider one.
#[test]
fn the_height_is_enough_in_an_ordinary_column() -> Outcome {
    on_blank_page(async |page| {
        for fragment in [
            "preset=cat&level=walk&stage=project",
            "preset=causal&level=explore&stage=output&ask=output.1.0",
            "lesson=flash",
        ] {
            let (high, link) = measured(&page, fragment).await?;
            page.says("[data-share=form]", "narrower than 700 pixels")
                .await?;
            page.resize(700, high).await?;
            page.load(&format!("{link}&embed")).await?;
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            let needed = page
                .script("return document.body.scrollHeight", vec![])
                .await?;
            let needed = needed.as_u64().unwrap_or_default() as u32;
            // Where there are scroll bars, words break elsewhere.
            assert!(
                needed < high + 60,
                "{fragment}: {high} is offered, {needed} is needed"
            );
        }
        page.console_is_clean().await
    })
}

/// How high a typed frame is in which column nobody knows.
#[test]
fn of_a_typed_height_no_column_is_said() -> Outcome {
    on_blank_page(async |page| {
        dialog(&page, "preset=cat&level=walk").await?;
        page.click_on("[data-form=iframe]").await?;
        page.says("[data-share=form]", "narrower than").await?;
        write(&page, "[data-control=share-height]", "700").await?;
        until("the note without a width", async || {
            let note = page.texts("[data-share=form]").await?;
            Ok(note.iter().all(|note| !note.contains("narrower")))
        })
        .await?;
        page.says("[data-share=form]", "Its height is fixed").await
    })
}

#[test]
fn every_lesson_is_shared() -> Outcome {
    on_blank_page(async |page| {
        for (fragment, control) in [
            ("lesson=cost", "budget"),
            ("lesson=flash", "tile"),
            ("lesson=training", "seed"),
        ] {
            page.load(fragment).await?;
            page.element_is_there(&format!("#{} [data-control]", &fragment[7..]))
                .await?;
            page.click("share-dialog").await?;
            choose(&page, &format!("[data-freedom={control}]"), "locked").await?;
            let text = text_with(&page, &format!("&lock={control}")).await?;
            assert!(text.contains(fragment), "{text}");
            let meta = registry::meta_of(fragment);
            for (control, is_there) in [
                ("share-ask", meta.computes),
                ("share-stage", !meta.steps.is_empty()),
            ] {
                let count = page.count(&format!("[data-control={control}]")).await?;
                assert_eq!(count > 0, is_there, "{fragment}: {control}");
            }
            // Everything has a name that people read.
            let raw = "return [...document.querySelectorAll('.share select:not([data-freedom]) option')]\
                .map(own => own.text).filter(text => text.includes('_')).join()";
            assert_eq!(page.text_of(raw).await?, "", "{fragment}");
        }
        page.console_is_clean().await
    })
}

#[test]
fn the_keyboard_is_enough() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat").await?;
        page.script(
            "document.querySelector('[data-action=share-dialog]').focus()",
            vec![],
        )
        .await?;
        page.press_keys("\u{e007}").await?;
        page.element_is_there("dialog.share[open] #share-text")
            .await?;
        let mut seen = Vec::new();
        for _ in 0..200 {
            page.press_tab().await?;
            let focus = page.text_of(FOCUS).await?;
            match focus.as_str() {
                // An arrow chooses the next of the forms; a letter chooses in a select.
                "link" => page.press_keys("\u{e015}").await?,
                "mask" => page.press_keys("l").await?,
                _ => (),
            }
            // What was chosen counts once one has gone on.
            if seen.last().is_some_and(|last| last == "mask") {
                break;
            }
            seen.push(focus);
        }
        // Copying comes before all that can be locked and hidden.
        let copy = seen.iter().position(|name| name == "share-copy");
        assert!(copy.is_some_and(|at| at < 20), "{seen:?}");
        assert!(seen.iter().any(|name| name == "mask"), "{seen:?}");
        let text = page.text_of(TEXT).await?;
        assert!(
            text.starts_with("<iframe") && text.contains("lock=mask"),
            "{text}"
        );
        page.press_keys("\u{e00c}").await?;
        page.count_becomes("dialog.share[open]", 0).await?;
        assert_eq!(page.text_of(FOCUS).await?, "share-dialog");
        Ok(())
    })
}

#[test]
fn a_refused_copy_marks_the_text() -> Outcome {
    on_blank_page(async |page| {
        dialog(&page, "").await?;
        let refuse = "navigator.clipboard.writeText = () => Promise.reject(new Error('no'))";
        page.script(refuse, vec![]).await?;
        page.click("share-copy").await?;
        page.says("[data-share=copied]", "did not allow").await?;
        let marked = "const area = document.activeElement; return area.id === 'share-text' && area.selectionEnd === area.value.length";
        assert!(page.holds(marked).await?);
        let allow = "navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }";
        page.script(allow, vec![]).await?;
        page.click("share-copy").await?;
        page.says("[data-share=copied]", "Copied").await?;
        assert_eq!(
            page.text_of("return window.copied").await?,
            page.text_of(TEXT).await?
        );
        Ok(())
    })
}

#[test]
fn without_its_part_words_say_so() -> Outcome {
    on_blank_page(async |page| {
        page.open("").await?;
        page.server().refuse(&["part_share"]);
        page.click("share-dialog").await?;
        page.says("dialog.share[open] .problem", "could not be fetched")
            .await?;
        page.click("share-close").await?;
        page.count_becomes("dialog.share[open]", 0).await
    })
}

async fn looks(page: &Page, scheme: Scheme, width: u32) -> Outcome {
    page.prefer(scheme).await?;
    dialog(page, "preset=worked&stage=weights&lock=mask").await?;
    page.resize(width, 900).await?;
    choose(page, "[data-control=share-ask]", "choice").await?;
    page.script(
        "document.querySelectorAll('.share details').forEach(d => d.open = true)",
        vec![],
    )
    .await?;
    page.fits(&format!("the dialog at {width} px")).await?;
    let inside =
        "const d = document.querySelector('dialog.share'); return d.scrollWidth <= d.clientWidth";
    assert!(page.holds(inside).await?, "{width} px");
    let faults = page.accessibility_faults().await?;
    assert!(
        faults.is_empty(),
        "{}, {width} px: {faults:#?}",
        scheme.name()
    );
    page.picture("share", scheme, width).await
}

#[test]
fn axe_finds_nothing_serious_in_light() -> Outcome {
    on_page(async |page| looks(&page, Scheme::Light, 1440).await)
}

#[test]
fn axe_finds_nothing_serious_in_dark_at_390() -> Outcome {
    on_page(async |page| looks(&page, Scheme::Dark, 390).await)
}
