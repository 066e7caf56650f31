//! The values of a field as Rust compares them, for the laws of key types.
//!
//! A codec promises that scans compare values in their natural order. Only the type of the values can tell what that
//! is: its `PartialOrd`. The laws compare the two.

use crate::codec::{Codec, Moment, Piece};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

/// Compares two values. `None` if they do not compare, such as NaN.
pub type OrderOf<T> = fn(&T, &T) -> Option<Ordering>;

/// Returns a value near another one. The number selects how far.
pub type NearOf<T> = fn(&T, usize) -> Option<T>;

/// How Rust compares values of the type `T`, and how to find other values of that type.
///
/// The constants are inherent if the type has the trait, and those of [`UnknownValues`] otherwise. Inherent constants
/// take precedence, so generated code that names a concrete type finds what the type can do.
pub struct Values<T> {
    /// Compares two values. `None` if the type has no `PartialOrd`.
    pub order: Option<OrderOf<T>>,
    /// Each returns a value near another one. The number selects how far. `None` if there is no such value.
    pub near: [Option<NearOf<T>>; 2],
}

impl<T> Values<T> {
    /// Nothing is known of the values.
    pub const UNKNOWN: Self = Self { order: None, near: [None, None] };
}

impl<T> fmt::Debug for Values<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Values").field("is_ordered", &self.order.is_some()).finish_non_exhaustive()
    }
}

impl<T: PartialOrd> Values<T> {
    /// The order of the type.
    pub const ORDER: Option<OrderOf<T>> = Some(T::partial_cmp);
}

impl<T: Plain> Values<T> {
    /// Numbers, texts and byte strings near another one.
    pub const NEAR: Option<NearOf<T>> = Some(near);
}

impl<T: Moment> Values<T> {
    /// Times near another one.
    pub const NEAR_TIME: Option<NearOf<T>> = Some(near_time);
}

/// A number, a text or a byte string that owns its bytes. The laws make values of it by its own codec, which neither
/// rounds nor rejects them.
///
/// This is a list and not a bound, because rustc does not choose between constants by lifetimes: `&'static str` is a
/// codec for `'static` only.
pub trait Plain: Sized + for<'k> Codec<'k> {}

macro_rules! plain {
    ($($type:ty)*) => {$(impl Plain for $type {})*};
}

plain! { u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 String Vec<u8> }

/// The constants of every type that lacks the trait.
pub trait UnknownValues<T> {
    /// The type has no order.
    const ORDER: Option<OrderOf<T>> = None;
    /// The type is not a number, a text or a byte string.
    const NEAR: Option<NearOf<T>> = None;
    /// The type is not a time.
    const NEAR_TIME: Option<NearOf<T>> = None;
}

impl<T> UnknownValues<T> for Values<T> {}

/// States what is known of a field's values, inside `impl FieldOf`. Only the laws read it.
#[cfg(feature = "laws")]
#[doc(hidden)]
#[macro_export]
macro_rules! __values {
    () => {
        const VALUES: __rk::Values<Self::Value> = {
            #[allow(unused_imports)]
            use __rk::UnknownValues as _;
            __rk::Values {
                order: __rk::Values::<Self::Value>::ORDER,
                near: [__rk::Values::<Self::Value>::NEAR, __rk::Values::<Self::Value>::NEAR_TIME],
            }
        };
    };
}

/// States nothing: without the laws, the constants would only cost time to compile.
#[cfg(not(feature = "laws"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __values {
    () => {};
}

/// Changes the element of a value and reads it back. `258u16` is `01 02`, and near it are `01 03`, `01 01`, `01 12` and
/// so on.
fn near<T: Plain>(value: &T, choice: usize) -> Option<T> {
    let mut element = Vec::new();
    T::write(value, &mut element).ok()?;
    let (kind, choice) = (choice % 4, choice / 4);
    match kind {
        0 | 1 => {
            let mut carry = 1_i32 << (choice % 8);
            if kind == 1 {
                carry = -carry;
            }
            // From the byte at this distance to the end, carried into the bytes before.
            let end = element.len().saturating_sub(choice / 8 % 3);
            for byte in element.get_mut(..end)?.iter_mut().rev() {
                let sum = i32::from(*byte) + carry;
                *byte = sum.rem_euclid(256) as u8;
                carry = sum.div_euclid(256);
            }
        }
        2 => element.push(b' ' + (choice % 95) as u8),
        _ => drop(element.pop()),
    }
    T::read(Piece::Copy(&element)).ok()
}

/// Moves a time by a nanosecond, a part of a second, or some seconds.
fn near_time<T: Moment>(value: &T, choice: usize) -> Option<T> {
    const SECOND: i64 = 1_000_000_000;
    let (seconds, nanos) = value.since_epoch();
    let steps = [1, 1_000, 1_000_000, SECOND / 2, SECOND, 20 * 60 * SECOND, 5 * 3_600 * SECOND, 86_400 * SECOND];
    let step = steps[choice / 2 % steps.len()] * if choice % 2 == 0 { 1 } else { -1 };
    let sum = i64::from(nanos) + step % SECOND;
    let seconds = seconds.checked_add(step / SECOND)?.checked_add(sum.div_euclid(SECOND))?;
    T::from_epoch(seconds, sum.rem_euclid(SECOND) as u32)
}
