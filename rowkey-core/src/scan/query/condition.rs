//! Conditions on a field: the arguments of a builder's methods.

use super::arg::ArgElement;
use super::predicate::{BoundBuf, BoundParts, KeyBounds, Rank, Ranks, TextMatch};
use super::scan_field::ScanField;
use crate::bytes::{KeyBuf, Sink};
use crate::codec::{Edge, ElementRange, ListCodec, RangeEnd, Start, TextCodec, TextPart};
use crate::error::ValueError;
use crate::key::{Builder, FieldOf, RowKey};
use crate::language::Order;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::{Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// A condition on the field `F`, as the methods of a scan builder take it.
///
/// These types are conditions:
///
/// - a value
/// - a range of the standard library: `a..b`, `a..=b`, `a..`, `..b`, `..=b`, `..`, or a pair of [`Bound`]s
/// - [`one_of`], for several values or ranges
/// - [`starts_with`], [`ends_with`], and [`contains`], for parts of texts, bytes, and lists
/// - a scan builder of a nested key, with conditions on the first fields of that key
/// - [`If`], around any of these, for optional conditions
///
/// A value has the type of the field, or is a reference to it or a borrowed form: `&str` for a `String`, `Some("a")`
/// for an `Option<String>`. To search for `None`, write `None::<&str>`, because the type of a bare `None` is ambiguous.
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
/// assert_eq!(ranges(Page::scan().site(starts_with("d")).filter_number(7u32).plan()?), 1);
/// # Ok::<(), rowkey::ScanError>(())
/// ```
///
/// `As` names the form of a condition and is always inferred. This trait is sealed.
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
    fn untyped(self, field: &ScanField, out: &mut BoundBuf) -> UntypedCondition;
}

/// A condition without its types. The caller of [`Condition::untyped`] has its bytes.
#[derive(Clone, Debug)]
pub enum UntypedCondition {
    /// [`If`] without a condition.
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

/// The form of a condition of the form `As` in [`If`].
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

/// A condition that can bind a text whose element does not begin with the start of the text: any but its start. This
/// trait is sealed.
#[diagnostic::on_unimplemented(
    message = "the key does not store this text from its start, so texts with the same start are not one range of keys",
    label = "this field is `reverse_text`, or padded on the left",
    note = "use the filter method of the field; for `reverse_text`, `ends_with(..)` is one range",
    note = "see RK704 in rowkey::_compile_errors"
)]
#[doc(hidden)]
pub trait BackwardForm {}

/// A condition that can be one of several: any but [`If`]. This trait is sealed.
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
impl<'v, F, V: ArgElement<'v, F>> Condition<'v, F, OneValue> for V {
    #[inline(always)]
    fn untyped(self, _: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
        UntypedCondition::Value(self.put_element(out))
    }
}

/// An optional condition: `If(Some(condition))` applies the condition, and `If(None)` matches every row.
///
/// Use it for a form in which your users may leave fields empty. The builder has the same type in both cases, so a
/// query with optional conditions needs no branches.
///
/// A range of keys needs a value for each field before it. After an absent condition, conditions on later fields
/// therefore filter the rows instead. [`ScanPlan::explain`](crate::ScanPlan::explain) lists them. If every condition is
/// absent, the plan reads the whole table.
///
/// ```
/// use rowkey::{If, RowKey};
///
/// #[derive(RowKey)]
/// struct Order {
///     customer: u32,
///     number: u32,
/// }
///
/// let find = |customer: Option<u32>, first: Option<u32>| {
///     Order::scan().customer(If(customer)).number(If(first.map(|first| first..))).plan()
/// };
/// assert!(find(Some(7), Some(100))?.is_exact()); // one range
/// assert!(!find(None, Some(100))?.is_exact()); // the number is a filter
/// # Ok::<(), rowkey::ScanError>(())
/// ```
///
/// A field of type `Option<T>` has `None` as a value. Write `If(Some(None))` to search for that value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct If<C>(pub Option<C>);

