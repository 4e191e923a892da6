//! The same drawing code as on canvas, drawn as SVG and looked at.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use super::*;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The SVG of a scene, 400×300 pixels.
fn svg(scene: &Scene, unit: f64) -> String {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, (400, 300)).into_drawing_area();
    scene.draw(&area, unit, false).unwrap();
    area.present().unwrap();
    drop(area);
    text
}

fn hex(RGBColor(r, g, b): RGBColor) -> String {
    format!("#{r:02X}{g:02X}{b:02X}")
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
        labels: labels.then(|| Labels {
            rows: names(&["the", "cat"]),
            cols: names(&["a", "b", "c"]),
            digits: 2,
        }),
    }
}

#[test]
fn a_heatmap_has_a_rectangle_a_cell_in_its_colour() {
    let svg = svg(&heatmap(false, None), 1.0);
    assert_eq!(count(&svg, "<rect"), 6);
    let full = hex(Range::Sequential(1.0).colour(1.0, false));
    assert_eq!(count(&svg, &full), 1, "one weight is 1");
    assert_eq!(count(&svg, "<text"), 0);
}

/// The same heatmap with `value` in its first cell.
fn edited(value: f32, keep: Option<Keep>) -> Scene {
    let mut scene = heatmap(false, keep);
    if let Scene::Heatmap { matrix, .. } = &mut scene {
        *matrix = Matrix::from_fn(2, 3, |i, j| match (i, j) {
            (0, 0) => value,
            _ => weights().at(i, j),
        });
    }
    scene
}

#[test]
fn over_what_stands_only_the_cells_with_other_numbers_are_drawn() {
    let (before, after) = (heatmap(false, None), edited(0.75, None));
    assert!(after.goes_over(&before));
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, (400, 300)).into_drawing_area();
    after.draw_plain(&area, 1.0, false, Some(&before)).unwrap();
    area.present().unwrap();
    drop(area);
    assert_eq!(count(&text, "<rect"), 1);
    let whole = svg(&after, 1.0);
    let rectangle = text.lines().find(|line| line.starts_with("<rect"));
    assert!(whole.contains(rectangle.unwrap()), "in the same place");
}

#[test]
fn what_changes_more_than_numbers_is_drawn_anew() {
    let before = heatmap(false, None);
    assert!(
        !edited(f32::NEG_INFINITY, None).goes_over(&before),
        "hatched"
    );
    assert!(!edited(f32::NAN, None).goes_over(&before), "covered");
    let mut other = edited(0.75, None);
    if let Scene::Heatmap { range, .. } = &mut other {
        *range = Range::Sequential(2.0);
    }
    assert!(!other.goes_over(&before), "all colours differ");
    let keep = Some(Keep::from_fn(2, 3, |i, j| (i, j) != (0, 0)));
    let masked = heatmap(false, keep.clone());
    assert!(!masked.goes_over(&before), "another mask");
    assert!(!edited(0.0, keep).goes_over(&masked), "hatched now");
    assert!(!heatmap(true, None).goes_over(&before), "labels");
}

