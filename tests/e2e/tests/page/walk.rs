//! The guided walk: what a newcomer gets at the plain address.

use e2e::{Error, Input, Outcome, Page, Scheme, on_moving_page, until};

/// The beats, in order.
const BEATS: [&str; 5] = ["ask", "match", "scale", "share", "mix"];

/// Opens a beat and waits until its picture stands.
async fn at_beat(page: &Page, beat: &str) -> Outcome {
    page.element_is_there(&format!(
        "[data-beat={beat}] .g-{beat} :is(.g-drawn, table)"
    ))
    .await
}

/// Goes through all beats, and does something at each.
async fn at_each(page: &Page, mut there: impl AsyncFnMut(&Page, &str) -> Outcome) -> Outcome {
    for beat in BEATS {
        at_beat(page, beat).await?;
        // The movement of a beat covers nothing, but moves: it ends at the first touch.
        page.script(
            "document.getAnimations().forEach(own => own.finish())",
            vec![],
        )
        .await?;
        there(page, beat)
            .await
            .map_err(|error| Error::Page(format!("{beat}: {error}")))?;
        if beat != "mix" {
            page.click("next").await?;
        }
    }
    Ok(())
}

/// Waits until it holds.
async fn once(page: &Page, script: &str) -> Outcome {
    until(script, async || page.holds(script).await).await
}

async fn ensure(page: &Page, script: &str, what: &str) -> Outcome {
    match page.script(script, vec![]).await? {
        serde_json::Value::Bool(true) => Ok(()),
        other => Err(Error::Page(format!("{what}: {other}"))),
    }
}

/// Another sentence answers, and where there is one query none is asked for.
#[test]
fn two_sentences_are_told_of_as_two() -> Outcome {
    on_moving_page(async |page| {
        page.open("preset=cross&level=walk&stage=project").await?;
        page.says(".g-said", "two sentences").await?;
        page.says(".g-said", "it has its own query.").await?;
        page.open("preset=angles&level=walk&stage=project").await?;
        page.says(".g-said", "two sentences").await?;
        assert!(
            !page
                .text_of("return document.querySelector('.g-said').textContent")
                .await?
                .contains("Pick another")
        );
        page.open("preset=cat&level=walk&stage=project").await?;
        page.says(".g-said", "three times").await?;
        page.says(".g-said", "query, key and value").await
    })
}

/// Where the walk is locked the levels are not: folding softmax away with them is a look.
#[test]
fn a_locked_walk_still_lets_one_explore() -> Outcome {
    on_moving_page(async |page| {
        page.open("preset=cat&level=queries&softmax=folded&stage=weights&lock=walk")
            .await?;
        page.click_on("[data-control=level] button:last-child")
            .await?;
        page.element_is_there(":root[data-level=explore] [data-control=source]")
            .await
    })
}

#[test]
fn the_plain_address_walks_from_beat_to_beat_and_on_to_all_queries() -> Outcome {
    on_moving_page(async |page| {
        page.open("").await?;
        // The first beat is one of a word; the link says which beat one stands at.
        page.click("back").await?;
        page.script(
            "document.querySelector('[data-action=back]').click()",
            vec![],
        )
        .await?;
        at_each(&page, async |_, _| Ok(())).await?;
        page.element_is_there(":root[data-level=walk]").await?;
        // One question: a wrong answer is told why, the right one opens the ways on.
        page.click("next").await?;
        // Tab goes from answer to answer, as at the end of the other lessons.
        page.count_becomes(".g-answer", 4).await?;
        page.count_becomes(".g-answer[tabindex]", 0).await?;
        page.click_on("[data-answer=average]").await?;
        page.says(".g-reply", "average").await?;
        page.click_on("[data-answer=mixture]").await?;
        let door = ".g-doors:not([hidden]) a[href='#lesson=geometry']";
        page.element_is_there(door).await?;
        // Who goes back to look once more finds the answer again.
        page.click("back").await?;
        page.count_becomes(".g-answer", 0).await?;
        page.click("next").await?;
        page.element_is_there("[data-answer=mixture][aria-pressed=true]")
            .await?;
        page.element_is_there(door).await?;
        page.click("next").await?;
        page.element_is_there(":root[data-level=queries] [data-stage=scores][aria-current=step]")
            .await?;
        page.click_on("[data-control=level] button:last-child")
            .await?;
        page.element_is_there(":root[data-level=explore] [data-control=source]")
            .await?;
        page.click_on("[data-control=level] button:first-child")
            .await?;
        at_beat(&page, "match").await?;
        page.console_is_clean().await
    })
}