#[diagnostic::do_not_recommend]
impl<'v, F, As, C: Condition<'v, F, As>> Condition<'v, F, InIf<As>> for If<C> {
    #[inline(always)]
    fn untyped(self, field: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
        match self.0 {
            Some(condition) => condition.untyped(field, out),
            None => UntypedCondition::Nothing,
        }
    }
}

/// A condition that is met by one of several values, ranges, or parts. [`one_of`] creates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneOf<L>(L);

/// Matches rows that meet any of several conditions on a field.
///
/// The conditions are an array, a `Vec`, or any other iterator. Its items are values, ranges, or parts of texts, all of
/// one type. Each value and each range becomes a range of keys. A row that meets several conditions is returned once.
/// An empty list matches no row. An item cannot be an [`If`], but the list can be in one: `If(list.map(one_of))`.
///
/// After a list of values, you can bind the next field. After ranges or parts, you can only filter.
///
/// ```
/// use rowkey::{RowKey, one_of};
///
/// #[derive(RowKey)]
/// struct Order {
///     customer: u32,
///     number: u32,
/// }
///
/// let plan = Order::scan().customer(one_of([7, 9])).number(..100).plan()?;
/// assert_eq!(plan.ranges().len(), 2);
/// let plan = Order::scan().customer(7u32).number(one_of([0..60, 600..660])).plan()?;
/// assert_eq!(plan.ranges().len(), 2);
/// # Ok::<(), rowkey::ScanError>(())
/// ```
pub const fn one_of<L: IntoIterator>(conditions: L) -> OneOf<L> {
    OneOf(conditions)
}

#[diagnostic::do_not_recommend]
impl<'v, F, As, L: IntoIterator<Item: Condition<'v, F, As>>> Condition<'v, F, InList<As>> for OneOf<L> {
    fn untyped(self, field: &ScanField, _: &mut BoundBuf) -> UntypedCondition {
        let conditions = self.0.into_iter();
        let count = conditions.size_hint().0;
        let (mut values, mut others) = (Vec::new(), Vec::new());
        let mut bytes = BoundBuf::EMPTY;
        for condition in conditions {
            bytes.truncate(0);
            match condition.untyped(field, &mut bytes) {
                UntypedCondition::Value(true) => {
                    if values.is_empty() {
                        values.reserve(count);
                    }
                    values.push(KeyBuf::of(&bytes));
                }
                // A value that no key can hold matches no row, so it drops out of the list.
                UntypedCondition::Value(false) => {}
                // Only without types: `ListedForm` excludes `If`.
                UntypedCondition::Nothing => return UntypedCondition::Nothing,
                UntypedCondition::Values(more) => values.extend(more),
                UntypedCondition::AnyOf(more) => others.extend(more),
                other => {
                    if others.is_empty() {
                        others.reserve(count);
                    }
                    others.push((KeyBuf::of(&bytes), other));
                }
            }
        }
        // The items are all of one type, so a list holds either values or ranges and parts.
        if !others.is_empty() {
            return UntypedCondition::AnyOf(others);
        }
        values.sort_unstable();
        values.dedup();
        UntypedCondition::Values(values)
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
            fn untyped(self, _: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
                // The codec knows how elements begin: escapes, padding, and reversed text differ.
                let start = |text: &[u8], out: &mut BoundBuf| F::Codec::start(TextPart::$part, text, out);
                UntypedCondition::Part(TextMatch::of(TextPart::$part, self.0.as_ref(), start, F::Codec::text_of, out))
            }
        }
    )*};
}

