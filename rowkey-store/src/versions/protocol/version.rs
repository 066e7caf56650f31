//! The version of a row.

use super::{Entry, Env, Millis};
use crate::versions::store::{Cell, VersionedRow};
use xxhash_rust::xxh3::xxh3_64;

/// The version of a row: 24 bytes in a column that tables do not see.
///
/// | bytes | content |
/// |---|---|
/// | 8 | milliseconds, which are also the timestamp of the value and of its entries, in big-endian order |
/// | 8 | random bytes, so that no two versions are equal |
/// | 8 | the XXH3 hash of the value that has all its entries, or zeros for "no value" |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The time.
    pub at: Millis,
    /// Random bytes. Two writers may choose the same time.
    pub nonce: u64,
    /// The digest of the value that has all its entries, or `None` if the row has no such value. It is not 0.
    pub value: Option<u64>,
}

/// A version that is not one.
#[derive(Debug, thiserror::Error)]
#[error("expected a version of 24 bytes that begins with its timestamp {at}, found \"{}\"", found.escape_ascii())]
pub struct VersionError {
    at: Millis,
    found: Vec<u8>,
}

impl Version {
    /// Returns the time and the random bytes, which no two versions share.
    #[must_use]
    pub const fn id(&self) -> (Millis, u64) {
        (self.at, self.nonce)
    }

    /// Returns the bytes of the version.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let value = self.value.unwrap_or(NO_VALUE);
        [self.at.to_be_bytes(), self.nonce.to_be_bytes(), value.to_be_bytes()].concat()
    }

    /// Reads a version from its cell.
    ///
    /// # Errors
    ///
    /// Returns an error if the cell has no version, or one of another time.
    pub fn of(cell: Cell) -> Result<Self, VersionError> {
        let Cell { at, bytes } = cell;
        let read = || {
            let (time, rest) = bytes.split_first_chunk()?;
            let (nonce, rest) = rest.split_first_chunk()?;
            let value = u64::from_be_bytes(rest.try_into().ok()?);
            let value = Some(value).filter(|value| *value != NO_VALUE);
            Some(Self { at: Millis::from_be_bytes(*time), nonce: u64::from_be_bytes(*nonce), value })
        };
        read().filter(|version| version.at == at).ok_or(VersionError { at, found: bytes })
    }
}

const NO_VALUE: u64 = 0;

/// Returns the digest of a value.
#[must_use]
pub fn digest(value: &[u8]) -> u64 {
    xxh3_64(value).max(NO_VALUE + 1)
}

/// The version and the value of a row, from one read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// The version.
    pub version: Option<Version>,
    /// The value.
    pub value: Option<Cell>,
}

impl Stored {
    /// Reads the version of a row.
    ///
    /// # Errors
    ///
    /// Returns an error if the row has a damaged version.
    pub fn of(row: VersionedRow) -> Result<Self, VersionError> {
        Ok(Self { version: row.version.map(Version::of).transpose()?, value: row.value })
    }

    /// Returns the time of the newest cell, or `None` if the row has no cell.
    pub(super) fn newest(&self) -> Option<Millis> {
        self.version.map(|version| version.at).max(self.value.as_ref().map(|value| value.at))
    }

    /// Returns the time for the next version: `now`, or a later one if a cell of the row has `now`.
    pub(super) fn next(&self, now: Millis) -> Millis {
        self.newest().map_or(now, |newest| now.max(newest.saturating_add(1)))
    }

    /// Returns the digest of the value, if the row has the value that its version names.
    pub(super) fn own_value(&self) -> Option<u64> {
        let found = self.value.as_ref().map(|value| digest(&value.bytes));
        found.filter(|_| found == self.version.and_then(|version| version.value))
    }

    /// Returns `true` if the version names a value that the row no longer has. The value has expired, or a plain write
    /// has replaced it.
    pub(super) fn has_lost_value(&self) -> bool {
        self.version.is_some_and(|version| version.value.is_some()) && self.own_value().is_none()
    }

    /// Returns the entries of the row.
    pub(super) fn entries<X>(&self, row: &[u8], env: &Env<'_, X>) -> Result<Vec<Entry>, X> {
        self.value.as_ref().map_or(Ok(Vec::new()), |value| (env.entries)(row, &value.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_24_bytes_and_begins_with_its_time() {
        for value in [None, Some(1), Some(u64::MAX)] {
            let version = Version { at: 1_700_000_000_000, nonce: 7, value };
            let bytes = version.to_bytes();
            assert_eq!(bytes[..16], [0, 0, 1, 0x8b, 0xcf, 0xe5, 0x68, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
            let of = |at, bytes: &[u8]| Version::of(Cell { at, bytes: bytes.to_vec() });
            assert_eq!(of(version.at, &bytes).unwrap(), version);
            let error = of(3, &bytes[..4]).unwrap_err().to_string();
            assert_eq!(
                error,
                "expected a version of 24 bytes that begins with its timestamp 3, found \"\\x00\\x00\\x01\\x8b\""
            );
            assert!(of(version.at + 1, &bytes).is_err());
            assert!(of(version.at, &[&bytes[..], b"0"].concat()).is_err());
        }
    }
}
