//! What is known of a salt's inputs before a key is.

use super::salter::InputValue;
use core::fmt;

/// What the inputs of a salt give to it, each once it is known.
pub trait KnownInputs: Clone + fmt::Debug {
    /// Nothing known.
    #[doc(hidden)]
    const NONE: Self;

    #[doc(hidden)]
    fn known(&self, slot: usize) -> Option<InputValue>;

    #[doc(hidden)]
    fn set(&mut self, slot: usize, word: InputValue);

    /// How many inputs there are.
    #[doc(hidden)]
    fn count(&self) -> usize;
}

/// Those of `N` inputs.
#[derive(Clone, Debug)]
pub struct KnownValues<const N: usize>([Option<InputValue>; N]);

impl<const N: usize> KnownInputs for KnownValues<N> {
    const NONE: Self = Self([const { None }; N]);

    #[inline(always)]
    fn known(&self, slot: usize) -> Option<InputValue> {
        self.0.get(slot).cloned().flatten()
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, word: InputValue) {
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
pub struct KnownNumbers<const N: usize>([Option<i128>; N]);

impl<const N: usize> KnownInputs for KnownNumbers<N> {
    const NONE: Self = Self([None; N]);

    #[inline(always)]
    fn known(&self, slot: usize) -> Option<InputValue> {
        self.0.get(slot).copied().flatten().map(InputValue::Number)
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, word: InputValue) {
        if let (Some(place), InputValue::Number(number)) = (self.0.get_mut(slot), word) {
            *place = Some(number);
        }
    }

    fn count(&self) -> usize {
        N
    }
}
