//! Salt inputs that a scan knows before any key is written.

use super::salter::InputValue;
use core::fmt;

/// The values of a salt's inputs, each of them known or not. A scan fills them as fields are bound.
pub trait KnownInputs: Clone + fmt::Debug {
    /// No input is known.
    const NONE: Self;

    /// The value of input `slot`; `None` if it is not known.
    fn known(&self, slot: usize) -> Option<InputValue>;

    /// Sets the value of input `slot`.
    fn set(&mut self, slot: usize, value: InputValue);

    /// The number of inputs.
    fn count(&self) -> usize;
}

/// The known inputs of a salt that has `N` of them.
#[derive(Clone, Debug)]
pub struct KnownValues<const N: usize>([Option<InputValue>; N]);

impl<const N: usize> KnownInputs for KnownValues<N> {
    const NONE: Self = Self([const { None }; N]);

    #[inline(always)]
    fn known(&self, slot: usize) -> Option<InputValue> {
        self.0.get(slot).cloned().flatten()
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, value: InputValue) {
        if let Some(place) = self.0.get_mut(slot) {
            *place = Some(value);
        }
    }

    fn count(&self) -> usize {
        N
    }
}

/// The known inputs of a numeric salt (`xor`, `modulo`) that has `N` of them.
#[derive(Clone, Debug)]
pub struct KnownNumbers<const N: usize>([Option<i128>; N]);

impl<const N: usize> KnownInputs for KnownNumbers<N> {
    const NONE: Self = Self([None; N]);

    #[inline(always)]
    fn known(&self, slot: usize) -> Option<InputValue> {
        self.0.get(slot).copied().flatten().map(InputValue::Number)
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, value: InputValue) {
        if let (Some(place), InputValue::Number(number)) = (self.0.get_mut(slot), value) {
            *place = Some(number);
        }
    }

    fn count(&self) -> usize {
        N
    }
}
