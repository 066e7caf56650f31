//! Conditions on a field: the arguments of a builder's methods.
//!
//! The conditions are in `conditions/`, a file each.

use super::arg::ArgElement;
use super::predicate::{BoundBuf, KeyBounds, Ranks, TextMatch};
use super::scan_field::ScanField;
use crate::bytes::KeyBuf;
use crate::codec::TextCodec;
use crate::error::ValueError;
use crate::key::{Builder, FieldOf, RowKey};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::marker::PhantomData;

/// A condition on the field `F`, as the methods of a scan builder take it. The page of the module
/// [`scan`](crate::scan#conditions-on-fields) lists the conditions.
///
/// The trait is hidden from the documentation. It has an implementation for every type that can be a value, which rustdoc
/// would show on the page of every type.
///
/// ```
/// use rowkey::{RowKey, one_of, starts_with};
///
/// #[derive(RowKey)]
/// #[rowkey(separator = "/")]
/// struct Page {
///     #[rowkey(chars("a-z"))]
///     site: String,
///     number: u32,
/// }
///
/// let ranges = |plan: rowkey::Plan<Page>| plan.ranges().len();
/// assert_eq!(ranges(Page::scan().site("docs").number(5..).plan()?), 1);
/// assert_eq!(ranges(Page::scan().site(one_of(["blog", "docs"])).number(..100).plan()?), 2);
/// assert_eq!(ranges(Page::scan().site(starts_with("d")).filter_number(7).plan()?), 1);
/// # Ok::<(), rowkey::ScanError>(())
/// ```
///
/// `As` names the form of a condition and is always inferred. `Of` is the type of the field. Only the message about a
/// condition of the wrong type uses it. This trait is sealed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field of type `{Of}` takes no condition of type `{Self}`",
    label = "expected a value of type `{Of}`, or a condition on such values",
    note = "a field takes one of its values, a range such as `a..b`, or `one_of([a, b])`; a text also takes `starts_with(\"a\")`, \
            `ends_with(\"a\")` and `contains(\"a\")`; a list also takes `starts_with([a])` and `contains([a])`; an id with a time also takes `made(from..to)`",
    note = "an `Option<T>` takes `Some(a)`, `None`, and ranges such as `Some(a)..`",
    note = "where a condition may be absent, write `If(option)`, and `If(option.map(Some))` on an `Option<T>`",
    note = "see RK703 in rowkey::_compile_errors"
)]
pub trait Condition<'v, F, As, Of = ()> {
    /// Appends the bytes of the condition to `out`, and returns the rest of it.
    #[doc(hidden)]
    fn untyped(self, field: &ScanField, out: &mut BoundBuf) -> UntypedCondition;
}

/// A condition without its types. The caller of [`Condition::untyped`] has its bytes.
#[derive(Clone, Debug)]
pub enum UntypedCondition {
    /// [`If`](crate::If) without a condition.
    Nothing,
    /// One value: `true` if its element was appended, `false` if no key can hold it.
    Value(bool),
    /// The elements of several values, ascending.
    Values(Vec<KeyBuf>),
    /// A range of values.
    Range {
        /// The bounds as positions among the elements, in key order.
        bounds: Result<KeyBounds, ValueError>,
        /// The bounds as the bytes by which values sort, if the elements alone do not show which values are in the
        /// range.
        ranks: Option<Box<Result<Ranks, ValueError>>>,
    },
    /// A text or a list with a part.
    Part(TextMatch),
    /// One of several ranges or parts, each with its bytes.
    AnyOf(Vec<(KeyBuf, Self)>),
}

/// The form of a condition. It decides whether the builder can bind the next field: after values it can, after any
/// other form it cannot.
#[doc(hidden)]
pub trait Form {
    /// The builder after the condition: `Next` or `Last`.
    type Builder<Next: OfQuery, Last: OfQuery>: OfQuery;
}

/// A builder, as the query in it.
pub trait OfQuery: Builder {
    /// Returns a builder in the state of the query.
    fn of_query(query: super::Query) -> Self;

    /// Returns the query of the builder.
    fn into_query(self) -> super::Query;
}

/// The builder of a record type without fields, which has one row.
impl Builder for super::Query {
    type Key = Infallible;
    type Fields = ();

    fn of_key<K: RowKey>() -> Self {
        Self::new::<K>()
    }

    fn fields() -> Self::Fields {}
}

