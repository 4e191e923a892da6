//! The same drawing code as on canvas, drawn as SVG and looked at.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use super::*;

/// The SVG of a scene, 400×300 pixels.
fn svg(scene: &Scene, unit: f64) -> String {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, (400, 300)).into_drawing_area();
    scene.draw(&area, unit, false).unwrap();
    area.present().unwrap();
    drop(area);
    text
}

fn count(svg: &str, what: &str) -> usize {
    svg.matches(what).count()
}

fn weights() -> Matrix {
    Matrix::new(2, 3, vec![0.25, 0.5, 0.25, 0.0, 0.0, 1.0]).unwrap()
}

fn heatmap(labels: bool, keep: Option<Keep>) -> Scene {
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    Scene::Heatmap {
        matrix: weights(),
        transposed: false,
        range: Range::Sequential(1.0),
        keep,
        labels: labels.then(|| (names(&["the", "cat"]), names(&["a", "b", "c"]))),
    }
}

#[test]
fn a_heatmap_has_a_rectangle_a_cell_in_its_colour() {
    let svg = svg(&heatmap(false, None), 1.0);
    assert_eq!(count(&svg, "<rect"), 6);
    let full = Range::Sequential(1.0).colour(1.0, false);
    let hex = format!("#{:02X}{:02X}{:02X}", full.0, full.1, full.2);
    assert_eq!(count(&svg, &hex), 1, "one weight is 1");
    assert_eq!(count(&svg, "<text"), 0);
}

#[test]
fn labels_and_values_stand_where_they_fit() {
    let large = svg(&heatmap(true, None), 1.0);
    for text in ["the", "cat", "0.25", "0.50", "1.00"] {
        assert!(large.contains(text), "{text} is missing");
    }
    let small = svg(&heatmap(true, None), 4.0);
    assert!(
        !small.contains("0.25"),
        "at four pixels to one there is no room for values"
    );
}

#[test]
fn masked_cells_are_hatched_not_coloured() {
    let causal = Keep::from_fn(2, 3, |i, j| j <= i);
    let masked = Scene::Heatmap {
        matrix: Matrix::new(2, 3, vec![1.0, 0.0, 0.0, 0.25, 0.75, 0.0]).unwrap(),
        transposed: false,
        range: Range::Sequential(1.0),
        keep: Some(causal),
        labels: Some((
            vec!["the".into(), "cat".into()],
            vec!["a".into(), "b".into(), "c".into()],
        )),
    };
    let svg = svg(&masked, 1.0);
    assert!(count(&svg, "<polyline") > 9, "three cells are hatched");
    assert!(
        svg.contains("0.75") && !svg.contains("0.00"),
        "a masked cell shows no value"
    );
}

#[test]
fn bars_grow_with_their_value_from_zero() {
    let bars = vec![
        ("a".into(), Some(0.25)),
        ("b".into(), Some(0.5)),
        ("c".into(), None),
    ];
    let svg = svg(&Scene::Bars(bars, Range::Sequential(1.0)), 1.0);
    let widths: Vec<f64> = svg
        .split("<rect")
        .skip(1)
        .map(|rect| {
            rect.split("width=\"")
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
                .parse()
                .unwrap()
        })
        .collect();
    assert_eq!(widths.len(), 2, "the hidden key has no bar");
    assert!((widths[1] / widths[0] - 2.0).abs() < 0.03, "{widths:?}");
}

#[test]
fn contributions_end_at_their_sum() {
    let parts = Matrix::new(3, 2, vec![0.5, -0.25, 0.25, 0.5, 0.0, 0.25]).unwrap();
    let svg = svg(&Scene::Contributions(parts), 1.0);
    assert_eq!(count(&svg, "<rect"), 6);
    assert!(
        svg.contains("0.75") && svg.contains("0.50"),
        "the sums of both columns"
    );
}
