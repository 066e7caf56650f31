//! A choice among streams: the one that has the next row.

use alloc::vec;
use alloc::vec::Vec;

/// A tree of losers over players that are numbered from 0 (Knuth, The Art of Computer Programming 3, 5.4.1): after the
/// winner has changed, one match per level finds the next, half as many as a heap takes.
pub(super) struct LoserTree {
    winner: Option<usize>,
    /// At each place but 0 the loser of the match there; empty for fewer than two players. The players of match `i` are the
    /// winners of `2 * i` and `2 * i + 1`, and player `p` of `n` enters at `n + p`.
    losers: Vec<usize>,
}

impl LoserTree {
    /// The tree of so many players. `is_before` is a total order of them.
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

    /// The player that is before all others; `None` if there are no players.
    pub(super) const fn winner(&self) -> Option<usize> {
        self.winner
    }

    /// Plays the matches of the winner again, which has changed.
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
            // Each player has numbers that ascend, some of them those of others.
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
