//! What is bound so far: one combination of values, or several.

use super::arg::{End, edges};
use super::plan::{self, Asked, Behind, Binding, Ended, OneOrAll, What};
use super::{Arg, Ask, FieldOf, RangeArg, ScanPlan, Tail, prune};
use crate::buf::{KeyBuf, Room};
use crate::error::{ScanError, ValueError};
use crate::key::lead;
use crate::key::{KeyBytes, RowKey};
use crate::layout::Layout;
use crate::salt::Word;
use crate::sink::Sink;
use alloc::vec::Vec;
use core::fmt;

/// What the inputs of a salt give to it, each once it is known.
pub trait Words: Clone + fmt::Debug {
    /// Nothing known.
    #[doc(hidden)]
    const NONE: Self;

    #[doc(hidden)]
    fn known(&self, slot: usize) -> Option<Word>;

    #[doc(hidden)]
    fn learn(&mut self, slot: usize, word: Word);

    /// How many inputs there are.
    #[doc(hidden)]
    fn count(&self) -> usize;
}

/// Those of `N` inputs.
#[derive(Clone, Debug)]
pub struct Slots<const N: usize>([Option<Word>; N]);

impl<const N: usize> Words for Slots<N> {
    const NONE: Self = Self([const { None }; N]);

    #[inline(always)]
    fn known(&self, slot: usize) -> Option<Word> {
        self.0.get(slot).cloned().flatten()
    }

    #[inline(always)]
    fn learn(&mut self, slot: usize, word: Word) {
        if let Some(place) = self.0.get_mut(slot) {
            *place = Some(word);
        }
    }

    fn count(&self) -> usize {
        N
    }
}

/// Those of `N` inputs of a salt of numbers.
#[derive(Clone, Debug)]
pub struct Numbers<const N: usize>([Option<i128>; N]);

impl<const N: usize> Words for Numbers<N> {
    const NONE: Self = Self([None; N]);

    #[inline(always)]
    fn known(&self, slot: usize) -> Option<Word> {
        self.0.get(slot).copied().flatten().map(Word::Number)
    }

    #[inline(always)]
    fn learn(&mut self, slot: usize, word: Word) {
        if let (Some(place), Word::Number(number)) = (self.0.get_mut(slot), word) {
            *place = Some(number);
        }
    }

    fn count(&self) -> usize {
        N
    }
}

/// All that is known, of whatever key.
fn all<W: Words>(words: &W) -> Vec<Option<Word>> {
    (0..words.count()).map(|slot| words.known(slot)).collect()
}

