//! Conditions on the fields that all variants of an enum begin with.
//!
//! The types of these fields are those of the structs in the variants, and can be private to them. So the builder of
//! the enum delegates to the struct, which knows whether it takes a condition. The list of the struct's field markers
//! is in a bound, which may name private types. An associated type may not.

use super::Query;
use super::condition::Condition;
use crate::key::{FieldOf, HeldAs};
use core::marker::PhantomData;

/// A key whose field number `I` ([`FirstField`], [`NextField`]) takes the condition `C` of the form `As`.
///
/// The derive writes one method for each struct, because rustc checks it in each crate.
pub trait SharedField<'v, I, As, C> {
    /// Binds the field, or filters by it.
    fn apply(query: Query, condition: C, binds: bool) -> Query;

    /// Binds the field.
    fn bind(query: Query, condition: C) -> Query {
        Self::apply(query, condition, true)
    }

    /// Filters by the field.
    fn filter(query: Query, condition: C) -> Query {
        Self::apply(query, condition, false)
    }
}

/// The number of the first field.
#[derive(Debug)]
pub enum FirstField {}

/// The number of the field after number `I`.
#[derive(Debug)]
pub struct NextField<I>(PhantomData<I>);

impl<'v, V, K: SharedField<'v, I, As, C>, I, As, C> SharedField<'v, I, As, C> for HeldAs<'_, V, K> {
    fn apply(query: Query, condition: C, binds: bool) -> Query {
        K::apply(query, condition, binds)
    }
}

/// The markers of a struct's fields are a list of pairs: `(A, (B, ()))`.
impl<'v, F: FieldOf<'v>, Rest, As, C: Condition<'v, F, As>> SharedField<'v, FirstField, As, C> for (F, Rest) {
    fn apply(query: Query, condition: C, binds: bool) -> Query {
        if binds { query.bind::<F, As, (), C>(condition) } else { query.filter::<F, As, (), C>(condition) }
    }
}

impl<'v, I, As, C, F, Rest: SharedField<'v, I, As, C>> SharedField<'v, NextField<I>, As, C> for (F, Rest) {
    fn apply(query: Query, condition: C, binds: bool) -> Query {
        Rest::apply(query, condition, binds)
    }
}
