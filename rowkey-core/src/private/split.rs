//! The constants of `split(..)`: the rule, the keys, and the proofs of both.

pub use crate::layout::proof::check_regions;
pub use crate::layout::proof::opt_out::{check_dead, check_uneven};
pub use crate::layout::proof::split::{check_key, check_keys};
pub use crate::layout::split::HBaseSplit;

use super::{Split, SplitRule};
use crate::layout::proof::split as proof;
use crate::layout::split::span::TimeSpan;

/// Creates the split keys of a layout.
pub const fn split(keys: &'static [&'static [u8]], rule: SplitRule, allow_dead: bool, allow_uneven: bool) -> Split {
    Split { keys, rule, allow_dead, allow_uneven }
}

/// Returns a number of regions. A negative number becomes 0, which is rejected, too.
pub const fn regions(regions: i128) -> u128 {
    if regions < 0 { 0 } else { regions as u128 }
}

/// Returns the rule of even regions over a span of time.
pub const fn over(from: &'static str, to: &'static str, regions: u128) -> SplitRule {
    SplitRule::Span(TimeSpan { from, to }, regions)
}

/// Returns the keys that a rule lists, or an empty list for every other rule.
pub const fn listed(rule: SplitRule) -> &'static [&'static [u8]] {
    match rule {
        // `check_keys` and `check_key` reject a list that does not ascend.
        SplitRule::Keys(keys) if proof::ascend(keys) => keys,
        _ => &[],
    }
}
