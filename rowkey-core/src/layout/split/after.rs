//! Split keys after labels: each is a label, then a literal that sorts above all bytes that follow the label. With the
//! labels 00 to 03 and the literal `|`, they are `00 7C`, `01 7C` and `02 7C`.

use super::SplitError;
use crate::language::walk::Walk;
use crate::language::{Atom, Source};
use crate::layout::salt::Bucket;
use crate::layout::{Layout, Parts};
use alloc::vec;
use alloc::vec::Vec;

/// The reason why a table cannot be split after its labels.
#[derive(Clone, Copy)]
pub(crate) enum CutFlaw {
    Unsalted,
    /// The element after a label can begin with this byte, which does not sort below the literal.
    Past(u8),
    /// The number of regions is out of range for this number of buckets.
    Regions(u32),
}

/// Returns the number of regions: `given`, or else the number of buckets.
pub(crate) const fn regions(parts: &Parts, given: Option<u128>) -> u128 {
    match (given, parts.salt) {
        (Some(regions), _) => regions,
        (None, Some(salt)) => salt.labels_of_new_rows(),
        (None, None) => 0,
    }
}

pub(crate) const fn check(parts: &Parts, atoms: &[Atom], literal: &[u8], regions: u128) -> Result<(), CutFlaw> {
    let Some(salt) = parts.salt else { return Err(CutFlaw::Unsalted) };
    let mut label = 0;
    while label < atoms.len() && !matches!(atoms[label].owner, Source::Label) {
        label += 1;
    }
    // The highest byte after a label must be below the literal. Otherwise a row would be in the region of the next
    // label.
    let (next, _) = Walk::new(atoms.split_at(label + 1).1).next();
    match (next.greatest(), literal) {
        (Some(greatest), [first, ..]) if greatest < *first => {}
        (Some(greatest), _) => return Err(CutFlaw::Past(greatest)),
        (None, _) => {}
    }
    if regions == 0 || regions > salt.labels_of_new_rows().saturating_add(1) {
        return Err(CutFlaw::Regions(salt.buckets));
    }
    Ok(())
}

/// Returns `true` if the last region can hold a row. Every other region holds the rows of one label. The last region
/// begins after a label, and is dead if no label follows.
pub(crate) const fn last_is_alive(parts: &Parts, regions: u128) -> bool {
    match parts.salt {
        Some(salt) => regions <= salt.labels(),
        None => false,
    }
}

pub(crate) const fn width(parts: &Parts, literal: &[u8]) -> usize {
    match parts.salt {
        Some(salt) => parts.prefix.len() + salt.label.width() + literal.len(),
        None => 0,
    }
}

/// The split keys of 256 buckets, for labels of one byte without a prefix. Fewer buckets use the first of them.
static BYTES: [&[u8]; 255] = {
    static LABELS: [[u8; 1]; 256] = {
        let (mut labels, mut label) = ([[0]; 256], 0);
        while label < 256 {
            labels[label] = [label as u8];
            label += 1;
        }
        labels
    };
    let (mut keys, mut label): ([&[u8]; 255], _) = ([&[]; 255], 0);
    while label < 255 {
        keys[label] = &LABELS[label + 1];
        label += 1;
    }
    keys
};

/// Returns the split keys of 2 to 256 buckets, for labels of one byte without a prefix.
pub(crate) const fn bytes(buckets: usize) -> &'static [&'static [u8]] {
    BYTES.split_at(buckets - 1).0
}

/// Writes the split key after the label of `bucket` and returns its width.
pub(crate) const fn write(parts: &Parts, literal: &[u8], bucket: Bucket, out: &mut [u8]) -> usize {
    let Some(salt) = parts.salt else { return 0 };
    let (label_at, label) = (parts.prefix.len(), salt.label);
    let after = label_at + label.width();
    let mut at = 0;
    while at < after + literal.len() {
        out[at] = if at < label_at {
            parts.prefix[at]
        } else if at < after {
            label.byte(bucket, at - label_at)
        } else {
            literal[at - after]
        };
        at += 1;
    }
    at
}

/// Returns the split keys after the labels of buckets 0 to `regions - 2`: prefix, label, `literal`.
///
/// Some older tables give each bucket a region in this way. Their literal, such as `|`, sorts above every byte that
/// follows a label. The keys are the same as with the attribute `split(after = "|", regions = ..)`, which computes up
/// to 4,096 keys at compile time. This function computes any number at run time: `after(Call::LAYOUT, b"|", 10_000)`.
///
/// # Errors
/// Returns a [`SplitError`] if the key has no salt, or if `regions` is 0 or above the number of buckets plus 1. Also
/// returns one if the element after the label can begin with a byte that does not sort below `literal`.
pub fn after(layout: &Layout, literal: &[u8], regions: u32) -> Result<Vec<Vec<u8>>, SplitError> {
    let (key, parts) = (layout.name(), &layout.parts);
    check(parts, layout.atoms, literal, regions.into()).map_err(|flaw| match flaw {
        CutFlaw::Unsalted => SplitError::Unsalted { key },
        CutFlaw::Past(found) => SplitError::Past { key, found, after: super::to_string_binary(literal) },
        CutFlaw::Regions(buckets) => SplitError::Labels { key, regions, buckets },
    })?;
    let key = |bucket| {
        let mut key = vec![0; width(parts, literal)];
        write(parts, literal, bucket, &mut key);
        key
    };
    Ok((0..regions - 1).map(Bucket::from).map(key).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Placement;
    use crate::layout::salt::{Algorithm, Label, Salt};

    /// The derive names the table if its tokens show that the labels are one byte (`rowkey-derive`,
    /// `expand/known.rs`).
    #[test]
    fn labels_of_one_byte_are_the_first_of_a_table() {
        for buckets in 2..=256 {
            let label = Label::least_for(buckets);
            let salt = Salt::new(Algorithm::Xxh3, buckets, &[], true, label);
            let (placement, fields) = (Placement::Own, &[]);
            let parts = Parts { name: "Key", salt: Some(salt), fields, placement, ..Parts::EMPTY };
            let keys = (1..Bucket::from(buckets)).map(|bucket| {
                let mut key = vec![0; width(&parts, b"")];
                let end = write(&parts, b"", bucket, &mut key);
                assert_eq!(end, key.len());
                key
            });
            assert!(keys.eq(bytes(buckets as usize).iter().map(|key| key.to_vec())), "{buckets} buckets");
        }
    }
}
