//! Fragment → state, or what is wrong with it.

use attention::{Keep, Matrix, Scale};
use percent_encoding::percent_decode_str;

use super::{MOST_BYTES, VERSION};
use crate::core::number;
use crate::core::problem::{Problem, quoted};
use crate::head::document::{Document, MaskKind, Source, opened};
use crate::head::name::{Cell, Name};
use crate::head::presets;
use crate::head::stage::Stage;
use crate::head::view::{Mode, View};
use crate::registry;

/// Reads a fragment (without `#`). An empty one is the opening state.
///
/// # Errors
/// [`Problem`], for the first entry that cannot be taken. Any bytes are safe to pass.
pub fn decode(fragment: &str) -> Result<(Document, View), Problem> {
    if fragment.len() > MOST_BYTES {
        return Err(Problem::LinkTooLong(fragment.len(), MOST_BYTES));
    }
    let entries = Entries(
        fragment
            .split('&')
            .filter_map(|entry| entry.split_once('='))
            .collect(),
    );
    version(&entries)?;
    if let Some(slug) = entries.get("lesson").filter(|slug| !registry::has(slug)) {
        return Err(Problem::LinkUnknown("lesson".into(), quoted(slug)));
    }
    let (base, view) = if entries.has_own_document() {
        (None, View::default())
    } else {
        let (document, view) = presets::open(entries.get("preset").unwrap_or(presets::OPENING))?;
        (Some(document), view)
    };
    let document = document(&entries, base)?;
    let view = self::view(&entries, view, &document)?;
    Ok((document, view))
}

/// Key and value of each entry; of a key given twice the last one counts.
struct Entries<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Entries<'a> {
    fn get(&self, key: &str) -> Option<&'a str> {
        self.0
            .iter()
            .rev()
            .find(|(own, _)| *own == key)
            .map(|(_, value)| *value)
    }

    /// A link with its own tokens and Q, K, V stands on no preset.
    fn has_own_document(&self) -> bool {
        self.get("preset").is_none()
            && ["t", "q", "k", "v"]
                .iter()
                .any(|key| self.get(key).is_some())
    }

    /// The entry read by `read`, `None` when absent; the entry itself is the problem otherwise.
    fn read<T>(
        &self,
        key: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        match read(value) {
            Some(value) => Ok(Some(value)),
            None => Err(Problem::LinkEntry(key.into(), quoted(value))),
        }
    }
}

fn version(entries: &Entries) -> Result<(), Problem> {
    let version = entries.get("ver").unwrap_or("1");
    match version.parse::<u32>() {
        Ok(known) if known <= VERSION => Ok(()),
        _ => Err(Problem::LinkNewer(quoted(version), VERSION)),
    }
}

fn document(entries: &Entries, base: Option<Document>) -> Result<Document, Problem> {
    let own_tokens = |key| entries.get(key).map(|text| tokens(key, text)).transpose();
    let (queries, keys) = (own_tokens("t")?, own_tokens("kt")?);
    let mut document = match base {
        Some(document) => document,
        None => {
            let typed = |key| match matrix(entries, key)? {
                Some(matrix) => Ok(matrix),
                None => Err(Problem::LinkEntry(key.into(), String::new())),
            };
            let typed = [typed("q")?, typed("k")?, typed("v")?];
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

fn choices(entries: &Entries, document: &mut Document) -> Result<(), Problem> {
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
    let token = |text: &str| {
        percent_decode_str(text)
            .decode_utf8()
            .map(|token| quoted(&token))
    };
    text.split(',')
        .map(|text| token(text).map_err(|_| Problem::LinkEntry(key.into(), quoted(text))))
        .collect()
}

fn matrix(entries: &Entries, key: &str) -> Result<Option<Matrix>, Problem> {
    let Some(text) = entries.get(key) else {
        return Ok(None);
    };
    let wrong = || Problem::LinkEntry(key.into(), quoted(text));
    let (rows, cols) = (
        text.split(';').count(),
        text.split(';')
            .next()
            .map_or(0, |row| row.split(',').count()),
    );
    // The rows of the W are dimensions, those of all others tokens; `fits` knows which.
    if rows.max(cols) > opened::DIMENSIONS {
        return Err(Problem::TooMany(rows.max(cols), opened::DIMENSIONS));
    }
    let row = |row: &str| {
        row.split(',')
            .map(number::parse)
            .collect::<Result<Vec<f32>, _>>()
    };
    let rows: Vec<Vec<f32>> = text
        .split(';')
        .map(row)
        .collect::<Result<_, _>>()
        .map_err(|_| wrong())?;
    Matrix::from_rows(&rows).map(Some).map_err(|_| wrong())
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

fn overrides(entries: &Entries, document: &mut Document) -> Result<(), Problem> {
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
fn view(entries: &Entries, base: View, document: &Document) -> Result<View, Problem> {
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
        stage: entries
            .read("stage", Stage::from_key)?
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
