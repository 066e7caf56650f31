//! Codecs for columns of Apache Phoenix without an attribute: floats, and a descending text at the end of a key.

use crate::bytes::{Complemented, Sink};
use crate::codec::text::{input_of, kind_of, name_of, show_text};
use crate::codec::{self, Codec, FindFloats, Input, InputKind, Piece, TAKE_OWNED, Text, show_as};
use crate::error::{ElementError, ValueError};
use crate::language::{ByteSet, Language};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// A codec of Phoenix's `DOUBLE` (`f64`) and `FLOAT` (`f32`).
///
/// It writes the IEEE bits plus one, with the sign bit flipped. For negative numbers, all bits are complemented
/// instead. The only NaN is Java's (0x7FC00000, 0x7FF8000000000000), which is the maximum. Any other NaN is an encode
/// error. Scans compare values as those of `f64` do: both zeros are one value, and NaN is in no range.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::codec::phoenix;
/// # extern crate rowkey_core as rowkey;
/// # use rowkey::codec::Codec;
///
/// // On a field: #[rowkey(with = rowkey::codec::phoenix::Float)]
/// let mut key = Vec::new();
/// phoenix::Float::write(&1.0_f32, &mut key)?;
/// assert_eq!(key, [0xBF, 0x80, 0, 1]);
/// # Ok::<(), rowkey::ValueError>(())
/// ```
#[derive(Debug)]
pub enum Float {}

macro_rules! floats {
    ($($float:ident $bits:ident $nan:literal;)*) => {$(
        impl<'k> Codec<'k, $float> for Float {
            const TRUSTED: bool = true;
            // From negative infinity to Java's NaN.
            const LANGUAGE: Language = Language::number(
                size_of::<$float>(),
                !$float::NEG_INFINITY.to_bits() as u128 + 1,
                $nan + (1 << ($bits::BITS - 1)) + 1,
            );
            const NAME: &'static str = concat!("phoenix ", stringify!($float));
            const FLOATS: Option<FindFloats> = Some(|element| vec![codec::Float::next(element.len())]);
            type Error = ValueError;

            fn write<S: Sink>(value: &$float, out: &mut S) -> Result<(), ValueError> {
                let bits = value.to_bits();
                if value.is_nan() && bits != $nan {
                    return Err(ValueError::Other("the value is a NaN other than Java's"));
                }
                let sign = 1 << ($bits::BITS - 1);
                let sorted = if bits & sign == 0 { bits ^ sign } else { !bits };
                out.put(&(sorted + 1).to_be_bytes());
                Ok(())
            }

            /// Writes both zeros as the same bytes.
            fn rank<S: Sink>(value: &$float, out: &mut S) -> Result<(), ValueError> {
                <Self as Codec<'_, $float>>::write(if *value == 0.0 { &0.0 } else { value }, out)
            }

            fn read(element: Piece<'k, '_>) -> Result<$float, ElementError> {
                const NONE: ElementError = ElementError::Other("the bytes are not a float that Phoenix writes");
                let sorted = $bits::from_be_bytes(element.array()?).checked_sub(1).ok_or(NONE)?;
                let sign = 1 << ($bits::BITS - 1);
                let value = $float::from_bits(if sorted & sign == 0 { !sorted } else { sorted ^ sign });
                if value.is_nan() && value.to_bits() != $nan { Err(NONE) } else { Ok(value) }
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show_as::<Self, $float>(element, f)
            }
        }
    )*};
}

floats! {
    f32 u32 0x7FC0_0000;
    f64 u64 0x7FF8_0000_0000_0000;
}

/// A codec of Phoenix's `VARCHAR DESC` as the last column: the complemented text, then 0xFF.
///
/// The text cannot contain NUL, and it cannot be empty, because an empty text is null in Phoenix.
///
/// ```
/// use rowkey::codec::{Codec, phoenix};
/// # extern crate rowkey_core as rowkey;
///
/// // On the last field: #[rowkey(with = rowkey::codec::phoenix::LastDesc)]
/// let mut key = Vec::new();
/// phoenix::LastDesc::write(&"host1".to_owned(), &mut key)?;
/// assert_eq!(key, b"\x97\x90\x8C\x8B\xCE\xFF");
/// # Ok::<(), rowkey::ValueError>(())
/// ```
#[derive(Debug)]
pub enum LastDesc {}

/// Text without NUL.
const TEXT: ByteSet = ByteSet::range(1, 0xFF);

/// Returns the text of an element, or `None` if Phoenix does not write such bytes.
fn text(element: &[u8]) -> Option<Vec<u8>> {
    let (end, text) = element.split_last()?;
    (*end == 0xFF && !text.is_empty() && !text.contains(&0xFF)).then(|| text.iter().map(|byte| !byte).collect())
}

impl<'k, T: Text<'k>> Codec<'k, T> for LastDesc {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = if T::BORROWS {
        Language::refused_by(
            "RK608",
            "its type borrows from the key, which holds the complement of the text",
            TAKE_OWNED,
        )
    } else {
        Language::open(T::ALPHABET.intersect(TEXT).complemented().union(ByteSet::one(0xFF))).descending()
    };
    const NAME: &'static str = name_of::<T>();
    const INPUT: InputKind = kind_of::<T>();
    type Error = ValueError;

    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        let text = value.bytes();
        if text.is_empty() {
            return Err(ValueError::Other("the text is empty, which is null in Phoenix"));
        }
        if let Some(at) = text.iter().position(|&byte| byte == 0) {
            return Err(ValueError::Alphabet { at, found: 0, allowed: TEXT });
        }
        Complemented(&mut *out).put(text);
        out.put(&[0xFF]);
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let text = text(&element).ok_or(ElementError::Other("expected a complemented text that ends with 0xFF"))?;
        T::from_piece(Piece::Copy(&text))
    }

    fn input(value: &T) -> Input<'_> {
        input_of(value)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_text(&text(element).unwrap_or_else(|| element.to_vec()), f)
    }
}
