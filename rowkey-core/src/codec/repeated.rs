//! `repeated`: a list of values of one width, up to the end of the key.

use super::float::floats_of_items;
use super::ranges::{Edge, ElementRange, RangeEnd, StoredBytes};
use super::tuple::rank;
use super::{Codec, FindFloats, InputKind, Piece};
use crate::bytes::Sink;
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use crate::layout::Layout;
use alloc::vec::Vec;
use core::fmt;

/// A codec of lists: the values one after another, without separators and without an end mark. The list ends with the
/// key.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::codec::{Codec, Piece, Repeated};
///
/// let tags: Vec<(u16, u8)> = vec![(1, 7), (2, 0)];
/// let mut out = Vec::new();
/// assert!(Repeated::write(&tags, &mut out).is_ok());
/// assert_eq!(out, [0, 1, 7, 0, 2, 0]);
/// assert_eq!(<Repeated as Codec<Vec<(u16, u8)>>>::read(Piece::Key(&out)), Ok(tags));
/// ```
#[doc(hidden)]
#[derive(Debug)]
pub enum Repeated {}

/// A codec of lists. Scans can search its elements for some of the values.
#[doc(hidden)]
pub trait ListCodec<'k, T> {
    /// The type of the values.
    type Item;

    /// The width of one value in bytes.
    const WIDTH: usize;

    /// Appends the bytes of the values, and returns `false` if one of them cannot be written.
    fn put_items<S: Sink>(items: &[Self::Item], out: &mut S) -> bool;
}

/// Returns the values of an element. Its remainder has the bytes after the last whole value.
fn items(element: &[u8], width: usize) -> core::slice::ChunksExact<'_, u8> {
    // A width of 0 is rejected at compile time.
    element.chunks_exact(width.max(1))
}

impl<'k, T: Codec<'k, T>> Codec<'k, Vec<T>> for Repeated {
    const TRUSTED: bool = T::TRUSTED;
    const LANGUAGE: Language = Language::repeated(&T::LANGUAGE);
    const NAME: &'static str = T::NAME;
    const VARIANTS: &'static [&'static str] = T::VARIANTS;
    const KEY: Option<&'static Layout> = T::KEY;
    const BORROWS: bool = T::BORROWS;
    const TIME: Option<InputKind> = T::TIME;
    const FLOATS: Option<FindFloats> = floats_of_items::<T>();
    type Error = T::Error;

    fn write<S: Sink>(value: &Vec<T>, out: &mut S) -> Result<(), T::Error> {
        value.iter().try_for_each(|item| T::write(item, out))
    }

    fn read(element: Piece<'k, '_>) -> Result<Vec<T>, ElementError> {
        let width = const { T::LANGUAGE.width().0 };
        let count = items(&element, width).len();
        if count * width != element.len() {
            return Err(ElementError::Repeated { found: element.len(), width });
        }
        let item = |index: usize| {
            let at = index * width;
            T::read(element.part(at..at + width)).map_err(|error| error.shifted(at))
        };
        (0..count).map(item).collect()
    }

    /// Returns the lists that differ first at each item, then those that are longer or shorter.
    fn ranges(value: &Vec<T>, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError> {
        let exactly = |list: &[u8]| ElementRange {
            stop: Some(Edge::next(list.to_vec())),
            ..ElementRange::beside(Edge::of_prefix(list.to_vec(), false), true)
        };
        let mut list = Vec::new();
        for item in value {
            if !end.is_start {
                // The list of the items so far is less.
                out.push(exactly(&list));
            }
            let mut ranges = Vec::new();
            let stored = T::ranges(item, RangeEnd { is_included: false, ..end }, &mut ranges)?.after(&list);
            out.extend(ranges.into_iter().map(|range| range.of_items().after(&list)));
            match stored {
                StoredBytes::Element(element) => list = element,
                cut => return Ok(cut),
            }
        }
        match end {
            RangeEnd { is_start: true, is_included } => out.push(ElementRange {
                start: Some(if is_included { Edge::of_prefix(list.clone(), false) } else { Edge::next(list.clone()) }),
                stop: Some(Edge::of_prefix(list.clone(), true)),
                is_wider: false,
            }),
            RangeEnd { is_included, .. } => out.extend(is_included.then(|| exactly(&list))),
        }
        Ok(StoredBytes::Element(list))
    }

    /// Writes bytes that sort like the list of the values. A list sorts after every list that it begins with.
    fn rank<S: Sink>(value: &Vec<T>, out: &mut S) -> Result<(), T::Error> {
        for item in value {
            // Each value follows a 01, so that a list sorts after every list that it begins with.
            out.put(&[1]);
            rank(item, out)?;
        }
        Ok(())
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = const { T::LANGUAGE.width().0 }.max(1);
        // A bound can end inside a nested key, which shows the fields that it has.
        let cut = element.len() - element.len() % width;
        let cut = element.get(cut..).filter(|cut| T::KEY.is_some() && !cut.is_empty());
        f.write_str("[")?;
        for (index, item) in items(element, width).chain(cut).enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            T::show(item, f)?;
        }
        f.write_str("]")
    }
}

impl<'k, T: Codec<'k, T>> ListCodec<'k, Vec<T>> for Repeated {
    type Item = T;
    const WIDTH: usize = T::LANGUAGE.width().0;

    fn put_items<S: Sink>(items: &[T], out: &mut S) -> bool {
        items.iter().all(|item| T::write(item, out).is_ok())
    }
}
