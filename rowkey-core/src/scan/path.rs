//! What is bound so far: one combination of values, or several.

use super::arg::{End, edges};
use super::plan::{Asked, Binding, Buckets, Found, Span, Spans, What};
use super::{Arg, Ask, FieldOf, RangeArg, Tail, prune};
use crate::buf::{KeyBuf, Room};
use crate::error::{ScanError, ValueError};
use crate::key::{KeyBytes, RowKey};
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

/// Goes on with what is not known yet.
fn learn<W: Words>(known: &mut W, words: &W) {
    for (word, new) in known.words_mut().iter_mut().zip(words.words()) {
        if word.is_none() {
            word.clone_from(new);
        }
    }
}

/// The combinations of bound values of a scan of the keys `K`, and what is asked behind them.
pub trait Paths<K: RowKey>: Sized {
    /// Binds the next field to one value.
    #[doc(hidden)]
    fn equal<'v, F: FieldOf<'v>, V: Arg<'v, F>>(&mut self, value: &V);

    /// Binds the next field to a range of values.
    #[doc(hidden)]
    fn within<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(&mut self, range: R) -> Result<(), ValueError>;

    /// Binds the next field to the texts that begin so: the start of their elements, unless no key can hold it, and what
    /// they give to the salt.
    #[doc(hidden)]
    fn start(&mut self, field: usize, text: KeyBuf, start: Option<&[u8]>, words: &K::__Words);

    /// Takes what a filter says of the salt's inputs.
    #[doc(hidden)]
    fn learn(&mut self, words: &K::__Words);

    /// No key can hold what was asked.
    #[doc(hidden)]
    fn clear(&mut self);

    /// Whether there is more than one combination.
    #[doc(hidden)]
    fn are_several(&self) -> bool;

    #[doc(hidden)]
    fn into_many(self) -> Many<K>;

    /// What is asked behind the paths.
    #[doc(hidden)]
    fn tail(&self) -> Tail;

    /// The spans of all, and their buckets.
    #[doc(hidden)]
    fn find(&self, ask: &Ask<'_>) -> Result<Found, ScanError>;

    #[doc(hidden)]
    fn into_binding(self) -> Binding;
}

type RoomOf<K> = <<K as RowKey>::Bytes as KeyBytes>::Room;

/// One combination: each field is bound to one value.
pub struct One<K: RowKey> {
    /// The bytes that keys with these values begin with, zeros in place of the label; and how many.
    bytes: RoomOf<K>,
    width: usize,
    /// What the values give to the salt.
    words: K::__Words,
    behind: Behind<RoomOf<K>>,
    /// How many fields are bound, and of how many the elements stand in the path.
    bound: usize,
    held: usize,
    /// Whether a key can hold the values.
    alive: bool,
}

/// A [`Tail`] whose ends follow their path.
#[derive(Clone, Debug)]
enum Behind<B> {
    Prefix,
    Exact,
    Between(usize, Option<End<B>>, Option<End<B>>),
    Start(usize, KeyBuf),
}

impl<K: RowKey> Clone for One<K> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), words: self.words.clone(), behind: self.behind.clone(), ..*self }
    }
}

impl<K: RowKey> fmt::Debug for One<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("One").field("bytes", &self.bytes).field("behind", &self.behind).finish_non_exhaustive()
    }
}

/// Where field `index` begins in every key, if it does.
const fn offset(layout: &Layout, index: usize) -> Option<usize> {
    let (mut at, mut i) = (layout.fields_at(), 0);
    while i < index {
        match layout.parts.fields[i].language.fixed_width() {
            Some(width) => at += width + layout.parts.fields[i].separator.len(),
            None => return None,
        }
        i += 1;
    }
    Some(at)
}

impl<K: RowKey> One<K> {
    /// Nothing bound.
    #[inline(always)]
    pub(super) fn new() -> Self {
        let mut bytes = RoomOf::<K>::new();
        lead::<K, _>(&mut bytes.rest(0));
        let width = const { K::LAYOUT.fields_at() };
        Self { bytes, width, words: K::__Words::NONE, behind: Behind::Prefix, bound: 0, held: 0, alive: true }
    }

    /// Where field `index` begins.
    #[inline(always)]
    fn at<'v, F: FieldOf<'v>>(&self) -> usize {
        match const { offset(K::LAYOUT, F::INDEX) } {
            Some(at) => at,
            None => self.width,
        }
    }

