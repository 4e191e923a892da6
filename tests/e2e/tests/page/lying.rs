//! A network that lies: something else comes, half of it, or late. It is said where it was wanted, one can try again, and
//! nothing is lost.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use e2e::{Error, Lie, Outcome, Page, Site, on_blank_page, until};
use lesson::registry::LESSONS;
use sha2::{Digest, Sha256};

/// As it is in the worked example; nothing that fails elsewhere may change it.
const TYPED: &str = "preset=worked&q=7,-2;1,1;3,0.5&lang=en";

async fn try_again(page: &Page, place: &str) -> Outcome {
    page.says(&format!("{place} [role=alert]"), "could not be fetched")
        .await?;
    page.server().forgive();
    page.click_on(&format!("{place} [data-action=try-again]"))
        .await?;
    page.count_becomes(&format!("{place} [data-action=try-again]"), 0)
        .await
}

/// What the page compares what it fetches with, in the page’s script or in the list that it fetches.
#[test]
fn every_file_that_is_fetched_late_has_its_digest() -> Outcome {
    let site = Site::built()?;
    let is_said = |name: &&str| name.starts_with("attention-lab-") || name.starts_with("digests-");
    let said: Vec<_> = site.names().filter(is_said).collect();
    let bytes = |name: &str| site.bytes(name).unwrap_or_default();
    let said: String = said
        .into_iter()
        .map(|name| String::from_utf8_lossy(&bytes(name)).into_owned())
        .collect();
    let page = String::from_utf8_lossy(&bytes("index.html")).into_owned();
    let starts = [
        "part_",
        "shared_",
        "late-",
        "digests-",
        "models/",
        "locales/",
        "worker_bg",
    ];
    let is_late = |name: &&str| {
        let waits = || page.contains(&format!("data-href=\"./{name}\""));
        starts.iter().any(|start| name.starts_with(start)) || waits()
    };
    let late: Vec<_> = site.names().filter(is_late).collect();
    for name in late.iter().copied() {
        let digest = STANDARD.encode(Sha256::digest(bytes(name)));
        let entry = format!("\"{name}\":\"sha256-{digest}");
        assert!(said.contains(&entry), "{entry}");
    }
    // A list of nothing would be right for every file of it.
    let count = |start: &str| late.iter().filter(|name| name.starts_with(start)).count();
    for start in starts {
        assert!(count(start) > 0, "no {start}");
    }
    assert!(
        count("part_") >= LESSONS.len() - 1,
        "a part for each lesson but the first"
    );
    let sheets = late.iter().filter(|name| name.ends_with(".css")).count();
    assert!(
        sheets > 0 && sheets == page.matches("data-href=").count(),
        "{sheets} style sheets"
    );
    Ok(())
}

/// Of a run there is no head, no weight and no measurement.
const OF_A_RUN: &str = "#training [data-gallery] [data-head], #training [data-quality],
    #training table[data-matrix=head-weights] td[data-value]";
/// Of a model there is no head, and nothing that it answers.
const OF_A_MODEL: &str = "#models .re-thumb[data-head], #models table[data-matrix=next] tbody tr";
/// The model of the page answers.
const ANSWER: &str = "#models table[data-matrix=next] tbody tr";

/// It is said in these words, and nothing is shown of what did not come.
async fn is_missed(page: &Page, lesson: &str, words: &str) -> Outcome {
    page.says(&format!("#{lesson} [data-problem]"), words)
        .await?;
    let nothing = if lesson == "training" {
        OF_A_RUN
    } else {
        OF_A_MODEL
    };
    match page.count(nothing).await? {
        0 => Ok(()),
        some => Err(Error::Page(format!(
            "{some} × {nothing} of what did not come"
        ))),
    }
}

/// Without its own code the page cannot begin.
#[test]
fn that_the_page_s_own_code_did_not_come_is_said() -> Outcome {
    on_blank_page(async |page| {
        for part in ["attention-lab-", "attention-lab_bg"] {
            page.server().refuse(&[part]);
            page.load(TYPED).await?;
            // Nothing of the page is whole.
            let said = "const said = document.querySelector('#trap:not([hidden])');
                return said !== null && said.getClientRects().length > 0";
            let what = format!("the page to say that {part} did not come");
            until(&what, async || page.holds(said).await).await?;
            page.server().forgive();
            page.script("document.querySelector('#trap button').click()", vec![])
                .await?;
            page.ready().await?;
            page.element_is_there("#trap[hidden]").await?;
        }
        Ok(())
    })
}

