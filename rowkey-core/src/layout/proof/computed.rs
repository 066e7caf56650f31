//! Computed elements: the views fit the field, and the form can hold the numbers that they return.
//!
//! An element is computed from a later field, or from the field right after it, which the derive checks. Its form is
//! digits or bytes of a fixed width, so it is decodable and ordered like any number.

use super::salt::computed_flaw;
use crate::language::message::refuse;
use crate::layout::Layout;

/// Rejects the computed element `index` if its views do not fit the field that it is computed from.
#[track_caller]
pub const fn check_computed(layout: &Layout, index: usize) {
    if let Some(computed) = layout.parts.fields[index].computed {
        if let Some(flaw) = computed_flaw(computed, layout.parts.fields) {
            refuse!(flaw);
        }
    }
}
