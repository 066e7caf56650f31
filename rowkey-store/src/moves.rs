//! Moves of rows to other keys.

use std::collections::HashMap;

/// A move of a row: from the first key to the second.
pub type Move = (Vec<u8>, Vec<u8>);

/// Splits moves into the minimum number of groups of independent moves. No two moves in a group share a key. If two
/// moves share a key, the earlier move is in an earlier group.
///
/// An engine can make the moves of a group concurrently, and one group after the other. The result is the same as if it
/// made all moves [in order](crate::CompareAndSet::copy_rows).
///
/// ```
/// use rowkey_store::{Move, independent_moves};
///
/// let moves = [("a", "A"), ("A", "c"), ("b", "B")].map(|(from, to)| -> Move { (from.into(), to.into()) });
/// assert_eq!(independent_moves(&moves), [vec![&moves[0], &moves[2]], vec![&moves[1]]]);
/// ```
#[must_use]
pub fn independent_moves(moves: &[Move]) -> Vec<Vec<&Move>> {
    let mut parts: Vec<Vec<&Move>> = Vec::new();
    // For each key, the first group after all earlier moves of that key.
    let mut behind: HashMap<&[u8], usize> = HashMap::new();
    for step @ (from, to) in moves {
        let part_of = |key: &[u8]| behind.get(key).copied().unwrap_or_default();
        let part = part_of(from).max(part_of(to));
        match parts.get_mut(part) {
            Some(part) => part.push(step),
            None => parts.push(vec![step]),
        }
        behind.extend([(from.as_slice(), part + 1), (to.as_slice(), part + 1)]);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns 40 pseudo-random moves between 9 keys.
    fn moves(seed: u32) -> Vec<Move> {
        let numbers = (0..40).scan(seed, |state, _: u32| {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Some((*state >> 24) as u8)
        });
        numbers.map(|number| (vec![number % 9], vec![number / 9 % 9])).collect()
    }

    #[test]
    fn moves_that_depend_on_each_other_stay_in_order() {
        for seed in 0..200 {
            let moves = moves(seed);
            let parts = independent_moves(&moves);
            let part_of =
                |step: &Move| parts.iter().position(|part| part.iter().any(|other| std::ptr::eq(*other, step)));
            let mut chains = vec![0; moves.len()];
            for (at, later) in moves.iter().enumerate() {
                for (before, earlier) in moves[..at].iter().enumerate() {
                    let is_shared = |key: &Vec<u8>| *key == earlier.0 || *key == earlier.1;
                    if is_shared(&later.0) || is_shared(&later.1) {
                        assert!(part_of(earlier) < part_of(later), "{earlier:?} before {later:?}");
                        chains[at] = chains[at].max(chains[before] + 1);
                    }
                }
            }
            assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), moves.len());
            assert_eq!(Some(parts.len()), chains.into_iter().max().map(|longest| longest + 1));
        }
    }
}