/// Every lie, for as many lessons as there are: code and style sheets.
#[test]
fn a_lesson_that_comes_wrong_is_said_and_comes_when_it_is_tried_again() -> Outcome {
    on_blank_page(async |page| {
        page.open(TYPED).await?;
        let before = page.matrix("weights").await?;
        let lies = Lie::WRONG.into_iter().cycle();
        for (lesson, lie) in LESSONS.iter().skip(1).zip(lies) {
            let slug = lesson.slug;
            page.server().lie("part_", lie);
            page.go_to_lesson(slug).await?;
            let wrong = |error| Error::Page(format!("{slug}, {lie:?}: {error}"));
            try_again(&page, &format!("#{slug}")).await.map_err(wrong)?;
            page.element_is_there(&format!("#{slug} table")).await?;
        }
        page.go_to_lesson("stepper").await?;
        assert_eq!(page.matrix("weights").await?, before);
        page.element_is_there("#trap[hidden]").await
    })
}

#[test]
fn a_style_sheet_that_comes_wrong_is_part_of_what_is_tried_again() -> Outcome {
    on_blank_page(async |page| {
        for lie in Lie::WRONG {
            page.open(TYPED).await?;
            page.server().lie("flash-", lie);
            page.server().lie("training-", lie);
            page.go_to_lesson("training").await?;
            let wrong = |error| Error::Page(format!("{lie:?}: {error}"));
            try_again(&page, "#training").await.map_err(wrong)?;
            page.settled().await?;
            let laid = "return [...document.querySelectorAll('link[data-part=training]')].every(own => own.sheet)";
            assert!(page.holds(laid).await?, "{lie:?}");
        }
        Ok(())
    })
}

/// The list that says what all others are to be. Each place that wants something of it says so.
#[test]
fn a_list_of_digests_that_comes_wrong_is_tried_again_with_what_needs_it() -> Outcome {
    on_blank_page(async |page| {
        for lie in Lie::WRONG {
            let wrong = |error| Error::Page(format!("{lie:?}: {error}"));
            page.server().lie("digests-", lie);
            page.load("preset=worked&lang=en").await?;
            page.go_to_lesson("flash").await?;
            page.says("#flash [role=alert]", "could not be fetched")
                .await
                .map_err(wrong)?;
            page.server().forgive();
            until("the lesson", async || {
                if page.count("#flash [data-action=try-again]").await? > 0 {
                    page.click_on("#flash [data-action=try-again]").await?;
                }
                Ok(page.count("#flash table").await? > 0)
            })
            .await
            .map_err(wrong)?;
        }
        page.element_is_there("#trap[hidden]").await
    })
}

#[test]
fn a_slow_network_is_waited_for_and_the_page_answers_meanwhile() -> Outcome {
    on_blank_page(async |page| {
        page.open(TYPED).await?;
        page.server().lie("part_", Lie::Slow);
        page.go_to_lesson("flash").await?;
        page.go_to_lesson("stepper").await?;
        page.enter(e2e::Input("q", 0, 0), "4").await?;
        until("what was typed in the link", async || {
            Ok(page.fragment().await?.contains("q=4,"))
        })
        .await?;
        page.go_to_lesson("flash").await?;
        page.element_is_there("#flash table").await?;
        page.console_is_clean().await
    })
}

/// It is asked for at once, and by whoever needs it before it is there. Who cannot get it has stopped, says so, and opens
/// again.
#[test]
fn what_the_first_figure_does_without_may_come_wrong() -> Outcome {
    const THERE: &str = "[data-beat=match] .g-match .g-drawn";
    const STOPPED: &str = "#trap:not([hidden]) button";
    on_blank_page(async |page| {
        for lie in Lie::WRONG {
            let wrong = |error| Error::Page(format!("{lie:?}: {error}"));
            page.server().lie("late-", lie);
            page.load("").await?;
            page.element_is_there(&format!("[data-beat=ask] .g-drawn, {STOPPED}"))
                .await
                .map_err(wrong)?;
            page.server().forgive();
            if page.count(STOPPED).await? == 0 {
                page.click("next").await?;
                page.element_is_there(&format!("[data-action=try-again], {THERE}, {STOPPED}"))
                    .await
                    .map_err(wrong)?;
                if page.count("[data-action=try-again]").await? > 0 {
                    page.click_on("[data-action=try-again]").await?;
                }
            }
            if page.count(STOPPED).await? > 0 {
                page.click_on(STOPPED).await?;
                page.element_is_there("[data-beat] .g-drawn").await?;
                page.open("level=walk&stage=scores").await?;
            }
            page.element_is_there(THERE).await.map_err(wrong)?;
        }
        Ok(())
    })
}

const LANG: &str = "return document.documentElement.lang";