parts! {
    /// A condition on the start of a text or a list. [`starts_with`] creates it.
    StartsWith Start AtStart,
    /// Matches texts that begin with these bytes, or lists (`repeated`) that begin with these values: a prefix scan.
    ///
    /// The texts that begin with the same bytes are one range of keys. Bytes are compared, so the prefix does not need
    /// to end at a character boundary. A field of `reverse_text`, or one padded on the left, takes this condition only
    /// as a filter.
    ///
    /// ```
    /// use rowkey::{RowKey, starts_with};
    ///
    /// #[derive(RowKey)]
    /// struct Page {
    ///     #[rowkey(terminated)]
    ///     host: String,
    ///     number: u32,
    /// }
    ///
    /// let plan = Page::scan().host(starts_with("docs.")).plan()?;
    /// assert_eq!(plan.only_range().unwrap().to_string(), r#""docs." .. "docs/""#);
    /// # Ok::<(), rowkey::ScanError>(())
    /// ```
    starts_with;

    /// A condition on the end of a text. [`ends_with`] creates it.
    EndsWith End InText,
    /// Matches texts that end with these bytes.
    ///
    /// If the field is `reverse_text`, this is one range of keys. On other fields, each row is checked.
    ///
    /// ```
    /// use rowkey::{RowKey, ends_with};
    ///
    /// #[derive(RowKey)]
    /// struct Page {
    ///     #[rowkey(reverse_text, terminated)]
    ///     host: String,
    ///     number: u32,
    /// }
    ///
    /// let plan = Page::scan().host(ends_with(".org")).plan()?;
    /// assert_eq!(plan.only_range().unwrap().to_string(), r#""gro." .. "gro/""#);
    /// # Ok::<(), rowkey::ScanError>(())
    /// ```
    ends_with;

    /// A condition on a part of a text or a list. [`contains`] creates it.
    Contains Anywhere InText,
    /// Matches texts that contain these bytes, or lists (`repeated`) that contain these values in a row.
    ///
    /// No range of keys holds such texts, so each row is checked.
    ///
    /// ```
    /// use rowkey::{RowKey, contains};
    ///
    /// #[derive(RowKey)]
    /// struct Page {
    ///     #[rowkey(terminated)]
    ///     host: String,
    ///     number: u32,
    /// }
    ///
    /// let plan = Page::scan().filter_host(contains("docs")).plan()?;
    /// assert!(plan.matches(&Page { host: "my.docs.org".into(), number: 1 }.encode().unwrap()));
    /// assert!(!plan.matches(&Page { host: "my.blog.org".into(), number: 1 }.encode().unwrap()));
    /// # Ok::<(), rowkey::ScanError>(())
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
            fn untyped(self, _: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
                let mut items = BoundBuf::EMPTY;
                let is_held = F::Codec::put_items(self.0.as_ref(), &mut items);
                UntypedCondition::Part(TextMatch::of_items(TextPart::$part, &items, is_held, F::Codec::WIDTH, out))
            }
        }
    )*};
}

items! { StartsWith Start; Contains Anywhere; }

impl TextMatch {
    /// Returns the match of the texts with `text` at `part`. Appends its bytes to `out`: the start of the elements,
    /// then the text.
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
            // The field stores a shortened text, and the salt uses that text.
            let left = text_of(out.get(from..).unwrap_or_default()).into_owned();
            out.put(&left);
        } else {
            out.put(text);
        }
        Self { part, element, is_wider: start == Start::Wider, text_of, item_width: 0 }
    }

    /// Returns the match of the lists with `items`, each of `width` bytes, at `part`. `is_held` is `false` if no list
    /// can hold one of them.
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
            fn untyped(self, field: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
                let range = (self.start_bound(), self.end_bound());
                if V::IS_BY_FIELDS && field.holds_key {
                    return by_fields::<F, V>(range, field, out);
                }
                let bounds = KeyBounds::of_range::<F, V>(range, field, out);
                // Ranks cost an allocation, so compute them only if the elements do not decide.
                let is_ranked = field.order() == Order::Unordered || bounds.as_ref().is_ok_and(KeyBounds::are_wider);
                UntypedCondition::Range { bounds, ranks: if is_ranked { Some(ranks::<F, V>(range)) } else { None } }
            }
        }
    )*};
}

// `end_bound` also covers a `RangeInclusive` that an iterator has used up, whose ends look like a range with values.
ranges! { Range<V>; RangeFrom<V>; RangeTo<V>; RangeToInclusive<V>; RangeInclusive<V>; (Bound<V>, Bound<V>); }

