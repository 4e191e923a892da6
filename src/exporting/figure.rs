//! The heatmap of what is exported, as the page draws it, with tokens and numbers.

use lesson::Stage;
use lesson::core::table::Axis;
use lesson::share::export::{Figure, Sheet, Which};

use super::readable;
use crate::plot::{Framed, Labels, Range, Scene, heatmap_size};
use crate::widgets::matrix::range;

/// The picture of a figure's matrix.
pub fn framed(figure: &Figure, title: &str, digits: u8) -> Framed {
    let sheet = figure.sheet();
    let (range, keep) = match figure.matrix {
        Which::Named(name) => {
            let masked = name.columns_are_keys() && Stage::of(name) >= Stage::Mask;
            let keep = masked.then(|| figure.document.keep());
            (range(name.table(), &sheet.numbers), keep)
        }
        // What is not known yet is hatched.
        Which::Part(..) => (Range::around(&sheet.numbers), Some(sheet.known.clone())),
    };
    Framed {
        title: readable(title),
        note: String::new(),
        inside: heatmap_size(sheet.numbers.shape(), digits),
        scene: Scene::Heatmap {
            transposed: false,
            range,
            keep,
            labels: Some(labels(figure, &sheet, digits)),
            matrix: sheet.numbers,
        },
    }
}

/// A row's maximum and sum are one column, which no number has to name.
fn labels(figure: &Figure, sheet: &Sheet, digits: u8) -> Labels {
    let single = matches!(figure.matrix, Which::Named(name) if name.table().cols == Axis::One);
    let all =
        |labels: &[String]| -> Vec<String> { labels.iter().map(|label| readable(label)).collect() };
    Labels {
        rows: all(&sheet.rows),
        cols: if single { vec![] } else { all(&sheet.cols) },
        digits,
    }
}
