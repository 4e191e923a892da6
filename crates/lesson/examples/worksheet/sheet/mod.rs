//! The worksheet: exercises, and on pages of their own the answers. Every number is one of a head's trace.
//!
//! Pure: an address in, HTML out. No script and no file beside it, so that it can be printed and sent around as it is.

pub mod exercises;
mod head;
mod markup;
mod plane;

use exercises::{Exercise, all};
use markup::{Entry, Table, escaped};

use head::Head;
use lesson::Name;

/// Where the page lies in the documentation (docs/EMBED.md).
pub const ADDRESS: &str = "https://lab.example/";

/// What most exercises are about: three words with two numbers each.
pub const SENTENCE: &str = "preset=cat";

/// The whole file, with links to the page at `address`.
///
/// # Errors
/// In words, when `address` is none or a link of an exercise opens no head.
pub fn page(address: &str) -> Result<String, String> {
    let (address, exercises) = (checked(address)?, all()?);
    let numbered = || (1..).zip(&exercises);
    let tasks: String = numbered().map(|(n, own)| task(n, own, &address)).collect();
    let answers: String = numbered().map(|(n, own)| answer(n, own)).collect();
    Ok(format!(
        include_str!("page.html.txt"),
        style = include_str!("style.css"),
        address = escaped(&address),
        numbers = numbers()?,
        tasks = tasks,
        answers = answers,
    ))
}

/// `address`, with a slash at its end where that is no file, if it is that of a page.
fn checked(address: &str) -> Result<String, String> {
    let is_web = ["https://", "http://"].map(|start| address.starts_with(start));
    if !is_web.contains(&true) || address.contains(['#', ' ', '"']) {
        return Err(format!(
            "“{address}” is no address of a page; one is {ADDRESS}"
        ));
    }
    let is_file = [".html", ".htm"]
        .iter()
        .any(|ending| address.ends_with(ending));
    match is_file {
        true => Ok(address.to_owned()),
        false => Ok(format!("{}/", address.trim_end_matches('/'))),
    }
}

/// Q, K and V of the sentence, side by side.
fn numbers() -> Result<String, String> {
    let head = Head::open(SENTENCE)?;
    let table = |(name, caption): (Name, &str)| {
        let matrix = head.trace.get(name);
        let columns = (1..=matrix.cols()).map(|column| column.to_string());
        let rows = head.keys().into_iter().zip(matrix.iter_rows());
        let empty = Table::new(caption, columns.collect());
        let typed = |row: &[f32]| row.iter().copied().map(Entry::Typed).collect();
        let full = rows.fold(empty, |table, (token, row)| table.row(&token, typed(row)));
        full.html()
    };
    let tables = [
        (Name::Q, "<b>Q</b> what each word looks for"),
        (Name::K, "<b>K</b> what each word offers"),
        (Name::V, "<b>V</b> what each word hands over"),
    ];
    Ok(tables.map(table).concat())
}

fn task(number: usize, exercise: &Exercise, address: &str) -> String {
    let Exercise {
        title, task, links, ..
    } = exercise;
    let links: Vec<_> = links
        .iter()
        .map(|(label, fragment)| format!("{label} {}", markup::link(address, fragment)))
        .collect();
    format!(
        "<section class=\"exercise\" id=\"exercise-{number}\">\n<h2><span>{number}</span> {title}</h2>\n{task}\n\
         <p class=\"check\">{}</p>\n</section>\n",
        links.join("<br>\n"),
    )
}

fn answer(number: usize, exercise: &Exercise) -> String {
    let Exercise { title, answer, .. } = exercise;
    format!(
        "<section class=\"answer\" id=\"answer-{number}\">\n<h2><span>{number}</span> {title}</h2>\n{answer}\n</section>\n"
    )
}
