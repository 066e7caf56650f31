//! The values bound so far: one combination, or several.

use super::arg::{End, edges};
use super::one_span::{self, Behind, Ended, Held, OneOrAll, OneSpan, Reach};
use super::plan::{self, Asked, Binding, Shape, What};
use super::rarely::Rarely;
use super::{Arg, MAX_RANGES, RangeArg, Rare, Tail, UntypedKey, prune};
use crate::bytes::{KeyBuf, SMALL, Short, Sink};
use crate::error::{ScanError, ValueError};
use crate::key::{FieldOf, InputValue, KeyBuffers, KnownInputs, Room, RowKey, input_of_element};
use crate::layout::Layout;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::{fmt, slice};

/// All that is known, of whatever key.
fn all<W: KnownInputs>(words: &W) -> Vec<Option<InputValue>> {
    (0..words.count()).map(|slot| words.known(slot)).collect()
}

/// Goes on with what is not known yet.
fn set<W: KnownInputs>(known: &mut W, words: &W) {
    for slot in 0..words.count() {
        match words.known(slot) {
            Some(word) if known.known(slot).is_none() => known.set(slot, word),
            _ => {}
        }
    }
}

/// The combinations of bound values of a scan of the keys `K`, and what is asked behind them.
pub trait Paths<K: RowKey>: Sized {
    /// Takes what a filter says of the salt's inputs.
    fn set(&mut self, words: &K::KnownInputs);

    /// No key can hold what was asked.
    fn clear(&mut self);

    /// `true` if there is more than one combination.
    fn are_several(&self) -> bool;

    /// The question behind the paths.
    fn tail(&self) -> Tail;

    /// The plan of the paths and the question behind them.
    fn plan(self, rare: Rarely<Rare>) -> Result<Shape, Box<ScanError>>;
}

/// Paths of which a further field can be bound.
pub trait Unbounded<K: RowKey>: Paths<K> {
    /// The same with a range behind them.
    type Ranged: Paths<K>;

    /// Binds the next field to one value.
    fn equal<'v, F: FieldOf<'v>, V: Arg<'v, F>>(&mut self, value: &V);

    /// Binds the next field to a range of values; to all of them if a bound cannot be placed.
    fn within<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(self, range: R) -> (Self::Ranged, Option<ValueError>);

    /// Binds the next field to the texts that begin so: the start of their elements, unless no key can hold it, and what
    /// they give to the salt.
    fn start(self, field: usize, text: &KeyBuf, start: Option<&[u8]>, words: &K::KnownInputs) -> Self::Ranged;

    /// The same as several combinations, of which there is one.
    fn into_many(self) -> Many<K>;
}

/// Paths with a range behind them.
pub type Ranged<K, P> = <P as Unbounded<K>>::Ranged;

type RoomOf<K> = <<K as RowKey>::Bytes as KeyBuffers>::Room;

/// One combination: each field is bound to one value.
#[doc(hidden)]
pub struct One<K: RowKey> {
    /// The bytes that keys with these values begin with, zeros in place of the label; and how many.
    bytes: RoomOf<K>,
    width: usize,
    /// The inputs that the values give to the salt.
    words: K::KnownInputs,
    /// How many fields are bound.
    bound: usize,
    held: Held,
    /// `true` if a key can hold the values.
    alive: bool,
}

/// One combination, and what is asked of the field behind it.
#[doc(hidden)]
pub struct OneRange<K: RowKey> {
    path: One<K>,
    span: OneSpan,
    /// The tail, where the span is too wide to stand here.
    wide: Rarely<Tail>,
}

impl<K: RowKey> Clone for One<K> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), words: self.words.clone(), ..*self }
    }
}

impl<K: RowKey> fmt::Debug for One<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("One").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl<K: RowKey> Clone for OneRange<K> {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), wide: self.wide.clone(), ..*self }
    }
}

impl<K: RowKey> fmt::Debug for OneRange<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, span, wide } = self;
        f.debug_struct("OneRange").field("path", path).field("span", span).field("wide", wide).finish()
    }
}

