//! The maths of attention.
