//! The arguments of a field's scan methods, and the elements, edges and starts that are made of them.

use super::TextOf;
use super::plan::What;
use crate::bytes::{KeyBuf, Scratch, Sink};
use crate::codec::{self, Codec, InputKind, Piece, Place, Start, TextCodec};
use crate::error::{CodecError, ValueError};
use crate::key::{FieldOf, InputValue, KnownInputs, Room, RowKey};
use crate::language::Order;
use crate::layout::{Layout, ends_open, is_open_text, shortened};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// A value for a field of type `T`: `T`, `&T`, and `&str` for `String`.
pub trait KeyArg<'v, T> {
    /// The type that is encoded.
    type As;

    /// Calls `take` with the value.
    fn with<R>(&self, take: impl FnOnce(&Self::As) -> R) -> R;
}

impl<T> KeyArg<'_, T> for T {
    type As = T;

    #[inline(always)]
    fn with<R>(&self, take: impl FnOnce(&T) -> R) -> R {
        take(self)
    }
}

impl<T> KeyArg<'_, T> for &T {
    type As = T;

    #[inline(always)]
    fn with<R>(&self, take: impl FnOnce(&T) -> R) -> R {
        take(self)
    }
}

macro_rules! borrowed {
    ($($lifetime:lifetime $from:ty, $to:ty => $as:ty, |$value:ident| $expr:expr;)*) => {$(
        impl<$lifetime> KeyArg<$lifetime, $to> for $from {
            type As = $as;

            #[inline(always)]
            fn with<R>(&self, take: impl FnOnce(&Self::As) -> R) -> R {
                let $value = self;
                take(&$expr)
            }
        }
    )*};
}

borrowed! {
    'v &'v str, String => Cow<'v, str>, |text| Cow::Borrowed(*text);
    'v &&'v str, String => Cow<'v, str>, |text| Cow::Borrowed(**text);
    'v &'v str, Cow<'v, str> => Cow<'v, str>, |text| Cow::Borrowed(*text);
    'v &'v String, &'v str => &'v str, |text| text.as_str();
    'v &'v String, Cow<'v, str> => Cow<'v, str>, |text| Cow::Borrowed(text.as_str());
    'v &'v [u8], Vec<u8> => Cow<'v, [u8]>, |bytes| Cow::Borrowed(*bytes);
    'v &'v [u8], Cow<'v, [u8]> => Cow<'v, [u8]>, |bytes| Cow::Borrowed(*bytes);
    'v &'v Vec<u8>, &'v [u8] => &'v [u8], |bytes| bytes.as_slice();
}

macro_rules! arrays {
    ($($to:ty => $as:ty, |$bytes:ident| $expr:expr;)*) => {$(
        impl<'v, const N: usize> KeyArg<'v, $to> for &'v [u8; N] {
            type As = $as;

            #[inline(always)]
            fn with<R>(&self, take: impl FnOnce(&Self::As) -> R) -> R {
                let $bytes = self.as_slice();
                take(&$expr)
            }
        }
    )*};
}

arrays! {
    Vec<u8> => Cow<'v, [u8]>, |bytes| Cow::Borrowed(bytes);
    Cow<'v, [u8]> => Cow<'v, [u8]>, |bytes| Cow::Borrowed(bytes);
    &'v [u8] => &'v [u8], |bytes| bytes;
}

/// A place between elements: the bytes after which (`after`: after everything that begins with which) it lies.
#[derive(Clone, Debug)]
pub struct Edge {
    pub(crate) bytes: KeyBuf,
    pub(crate) after: bool,
    /// The bound as asked: how many of the bytes are its element, unless no key can hold it.
    pub(crate) bound: Bound<Option<usize>>,
}

impl Edge {
    /// `true` if the element, its separator included, lies below the edge.
    pub(crate) fn is_after(&self, element: &[u8]) -> bool {
        element < &*self.bytes || self.after && element.starts_with(&self.bytes)
    }

    /// The bound as asked: its element, or `None` for a value that no key can hold.
    fn asked(&self) -> Bound<Option<Vec<u8>>> {
        self.bound.map(|width| width.and_then(|width| self.bytes.get(..width)).map(<[u8]>::to_vec))
    }
}

