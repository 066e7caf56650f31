//! What a field's scan methods take, and what becomes of it: elements, edges, starts.

use super::{TextOf, What};
use crate::codec::{Codec, Place, Start, TextCodec};
use crate::error::{Fault, ValueError};
use crate::language::{Atom, Form, Order};
use crate::layout::Layout;
use crate::salt::Word;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// A field of a key, as a type: what the derive writes for each.
pub trait FieldOf<'v> {
    /// The field's type.
    type Value;
    /// How it is written.
    type Codec;
    /// Its index among the layout's fields.
    const INDEX: usize;
}

/// A value for a field of type `T`: `T`, `&T`, and `&str` for `String`.
pub trait KeyArg<'v, T> {
    /// What is encoded.
    type As;

    #[doc(hidden)]
    fn __with<R>(&self, take: impl FnOnce(&Self::As) -> R) -> R;
}

impl<T> KeyArg<'_, T> for T {
    type As = T;

    fn __with<R>(&self, take: impl FnOnce(&T) -> R) -> R {
        take(self)
    }
}

impl<T> KeyArg<'_, T> for &T {
    type As = T;

    fn __with<R>(&self, take: impl FnOnce(&T) -> R) -> R {
        take(self)
    }
}

macro_rules! borrowed {
    ($($lifetime:lifetime $from:ty, $to:ty => $as:ty, |$value:ident| $expr:expr;)*) => {$(
        impl<$lifetime> KeyArg<$lifetime, $to> for $from {
            type As = $as;

            fn __with<R>(&self, take: impl FnOnce(&Self::As) -> R) -> R {
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

            fn __with<R>(&self, take: impl FnOnce(&Self::As) -> R) -> R {
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

/// A bound value's element, and what it gives to which inputs of the salt.
#[derive(Clone, Debug)]
pub struct Element {
    pub(crate) bytes: Vec<u8>,
    pub(crate) words: Vec<(usize, Word)>,
}

/// A place between elements: the bytes after which (`after`: after everything that begins with which) it lies.
#[derive(Clone, Debug)]
pub struct Edge {
    pub(crate) bytes: Vec<u8>,
    pub(crate) after: bool,
}

impl Edge {
    /// Whether the element, its separator included, lies below the edge.
    pub(crate) fn is_after(&self, element: &[u8]) -> bool {
        element < self.bytes.as_slice() || self.after && element.starts_with(&self.bytes)
    }
}

/// A value for the field `F`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of the key's field `{F}`",
    label = "the field has another type"
)]
pub trait Arg<'v, F> {
    /// The element, or `None` where no key can hold the value.
    #[doc(hidden)]
    fn __element(&self, layout: &'static Layout) -> Option<Element>;

    /// The place of the value among the elements, and its own element where it is one.
    #[doc(hidden)]
    fn __place(&self) -> Result<(Vec<u8>, Place), ValueError>;

    /// What the value sorts by among the values, and its own element where it has one.
    #[doc(hidden)]
    fn __rank(&self) -> Result<(Vec<u8>, Option<Vec<u8>>), ValueError>;
}

#[diagnostic::do_not_recommend]
impl<'v, F: FieldOf<'v>, V: KeyArg<'v, F::Value>> Arg<'v, F> for V
where
    F::Codec: Codec<'v, V::As>,
{
    fn __element(&self, layout: &'static Layout) -> Option<Element> {
        self.__with(|value| {
            let mut bytes = Vec::new();
            <F::Codec as Codec<'v, V::As>>::write(value, &mut bytes).ok()?;
            let mut words = Vec::new();
            if let Some(salt) = layout.salt() {
                for (slot, _) in salt.inputs().iter().enumerate().filter(|(_, input)| input.field() == F::INDEX) {
                    words.push((slot, salt.word::<F::Codec, V::As>(slot, value).ok()?));
                }
            }
            Some(Element { bytes, words })
        })
    }

    fn __place(&self) -> Result<(Vec<u8>, Place), ValueError> {
        self.__with(|value| {
            let mut bytes = Vec::new();
            let place = <F::Codec as Codec<'v, V::As>>::place(value, &mut bytes).map_err(Fault::problem)?;
            Ok((bytes, place))
        })
    }

    fn __rank(&self) -> Result<(Vec<u8>, Option<Vec<u8>>), ValueError> {
        self.__with(|value| {
            let (mut rank, mut element) = (Vec::new(), Vec::new());
            <F::Codec as Codec<'v, V::As>>::rank(value, &mut rank).map_err(Fault::problem)?;
            let written = <F::Codec as Codec<'v, V::As>>::write(value, &mut element);
            Ok((rank, written.is_ok().then_some(element)))
        })
    }
}

/// A bound as asked: its element, or `None` for a value that no key can hold.
type Asked = Bound<Option<Vec<u8>>>;

/// The edges of a range, and the range as asked.
type Edges = (Option<Edge>, Option<Edge>, What);

/// The bounds of a range of values, as what they sort by, and the range as asked.
type Ranks = (Bound<Vec<u8>>, Bound<Vec<u8>>, What);

/// A std range of values for the field `F`: `a..b`, `a..=b`, `a..`, `..b`, `..=b`, `..` or a pair of bounds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no range of values of the key's field `{F}`",
    label = "write a range, such as `a..b`, of the field's own type"
)]
pub trait RangeArg<'v, F> {
    #[doc(hidden)]
    fn __edges(self, layout: &'static Layout) -> Result<Edges, ValueError>;

    #[doc(hidden)]
    fn __ranks(self) -> Result<Ranks, ValueError>;
}

/// A range of values for the field `F`, of which the source says that it is `unordered`: there is none.
#[diagnostic::on_unimplemented(
    message = "keys do not sort by the field `{F}`, so it has no range",
    label = "this field is `unordered`",
    note = "bind it to one value, to one of several, or filter the rows"
)]
pub trait NoRangeArg<'v, F>: RangeArg<'v, F> {}