#[diagnostic::do_not_recommend]
impl<F> Condition<'_, F, InRange> for RangeFull {
    fn untyped(self, field: &ScanField, _: &mut BoundBuf) -> UntypedCondition {
        let is_ranked = field.order() == Order::Unordered;
        UntypedCondition::Range { bounds: Ok(KeyBounds::OPEN), ranks: is_ranked.then(|| Ok(Ranks::ALL).into()) }
    }
}

/// Returns a range of values of a nested key, which can be several ranges of elements.
#[cold]
fn by_fields<'v, F, V: ArgElement<'v, F>>(
    range: (Bound<&V>, Bound<&V>),
    field: &ScanField,
    out: &mut BoundBuf,
) -> UntypedCondition {
    let side = |bound: Bound<&V>, is_start: bool| {
        let (value, is_included) = match bound {
            Bound::Included(value) => (value, true),
            Bound::Excluded(value) => (value, false),
            Bound::Unbounded => return Ok(vec![ElementRange::ALL]),
        };
        let mut ranges = Vec::new();
        value.ranges(RangeEnd { is_start, is_included }, &mut ranges)?;
        Ok(ranges)
    };
    let ranked = |is_ranked: bool| if is_ranked { Some(ranks::<F, V>(range)) } else { None };
    match (side(range.0, true), side(range.1, false)) {
        // Only a check by value remains.
        _ if field.order() == Order::Unordered => {
            UntypedCondition::Range { bounds: Ok(KeyBounds::OPEN), ranks: ranked(true) }
        }
        (Ok(above), Ok(below)) => between(above, below, field, ranked, out),
        (Err(reason), _) | (_, Err(reason)) => UntypedCondition::Range { bounds: Err(reason), ranks: None },
    }
}

/// Returns the elements in a range of values, from the ranges above its start and below its stop.
fn between(
    mut above: Vec<ElementRange>,
    mut below: Vec<ElementRange>,
    field: &ScanField,
    ranks: impl Fn(bool) -> Option<Box<Result<Ranks, ValueError>>>,
    out: &mut BoundBuf,
) -> UntypedCondition {
    let edges = above.iter_mut().chain(&mut below).flat_map(ElementRange::edges_mut);
    edges.for_each(|edge| edge.end(field.layout, field.index));
    let in_both = above.iter().flat_map(|range| below.iter().filter_map(|other| range.in_both(other)));
    let mut ranges: Vec<ElementRange> = in_both.collect();
    ranges.sort_unstable_by(|a, b| a.start.cmp(&b.start));
    ranges.dedup_by(|next, last| last.join(next));
    any_of(ranges, ranks, out)
}

/// Returns the condition that an element is in one of the ranges. `ranks` returns the check by value, if a range needs it.
pub(super) fn any_of(
    ranges: Vec<ElementRange>,
    ranks: impl Fn(bool) -> Option<Box<Result<Ranks, ValueError>>>,
    out: &mut BoundBuf,
) -> UntypedCondition {
    let range = |range: &ElementRange, out: &mut BoundBuf| {
        let mut bound = |edge: &Edge, is_start| {
            out.put(&edge.bytes);
            BoundParts::of_edge(edge, is_start)
        };
        let start = range.start.as_ref().map(|edge| bound(edge, true));
        let bounds = KeyBounds { start, stop: range.stop.as_ref().map(|edge| bound(edge, false)) };
        UntypedCondition::Range { bounds: Ok(bounds), ranks: ranks(range.is_wider) }
    };
    // One range binds like `a..b`. Several are alternatives, like `one_of`.
    if let [one] = &ranges[..] {
        return range(one, out);
    }
    let each = ranges.iter().map(|it| {
        let mut bytes = BoundBuf::EMPTY;
        let condition = range(it, &mut bytes);
        (KeyBuf::of(&bytes), condition)
    });
    UntypedCondition::AnyOf(each.collect())
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