/// The range that two edges of a field's elements ask for, in natural order.
pub(super) fn what(layout: &Layout, index: usize, start: Option<&Edge>, stop: Option<&Edge>) -> What {
    let asked = |edge: Option<&Edge>| edge.map_or(Bound::Unbounded, Edge::asked);
    match layout.fields()[index].order() {
        Order::Descending => What::In(asked(stop), asked(start)),
        _ => What::In(asked(start), asked(stop)),
    }
}

/// A value for the field `F`: of its type, a reference to one, and for a text or a byte string also `&str`, `&[u8]` and the like.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "expected a value for key field `{F}`, found `{Self}`",
    label = "the field has another type"
)]
pub trait Arg<'v, F>: ArgElement<'v, F> {}

#[diagnostic::do_not_recommend]
impl<'v, F, V: ArgElement<'v, F>> Arg<'v, F> for V {}

/// The element of a value, and its place among the elements.
pub trait ArgElement<'v, F> {
    /// Appends the element and keeps what it gives to the salt; `false` where no key can hold the value.
    fn put_element<K: RowKey, S: Sink>(&self, out: &mut S, known: &mut K::KnownInputs) -> bool;

    /// `true` if a value that cannot be written may be equal to one that can: a time that is not in UTC, also in an `Option` or a
    /// nested key. A constant, because planning takes up to twice the instructions where [`ArgElement::put_equal`] is called at all
    /// (`benches/instructions`).
    const HAS_EQUALS: bool;

    /// As [`ArgElement::put_element`] after it returned `false`, into an `out` that is empty again: the element of the value that is equal
    /// to this one and can be written.
    fn put_equal<K: RowKey, S: Sink>(&self, out: &mut S, known: &mut K::KnownInputs) -> bool;

    /// Writes the place of the value among the elements.
    fn place<S: Sink>(&self, out: &mut S) -> Result<Place, ValueError>;

    /// The bytes that the value sorts by among the values, and its own element if it has one.
    fn rank(&self) -> Result<(Vec<u8>, Option<Vec<u8>>), ValueError>;
}

#[diagnostic::do_not_recommend]
impl<'v, F: FieldOf<'v>, V: KeyArg<'v, F::Value>> ArgElement<'v, F> for V
where
    F::Codec: Codec<'v, V::As>,
{
    #[inline(always)]
    fn put_element<K: RowKey, S: Sink>(&self, out: &mut S, known: &mut K::KnownInputs) -> bool {
        self.with(|value| {
            let is_put = codec::write::<F::Codec, V::As, S>(value, out).is_ok() && update::<K, F, V::As>(value, known);
            if !is_put {
                // Nothing comes of it, but so it is the same inputs that are known, whether a key can hold the value or not.
                each_slot::<K, F>(|slot| {
                    known.set(slot, InputValue::Number(0));
                    true
                });
            }
            is_put
        })
    }

    const HAS_EQUALS: bool = <<F::Codec as Codec<'v, V::As>>::Error as CodecError>::CAN_FAIL
        && match <F::Codec as Codec<'v, V::As>>::INPUT {
            InputKind::Text | InputKind::Octets | InputKind::Wide { .. } => false,
            InputKind::Number { per_second, .. } => per_second > 0,
            InputKind::Civil | InputKind::Written => true,
        };

    #[cold]
    #[inline(never)]
    fn put_equal<K: RowKey, S: Sink>(&self, out: &mut S, known: &mut K::KnownInputs) -> bool {
        self.with(|value| {
            let mut element = Scratch::new();
            let Ok(Place::At) = <F::Codec as Codec<'v, V::As>>::place(value, &mut element) else { return false };
            let Ok(equal) = <F::Codec as Codec<'v, V::As>>::read(Piece::Copy(element.as_slice())) else { return false };
            codec::write::<F::Codec, V::As, S>(&equal, out).is_ok() && update::<K, F, V::As>(&equal, known)
        })
    }

    #[inline(always)]
    fn place<S: Sink>(&self, out: &mut S) -> Result<Place, ValueError> {
        self.with(|value| codec::place::<F::Codec, V::As, S>(value, out))
    }

    fn rank(&self) -> Result<(Vec<u8>, Option<Vec<u8>>), ValueError> {
        self.with(|value| {
            let (mut rank, mut element) = (Vec::new(), Vec::new());
            <F::Codec as Codec<'v, V::As>>::rank(value, &mut rank).map_err(CodecError::into_reason)?;
            let written = codec::write::<F::Codec, V::As, Vec<u8>>(value, &mut element);
            Ok((rank, written.is_ok().then_some(element)))
        })
    }
}

