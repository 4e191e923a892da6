//! Examples to start from. A preset is a link: make it in the page, copy what stands behind `#`,
//! and add a line here; its title and note go into `assets/locales`, and `tests/presets.rs` says
//! what its numbers must be. All Q, K, V below were chosen by hand to show one thing each.

use crate::core::problem::{Problem, quoted};
use crate::head::codec;
use crate::head::document::Document;
use crate::head::view::View;

/// A named state to open.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name in links, choosers and translations.
    pub slug: &'static str,
    /// The state, as in a link.
    pub fragment: &'static str,
}

/// The preset an empty link opens.
pub const OPENING: &str = "cat";

/// All presets of the stepper, in the order of the chooser.
pub const PRESETS: &[Preset] = &[
    Preset {
        slug: "cat",
        fragment: "t=the,cat,sat&q=-0.6,1.1;0.3,-0.5;-0.8,0.9&k=1.2,0.7;-0.4,0.8;2.3,-1.4&v=0.1,0.2;1,0;0,1&row=1",
    },
    Preset {
        slug: "worked",
        fragment: "t=x%E2%82%81,x%E2%82%82,x%E2%82%83&q=1,0;0,1;1,1&k=1,0;0,1;1,1&v=2,0;0,3;1,1&row=2&digits=4",
    },
    Preset {
        slug: "animal",
        fragment: "t=the,animal,didn't,cross,the,street,because,it,was,too,tired&q=0.8,0.6,0.1,0.2;1.2,0.2,0.6,0.1;0.9,0.1,0.3,0.6;0.8,1,0.1,0.3;0.3,1.4,0.1,0.2;0.3,1.3,0.1,0.4;0.3,0.2,1,0.5;1.8,0.7,0.8,0.4;1,0.2,1.1,0.2;0.2,0.1,1.6,0.4;1.4,0.2,0.9,0.3&k=-0.3,0,-0.2,0.3;2.2,0,0.2,0.3;-0.5,0,0.4,0;-0.4,0.1,0.5,0.2;-0.3,0,-0.2,0.3;0.2,1.6,-0.4,0.2;-0.2,-0.1,0.5,-0.3;0.2,0,0,-0.4;-0.4,0.4,0.5,-0.3;-0.5,-0.2,0.6,-0.1;-0.3,-0.3,1.8,0.2&v=0,0,0;1,0,0.1;0,0,-0.2;0.2,0.4,0;0,0,0;0,1,0;0,0,0.1;0.5,0.3,0;0,0,0.2;0,0,0.5;0.2,0,1&row=7&stage=weights&pin=weights.7.1",
    },
    Preset {
        slug: "lookup",
        fragment: "t=grey,firm,hard&kt=red,green,blue,white&q=0,1,0,0;0,6,0,0;0,24,0,0&k=1,0,0,0;0,1,0,0;0,0,1,0;0,0,0,1&v=1,0;0,5;3,3;-2,1&row=2&stage=weights",
    },
    Preset {
        slug: "same_wq_wk",
        fragment: "t=sun,rain,wind,snow&q=1.42,0.59,-0.81;-0.27,1.48,1.17;0.35,-1.15,1.29;-1.78,-0.44,-1.18&k=1.42,0.59,-0.81;-0.27,1.48,1.17;0.35,-1.15,1.29;-1.78,-0.44,-1.18&v=0.8,0;0.5,1;1,1.2;-1.8,1.2&src=projected&x=1.2,0.2,-0.3,0.1;-0.2,1.1,0.3,-0.4;0.1,-0.3,1.2,0.3;-0.4,0.2,-0.2,1.2&x_kv=1.2,0.2,-0.3,0.1;-0.2,1.1,0.3,-0.4;0.1,-0.3,1.2,0.3;-0.4,0.2,-0.2,1.2&w_q=1.4,0.2,-0.3;-0.4,1.3,0.3;0.3,-0.5,1.4;-0.9,-0.6,-0.9&w_k=1.4,0.2,-0.3;-0.4,1.3,0.3;0.3,-0.5,1.4;-0.9,-0.6,-0.9&w_v=1,0;0,1;1,1;-1,1&stage=weights",
    },
    Preset {
        slug: "unscaled",
        fragment: "t=a,wide,head,saturates,fast&q=-1.2,-1.1,0.7,-2.3,-0.1,-2.3,1.1,0.2,1.4,-0.5,0.4,-0.3,-0.7,0.1,-1.3,-0.4;0.7,0.1,-0.4,2.2,0.1,-0.6,0.2,-0.5,-0.4,-0.4,2,0,0.2,0.7,2,-0.2;-0.6,2.5,-1.5,-0.4,0.7,2.3,-0.9,-2.4,0.7,-0.5,-0.4,0.5,0.2,0.3,-0.4,1.3;1.5,0,-0.5,0.7,0.5,-1,-0.5,1,-0.1,-0.3,0.2,0,0,-1.9,1.7,0.2;-0.9,1,0.3,0,1,2.3,0.6,1.6,2.2,-1,-0.5,0.8,-1.7,-0.3,1.3,1&k=0.6,-1.9,2.4,0.6,0.8,0.5,-1.7,-1.4,-1.2,1.9,-0.8,-0.2,-0.3,0.6,0.5,0.3;-1.3,-3.1,0.2,0.3,1.2,-0.1,-0.6,0.4,-1.6,-1,-1,0.3,2.1,0.8,1.1,0.2;0.3,-0.4,-0.3,-2.4,-1.2,-1.3,0.8,0.7,1.1,1.6,-0.3,1.1,2,0,1.1,-0.2;-1.6,0.1,-0.8,0.1,-0.5,0.3,-2.1,2.1,1.4,-0.4,-0.9,0,0.7,0.4,0.4,-2;-1.1,1.3,0.2,-1.5,-0.9,-1.4,-1,1.2,-0.2,1.1,0.2,-1.5,-0.7,2.3,-0.8,-1.1&v=1.3,0.1;0,1.5;-1.8,0.4;-1.1,-1.4;-0.8,1.2&scale=none&stage=weights",
    },
    Preset {
        slug: "causal",
        fragment: "t=the,cat,sat,on,the,mat&q=0.5,0.2,0.1;1.1,-0.3,0.4;-0.2,1.4,0.6;0.3,0.9,-0.8;0.5,0.2,0.1;-0.4,0.8,1.3&k=0.3,-0.4,0.2;-0.5,1.6,0.3;1.2,0.4,-0.7;0.1,-0.6,0.9;0.3,-0.4,0.2;0.7,0.5,1.1&v=0.1,0.1;1,0;0,1;-0.5,0.5;0.1,0.1;0.8,-0.6&mask=causal&row=2&stage=mask",
    },
    Preset {
        slug: "cross",
        fragment: "t=the,black,cat,is,sleeping&kt=le,chat,noir,dort,sur,le,vieux,canap%C3%A9,rouge&q=2.2,0.2,0,0.1;0.1,0.4,2.6,0;0.2,2.8,0.3,0.1;0.1,0.2,0,1.9;0,0.3,0.1,2.9&k=1.9,0.3,0,0;0.1,2.2,0.2,0.3;0,0.4,2.3,-0.1;0,0.2,0.1,2.4;0.3,-0.4,-0.2,0.4;1.8,-0.1,0,0;0.1,-0.2,1.1,0;0.2,0.9,-0.3,-0.2;0,-0.3,1.5,0&v=0.1,0,0;1,0,0.2;0.2,1,0;0.1,0,1;0,0.1,0.1;0.1,0,0;0,0.6,0;0.6,0.1,0;0.1,0.8,0&row=2&stage=weights",
    },
    Preset {
        slug: "angles",
        fragment: "t=query&kt=aligned,orthogonal,opposed&q=2,0&k=2,0;0,2;-2,0&v=1,0;0,1;-1,0&stage=scores",
    },
];

/// The state of that preset.
///
/// # Errors
/// [`Problem::LinkUnknown`] when there is none of that slug.
pub fn open(slug: &str) -> Result<(Document, View), Problem> {
    match PRESETS.iter().find(|preset| preset.slug == slug) {
        Some(preset) => codec::decode(preset.fragment),
        None => Err(Problem::LinkUnknown("preset".into(), quoted(slug))),
    }
}