macro_rules! forms {
    ($($(#[$doc:meta])* $form:ident $builder:ident;)*) => {$(
        $(#[$doc])*
        #[doc(hidden)]
        #[derive(Debug)]
        pub enum $form {}

        impl Form for $form {
            type Builder<Next: OfQuery, Last: OfQuery> = $builder;
        }
    )*};
}

forms! {
    /// The form of one value.
    OneValue Next;
    /// The form of a range.
    InRange Last;
    /// The form of the start of a text.
    AtStart Last;
    /// The form of another part of a text.
    InText Last;
    /// The form of some values of a list.
    InItems Last;
    /// The form of a scan of a nested key.
    InNested Last;
}

/// The form of several conditions of the form `As`.
#[doc(hidden)]
#[derive(Debug)]
pub struct InList<As>(PhantomData<As>);

/// The form of a condition of the form `As` in [`If`](crate::If).
#[doc(hidden)]
#[derive(Debug)]
pub struct InIf<As>(PhantomData<As>);

impl<As: ListedForm> Form for InList<As> {
    type Builder<Next: OfQuery, Last: OfQuery> = As::Builder<Next, Last>;
}

impl<As: Form> Form for InIf<As> {
    type Builder<Next: OfQuery, Last: OfQuery> = As::Builder<Next, Last>;
}

/// A condition that can bind an unordered field: any but a range. This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "keys do not sort by this field, so a range of its values is not a range of keys",
    label = "this field is unordered",
    note = "bind it to one value, to `one_of` several, or filter the rows",
    note = "see RK702 in rowkey::_compile_errors"
)]
#[doc(hidden)]
pub trait UnorderedForm {}

/// A condition that can bind a text whose element does not begin with the start of the text: any but its start. With
/// `FORWARD`, the element begins like the text, and this is every condition. This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "the key does not store this text from its start, so texts with the same start are not one range of keys",
    label = "this field does not hold a text from its start, such as `reverse_text`, `length_prefixed`, and texts padded on the left",
    note = "use the filter method of the field; for `reverse_text`, `ends_with(..)` is one range",
    note = "see RK704 in rowkey::_compile_errors"
)]
#[doc(hidden)]
pub trait BackwardForm<const FORWARD: bool = false> {}

#[diagnostic::do_not_recommend]
impl<As: Form> BackwardForm<true> for As {}

/// States whether the start of the field `F` is a range of keys. If the codec is one of texts, this struct has the
/// constant, and it takes precedence over that of [`MayNotBeText`].
#[derive(Debug)]
pub struct StartOf<F>(PhantomData<F>);

impl<F: FieldOf<'static, Codec: TextCodec<'static, F::Value>>> StartOf<F> {
    /// The constant of the codec.
    pub const FORWARD: bool = F::Codec::FORWARD;
}

/// The constant of every other [`StartOf`].
pub trait MayNotBeText {
    /// `starts_with(..)` is not a condition on such a field, except on a list.
    const FORWARD: bool = true;
}

impl<F> MayNotBeText for StartOf<F> {}

/// A condition that can be one of several: any but [`If`](crate::If). This trait is sealed.
///
/// `If(None)` matches every row, so a list with it would match every row too. An author of such a list may expect that the
/// absent condition drops out. Each reading is wrong for the other author, so the list does not compile.
#[diagnostic::on_unimplemented(
    message = "`one_of` takes no `If`, because `If(None)` matches every row",
    label = "an item of this list can be absent",
    note = "to leave out absent conditions, write `one_of(conditions.into_iter().flatten())`, which matches no row if all are absent",
    note = "to match every row without a list, write `If(list.map(one_of))`",
    note = "see RK703 in rowkey::_compile_errors"
)]
#[doc(hidden)]
pub trait ListedForm: Form {}

macro_rules! listed {
    ($($form:ident)*) => {$(#[diagnostic::do_not_recommend] impl ListedForm for $form {})*};
}

listed! { OneValue InRange AtStart InText InItems InNested }

#[diagnostic::do_not_recommend]
impl<As: ListedForm> ListedForm for InList<As> {}

macro_rules! refusals {
    ($($refusal:ident: $($form:ident)*;)*) => {$(
        $(#[diagnostic::do_not_recommend] impl $refusal for $form {})*
        #[diagnostic::do_not_recommend]
        impl<As: $refusal> $refusal for InList<As> {}
        #[diagnostic::do_not_recommend]
        impl<As: $refusal> $refusal for InIf<As> {}
    )*};
}

refusals! {
    UnorderedForm: OneValue AtStart InText InItems InNested;
    BackwardForm: OneValue InRange InText InItems InNested;
}

#[diagnostic::do_not_recommend]
impl<'v, F, Of, V: ArgElement<'v, F>> Condition<'v, F, OneValue, Of> for V {
    #[inline(always)]
    fn untyped(self, _: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
        UntypedCondition::Value(self.put_element(out))
    }
}
