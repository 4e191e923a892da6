//! A lesson as others use it: in somebody's page ([`embed`], [`host`]), as a question ([`quiz`]), as a
//! file ([`export`]), as a snippet ([`snippet`]).

pub mod embed;
pub mod export;
pub mod host;
pub mod quiz;
pub mod snippet;