#[test]
fn of_equal_scores_none_is_told_to_be_the_best() -> Outcome {
    on_moving_page(async |page| {
        page.open("level=walk&stage=scores").await?;
        at_beat(&page, "match").await?;
        page.says(".g-said", "Best now: “sat”").await?;
        page.enter(Input("q", 1, 0), "0").await?;
        page.enter(Input("q", 1, 1), "0").await?;
        page.says(".g-said", "Equally good now: “the”, “cat”, “sat”")
            .await?;
        page.count_becomes(".g-said strong.done", 0).await?;
        page.console_is_clean().await
    })
}

/// The words of the causal example are those of the opening one, its numbers are not.
#[test]
fn the_story_of_the_opening_example_is_told_of_it_alone() -> Outcome {
    on_moving_page(async |page| {
        page.open("preset=causal&level=walk&stage=project").await?;
        page.says(".g-ask .g-note", "belong to the example").await?;
        page.count_becomes(".g-ask q", 0).await?;
        page.open("preset=cat&level=walk&stage=project").await?;
        page.says(".g-ask .g-note", "chosen by hand").await?;
        page.count_becomes(".g-ask q", 3).await?;
        page.console_is_clean().await
    })
}

#[test]
fn turning_the_query_changes_the_scores_and_is_noticed() -> Outcome {
    on_moving_page(async |page| {
        page.open("level=walk&stage=scores").await?;
        at_beat(&page, "match").await?;
        page.says(".g-keys table", "1.39").await?;
        page.enter(Input("q", 1, 1), "2").await?;
        // 0.3 · 2.3 + 2 · −1.4
        page.says(".g-keys table", "−2.11").await?;
        page.element_is_there(".g-said strong.done").await?;
        let link = page.fragment().await?;
        page.press_with(e2e::Key::Control, 'z').await?;
        page.says(".g-keys table", "1.39").await?;
        // Refused where it stands, and nothing is lost.
        page.enter(Input("q", 1, 0), "7x").await?;
        page.element_is_there(".g-query [data-problem]").await?;
        page.says(".g-keys table", "1.39").await?;
        assert_eq!(page.shown(Input("q", 1, 0)).await?, "7x");
        assert!(link.contains("level=walk"), "{link}");
        Ok(())
    })
}

/// One row of Q is shown, so Enter stays in its cell.
#[test]
fn a_refused_entry_keeps_what_enter_has_taken_and_dismissed_it_gives_the_focus_back() -> Outcome {
    on_moving_page(async |page| {
        page.open("preset=cat&level=walk&stage=scores&row=1")
            .await?;
        at_beat(&page, "match").await?;
        let cell = Input("q", 1, 0);
        page.enter(cell, "2").await?;
        page.enter(cell, "x").await?;
        page.says(".g-query [data-problem]", "counts as 2.00")
            .await?;
        page.click_on(".g-query .notice button").await?;
        page.count_becomes("[data-problem]", 0).await?;
        once(
            &page,
            "return document.activeElement.matches('input[data-row=\"1\"][data-col=\"0\"]')",
        )
        .await?;
        assert_eq!(page.shown(cell).await?, "x", "what was typed stands");
        page.press(cell, '\u{e00c}').await?;
        assert_eq!(page.shown(cell).await?, "2");
        page.console_is_clean().await
    })
}

#[test]
fn the_arrow_of_the_query_can_be_dragged() -> Outcome {
    on_moving_page(async |page| {
        page.open("level=walk&stage=scores").await?;
        at_beat(&page, "match").await?;
        page.drag(".g-plane svg", 60).await?;
        let moved =
            "return document.querySelector('input[data-matrix=q][data-col=\"0\"]').value !== '0.3'";
        once(&page, moved).await?;
        page.press_with(e2e::Key::Control, 'z').await?;
        let back =
            "return document.querySelector('input[data-matrix=q][data-col=\"0\"]').value === '0.3'";
        once(&page, back).await
    })
}