/// Keeps what a value gives to the salt; `false` where a view refuses it, as no key can hold it then.
#[inline(always)]
fn update<'v, K: RowKey, F: FieldOf<'v>, T>(value: &T, known: &mut K::KnownInputs) -> bool
where
    F::Codec: Codec<'v, T>,
{
    let Some(salt) = &K::LAYOUT.parts.salt else { return true };
    each_slot::<K, F>(|slot| match salt.value_of::<F::Codec, T>(slot, value) {
        Ok(value) => {
            known.set(slot, value);
            true
        }
        Err(_) => false,
    })
}

/// Calls a function with each input of the salt that a field is, as long as it returns `true`; whether it always did.
#[inline(always)]
fn each_slot<'v, K: RowKey, F: FieldOf<'v>>(mut take: impl FnMut(usize) -> bool) -> bool {
    // One by one, so that each is a constant. A field that is more inputs than these is rare.
    let first = const { slot_of(K::LAYOUT, F::INDEX, 0) }.is_none_or(&mut take);
    let second = first && const { slot_of(K::LAYOUT, F::INDEX, 1) }.is_none_or(&mut take);
    if const { slot_of(K::LAYOUT, F::INDEX, 2).is_none() } {
        return second;
    }
    second && (2..).map_while(|nth| slot_of(K::LAYOUT, F::INDEX, nth)).all(take)
}

/// The `nth` input of the salt that a field is.
const fn slot_of(layout: &Layout, field: usize, nth: usize) -> Option<usize> {
    let Some(salt) = &layout.parts.salt else { return None };
    let (mut slot, mut left) = (0, nth);
    while slot < salt.inputs.len() {
        if salt.inputs[slot].field == field {
            if left == 0 {
                return Some(slot);
            }
            left -= 1;
        }
        slot += 1;
    }
    None
}

/// The ends of a range behind a path, in key order.
type Ends<B> = (End<B>, End<B>);

/// An [`Edge`] behind a path: its bytes follow those. Without a bound the path, or for a stop what is after it.
#[derive(Clone, Debug)]
pub struct End<B> {
    pub(super) bytes: B,
    pub(super) width: usize,
    pub(super) after: bool,
    pub(super) bound: Bound<Option<usize>>,
}

impl<B: Room> End<B> {
    /// No bound, behind a path of `at` bytes.
    #[inline(always)]
    pub(super) fn open(path: &B, at: usize, is_stop: bool) -> Self {
        Self { bytes: path.clone(), width: at, after: is_stop, bound: Bound::Unbounded }
    }

    /// The edge, behind a path of `at` bytes.
    pub(super) fn edge(&self, at: usize) -> Option<Edge> {
        if let Bound::Unbounded = self.bound {
            return None;
        }
        let bytes = self.bytes.clone().into_buf(self.width);
        let bytes = KeyBuf::of(bytes.get(at..).unwrap_or_default());
        Some(Edge { bytes, after: self.after, bound: self.bound })
    }
}

/// A bound as asked: its element, or `None` for a value that no key can hold.
type Asked = Bound<Option<Vec<u8>>>;

/// The bounds of a range of values, as what they sort by, and the range as asked.
type Ranks = (Bound<Vec<u8>>, Bound<Vec<u8>>, What);

/// A std range of values for the field `F`: `a..b`, `a..=b`, `a..`, `..b`, `..=b`, `..` or a pair of bounds.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "expected a range of values for key field `{F}`, found `{Self}`",
    label = "write a range, such as `a..b`, of the field's own type"
)]
pub trait RangeArg<'v, F>: RangeEnds<'v, F> {}

#[diagnostic::do_not_recommend]
impl<'v, F, R: RangeEnds<'v, F>> RangeArg<'v, F> for R {}

/// The ends of a range.
pub trait RangeEnds<'v, F> {
    /// Ends behind the first `at` bytes of a path. A bound that cannot be placed leaves a reason to fail, and the ends do not count.
    /// They are no `Result`: what shares its bytes with an error the compiler keeps as narrow as that.
    fn ends<K: RowKey, B: Room>(self, path: &B, at: usize, reason: &mut Option<ValueError>) -> Ends<B>;

    /// The bounds of the range, as what they sort by.
    fn ranks(self) -> Result<Ranks, ValueError>;
}

