//! Merges the rows of all buckets in key order, with a loser tree over the first row of each bucket.

use rowkey_benches::readings::{BUCKETS, Key, hand};

const LANES: usize = BUCKETS as usize;

/// The rows of one bucket.
pub trait Lane {
    /// The error of the engine.
    type Error;

    /// Advances to the next row, and returns its key. Returns `None` at the end.
    fn advance(&mut self) -> Result<Option<&Key>, Self::Error>;
}

/// The position of a row in the merged order: its key without the bucket.
type Place = (u128, u32);

/// The position of a lane at its end, after all rows. No metric is this large.
const END: Place = (u128::MAX, u32::MAX);

/// The lanes, and a loser tree that finds the smallest row.
pub struct Merge<L> {
    lanes: [L; LANES],
    places: [Place; LANES],
    /// The winner is at 0. Every other slot has the loser of its match. Lane `i` enters at `LANES + i`.
    losers: [usize; LANES],
}

impl<L: Lane> Merge<L> {
    /// Creates a merge with each lane at its first row.
    pub fn new(lanes: [L; LANES]) -> Result<Self, L::Error> {
        let mut merge = Self { lanes, places: [END; LANES], losers: [0; LANES] };
        for lane in 0..LANES {
            merge.pull(lane)?;
        }
        let mut winners = [0; 2 * LANES];
        for at in (1..2 * LANES).rev() {
            if at >= LANES {
                winners[at] = at - LANES;
                continue;
            }
            let (a, b) = (winners[2 * at], winners[2 * at + 1]);
            (winners[at], merge.losers[at]) = if merge.places[b] < merge.places[a] { (b, a) } else { (a, b) };
        }
        merge.losers[0] = winners[1];
        Ok(merge)
    }

    /// Returns the lane with the smallest row, or `None` at the end.
    pub fn least(&self) -> Option<&L> {
        let lane = self.losers[0];
        if self.places[lane] == END { None } else { Some(&self.lanes[lane]) }
    }

    /// Advances past the smallest row.
    pub fn advance(&mut self) -> Result<(), L::Error> {
        let mut winner = self.losers[0];
        self.pull(winner)?;
        // Replays the matches from the leaf of the lane to the root. A loser with a smaller row wins its match now.
        let mut at = (winner + LANES) / 2;
        while at > 0 {
            if self.places[self.losers[at]] < self.places[winner] {
                std::mem::swap(&mut self.losers[at], &mut winner);
            }
            at /= 2;
        }
        self.losers[0] = winner;
        Ok(())
    }

    fn pull(&mut self, lane: usize) -> Result<(), L::Error> {
        self.places[lane] = self.lanes[lane].advance()?.map_or(END, hand::order);
        Ok(())
    }
}
