//! The bytes of a key, and how they are written.

use crate::bytes::{Patch, Sink};
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

/// The bytes of a key: `[u8; N]` or `Vec<u8>`.
///
/// This trait is sealed.
pub trait KeyBytes:
    WriteBytes + AsRef<[u8]> + Into<Vec<u8>> + Clone + fmt::Debug + Ord + Hash + Send + Sync + 'static
{
}

impl<const N: usize> KeyBytes for [u8; N] {}

impl KeyBytes for Vec<u8> {}

/// Writes the bytes of a key.
pub trait WriteBytes: Sized {
    /// The sink of a key.
    type Sink<'b>: Sink
    where
        Self: 'b;
    /// Returns the bytes of a key of about `width` bytes, before it is written.
    fn of_width(width: usize) -> Self;
    /// Returns a sink for the whole key.
    fn sink(&mut self) -> Self::Sink<'_>;
    /// Returns the bytes written so far.
    fn written(&mut self) -> &mut [u8];
    /// Converts an encoded key.
    fn of(key: Vec<u8>) -> Self;
}

/// # Design
/// The sink borrows the array, and its slice begins at the current position. If one struct held the array and a
/// position, LLVM would keep the array whole until after its last pass that forwards copies. It would copy each text
/// twice, and the second copy would wait for the stores of the first. That takes a fifth of an encode (`call_record`
/// among the peers in `benches/README.md`).
impl<const N: usize> WriteBytes for [u8; N] {
    type Sink<'b> = Patch<'b>;

    #[inline]
    fn of_width(_: usize) -> Self {
        [0; N]
    }

    #[inline]
    fn sink(&mut self) -> Patch<'_> {
        Patch(self)
    }

    #[inline]
    fn written(&mut self) -> &mut [u8] {
        self
    }

    fn of(key: Vec<u8>) -> Self {
        let mut bytes = [0; N];
        Patch(&mut bytes).put(&key);
        bytes
    }
}

impl WriteBytes for Vec<u8> {
    type Sink<'b> = &'b mut Self;

    #[inline]
    fn of_width(width: usize) -> Self {
        Self::with_capacity(width)
    }

    #[inline]
    fn sink(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn written(&mut self) -> &mut [u8] {
        self
    }

    #[inline]
    fn of(key: Self) -> Self {
        key
    }
}
