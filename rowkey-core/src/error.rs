//! Errors at run time. Each names the field, the place, what was found and what was expected.

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
pub(crate) use shown::HexDigits;
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
            "it has sub-microsecond precision, which would be lost: round it, or write `floor` in place of `exact`"
        );
        assert_eq!(
            text(ValueError::Finer { per_second: 50 }),
            "it has a part finer than a second divided by 50, which would be lost: round it, or write `floor` in place of \
             `exact`"
        );
        for (per_second, part) in [(1, "sub-second"), (1_000, "sub-millisecond"), (1_000_000_000, "sub-nanosecond")] {
            assert!(text(ValueError::Finer { per_second }).starts_with(&alloc::format!("it has {part} precision, ")));
        }
        let trailing = |found| DecodeError::Trailing { key: "Call", offset: 8, found }.to_string();
        assert_eq!(trailing(1), "expected the end of `Call` at offset 8, found 1 more byte");
        let label = DecodeError::Label { key: "Call", offset: 0, found: Vec::new(), buckets: 6 }.to_string();
        assert_eq!(label, "expected the label of one of 6 buckets at offset 0 of `Call`, found nothing");
        assert_eq!(trailing(2), "expected the end of `Call` at offset 8, found 2 more bytes");
    }
}
