//! A lesson as others use it: in somebody's page ([`embed`], [`host`]), as a question ([`quiz`]), as a
//! file ([`export`]), as a snippet ([`snippet`]), as a step of a path ([`path`]).
//!
//! Whatever can be done so with every lesson asks for a `Meta` or a `dyn Opened` and names no lesson. Only
//! [`export`] knows some by name: programs and formulas are made of a head's computation.

pub mod embed;
pub mod export;
pub mod host;
pub mod path;
pub mod quiz;
pub mod snippet;
