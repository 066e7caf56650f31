//! Finds the salt inputs that a query fixes.
//!
//! An example with `salt(.., of(caller, site.first(3)))`, where `first(3)` is a view of the first 3 characters:
//!
//! ```text
//! query                                        caller     site.first(3)
//! caller(7).site("docs.rs")                    7          "doc"
//! caller(7).site(starts_with("docs"))          7          "doc", from the start of the text
//! caller(7).site(starts_with("do"))            7          open: the start is too short
//! caller(one_of([7, 9])).filter_site("docs")   7, 9       "doc", from a filter for one value
//! ```
//!
//! `enumerate.rs` lists the values of open inputs, if they are few. Otherwise all buckets are read.

use crate::layout::salt::{Bucket, InputValue, Salt};
use crate::scan::query::predicate::Predicate;
use crate::scan::query::{Binding, Query, TailCondition};

/// The query's knowledge of a salt input whose field is not bound to values.
enum KnownInput {
    /// The value of the input.
    Value(InputValue),
    /// The query requests a value that no key can hold.
    NoValue,
    /// The input can have several values.
    Open,
}

impl KnownInput {
    fn of(value: Option<InputValue>) -> Self {
        value.map_or(Self::NoValue, Self::Value)
    }
}

impl Query {
    /// Returns `true` if input `slot` of the salt, or of one of its older versions, is not known.
    ///
    /// The versions can differ. For texts that begin with "a😀", `first(3)` is known to a salt of `java_hash`, which
    /// counts UTF-16 units, and to no other.
    pub(super) fn is_open(&self, salt: &Salt, slot: usize) -> bool {
        let is_bound = salt.inputs.get(slot).is_some_and(|input| input.field < self.bound.len());
        // Rows can be stored under any version, so the input must be known to all of them.
        !is_bound && salt.versions().any(|salt| matches!(self.known_input(&salt, slot), KnownInput::Open))
    }

    /// Returns `true` if some input of the salt is not known.
    pub(super) fn has_open_input(&self, salt: &Salt) -> bool {
        (0..salt.inputs.len()).any(|slot| self.is_open(salt, slot))
    }

    /// Returns input `slot` of the salt in one combination of bound values. `None` if it is open, or if no key can hold
    /// the value.
    #[inline]
    pub(super) fn input(&self, salt: &Salt, slot: usize, chosen: &[usize]) -> Option<InputValue> {
        let element = salt.inputs.get(slot).and_then(|input| self.combination(chosen).nth(input.field));
        match element {
            Some(element) => (self.key.input_of)(salt, slot, element),
            None => match self.known_input(salt, slot) {
                KnownInput::Value(value) => Some(value),
                KnownInput::NoValue | KnownInput::Open => None,
            },
        }
    }

    /// Drops the bound values that every version of the salt rejects, because no key can hold them. If all inputs have
    /// one value, `bucket_of` does the same later.
    ///
    /// An example with `of(id.int, part)`, `id(one_of(["7", "x"]))`, and no condition on `part`: only "7" is left,
    /// since "x" is not a number. With "x", the plan would have ranges in all buckets for a value that cannot exist.
    pub(super) fn drop_refused(&mut self) {
        let Some(salt) = self.key.layout.salt() else { return };
        // `bucket_of` rejects the one value of each input later, so this pass is not needed.
        if self.lists().is_empty() && !self.has_open_input(salt) {
            return;
        }
        let key = self.key;
        for (slot, input) in salt.inputs.iter().enumerate() {
            let is_taken = |element: &[u8]| salt.versions().any(|salt| (key.input_of)(&salt, slot, element).is_some());
            let can_be = match self.bound.get(input.field) {
                Some(&Binding::LIST) => {
                    let list = self.bound.iter().take(input.field).filter(|it| **it == Binding::LIST).count();
                    if let Some(list) = self.options.as_mut().and_then(|options| options.lists.get_mut(list)) {
                        list.retain(|element| is_taken(element));
                    }
                    continue;
                }
                Some(_) => self.elements().nth(input.field).is_some_and(|(_, element)| is_taken(element)),
                None => !matches!(self.known_input(salt, slot), KnownInput::NoValue),
            };
            self.is_impossible |= !can_be;
        }
    }

    /// Returns the bucket of one combination, if all inputs are known. `None` if no key can hold one of them.
    pub(super) fn bucket_of(&self, salt: &Salt, chosen: &[usize]) -> Option<Bucket> {
        let mut is_held = true;
        // Stops at the first missing input, and notes that it is missing.
        let values = (0..salt.inputs.len()).map_while(|slot| {
            let value = self.input(salt, slot, chosen);
            is_held = value.is_some();
            value
        });
        let bucket = salt.bucket_of_values(values).ok();
        bucket.filter(|_| is_held)
    }

    /// Returns the knowledge of input `slot`, whose field is not bound to values: from the start of its text, or from a
    /// filter for one value.
    fn known_input(&self, salt: &Salt, slot: usize) -> KnownInput {
        let Some(field) = salt.inputs.get(slot).map(|input| input.field) else { return KnownInput::Open };
        // The start of the text can be enough for a view of its first characters.
        if let (TailCondition::Text(text), true) = (self.tail, field == self.bound.len()) {
            let start = text.start(self.tail_bytes());
            if let Some(value) = start.and_then(|start| salt.value_of_start(slot, start)) {
                return KnownInput::of(value.ok());
            }
        }
        let equal = self.filters().iter().filter(|filter| filter.field == field).find_map(|it| match &it.predicate {
            Predicate::Equal(element) => element.as_deref(),
            _ => None,
        });
        equal.map_or(KnownInput::Open, |element| KnownInput::of((self.key.input_of)(salt, slot, element)))
    }
}
