//! A key that is not one of a subspace.

use super::DecodeError;
use crate::bytes::Literal;
use alloc::boxed::Box;
use alloc::vec::Vec;
use thiserror::Error;

/// The reason why a key cannot be read in a [`Subspace`](crate::Subspace).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SubspaceError {
    /// The key does not begin with the prefix of the subspace.
    #[error("expected a key that begins with {}, found {}", Literal(expected), Literal(found))]
    Outside {
        /// The prefix.
        expected: Vec<u8>,
        /// The start of the key, as many bytes as the prefix has; or the whole key if it has fewer.
        found: Vec<u8>,
    },
    /// The bytes behind the prefix are not a key.
    #[error("cannot read the key behind the prefix {}", Literal(prefix))]
    Decode {
        /// The prefix.
        prefix: Vec<u8>,
        /// The reason. Its offset counts from the end of the prefix.
        source: Box<DecodeError>,
    },
}
