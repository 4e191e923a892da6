//! What one run does differently from the other.

use lesson::lessons::training::settings::Settings;
use lesson::protocol::Side;

use super::super::words;
use crate::language::typed;
use crate::text::tr;

/// The other side.
pub const fn other(side: Side) -> Side {
    match side {
        Side::A => Side::B,
        Side::B => Side::A,
    }
}

/// Each setting of `own` that is not that of `other`, in words.
pub fn differences(own: &Settings, other: &Settings) -> Vec<String> {
    let mut found = switches(own, other);
    let mut when = |differs: bool, words: fn(&Settings) -> String| {
        if differs {
            found.push(words(own));
        }
    };
    when(own.task != other.task, |own| words::task(own.task).0);
    when(own.positions != other.positions, |own| {
        tr!(
            gallery.differs.positions,
            kind = words::positions(own.positions)
        )
    });
    when(own.n_layers != other.n_layers, |own| {
        tr!(gallery.differs.layers, count = own.n_layers)
    });
    when(own.n_heads != other.n_heads, |own| {
        tr!(gallery.differs.heads, count = own.n_heads)
    });
    when(own.d_model != other.d_model, |own| {
        format!("d_model {}", own.d_model)
    });
    when(own.family != other.family, |own| words::family(own.family));
    when(own.optimiser != other.optimiser, |own| {
        words::optimiser(own.optimiser)
    });
    when(own.rate != other.rate, |own| {
        tr!(gallery.differs.rate, rate = typed(own.rate))
    });
    when(own.weight_decay != other.weight_decay, |own| {
        format!("{} {}", tr!(settings.decay), typed(own.weight_decay))
    });
    when(own.batch != other.batch, |own| {
        tr!(gallery.differs.batch, count = own.batch)
    });
    when(own.seed != other.seed, |own| {
        tr!(gallery.differs.seed, seed = own.seed)
    });
    found
}

fn switches(own: &Settings, other: &Settings) -> Vec<String> {
    let mut found = Vec::new();
    let mut when = |differs: bool, on: bool, yes: fn() -> String, no: fn() -> String| {
        if differs {
            found.push(if on { yes() } else { no() });
        }
    };
    when(
        own.scaled != other.scaled,
        own.scaled,
        || tr!(gallery.differs.scaled),
        || tr!(gallery.differs.unscaled),
    );
    when(
        own.causal != other.causal,
        own.causal,
        || tr!(gallery.differs.causal),
        || tr!(gallery.differs.unmasked),
    );
    when(
        own.mlp != other.mlp,
        own.mlp,
        || tr!(gallery.differs.mlp),
        || tr!(gallery.differs.no_mlp),
    );
    found
}
