//! A key of several record types inside another key: the tag of its record type, and then its fields.
//!
//! Values compare as `#[derive(PartialOrd)]` compares them: first by the variant, then field by field. Where the tags
//! ascend like the variants, the values from one on are those of its record type, and all record types with a greater tag:
//!
//! ```text
//! 'a' | u8,  'b' | desc u8,  'c' | u8
//! from B(5) on:   62 .. 62 FA, with the second end, and from 63 on
//! ```

use super::enum_key::{EnumKey, unknown};
use super::row_key::{NestedForm, RowKey, VisitKind, VisitKindType};
use crate::bytes::Sink;
use crate::codec::{Edge, ElementRange, Piece, RangeEnd, StoredBytes};
use crate::error::{DecodeError, EncodeError, KeyErrorOf, ValueError};
use crate::layout::Layout;
use alloc::vec::Vec;
use core::fmt;

impl<K: RowKey> NestedForm<K> for EnumKey {
    fn write<S: Sink>(key: &K, out: &mut S) -> Result<(), K::EncodeError> {
        raised::<K>(key.visit_kind(WriteInside(out)))
    }

    fn read<'k>(element: Piece<'k, '_>) -> Result<K::Decoded<'k>, DecodeError> {
        let kind = K::LAYOUT.kind_of_rest(&element);
        let row = kind.and_then(|(index, _)| K::visit_kind_type(index, ReadInside(element)));
        row.unwrap_or_else(|| Err(unknown(K::LAYOUT, &element)))
    }

    fn ranges(key: &K, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError> {
        key.visit_kind(RangesInside { end, out })
    }

    fn rank<S: Sink>(key: &K, out: &mut S) -> Result<(), K::EncodeError> {
        raised::<K>(key.visit_kind(RankInside { layout: K::LAYOUT, out }))
    }

    /// Shows the variant, and its fields in parentheses, if it has some.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match K::LAYOUT.kind_of_rest(element) {
            Some((index, kind)) => {
                f.write_str(kind.name())?;
                K::visit_kind_type(index, ShowInside { element, f }).unwrap_or(Ok(()))
            }
            None => f.write_str("?"),
        }
    }
}

fn raised<K: RowKey>(result: Result<(), EncodeError>) -> Result<(), K::EncodeError> {
    result.or_else(|error| K::EncodeError::of(error).map_or(Ok(()), Err))
}

struct WriteInside<'o, S>(&'o mut S);

impl<S: Sink> VisitKind for WriteInside<'_, S> {
    type Out = Result<(), EncodeError>;

    fn kind<K: RowKey>(self, key: &K) -> Self::Out {
        K::Form::write(key, self.0).map_err(Into::into)
    }

    /// No enum with `other` can be inside another key.
    fn other(self, _: &[u8]) -> Self::Out {
        Ok(())
    }
}

struct ReadInside<'k, 'b>(Piece<'k, 'b>);

impl<'k, R> VisitKindType<'k, R> for ReadInside<'k, '_> {
    type Out = Result<R, DecodeError>;

    fn kind<K: RowKey<Decoded<'k> = R>>(self) -> Self::Out {
        K::Form::read(self.0)
    }
}

/// Finds the elements on one side of a key.
struct RangesInside<'o> {
    end: RangeEnd,
    out: &'o mut Vec<ElementRange>,
}

impl VisitKind for RangesInside<'_> {
    type Out = Result<StoredBytes, ValueError>;

    fn kind<K: RowKey>(self, key: &K) -> Self::Out {
        let Self { end, out } = self;
        let prefix = K::LAYOUT.prefix();
        let start = out.len();
        let stored = K::Form::ranges(key, end, out)?;
        // All other record types are on one side of its tag.
        out.iter_mut().skip(start).for_each(|range| range.limit_to(prefix));
        if K::LAYOUT.fields().is_empty() && end.is_included {
            out.push(ElementRange::ALL.after(prefix));
        }
        out.push(ElementRange::beside(Edge::of_prefix(prefix.to_vec(), end.is_start), end.is_start));
        Ok(stored)
    }

    fn other(self, _: &[u8]) -> Self::Out {
        Ok(StoredBytes::None)
    }
}

/// Writes the number of the variant in the source, and then what its fields sort by.
struct RankInside<'o, S> {
    layout: &'static Layout,
    out: &'o mut S,
}

impl<S: Sink> VisitKind for RankInside<'_, S> {
    type Out = Result<(), EncodeError>;

    fn kind<K: RowKey>(self, key: &K) -> Self::Out {
        let mut kinds = self.layout.record_types().iter();
        let declared = kinds.find(|kind| kind.layout().prefix() == K::LAYOUT.prefix()).map_or(0, |kind| kind.declared);
        self.out.put(&(declared as u64).to_be_bytes());
        K::Form::rank(key, self.out).map_err(Into::into)
    }

    fn other(self, _: &[u8]) -> Self::Out {
        Ok(())
    }
}

struct ShowInside<'e, 'f, 'w> {
    element: &'e [u8],
    f: &'f mut fmt::Formatter<'w>,
}

impl<'k, R> VisitKindType<'k, R> for ShowInside<'_, '_, '_> {
    type Out = fmt::Result;

    fn kind<K: RowKey<Decoded<'k> = R>>(self) -> fmt::Result {
        if K::LAYOUT.fields().is_empty() { Ok(()) } else { K::Form::show(self.element, self.f) }
    }
}
