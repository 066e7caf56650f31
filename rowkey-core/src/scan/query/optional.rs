//! Conditions that may be absent.

use super::arg::{Arg, EqualArg, ListArg, RangeBounds};
use super::predicate::{BoundBuf, KeyBounds, Ranks, TextMatch};
use super::scan_field::ScanField;
use super::text_arg::{ArgItems, ArgText};
use crate::bytes::KeyBuf;
use crate::codec::TextPart;
use crate::error::ValueError;
use alloc::vec::Vec;

/// A condition that may be absent, in place of the argument of any scan method of a field: `If(None)` asks nothing.
///
/// The builder goes on as if the field were bound, so a query with optional conditions has one type. But a range of keys needs
/// the fields in front: behind an absent condition, all that binds a field filters the rows instead, and
/// [`ScanPlan::explain`](crate::ScanPlan::explain) says so. If every condition is absent, the plan is of the whole table.
///
/// A field of type `Option<T>` has `None` as a value: `If(Some(None))` asks for that.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::If;
///
/// let phone = Some("133".to_owned());
/// // Call::scan().phone(If(phone.as_deref())).at(5)
/// assert_eq!(If(phone.as_deref()), If(Some("133")));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct If<T>(pub Option<T>);

/// The form of an argument that is a value.
#[derive(Debug)]
pub enum Given {}

/// The form of an argument that is a value in [`If`].
#[derive(Debug)]
pub enum InIf {}

#[diagnostic::do_not_recommend]
impl<'v, F, V: Arg<'v, F>> EqualArg<'v, F, InIf> for If<V> {
    #[inline(always)]
    fn put_asked<const N: usize>(&self, out: &mut KeyBuf<N>) -> Option<bool> {
        self.0.as_ref().map(|value| value.put(out))
    }
}

#[diagnostic::do_not_recommend]
impl<'v, F, L: IntoIterator<Item: Arg<'v, F>>> ListArg<'v, F> for If<L> {
    fn elements(self) -> Option<Vec<KeyBuf>> {
        self.0?.elements()
    }
}

#[diagnostic::do_not_recommend]
impl<'v, F, R: RangeBounds<'v, F>> RangeBounds<'v, F> for If<R> {
    fn key_bounds(&self, field: &ScanField, out: &mut BoundBuf) -> Option<Result<KeyBounds, ValueError>> {
        self.0.as_ref()?.key_bounds(field, out)
    }

    fn ranks(&self) -> Option<Result<Ranks, ValueError>> {
        self.0.as_ref()?.ranks()
    }
}

#[diagnostic::do_not_recommend]
impl<'v, F, S: ArgText<'v, F>> ArgText<'v, F> for If<S> {
    fn find(&self, part: TextPart, out: &mut BoundBuf) -> Option<TextMatch> {
        self.0.as_ref()?.find(part, out)
    }
}

#[diagnostic::do_not_recommend]
impl<'v, F, S: ArgItems<'v, F>> ArgItems<'v, F> for If<S> {
    fn find(&self, part: TextPart, out: &mut BoundBuf) -> Option<TextMatch> {
        self.0.as_ref()?.find(part, out)
    }
}