/// Goes on with what is not known yet.
fn learn<W: Words>(known: &mut W, words: &W) {
    for slot in 0..words.count() {
        match words.known(slot) {
            Some(word) if known.known(slot).is_none() => known.learn(slot, word),
            _ => {}
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

    #[doc(hidden)]
    fn plan(self, ask: Ask) -> Result<ScanPlan, ScanError>;
}

type RoomOf<K> = <<K as RowKey>::Bytes as KeyBytes>::Room;

/// One combination: each field is bound to one value.
pub struct One<K: RowKey> {
    /// The bytes that keys with these values begin with, zeros in place of the label; and how many.
    bytes: RoomOf<K>,
    width: usize,
    /// What the values give to the salt.
    words: K::__Words,
    behind: Behind<End<RoomOf<K>>, KeyBuf>,
    /// How many fields are bound, and of how many the elements stand in the path.
    bound: usize,
    held: usize,
    /// Whether a key can hold the values.
    alive: bool,
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

    /// The plan, where it is one span that needs no search.
    #[inline(always)]
    fn span(&self) -> Option<plan::One> {
        let lead = const { K::LAYOUT.fields_at() };
        let buckets = self.buckets()?;
        let after = |mut bytes: RoomOf<K>, width| Some((bytes.succeed(lead, width)?, bytes));
        let end = |end: &End<RoomOf<K>>| {
            if end.after { after(end.bytes.clone(), end.width) } else { Some((end.width, end.bytes.clone())) }
        };
        let path = || (self.width, self.bytes.clone());
        let (start, stop, behind) = match &self.behind {
            Behind::Prefix => (path(), after(self.bytes.clone(), self.width), Behind::Prefix),
            Behind::Start(field, text) => {
                (path(), after(self.bytes.clone(), self.width), Behind::Start(*field, text.short(text.len())?))
            }
            Behind::Exact => {
                let start = self.bytes.short(self.width)?;
                let (stop, path, bound) = (Some(start.next()?), self.width, self.bound);
                return Some(plan::One { start, stop, buckets, path, bound, behind: Behind::Exact });
            }
            Behind::Between(field, start, stop) => {
                let ended = |end: &Option<End<RoomOf<K>>>| {
                    end.as_ref().map(|end| Ended { width: end.width, after: end.after, bound: end.bound })
                };
                let behind = Behind::Between(*field, ended(start), ended(stop));
                // A start after FF FF is past all keys of the bucket.
                let start = match start {
                    Some(start) => end(start)?,
                    None => path(),
                };
                let stop = match stop {
                    Some(stop) => end(stop),
                    None => after(self.bytes.clone(), self.width),
                };
                (start, stop, behind)
            }
        };
        let stop = match stop {
            Some((width, stop)) if start.1.is_below(start.0, &stop, width) => Some(stop.short(width)?),
            Some(_) => return None,
            None => None,
        };
        Some(plan::One { start: start.1.short(start.0)?, stop, buckets, path: self.width, bound: self.bound, behind })
    }

    /// The buckets of the path, where they follow from what is bound; else they must be searched for.
    #[inline(always)]
    fn buckets(&self) -> Option<OneOrAll> {
        let Some(salt) = &K::LAYOUT.parts.salt else { return Some(OneOrAll::Unsalted) };
        if salt.was.is_some() || salt.rest {
            return None;
        }
        let words = || (0..salt.inputs.len()).map(|slot| self.words.known(slot));
        if words().all(|word| word.is_some()) {
            return salt.bucket_of_words(words().flatten(), salt.buckets).ok().map(OneOrAll::One);
        }
        let listable = const { prune::listable(K::LAYOUT) };
        let open = |(slot, word): (usize, Option<Word>)| word.is_none() && (slot >= 64 || listable >> slot & 1 == 0);
        words().enumerate().any(open).then_some(OneOrAll::All(salt.buckets))
    }

    #[cold]
    #[inline(never)]
    fn search(&self, ask: Ask) -> Result<ScanPlan, ScanError> {
        let bytes = self.bytes.clone().into_buf(self.width);
        let path = prune::Path { bytes: bytes.clone(), words: all(&self.words) };
        let paths = if self.alive { [path].into() } else { Vec::new() };
        let binding = Binding::Path { bytes, held: self.held, bound: self.bound };
        search::<K>(paths, binding, self.tail(), ask)
    }
}

/// The plan of paths whose buckets must be searched for.
fn search<K: RowKey>(paths: Vec<prune::Path>, binding: Binding, tail: Tail, ask: Ask) -> Result<ScanPlan, ScanError> {
    let found = prune::find(K::LAYOUT, K::__word, paths, &tail, &ask)?;
    let many = plan::Many { found, filters: ask.filters, binding, tail };
    Ok(ScanPlan::many(K::LAYOUT, K::__show, many, ask.limit))
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
    fn plan(self, ask: Ask) -> Result<ScanPlan, ScanError> {
        if self.alive && ask.filters.is_empty() && ask.bucket.is_none() {
            if let Some(one) = self.span() {
                if one.buckets.count() <= ask.max_ranges {
                    return Ok(ScanPlan::one(K::LAYOUT, K::__show, one, ask.limit));
                }
            }
        }
        self.search(ask)
    }
}

/// The fields that are bound to one value each, out of the bytes of a path that holds so many of them.
pub(super) fn asked(layout: &Layout, path: &[u8], held: usize, bound: usize) -> Vec<Asked> {
    // A text that is read from the back is cut right only where all stands that follows it.
    let missing = layout.fields().iter().skip(held).map(|it| it.language().width().0 + it.separator().len()).sum();
    let key = [path, &alloc::vec![0; missing]].concat();
    let element = |index| layout.element_of(&key, index).map(|(_, element)| element.to_vec());
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
        for slot in 0..element.words.count() {
            if let Some(word) = element.words.known(slot) {
                self.words.learn(slot, word);
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

    fn plan(self, ask: Ask) -> Result<ScanPlan, ScanError> {
        let open = |path: Path<K::__Words>| prune::Path { words: all(&path.words), bytes: path.bytes };
        let paths = self.paths.into_iter().map(open).collect();
        search::<K>(paths, Binding::Fields(self.asked), self.tail, ask)
    }
}
