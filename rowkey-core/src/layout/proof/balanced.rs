//! Balanced: no region gets more than four times the mean share of the rows.
//!
//! The shares are known if a hash decides the region: a salt fills its buckets evenly, and the values of a `hashed`
//! first field are spread evenly over its language. A region of one value is not checked, because it cannot be split.
//!
//! For example, `md5_string(16)` makes 16 regions of the digits 00000000 to 7FFFFFFF. If the digits continue to
//! FFFFFFFF, the last region starts at 77FFFFF1 and gets 53 % of the rows, 8 times the mean share. No other proof
//! reports this, because every region can hold rows.

use crate::language::message::{Message, refuse};
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
    let message = Message::new("RK406").text("region ").number(region as u128).text(" of ").name(layout.parts.name);
    let message = layout.describe_region(region, message.text(", "));
    let message = message.text(", would hold ").number(share.percent()).text(" % of the rows, ");
    let message = message.number(share.times_the_mean(regions)).text(" times the mean of ");
    let message = message.number(regions as u128).text(" regions").note();
    let message = match layout.parts.salt {
        // There are 2^128 of 32 digits.
        Some(_) if share.of == u128::MAX => message.text("the salt fills its labels evenly"),
        Some(_) => message.text("the salt fills its ").number(share.of).text(" labels evenly"),
        None => message
            .text("the values of ")
            .name(layout.parts.fields[0].name)
            .text(" are `hashed`, so they spread evenly"),
    };
    let message = match layout.split.keys {
        [.., last] if region + 1 == regions => {
            message.text(", and they continue after the last split key, ").bytes(last)
        }
        [first, ..] if region == 0 => message.text(", and they begin before the first split key, ").bytes(first),
        _ => message.text(", and the split keys do not"),
    };
    let message = message.text(" (regions count from 0)").help();
    let message = message.text("split evenly: `split(regions = ").number(regions as u128).text(")`");
    let message = match (&layout.parts.salt, layout.split.rule) {
        (
            Some(Salt { label: Label::Hex(digits), buckets, .. }),
            SplitRule::HBaseSplit(HBaseSplit { algorithm: HBaseAlgorithm::Md5String, .. }),
        ) if are_all(*buckets, *digits) => {
            let message =
                message.help().text("or shift the digits by one bit, for which these keys are made: `buckets = 1 << ");
            message.number(4 * *digits as u128 - 1).text(", hex(").number(*digits as u128).text(")`")
        }
        _ => message,
    };
    message.help().text("or opt out: `split(.., allow(uneven))`")
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
    let message = Message::new("RK407");
    if layout.parts.salt.is_some() {
        refuse!(
            message
                .text("`hashed` is about how rows spread over regions, and here the salt decides that")
                .help()
                .text("leave out `hashed`")
        );
    }
    if index > 0 {
        let message =
            message.text("`hashed` is about how rows spread over regions, and the first field decides that: ");
        refuse!(
            message
                .name(layout.parts.fields[0].name)
                .help()
                .text("leave out `hashed`, or move ")
                .name(field.name)
                .text(" to the front")
        );
    }
    if !layout.can_be_hashed() {
        let message = message.text("expected a digest in `hashed` field ").name(field.name);
        let message = message.text(": a number, or a text of one width and alphabet").help();
        refuse!(message.text("write its form: `len(32), chars(\"0-9a-f\")`, `hex(16)`, or the type `[u8; 16]`"));
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
