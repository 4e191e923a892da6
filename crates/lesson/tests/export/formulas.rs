//! The formulas, and formats as a whole.

use lesson::lessons::flash::Kind;
use lesson::share::export::{Computed, ExportError, Figure, Format, Offer, matrices};

use super::documents;

#[test]
fn every_matrix_has_latex_with_its_numbers_in_it() {
    for (name, document) in documents::all() {
        for matrix in matrices(&document) {
            let figure = documents::figure(&document, matrix.key());
            let latex = String::from_utf8(figure.bytes(Format::Latex).unwrap()).unwrap();
            assert!(!latex.contains('@'), "{name}: {latex}");
            assert!(latex.is_ascii(), "{name}: {latex}");
            assert_eq!(latex.matches("\\[").count(), 2);
            assert_eq!(
                latex.matches('{').count(),
                latex.matches('}').count(),
                "{latex}"
            );
        }
    }
}

#[test]
fn the_whole_has_the_documents_own_factor_and_a_mask_where_one_hides() {
    for (link, has, has_not) in [
        ("preset=worked", "sqrt", "+\\,M"),
        ("preset=worked&mask=causal", "+\\,M", "cdot"),
        ("preset=worked&scale=none", "Q\\,K^\\top\\Big)", "sqrt"),
        ("preset=worked&scale=-0.5", "\\cdot -0.5", "sqrt"),
        (
            "preset=worked&scale=0.3333333",
            "\\cdot 0.3333333\\Big)",
            "sqrt",
        ),
        (
            "preset=worked&scale=1e-9",
            "\\cdot 0.000000001\\Big)",
            "sqrt",
        ),
        (
            "preset=worked&scale=1.5e30",
            "\\cdot 1.5 \\cdot 10^{30}\\Big)",
            "sqrt",
        ),
    ] {
        let document = lesson::core::player::read::<lesson::lessons::stepper::ByHand>(link);
        let document = document.unwrap().0;
        let figure = documents::figure(&document, "weights");
        let latex = String::from_utf8(figure.bytes(Format::Latex).unwrap()).unwrap();
        let whole = latex.lines().next().unwrap();
        assert!(
            whole.contains(has) && !whole.contains(has_not),
            "{link}: {whole}"
        );
    }
}

#[test]
fn the_formula_is_that_of_the_stage_or_the_step() {
    let document = lesson::lessons::stepper::preset("same_wq_wk").unwrap().0;
    let computed = |key| documents::figure(&document, key).computed();
    assert_eq!(computed("k"), Computed::Stage("project"));
    assert_eq!(computed("weights"), Computed::Stage("weights"));
    let step = documents::flash_figure(&document, 0, "tile").computed();
    assert_eq!(step, Computed::Step(Kind::Begin));
}

#[test]
fn formats_have_names_of_their_own() {
    for offer in [
        Offer::Attention,
        Offer::Growth,
        Offer::Curves,
        Offer::Numbers,
    ] {
        let all: Vec<_> = offer.formats().collect();
        for (i, format) in all.iter().enumerate() {
            assert_eq!(Format::of(format.slug()), Some(*format));
            for other in &all[..i] {
                assert_ne!(format.slug(), other.slug());
                assert_ne!(offer.file(*format, "q"), offer.file(*other, "q"));
            }
        }
    }
    assert_eq!(Format::of("nonsense"), None);
}

#[test]
fn what_cannot_be_exported_is_said() {
    for (fragment, matrix) in [("", "nonsense"), ("lesson=flash", "x"), ("q=1,x", "q")] {
        let refused = Figure::of(fragment, matrix);
        let expected = (fragment, matrix) != ("lesson=flash", "x");
        assert_eq!(
            matches!(refused, Err(ExportError::Link(_))),
            expected,
            "{fragment} {matrix}"
        );
    }
    let figure = Figure::of("", "q").unwrap();
    assert_eq!(
        figure.bytes(Format::Png),
        Err(ExportError::Drawn(Format::Png))
    );
}
