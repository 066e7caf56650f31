//! Balanced: no region gets more than four times the mean share of the rows.
//!
//! The shares are known if a hash decides the region: a salt fills its buckets evenly, and the values of a `hashed`
//! first field are spread evenly over its language. A region of one value is not checked, because it cannot be split.
//!
//! For example, `md5_string(16)` makes 16 regions of the digits 00000000 to 7FFFFFFF. If the digits continue to
//! FFFFFFFF, the last region starts at 77FFFFF1 and gets 53 % of the rows, 8 times the mean share. No other proof
//! reports this, because every region can hold rows.

use crate::language::message::{Message, append, message, refuse};
use crate::layout::salt::{DIGEST, Label, Salt};
use crate::layout::split::hbase::{HBaseAlgorithm, HBaseSplit};
use crate::layout::split::shares::Share;
use crate::layout::{Field, Layout, SplitRule};

/// The maximum share of a region, as a multiple of the mean share.
pub(super) const MOST: u128 = 4;

/// The region with the highest share, if that share is too high.
#[derive(Clone, Copy)]
struct Overloaded {
    region: usize,
    share: Share,
}

/// Rejects split keys that give one region more than four times the mean share, unless the source opts out.
#[track_caller]
pub(super) const fn check_shares(layout: &Layout) {
    if let Some(overloaded) = flaw(layout) {
        refuse!(message(layout, overloaded));
    }
}

impl Layout {
    /// Returns the share of a region, if it is far more than the mean, and the source allows that.
    pub(crate) fn overload(&self, region: usize) -> Option<Share> {
        let regions = self.split.keys.len() + 1;
        self.share(region).filter(|share| self.split.allow_uneven && is_overload(*share, regions))
    }
}

/// Returns `true` if a region with this share is overloaded, in a table with this number of regions.
const fn is_overload(share: Share, regions: usize) -> bool {
    share.values > 1 && share.exceeds_the_mean(MOST, regions)
}

/// Returns `true` if some region gets far more than its share.
pub(super) const fn is_uneven(layout: &Layout) -> bool {
    greatest(layout).is_some()
}

const fn flaw(layout: &Layout) -> Option<Overloaded> {
    if layout.split.allow_uneven { None } else { greatest(layout) }
}

const fn greatest(layout: &Layout) -> Option<Overloaded> {
    // These are even by construction.
    if matches!(layout.split.rule, SplitRule::Default | SplitRule::Regions(_) | SplitRule::Span(..)) {
        return None;
    }
    // A greater share is the greater overload, so the greatest decides.
    match layout.greatest_share() {
        Some((region, share)) if is_overload(share, layout.split.keys.len() + 1) => Some(Overloaded { region, share }),
        _ => None,
    }
}

const fn message(layout: &Layout, Overloaded { region, share }: Overloaded) -> Message {
    let regions = layout.split.keys.len() + 1;
    let message = message!(RK406, "region " {#region} " of " {layout.parts.name} ", ");
    let message = append!(layout.describe_region(region, message), ", would hold " {#share.percent()}
        " % of the rows, " {#share.times_the_mean(regions)} " times the mean of " {#regions} " regions");
    let message = match layout.parts.salt {
        // There are 2^128 of 32 digits.
        Some(_) if share.of == u128::MAX => append!(message; note "the salt fills its labels evenly"),
        Some(_) => append!(message; note "the salt fills its " {#share.of} " labels evenly"),
        None => append!(message;
            note "the values of " {layout.parts.fields[0].name} " are `hashed`, so they spread evenly"),
    };
    let message = match layout.split.keys {
        [.., last] if region + 1 == regions => {
            append!(message, ", and they continue after the last split key, " {bytes last})
        }
        [first, ..] if region == 0 => append!(message, ", and they begin before the first split key, " {bytes first}),
        _ => append!(message, ", and the split keys do not"),
    };
    let message = append!(message, " (regions count from 0)";
        help "split evenly: `split(regions = " {#regions} ")`");
    let message = match (&layout.parts.salt, layout.split.rule) {
        (
            Some(Salt { label: Label::Hex(digits), buckets, .. }),
            SplitRule::HBaseSplit(HBaseSplit { algorithm: HBaseAlgorithm::Md5String, .. }),
        ) if are_all(*buckets, *digits) => append!(message;
            help "or shift the digits by one bit, for which these keys are made: `buckets = 1 << " {#4 * *digits - 1}
            ", hex(" {#*digits} ")`"),
        _ => message,
    };
    append!(message; help "or opt out: `split(.., allow(uneven))`")
}

/// Returns `true` if the labels are all numbers of that number of hex digits, and a number of buckets can count half
/// of them.
const fn are_all(buckets: u32, digits: usize) -> bool {
    matches!(digits, 1..=8) && (buckets == DIGEST || buckets as u64 == 1 << (4 * digits))
}

/// Rejects `hashed` where it does not affect regions.
#[track_caller]
pub const fn check_hashed(layout: &Layout, index: usize) {
    let field: &Field = &layout.parts.fields[index];
    if field.language.refusal().is_some() {
        return;
    }
    if layout.parts.salt.is_some() {
        refuse!(message!(RK407, "`hashed` is about how rows spread over regions, and here the salt decides that";
            help "leave out `hashed`"));
    }
    if index > 0 {
        refuse!(message!(RK407, "`hashed` is about how rows spread over regions, and the first field decides that: "
            {layout.parts.fields[0].name};
            help "leave out `hashed`, or move " {field.name} " to the front"));
    }
    if !layout.can_be_hashed() {
        refuse!(message!(RK407, "expected a digest in `hashed` field " {field.name}
            ": a number, or a text of one width and alphabet";
            help "write its form: `len(32), chars(\"0-9a-f\")`, `hex(16)`, or the type `[u8; 16]`"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_of_one_value_is_never_overloaded() {
        // In 20 regions, a fourth of all values is five times the mean.
        assert!(!is_overload(Share { values: 1, of: 4 }, 20));
        assert!(is_overload(Share { values: 2, of: 8 }, 20));
    }
}
