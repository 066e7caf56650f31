//! Values as arguments of the scan methods of a field, and their elements and bounds.
//!
//! A value gives three things. An example with `time("%Y%m%d", floor)` and the value 2026-01-08 15:30:
//!
//! ```text
//! put_element   "20260108"           the element that a key stores for it
//! place         After "20260108"     its position among the elements
//! rank          15:30 as bytes       its order among all values, here after the stored value, 00:00
//! ```

use super::predicate::{BoundBuf, BoundParts, KeyBounds, Rank};
use super::scan_field::ScanField;
use crate::bytes::{KeyBuf, RankBytes};
use crate::codec::{self, Codec, ElementRange, Place, RangeEnd, StoredBytes};
use crate::error::{CodecError, ValueError};
use crate::key::FieldOf;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Bound;

/// A value for a field of type `T`: `T`, `&T`, and `&str` for `String`.
pub trait KeyArg<'v, T> {
    /// The type to encode.
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
    ($($(#[$cfg:meta])* $lifetime:lifetime $from:ty, $to:ty => $as:ty, |$value:ident| $expr:expr;)*) => {$(
        $(#[$cfg])*
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
    'v Cow<'v, str>, String => Cow<'v, str>, |text| *text;
    'v &'v Cow<'v, str>, String => Cow<'v, str>, |text| **text;
    'v Option<&'v str>, Option<String> => Option<Cow<'v, str>>, |text| text.map(Cow::Borrowed);
    'v &'v String, &'v str => &'v str, |text| text.as_str();
    'v &'v String, Cow<'v, str> => Cow<'v, str>, |text| Cow::Borrowed(text.as_str());
    'v &'v str, Box<str> => Cow<'v, str>, |text| Cow::Borrowed(*text);
    'v &'v str, Rc<str> => Cow<'v, str>, |text| Cow::Borrowed(*text);
    'v &'v str, Arc<str> => Cow<'v, str>, |text| Cow::Borrowed(*text);
    #[cfg(feature = "smol_str")]
    'v &'v str, smol_str::SmolStr => Cow<'v, str>, |text| Cow::Borrowed(*text);
    #[cfg(feature = "compact_str")]
    'v &'v str, compact_str::CompactString => Cow<'v, str>, |text| Cow::Borrowed(*text);
    #[cfg(feature = "bytes")]
    'v &'v [u8], ::bytes::Bytes => Cow<'v, [u8]>, |bytes| Cow::Borrowed(*bytes);
    'v &'v [u8], Box<[u8]> => Cow<'v, [u8]>, |bytes| Cow::Borrowed(*bytes);
    'v &'v [u8], Rc<[u8]> => Cow<'v, [u8]>, |bytes| Cow::Borrowed(*bytes);
    'v &'v [u8], Arc<[u8]> => Cow<'v, [u8]>, |bytes| Cow::Borrowed(*bytes);
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

/// The element of a value, and its position among the elements.
pub trait ArgElement<'v, F> {
    /// Appends the element of the value, or of an equal value that can be written: a time with a UTC offset is equal to
    /// one in UTC. Returns `false`, and leaves `out` as it was, if no key can hold the value.
    fn put_element<const N: usize>(&self, out: &mut KeyBuf<N>) -> bool;

    /// Appends bytes, and returns the position of the value relative to them.
    fn place(&self, out: &mut BoundBuf) -> Result<Place, ValueError>;

    /// Returns the bytes by which the value sorts.
    fn rank(&self) -> Result<Rank, ValueError>;

    /// `true` if the value can be of a nested key, whose fields are compared one by one.
    const IS_BY_FIELDS: bool;

    /// Appends the elements on one side of the value. See [`Codec::ranges`].
    fn ranges(&self, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError>;
}

#[diagnostic::do_not_recommend]
impl<'v, F: FieldOf<'v>, V: KeyArg<'v, F::Value>> ArgElement<'v, F> for V
where
    F::Codec: Codec<'v, V::As>,
{
    #[inline]
    fn put_element<const N: usize>(&self, out: &mut KeyBuf<N>) -> bool {
        self.with(|value| codec::write_equal::<F::Codec, V::As, N>(value, out))
    }

    #[inline]
    fn place(&self, out: &mut BoundBuf) -> Result<Place, ValueError> {
        self.with(|value| codec::place::<F::Codec, V::As, _>(value, out))
    }

    fn rank(&self) -> Result<Rank, ValueError> {
        fn rank<'v, C: Codec<'v, T>, T>(value: &T) -> Result<Vec<u8>, ValueError> {
            let mut rank = RankBytes::default();
            C::rank(value, &mut rank).map_err(CodecError::into_reason)?;
            if rank.is_unranked { Err(ValueError::Unranked) } else { Ok(rank.bytes) }
        }

        let bytes = self.with(rank::<F::Codec, V::As>)?;
        let mut element = KeyBuf::<64>::EMPTY;
        let element = ArgElement::<F>::put_element(self, &mut element).then(|| element.to_vec());
        let unit = match &element {
            Some(_) if <V as ArgElement<'v, F>>::IS_BY_FIELDS => {
                match ArgElement::<F>::ranges(self, RangeEnd { is_start: true, is_included: true }, &mut Vec::new())? {
                    StoredBytes::Unit(unit) => Some(unit),
                    StoredBytes::Element(_) | StoredBytes::None => None,
                }
            }
            // Read the element back.
            Some(element) => codec::stored_rank::<F::Codec, V::As>(element)
                .filter(|stored| *stored != bytes)
                .map(|_| element.clone()),
            None => None,
        };
        Ok(Rank { bytes, element, unit })
    }

    const IS_BY_FIELDS: bool = F::Codec::KEY.is_some();

    fn ranges(&self, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError> {
        self.with(|value| <F::Codec as Codec<'v, V::As>>::ranges(value, end, out))
    }
}

impl KeyBounds {
    /// Returns the bounds of a range in natural order as positions among the elements of `field`, in key order. Appends
    /// their bytes to `out`.
    #[inline(always)]
    pub(super) fn of_range<'v, F, V: ArgElement<'v, F>>(
        (start, stop): (Bound<&V>, Bound<&V>),
        field: &ScanField,
        out: &mut BoundBuf,
    ) -> Result<Self, ValueError> {
        let (from, is_start) = (out.len(), !field.is_descending);
        // In a descending field, the stop of the range comes first in key order.
        let (start, stop) = if is_start { (start, stop) } else { (stop, start) };
        let start = bound::<F, V>(start, field, is_start, out)?;
        let bounds = Self { start, stop: bound::<F, V>(stop, field, !is_start, out)? };
        Ok(if field.floats.is_some() { bounds.without_nan(out, from, field) } else { bounds })
    }
}

/// Returns a bound in natural order as a position among the elements, or `None` if the range is open there. Appends its
/// bytes to `out`.
///
/// Always inlined. Out of line, the result comes back through memory field by field and is loaded as 16 bytes, which
/// stalls on these stores (20 of 166 ns of a plan, `one_bucket_range` among the peers in `benches/README.md`).
#[inline(always)]
fn bound<'v, F, V: ArgElement<'v, F>>(
    bound: Bound<&V>,
    field: &ScanField,
    is_start: bool,
    out: &mut BoundBuf,
) -> Result<Option<BoundParts>, ValueError> {
    let (value, is_included) = match bound {
        Bound::Included(value) => (value, true),
        Bound::Excluded(value) => (value, false),
        Bound::Unbounded => return Ok(None),
    };
    let from = out.len();
    let place = value.place(out)?;
    Ok(Some(BoundParts::of(out, from, place, |stored| value.put_element(stored), field, (is_included, is_start))))
}