/// The offset of field `index` in every key, where all keys have one width; else `None`. There a path has room for a whole
/// key. In a path of bytes that grow it means nothing: a value that no key can hold leaves nothing, and what follows would
/// stand beyond its end.
const fn offset(layout: &Layout, index: usize) -> Option<usize> {
    if layout.fixed_width().is_none() {
        return None;
    }
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
        let bytes = RoomOf::<K>::of_prefix::<K>();
        let width = const { K::LAYOUT.fields_at() };
        Self { bytes, width, words: K::KnownInputs::NONE, bound: 0, held: Held { fields: 0, width }, alive: true }
    }

    /// The offset of field `index`.
    #[inline(always)]
    fn at<'v, F: FieldOf<'v>>(&self) -> usize {
        match const { offset(K::LAYOUT, F::INDEX) } {
            Some(at) => at,
            None => self.width,
        }
    }

    /// All that begins with the path, or the path itself where all fields are bound; `None` where it is too wide.
    #[inline(always)]
    fn span(&self) -> Option<OneSpan> {
        if self.bound == const { K::LAYOUT.parts.fields.len() } {
            let start = self.bytes.short(self.width)?;
            let (stop, at) = (start.next()?, self.width);
            let is_small = at < SMALL;
            return Some(OneSpan {
                start,
                stop,
                reach: Reach::Stop,
                is_empty: false,
                is_small,
                at,
                behind: Behind::Exact,
            });
        }
        let (start, at) = (self.bytes.short(self.width)?, self.width);
        let mut stop = self.bytes.clone();
        let (width, succeeded) = stop.succeed(const { K::LAYOUT.fields_at() }, at);
        let reach = if succeeded { Reach::Stop } else { Reach::Behind };
        let (stop, is_small) = (stop.short(width)?, at <= SMALL);
        Some(OneSpan { start, stop, reach, is_empty: false, is_small, at, behind: Behind::Prefix })
    }

    /// The end of all that begins with the first `at` bytes of the path.
    #[inline(always)]
    fn behind(&self, at: usize) -> Option<(Short, Reach)> {
        let path = self.bytes.short(at)?;
        let (stop, succeeded) = path.behind::<K>(at);
        Some((
            stop,
            match K::LAYOUT.parts.salt {
                _ if succeeded => Reach::Stop,
                Some(_) => Reach::NextLabel,
                None => Reach::End,
            },
        ))
    }

    /// The span between two ends, which follow the first `at` bytes of the path; `None` where it is too wide.
    #[inline(always)]
    fn between(
        &self,
        (start, stop): (End<RoomOf<K>>, End<RoomOf<K>>),
        at: usize,
        behind: impl FnOnce(Ended, Ended) -> Behind,
    ) -> Option<OneSpan> {
        let ended = |end: &End<RoomOf<K>>, is_placed| Ended {
            width: end.width,
            is_passed: end.after && is_placed,
            after: end.after,
            bound: end.bound,
        };
        let (from, from_width, is_start) = Self::place(&start, at);
        let (upto, upto_width, is_stop) = Self::place(&stop, at);
        // Two places of one width have successors in the same order; and below none lies one of all FF. A start after
        // FF FF is past all that begins with the path, and a stop is then past every other start.
        let is_below = if start.after == stop.after && start.width == stop.width {
            start.bytes.is_below(at, start.width, &stop.bytes, stop.width)
        } else {
            is_start && (!is_stop || from.is_below(at, from_width, &upto, upto_width))
        };
        let behind = behind(ended(&start, is_start), ended(&stop, is_stop));
        let is_small = start.width.max(stop.width) <= SMALL;
        let (start, stop) = (from.short(from_width)?, upto.short(upto_width)?);
        let reach = if is_stop { Reach::Stop } else { Reach::Behind };
        Some(OneSpan { start, stop, reach, is_empty: !is_below, is_small, at, behind })
    }

    /// The place of an end, as [`Room::succeed`] says it of one that lies after all that begin with its bytes.
    #[inline(always)]
    fn place(end: &End<RoomOf<K>>, at: usize) -> (RoomOf<K>, usize, bool) {
        let mut bytes = end.bytes.clone();
        let (width, is_placed) = if end.after { bytes.succeed(at, end.width) } else { (end.width, true) };
        (bytes, width, is_placed)
    }

    /// The plan of one span, where it needs no search.
    ///
    /// A query that no key can hold has no ranges, and is planned like all others: so there is one way through, and the compiler
    /// sees what stands where.
    #[inline(always)]
    fn planned(&self, mut span: OneSpan) -> Option<one_span::SpanPlan> {
        let buckets = self.buckets()?;
        let labelled = |end: &mut Short, more| {
            if let (OneOrAll::One(bucket), Some(salt)) = (buckets, &K::LAYOUT.parts.salt) {
                end.bytes.label(salt.label, bucket, const { K::LAYOUT.parts.label_at() }, more);
            }
        };
        // Both alike, as long as nothing else can stand there: of what they begin with alike one copy is made.
        labelled(&mut span.start, false);
        labelled(&mut span.stop, false);
        if span.reach == Reach::Behind {
            (span.stop, span.reach) = self.behind(span.at)?;
            labelled(&mut span.stop, span.reach == Reach::NextLabel);
        }
        if span.reach == Reach::NextLabel && const { !K::LAYOUT.labels_end_below_ff() } {
            // Plus one may carry.
            let OneOrAll::One(_) = buckets else { return None };
            match span.start.behind_first(const { K::LAYOUT.parts.label_end() }) {
                Some(stop) => (span.stop, span.reach) = (stop, Reach::Stop),
                None => span.reach = Reach::End,
            }
        }
        let count = if self.alive && !span.is_empty { buckets.count() } else { 0 };
        let one = one_span::SpanPlan { span, buckets, count, held: self.held, bound: self.bound };
        (buckets.count() <= MAX_RANGES).then_some(one)
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
            return salt.bucket_of_values(words().flatten(), salt.buckets).ok().map(OneOrAll::One);
        }
        let listable = const { prune::listable(K::LAYOUT) };
        let open =
            |(slot, word): (usize, Option<InputValue>)| word.is_none() && (slot >= 64 || listable >> slot & 1 == 0);
        words().enumerate().any(open).then_some(OneOrAll::All { buckets: salt.buckets, label: salt.label })
    }

    #[cold]
    #[inline(never)]
    fn search(self, tail: Tail, rare: Rarely<Rare>) -> Result<Box<plan::SpanSetPlan>, Box<ScanError>> {
        let path = prune::UntypedPath { bytes: self.bytes.clone().into_buf(self.width), words: all(&self.words) };
        let paths = if self.alive { slice::from_ref(&path) } else { &[] };
        let Held { fields, width } = self.held;
        let binding = Binding::Path { bytes: self.bytes.into_buf(width), held: fields, bound: self.bound };
        search::<K>(paths, binding, tail, rare)
    }
}