    /// Where the keys lie, or `None` where nowhere.
    #[inline(always)]
    fn span(&self) -> Option<Span> {
        let lead = const { K::LAYOUT.fields_at() };
        let after = |mut bytes: RoomOf<K>, width| Some((bytes.succeed(lead, width)?, bytes));
        let end = |end: &End<RoomOf<K>>| {
            if end.after { after(end.bytes.clone(), end.width) } else { Some((end.width, end.bytes.clone())) }
        };
        let path = || (self.width, self.bytes.clone());
        let (start, stop) = match &self.behind {
            Behind::Prefix | Behind::Start(..) => (path(), after(self.bytes.clone(), self.width)),
            Behind::Exact => {
                let start = self.bytes.clone().into_buf(self.width);
                let mut stop = start.clone();
                stop.put(&[0]);
                return Some(Span { start, stop: Some(stop) });
            }
            Behind::Between(_, start, stop) => {
                // A start after FF FF is past all keys of the bucket.
                let start = start.as_ref().map_or_else(|| Some(path()), end)?;
                let stop = stop.as_ref().map_or_else(|| after(self.bytes.clone(), self.width), end);
                (start, stop)
            }
        };
        if stop.as_ref().is_some_and(|(width, stop)| stop.bytes(*width) <= start.1.bytes(start.0)) {
            return None;
        }
        Some(Span { start: start.1.into_buf(start.0), stop: stop.map(|(width, stop)| stop.into_buf(width)) })
    }

    /// The buckets of the path, where they follow from what is bound; else they must be searched for.
    #[inline(always)]
    fn buckets(&self, ask: &Ask<'_>) -> Option<Buckets> {
        let Some(salt) = &K::LAYOUT.parts.salt else { return Some(Buckets::Unsalted) };
        if salt.was.is_some() || ask.bucket.is_some() {
            return None;
        }
        if salt.rest {
            let Behind::Exact = self.behind else { return Some(Buckets::All(0..salt.buckets)) };
            let rest = self.bytes.bytes(self.width).get(K::LAYOUT.fields_at()..).unwrap_or_default();
            return salt.bucket_of_rest(rest, salt.buckets).ok().map(Buckets::One);
        }
        let words = self.words.words();
        if words.iter().all(Option::is_some) {
            return salt.bucket_of_words(words.iter().flatten(), salt.buckets).ok().map(Buckets::One);
        }
        let listable = const { prune::listable(K::LAYOUT) };
        let open = |(slot, word): (usize, &Option<Word>)| word.is_none() && (slot >= 64 || listable >> slot & 1 == 0);
        words.iter().enumerate().any(open).then_some(Buckets::All(0..salt.buckets))
    }

    #[cold]
    fn search(&self, ask: &Ask<'_>) -> Result<Found, ScanError> {
        let bytes = self.bytes.clone().into_buf(self.width);
        let path = prune::Path { bytes, words: self.words.words().to_vec() };
        prune::find(K::LAYOUT, K::__word, if self.alive { [path].into() } else { Vec::new() }, &self.tail(), ask)
    }
}

impl<K: RowKey> Paths<K> for One<K> {
    #[inline(always)]
    fn equal<'v, F: FieldOf<'v>, V: Arg<'v, F>>(&mut self, value: &V) {
        self.bound = F::INDEX + 1;
        if self.alive {
            let at = self.at::<F>();
            let mut rest = self.bytes.rest(at);
            if value.__put::<K, _>(&mut rest, &mut self.words) {
                rest.put(const { K::LAYOUT.parts.fields[F::INDEX].separator });
                let width = RoomOf::<K>::width(rest);
                self.width = match const { offset(K::LAYOUT, F::INDEX + 1) } {
                    Some(width) => width,
                    None => width,
                };
                self.held = F::INDEX + 1;
            } else {
                self.alive = false;
            }
        }
        if F::INDEX + 1 == K::LAYOUT.parts.fields.len() {
            self.behind = Behind::Exact;
        }
    }

    #[inline(always)]
    fn within<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(&mut self, range: R) -> Result<(), ValueError> {
        let (start, stop) = range.__ends::<K, RoomOf<K>>(&self.bytes, self.at::<F>())?;
        self.behind = Behind::Between(F::INDEX, start, stop);
        Ok(())
    }

    #[inline]
    fn start(&mut self, field: usize, text: KeyBuf, start: Option<&[u8]>, words: &K::__Words) {
        match start {
            Some(start) => {
                let mut rest = self.bytes.rest(self.width);
                rest.put(start);
                self.width = RoomOf::<K>::width(rest);
            }
            None => self.alive = false,
        }
        learn(&mut self.words, words);
        self.behind = Behind::Start(field, text);
    }

    fn learn(&mut self, words: &K::__Words) {
        learn(&mut self.words, words);
    }

    fn clear(&mut self) {
        self.alive = false;
    }

    #[inline(always)]
    fn are_several(&self) -> bool {
        false
    }

    fn into_many(self) -> Many<K> {
        let bytes = self.bytes.into_buf(self.width);
        let asked = asked(K::LAYOUT, &bytes, self.held, self.bound);
        let paths = if self.alive { [Path { bytes, words: self.words }].into() } else { Vec::new() };
        Many { paths, asked, tail: Tail::Prefix }
    }

    #[inline(always)]
    fn tail(&self) -> Tail {
        let edge = |end: &Option<End<RoomOf<K>>>| end.as_ref().map(|end| end.edge(self.width));
        match &self.behind {
            Behind::Prefix => Tail::Prefix,
            Behind::Exact => Tail::Exact,
            Behind::Between(field, start, stop) => Tail::Between(*field, edge(start), edge(stop)),
            Behind::Start(field, text) => Tail::Start(*field, text.clone()),
        }
    }

    #[inline(always)]
    fn find(&self, ask: &Ask<'_>) -> Result<Found, ScanError> {
        if self.alive {
            if let Some(buckets) = self.buckets(ask) {
                let Some(span) = self.span() else { return Ok(Found::NOTHING) };
                return Found { spans: Spans::One(span), buckets }.within(K::LAYOUT, ask.max_ranges);
            }
        }
        self.search(ask)
    }

    #[inline(always)]
    fn into_binding(self) -> Binding {
        Binding::Path { bytes: self.bytes.into_buf(self.width), held: self.held, bound: self.bound }
    }
}

