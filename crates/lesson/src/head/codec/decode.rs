//! Fragment → state, or what is wrong with it.

use crate::core::fragment::{Fragment, decoded};
use crate::core::number;
use crate::core::problem::{Problem, quoted};
use crate::head::document::{Document, MaskKind, Source, opened};
use crate::head::name::{Cell, Name};
use crate::head::stage::Stage;
use crate::head::view::{Mode, View};
use attention::{Keep, Matrix, Scale};

/// Reads the entries of a head's document and view, over the state of a preset where there is one.
///
/// # Errors
/// [`Problem`], for the first entry that cannot be taken. Any bytes are safe to pass.
pub fn read(
    entries: Fragment<'_>,
    base: Option<(Document, View)>,
) -> Result<(Document, View), Problem> {
    let (base, view) = base.map_or((None, View::default()), |(document, view)| {
        (Some(document), view)
    });
    let document = read_document(entries, base)?;
    let view = self::view(entries, view, &document)?;
    Ok((document, view))
}

/// Whether a link has tokens and numbers of its own, and so stands on no preset.
#[must_use]
pub fn stands_alone(entries: Fragment<'_>) -> bool {
    ["t", "q", "k", "v"].iter().any(|key| entries.has(key)) || is_projected(entries)
}

/// Whether a link says all that Q, K and V are computed from.
fn is_projected(entries: Fragment<'_>) -> bool {
    let needed = ["x", "w_q", "w_k", "w_v"];
    entries.get("src") == Some("projected") && needed.iter().all(|key| entries.has(key))
}

/// Reads the entries of a head's document alone, over that of a preset where there is one.
///
/// # Errors
/// As [`read`].
pub fn read_document(entries: Fragment<'_>, base: Option<Document>) -> Result<Document, Problem> {
    let own_tokens = |key| entries.get(key).map(|text| tokens(key, text)).transpose();
    let (queries, keys) = (own_tokens("t")?, own_tokens("kt")?);
    let mut document = match base {
        Some(document) => document,
        None => {
            let typed = typed(entries)?;
            let named = |count: usize| (1..=count).map(|i| format!("t{i}")).collect();
            let cross = keys.is_some() || typed[0].rows() != typed[1].rows();
            let counts = [typed[0].rows(), typed[1].rows()];
            let keys = cross.then(|| keys.clone().unwrap_or_else(|| named(counts[1])));
            Document::by_hand(
                queries.clone().unwrap_or_else(|| named(counts[0])),
                keys,
                typed,
            )
        }
    };
    document.queries = queries.unwrap_or(document.queries);
    document.keys = keys.or(document.keys);
    for name in Name::TYPED {
        if let (Some(own), Some(input)) = (matrix(entries, name.key())?, document.input_mut(name)) {
            *input = own;
        }
    }
    choices(entries, &mut document)?;
    fits(&document)?;
    overrides(entries, &mut document)?;
    Ok(document)
}

/// Q, K and V as the link has them, or as its X and the three W give them.
fn typed(entries: Fragment<'_>) -> Result<[Matrix; 3], Problem> {
    let needed = |key: &str| match matrix(entries, key)? {
        Some(matrix) => Ok(matrix),
        None => Err(Problem::LinkEntry(key.into(), String::new())),
    };
    let own = |name: Name| entries.has(name.key());
    if [Name::Q, Name::K, Name::V].into_iter().any(own) || !is_projected(entries) {
        return Ok([needed("q")?, needed("k")?, needed("v")?]);
    }
    let x = needed("x")?;
    let x_kv = matrix(entries, "x_kv")?.unwrap_or_else(|| x.clone());
    let product = |x: &Matrix, key: &str| {
        let w = needed(key)?;
        let wanted = (x.cols(), w.cols());
        let misfit = |_| Problem::LinkShape(key.into(), w.shape(), wanted);
        attention::project(x, &w).map(finite).map_err(misfit)
    };
    Ok([
        product(&x, "w_q")?,
        product(&x_kv, "w_k")?,
        product(&x_kv, "w_v")?,
    ])
}

/// What can be typed, and so written in a link: large products leave the range of an `f32`.
fn finite(mut product: Matrix) -> Matrix {
    for value in product.data_mut() {
        let number = if value.is_nan() { 0.0 } else { *value };
        *value = number.clamp(f32::MIN, f32::MAX);
    }
    product
}

fn choices(entries: Fragment<'_>, document: &mut Document) -> Result<(), Problem> {
    let source = entries.read("src", |text| match text {
        "hand" => Some(Source::ByHand),
        "projected" => Some(Source::Projected),
        _ => None,
    })?;
    document.source = source.unwrap_or(document.source);
    let (n, m) = (document.n(), document.m());
    let mask = entries.read("mask", |text| mask(text, n, m))?;
    if let Some(mask) = mask {
        document.overrides.retain(|cell| cell.name != Name::Mask);
        document.mask = mask;
    }
    let scale = entries.read("scale", |text| match text {
        "sqrt_dk" => Some(Scale::SqrtDk),
        "none" => Some(Scale::None),
        factor => number::parse(factor).ok().map(Scale::By),
    })?;
    document.scale = scale.unwrap_or(document.scale);
    Ok(())
}

