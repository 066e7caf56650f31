//! What is known of a salt's inputs before a key is.

use super::salter::Word;
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
