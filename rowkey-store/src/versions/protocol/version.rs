//! The version of a row.

use super::{Entry, Env, Millis};
use crate::versions::store::{Cell, VersionedRow};
use xxhash_rust::xxh3::xxh3_64;

/// The version of a row: 24 or 25 bytes in a column that tables do not see.
///
/// | bytes | content |
/// |---|---|
/// | 8 | milliseconds, which are also the timestamp of the value and of its entries, in big-endian order |
/// | 8 | random bytes, so that no two versions are equal |
/// | 8 | the XXH3 hash of the value that has all its entries, or zeros for "no value" |
/// | 0 or 1 | the [kind](Kind): nothing, `0x63 ('c')` for a copy, or `0x6d ('m')` for a row that has moved |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The time.
    pub at: Millis,
    /// Random bytes. Two writers may choose the same time.
    pub nonce: u64,
    /// The digest of the value that has all its entries, or `None` if the row has no such value. It is not 0.
    pub value: Option<u64>,
    /// The kind.
    pub kind: Kind,
}

/// The kind of a version. Only a move of rows to other keys leaves other kinds than [`Written`](Self::Written).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A program wrote the row.
    Written,
    /// The row is a copy of a row of the old table.
    Copied,
    /// The row has moved to the new table.
    Moved,
}

impl Kind {
    /// Returns the bytes after the 24 bytes of each version.
    const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Written => b"",
            Self::Copied => b"c",
            Self::Moved => b"m",
        }
    }

    fn of(bytes: &[u8]) -> Option<Self> {
        [Self::Written, Self::Copied, Self::Moved].into_iter().find(|kind| kind.bytes() == bytes)
    }
}

/// A version that is not one, or not one of this table.
#[derive(Debug, thiserror::Error)]
pub enum VersionError {
    /// The bytes are no version.
    #[error(
        "expected a version of 24 or 25 bytes that begins with its timestamp {at}, found \"{}\"",
        found.escape_ascii()
    )]
    Damaged {
        /// The timestamp of the cell.
        at: Millis,
        /// Its bytes.
        found: Vec<u8>,
    },
    /// The table has secondary keys, but the row has moved to another table.
    #[error("the row has moved to another table at {at} ms, and a table with secondary keys cannot follow it")]
    Moved {
        /// The time of the mark.
        at: Millis,
    },
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
        let [at, nonce, value] = [self.at.to_be_bytes(), self.nonce.to_be_bytes(), value.to_be_bytes()];
        [&at[..], &nonce, &value, self.kind.bytes()].concat()
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
            let (value, kind) = rest.split_first_chunk()?;
            let value = Some(u64::from_be_bytes(*value)).filter(|value| *value != NO_VALUE);
            let (at, nonce) = (Millis::from_be_bytes(*time), u64::from_be_bytes(*nonce));
            Some(Self { at, nonce, value, kind: Kind::of(kind)? })
        };
        read().filter(|version| version.at == at).ok_or(VersionError::Damaged { at, found: bytes })
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

    /// Reads the version of a row of a table with secondary keys.
    ///
    /// After a move, the new table has copies. A copy counts as a row from before the keys: the next build puts its entries.
    ///
    /// # Errors
    ///
    /// Returns an error if the row has a damaged version, or has moved to another table.
    pub fn of_indexed(row: VersionedRow) -> Result<Self, VersionError> {
        let stored = Self::of(row)?;
        match stored.version {
            Some(Version { at, kind: Kind::Moved, .. }) => Err(VersionError::Moved { at }),
            _ => Ok(stored),
        }
    }

    /// Returns the time of the newest cell, or `None` if the row has no cell.
    #[must_use]
    pub fn newest(&self) -> Option<Millis> {
        self.version.map(|version| version.at).max(self.value.as_ref().map(|value| value.at))
    }

    /// Returns the time for the next version: `now`, or a later one if a cell of the row has `now`.
    pub(crate) fn next(&self, now: Millis) -> Millis {
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
            let version = Version { at: 1_700_000_000_000, nonce: 7, value, kind: Kind::Written };
            let bytes = version.to_bytes();
            assert_eq!(bytes.len(), 24);
            assert_eq!(bytes[..16], [0, 0, 1, 0x8b, 0xcf, 0xe5, 0x68, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
            let of = |at, bytes: &[u8]| Version::of(Cell { at, bytes: bytes.to_vec() });
            assert_eq!(of(version.at, &bytes).unwrap(), version);
            let error = of(3, &bytes[..4]).unwrap_err().to_string();
            assert_eq!(
                error,
                "expected a version of 24 or 25 bytes that begins with its timestamp 3, found \"\\x00\\x00\\x01\\x8b\""
            );
            assert!(of(version.at + 1, &bytes).is_err());
            assert!(of(version.at, &[&bytes[..], b"0"].concat()).is_err());
        }
    }

    #[test]
    fn the_kinds_of_a_move_have_a_byte_of_their_own() {
        let written = Version { at: 5, nonce: 7, value: None, kind: Kind::Written };
        for (kind, byte) in [(Kind::Copied, b'c'), (Kind::Moved, b'm')] {
            let version = Version { kind, ..written };
            let bytes = version.to_bytes();
            assert_eq!(bytes, [written.to_bytes(), vec![byte]].concat());
            assert_eq!(Version::of(Cell { at: 5, bytes: bytes.clone() }).unwrap(), version);
            assert!(Version::of(Cell { at: 5, bytes: [&bytes[..], b"m"].concat() }).is_err());
            let row = VersionedRow { version: Some(Cell { at: 5, bytes }), value: None };
            match (kind, Stored::of_indexed(row)) {
                (Kind::Moved, read) => {
                    let expected =
                        "the row has moved to another table at 5 ms, and a table with secondary keys cannot follow it";
                    assert_eq!(read.unwrap_err().to_string(), expected);
                }
                (_, read) => assert_eq!(read.unwrap().version, Some(version)),
            }
        }
    }
}