#[test]
fn a_language_that_comes_wrong_is_said_and_comes_when_it_is_chosen_again() -> Outcome {
    on_blank_page(async |page| {
        page.open(TYPED).await?;
        let before = page.matrix("weights").await?;
        let codes = ["de", "fr", "es", "zh", "ar"].into_iter().cycle();
        for (lie, code) in Lie::WRONG.into_iter().zip(codes) {
            // What was fetched before is not asked for again.
            page.open(TYPED).await?;
            page.server().lie("locales/", lie);
            page.choose("language", code).await?;
            page.says("[data-problem]", "could not be fetched")
                .await
                .map_err(|error| Error::Page(format!("{lie:?}: {error}")))?;
            assert_eq!(page.text_of(LANG).await?, "en", "{lie:?}");
            page.server().forgive();
            page.choose("language", code).await?;
            until(code, async || Ok(page.text_of(LANG).await? == code)).await?;
            page.choose("language", "en").await?;
            until("English", async || Ok(page.text_of(LANG).await? == "en")).await?;
            assert_eq!(page.matrix("weights").await?, before, "{lie:?}");
        }
        Ok(())
    })
}

#[test]
fn a_slow_language_and_a_slow_model_are_waited_for() -> Outcome {
    on_blank_page(async |page| {
        page.open(TYPED).await?;
        let before = page.matrix("weights").await?;
        page.server().lie("locales/", Lie::Slow);
        page.choose("language", "de").await?;
        until("German", async || Ok(page.text_of(LANG).await? == "de")).await?;
        assert_eq!(page.count("[data-problem]").await?, 0);
        assert_eq!(page.matrix("weights").await?, before);
        page.server().lie("models/", Lie::Slow);
        page.load("lesson=training&lang=en").await?;
        page.settled().await?;
        assert_eq!(page.count("#training [data-problem]").await?, 0);
        page.load("lesson=models&preset=reader&lang=en").await?;
        page.element_is_there(ANSWER).await?;
        assert_eq!(page.count("#models [data-problem]").await?, 0);
        page.console_is_clean().await
    })
}

#[test]
fn a_trained_model_that_comes_wrong_is_said_and_comes_when_it_is_tried_again() -> Outcome {
    on_blank_page(async |page| {
        for lie in Lie::WRONG {
            page.open(TYPED).await?;
            page.server().lie("models/induction", lie);
            page.go_to_lesson("training").await?;
            let wrong = |error| Error::Page(format!("{lie:?}: {error}"));
            is_missed(&page, "training", "could not be fetched")
                .await
                .map_err(wrong)?;
            page.server().forgive();
            page.click_on("#training [role=alert] [data-action=try-again]")
                .await
                .map_err(wrong)?;
            page.count_becomes("#training [data-problem]", 0).await?;
            page.settled().await.map_err(wrong)?;
            page.count_becomes("#training [data-problem]", 0).await?;
        }
        Ok(())
    })
}

#[test]
fn a_model_that_comes_wrong_is_said_and_comes_when_it_is_tried_again() -> Outcome {
    on_blank_page(async |page| {
        for lie in Lie::WRONG {
            for part in [
                "models/reader-",
                "models/reader.config",
                "models/reader.tokenizer",
            ] {
                let wrong = |error| Error::Page(format!("{part}, {lie:?}: {error}"));
                page.server().lie(part, lie);
                page.load("lesson=models&preset=reader").await?;
                is_missed(&page, "models", "could not be fetched")
                    .await
                    .map_err(wrong)?;
                page.server().forgive();
                page.click_on("#models [role=alert] [data-action=try-again]")
                    .await
                    .map_err(wrong)?;
                page.element_is_there(ANSWER).await.map_err(wrong)?;
                page.count_becomes("#models [data-problem]", 0).await?;
            }
        }
        Ok(())
    })
}

/// What computes beside the page. Without its script the page computes itself, so only its module is missed.
#[test]
fn a_worker_that_comes_wrong_is_said_and_comes_with_the_page() -> Outcome {
    on_blank_page(async |page| {
        for lie in Lie::WRONG {
            for (part, lesson) in [
                ("worker_bg", "training"),
                ("inspector_loader", "models"),
                ("inspector_bg", "models"),
            ] {
                // The few lines of a loader are compared with nothing (docs/RELIABILITY.md, “What falls short”).
                if (part, lie) == ("inspector_loader", Lie::Altered) {
                    continue;
                }
                page.server().lie(part, lie);
                page.load(&format!("lesson={lesson}")).await?;
                is_missed(&page, lesson, "did not start")
                    .await
                    .map_err(|error| Error::Page(format!("{part}, {lie:?}: {error}")))?;
                page.server().forgive();
                page.load(&format!("lesson={lesson}")).await?;
                match lesson {
                    "training" => page.settled().await?,
                    _ => page.element_is_there(ANSWER).await?,
                }
            }
            if lie != Lie::Altered {
                page.server().lie("worker_loader", lie);
                page.load("lesson=training").await?;
                page.settled().await?;
                page.server().forgive();
            }
        }
        page.element_is_there("#trap[hidden]").await
    })
}
