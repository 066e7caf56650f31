//! Errors at run time. Each names the field, the offset, the expected value, and the found value.

mod decode;
mod encode;
mod nested;
mod raise;
mod scan;
mod shown;
mod subspace;

pub use decode::{DecodeError, ElementError, FoundTag, KeyTextError};
pub use encode::{EncodeError, SaltError, ValueError};
pub use nested::NestedError;
pub use raise::{CodecError, ErrorIf, IsInfallible, KeyError, MayFail, RaiseError};
pub(crate) use raise::{IntoNever, KeyErrorOf};
pub use scan::{CursorError, RowOrderError, ScanError};
pub(crate) use shown::{HexDigits, ShownByte, in_words};
pub use subspace::SubspaceError;

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn units_and_bytes_are_words() {
        let text = |reason: ValueError| reason.to_string();
        assert_eq!(text(ValueError::Width { found: 1, expected: 3 }), "expected exactly 3 bytes, found 1");
        assert_eq!(text(ValueError::TooLong { found: 2, most: 1 }), "expected at most 1 byte, found 2");
        assert_eq!(
            text(ValueError::Finer { per_second: 1_000_000 }),
            "the time has sub-microsecond precision, which would be lost: round it, or use `floor` instead of `exact`"
        );
        assert_eq!(
            text(ValueError::Finer { per_second: 50 }),
            "the time has precision finer than 1/50 second, which would be lost: round it, or use `floor` instead of `exact`"
        );
        for (per_second, part) in [(1, "sub-second"), (1_000, "sub-millisecond"), (1_000_000_000, "sub-nanosecond")] {
            assert!(
                text(ValueError::Finer { per_second }).starts_with(&alloc::format!("the time has {part} precision, "))
            );
        }
        let trailing = |found| DecodeError::Trailing { key: "Call", offset: 8, found }.to_string();
        assert_eq!(trailing(1), "expected the end of `Call` at offset 8, found 1 more byte");
        let label = DecodeError::Label { key: "Call", offset: 0, found: Vec::new(), buckets: 6 }.to_string();
        assert_eq!(label, "expected the label of one of 6 buckets at offset 0 of `Call`, found the end of the key");
        assert_eq!(trailing(2), "expected the end of `Call` at offset 8, found 2 more bytes");
    }

    #[test]
    fn bytes_are_shown_with_their_characters() {
        let found = |found: &[u8]| ElementError::Code { found: found.to_vec() }.to_string();
        let expected = |bytes: &str| alloc::format!("expected a code of the field's type, found {bytes}");
        assert_eq!(found(b""), expected("no bytes"));
        assert_eq!(found(b"x"), expected("0x78 ('x')"));
        assert_eq!(found(b"\x00"), expected("0x00"));
        assert_eq!(found(b"a\"b"), expected(r#""a\"b""#));
        assert_eq!(found(b"a\x7F"), expected("0x61 0x7F"));
        let long = alloc::format!("\"{}\" .. \"{}\" (60 bytes)", "a".repeat(20), "a".repeat(10));
        assert_eq!(found(&[b'a'; 60]), expected(&long));
    }

    #[test]
    fn an_expected_byte_is_shown_like_a_found_byte() {
        let error = |expected| ElementError::Byte { at: 4, found: b'/', expected }.to_string();
        assert_eq!(error("-"), "expected 0x2D ('-') at offset 4 of the element, found 0x2F ('/')");
        assert_eq!(error("a digit"), "expected a digit at offset 4 of the element, found 0x2F ('/')");
    }

    #[test]
    fn tags_are_listed() {
        let error = |expected: &'static [&'static [u8]], found: &[u8]| {
            DecodeError::RecordType { key: "Row", offset: 1, found: FoundTag::of(found), expected }.to_string()
        };
        assert_eq!(error(&[b"P"], b"x"), "expected the tag 0x50 ('P') of `Row` at offset 1, found 0x78 ('x')");
        let three = "expected the tag \"ab\", 0x50 ('P'), or 0x00 of `Row` at offset 1, found the end of the key";
        assert_eq!(error(&[b"ab", b"P", &[0]], b""), three);
        assert_eq!(error(&[], b"x"), "expected a key of one of the record types of `Row`, found 0x78 ('x')");
    }
}