#[test]
fn every_beat_has_something_to_do_that_is_noticed() -> Outcome {
    on_moving_page(async |page| {
        page.open("level=walk&stage=project").await?;
        at_each(&page, async |page, beat| {
            let act = match beat {
                "ask" => "document.querySelector('[data-word=\"2\"]').click()",
                "match" => return Ok(()),
                "scale" => {
                    page.slide("d_k", 5).await?;
                    return page.element_is_there(".g-said strong.done").await;
                }
                "share" => "document.querySelector('[data-action=exp]').click()",
                _ => "document.querySelector('[data-key=\"0\"]').click()",
            };
            page.script(act, vec![]).await?;
            page.element_is_there(".g-said strong.done").await
        })
        .await?;
        // All the attention for “the”: its value is the output.
        page.says(".g-mix table tr:last-child", "0.20").await
    })
}

/// Next, and what stands beside it, is in the window.
const IN_VIEW: &str =
    "const { top, bottom } = document.querySelector('.g-actions').getBoundingClientRect();
    return top > 0 && bottom <= innerHeight || [top, bottom]";

#[test]
fn on_a_small_laptop_the_way_on_stays_in_view_whatever_is_said() -> Outcome {
    on_moving_page(async |page| {
        page.resize(1280, 720).await?;
        for language in ["en", "de", "fr"] {
            page.open(&format!("lang={language}&level=walk&stage=scaled"))
                .await?;
            at_beat(&page, "scale").await?;
            page.slide("d_k", 5).await?;
            page.element_is_there(".g-said strong.done").await?;
            ensure(&page, IN_VIEW, language).await?;
        }
        page.open("level=walk&stage=output").await?;
        at_beat(&page, "mix").await?;
        page.click("next").await?;
        page.click_on("[data-answer=mixture]").await?;
        page.element_is_there(".g-doors:not([hidden])").await?;
        ensure(&page, IN_VIEW, "the question").await
    })
}

#[test]
fn who_hears_the_tables_can_multiply_and_add_up() -> Outcome {
    on_moving_page(async |page| {
        page.open("level=walk&stage=scores").await?;
        at_beat(&page, "match").await?;
        page.says(".g-keys table", "0.3 · 1.2 = 0.36").await?;
        page.open("level=walk&stage=weights").await?;
        at_beat(&page, "share").await?;
        page.says(".g-table table tr:last-child", "4.37").await?;
        page.click("exp").await?;
        page.says(".g-table table thead", "left out").await
    })
}

#[test]
fn on_a_phone_the_names_in_the_plane_are_large_enough_and_beyond_the_ring() -> Outcome {
    on_moving_page(async |page| {
        page.resize(390, 844).await?;
        page.open("level=walk&stage=scores").await?;
        at_beat(&page, "match").await?;
        let small = "const svg = document.querySelector('.g-plane svg'), scale = svg.getScreenCTM().a;
            const sizes = [...svg.querySelectorAll('text')].map(own => parseFloat(getComputedStyle(own).fontSize) * scale);
            return Math.min(...sizes) >= 12 || sizes";
        ensure(&page, small, "sizes of names").await?;
        let beyond = "const ring = document.querySelector('.g-tip').getBoundingClientRect();
            const name = document.querySelector('.g-own-name').getBoundingClientRect();
            const far = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
            return far(ring, name) > -2 || far(ring, name)";
        ensure(&page, beyond, "the name of q").await
    })
}

/// The next Tab begins at the top of the page.
const TO_THE_TOP: &str =
    "const top = document.createElement('span'); top.tabIndex = -1; document.body.prepend(top);
    top.focus(); top.remove()";

#[test]
fn next_is_at_most_twelve_tabs_from_the_top_at_every_beat() -> Outcome {
    on_moving_page(async |page| {
        page.open("level=walk&stage=project").await?;
        page.resize(1440, 900).await?;
        at_each(&page, async |page, beat| {
            page.element_is_there(".guided > .terms").await?;
            page.script(TO_THE_TOP, vec![]).await?;
            let mut tabs = 0;
            while !page
                .holds("return document.activeElement.dataset.action === 'next'")
                .await?
            {
                tabs += 1;
                assert!(tabs <= 12, "{beat}: 12 times Tab did not reach Next");
                page.press_tab().await?;
            }
            Ok(())
        })
        .await
    })
}

