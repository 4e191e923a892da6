//! What a reader with a screen reader and a keyboard hears of the guided walk, printed to be read: every element that
//! Tab reaches, as the browser's accessibility tree names it, and every change of what is live.
//!
//! Run it by `cargo xtask transcript [--lang de]`, which says where the tools are. What is heard is from Chromium's
//! accessibility tree; in which words a screen reader says a role is its own affair.

mod heard;
mod ways;

use std::env;
use std::process::ExitCode;

use e2e::{Key, Outcome, Page, on_blank_page};
use heard::Ear;

/// The beats, in order.
const BEATS: [&str; 5] = ["ask", "match", "scale", "share", "mix"];
/// More than any beat has places to stop at.
const MOST_TABS: usize = 60;

fn main() -> ExitCode {
    let lang = env::args().nth(1).unwrap_or_else(|| "en".into());
    match on_blank_page(async move |page| walk(&page, &lang).await) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Walks through all beats, with Tab, Enter and arrows alone.
async fn walk(page: &Page, lang: &str) -> Outcome {
    page.before_load(heard::LISTEN).await?;
    page.open(&format!("level=walk&stage=project&lang={lang}"))
        .await?;
    let mut ear = Ear::default();
    for beat in BEATS {
        let figure = format!("[data-beat={beat}] .g-{beat} :is(.g-drawn, table)");
        page.element_is_there(&figure).await?;
        ear.settles(page).await?;
        println!("\n## {beat}\n");
        ear.reads(page).await?;
        tabs(page, &mut ear).await?;
        ways::acts(page, &mut ear, beat).await?;
        if beat != "mix" {
            ways::to(page, "[data-action=next]").await?;
            println!("\n[Enter on {}]", heard::focused(page).await?);
            page.press_keys(&char::from(Key::Enter).to_string()).await?;
            ear.settles(page).await?;
            println!("focus: {}", heard::focused(page).await?);
        }
    }
    Ok(())
}

/// Tab through the whole page, once.
async fn tabs(page: &Page, ear: &mut Ear) -> Outcome {
    println!("\nTab by Tab:\n");
    ways::to_the_top(page).await?;
    let mut first = String::new();
    for count in 1..=MOST_TABS {
        page.press_tab().await?;
        let focused = heard::focused(page).await?;
        // Behind the last element is the browser's own bar, or the first again.
        if focused == first
            || page
                .holds("return document.activeElement === document.body")
                .await?
        {
            break;
        }
        println!("{count}. {focused}");
        if first.is_empty() {
            first = focused;
        }
        ear.says(page).await?;
    }
    Ok(())
}
