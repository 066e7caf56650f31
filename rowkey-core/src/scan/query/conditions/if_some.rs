//! `If(condition)`: conditions that can be absent.

use crate::scan::query::condition::{Condition, InIf, UntypedCondition};
use crate::scan::query::predicate::BoundBuf;
use crate::scan::query::scan_field::ScanField;

/// An optional condition: `If(Some(condition))` applies the condition, and `If(None)` matches every row.
///
/// Use it for a form in which your users may leave fields empty. The builder has the same type in both cases, so a
/// query with optional conditions needs no branches.
///
/// A range of keys needs a value for each field before it. After an absent condition, conditions on later fields
/// therefore filter the rows instead. [`ScanPlan::explain`](crate::ScanPlan::explain) lists them. If every condition is
/// absent, the plan reads the whole table.
///
/// ```
/// use rowkey::{If, RowKey};
///
/// #[derive(RowKey)]
/// struct Order {
///     customer: u32,
///     number: u32,
/// }
///
/// let find = |customer: Option<u32>, first: Option<u32>| {
///     Order::scan().customer(If(customer)).number(If(first.map(|first| first..))).plan()
/// };
/// assert!(find(Some(7), Some(100))?.is_exact()); // one range
/// assert!(!find(None, Some(100))?.is_exact()); // the number is a filter
/// # Ok::<(), rowkey::ScanError>(())
/// ```
///
/// A field of type `Option<T>` has `None` as a value. Write `If(Some(None))` to search for that value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct If<C>(pub Option<C>);

#[diagnostic::do_not_recommend]
impl<'v, F, As, Of, C: Condition<'v, F, As, Of>> Condition<'v, F, InIf<As>, Of> for If<C> {
    #[inline(always)]
    fn untyped(self, field: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
        match self.0 {
            Some(condition) => condition.untyped(field, out),
            None => UntypedCondition::Nothing,
        }
    }
}
