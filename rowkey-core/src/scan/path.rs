//! What is bound so far: one combination of values, or several.

use super::plan::{Asked, Binding, Buckets, Found, Spans, What, span};
use super::{Ask, Tail, prune};
use crate::buf::KeyBuf;
use crate::error::ScanError;
use crate::key::RowKey;
use crate::layout::Layout;
use crate::private::lead;
use crate::salt::Word;
use crate::sink::Sink;
use alloc::vec::Vec;
use core::fmt;

/// What the inputs of a salt of `N` inputs give to it, each once it is known.
#[derive(Clone, Debug)]
pub struct Slots<const N: usize>([Option<Word>; N]);

/// [`Slots`] of any number.
pub trait Words: Clone + fmt::Debug {
    /// Nothing known.
    const NONE: Self;

    #[doc(hidden)]
    fn words(&self) -> &[Option<Word>];

    #[doc(hidden)]
    fn words_mut(&mut self) -> &mut [Option<Word>];
}

impl<const N: usize> Words for Slots<N> {
    const NONE: Self = Self([const { None }; N]);

    #[inline(always)]
    fn words(&self) -> &[Option<Word>] {
        &self.0
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [Option<Word>] {
        &mut self.0
    }
}

/// One combination of bound values: the bytes that keys with them begin with, zeros in place of the label, and what
/// the values give to the salt.
#[derive(Clone, Debug)]
pub struct Path<W> {
    pub(crate) bytes: KeyBuf,
    pub(crate) words: W,
}

impl<W: Words> Path<W> {
    pub(super) const EMPTY: Self = Self { bytes: KeyBuf::EMPTY, words: W::NONE };

    /// Goes on with an element, whose words it takes over.
    fn join(&mut self, element: &Self, separator: &[u8]) {
        self.bytes.put(&element.bytes);
        self.bytes.put(separator);
        for (word, new) in self.words.words_mut().iter_mut().zip(element.words.words()) {
            if new.is_some() {
                word.clone_from(new);
            }
        }
    }

    /// Takes over the words that are not known yet.
    fn learn(&mut self, words: &W) {
        for (word, new) in self.words.words_mut().iter_mut().zip(words.words()) {
            if word.is_none() {
                word.clone_from(new);
            }
        }
    }

