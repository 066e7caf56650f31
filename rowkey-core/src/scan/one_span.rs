//! A plan of one span: what it holds, and the ranges it makes.

use super::Tail;
use super::arg::Edge;
use super::plan::{Binding, Buckets};
use crate::bytes::{INLINE, Inline, KeyBuf, KeyRange, SMALL, Short, succeed};
use crate::key::RowKey;
use crate::layout::Layout;
use crate::layout::salt::Label;
use alloc::vec::Vec;
use core::ops::Bound;

/// One span, where every field is bound to one value, and no row is left to check.
#[derive(Clone, Copy, Debug)]
pub struct SpanPlan {
    pub(super) span: OneSpan,
    pub(super) buckets: OneOrAll,
    /// How many ranges there are: none where no key can hold what was asked.
    pub(super) count: usize,
    /// How many fields are bound to one value.
    pub(super) bound: usize,
    pub(super) held: Held,
}

/// The one span, as it is in each bucket.
#[derive(Clone, Copy, Debug)]
pub(super) struct OneSpan {
    pub(super) start: Short,
    pub(super) stop: Short,
    pub(super) reach: Reach,
    pub(super) is_empty: bool,
    /// `true` if both ends are of up to [`SMALL`] bytes.
    pub(super) is_small: bool,
    /// The offset of the field that is not bound to one value.
    pub(super) at: usize,
    pub(super) behind: Behind,
}

/// How far a span reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Up to its stop.
    Stop,
    /// Up to its stop, the last byte of the label plus one.
    NextLabel,
    /// To the end of the table.
    End,
    /// Up to what follows all that begins with its path: one of the above, once it is planned.
    Behind,
}

/// As far as what is bound can stand in a key: up to the first value that none can hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub(super) fields: usize,
    /// The number of bytes.
    pub(super) width: usize,
}

/// The question behind the bound fields: a [`Tail`] whose bytes stand in the span.
#[derive(Clone, Copy, Debug)]
pub(super) enum Behind {
    Prefix,
    Exact,
    Between(usize, Ended, Ended),
    Start(usize, Short),
}

/// The buckets in which one span is read.
#[derive(Clone, Copy, Debug)]
pub(super) enum OneOrAll {
    /// The key has no salt.
    Unsalted,
    /// This one: the salt was computed.
    One(u32),
    /// Each of so many, since the salt's inputs are not all known.
    All { buckets: u32, label: Label },
}

impl OneOrAll {
    /// How many ranges one span makes.
    #[inline(always)]
    pub(super) const fn count(self) -> usize {
        match self {
            Self::Unsalted | Self::One(_) => 1,
            Self::All { buckets, .. } => buckets as usize,
        }
    }

    /// The bucket of range number `index`.
    #[inline(always)]
    pub(super) const fn get(self, index: usize) -> Option<u32> {
        match self {
            Self::Unsalted => None,
            Self::One(bucket) => Some(bucket),
            Self::All { .. } => Some(index as u32),
        }
    }
}

/// How a span ends at an edge: of how many bytes, the path among them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub(super) width: usize,
    pub(super) after: bool,
    /// `true` if the successor of its bytes stands there.
    pub(super) is_passed: bool,
    pub(super) bound: Bound<Option<usize>>,
}

impl OneSpan {
    /// In place of one that is too wide.
    pub(super) const NONE: Self = Self {
        start: Short::EMPTY,
        stop: Short::EMPTY,
        reach: Reach::Stop,
        is_empty: true,
        is_small: true,
        at: 0,
        behind: Behind::Prefix,
    };

    /// Writes the label of `bucket` at `at`.
    #[inline(always)]
    pub(super) fn label(&mut self, label: Label, bucket: u32, at: usize) {
        self.start.bytes.label(label, bucket, at, false);
        self.stop.bytes.label(label, bucket, at, self.reach == Reach::NextLabel);
    }

    pub(super) fn tail(&self) -> Tail {
        let edge = |end: &Ended, bytes: &Short| {
            if let Bound::Unbounded = end.bound {
                return None;
            }
            let mut element = bytes.as_slice().get(self.at..).unwrap_or_default().to_vec();
            if end.after {
                // It was the successor: the last byte plus one, and the FF behind it left out.
                if let Some(last) = element.last_mut().filter(|_| end.is_passed) {
                    *last = last.wrapping_sub(1);
                } else {
                    element.clear();
                }
                element.resize(end.width - self.at, 0xFF);
            }
            Some(Edge { bytes: element.into(), after: end.after, bound: end.bound })
        };
        match &self.behind {
            Behind::Prefix => Tail::Prefix,
            Behind::Exact => Tail::Exact,
            Behind::Start(field, text) => Tail::Start(*field, (*text).into()),
            Behind::Between(field, start, stop) => {
                Tail::Between(*field, edge(start, &self.start), edge(stop, &self.stop))
            }
        }
    }
}