#[test]
fn labels_and_values_stand_where_they_fit() {
    let large = svg(&heatmap(true, None), 1.0);
    for text in ["the", "cat", "0.25", "0.50", "1.00"] {
        assert!(large.contains(text), "{text} is missing");
    }
    let mut exact = heatmap(true, None);
    if let Scene::Heatmap { labels, .. } = &mut exact {
        labels.iter_mut().for_each(|own| own.digits = 4);
    }
    assert!(
        svg(&exact, 1.0).contains("0.2500"),
        "as many decimals as asked for"
    );
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
        labels: Some(Labels {
            rows: vec!["the".into(), "cat".into()],
            cols: vec!["a".into(), "b".into(), "c".into()],
            digits: 2,
        }),
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

fn links(least: f32, lit: Option<usize>) -> Scene {
    let rows = vec![1.0, 0.0, 0.0, 0.25, 0.75, 0.0, 0.1, 0.1, 0.8];
    Scene::Links(Links {
        tokens: ["the", "cat", "sat"].map(String::from).to_vec(),
        weights: Matrix::new(3, 3, rows).unwrap(),
        least,
        lit,
    })
}

/// The opacity, the width and the colour of every line, in the order they are drawn in.
fn lines(svg: &str) -> Vec<(f64, u32, String)> {
    let attribute = |line: &str, name: &str| {
        let rest = line.split(&format!("{name}=\"")).nth(1).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let line = |line: &str| {
        (
            attribute(line, "opacity").parse().unwrap(),
            attribute(line, "stroke-width").parse().unwrap(),
            attribute(line, "stroke"),
        )
    };
    svg.split("<polyline").skip(1).map(line).collect()
}

#[test]
fn a_link_is_as_full_and_as_broad_as_its_weight() {
    let picture = svg(&links(0.0, None), 2.0);
    let drawn = lines(&picture);
    assert_eq!(drawn.len(), 6, "weights of 0 have no line");
    assert!(
        drawn.is_sorted_by(|a, b| a.0 <= b.0),
        "the heaviest lie on top"
    );
    assert!(drawn.is_sorted_by(|a, b| a.1 <= b.1), "{drawn:?}");
    let last = drawn.last().unwrap();
    let first = hex(colours::token(0, false));
    assert_eq!(
        (last.0, &last.2),
        (1.0, &first),
        "the weight of 1 is the first token's"
    );
    assert_eq!(count(&picture, "<rect"), 6, "a mark a token on both sides");
    assert_eq!(count(&picture, "<text"), 6);
}

#[test]
fn weak_links_are_left_out_and_others_step_back() {
    assert_eq!(lines(&svg(&links(0.2, None), 1.0)).len(), 4);
    let drawn = lines(&svg(&links(0.0, Some(1)), 1.0));
    let full = drawn.iter().filter(|line| line.0 > 0.12).count();
    assert_eq!(full, 3, "two from “cat”, one to it: {drawn:?}");
    assert!(
        drawn[3..].iter().all(|line| line.0 > 0.12),
        "they lie on top"
    );
}

#[test]
fn a_thumbnail_draws_what_differs_from_the_page_and_hatches_what_is_hidden() {
    let weights = Matrix::new(3, 3, vec![1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 1.0]).unwrap();
    let all = svg(&Scene::Thumbnail(weights.clone(), false), 1.0);
    assert_eq!(
        count(&all, "<rect"),
        4,
        "the page, a 1, two halves in one, a 1"
    );
    assert_eq!(count(&all, "<polyline"), 0);
    let causal = svg(&Scene::Thumbnail(weights, true), 1.0);
    assert!(count(&causal, "<polyline") > 9);
    assert!(!causal.contains("<text"));
}

#[test]
fn places_are_found_again() {
    let (size, shape) = ((464.0, 422.0), (4, 4));
    let cell = |x, y| heatmap::cell_at((x, y), size, shape);
    assert_eq!(cell(65.0, 23.0), Some((0, 0)));
    assert_eq!(cell(463.0, 23.0), Some((0, 3)));
    assert_eq!(cell(165.0, 421.0), Some((3, 1)));
    for outside in [(63.0, 100.0), (100.0, 21.0), (464.0, 100.0), (100.0, 423.0)] {
        assert_eq!(cell(outside.0, outside.1), None);
    }
    let token = |y| links::token_at(y, 100.0, 4);
    assert_eq!([token(0.0), token(99.0)], [Some(0), Some(3)]);
    assert_eq!([token(-1.0), token(100.0)], [None, None]);
}

/// In proportion to n, and to n², from the same point on.
fn growth() -> LogLog {
    let line = |label: &str, colour, power: i32| LogLine {
        label: label.to_owned(),
        points: [64, 128, 256, 512]
            .map(|n| (n, (n as f64 / 64.0).powi(power)))
            .into(),
        colour,
    };
    LogLog {
        lines: vec![line("one", 3, 1), line("two", 0, 2)],
        sizes: vec![64, 128, 256, 512],
        ticks: vec![
            (1.0, "1 ms".into()),
            (10.0, "10 ms".into()),
            (1e4, "10 s".into()),
        ],
        guides: ["slope 1".into(), "slope 2".into()],
        axes: ["tokens".into(), "time".into()],
        ringed: None,
    }
}

/// The corners of the first line of a token's colour.
fn corners(svg: &str, colour: usize) -> Vec<(f64, f64)> {
    lines_of(svg, &hex(colours::token(colour, false))).remove(0)
}

/// The corners of all lines of a colour.
fn lines_of(svg: &str, colour: &str) -> Vec<Vec<(f64, f64)>> {
    let stroke = format!("stroke=\"{colour}\"");
    let lines = svg.split("<polyline").skip(1);
    lines
        .filter(|line| line.contains(&stroke))
        .map(corners_of)
        .collect()
}

fn corners_of(line: &str) -> Vec<(f64, f64)> {
    let points = line.split("points=\"").nth(1).unwrap();
    let points = points.split('"').next().unwrap().split_whitespace();
    let corner = |text: &str| {
        let (x, y) = text.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    points.map(corner).collect()
}

#[test]
fn a_power_of_n_is_a_straight_line_of_its_slope() {
    let picture = svg(&Scene::LogLog(growth()), 1.0);
    let (one, two) = (corners(&picture, 3), corners(&picture, 0));
    assert_eq!((one.len(), two.len()), (4, 4));
    for line in [&one, &two] {
        let rise: Vec<_> = line.windows(2).map(|pair| pair[0].1 - pair[1].1).collect();
        assert!(rise.iter().all(|r| (r - rise[0]).abs() <= 1.0), "{rise:?}");
    }
    let height = |line: &[(f64, f64)]| line[0].1 - line[3].1;
    assert!((height(&two) / height(&one) - 2.0).abs() < 0.05);
    for text in [
        "64", "512", "1 ms", "10 ms", "one", "two", "slope 1", "slope 2", "tokens", "time",
    ] {
        assert!(
            picture.contains(&format!("\n{text}\n")),
            "{text} is missing"
        );
    }
    assert!(!picture.contains("10 s"), "beyond what there is to show");
}

/// The labels of the axis of a curve that goes from 1 to `last`.
fn axis_up_to(last: f32) -> Vec<String> {
    let curve = Curve {
        label: "loss".into(),
        points: vec![(0, 1.0), (1, last)],
        colour: 1,
        faint: false,
    };
    let drawn = svg(
        &Scene::Curves {
            curves: vec![curve],
            top: None,
            cursor: None,
        },
        1.0,
    );
    let texts = drawn
        .split("</text>")
        .filter_map(|text| text.rsplit_once('>'));
    texts.map(|(_, text)| text.trim().to_owned()).collect()
}

#[test]
fn a_curve_that_leaves_for_the_sky_has_labels_that_can_be_read() {
    let tall = axis_up_to(4e19);
    assert!(tall.contains(&"2.0e19".to_owned()), "{tall:?}");
    assert!(tall.iter().all(|text| text.len() < 8), "{tall:?}");
    let low = axis_up_to(1.5);
    assert!(low.contains(&"0.5".to_owned()), "{low:?}");
    assert!(low.iter().all(|text| !text.starts_with('−')), "{low:?}");
}

#[test]
fn a_curve_that_falls_below_zero_has_an_axis_that_does() {
    let labels = axis_up_to(-2.0);
    for text in ["−2", "0", "1"] {
        assert!(labels.contains(&text.to_owned()), "{text}: {labels:?}");
    }
}

#[test]
fn a_chosen_point_is_ringed_and_marks_differ() {
    let plain = svg(&Scene::LogLog(growth()), 1.0);
    let ringed = LogLog {
        ringed: Some((0, 128)),
        ..growth()
    };
    let picture = svg(&Scene::LogLog(ringed), 1.0);
    let circles = |svg: &str| count(svg, "<circle");
    assert_eq!((circles(&plain), circles(&picture)), (4, 5));
    assert_eq!(count(&plain, "<polygon"), 4, "triangles for the other line");
}

#[test]
fn names_that_would_cover_each_other_stand_apart() {
    let mut picture = growth();
    picture.lines[1].points = picture.lines[0].points.clone();
    let drawn = svg(&Scene::LogLog(picture), 1.0);
    let at = |name: &str| {
        let before = drawn.split(&format!("\n{name}\n")).next().unwrap();
        let y = before.rsplit(" y=\"").next().unwrap();
        y.split('"').next().unwrap().parse::<f64>().unwrap()
    };
    assert!((at("one") - at("two")).abs() >= 15.0, "{drawn}");
}

#[test]
fn a_name_stands_beside_the_last_point_and_nothing_leads_to_it() {
    let drawn = svg(&Scene::LogLog(growth()), 1.0);
    let (x, _) = *corners(&drawn, 3).last().unwrap();
    let before = drawn.split("\none\n").next().unwrap();
    let name = before.rsplit("<text x=\"").next().unwrap();
    let name: f64 = name.split('"').next().unwrap().parse().unwrap();
    assert!((8.0..16.0).contains(&(name - x)), "{name} beside {x}");
}

#[test]
fn names_of_paths_that_have_no_room_are_left_out_but_that_of_the_one_looked_at() {
    let lines = ["first", "second"].map(|name| (name.to_owned(), vec![0.0, 1.0]));
    let drawn = svg(
        &Scene::Paths(Paths {
            lines: lines.to_vec(),
            deviation: vec![0.0, 1.0],
            edges: ["σ".into(), "2σ".into()],
            looked_at: Some(1),
        }),
        1.0,
    );
    assert!(drawn.contains("second") && !drawn.contains("first"));
    assert!(
        drawn.contains("\n−1\n") && !drawn.contains("\n-1\n"),
        "{drawn}"
    );
}

#[test]
fn many_tokens_are_numbered_where_their_names_have_no_room() {
    let names: Vec<String> = (0..27).map(|i| format!("token{i}")).collect();
    let drawn = svg(
        &Scene::Heatmap {
            matrix: Matrix::zeros(27, 27),
            transposed: false,
            range: Range::Sequential(1.0),
            keep: None,
            labels: Some(Labels {
                rows: names.clone(),
                cols: names,
                digits: 2,
            }),
        },
        1.0,
    );
    assert!(!drawn.contains("\n…\n"), "{drawn}");
    assert!(
        drawn.contains("\n1\n") && drawn.contains("\n1 token0\n"),
        "{drawn}"
    );
}

#[test]
fn an_empty_plot_has_its_axes_and_nothing_measured_draws_nothing_wrong() {
    let empty = LogLog {
        lines: Vec::new(),
        ..growth()
    };
    let picture = svg(&Scene::LogLog(empty.clone()), 1.0);
    assert!(picture.contains("10 ms"));
    assert_eq!(count(&picture, "<circle"), 0);
    let nothing = LogLog {
        sizes: Vec::new(),
        ticks: Vec::new(),
        ..empty
    };
    assert_eq!(count(&svg(&Scene::LogLog(nothing), 1.0), "<polyline"), 0);
}

#[test]
fn bars_of_a_histogram_are_as_high_as_their_counts_and_end_within_the_picture() {
    let picture = Scene::Histogram(Histogram {
        bins: (-2.0, 1.0),
        counts: vec![1, 4, 2, 0],
        curve: vec![0.5, 3.0, 3.0, 0.5],
        marks: vec![(0.0, "middle".into()), (9.0, "beyond".into())],
    });
    let drawn = svg(&picture, 1.0);
    let number = |rect: &str, name: &str| -> f64 {
        let text = rect.split(&format!("{name}=\"")).nth(1).unwrap();
        text.split('"').next().unwrap().parse().unwrap()
    };
    let heights: Vec<f64> = drawn
        .split("<rect")
        .skip(1)
        .map(|rect| number(rect, "height"))
        .collect();
    let bars = &heights[heights.len() - 4..];
    assert!(
        (bars[1] / bars[0] - 4.0).abs() < 0.1 && (bars[2] / bars[0] - 2.0).abs() < 0.1,
        "{bars:?}"
    );
    assert!(bars[3] <= 1.0);
    assert!(drawn.contains("middle") && !drawn.contains("beyond"));
}

#[test]
fn a_path_ends_where_its_sum_does_in_a_cone_of_two_shades() {
    let line = |name: &str, sums: &[f32]| (name.to_owned(), sums.to_vec());
    let picture = Scene::Paths(Paths {
        lines: vec![
            line("up", &[0.0, 1.0, 2.0]),
            line("down", &[0.0, -1.0, -2.0]),
        ],
        deviation: vec![0.0, 1.0, 1.4],
        edges: ["one".into(), "two".into()],
        looked_at: Some(1),
    });
    let drawn = svg(&picture, 1.0);
    // The one that is looked at is drawn last; both are of the ink.
    let lines = lines_of(&drawn, &hex(colours::ink(false)));
    assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
    let (up, down) = (&lines[0], &lines[1]);
    assert_eq!(up[0], down[0], "both begin at 0");
    assert!(
        ((up[0].1 - up[2].1) - (down[2].1 - down[0].1)).abs() <= 1.0,
        "{up:?} {down:?}"
    );
    assert_eq!(drawn.matches("<polygon").count(), 2);
    assert!(
        ["up", "down", "one", "two"]
            .iter()
            .all(|name| drawn.contains(name))
    );
}

#[test]
fn numbers_beyond_all_axes_are_drawn_all_the_same() {
    let lines = [f32::MAX, f32::INFINITY, f32::NAN].map(|sum| ("k".to_owned(), vec![0.0, sum]));
    let paths = Scene::Paths(Paths {
        lines: lines.to_vec(),
        deviation: vec![0.0, 1.0],
        edges: ["1".to_owned(), "2".to_owned()],
        looked_at: None,
    });
    assert!(count(&svg(&paths, 1.0), "<circle") == 3);
}

#[test]
fn a_step_between_labels_is_round_and_no_less_than_asked() {
    for (least, step) in [
        (0.03, 0.05),
        (1.0, 1.0),
        (2.1, 5.0),
        (7.0, 10.0),
        (3e60, 5e60),
    ] {
        let got = round_up(least);
        assert!((got / step - 1.0).abs() < 1e-9, "{least}: {got}");
    }
}

#[test]
fn numbers_that_are_read_as_nothing_have_hardly_any_colour() {
    let strength = |largest: f32| {
        let table = Matrix::from_fn(1, 2, |_, col| if col == 0 { largest } else { 0.0 });
        let range = Range::around(&table);
        let [page, own] = [0.0, largest].map(|value| range.colour(value, false));
        i32::from(page.2) - i32::from(own.2)
    };
    assert!(strength(0.004) * 4 < strength(1.0));
    assert_eq!(strength(0.03), strength(1.0));
    assert_eq!(strength(0.0), 0);
}

#[test]
fn words_that_are_read_from_the_right_are_drawn_so() {
    let bars = |name: &str| Scene::Bars(vec![(name.to_owned(), Some(0.5))], Range::Sequential(1.0));
    let arabic = svg(&bars("قطة 1"), 1.0);
    assert!(arabic.contains("\u{2067}قطة 1\u{2069}"), "{arabic}");
    assert_eq!(count(&svg(&bars("cat 1"), 1.0), "\u{2067}"), 0);
}
