//! The order in which a builder takes fields, as bounds of its methods: so the message about a field out of order is ours.
//!
//! A builder has the methods of all fields, whatever is bound. `At<AT>: Binds<at, kind, 2>` is a bound of those that bind `at`, whose
//! field before is `kind`; it holds if `AT` is 2. Methods on `CallScan<2>` alone cost as much to compile, and rustc only says
//! that `CallScan` has no method `at`.

/// A builder with `AT` bound fields.
#[derive(Debug)]
pub enum At<const AT: usize> {}

/// A builder that can bind the field `F`, which comes behind the field `Before`: `AT` fields are bound by then.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot be bound here: each field is bound once, in key order, and none behind a range",
    label = "bind `{Before}` to a value first, or use `filter_{F}`"
)]
pub trait Binds<F, Before, const AT: usize> {}

/// A builder that can bind the first field, `F`. This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot be bound here: each field is bound once, in key order, and none behind a range",
    label = "bind `{F}` before all others, or use `filter_{F}`"
)]
pub trait BindsFirst<F> {}

#[diagnostic::do_not_recommend]
impl<F, Before, const AT: usize> Binds<F, Before, AT> for At<AT> {}

#[diagnostic::do_not_recommend]
impl<F> BindsFirst<F> for At<0> {}

// No builder is there: but if a trait has one impl, rustc shows it in spite of `do_not_recommend`.

#[diagnostic::do_not_recommend]
impl<F, Before> Binds<F, Before, { usize::MAX }> for At<{ usize::MAX - 1 }> {}

#[diagnostic::do_not_recommend]
impl<F> BindsFirst<F> for At<{ usize::MAX }> {}