impl SpanPlan {
    /// The same as one of many: what only people ask for.
    pub(super) fn binding(&self) -> Binding {
        let Held { fields, width } = self.held;
        let bytes = KeyBuf::of(self.span.start.as_slice().get(..width).unwrap_or_default());
        Binding::Path { bytes, held: fields, bound: self.bound }
    }

    /// Range number `index`.
    #[inline(always)]
    pub(super) fn range(&self, layout: &'static Layout, index: usize) -> KeyRange {
        let mut span = self.span;
        if let OneOrAll::All { label, .. } = self.buckets {
            span.label(label, index as u32, layout.parts.label_at());
        }
        KeyRange::short(span.start, (span.reach != Reach::End).then_some(span.stop), span.is_small)
    }

    /// Range by range.
    #[inline(always)]
    pub(super) fn try_for_each_range<E>(
        &self,
        layout: &'static Layout,
        read: impl FnMut(&[u8], Option<&[u8]>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.span.is_small { self.lend::<SMALL, E>(layout, read) } else { self.lend::<INLINE, E>(layout, read) }
    }

    /// The same out of `N` bytes for each end.
    #[inline(always)]
    fn lend<const N: usize, E>(
        &self,
        layout: &'static Layout,
        mut read: impl FnMut(&[u8], Option<&[u8]>) -> Result<(), E>,
    ) -> Result<(), E> {
        // By parts: of what is lent all stands in memory, and of a width only what is said of it.
        let OneSpan { start: Short { len: start_len, bytes: start }, stop, reach, .. } = self.span;
        let Short { len: stop_len, bytes: stop } = stop;
        let (start, stop): (Inline<N>, Inline<N>) = (start.copied(N), stop.copied(N));
        let (mut lent_start, mut lent_stop) = (start, stop);
        for index in 0..self.count {
            if let OneOrAll::All { label, .. } = self.buckets {
                let at = layout.parts.label_at();
                lent_start.label_beside(&start, label, index as u32, at, false);
                lent_stop.label_beside(&stop, label, index as u32, at, reach == Reach::NextLabel);
            }
            read(lent_start.first(start_len), (reach != Reach::End).then(|| lent_stop.first(stop_len)))?;
        }
        Ok(())
    }

    pub(super) fn buckets(&self) -> Buckets {
        match self.buckets {
            OneOrAll::Unsalted => Buckets::Unsalted,
            _ if self.count == 0 => Buckets::Each { of: Vec::new(), listed: Vec::new() },
            OneOrAll::One(bucket) => Buckets::Each { of: [bucket].into(), listed: Vec::new() },
            OneOrAll::All { buckets, .. } => Buckets::All(0..buckets),
        }
    }
}

impl<const N: usize> Inline<N> {
    /// Writes the label of `bucket` at `at`, its last byte plus `more`.
    #[inline(always)]
    pub(crate) fn label(&mut self, label: Label, bucket: u32, at: usize, more: bool) {
        let same = *self;
        self.label_beside(&same, label, bucket, at, more);
    }

    /// The same, where all other bytes are those of `same`: what is here was lent, and need not be read back.
    #[inline(always)]
    pub(crate) fn label_beside(&mut self, same: &Self, label: Label, bucket: u32, at: usize, more: bool) {
        // One byte is most of them, and the compiler need not look at other forms.
        if let Label::U8 = label {
            self.put_byte(same, at, (bucket as u8).wrapping_add(u8::from(more)));
        } else {
            for place in 0..label.width() {
                let more = u8::from(more && place + 1 == label.width());
                let same = *self;
                self.put_byte(&same, at + place, label.byte(bucket, place).wrapping_add(more));
            }
        }
    }
}

impl Short {
    /// The least bytes above all that begin with these `width` bytes, and `true`; or the label of a key of `K` and what is before
    /// it, and `false`, where all that follows is FF.
    #[inline(always)]
    pub(crate) fn behind<K: RowKey>(self, width: usize) -> (Self, bool) {
        let (behind, succeeded) = behind::<K>(self);
        (Self { len: behind.len.min(width as u8), bytes: behind.bytes.copied(width) }, succeeded)
    }
}

/// As [`Short::behind`], with other bytes behind them. Generic, so that it is made beside its callers: they see that it
/// does not panic, and so need not keep in memory what would be dropped if it did.
#[cold]
#[inline(never)]
fn behind<K: RowKey>(mut short: Short) -> (Short, bool) {
    let label_end = const { K::LAYOUT.parts.label_end() };
    let end = succeed(short.bytes.first_mut(short.len), label_end);
    (Short { len: end.unwrap_or(label_end) as u8, ..short }, end.is_some())
}
