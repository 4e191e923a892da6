//! The rule of each station in one line, as the settings of the run have it.

use super::Part;
use super::symbols::letter;
use crate::lessons::training::settings::{Family, PositionKind, Settings};

/// How the numbers of a station are computed, in the letters of the stations; i is the token's
/// place, j runs over the keys.
#[must_use]
pub fn rule(part: Part, settings: &Settings) -> String {
    let own = letter(part);
    match part {
        Part::Token => "t = E(token)".to_owned(),
        Part::Position => position(settings),
        Part::Embedded => embedded(settings).to_owned(),
        Part::NormBefore | Part::NormMlp | Part::FinalNorm => norm(settings).to_owned(),
        Part::QueryPlain => "q′ = n·W_Q".to_owned() + bias(settings, " + b_Q"),
        Part::KeyPlain => "k′ = n·W_K".to_owned() + bias(settings, " + b_K"),
        Part::Query | Part::Key if settings.positions == PositionKind::Rope => {
            format!("{own} = R(i)·{own}′")
        }
        Part::Query => "q = n·W_Q".to_owned() + bias(settings, " + b_Q"),
        Part::Key => "k = n·W_K".to_owned() + bias(settings, " + b_K"),
        Part::Value => "v = n·W_V".to_owned() + bias(settings, " + b_V"),
        Part::Scaled if settings.scaled => format!("s′ = s / √d_k = s / √{}", settings.d_k()),
        Part::Masked => masked(settings),
        Part::Projected => "a = c·W_O".to_owned() + bias(settings, " + b_O"),
        Part::Up => "u = n·W_up".to_owned() + bias(settings, " + b_up"),
        Part::Activated => activated(settings).to_owned(),
        Part::Down => down(settings).to_owned(),
        Part::Logits => logits(settings).to_owned(),
        part => same_for_all(part).to_owned(),
    }
}

/// The rules that no setting changes.
const fn same_for_all(part: Part) -> &'static str {
    match part {
        Part::Scores => "sⱼ = q·kⱼ",
        Part::Scaled => "s′ = s",
        Part::Max => "μ = max",
        Part::Shifted => "z′ⱼ = zⱼ − μ",
        Part::Exp => "eⱼ = exp(z′ⱼ)",
        Part::Sum => "Σ = e₁ + e₂ + …",
        Part::Weights => "αⱼ = eⱼ / Σ",
        Part::HeadOutput => "o = α₁·v₁ + α₂·v₂ + …",
        Part::Concat => "c = [o⁽¹⁾, o⁽²⁾, …]",
        Part::AfterAttention => "x ← x + a",
        Part::Gate => "g = n·W_gate",
        Part::Gated => "h′ = h·u",
        Part::AfterMlp => "x ← x + m",
        Part::Probabilities => "ŷⱼ = eⱼ / Σ",
        _ => "",
    }
}

fn bias(settings: &Settings, text: &'static str) -> &'static str {
    match settings.family {
        Family::Gpt2 => text,
        Family::Llama => "",
    }
}

fn position(settings: &Settings) -> String {
    let d = settings.d_model;
    match settings.positions {
        PositionKind::Sinusoidal => {
            format!("p₂ₗ₊₁ = sin(i / 10000^(2l/{d})), p₂ₗ₊₂ = cos(i / 10000^(2l/{d}))")
        }
        _ => "p = P(i)".to_owned(),
    }
}

const fn embedded(settings: &Settings) -> &'static str {
    match settings.positions {
        PositionKind::Sinusoidal | PositionKind::Learned => "x = t + p",
        PositionKind::None | PositionKind::Rope | PositionKind::Alibi => "x = t",
    }
}

const fn norm(settings: &Settings) -> &'static str {
    match settings.family {
        Family::Gpt2 => "n = (x − mean(x)) / √(var(x) + ε) · γ + β",
        Family::Llama => "n = x / √(mean(x²) + ε) · γ",
    }
}

fn masked(settings: &Settings) -> String {
    let score = match settings.positions {
        PositionKind::Alibi => "s′ⱼ − slope·|i − j|",
        _ => "s′ⱼ",
    };
    if settings.causal {
        format!("zⱼ = {score} (j ≤ i), −∞ (j > i)")
    } else {
        format!("zⱼ = {score}")
    }
}

const fn activated(settings: &Settings) -> &'static str {
    match settings.family {
        Family::Gpt2 => "h = GELU(u)",
        Family::Llama => "h = SiLU(g)",
    }
}

const fn down(settings: &Settings) -> &'static str {
    match settings.family {
        Family::Gpt2 => "m = h·W_down + b_down",
        Family::Llama => "m = h′·W_down",
    }
}

const fn logits(settings: &Settings) -> &'static str {
    match settings.family {
        Family::Gpt2 => "ℓ = n·Eᵀ",
        Family::Llama => "ℓ = n·W_out",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lessons::training::task::Task;

    #[test]
    fn every_station_has_its_rule() {
        let usual = Settings::of(Task::Repeat);
        for part in Part::EMBEDDING
            .into_iter()
            .chain(Part::BLOCK)
            .chain(Part::OUTPUT)
        {
            assert!(!rule(part, &usual).is_empty(), "{part:?}");
        }
    }

    #[test]
    fn rules_follow_the_settings() {
        let gpt2 = Settings::of(Task::Repeat);
        assert_eq!(rule(Part::Query, &gpt2), "q = n·W_Q + b_Q");
        assert_eq!(rule(Part::Scaled, &gpt2), "s′ = s / √d_k = s / √16");
        let llama = Settings {
            family: Family::Llama,
            positions: PositionKind::Rope,
            scaled: false,
            causal: false,
            ..gpt2
        };
        assert_eq!(rule(Part::Query, &llama), "q = R(i)·q′");
        assert_eq!(rule(Part::QueryPlain, &llama), "q′ = n·W_Q");
        assert_eq!(rule(Part::Embedded, &llama), "x = t");
        assert_eq!(rule(Part::Scaled, &llama), "s′ = s");
        assert_eq!(rule(Part::Masked, &llama), "zⱼ = s′ⱼ");
        assert_eq!(rule(Part::Activated, &llama), "h = SiLU(g)");
        let alibi = Settings {
            positions: PositionKind::Alibi,
            causal: true,
            ..llama
        };
        assert_eq!(
            rule(Part::Masked, &alibi),
            "zⱼ = s′ⱼ − slope·|i − j| (j ≤ i), −∞ (j > i)"
        );
    }
}
