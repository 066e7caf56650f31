//! Conditions on a field: the arguments of a builder's methods.

use super::arg::ArgElement;
use super::predicate::{BoundBuf, KeyBounds, Rank, Ranks, TextMatch};
use super::scan_field::ScanField;
use crate::bytes::{KeyBuf, Sink};
use crate::codec::{ListCodec, Start, TextCodec, TextPart};
use crate::error::ValueError;
use crate::key::{Builder, FieldOf, RowKey};
use crate::language::Order;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::{Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// A condition on the field `F`: a value, a std range, [`one_of`], [`starts_with`], [`ends_with`], [`contains`], or [`If`] around one of
/// these.
///
/// A value is of the field's type, a reference to it, or a borrowed form: `&str` for a `String`, `Some("a")` for an `Option<String>`. For
/// none, write `None::<&str>`, because `None` alone has several types. `As` names the form of a condition, and is always inferred.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "this field takes no condition of type `{Self}`",
    label = "the field has another type, or cannot be searched this way",
    note = "a field takes one of its values, a range such as `a..b`, or `one_of([a, b])`; a text also takes `starts_with(\"a\")`, \
            `ends_with(\"a\")` and `contains(\"a\")`; a list also takes `starts_with([a])` and `contains([a])`",
    note = "where a condition may be absent, write `If(option)`",
    note = "see RK703 in rowkey::_compile_errors"
)]
pub trait Condition<'v, F, As> {
    /// Appends the bytes of the condition to `out`, and returns the rest of it.
    #[doc(hidden)]
    fn ask(self, field: &ScanField, out: &mut BoundBuf) -> Asked;
}

/// A condition without its types. Its bytes are kept beside it.
#[derive(Clone, Debug)]
pub enum Asked {
    /// [`If`] without a condition.
    Nothing,
    /// One value: `true` if its element was appended, `false` if no key can hold it.
    Value(bool),
    /// The elements of several values, ascending.
    Values(Vec<KeyBuf>),
    /// A range of values.
    Range {
        /// Its bounds as places among the elements, in key order.
        bounds: Result<KeyBounds, ValueError>,
        /// Its bounds as what values sort by, if the elements do not tell which values are between them.
        ranks: Option<Box<Result<Ranks, ValueError>>>,
    },
    /// A text or a list with a part.
    Part(TextMatch),
    /// One of several ranges or parts, each with its bytes.
    AnyOf(Vec<(KeyBuf, Self)>),
}

/// How a condition goes on: a field that is bound to values lets the next one be bound, any other condition is the last.
///
/// This trait is sealed.
pub trait Form {
    /// The builder after the condition: `Next` or `Last`.
    type Builder<Next: OfQuery, Last: OfQuery>: OfQuery;
}

/// A builder, as the query in it.
pub trait OfQuery: Builder {
    /// The builder in the state of the query.
    fn of_query(query: super::Query) -> Self;

    /// The query of the builder.
    fn into_query(self) -> super::Query;
}

/// Of a record type of one row, which has no fields.
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

/// The form of a condition of the form `As` in [`If`].
#[doc(hidden)]
#[derive(Debug)]
pub struct InIf<As>(PhantomData<As>);

impl<As: Form> Form for InList<As> {
    type Builder<Next: OfQuery, Last: OfQuery> = As::Builder<Next, Last>;
}

impl<As: Form> Form for InIf<As> {
    type Builder<Next: OfQuery, Last: OfQuery> = As::Builder<Next, Last>;
}

/// A condition that binds a field by which keys do not sort: any but a range. This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "keys do not sort by this field, so a range of its values is not a range of keys",
    label = "this field is unordered",
    note = "bind it to one value, to `one_of` several, or filter the rows",
    note = "see RK702 in rowkey::_compile_errors"
)]
#[doc(hidden)]
pub trait UnorderedForm {}

/// A condition that binds a text whose element begins otherwise: any but its start. This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "the key does not store this text from its start, so texts with the same start are not one range of keys",
    label = "this field is `reverse_text`, or padded on the left",
    note = "use the filter method of the field; for `reverse_text`, `ends_with(..)` is one range",
    note = "see RK704 in rowkey::_compile_errors"
)]
#[doc(hidden)]
pub trait BackwardForm {}

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
impl<'v, F, V: ArgElement<'v, F>> Condition<'v, F, OneValue> for V {
    #[inline(always)]
    fn ask(self, _: &ScanField, out: &mut BoundBuf) -> Asked {
        Asked::Value(self.put_element(out))
    }
}