/// A range of values for the field `F`, of which the source says that it is `unordered`: there is none.
#[diagnostic::on_unimplemented(
    message = "keys do not sort by the field `{F}`, so a range of its values is not a range of keys",
    label = "this field is unordered",
    note = "bind it to one value, to one of several, or filter the rows"
)]
pub trait NoRangeArg<'v, F>: RangeArg<'v, F> {}

macro_rules! ranges {
    ($($range:ty, |$it:ident| $bounds:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'v, F: FieldOf<'v>, V: Arg<'v, F>> RangeEnds<'v, F> for $range {
            #[inline(always)]
            fn ends<K: RowKey, B: Room>(self, path: &B, at: usize, reason: &mut Option<ValueError>) -> Ends<B> {
                let $it = self;
                let (start, stop) = $bounds;
                ends::<K, F, V, B>(path, at, start, stop, reason)
            }

            fn ranks(self) -> Result<Ranks, ValueError> {
                let $it = self;
                let (start, stop) = $bounds;
                let ((start, asked_start), (stop, asked_stop)) = (rank::<F, V>(start)?, rank::<F, V>(stop)?);
                Ok((start, stop, What::In(asked_start, asked_stop)))
            }
        }
    )*};
}

ranges! {
    Range<V>, |it| (Bound::Included(it.start), Bound::Excluded(it.end));
    RangeFrom<V>, |it| (Bound::Included(it.start), Bound::Unbounded);
    RangeTo<V>, |it| (Bound::Unbounded, Bound::Excluded(it.end));
    RangeToInclusive<V>, |it| (Bound::Unbounded, Bound::Included(it.end));
    (Bound<V>, Bound<V>), |it| it;
    RangeInclusive<V>, |it| {
        // An iterated range can be empty between ends that look full.
        let empty = matches!(core::ops::RangeBounds::<V>::end_bound(&it), Bound::Excluded(_));
        let (start, end) = it.into_inner();
        (Bound::Included(start), if empty { Bound::Excluded(end) } else { Bound::Included(end) })
    };
}

#[diagnostic::do_not_recommend]
impl<'v, F: FieldOf<'v>> RangeEnds<'v, F> for RangeFull {
    #[inline(always)]
    fn ends<K: RowKey, B: Room>(self, path: &B, at: usize, _: &mut Option<ValueError>) -> Ends<B> {
        (End::open(path, at, false), End::open(path, at, true))
    }

    fn ranks(self) -> Result<Ranks, ValueError> {
        Ok((Bound::Unbounded, Bound::Unbounded, What::In(Bound::Unbounded, Bound::Unbounded)))
    }
}

fn rank<'v, F: FieldOf<'v>, V: Arg<'v, F>>(bound: Bound<V>) -> Result<(Bound<Vec<u8>>, Asked), ValueError> {
    Ok(match bound.map(|value| value.rank()) {
        Bound::Included(rank) => rank.map(|(rank, asked)| (Bound::Included(rank), Bound::Included(asked)))?,
        Bound::Excluded(rank) => rank.map(|(rank, asked)| (Bound::Excluded(rank), Bound::Excluded(asked)))?,
        Bound::Unbounded => (Bound::Unbounded, Bound::Unbounded),
    })
}

/// The edges of a range, in key order.
pub(super) type Edges = (Option<Edge>, Option<Edge>);

/// The edges of a range.
pub(super) fn edges<'v, K: RowKey, F: FieldOf<'v>, R: RangeArg<'v, F>>(range: R) -> Result<Edges, ValueError> {
    let mut reason = None;
    let (start, stop) = range.ends::<K, KeyBuf>(&KeyBuf::EMPTY, 0, &mut reason);
    reason.map_or_else(|| Ok((start.edge(0), stop.edge(0))), Err)
}

/// The ends in key order of bounds in natural order: a descending field turns them.
#[inline(always)]
fn ends<'v, K: RowKey, F: FieldOf<'v>, V: Arg<'v, F>, B: Room>(
    path: &B,
    at: usize,
    start: Bound<V>,
    stop: Bound<V>,
    reason: &mut Option<ValueError>,
) -> Ends<B> {
    let lower = end::<K, F, V, B>(path, at, start, true, reason);
    let upper = end::<K, F, V, B>(path, at, stop, false, reason);
    if const { is_descending(K::LAYOUT, F::INDEX) } { (upper, lower) } else { (lower, upper) }
}