/// The plan of paths whose buckets must be searched for.
fn search<K: RowKey>(
    paths: &[prune::UntypedPath],
    binding: Binding,
    tail: Tail,
    mut rare: Rarely<Rare>,
) -> Result<Box<plan::SpanSetPlan>, Box<ScanError>> {
    let mut ask = rare.take().unwrap_or_default();
    if let Some(error) = ask.error.take() {
        return Err(error.into());
    }
    let found = prune::find(K::LAYOUT, input_of_element::<K>, paths, &tail, &ask)?;
    let many = plan::SpanSetPlan { found, filters: ask.filters, binding, tail, rest: None };
    Ok(match ask.cursor {
        None => many,
        Some(cursor) => many.resumed(UntypedKey::of::<K>(), &cursor)?,
    }
    .into())
}

impl<K: RowKey> Paths<K> for One<K> {
    fn set(&mut self, words: &K::KnownInputs) {
        set(&mut self.words, words);
    }

    fn clear(&mut self) {
        self.alive = false;
    }

    #[inline(always)]
    fn are_several(&self) -> bool {
        false
    }

    fn tail(&self) -> Tail {
        if self.bound == K::LAYOUT.fields().len() { Tail::Exact } else { Tail::Prefix }
    }

    #[inline(always)]
    fn plan(self, rare: Rarely<Rare>) -> Result<Shape, Box<ScanError>> {
        if rare.get().is_none() {
            if let Some(one) = self.span().and_then(|span| self.planned(span)) {
                return Ok(Shape::One(one));
            }
        }
        // A copy: what is passed on stands in memory from the start, and this one need not.
        let one = self.clone();
        let tail = one.tail();
        one.search(tail, rare).map(Shape::Many)
    }
}