    fn to_open(&self) -> prune::Path {
        prune::Path { bytes: self.bytes.clone(), words: self.words.words().to_vec() }
    }
}

/// The combinations of bound values.
pub trait Paths<W: Words>: Sized {
    /// Binds field `index` to one value, whose element `put` appends unless no key can hold it.
    #[doc(hidden)]
    fn equal(&mut self, layout: &'static Layout, index: usize, put: impl Fn(&mut Path<W>) -> bool);

    /// Goes on with the start of an element, or with none that a key can hold.
    #[doc(hidden)]
    fn start(&mut self, start: Option<&[u8]>, words: &W);

    /// Takes what a filter says of the salt's inputs.
    #[doc(hidden)]
    fn learn(&mut self, words: &W);

    /// No key can hold what was asked.
    #[doc(hidden)]
    fn clear(&mut self);

    /// Whether there is more than one combination.
    #[doc(hidden)]
    fn are_several(&self) -> bool;

    #[doc(hidden)]
    fn into_many(self, layout: &'static Layout) -> Many<W>;

    /// The spans of all, and their buckets.
    #[doc(hidden)]
    fn find<K: RowKey<__Words = W>>(&self, ask: &Ask<'_>) -> Result<Found, ScanError>;

    #[doc(hidden)]
    fn into_binding(self) -> Binding;
}

/// One combination: each field is bound to one value.
#[derive(Clone, Debug)]
pub struct One<W> {
    path: Path<W>,
    /// How many fields are bound, and of how many the elements stand in the path.
    bound: usize,
    held: usize,
    /// Whether a key can hold the values.
    alive: bool,
}

impl<W: Words> One<W> {
    /// Nothing bound.
    #[inline(always)]
    pub(super) fn new<K: RowKey>() -> Self {
        let mut path = Path::EMPTY;
        lead::<K, KeyBuf>(&mut path.bytes);
        Self { path, bound: 0, held: 0, alive: true }
    }

    /// The buckets of the path, where they follow from what is bound; else they must be searched for.
    #[inline(always)]
    fn buckets<K: RowKey>(&self, ask: &Ask<'_>) -> Option<Buckets> {
        let Some(salt) = &K::LAYOUT.parts.salt else { return Some(Buckets::Unsalted) };
        if salt.was.is_some() || ask.bucket.is_some() {
            return None;
        }
        if salt.rest {
            let Tail::Exact = ask.tail else { return Some(Buckets::All(0..salt.buckets)) };
            let rest = self.path.bytes.get(K::LAYOUT.fields_at()..).unwrap_or_default();
            return salt.bucket_of_rest(rest, salt.buckets).ok().map(Buckets::One);
        }
        let words = self.path.words.words();
        if words.iter().all(Option::is_some) {
            return salt.bucket_of_words(words.iter().flatten(), salt.buckets).ok().map(Buckets::One);
        }
        let listable = const { prune::listable(K::LAYOUT) };
        let open = |(slot, word): (usize, &Option<Word>)| word.is_none() && (slot >= 64 || listable >> slot & 1 == 0);
        words.iter().enumerate().any(open).then_some(Buckets::All(0..salt.buckets))
    }
}

impl<W: Words> Paths<W> for One<W> {
    #[inline(always)]
    fn equal(&mut self, layout: &'static Layout, index: usize, put: impl Fn(&mut Path<W>) -> bool) {
        self.bound = index + 1;
        if self.alive {
            let at = self.path.bytes.len();
            if put(&mut self.path) {
                self.path.bytes.put(layout.parts.fields[index].separator);
                self.held = index + 1;
            } else {
                self.path.bytes.truncate(at);
                self.alive = false;
            }
        }
    }

    #[inline]
    fn start(&mut self, start: Option<&[u8]>, words: &W) {
        match start {
            Some(start) => self.path.bytes.put(start),
            None => self.alive = false,
        }
        self.path.learn(words);
    }

    fn learn(&mut self, words: &W) {
        self.path.learn(words);
    }

    fn clear(&mut self) {
        self.alive = false;
    }

    #[inline(always)]
    fn are_several(&self) -> bool {
        false
    }

    fn into_many(self, layout: &'static Layout) -> Many<W> {
        let asked = asked(layout, &self.path.bytes, self.held, self.bound);
        let paths = if self.alive { [self.path].into() } else { Vec::new() };
        Many { paths, asked }
    }

    #[inline(always)]
    fn find<K: RowKey<__Words = W>>(&self, ask: &Ask<'_>) -> Result<Found, ScanError> {
        if self.alive {
            if let Some(buckets) = self.buckets::<K>(ask) {
                let Some(span) = span(&self.path.bytes, ask.tail, K::LAYOUT.fields_at()) else {
                    return Ok(Found::NOTHING);
                };
                return Found { spans: Spans::One(span), buckets }.within(K::LAYOUT, ask.max_ranges);
            }
        }
        let paths = if self.alive { [self.path.to_open()].into() } else { Vec::new() };
        prune::find(K::LAYOUT, K::__word, paths, ask)
    }

    #[inline(always)]
    fn into_binding(self) -> Binding {
        Binding::Path { bytes: self.path.bytes, held: self.held, bound: self.bound }
    }
}

/// The fields that are bound to one value each, out of the bytes of a path that holds so many of them.
pub(super) fn asked(layout: &Layout, path: &[u8], held: usize, bound: usize) -> Vec<Asked> {
    let element = |index| layout.element_of(path, index).map(|(_, element)| element.to_vec());
    let equal = |field| Asked { field, what: What::Equal(if field < held { element(field) } else { None }) };
    (0..bound.min(held + 1)).map(equal).collect()
}

/// Several combinations: those of `f_any` multiply them.
#[derive(Clone, Debug)]
pub struct Many<W> {
    paths: Vec<Path<W>>,
    asked: Vec<Asked>,
}

impl<W: Words> Many<W> {
    /// How many combinations there would be with so many values of the next field.
    pub(super) fn times(&self, values: usize) -> u128 {
        self.paths.len() as u128 * values as u128
    }

    /// Binds field `index` to one of several values.
    pub(super) fn any(&mut self, layout: &'static Layout, index: usize, elements: &[Path<W>]) {
        let bytes = elements.iter().map(|element| element.bytes.to_vec()).collect();
        self.asked.push(Asked { field: index, what: What::Any(bytes) });
        self.extend(layout, index, elements);
    }

    fn extend(&mut self, layout: &'static Layout, index: usize, elements: &[Path<W>]) {
        let separator = layout.fields()[index].separator();
        let paths = core::mem::take(&mut self.paths);
        for path in &paths {
            for element in elements {
                let mut path = path.clone();
                path.join(element, separator);
                self.paths.push(path);
            }
        }
    }
}

impl<W: Words> Paths<W> for Many<W> {
    fn equal(&mut self, layout: &'static Layout, index: usize, put: impl Fn(&mut Path<W>) -> bool) {
        let mut element = Path::EMPTY;
        let held = put(&mut element);
        self.asked.push(Asked { field: index, what: What::Equal(held.then(|| element.bytes.to_vec())) });
        self.extend(layout, index, if held { core::slice::from_ref(&element) } else { &[] });
    }

    fn start(&mut self, start: Option<&[u8]>, words: &W) {
        match start {
            Some(start) => self.paths.iter_mut().for_each(|path| path.bytes.put(start)),
            None => self.paths.clear(),
        }
        self.learn(words);
    }

    fn learn(&mut self, words: &W) {
        self.paths.iter_mut().for_each(|path| path.learn(words));
    }

    fn clear(&mut self) {
        self.paths.clear();
    }

    fn are_several(&self) -> bool {
        self.paths.len() > 1
    }

    fn into_many(self, _: &'static Layout) -> Self {
        self
    }

    fn find<K: RowKey<__Words = W>>(&self, ask: &Ask<'_>) -> Result<Found, ScanError> {
        prune::find(K::LAYOUT, K::__word, self.paths.iter().map(Path::to_open).collect(), ask)
    }

    fn into_binding(self) -> Binding {
        Binding::Fields(self.asked)
    }
}
