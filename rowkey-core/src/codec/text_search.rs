//! The search for a part of a text, which codecs of texts offer to scans.

use crate::bytes::Sink;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use memchr::memmem;

/// The part of a text in a scan condition.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPart {
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    /// Any part of the text.
    Anywhere,
}

impl TextPart {
    /// Returns `true` if `text` has `part` in this position.
    pub(crate) fn is_in(self, text: &[u8], part: &[u8]) -> bool {
        match self {
            Self::Start => text.starts_with(part),
            Self::End => text.ends_with(part),
            Self::Anywhere => memmem::find(text, part).is_some(),
        }
    }

    /// Returns the position of the part in the reversed text.
    pub(super) const fn reversed(self) -> Self {
        match self {
            Self::Start => Self::End,
            Self::End => Self::Start,
            Self::Anywhere => Self::Anywhere,
        }
    }
}

/// A codec of texts of type `T`. Scans can search its elements for a part of the text.
#[doc(hidden)]
pub trait TextCodec<'k, T> {
    /// `true` if an element holds its text from the start, so that the texts with one start are one range of keys.
    ///
    /// If it is `false`, a field can be filtered by `starts_with(..)`, but not bound to it. The bind would read all
    /// values. Set it to `false` in a codec that reverses the text, or writes padding or a length before it.
    const FORWARD: bool = true;

    /// Writes the bytes at the start of the element of every text that has `text` at `part`. Writes no bytes if they
    /// differ from text to text.
    ///
    /// Returns [`Start::Wider`] if elements of other texts begin with the same bytes, and [`Start::None`] if no text
    /// can have the part.
    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start;

    /// Returns the text of an element.
    fn text_of(element: &[u8]) -> Cow<'_, [u8]>;
}

/// The functions of a [`TextCodec`], without its types.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct TextSearch {
    pub(crate) start: fn(TextPart, &[u8], &mut Vec<u8>) -> Start,
    pub(crate) text_of: for<'b> fn(&'b [u8]) -> Cow<'b, [u8]>,
}

impl TextSearch {
    pub(crate) const fn new<'k, C: TextCodec<'k, T>, T>() -> Option<Self> {
        Some(Self { start: C::start::<Vec<u8>>, text_of: C::text_of })
    }
}

/// The set of elements that begin with the bytes written by [`TextCodec::start`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Start {
    /// Exactly the elements of the texts with the part.
    Exact,
    /// The elements of the texts with the part, and elements of other texts.
    Wider,
    /// One element: the texts are truncated, and only the stored start of the part is compared.
    Cut,
    /// No element.
    None,
}
