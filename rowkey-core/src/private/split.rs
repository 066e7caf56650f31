//! The constants of `split(..)`: the rule, the keys and the proofs of both.

pub use crate::layout::split::HBaseSplit;

use super::{Layout, Split, SplitRule};
use crate::layout;
use crate::layout::proof::{opt_out, split as proof};

/// The split keys of a layout.
pub const fn split(keys: &'static [&'static [u8]], rule: SplitRule, allow_dead: bool, allow_uneven: bool) -> Split {
    Split { keys, rule, allow_dead, allow_uneven }
}

/// A number of regions. A negative number becomes 0, which is refused just so.
pub const fn regions(regions: i128) -> u128 {
    if regions < 0 { 0 } else { regions as u128 }
}

/// The keys that a rule lists; empty for every other rule.
pub const fn listed(rule: SplitRule) -> &'static [&'static [u8]] {
    match rule {
        // `check_keys` and `check_key` refuse a list that does not ascend.
        SplitRule::Keys(keys) if proof::ascend(keys) => keys,
        _ => &[],
    }
}

/// Refuses a value of `split(keys = ..)` that makes no split keys.
#[track_caller]
pub const fn check_keys(rule: SplitRule) {
    proof::check_keys(rule);
}

/// Refuses key `index` of those that a rule lists, unless it is above the one before.
#[track_caller]
pub const fn check_key(rule: SplitRule, index: usize) {
    proof::check_key(rule, index);
}

/// Proves that every region can hold a row, and that none gets far more than its share.
#[track_caller]
pub const fn check_regions(layout: &Layout) {
    layout::check_regions(layout);
}

/// Refuses `allow(dead)` in a split whose regions can all hold a row.
#[track_caller]
pub const fn check_dead(layout: &Layout) {
    opt_out::check_dead(layout);
}

/// Refuses `allow(uneven)` in a split of which no region gets far more than its share.
#[track_caller]
pub const fn check_uneven(layout: &Layout) {
    opt_out::check_uneven(layout);
}
