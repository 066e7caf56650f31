//! Typed row keys.
