//! Names like those of generated code, every visibility, every place, and every lint that concerns it.
#![deny(
    warnings,
    missing_docs,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::cargo,
    future_incompatible,
    let_underscore_drop,
    missing_copy_implementations,
    missing_debug_implementations,
    nonstandard_style,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unreachable_pub,
    unused,
    unused_lifetimes,
    unused_qualifications
)]
#![allow(clippy::cargo_common_metadata, clippy::multiple_crate_versions, reason = "about the workspace")]

/// The README of the derive, so that its Rust is compiled. Not beside the derive: what tests a procedural macro is built for
/// the host, and the library would be built once more.
#[cfg(doctest)]
#[doc = include_str!("../../../../rowkey-derive/README.md")]
mod readme {}

pub mod kinds;
pub mod names;
pub mod places;
pub mod visibility;
