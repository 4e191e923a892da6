//! Geometry: attention as arrows in the plane. One query, up to six keys and their values, two numbers each.
//!
//! The numbers are those of the head of the attention lesson: scores, scaled scores, weights, output. What geometry
//! adds is why they are so: a score is the length of the query times how far the key reaches along it
//! ([`ALONG`]), the angle says its sign ([`ANGLE`]), and the output lies inside the hull of the values
//! ([`plane::hull`]), because weights are shares of one. What a reader drags are the numbers of Q, K and V themselves;
//! the query can also be turned and lengthened, and keys repel each other ([`plane::repelled`]).

mod arrows;
mod controls;
mod lesson;
pub mod plane;
mod tables;

pub use arrows::Arrows;
pub use lesson::{Change, Document, Geometry, META, MOST_KEYS, View};
pub use tables::*;
