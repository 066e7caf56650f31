//! The error of a subspace.

use super::DecodeError;
use super::shown::ShownBytes;
use alloc::boxed::Box;
use alloc::vec::Vec;
use thiserror::Error;

/// The reason why a [`Subspace`](crate::Subspace) cannot decode a key. The same key always gives the same error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SubspaceError {
    /// The key does not begin with the prefix of the subspace. It belongs to another subspace.
    #[error("expected a key with the prefix {}, found {}", ShownBytes(expected), ShownBytes(found))]
    Outside {
        /// The prefix.
        expected: Vec<u8>,
        /// The beginning of the key, as wide as the prefix, or the whole key if it is shorter.
        found: Vec<u8>,
    },
    /// The bytes after the prefix are not a key.
    #[error("cannot decode the key after the prefix {}", ShownBytes(prefix))]
    Decode {
        /// The prefix.
        prefix: Vec<u8>,
        /// The reason. Its offsets count from the end of the prefix.
        source: Box<DecodeError>,
    },
}