const fn is_descending(layout: &Layout, index: usize) -> bool {
    matches!(layout.parts.fields[index].order(), Order::Descending)
}

#[inline(always)]
fn end<'v, K: RowKey, F: FieldOf<'v>, V: Arg<'v, F>, B: Room>(
    path: &B,
    at: usize,
    bound: Bound<V>,
    is_start: bool,
    reason: &mut Option<ValueError>,
) -> End<B> {
    let open = || End::open(path, at, is_start == const { is_descending(K::LAYOUT, F::INDEX) });
    let (value, included) = match &bound {
        Bound::Included(value) => (value, true),
        Bound::Excluded(value) => (value, false),
        Bound::Unbounded => return open(),
    };
    let mut bytes = path.clone();
    let mut rest = B::Rest::default();
    let mut place = match value.place(&mut rest) {
        Ok(place) => place,
        Err(error) => {
            reason.get_or_insert(error);
            return open();
        }
    };
    let mut width = bytes.join(at, &rest);
    let element = (place == Place::At).then_some(width - at);
    let bound = if included { Bound::Included(element) } else { Bound::Excluded(element) };
    if const { is_open_text(K::LAYOUT, F::INDEX) } {
        let written = bytes.clone().into_buf(width);
        if let Some((left, short)) = shortened(K::LAYOUT, F::INDEX, written.get(at..).unwrap_or_default()) {
            (width, place) = (at + left, short);
        }
    }
    // In natural order a start goes before its value if included, and a stop after it; key order may turn that.
    let after_value = (included != is_start) != const { is_descending(K::LAYOUT, F::INDEX) };
    let (is_open, mut after) = match place {
        Place::Below => (false, false),
        Place::Before => (true, false),
        Place::At => (true, after_value),
        Place::After => (true, true),
        Place::Above => (false, true),
    };
    if !is_open {
        (bytes, width) = (path.clone(), at);
    } else if const { ends_open(K::LAYOUT, F::INDEX) }
        // Only open text needs more, to be told from longer ones; at the end of a nested key, once that is whole.
        && (place == Place::At || const { is_open_text(K::LAYOUT, F::INDEX) })
    {
        let mut rest = B::Rest::default();
        if F::INDEX + 1 < K::LAYOUT.parts.fields.len() {
            rest.put(K::LAYOUT.parts.fields[F::INDEX].separator);
        } else if after {
            // The very next byte string, not the end of all that begin with it.
            rest.put(&[0]);
            after = false;
        }
        width = bytes.join(width, &rest);
    }
    End { bytes, width, after, bound }
}

/// How the elements of all texts begin that begin with the text asked for.
#[derive(Clone, Debug)]
pub struct TextStart {
    pub(crate) text: KeyBuf,
    /// `None` where no text can begin so.
    pub(crate) element: Option<KeyBuf>,
    /// `true` if elements of other texts begin so too.
    pub(crate) wider: bool,
    pub(crate) text_of: TextOf,
}

/// The start of a text, for the field `F`.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "key field `{F}` cannot be matched by a start of type `{Self}`",
    label = "bind it to a value, or to a range of values"
)]
pub trait StartArg<'v, F>: ArgStart<'v, F> {}

#[diagnostic::do_not_recommend]
impl<'v, F, S: ArgStart<'v, F>> StartArg<'v, F> for S {}

/// The start of a text, as how elements begin.
pub trait ArgStart<'v, F> {
    /// How the elements of the texts begin.
    fn start(&self) -> TextStart;
}

/// The start of a text for the field `F`, which is written back to front: none.
#[diagnostic::on_unimplemented(
    message = "the field `{F}` is written back to front, so no range holds the texts that begin alike",
    label = "this field is `reverse_text`",
    note = "bind it to one value, to one of several, or filter the rows"
)]
pub trait NoStartArg<'v, F>: StartArg<'v, F> {}

#[diagnostic::do_not_recommend]
impl<'v, F: FieldOf<'v, Codec: TextCodec>, S: AsRef<[u8]>> ArgStart<'v, F> for S {
    #[inline]
    fn start(&self) -> TextStart {
        let text = KeyBuf::of(self.as_ref());
        let mut bytes = KeyBuf::EMPTY;
        let start = F::Codec::start(&text, &mut bytes);
        TextStart {
            text,
            element: (start != Start::None).then_some(bytes),
            wider: start == Start::Wider,
            text_of: F::Codec::text_of,
        }
    }
}
