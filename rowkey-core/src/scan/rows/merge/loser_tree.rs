//! Finds the lane with the next row.
//!
//! An example with 4 lanes. Match 1 is the final, matches 2 and 3 are before it. Each match stores its loser:
//!
//! ```text
//! lane                 0    1    2    3
//! next row             30   10   20   40
//!
//! match 2: 0 and 1     1 wins, 0 is stored
//! match 3: 2 and 3     2 wins, 3 is stored
//! match 1: 1 and 2     1 wins, 2 is stored       winner: lane 1
//!
//! lane 1 moves on to 25, and plays its matches again:
//! match 2              25 against 30 of lane 0: lane 1 wins
//! match 1              25 against 20 of lane 2: lane 2 wins, 1 is stored
//! ```

use alloc::vec;
use alloc::vec::Vec;

/// A loser tree over players numbered from 0 (Knuth, The Art of Computer Programming 3, 5.4.1). After the winner has
/// changed, one match per level finds the next winner, half as many as in a heap.
pub(super) struct LoserTree {
    winner: Option<usize>,
    /// The loser of each match. Entry 0 is unused, and fewer than two players have no entries. The players of match `i`
    /// are the winners of matches `2 * i` and `2 * i + 1`. Player `p` of `n` enters at `n + p`.
    losers: Vec<usize>,
}

impl LoserTree {
    /// Creates the tree of this number of players. `is_before` is a total order of them.
    pub(super) fn new(players: usize, is_before: impl Fn(usize, usize) -> bool) -> Self {
        if players < 2 {
            return Self { winner: players.checked_sub(1), losers: Vec::new() };
        }
        let mut losers = vec![0; players];
        let mut winners: Vec<usize> = (0..players).chain(0..players).collect();
        for at in (1..players).rev() {
            let (a, b) = (winners[2 * at], winners[2 * at + 1]);
            (winners[at], losers[at]) = if is_before(b, a) { (b, a) } else { (a, b) };
        }
        Self { winner: Some(winners[1]), losers }
    }

    /// Returns the player before all others. `None` if there are no players.
    pub(super) const fn winner(&self) -> Option<usize> {
        self.winner
    }

    /// Plays the matches of the winner again, after it has changed.
    #[inline]
    pub(super) fn replay(&mut self, is_before: impl Fn(usize, usize) -> bool) {
        let (Some(mut winner), false) = (self.winner, self.losers.is_empty()) else { return };
        let mut at = (winner + self.losers.len()) / 2;
        while at > 0 {
            if is_before(self.losers[at], winner) {
                core::mem::swap(&mut self.losers[at], &mut winner);
            }
            at /= 2;
        }
        self.winner = Some(winner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_like_a_list_of_all() {
        for players in 0..20 {
            // Each player has ascending numbers. Some players share numbers.
            let mut left: Vec<Vec<usize>> = (0..players)
                .map(|player| (0..player % 5).rev().map(|i| (i * 7 + player * 3) % 11 + i * 11).collect())
                .collect();
            let mut wanted: Vec<(usize, usize)> = (0..players)
                .flat_map(|player| left[player].iter().map(move |&number| (number, player)).collect::<Vec<_>>())
                .collect();
            wanted.sort_unstable();
            let is_before = |left: &[Vec<usize>], a: usize, b: usize| {
                let head = |player: usize| (left[player].last().copied().unwrap_or(usize::MAX), player);
                head(a) < head(b)
            };
            let mut tree = LoserTree::new(players, |a, b| is_before(&left, a, b));
            let mut found = Vec::new();
            while let Some(winner) = tree.winner() {
                let Some(number) = left[winner].pop() else { break };
                found.push((number, winner));
                tree.replay(|a, b| is_before(&left, a, b));
            }
            assert_eq!(found, wanted, "{players} players");
        }
    }
}
