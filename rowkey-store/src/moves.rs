//! Moves of rows.

use std::collections::HashSet;
use std::iter;

/// A move of a row: from the first key to the second.
pub type Move = (Vec<u8>, Vec<u8>);

/// Cuts moves into parts in each of which no two have a key in common. An engine that makes the parts one after the other, and
/// the moves of a part side by side, leaves the rows as if all were made [in order](crate::CompareAndSet::move_rows).
///
/// ```
/// use rowkey_store::{Move, independent_moves};
///
/// let moves = [("a", "A"), ("b", "B"), ("A", "c"), ("d", "d")].map(|(from, to)| -> Move { (from.into(), to.into()) });
/// let parts: Vec<&[Move]> = independent_moves(&moves).collect();
/// assert_eq!(parts, [&moves[..2], &moves[2..]]);
/// ```
pub fn independent_moves(moves: &[Move]) -> impl Iterator<Item = &[Move]> {
    let mut rest = moves;
    iter::from_fn(move || {
        let mut keys = HashSet::new();
        let depends = rest.iter().position(|(from, to)| !keys.insert(from) || from != to && !keys.insert(to));
        let (part, behind) = rest.split_at(depends.unwrap_or(rest.len()));
        rest = behind;
        (!part.is_empty()).then_some(part)
    })
}
