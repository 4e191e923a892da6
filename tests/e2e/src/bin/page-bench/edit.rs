//! What one edit takes of the main thread, beside a page that holds nothing but a field and a sentence.

use std::time::Duration;

use e2e::{Error, Input, Outcome, Page};

use crate::report::Report;
use crate::spent::{self, Spent};
use crate::typing;

/// Pauses between two edits in milliseconds: somebody who types on, and somebody who looks at each number.
const PACES: [(u64, &str); 2] = [(60, "typed on"), (500, "a look after each")];
/// The cell that is typed into.
const CELL: Input = Input("q", 0, 0);
/// The least that answers a digit: a field and a sentence that repeats it.
const LEAST: &str = "<!doctype html><meta charset=utf-8><title>least</title><input id=cell>\
                     <p></p><script>cell.oninput=()=>document.querySelector('p').textContent=cell.value</script>";

/// Figures by name, and their links.
fn figures() -> [(&'static str, String); 3] {
    [
        ("three tokens", "preset=cat".to_owned()),
        ("eleven tokens", "preset=animal".to_owned()),
        ("16×16", typing::fragment()),
    ]
}

/// Adds the lines about edits.
pub async fn measure(page: &Page, report: &mut Report) -> Outcome {
    for (pause, how) in PACES {
        let least = format!("data:text/html,{}", encoded(LEAST));
        page.visit(&least).await?;
        let floor = edits(page, "#cell", pause).await?;
        report.add(
            format!("tasks of an edit, {how}: a page of one field"),
            floor.to_string(),
            "",
        );
        for (name, link) in figures() {
            page.open(&link).await?;
            page.show(CELL).await?;
            tokio::time::sleep(Duration::from_secs(4)).await;
            let spent = edits(page, &CELL.selector(), pause).await?;
            let times = spent.tasks / floor.tasks;
            report.add(
                format!("the same, {name}"),
                format!("{spent}: {times:.1} ×"),
                "≤ 1.6 / 2 / 2.6 ×",
            );
        }
    }
    Ok(())
}

/// Types digits over what the field holds.
async fn edits(page: &Page, selector: &str, pause: u64) -> Result<Spent, Error> {
    spent::focus(page, selector).await?;
    spent::on(page, "input", pause, async |edit| {
        spent::over(page, edit % 9 + 1).await
    })
    .await
}

/// Markup as it may stand in an address.
fn encoded(markup: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    markup.bytes().map(byte).collect()
}
