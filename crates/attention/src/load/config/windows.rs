//! Which layers look at a window of keys only.

use super::{LoadError, Settings};
use crate::load::settings::wrong;
use serde_json::Value;

/// The most layers whose windows are listed one by one; real models have a hundred.
pub(super) const MOST_LAYERS: usize = 4096;

/// The shortest list that, gone through again and again, gives `layers`; empty where there is no window.
pub(super) fn pattern(layers: &[Option<usize>]) -> Vec<Option<usize>> {
    if layers.iter().all(Option::is_none) {
        return Vec::new();
    }
    let repeats = |length: &usize| layers.iter().zip(&layers[*length..]).all(|(a, b)| a == b);
    let length = (1..layers.len()).find(repeats).unwrap_or(layers.len());
    layers[..length].to_vec()
}

/// Qwen2 and Qwen3: `layer_types` where it is there; otherwise layers from `max_window_layers` on have
/// windows, where windows are used at all.
pub(super) fn qwen(settings: &Settings, n_layers: usize) -> Result<Vec<Option<usize>>, LoadError> {
    let used = settings.flag("use_sliding_window", false)?;
    let window = match settings.find(&["sliding_window"])? {
        None => Some(4096),
        Some(_) => settings.size_or_none(&["sliding_window"], 1)?,
    };
    let window = window.filter(|_| used);
    let first = settings.size(&["max_window_layers"], 0, 28)?;
    match settings.find(&["layer_types"])? {
        Some((_, types)) if !types.is_null() => listed(types, window, n_layers),
        _ if window.is_none() || first >= n_layers => Ok(Vec::new()),
        _ if n_layers > MOST_LAYERS => Err(wrong(
            "num_hidden_layers",
            &n_layers.into(),
            format!("at most {MOST_LAYERS} where layers differ"),
        )),
        _ => {
            let layers = (0..n_layers).map(|layer| window.filter(|_| layer >= first));
            Ok(pattern(&layers.collect::<Vec<_>>()))
        }
    }
}

/// The windows of the layers that `types` lists.
fn listed(
    types: &Value,
    window: Option<usize>,
    n_layers: usize,
) -> Result<Vec<Option<usize>>, LoadError> {
    let key = "layer_types";
    let list = types.as_array().filter(|list| list.len() == n_layers);
    let wanted = || format!("a list of {n_layers} words");
    let list = list.ok_or_else(|| wrong(key, types, wanted()))?;
    let of = |kind: &Value| match (kind.as_str(), window) {
        (Some("full_attention"), _) => Ok(None),
        (Some("sliding_attention"), Some(window)) => Ok(Some(window)),
        (Some("sliding_attention"), None) => Err(wrong(
            key,
            kind,
            "\"full_attention\" where no window is used".into(),
        )),
        _ => Err(wrong(
            key,
            kind,
            "\"full_attention\" or \"sliding_attention\": nothing else is supported".into(),
        )),
    };
    let layers: Result<Vec<_>, _> = list.iter().map(of).collect();
    Ok(pattern(&layers?))
}