/// A condition that may be absent: `If(None)` asks nothing.
///
/// The builder's type is the same as if the field were bound, so a query with optional conditions has one type. A range of keys needs a
/// value of each field before it. After an absent condition, the conditions on later fields filter the rows instead, and
/// [`ScanPlan::explain`](crate::ScanPlan::explain) lists them. If every condition is absent, the plan reads the whole table.
///
/// A field of type `Option<T>` has `None` as a value: `If(Some(None))` asks for that.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::If;
///
/// let phone = Some("133".to_owned());
/// // Call::scan().phone(If(phone.as_deref())).at(If(since.map(|since| since..)))
/// assert_eq!(If(phone.as_deref()), If(Some("133")));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct If<C>(pub Option<C>);

#[diagnostic::do_not_recommend]
impl<'v, F, As, C: Condition<'v, F, As>> Condition<'v, F, InIf<As>> for If<C> {
    #[inline(always)]
    fn ask(self, field: &ScanField, out: &mut BoundBuf) -> Asked {
        match self.0 {
            Some(condition) => condition.ask(field, out),
            None => Asked::Nothing,
        }
    }
}

/// One of several values or ranges: see [`one_of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneOf<L>(L);

/// A condition that one of several is met: an array, a `Vec` or any iterator of values, of ranges or of parts.
///
/// Each is a range of keys of its own. Rows that meet several are returned once. An empty list holds for no row.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// // Call::scan().phone(one_of(["133", "134"])).at(one_of([0..60, 600..660]))
/// let phones = rowkey::one_of(["133", "134"]);
/// ```
pub const fn one_of<L: IntoIterator>(conditions: L) -> OneOf<L> {
    OneOf(conditions)
}

#[diagnostic::do_not_recommend]
impl<'v, F, As, L: IntoIterator<Item: Condition<'v, F, As>>> Condition<'v, F, InList<As>> for OneOf<L> {
    fn ask(self, field: &ScanField, _: &mut BoundBuf) -> Asked {
        let conditions = self.0.into_iter();
        let count = conditions.size_hint().0;
        let (mut values, mut others) = (Vec::new(), Vec::new());
        let mut bytes = BoundBuf::EMPTY;
        for condition in conditions {
            bytes.truncate(0);
            match condition.ask(field, &mut bytes) {
                Asked::Value(true) => {
                    if values.is_empty() {
                        values.reserve(count);
                    }
                    values.push(KeyBuf::of(&bytes));
                }
                Asked::Value(false) | Asked::Nothing => {}
                Asked::Values(more) => values.extend(more),
                Asked::AnyOf(more) => others.extend(more),
                other => {
                    if others.is_empty() {
                        others.reserve(count);
                    }
                    others.push((KeyBuf::of(&bytes), other));
                }
            }
        }
        if !others.is_empty() {
            return Asked::AnyOf(others);
        }
        values.sort_unstable();
        values.dedup();
        Asked::Values(values)
    }
}

