//! The order in which a builder takes fields, as bounds of its methods: so the message about a field out of order is ours.
//!
//! A builder has the methods of all fields, whatever is bound. `Self: Binds<at, kind, CallScan<2>>` is a bound of those that bind `at`,
//! whose field before is `kind`; it holds if `Self` is `CallScan<2>`. Methods on `CallScan<2>` alone cost as much to compile, and rustc
//! only says that `CallScan` lacks a method `at`.

use core::convert::Infallible;

/// A builder that can bind the field `F`, which comes behind the field `Before`: it is the builder `Here`.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot be bound here: each field is bound once, in key order, and none behind a range",
    label = "bind `{Before}` to a value first, or use `filter_{F}`"
)]
pub trait Binds<F, Before, Here> {}

/// A builder that can bind the first field, `F`: it is the builder `Here`. This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot be bound here: each field is bound once, in key order, and none behind a range",
    label = "bind `{F}` before all others, or use `filter_{F}`"
)]
pub trait BindsFirst<F, Here> {}

#[diagnostic::do_not_recommend]
impl<F, Before, Here> Binds<F, Before, Here> for Here {}

#[diagnostic::do_not_recommend]
impl<F, Here> BindsFirst<F, Here> for Here {}

// `Infallible` is not a builder: but if a trait has one impl, rustc shows it in spite of `do_not_recommend`.

#[diagnostic::do_not_recommend]
impl<F, Before> Binds<F, Before, ()> for Infallible {}

#[diagnostic::do_not_recommend]
impl<F> BindsFirst<F, ()> for Infallible {}
