//! The output beside the plain softmax's: the same digits, number by number.

use crate::language::{localised, shown, visible};
use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::flash::{Part, Source, Walk};
use lesson::{Cell, Name};

use super::state::{Flash, flash};
use crate::reactive::{derived, memo};
use crate::text::{say, tr};
use crate::widgets::markup;

/// The card.
#[component]
pub fn Compare() -> impl IntoView {
    let flash = flash();
    let rows = memo(move || {
        let (at, digits) = (flash.at.get(), flash.lab.look.get().0);
        let all = flash.walk.with(|walk| compared(walk, at, digits));
        let covered = |pair: &Pair| {
            let cell = |table| Cell::new(table, pair.row, pair.col);
            flash.lab.covers(cell(Part::Output.table())) || flash.lab.covers(cell(Name::Output))
        };
        all.into_iter()
            .map(|pair| if covered(&pair) { pair.hidden() } else { pair })
            .collect::<Vec<_>>()
    });
    let lines = derived(move || {
        let tokens = flash.lab.document.with(|d| d.queries.clone());
        rows.with(|rows| lines(rows, &tokens))
    });
    let head = derived(|| {
        let titles = [
            tr!(flash.same.query),
            tr!(flash.same.flash),
            tr!(flash.same.plain),
            tr!(flash.same.agree),
        ];
        let heads = titles.map(|text| markup::element("th", "scope=\"col\"", &text));
        format!("<tr>{}</tr>", heads.concat())
    });
    view! {
        <section class="card same" data-control="beside">
            <h3>{say!(flash.same.title)}</h3>
            <p class="note" data-same="">{derived(move || rows.with(|rows| summary(flash, rows)))}</p>
            <div class="scroll" tabindex="0" role="group" aria-label=say!(flash.same.title)>
                <table data-compare="" aria-label=say!(flash.same.title)><thead inner_html=head></thead><tbody inner_html=lines></tbody></table>
            </div>
        </section>
    }
}

/// One number of the output by both ways; the first `None` while its query is not finished.
#[derive(Clone, Debug, PartialEq)]
struct Pair {
    row: usize,
    col: usize,
    own: Option<String>,
    plain: String,
    /// Full precision, own and plain.
    exact: (String, String),
}

impl Pair {
    /// Of a number that is to be predicted neither way gives it away.
    fn hidden(self) -> Self {
        Self {
            own: None,
            plain: visible(f32::NAN, 0),
            exact: Default::default(),
            ..self
        }
    }

    fn is_hidden(&self) -> bool {
        self.exact.1.is_empty()
    }
}

fn compared(walk: &Walk, at: usize, digits: u8) -> Vec<Pair> {
    let pair = |row: usize, col: usize| {
        let source: Option<Source> = walk.shown(at, Part::Output, row, col).source;
        let own = source.map(|source| walk.value(source));
        let plain = walk.plain.get(Name::Output).get(row, col).unwrap_or(0.0);
        Pair {
            row,
            col,
            own: own.map(|own| shown(own, digits)),
            plain: shown(plain, digits),
            exact: (own.map_or(String::new(), shortest), shortest(plain)),
        }
    };
    let columns = walk.d_v();
    (0..walk.n())
        .flat_map(|row| (0..columns).map(move |col| (row, col)))
        .map(|(row, col)| pair(row, col))
        .collect()
}

fn lines(pairs: &[Pair], tokens: &[String]) -> String {
    let line = |pair: &Pair| {
        let token = tokens.get(pair.row).map_or("", String::as_str);
        let name = format!(
            "{token} · o{}",
            lesson::core::number::subscript(pair.col + 1)
        );
        let number = |way: &str, exact: &str, text: &str| {
            let place = format!(
                "data-way=\"{way}\" data-row=\"{}\" data-col=\"{}\" data-value=\"{exact}\"",
                pair.row, pair.col
            );
            markup::element("td", &place, text)
        };
        let agree = match &pair.own {
            None => "…".to_owned(),
            Some(own) if *own == pair.plain => format!("✓ {}", tr!(flash.same.yes)),
            Some(_) => format!("✗ {}", tr!(flash.same.no)),
        };
        let cells = [
            number("flash", &pair.exact.0, pair.own.as_deref().unwrap_or("")),
            number("plain", &pair.exact.1, &pair.plain),
            markup::td(&agree),
        ];
        let head = markup::element("th", "scope=\"row\"", &name);
        markup::row("", head, cells.into_iter())
    };
    pairs.iter().map(line).collect()
}

fn summary(flash: Flash, pairs: &[Pair]) -> String {
    if pairs.iter().any(Pair::is_hidden) {
        return tr!(flash.same.covered);
    }
    let done = pairs.iter().filter(|pair| pair.own.is_some()).count();
    let same = |pair: &&Pair| pair.own.as_ref() == Some(&pair.plain);
    let agree = pairs.iter().filter(same).count();
    if done == 0 {
        return tr!(flash.same.none);
    }
    let finished = tr!(counted.of_finished, count = done);
    if done < pairs.len() {
        return tr!(
            flash.same.some,
            agree = agree,
            finished = finished,
            left = pairs.len() - done
        );
    }
    apart(flash.walk.with(|walk| walk.difference()), agree, finished)
}

/// How far all that is finished is from the plain softmax at full precision. What is not finite is no rounding.
fn apart(difference: f32, agree: usize, finished: String) -> String {
    match difference {
        0.0 => tr!(flash.same.to_the_bit, agree = agree, finished = finished),
        rounding if rounding.is_finite() => tr!(
            flash.same.all,
            agree = agree,
            finished = finished,
            difference = in_powers_of_ten(rounding)
        ),
        _ => tr!(flash.same.counted, agree = agree, finished = finished),
    }
}

/// A small number for readers: 6·10⁻⁸.
fn in_powers_of_ten(value: f32) -> String {
    let text = localised(format!("{value:.0e}"));
    let Some((digits, exponent)) = text
        .split_once('e')
        .filter(|(_, exponent)| *exponent != "0")
    else {
        return format!("{value}");
    };
    let raised = |sign: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(sign.to_digit(10)? as usize);
    let exponent: String = exponent
        .chars()
        .map(|sign| raised(sign).unwrap_or('⁻'))
        .collect();
    format!("{digits}·10{exponent}")
}

#[cfg(test)]
mod tests {
    use super::in_powers_of_ten;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn small_differences_are_readable() {
        for (value, text) in [
            (0.0, "0"),
            (5.96e-8, "6·10⁻⁸"),
            (1e-10, "1·10⁻¹⁰"),
            (f32::NAN, "NaN"),
        ] {
            assert_eq!(in_powers_of_ten(value), text);
        }
    }
}
