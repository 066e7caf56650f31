//! `uuid::Uuid`, written as its 16 bytes, and `UuidV7`, which accepts only ids of version 7.

use super::{Codec, Input, InputKind, Piece, Place, show_as};
use crate::bytes::Sink;
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use core::convert::Infallible;
use core::fmt;
use uuid::{Uuid, Variant};

#[diagnostic::do_not_recommend]
impl<'k> Codec<'k> for Uuid {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::number(16, 0, u128::MAX);
    const NAME: &'static str = "Uuid";
    type Error = Infallible;

    #[inline]
    fn write<S: Sink>(value: &Uuid, out: &mut S) -> Result<(), Infallible> {
        out.put(value.as_bytes());
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<Uuid, ElementError> {
        element.array().map(Uuid::from_bytes)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_as::<Uuid, Uuid>(element, f)
    }
}

/// A codec for a [`Uuid`] of version 7, which begins with the time of its creation. The bytes are those of `Uuid`.
///
/// The type `Uuid` does not state its version, so this codec does. The compile-time checks then treat the field as a
/// time: keys that begin with it are hot in a table with regions, and `split` divides them over a span of time. Encode
/// and decode reject ids of other versions. The bound of a scan can be any `Uuid`, such as the milliseconds of a moment
/// with zeros after them.
///
/// ```
/// use rowkey::RowKey;
/// use uuid::Uuid;
///
/// #[derive(RowKey)]
/// struct Event {
///     #[rowkey(with = rowkey::codec::UuidV7)]
///     id: Uuid,
/// }
///
/// // The example of RFC 9562, appendix A.6: 2022-02-22 19:22:22 UTC, in milliseconds 0x017F_22E2_79B0.
/// let id: Uuid = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f".parse()?;
/// assert_eq!(Event { id }.encode()?[..6], [0x01, 0x7F, 0x22, 0xE2, 0x79, 0xB0]);
///
/// let other = Event { id: Uuid::nil() }.encode().unwrap_err();
/// assert_eq!(other.to_string(), "`Event.id` cannot be written: expected a UUID of version 7, found the nil UUID");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum UuidV7 {}

/// Returns an error unless the id is of version 7: the high half of byte 6 is 7, and byte 8 begins with the bits 10.
///
/// ```text
/// 01 7F 22 E2 79 B0  7C C3  98 C4 DC 0C 0C 07 39 8F
/// milliseconds       |      |
///                    7 ..   1001 1000
/// ```
const fn check_version(id: &Uuid) -> Result<(), &'static str> {
    macro_rules! expected {
        ($found:literal) => {
            Err(concat!("expected a UUID of version 7, found ", $found))
        };
    }
    if id.is_nil() {
        return expected!("the nil UUID");
    }
    if !matches!(id.get_variant(), Variant::RFC4122) {
        return expected!("another variant: byte 8 is not 0x80 to 0xBF");
    }
    match id.get_version_num() {
        7 => Ok(()),
        1 => expected!("version 1"),
        2 => expected!("version 2"),
        3 => expected!("version 3"),
        4 => expected!("version 4"),
        5 => expected!("version 5"),
        6 => expected!("version 6"),
        8 => expected!("version 8"),
        _ => expected!("no known version: byte 6 is not 0x10 to 0x8F"),
    }
}

impl<'k> Codec<'k, Uuid> for UuidV7 {
    const TRUSTED: bool = true;
    // All numbers, because the bound of a scan can be any id.
    const LANGUAGE: Language = <Uuid as Codec<'k>>::LANGUAGE;
    const NAME: &'static str = "UuidV7";
    const INPUT: InputKind = InputKind::TimeId;
    type Error = ValueError;

    #[inline]
    fn write<S: Sink>(value: &Uuid, out: &mut S) -> Result<(), ValueError> {
        check_version(value).map_err(ValueError::Other)?;
        out.put(value.as_bytes());
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<Uuid, ElementError> {
        let id = <Uuid as Codec<'k>>::read(element)?;
        check_version(&id).map_err(ElementError::Other)?;
        Ok(id)
    }

    #[inline]
    fn input(value: &Uuid) -> Input<'_> {
        let [a, b, c, d, e, f, ..] = *value.as_bytes();
        Input::TimeId(u64::from_be_bytes([0, 0, a, b, c, d, e, f]))
    }

    /// Finds the position of any id. One of another version is just below its own bytes, which no row has.
    fn place<S: Sink>(value: &Uuid, out: &mut S) -> Result<Place, ValueError> {
        out.put(value.as_bytes());
        Ok(if check_version(value).is_ok() { Place::At } else { Place::Before })
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_as::<UuidV7, Uuid>(element, f)
    }
}