/// One row of Q is shown: below its last cell is one that nobody sees.
#[test]
fn after_typing_in_the_last_cell_of_the_query_tab_leaves_it() -> Outcome {
    on_moving_page(async |page| {
        page.open("preset=cat&level=walk&stage=scores&row=1")
            .await?;
        at_beat(&page, "match").await?;
        page.click_on(&Input("q", 1, 0).selector()).await?;
        page.press_keys("1\u{e004}").await?;
        once(
            &page,
            "return document.activeElement.matches('input[data-col=\"1\"]')",
        )
        .await?;
        page.press_keys("2\u{e004}").await?;
        once(
            &page,
            "return !document.activeElement.matches('input, body')",
        )
        .await
    })
}

#[test]
fn the_words_are_one_stop_and_arrows_go_from_one_to_the_next() -> Outcome {
    on_moving_page(async |page| {
        page.open("level=walk&stage=project").await?;
        at_beat(&page, "ask").await?;
        page.element_is_there("[data-word='1'][aria-pressed=true][tabindex='0']")
            .await?;
        page.send_keys_to("[data-word='1']", &char::from(e2e::Key::Right).to_string())
            .await?;
        once(
            &page,
            "return document.activeElement.dataset.word === '2' && document.querySelectorAll('[data-word][tabindex=\"0\"]').length === 1",
        )
        .await?;
        page.press_keys(&char::from(e2e::Key::Enter).to_string())
            .await?;
        page.element_is_there("[data-word='2'][aria-pressed=true][tabindex='0']")
            .await?;
        // What the drawn cards ask is in the table that is read.
        page.says(".g-ask .only-read table", "What am I looking for?")
            .await
    })
}

#[test]
fn the_figure_has_the_screen_and_a_phone_begins_with_numbers() -> Outcome {
    on_moving_page(async |page| {
        page.open("level=walk&stage=project").await?;
        page.resize(1440, 900).await?;
        at_each(&page, async |page, _| {
            let share = "const { width, height } = document.querySelector('[data-figure]').getBoundingClientRect();
                const share = width * height / (innerWidth * innerHeight); return share >= 0.45 || share";
            ensure(page, share, "the figure's share of the screen").await?;
            let controls = "const seen = [...document.querySelectorAll('a, button, select, summary, input:not([data-matrix])')]
                .filter(own => own.checkVisibility() && own.getBoundingClientRect().top < innerHeight && own.getBoundingClientRect().right > 0
                    && !own.closest('[data-figure]'));
                return seen.length <= 15 || seen.length";
            ensure(page, controls, "controls in view").await?;
            let next = "return document.querySelector('[data-action=next]').getBoundingClientRect().bottom <= innerHeight";
            ensure(page, next, "Next in view").await
        })
        .await?;
        page.resize(390, 844).await?;
        page.open("level=walk&stage=scores").await?;
        at_beat(&page, "match").await?;
        let first = "const top = document.querySelector('.g-figure input').getBoundingClientRect().top; return top <= 160 || top";
        ensure(&page, first, "the first number of a phone").await
    })
}

#[test]
fn every_example_walks_at_every_width_in_light_and_dark_without_a_fault() -> Outcome {
    on_moving_page(async |page| {
        for (width, scheme) in [
            (1440, Scheme::Light),
            (390, Scheme::Dark),
            (320, Scheme::Light),
        ] {
            page.prefer(scheme).await?;
            page.resize(width, 844).await?;
            for preset in ["cat", "animal", "cross", "unscaled"] {
                page.open(&format!("preset={preset}&level=walk&stage=project"))
                    .await?;
                at_each(&page, async |page, beat| {
                    page.fits(&format!("{preset} at {width} px")).await?;
                    if preset == "cat" {
                        let faults = page.accessibility_faults().await?;
                        assert!(faults.is_empty(), "{beat}, {width} px: {faults:#?}");
                    }
                    Ok(())
                })
                .await?;
            }
        }
        page.console_is_clean().await
    })
}
