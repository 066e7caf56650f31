//! `one_of([a, b])`: one of several conditions.

use crate::bytes::KeyBuf;
use crate::scan::query::condition::{Condition, InList, UntypedCondition};
use crate::scan::query::predicate::BoundBuf;
use crate::scan::query::scan_field::ScanField;
use alloc::vec::Vec;

/// A condition that is met by one of several values, ranges, or parts. [`one_of`] creates it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneOf<L>(L);

/// Matches rows that meet any of several conditions on a field.
///
/// The conditions are an array, a `Vec`, or any other iterator. Its items are values, ranges, or parts of texts, all of
/// one type. Each value and each range becomes a range of keys. A row that meets several conditions is returned once.
/// An empty list matches no row. An item cannot be an [`If`](crate::If), but the list can be in one: `If(list.map(one_of))`.
///
/// After a list of values, you can bind the next field. After ranges or parts, you can only filter.
///
/// ```
/// use rowkey::{RowKey, one_of};
///
/// #[derive(RowKey)]
/// struct Order {
///     customer: u32,
///     number: u32,
/// }
///
/// let plan = Order::scan().customer(one_of([7, 9])).number(..100).plan()?;
/// assert_eq!(plan.ranges().len(), 2);
/// let plan = Order::scan().customer(7).number(one_of([0..60, 600..660])).plan()?;
/// assert_eq!(plan.ranges().len(), 2);
/// # Ok::<(), rowkey::ScanError>(())
/// ```
pub const fn one_of<L: IntoIterator>(conditions: L) -> OneOf<L> {
    OneOf(conditions)
}

#[diagnostic::do_not_recommend]
impl<'v, F, As, Of, L> Condition<'v, F, InList<As>, Of> for OneOf<L>
where
    L: IntoIterator<Item: Condition<'v, F, As, Of>>,
{
    fn untyped(self, field: &ScanField, _: &mut BoundBuf) -> UntypedCondition {
        let conditions = self.0.into_iter();
        let count = conditions.size_hint().0;
        let (mut values, mut others) = (Vec::new(), Vec::new());
        let mut bytes = BoundBuf::EMPTY;
        for condition in conditions {
            bytes.truncate(0);
            match condition.untyped(field, &mut bytes) {
                UntypedCondition::Value(true) => {
                    if values.is_empty() {
                        values.reserve(count);
                    }
                    values.push(KeyBuf::of(&bytes));
                }
                // A value that no key can hold matches no row, so it drops out of the list.
                UntypedCondition::Value(false) => {}
                // Only without types: `ListedForm` excludes `If`.
                UntypedCondition::Nothing => return UntypedCondition::Nothing,
                UntypedCondition::Values(more) => values.extend(more),
                UntypedCondition::AnyOf(more) => others.extend(more),
                other => {
                    if others.is_empty() {
                        others.reserve(count);
                    }
                    others.push((KeyBuf::of(&bytes), other));
                }
            }
        }
        // The items are all of one type, so a list holds either values or ranges and parts.
        if !others.is_empty() {
            return UntypedCondition::AnyOf(others);
        }
        values.sort_unstable();
        values.dedup();
        UntypedCondition::Values(values)
    }
}
