//! What is done at each beat, by keyboard.

use e2e::{Error, Key, Outcome, Page};

use crate::heard::{self, Ear};

/// More than any beat has places to stop at.
const MOST_TABS: usize = 60;

/// What Tab leads to, and the keys that are pressed there.
fn keys(beat: &str) -> Vec<(&'static str, String)> {
    let key = |key: Key| char::from(key).to_string();
    let enter = || key(Key::Enter);
    match beat {
        "ask" => vec![("[data-word='2']", enter())],
        "match" => vec![
            (".g-query input", key(Key::Up).repeat(3)),
            (".g-query input", format!("7x{}", enter())),
            (".g-query input", key(Key::Escape)),
        ],
        "scale" => vec![("[data-control=d_k]", key(Key::Right).repeat(2))],
        "share" => vec![("[data-action=exp]", enter())],
        "mix" => vec![
            ("[data-key='0']", enter()),
            ("[data-action=next]", enter()),
            ("[data-answer=average]", enter()),
            ("[data-answer=mixture]", enter()),
        ],
        _ => Vec::new(),
    }
}

/// Does it, and says what is heard of it.
pub async fn acts(page: &Page, ear: &mut Ear, beat: &str) -> Outcome {
    for (selector, keys) in keys(beat) {
        if to(page, selector).await.is_err() {
            println!("\n[Tab does not lead to {selector}]");
            continue;
        }
        println!("\n[{} on {}]", named(&keys), heard::focused(page).await?);
        page.press_keys(&keys).await?;
        ear.settles(page).await?;
        println!("focus: {}", heard::focused(page).await?);
    }
    Ok(())
}

/// Keys as one calls them.
fn named(keys: &str) -> String {
    let names = [
        (Key::Enter, "Enter "),
        (Key::Up, "↑ "),
        (Key::Right, "→ "),
        (Key::Escape, "Escape "),
    ];
    let named = names.iter().fold(keys.to_owned(), |keys, (key, name)| {
        keys.replace(char::from(*key), name)
    });
    named.trim().to_owned()
}

/// Leaves what has the focus, so that Tab begins at the top.
pub async fn to_the_top(page: &Page) -> Outcome {
    let top = "document.activeElement?.blur(); getSelection().removeAllRanges();
        const top = document.createElement('a'); top.tabIndex = 0; document.body.prepend(top); top.focus(); top.remove();";
    page.script(top, vec![]).await.map(drop)
}

/// Presses Tab until the focus is there.
pub async fn to(page: &Page, selector: &str) -> Outcome {
    let there = format!("return document.activeElement.matches(`{selector}`)");
    if page.holds(&there).await? {
        return Ok(());
    }
    to_the_top(page).await?;
    for _ in 0..MOST_TABS {
        page.press_tab().await?;
        along(page, selector).await?;
        if page.holds(&there).await? {
            return Ok(());
        }
    }
    Err(Error::Page(format!("Tab does not lead to {selector}")))
}

/// Arrows to what stands in the same row, where the row is one stop.
async fn along(page: &Page, selector: &str) -> Outcome {
    for (side, key) in [(2, Key::Left), (4, Key::Right)] {
        let there = format!(
            "const own = document.activeElement;
            const to = own.hasAttribute('tabindex') && own.parentElement.querySelector(`:scope > {selector}`);
            return Boolean(to) && (own.compareDocumentPosition(to) & {side}) > 0"
        );
        while page.holds(&there).await? {
            page.press_keys(&char::from(key).to_string()).await?;
        }
    }
    Ok(())
}