impl<K: RowKey> Unbounded<K> for One<K> {
    type Ranged = OneRange<K>;

    #[inline(always)]
    fn equal<'v, F: FieldOf<'v>, V: Arg<'v, F>>(&mut self, value: &V) {
        let at = self.at::<F>();
        let mut rest = <RoomOf<K> as Room>::Rest::default();
        let mut is_held = value.put_element::<K, _>(&mut rest, &mut self.words);
        if const { V::HAS_EQUALS } && !is_held {
            rest = Default::default();
            is_held = value.put_equal::<K, _>(&mut rest, &mut self.words);
        }
        self.alive &= is_held;
        rest.put(const { K::LAYOUT.parts.fields[F::INDEX].separator });
        let width = self.bytes.join(at, &rest);
        self.width = match const { offset(K::LAYOUT, F::INDEX + 1) } {
            Some(width) => width,
            None => width,
        };
        self.bound = F::INDEX + 1;
        if self.alive {
            self.held = Held { fields: F::INDEX + 1, width: self.width };
        }
    }

    #[inline(always)]
    fn within<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(self, range: R) -> (OneRange<K>, Option<ValueError>) {
        let at = self.at::<F>();
        let mut reason = None;
        let ends = range.ends::<K, RoomOf<K>>(&self.bytes, at, &mut reason);
        let tail = || Tail::Between(F::INDEX, ends.0.edge(at), ends.1.edge(at));
        let span = self.between(ends.clone(), at, |start, stop| Behind::Between(F::INDEX, start, stop));
        (OneRange::new(self, span, tail), reason)
    }

    #[inline]
    fn start(mut self, field: usize, text: &KeyBuf, start: Option<&[u8]>, words: &K::KnownInputs) -> OneRange<K> {
        match start {
            Some(start) => {
                let mut rest = <RoomOf<K> as Room>::Rest::default();
                rest.put(start);
                self.width = self.bytes.join(self.width, &rest);
            }
            None => self.alive = false,
        }
        set(&mut self.words, words);
        let span = self.span().zip(text.short(usize::MAX));
        let span = span.map(|(span, text)| OneSpan { behind: Behind::Start(field, text), ..span });
        OneRange::new(self, span, || Tail::Start(field, text.clone()))
    }

    fn into_many(self) -> Many<K> {
        let asked = asked(K::LAYOUT, &self.bytes.clone().into_buf(self.held.width), self.held.fields, self.bound);
        let bytes = self.bytes.into_buf(self.width);
        let paths = if self.alive { [Path { bytes, words: self.words }].into() } else { Vec::new() };
        Many { paths, asked, tail: Tail::Prefix }
    }
}

impl<K: RowKey> OneRange<K> {
    #[inline(always)]
    fn new(path: One<K>, span: Option<OneSpan>, tail: impl FnOnce() -> Tail) -> Self {
        match span {
            Some(span) => Self { path, span, wide: Rarely::NONE },
            None => Self { path, span: OneSpan::NONE, wide: Rarely::of(tail()) },
        }
    }
}

impl<K: RowKey> Paths<K> for OneRange<K> {
    fn set(&mut self, words: &K::KnownInputs) {
        self.path.set(words);
    }

    fn clear(&mut self) {
        self.path.clear();
    }

    #[inline(always)]
    fn are_several(&self) -> bool {
        false
    }

    fn tail(&self) -> Tail {
        self.wide.get().map_or_else(|| self.span.tail(), Tail::clone)
    }

