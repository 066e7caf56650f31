//! Versions of a layout: the ways in which rows are stored now, or were stored before the tag or the salt changed.
//!
//! An example: a record type with the tag `U`, which was `u`, and a salt of 16 buckets, which had 4. The fields of a
//! row are `07`, which 16 buckets put into bucket 9, and 4 buckets into bucket 2:
//!
//! ```text
//! version   prefix   salt         key
//! 0         U        16 buckets   55 09 07     the present version
//! 1         U        4 buckets    55 02 07
//! 2         u        16 buckets   75 09 07
//! 3         u        4 buckets    75 02 07
//! ```
//!
//! All prefixes have the same width, and so have all labels. So the keys of a row in two versions differ only in the
//! bytes before their fields.

use super::Layout;
use super::salt::Salt;
use crate::bytes::{KeyRange, prefix_successor};

/// A version of a layout: a prefix and a salt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Version {
    pub(crate) prefix: &'static [u8],
    pub(crate) salt: Option<Salt>,
}

impl Layout {
    /// Returns the versions, the newest first. The present version is number 0. All salts with one prefix come before
    /// an older prefix.
    pub(crate) fn versions(&self) -> impl Iterator<Item = Version> {
        self.prefixes().flat_map(|prefix| self.salts().map(move |salt| Version { prefix, salt }))
    }

    /// Returns the salts of all versions, each once, the newest first. They are one `None` if the key has no salt.
    pub(crate) fn salts(&self) -> impl Iterator<Item = Option<Salt>> {
        let older = self.salt().into_iter().flat_map(Salt::older);
        core::iter::once(self.salt().copied()).chain(older.map(Some))
    }

    /// Returns the prefixes of all versions, each once, the newest first.
    pub(crate) fn prefixes(&self) -> impl Iterator<Item = &'static [u8]> {
        core::iter::once(self.parts.prefix).chain(self.older_prefixes().iter().copied())
    }

    /// Returns the prefixes of older versions, the newest first. Each is as wide as the present prefix.
    pub(crate) const fn older_prefixes(&self) -> &'static [&'static [u8]] {
        match self.parts.tag {
            Some(tag) => tag.older,
            None => &[],
        }
    }

    /// Returns `true` if a key has the prefix of some version.
    pub(crate) fn has_prefix(&self, key: &[u8]) -> bool {
        self.prefixes().any(|prefix| key.starts_with(prefix))
    }

    /// Returns the range that holds all older rows: rows with a label of an older salt version, or with an older tag.
    /// Newer rows can be in this range, too.
    ///
    /// The result is `None` without `was(..)` in the source. For an enum, the range runs from the first of these keys
    /// to the last.
    #[must_use]
    pub fn older_rows(&self) -> Option<KeyRange> {
        let of_kinds = self.record_types().iter().filter_map(|kind| kind.layout().older_rows());
        let of_tags = self.prefixes().skip(1).map(KeyRange::prefix);
        of_kinds.chain(of_tags).chain(self.older_labels()).reduce(|all, next| {
            let stop = all.stop.zip(next.stop).map(|(stop, next)| stop.max(next));
            KeyRange::of(all.start.min(next.start), stop)
        })
    }

    /// Returns `true` if the salt or the tag of a record type has older versions, declared by `was(..)`.
    #[must_use]
    pub const fn has_older_rows(&self) -> bool {
        let mut kinds = self.parts.kinds;
        while let [kind, rest @ ..] = kinds {
            if kind.layout.has_older_rows() {
                return true;
            }
            kinds = rest;
        }
        self.has_older_keys()
    }

    /// Returns `true` if a row of this layout can be stored under several keys: with an older salt, or an older tag.
    pub(crate) const fn has_older_keys(&self) -> bool {
        match &self.parts.salt {
            Some(salt) if salt.has_older() => true,
            _ => !self.older_prefixes().is_empty(),
        }
    }

    /// Returns the range of all rows, with the rows of older versions. It runs from the prefix with the first label of
    /// the salt to the prefix with the last label.
    ///
    /// The range can hold keys of other tables: for example `0:`, which sorts between the labels `00` and `15`.
    #[must_use]
    pub fn rows(&self) -> KeyRange {
        match self.salt() {
            Some(salt) if !salt.is_digest() => self.labels_below(salt, salt.most_buckets()),
            _ => KeyRange::prefix(self.prefix()),
        }
    }

    /// The keys with labels of older versions of the salt.
    fn older_labels(&self) -> Option<KeyRange> {
        let salt = self.salt().filter(|salt| salt.has_older())?;
        Some(self.labels_below(salt, salt.most_older_buckets()))
    }

    /// The keys with the labels of so many buckets, from the first to the last.
    fn labels_below(&self, salt: &Salt, buckets: u32) -> KeyRange {
        let lead = |bucket: u32| {
            let mut lead = self.prefix().to_vec();
            salt.label.write(bucket.into(), &mut lead);
            lead
        };
        KeyRange::new(lead(0), prefix_successor(&lead(buckets - 1)))
    }
}