macro_rules! parts {
    ($($(#[$doc:meta])* $condition:ident $part:ident $form:ident, $(#[$fn_doc:meta])* $function:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $condition<T>(T);

        $(#[$fn_doc])*
        pub const fn $function<T>(part: T) -> $condition<T> {
            $condition(part)
        }

        #[diagnostic::do_not_recommend]
        impl<'v, F: FieldOf<'v, Codec: TextCodec<'v, F::Value>>, T: AsRef<[u8]>> Condition<'v, F, $form> for $condition<T> {
            #[inline]
            fn ask(self, _: &ScanField, out: &mut BoundBuf) -> Asked {
                let start = |text: &[u8], out: &mut BoundBuf| F::Codec::start(TextPart::$part, text, out);
                Asked::Part(TextMatch::of(TextPart::$part, self.0.as_ref(), start, F::Codec::text_of, out))
            }
        }
    )*};
}

parts! {
    /// Texts or lists that begin alike: see [`starts_with`].
    StartsWith Start AtStart,
    /// A condition that a text begins with these bytes, or a `repeated` field with these values.
    ///
    /// Text is compared by its bytes, and need not be whole characters. A field of `reverse_text`, or one padded on the left, can be
    /// filtered by it, and not bound.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// // Call::scan().phone(starts_with("13"))
    /// let phones = rowkey::starts_with("13");
    /// ```
    starts_with;

    /// Texts that end alike: see [`ends_with`].
    EndsWith End InText,
    /// A condition that a text ends with these bytes: one range of a field of `reverse_text`, else the rows are checked one by one.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// // Page::scan().filter_host(ends_with(".org"))
    /// let hosts = rowkey::ends_with(".org");
    /// ```
    ends_with;

    /// Texts or lists that have a part in common: see [`contains`].
    Contains Anywhere InText,
    /// A condition that a text contains these bytes, or a `repeated` field these values side by side. The rows are checked one by one.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// // Call::scan().phone("133").filter_note(contains("urgent"))
    /// let notes = rowkey::contains("urgent");
    /// ```
    contains;
}

macro_rules! items {
    ($($condition:ident $part:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'v, F, T> Condition<'v, F, InItems> for $condition<T>
        where
            F: FieldOf<'v, Codec: ListCodec<'v, F::Value>>,
            T: AsRef<[<F::Codec as ListCodec<'v, F::Value>>::Item]>,
        {
            fn ask(self, _: &ScanField, out: &mut BoundBuf) -> Asked {
                let mut items = BoundBuf::EMPTY;
                let is_held = F::Codec::put_items(self.0.as_ref(), &mut items);
                Asked::Part(TextMatch::of_items(TextPart::$part, &items, is_held, F::Codec::WIDTH, out))
            }
        }
    )*};
}

items! { StartsWith Start; Contains Anywhere; }

impl TextMatch {
    /// How the elements begin of the texts with `text` at `part`. The bytes are appended to `out`.
    #[inline]
    pub(super) fn of(
        part: TextPart,
        text: &[u8],
        put_start: impl FnOnce(&[u8], &mut BoundBuf) -> Start,
        text_of: for<'b> fn(&'b [u8]) -> Cow<'b, [u8]>,
        out: &mut BoundBuf,
    ) -> Self {
        let from = out.len();
        let start = put_start(text, out);
        if start == Start::None {
            out.truncate(from);
        }
        let element = u32::try_from(out.len() - from).ok().filter(|_| start != Start::None);
        if start == Start::Cut {
            // The salt of these rows is that of the text that is left.
            let left = text_of(out.get(from..).unwrap_or_default()).into_owned();
            out.put(&left);
        } else {
            out.put(text);
        }
        Self { part, element, is_wider: start == Start::Wider, text_of, item_width: 0 }
    }

    /// The same of the lists with `items`, each of `width` bytes, at `part`; `is_held` is `false` if no list can hold one of them.
    fn of_items(part: TextPart, items: &[u8], is_held: bool, width: usize, out: &mut BoundBuf) -> Self {
        let starts = is_held && part == TextPart::Start;
        let element = if starts { u32::try_from(items.len()).ok() } else { is_held.then_some(0) };
        if starts {
            out.put(items);
        }
        out.put(items);
        Self { part, element, is_wider: !starts, text_of: |list| Cow::Borrowed(list), item_width: width as u32 }
    }
}

macro_rules! ranges {
    ($($range:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'v, F, V: ArgElement<'v, F>> Condition<'v, F, InRange> for $range {
            #[inline(always)]
            fn ask(self, field: &ScanField, out: &mut BoundBuf) -> Asked {
                let range = (self.start_bound(), self.end_bound());
                let bounds = KeyBounds::of_range::<F, V>(range, field, out);
                let is_ranked = field.order() == Order::Unordered || bounds.as_ref().is_ok_and(KeyBounds::are_wider);
                Asked::Range { bounds, ranks: if is_ranked { Some(ranks::<F, V>(range)) } else { None } }
            }
        }
    )*};
}

// An iterated `RangeInclusive` can be empty between ends that look full: its `end_bound` says so.
ranges! { Range<V>; RangeFrom<V>; RangeTo<V>; RangeToInclusive<V>; RangeInclusive<V>; (Bound<V>, Bound<V>); }

#[diagnostic::do_not_recommend]
impl<F> Condition<'_, F, InRange> for RangeFull {
    fn ask(self, field: &ScanField, _: &mut BoundBuf) -> Asked {
        let is_ranked = field.order() == Order::Unordered;
        Asked::Range { bounds: Ok(KeyBounds::OPEN), ranks: is_ranked.then(|| Ok(Ranks::ALL).into()) }
    }
}

#[cold]
fn ranks<'v, F, V: ArgElement<'v, F>>((start, stop): (Bound<&V>, Bound<&V>)) -> Box<Result<Ranks, ValueError>> {
    fn rank<'v, F, V: ArgElement<'v, F>>(bound: Bound<&V>) -> Result<Bound<Rank>, ValueError> {
        Ok(match bound {
            Bound::Included(value) => Bound::Included(value.rank()?),
            Bound::Excluded(value) => Bound::Excluded(value.rank()?),
            Bound::Unbounded => Bound::Unbounded,
        })
    }

    let ranks = || Ok(Ranks::new((rank::<F, V>(start)?, rank::<F, V>(stop)?)));
    Box::new(ranks())
}
