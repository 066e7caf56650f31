//! The constants of `split(..)`: the rule, the keys, and the proofs of both.

pub use crate::layout::split::HBaseSplit;

use super::{Layout, Split, SplitRule};
use crate::layout;
use crate::layout::proof::{opt_out, split as proof};

/// Creates the split keys of a layout.
pub const fn split(keys: &'static [&'static [u8]], rule: SplitRule, allow_dead: bool, allow_uneven: bool) -> Split {
    Split { keys, rule, allow_dead, allow_uneven }
}

/// Returns a number of regions. A negative number becomes 0, which is rejected, too.
pub const fn regions(regions: i128) -> u128 {
    if regions < 0 { 0 } else { regions as u128 }
}

/// Returns the keys that a rule lists, or an empty list for every other rule.
pub const fn listed(rule: SplitRule) -> &'static [&'static [u8]] {
    match rule {
        // `check_keys` and `check_key` reject a list that does not ascend.
        SplitRule::Keys(keys) if proof::ascend(keys) => keys,
        _ => &[],
    }
}

/// Rejects a value of `split(keys = ..)` that makes no split keys.
#[track_caller]
pub const fn check_keys(rule: SplitRule) {
    proof::check_keys(rule);
}

/// Rejects key `index` of a list, unless it is above the key before it.
#[track_caller]
pub const fn check_key(rule: SplitRule, index: usize) {
    proof::check_key(rule, index);
}

/// Proves that every region can hold a row, and that no region gets far more than its share.
#[track_caller]
pub const fn check_regions(layout: &Layout) {
    layout::check_regions(layout);
}

/// Rejects `allow(dead)` in a split whose regions can all hold a row.
#[track_caller]
pub const fn check_dead(layout: &Layout) {
    opt_out::check_dead(layout);
}

/// Rejects `allow(uneven)` in a split in which no region gets far more than its share.
#[track_caller]
pub const fn check_uneven(layout: &Layout) {
    opt_out::check_uneven(layout);
}