/// Every matrix against the shape its tokens and the other matrices demand.
fn fits(d: &Document) -> Result<(), Problem> {
    let (n, m, d_k, d_v, d_model) = (d.n(), d.m(), d.d_k(), d.d_v(), d.d_model());
    if n.max(m) > opened::TOKENS {
        return Err(Problem::TooMany(n.max(m), opened::TOKENS));
    }
    let wanted = [
        (Name::Q, (n, d_k)),
        (Name::K, (m, d_k)),
        (Name::V, (m, d_v)),
        (Name::X, (n, d_model)),
        (Name::Xkv, (m, d_model)),
        (Name::Wq, (d_model, d_k)),
        (Name::Wk, (d_model, d_k)),
        (Name::Wv, (d_model, d_v)),
    ];
    for (name, wanted) in wanted {
        let found = d.shape(name);
        if found != wanted {
            return Err(Problem::LinkShape(name.key().into(), found, wanted));
        }
    }
    Ok(())
}

fn tokens(key: &str, text: &str) -> Result<Vec<String>, Problem> {
    let count = text.split(',').count();
    if count > opened::TOKENS {
        return Err(Problem::TooMany(count, opened::TOKENS));
    }
    let token = |text: &str| decoded(text).map(|token| quoted(&token));
    text.split(',')
        .map(|text| token(text).ok_or_else(|| Problem::LinkEntry(key.into(), quoted(text))))
        .collect()
}

/// The rows of the W are dimensions, those of all others tokens; `fits` knows which.
fn matrix(entries: Fragment<'_>, key: &str) -> Result<Option<Matrix>, Problem> {
    entries.matrix(key, opened::DIMENSIONS)
}

fn mask(text: &str, n: usize, m: usize) -> Option<MaskKind> {
    let (key, rest) = text.split_once(':').unwrap_or((text, ""));
    let parameter = || rest.parse::<usize>().ok().map(|p| p.min(opened::TOKENS));
    Some(match key {
        "none" => MaskKind::None,
        "causal" => MaskKind::Causal,
        "window" => MaskKind::Window(parameter()?.max(1)),
        "prefix" => MaskKind::Prefix(parameter()?),
        "padding" => MaskKind::Padding(parameter()?),
        "painted" => {
            let rows: Vec<Vec<bool>> = rest
                .split(';')
                .map(|row| row.chars().map(|bit| bit == '1').collect())
                .collect();
            let keep = Keep::from_rows(&rows)
                .ok()
                .filter(|keep| keep.shape() == (n, m))?;
            MaskKind::Painted(keep)
        }
        _ => return None,
    })
}

fn overrides(entries: Fragment<'_>, document: &mut Document) -> Result<(), Problem> {
    let Some(text) = entries.get("o") else {
        return Ok(());
    };
    for one in text.split(',').filter(|one| !one.is_empty()) {
        let (cell, value) = override_of(one)
            .filter(|(cell, _)| document.has(*cell) && cell.name.overridable())
            .ok_or_else(|| Problem::LinkEntry("o".into(), quoted(one)))?;
        document.overrides.insert(cell, value);
    }
    Ok(())
}

fn override_of(text: &str) -> Option<(Cell, f32)> {
    let (address, value) = text.split_once(':')?;
    let cell = cell(address)?;
    let value = match (cell.name, value) {
        (Name::Mask, "hide") => f32::NEG_INFINITY,
        (Name::Mask, "show") => 0.0,
        (Name::Mask, _) => return None,
        (_, number) => number::parse(number).ok()?,
    };
    Some((cell, value))
}

fn cell(address: &str) -> Option<Cell> {
    let mut parts = address.split('.');
    let (name, row, col) = (parts.next()?, parts.next()?, parts.next()?);
    Some(Cell::new(
        Name::from_key(name)?,
        row.parse().ok()?,
        col.parse().ok()?,
    ))
}

/// The view's values are clamped later, by the stepper they open in.
fn view(entries: Fragment<'_>, base: View, document: &Document) -> Result<View, Problem> {
    let number = |key| entries.read(key, |text| text.parse::<usize>().ok());
    let pinned = entries
        .read("pin", cell)?
        .filter(|cell| document.has(*cell));
    let own = |key, yes: &str, base: bool| entries.get(key).map_or(base, |text| text == yes);
    let mode = if own("mode", "one", base.mode == Mode::One) {
        Mode::One
    } else {
        Mode::All
    };
    let digits = number("digits")?.map_or(base.digits, |digits| digits.min(6) as u8);
    Ok(View {
        level: base.level,
        stage: entries
            .one_of("stage", &Stage::ALL.map(Stage::key), Stage::from_key)?
            .unwrap_or(base.stage),
        row: number("row")?.unwrap_or(base.row),
        col: number("col")?.unwrap_or(base.col),
        pinned: pinned.or(base.pinned),
        mode,
        softmax_open: !own("softmax", "folded", !base.softmax_open),
        digits,
        difference: own("diff", "1", base.difference),
        speed: entries
            .read("speed", |text| number::parse(text).ok())?
            .unwrap_or(base.speed),
    })
}