/// The fields that are bound to one value each, out of the bytes of a path that holds so many of them.
pub(super) fn asked(layout: &Layout, path: &[u8], held: usize, bound: usize) -> Vec<Asked> {
    let element = |index| layout.element_of(path, index).map(|(_, element)| element.to_vec());
    let equal = |field| Asked { field, what: What::Equal(if field < held { element(field) } else { None }) };
    (0..bound.min(held + 1)).map(equal).collect()
}

/// Several combinations: those of `f_any` multiply them.
pub struct Many<K: RowKey> {
    paths: Vec<Path<K::__Words>>,
    asked: Vec<Asked>,
    tail: Tail,
}

/// One of several combinations, or what one value adds to them.
#[derive(Clone, Debug)]
pub(super) struct Path<W> {
    pub(super) bytes: KeyBuf,
    pub(super) words: W,
}

impl<W: Words> Path<W> {
    /// What a value adds; `None` where no key can hold it.
    pub(super) fn of<'v, K: RowKey<__Words = W>, F: FieldOf<'v>, V: Arg<'v, F>>(value: &V) -> Option<Self> {
        let mut element = Self { bytes: KeyBuf::EMPTY, words: W::NONE };
        value.__put::<K, _>(&mut element.bytes, &mut element.words).then_some(element)
    }

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
}

impl<K: RowKey> Clone for Many<K> {
    fn clone(&self) -> Self {
        Self { paths: self.paths.clone(), asked: self.asked.clone(), tail: self.tail.clone() }
    }
}

impl<K: RowKey> fmt::Debug for Many<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Many").field("paths", &self.paths).field("tail", &self.tail).finish_non_exhaustive()
    }
}

impl<K: RowKey> Many<K> {
    /// How many combinations there would be with so many values of the next field.
    pub(super) fn times(&self, values: usize) -> u128 {
        self.paths.len() as u128 * values as u128
    }

    /// Binds field `index` to one of several values.
    pub(super) fn any(&mut self, index: usize, elements: &[Path<K::__Words>]) {
        let bytes = elements.iter().map(|element| element.bytes.to_vec()).collect();
        self.bind(index, What::Any(bytes), elements);
    }

    fn bind(&mut self, index: usize, what: What, elements: &[Path<K::__Words>]) {
        self.asked.push(Asked { field: index, what });
        let separator = K::LAYOUT.fields()[index].separator();
        let paths = core::mem::take(&mut self.paths);
        for path in &paths {
            for element in elements {
                let mut path = path.clone();
                path.join(element, separator);
                self.paths.push(path);
            }
        }
        if index + 1 == K::LAYOUT.fields().len() {
            self.tail = Tail::Exact;
        }
    }
}

impl<K: RowKey> Paths<K> for Many<K> {
    fn equal<'v, F: FieldOf<'v>, V: Arg<'v, F>>(&mut self, value: &V) {
        let element = Path::of::<K, F, V>(value);
        let what = What::Equal(element.as_ref().map(|element| element.bytes.to_vec()));
        self.bind(F::INDEX, what, element.as_slice());
    }

    fn within<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(&mut self, range: R) -> Result<(), ValueError> {
        let (start, stop) = edges::<K, F, R>(range)?;
        self.tail = Tail::Between(F::INDEX, start, stop);
        Ok(())
    }

    fn start(&mut self, field: usize, text: KeyBuf, start: Option<&[u8]>, words: &K::__Words) {
        match start {
            Some(start) => self.paths.iter_mut().for_each(|path| path.bytes.put(start)),
            None => self.paths.clear(),
        }
        Paths::<K>::learn(self, words);
        self.tail = Tail::Start(field, text);
    }

    fn learn(&mut self, words: &K::__Words) {
        self.paths.iter_mut().for_each(|path| learn(&mut path.words, words));
    }

    fn clear(&mut self) {
        self.paths.clear();
    }

    fn are_several(&self) -> bool {
        self.paths.len() > 1
    }

    fn into_many(self) -> Self {
        self
    }

    fn tail(&self) -> Tail {
        self.tail.clone()
    }

    fn find(&self, ask: &Ask<'_>) -> Result<Found, ScanError> {
        let open =
            |path: &Path<K::__Words>| prune::Path { bytes: path.bytes.clone(), words: path.words.words().to_vec() };
        prune::find(K::LAYOUT, K::__word, self.paths.iter().map(open).collect(), &self.tail, ask)
    }

    fn into_binding(self) -> Binding {
        Binding::Fields(self.asked)
    }
}
