//! Settings of RoPE: `modeling_rope_utils.py`.

use super::{LoadError, Settings};
use crate::load::settings::{number, wrong};
use serde_json::{Map, Value};

/// What `rope_parameters` or `rope_scaling` says. As in `transformers`, `rope_scaling`, the older
/// key, counts first, and what stands inside of either before what stands beside it.
pub(super) struct Parameters<'a>(Option<&'a Map<String, Value>>);

impl<'a> Parameters<'a> {
    /// Errs for waves that are stretched to reach further.
    pub(super) fn find(settings: &'a Settings) -> Result<Self, LoadError> {
        let mut parameters = Self(None);
        for key in ["rope_parameters", "rope_scaling"] {
            match settings.find(&[key])? {
                None | Some((_, Value::Null)) => {}
                Some((_, Value::Object(map))) if map.is_empty() => {}
                Some((_, Value::Object(map))) => parameters = Self(Some(map)),
                Some((_, value)) => return Err(wrong(key, value, "an object or null".into())),
            }
        }
        parameters.unscaled()?;
        Ok(parameters)
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.0?.get(key)
    }

    /// The base of the wavelengths, which outside goes by `keys`.
    pub(super) fn theta(
        &self,
        settings: &Settings,
        keys: &[&'static str],
    ) -> Result<f32, LoadError> {
        match (self.get("rope_theta"), settings.find(keys)?) {
            (Some(value), _) => number("rope_theta", value),
            (None, Some((key, value))) => number(key, value),
            (None, None) => Ok(10_000.0),
        }
    }

    fn unscaled(&self) -> Result<(), LoadError> {
        let kind = self.get("rope_type").or(self.get("type"));
        match kind.filter(|kind| kind.as_str() != Some("default")) {
            Some(kind) => Err(wrong(
                "rope_type",
                kind,
                "\"default\": nothing else is supported".into(),
            )),
            None => Ok(()),
        }
    }

    /// Errs for heads of which a part only is turned.
    pub(super) fn whole(&self, settings: &Settings) -> Result<(), LoadError> {
        let key = "partial_rotary_factor";
        let outside = settings.find(&[key])?.map(|(_, part)| part);
        let parts = [outside, self.get(key)].into_iter().flatten();
        match parts
            .filter(|part| !part.is_null())
            .find(|part| part.as_f64() != Some(1.0))
        {
            Some(part) => Err(wrong(key, part, "1: nothing else is supported".into())),
            None => Ok(()),
        }
    }
}

/// How many components of a head of `d_head` turn when a share of it does, rounded down.
pub(super) fn part(share: &Value, d_head: usize) -> Result<usize, LoadError> {
    let number = share.as_f64().filter(|share| (0.0..=1.0).contains(share));
    let number = number.ok_or_else(|| {
        wrong(
            "partial_rotary_factor",
            share,
            "a number from 0 to 1".into(),
        )
    })?;
    Ok((d_head as f64 * number) as usize)
}