macro_rules! ranges {
    ($($range:ty, |$it:ident| $bounds:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'v, F: FieldOf<'v>, V: Arg<'v, F>> RangeArg<'v, F> for $range {
            fn __edges(self, layout: &'static Layout) -> Result<Edges, ValueError> {
                let $it = self;
                let (start, stop) = $bounds;
                edges::<F, V>(layout, start, stop)
            }

            fn __ranks(self) -> Result<Ranks, ValueError> {
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
impl<'v, F: FieldOf<'v>> RangeArg<'v, F> for RangeFull {
    fn __edges(self, _: &'static Layout) -> Result<Edges, ValueError> {
        Ok((None, None, What::In(Bound::Unbounded, Bound::Unbounded)))
    }

    fn __ranks(self) -> Result<Ranks, ValueError> {
        Ok((Bound::Unbounded, Bound::Unbounded, What::In(Bound::Unbounded, Bound::Unbounded)))
    }
}

fn rank<'v, F: FieldOf<'v>, V: Arg<'v, F>>(bound: Bound<V>) -> Result<(Bound<Vec<u8>>, Asked), ValueError> {
    Ok(match bound.map(|value| value.__rank()) {
        Bound::Included(rank) => rank.map(|(rank, asked)| (Bound::Included(rank), Bound::Included(asked)))?,
        Bound::Excluded(rank) => rank.map(|(rank, asked)| (Bound::Excluded(rank), Bound::Excluded(asked)))?,
        Bound::Unbounded => (Bound::Unbounded, Bound::Unbounded),
    })
}

/// The edges in key order of bounds in natural order: a descending field turns them.
fn edges<'v, F: FieldOf<'v>, V: Arg<'v, F>>(
    layout: &'static Layout,
    start: Bound<V>,
    stop: Bound<V>,
) -> Result<Edges, ValueError> {
    let descending = layout.fields()[F::INDEX].order() == Order::Descending;
    let (lower, asked_start) = edge::<F, V>(layout, start, descending, true)?;
    let (upper, asked_stop) = edge::<F, V>(layout, stop, descending, false)?;
    let what = What::In(asked_start, asked_stop);
    Ok(if descending { (upper, lower, what) } else { (lower, upper, what) })
}

fn edge<'v, F: FieldOf<'v>, V: Arg<'v, F>>(
    layout: &'static Layout,
    bound: Bound<V>,
    descending: bool,
    is_start: bool,
) -> Result<(Option<Edge>, Asked), ValueError> {
    let (value, included) = match &bound {
        Bound::Included(value) => (value, true),
        Bound::Excluded(value) => (value, false),
        Bound::Unbounded => return Ok((None, Bound::Unbounded)),
    };
    let (mut bytes, place) = value.__place()?;
    let asked = (place == Place::At).then(|| bytes.clone());
    let asked = if included { Bound::Included(asked) } else { Bound::Excluded(asked) };
    let (field, place) = (&layout.fields()[F::INDEX], shortened(layout, F::INDEX, &mut bytes, place));
    // In natural order a start goes before its value if included, and a stop after it; key order may turn that.
    let after_value = (included != is_start) != descending;
    let (open, after) = match place {
        Place::Below => (false, false),
        Place::Before => (true, false),
        Place::At => (true, after_value),
        Place::After => (true, true),
        Place::Above => (false, true),
    };
    if open {
        // Only open text needs more, to be told from longer ones; at the end of a nested key, once that is whole.
        let whole = place == Place::At || is_open_text(layout, F::INDEX);
        if whole && ends_open(layout, F::INDEX) {
            if F::INDEX + 1 < layout.fields().len() {
                bytes.extend_from_slice(field.separator());
            } else if after {
                // The very next byte string, not the end of all that begin with it.
                bytes.push(0);
                return Ok((Some(Edge { bytes, after: false }), asked));
            }
        }
    } else {
        bytes.clear();
    }
    Ok((Some(Edge { bytes, after }), asked))
}

/// Whether the field is a text that only a separator, or the end of the key, ends.
fn ends_open(layout: &Layout, index: usize) -> bool {
    let (_, end) = layout.atoms_of(index);
    end > 0 && matches!(layout.atoms[end - 1], Atom { form: Form::Text { min, max, .. }, .. } if Some(min) != max)
}

/// Whether the field is such a text and nothing else.
pub(crate) fn is_open_text(layout: &Layout, index: usize) -> bool {
    let (first, end) = layout.atoms_of(index);
    end - first == 1 && ends_open(layout, index)
}

/// An open text before a separator sorts by the bytes on the far side of it only: a bound that holds others falls
/// where its first such byte does.
pub(crate) fn shortened(layout: &Layout, index: usize, bytes: &mut Vec<u8>, place: Place) -> Place {
    let (first, _) = layout.atoms_of(index);
    let (Some(atom), Some(separator)) = (layout.atoms.get(first), layout.fields()[index].separator().first()) else {
        return place;
    };
    if !is_open_text(layout, index) {
        return place;
    }
    let beyond = |byte: &u8| if atom.complemented { byte >= separator } else { byte <= separator };
    match bytes.iter().position(beyond) {
        None => place,
        Some(at) => {
            bytes.truncate(at);
            if atom.complemented { Place::Before } else { Place::After }
        }
    }
}

/// How the elements of all texts begin that begin with the text asked for.
#[derive(Clone, Debug)]
pub struct TextStart {
    pub(crate) text: Vec<u8>,
    /// `None` where no text can begin so.
    pub(crate) element: Option<Vec<u8>>,
    /// Whether other elements begin so too.
    pub(crate) wider: bool,
    pub(crate) text_of: TextOf,
}

/// The start of a text, for the field `F`.
#[diagnostic::on_unimplemented(
    message = "the key's field `{F}` is no text that `{Self}` could be the start of",
    label = "bind it to a value, or to a range of values"
)]
pub trait StartArg<'v, F> {
    #[doc(hidden)]
    fn __start(&self) -> TextStart;
}

/// The start of a text for the field `F`, which is written back to front: none.
#[diagnostic::on_unimplemented(
    message = "the field `{F}` is written back to front, so no range holds the texts that begin alike",
    label = "this field is `reverse_text`",
    note = "bind it to one value, to one of several, or filter the rows"
)]
pub trait NoStartArg<'v, F>: StartArg<'v, F> {}

#[diagnostic::do_not_recommend]
impl<'v, F: FieldOf<'v, Codec: TextCodec>, S: AsRef<[u8]>> StartArg<'v, F> for S {
    fn __start(&self) -> TextStart {
        let text = self.as_ref().to_vec();
        let mut bytes = Vec::new();
        let start = F::Codec::start(&text, &mut bytes);
        TextStart {
            text,
            element: (start != Start::None).then_some(bytes),
            wider: start == Start::Wider,
            text_of: F::Codec::text_of,
        }
    }
}
