//! The numbers of one station as cells: what each shows, and the markup they are written into.

use lesson::lessons::training::block::{BlockView, Part};

use super::super::token;
use super::plan::{Columns, Station};
use crate::browser::numbers::Number;
use crate::plot::Range;
use crate::widgets::markup;

/// The colour map of a station, as far as its largest number: shares of a whole have the
/// sequential one from 0 to 1, all else the diverging one.
pub fn range(part: Part, values: &[f32]) -> Range {
    let finite = values.iter().filter(|value| value.is_finite());
    let largest = finite.fold(0.0_f32, |most, value| most.max(value.abs()));
    match part {
        Part::Weights | Part::Probabilities | Part::Exp => Range::Sequential(1.0),
        _ if largest > 0.0 => Range::Diverging(largest),
        _ => Range::Diverging(1.0),
    }
}

/// The numbers of a row of the view, if it is there.
pub fn values(view: &BlockView, station: Station) -> Option<&[f32]> {
    let address = (station.layer, station.part, station.head);
    let row = view
        .rows
        .iter()
        .find(|row| (row.layer, row.part, row.head) == address)?;
    Some(&row.values)
}

/// What the first cells of a station show, no more than `most`.
pub fn shown(view: &BlockView, station: Station, most: usize) -> Vec<Number> {
    let Some(values) = values(view, station) else {
        return Vec::new();
    };
    let range = range(station.part, values);
    let masked = masked(view, station);
    let number = |(col, value): (usize, &f32)| Number {
        value: *value,
        share: (value / range.end()).clamp(-1.0, 1.0),
        hidden: masked.is_some_and(|masked| masked.get(col) == Some(&f32::NEG_INFINITY)),
    };
    values.iter().take(most).enumerate().map(number).collect()
}

/// The masked scores that decide which cells of a head's row are hatched.
fn masked(view: &BlockView, station: Station) -> Option<&[f32]> {
    let follows = matches!(
        station.part,
        Part::Masked | Part::Shifted | Part::Exp | Part::Weights
    );
    let part = Part::Masked;
    (follows && station.layer.is_some()).then(|| values(view, Station { part, ..station }))?
}

/// A heading a column, where the columns are tokens or words; components are numbered by the
/// style sheet, which costs no elements.
pub fn headings(station: Station, words: &[&str], ids: &[u32], dark: bool) -> String {
    let word = |id: u32| words.get(id as usize).copied().unwrap_or("?");
    match station.columns() {
        Columns::Numbered => String::new(),
        Columns::Words => words
            .iter()
            .map(|word| markup::element("th", "scope=\"col\"", word))
            .collect(),
        Columns::Tokens => {
            let heading = |(place, id): (usize, &u32)| {
                let style = token::style(place, dark);
                markup::element(
                    "th",
                    &format!("scope=\"col\" class=\"token\" style=\"{style}\""),
                    word(*id),
                )
            };
            ids.iter().enumerate().map(heading).collect()
        }
    }
}

/// Cells without numbers, each with a text to write them into; the first is the stop for Tab.
pub fn cells(station: Station, count: usize) -> String {
    let number =
        |name: &str, value: Option<usize>| value.map(|value| format!(" data-{name}=\"{value}\""));
    let own = [number("layer", station.layer), number("head", station.head)];
    let own: String = own.into_iter().flatten().collect();
    let key = station.part.key();
    let cell = |col: usize| {
        let stop = if col == 0 { 0 } else { -1 };
        format!(
            "<td data-part=\"{key}\"{own} data-col=\"{col}\" data-value tabindex=\"{stop}\" aria-describedby=\"way-arithmetic\">–</td>"
        )
    };
    (0..count).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lesson::lessons::training::block::BlockRow;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn station(part: Part) -> Station {
        Station {
            layer: Some(1),
            part,
            head: Some(0),
            width: 3,
        }
    }

    #[test]
    fn what_may_not_be_seen_is_hatched_down_to_the_weights() {
        let row = |part, values: [f32; 3]| BlockRow {
            layer: Some(1),
            part,
            head: Some(0),
            values: values.to_vec(),
        };
        let view = BlockView {
            step: 0,
            ids: vec![0, 1, 2],
            place: 1,
            rows: vec![
                row(Part::Scores, [1.0, -2.0, 4.0]),
                row(Part::Masked, [1.0, -2.0, f32::NEG_INFINITY]),
                row(Part::Weights, [0.75, 0.25, 0.0]),
            ],
        };
        let hidden = |part| {
            shown(&view, station(part), 9)
                .iter()
                .map(|one| one.hidden)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            hidden(Part::Scores),
            [false; 3],
            "they were computed before the mask"
        );
        assert_eq!(hidden(Part::Masked), [false, false, true]);
        assert_eq!(hidden(Part::Weights), [false, false, true]);
        let shares = |part| {
            shown(&view, station(part), 2)
                .iter()
                .map(|one| one.share)
                .collect::<Vec<_>>()
        };
        assert_eq!(shares(Part::Scores), [0.25, -0.5]);
        assert_eq!(
            shares(Part::Masked),
            [0.5, -1.0],
            "−∞ does not stretch the map"
        );
        assert_eq!(shares(Part::Weights), [0.75, 0.25]);
        assert!(
            shown(&view, station(Part::Query), 9).is_empty(),
            "no such row"
        );
    }

    #[test]
    fn cells_say_where_they_are() {
        let text = cells(station(Part::Query), 2);
        assert_eq!(text.matches("<td").count(), 2);
        assert!(
            text.contains("data-part=\"query\" data-layer=\"1\" data-head=\"0\" data-col=\"1\""),
            "{text}"
        );
        assert_eq!(text.matches("tabindex=\"0\"").count(), 1);
        let outside = Station {
            layer: None,
            head: None,
            ..station(Part::Logits)
        };
        assert!(!cells(outside, 1).contains("data-layer"));
        assert_eq!(
            headings(outside, &["<a>"], &[], false),
            "<th scope=\"col\">&lt;a&gt;</th>"
        );
    }
}
