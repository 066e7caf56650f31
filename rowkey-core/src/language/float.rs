//! The floats in an element.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

/// Finds the floats in an element.
#[doc(hidden)]
pub type FindFloats = fn(&[u8]) -> Vec<Float>;

/// A float in an element: its position and its form.
///
/// Keys hold every bit pattern. A scan compares values like `==` and `<`: -0.0 and 0.0 are one value, and NaN is in no
/// range. So a scan needs to know the positions of floats.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Float {
    at: usize,
    width: usize,
    is_raw: bool,
    /// `true` if the bytes are those of the order plus one, as Phoenix writes them.
    is_next: bool,
    is_complemented: bool,
}

impl Float {
    /// Creates a float that is the whole element, in the order of its values.
    pub(crate) const fn new(width: usize) -> Self {
        Self { at: 0, width, is_raw: false, is_next: false, is_complemented: false }
    }

    /// Creates a float that is written as its IEEE bits.
    pub(crate) const fn raw(width: usize) -> Self {
        Self { is_raw: true, ..Self::new(width) }
    }

    /// Creates a float in the order of its values, whose bytes are greater by one.
    pub(crate) const fn next(width: usize) -> Self {
        Self { is_next: true, ..Self::new(width) }
    }

    /// Returns the float of an element whose bytes are complemented.
    pub(crate) const fn complemented(self) -> Self {
        Self { is_complemented: !self.is_complemented, ..self }
    }

    /// Returns the float, moved by `by` bytes.
    pub(crate) const fn shifted(self, by: usize) -> Self {
        Self { at: self.at + by, ..self }
    }

    /// Returns the range of its bytes in the element.
    pub(crate) const fn range(&self) -> Range<usize> {
        self.at..self.at + self.width
    }

    const fn sign(&self) -> u64 {
        1 << (8 * self.width - 1)
    }

    const fn all(&self) -> u64 {
        u64::MAX >> (64 - 8 * self.width)
    }

    /// Returns the IEEE bits of infinity.
    const fn infinity(&self) -> u64 {
        if self.width == size_of::<f32>() { f32::INFINITY.to_bits() as u64 } else { f64::INFINITY.to_bits() }
    }

    /// Returns the IEEE bits of the float in `element`.
    fn bits(&self, element: &[u8]) -> u64 {
        let bytes = element.get(self.range()).unwrap_or_default();
        let bits = bytes.iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        let bits = if self.is_complemented { bits ^ self.all() } else { bits };
        let bits = bits.saturating_sub(self.is_next.into());
        match (self.is_raw, bits & self.sign() == 0) {
            (true, _) => bits,
            (false, true) => bits ^ self.all(),
            (false, false) => bits ^ self.sign(),
        }
    }

    /// Writes these IEEE bits over the float in `element`.
    fn put(&self, bits: u64, element: &mut [u8]) {
        let bits = match (self.is_raw, bits & self.sign() == 0) {
            (true, _) => bits,
            (false, true) => bits ^ self.sign(),
            (false, false) => bits ^ self.all(),
        };
        // The NaN above all others has the bytes of the one before it.
        let bits = bits.saturating_add(self.is_next.into()).min(self.all());
        let bits = if self.is_complemented { bits ^ self.all() } else { bits };
        if let Some(bytes) = element.get_mut(self.range()) {
            bytes.copy_from_slice(&bits.to_be_bytes()[8 - self.width..]);
        }
    }

    pub(crate) fn is_zero(&self, element: &[u8]) -> bool {
        self.bits(element) & !self.sign() == 0
    }

    pub(crate) fn is_nan(&self, element: &[u8]) -> bool {
        self.bits(element) & !self.sign() > self.infinity()
    }

    /// Replaces the float by the zero that sorts before the other zero in byte order, or after it.
    pub(crate) fn put_zero(&self, order: Ordering, element: &mut [u8]) {
        self.put_edge(0, order, element);
    }

    /// Replaces the float by the infinity that sorts first or last in byte order.
    pub(crate) fn put_infinity(&self, order: Ordering, element: &mut [u8]) {
        self.put_edge(self.infinity(), order, element);
    }

    /// Replaces the float by a NaN that sorts before or after all numbers, by value.
    pub(crate) fn put_nan(&self, order: Ordering, element: &mut [u8]) {
        self.put(if order == Ordering::Less { self.all() } else { self.all() ^ self.sign() }, element);
    }

    /// Replaces the float by these bits, with the sign that makes it sort first or last in byte order.
    fn put_edge(&self, bits: u64, order: Ordering, element: &mut [u8]) {
        let is_negative = (order == Ordering::Less) != self.is_complemented;
        self.put(if is_negative { bits | self.sign() } else { bits }, element);
    }
}
