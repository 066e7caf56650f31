//! Questions about the fields that all kinds of an enum begin with, to the builder of its scans.
//!
//! The types of these fields are those of the structs that the variants hold, which may keep them to themselves. So the builder asks
//! the struct if it takes a value: the list of its markers stands in a bound, which may name private types, and in no associated
//! type, which may not.

use super::Query;
use super::arg::{EqualArg, ListArg, RangeArg};
use super::text_arg::TextArg;
use crate::codec::TextPart;
use crate::key::{FieldOf, HeldAs};
use core::marker::PhantomData;

/// A key whose field number `I` ([`FirstField`], [`NextField`]) takes the question `Q`.
pub trait AsksField<'v, I, Q> {
    /// The query, with the question.
    fn ask(query: Query, question: Q) -> Query;
}

impl<'v, V, K: AsksField<'v, I, Q>, I, Q> AsksField<'v, I, Q> for HeldAs<'_, V, K> {
    fn ask(query: Query, question: Q) -> Query {
        K::ask(query, question)
    }
}

/// A list of markers, as pairs `(A, (B, ()))`, whose field number `I` takes the question `Q`.
pub trait NthField<'v, I, Q> {
    /// The query, with the question.
    fn ask(query: Query, question: Q) -> Query;
}

/// The number of the first field.
#[derive(Debug)]
pub enum FirstField {}

/// The number of the field behind number `I`.
#[derive(Debug)]
pub struct NextField<I>(PhantomData<I>);

impl<'v, I, Q, F, Rest: NthField<'v, I, Q>> NthField<'v, NextField<I>, Q> for (F, Rest) {
    fn ask(query: Query, question: Q) -> Query {
        Rest::ask(query, question)
    }
}

/// One value.
#[derive(Debug)]
pub struct Equal<V, As>(V, PhantomData<As>);

impl<V, As> Equal<V, As> {
    /// This value.
    pub const fn to(value: V) -> Self {
        Self(value, PhantomData)
    }
}

/// One of several values.
#[derive(Debug)]
pub struct List<L>(pub L);

/// A range of values.
#[derive(Debug)]
pub struct Within<R>(pub R);

/// A part of a text.
#[derive(Debug)]
pub struct PartOfText<S>(pub TextPart, pub S);

/// The question as a filter.
#[derive(Debug)]
pub struct Filtered<Q>(pub Q);

/// Each question is that of a builder of the struct itself.
macro_rules! questions {
    ($($question:ident<$($part:ident $(: $bound:path)?),+> $pattern:pat => $bind:expr, $filter:expr;)*) => {$(
        impl<'v, F: FieldOf<'v>, Rest, $($part $(: $bound)?),+> NthField<'v, FirstField, $question<$($part),+>> for (F, Rest) {
            #[inline]
            fn ask(query: Query, $pattern: $question<$($part),+>) -> Query {
                $bind(query)
            }
        }

        impl<'v, F: FieldOf<'v>, Rest, $($part $(: $bound)?),+> NthField<'v, FirstField, Filtered<$question<$($part),+>>> for (F, Rest) {
            #[inline]
            fn ask(query: Query, Filtered($pattern): Filtered<$question<$($part),+>>) -> Query {
                $filter(query)
            }
        }
    )*};
}

questions! {
    Equal<V: EqualArg<'v, F, As>, As> Equal(value, _) =>
        |query: Query| query.equal::<F, As, V>(value), |query: Query| query.filter_equal::<F, As, V>(value);
    List<L: ListArg<'v, F>> List(values) => |query: Query| query.any::<F, L>(values), |query: Query| query.filter_any::<F, L>(values);
    Within<R: RangeArg<'v, F>> Within(range) =>
        |query: Query| query.within::<F, R>(range), |query: Query| query.filter_within::<F, R>(range);
    PartOfText<S: TextArg<'v, F>> PartOfText(part, text) =>
        |query: Query| query.text::<F, S>(part, text), |query: Query| query.filter_text::<F, S>(part, text);
}
