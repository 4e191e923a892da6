//! By keyboard through every lesson: Tab goes from stop to stop and comes round, and at each stop one sees where it is.

use std::time::Duration;

use e2e::{Error, Key, Outcome, Page, Scheme, on_blank_page};
use serde_json::Value;

use crate::languages::levels;

/// So many times Tab is pressed before the page is asked what came of it, and in all.
const AT_ONCE: usize = 25;
const MOST: usize = 400;
/// Fewer stops has no lesson, whichever elements an engine stops at: WebKit may pass links over.
const FEWEST: u64 = 5;

/// What is fetched when it is seen: the end of the page is, for a moment, and the next Tab begins at its top.
const SEE_ALL: &str = "scrollTo(0, document.documentElement.scrollHeight)";
const TO_THE_TOP: &str = "
    scrollTo(0, 0);
    const top = document.createElement('span'); top.tabIndex = -1; document.body.prepend(top);
    top.focus(); top.remove()";
const A_MOMENT: Duration = Duration::from_millis(700);

/// At each Tab, before it does anything, looks at what has the focus: by then the browser has scrolled to it and drawn
/// its ring. One has come round at the first stop, or when the focus is twice on nothing: some browsers have stops of
/// their own between the last and the first. What has no ring has to look otherwise than after the focus has left it,
/// itself or what stands around it. It stands in the window, and something of it lies under nothing else.
const WATCH: &str = r#"
    const tabs = window.tabs = { heard: 0, stops: 0, round: false, last: "nothing", faults: [] };
    const had = document.hasFocus();
    let first, last, before, away = 0;
    const fault = (own, words) => {
        const { left, top, right, bottom } = own.getBoundingClientRect();
        const name = own.cloneNode(false).outerHTML.slice(0, 160);
        tabs.faults.push(`${words}: ${name} from ${left}, ${top} to ${right}, ${bottom}`);
    };
    const ringed = own => {
        const { outlineStyle, outlineWidth } = getComputedStyle(own);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
    };
    const LOOKS = ["outlineStyle", "outlineWidth", "boxShadow", "borderTopColor", "borderBottomColor",
        "borderTopWidth", "borderBottomWidth", "backgroundColor"];
    const look = own => [own, own.parentElement, own.parentElement?.parentElement, own.labels?.[0]]
        .filter(Boolean).map(one => { const style = getComputedStyle(one); return LOOKS.map(name => style[name]).join(); }).join();
    // A field that is there for its label's sake is as large as nothing.
    const placed = own => {
        const { width, height } = own.getBoundingClientRect();
        return Math.min(width, height) < 3 ? own.labels?.[0] ?? own : own;
    };
    const PARTS = [0.1, 0.3, 0.5, 0.7, 0.9];
    const seen = own => {
        const place = own.getBoundingClientRect();
        const left = Math.max(place.left, 0), width = Math.min(place.right, innerWidth) - left;
        const top = Math.max(place.top, 0), height = Math.min(place.bottom, innerHeight) - top;
        const on = (x, y) => document.elementFromPoint(left + width * x, top + height * y);
        const mine = hit => own.contains(hit) || hit?.closest("label")?.contains(own);
        return width >= 1 && height >= 1 && PARTS.some(x => PARTS.some(y => mine(on(x, y))));
    };
    addEventListener("keydown", ({ key }) => {
        if (key !== "Tab" || tabs.round) return;
        tabs.heard += 1;
        const own = had && !document.hasFocus() ? document.body : document.activeElement;
        if (last?.isConnected && last !== own && before === look(last)) fault(last, "no focus is seen");
        if (!own || own === document.body || own === document.documentElement) {
            last = before = undefined;
            away += 1;
            tabs.round = tabs.stops > 0 && away > 1;
            return;
        }
        away = 0;
        tabs.round = own === first;
        if (tabs.round) return;
        first ??= own;
        tabs.stops += 1;
        tabs.last = own.cloneNode(false).outerHTML.slice(0, 160);
        if (own === last) fault(own, "Tab does not leave");
        else if (!seen(placed(own))) fault(own, "out of sight, or covered");
        before = ringed(own) ? undefined : look(own);
        last = own;
    }, true);"#;

fn ensure(holds: bool, words: impl FnOnce() -> String) -> Outcome {
    match holds {
        true => Ok(()),
        false => Err(Error::Page(words())),
    }
}

/// Opens a lesson with all that stands below its figure.
async fn open_whole(page: &Page, slug: &str, level: &str) -> Outcome {
    page.prefer(Scheme::Light).await?;
    page.load(&format!("lesson={slug}{level}")).await?;
    let usable = format!("#{slug} :is([data-control], [data-action=next])");
    page.element_is_there(&usable).await?;
    page.nothing_is_busy().await?;
    page.script(SEE_ALL, vec![]).await?;
    tokio::time::sleep(A_MOMENT).await;
    page.nothing_is_busy().await
}

/// Presses Tab until the focus has come round, from the top of the page.
async fn goes_round(page: &Page) -> Outcome {
    page.script(TO_THE_TOP, vec![]).await?;
    page.script(WATCH, vec![]).await?;
    let tabs = char::from(Key::Tab).to_string().repeat(AT_ONCE);
    let mut heard = 0;
    for _ in 0..MOST / AT_ONCE {
        page.press_keys(&tabs).await?;
        let seen = page.script("return window.tabs", vec![]).await?;
        let now = seen["heard"].as_u64().unwrap_or_default();
        // Where the page hears of no more keys, they go to the browser's own stops after the last.
        if seen["round"] == true || now == heard {
            return judge(&seen);
        }
        heard = now;
    }
    let seen = page.script("return window.tabs", vec![]).await?;
    Err(Error::Page(format!(
        "{MOST} times Tab do not lead round: {seen}"
    )))
}

/// What was seen on the way.
fn judge(seen: &Value) -> Outcome {
    let stops = seen["stops"].as_u64().unwrap_or_default();
    ensure(stops >= FEWEST, || {
        format!("only {stops} stops, the last at {}", seen["last"])
    })?;
    let faults = seen["faults"].as_array().map_or(0, Vec::len);
    ensure(faults == 0, || {
        format!("{faults} of {stops} stops: {:#}", seen["faults"])
    })
}

/// A browser of its own for each: where the focus is after the last stop is the browser's business. All lessons are
/// walked through before any is complained of.
#[test]
fn tab_comes_round_in_every_lesson_and_is_seen_at_each_stop() -> Outcome {
    let mut faults = Vec::new();
    for (lesson, level) in levels() {
        let slug = lesson.slug;
        let outcome = on_blank_page(async move |page| {
            open_whole(&page, slug, level).await?;
            goes_round(&page).await
        });
        match outcome {
            Err(Error::Page(words)) => faults.push(format!("{slug}{level}: {words}")),
            other => other?,
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}