    #[inline(always)]
    fn plan(self, rare: Rarely<Rare>) -> Result<Shape, Box<ScanError>> {
        if rare.get().is_none() && self.wide.get().is_none() {
            if let Some(one) = self.path.planned(self.span) {
                return Ok(Shape::One(one));
            }
        }
        let range = self.clone();
        let tail = range.tail();
        range.path.search(tail, rare).map(Shape::Many)
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
#[doc(hidden)]
pub struct Many<K: RowKey> {
    paths: Vec<Path<K::KnownInputs>>,
    asked: Vec<Asked>,
    tail: Tail,
}

/// One of several combinations, or what one value adds to them.
#[derive(Clone, Debug)]
pub(super) struct Path<W> {
    pub(super) bytes: KeyBuf,
    pub(super) words: W,
}

impl<W: KnownInputs> Path<W> {
    /// The bytes and inputs that a value adds; `None` if no key can hold it.
    pub(super) fn of<'v, K: RowKey<KnownInputs = W>, F: FieldOf<'v>, V: Arg<'v, F>>(value: &V) -> Option<Self> {
        let mut element = Self { bytes: KeyBuf::EMPTY, words: W::NONE };
        let mut is_held = value.put_element::<K, _>(&mut element.bytes, &mut element.words);
        if const { V::HAS_EQUALS } && !is_held {
            element = Self { bytes: KeyBuf::EMPTY, words: W::NONE };
            is_held = value.put_equal::<K, _>(&mut element.bytes, &mut element.words);
        }
        is_held.then_some(element)
    }

    /// Goes on with an element, whose words it takes over.
    fn join(&mut self, element: &Self, separator: &[u8]) {
        self.bytes.put(&element.bytes);
        self.bytes.put(separator);
        for slot in 0..element.words.count() {
            if let Some(word) = element.words.known(slot) {
                self.words.set(slot, word);
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
    pub(super) fn any(&mut self, index: usize, elements: &[Path<K::KnownInputs>]) {
        let bytes = elements.iter().map(|element| element.bytes.to_vec()).collect();
        self.bind(index, What::Any(bytes), elements);
    }

    fn bind(&mut self, index: usize, what: What, elements: &[Path<K::KnownInputs>]) {
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
    fn set(&mut self, words: &K::KnownInputs) {
        self.paths.iter_mut().for_each(|path| set(&mut path.words, words));
    }

    fn clear(&mut self) {
        self.paths.clear();
    }

    fn are_several(&self) -> bool {
        self.paths.len() > 1
    }

    fn tail(&self) -> Tail {
        self.tail.clone()
    }

    fn plan(self, rare: Rarely<Rare>) -> Result<Shape, Box<ScanError>> {
        let open = |path: Path<K::KnownInputs>| prune::UntypedPath { words: all(&path.words), bytes: path.bytes };
        let paths: Vec<_> = self.paths.into_iter().map(open).collect();
        search::<K>(&paths, Binding::Fields(self.asked), self.tail, rare).map(Shape::Many)
    }
}

impl<K: RowKey> Unbounded<K> for Many<K> {
    type Ranged = Self;

    fn equal<'v, F: FieldOf<'v>, V: Arg<'v, F>>(&mut self, value: &V) {
        let element = Path::of::<K, F, V>(value);
        let what = What::Equal(element.as_ref().map(|element| element.bytes.to_vec()));
        self.bind(F::INDEX, what, element.as_slice());
    }

    fn within<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(mut self, range: R) -> (Self, Option<ValueError>) {
        let reason = match edges::<K, F, R>(range) {
            Ok((start, stop)) => {
                self.tail = Tail::Between(F::INDEX, start, stop);
                None
            }
            Err(reason) => Some(reason),
        };
        (self, reason)
    }

    fn start(mut self, field: usize, text: &KeyBuf, start: Option<&[u8]>, words: &K::KnownInputs) -> Self {
        match start {
            Some(start) => self.paths.iter_mut().for_each(|path| path.bytes.put(start)),
            None => self.paths.clear(),
        }
        self.set(words);
        self.tail = Tail::Start(field, text.clone());
        self
    }

    fn into_many(self) -> Self {
        self
    }
}
