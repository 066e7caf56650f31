//! What may happen in a history, drawn from its seed.

use fastrand::Rng;

use super::protocol::Millis;

/// The number of kinds of operations.
pub(super) const KINDS: usize = 8;

/// The kind of plain writes.
pub(super) const PLAIN: usize = 4;

/// The kind of loads.
pub(super) const LOAD: usize = 5;

/// What may happen in a history.
pub(super) struct Weather {
    /// The rate of faults of messages.
    pub(super) faults: f64,
    pub(super) crashes: f64,
    /// The rate at which late messages arrive.
    pub(super) arrivals: f64,
    /// The rate at which clients stall.
    pub(super) stalls: f64,
    pub(super) has_new_key: bool,
    pub(super) has_days: bool,
    /// `true` if all clocks are so slow that versions count on.
    pub(super) is_slow: bool,
    /// The number of rows that operations write from the beginning.
    pub(super) rows: usize,
    /// The secondary keys that rows may have. Few of them meet often.
    pub(super) colors: &'static str,
    pub(super) ttl: Option<Millis>,
    /// How often clients begin each operation: a sweep, a build, a scan by a secondary key, a read, a plain write, a load,
    /// a delete, and a put.
    pub(super) weights: [u32; KINDS],
}

impl Weather {
    /// Draws a history of all kinds of operations, or of those that meet in a rare race.
    pub(super) fn draw(rng: &mut Rng) -> Self {
        let any = Self::draw_any(rng);
        match rng.u8(..10) {
            0 => Self { weights: [6, 4, 0, 1, 0, 0, 0, 10], ttl: Some(rng.i64(50..150)), colors: "a", rows: 1, ..any },
            1 => Self { weights: [4, 0, 0, 3, 0, 8, 6, 3], faults: 0.3, arrivals: 0.02, ttl: None, ..any },
            2 => Self { weights: [1, 0, 0, 4, 0, 0, 2, 10], faults: 0.3, is_slow: true, rows: 1, ttl: None, ..any },
            3 => Self {
                weights: [0, 6, 0, 1, 0, 0, 0, 10],
                ttl: Some(rng.i64(30..120)),
                colors: "a",
                rows: 1,
                has_new_key: true,
                faults: 0.0,
                crashes: 0.0,
                stalls: 0.1,
                ..any
            },
            4 => Self {
                weights: [8, 0, 0, 0, 0, 20, 0, 0],
                colors: "abcd",
                stalls: 0.1,
                faults: 0.0,
                crashes: 0.1,
                arrivals: 0.02,
                ttl: None,
                ..any
            },
            5 => Self { weights: [4, 6, 0, 2, 6, 0, 2, 6], colors: "a", has_new_key: true, ..any },
            _ => any,
        }
    }

    fn draw_any(rng: &mut Rng) -> Self {
        let plain = [0, 0, 0, 10][rng.usize(..4)];
        Self {
            faults: [0.0, 0.05, 0.2][rng.usize(..3)],
            crashes: [0.0, 0.01, 0.04][rng.usize(..3)],
            arrivals: [0.02, 0.1][rng.usize(..2)],
            stalls: [0.0, 0.02, 0.1][rng.usize(..3)],
            has_new_key: rng.bool(),
            has_days: rng.bool(),
            is_slow: false,
            rows: rng.usize(1..=2),
            colors: ["a", "ab", "abcd"][rng.usize(..3)],
            ttl: (rng.u8(..4) == 0).then(|| rng.i64(50..600)),
            weights: [18, 10, 8, 10, plain, [0, 16][rng.usize(..2)], 10, 30],
        }
    }

    pub(super) const fn has_plain_writes(&self) -> bool {
        self.weights[PLAIN] > 0
    }

    /// Returns `true` if nothing but a swap changes a value. A plain write, or the expiry of the value, could come between
    /// the read and the swap of a compare-and-set.
    pub(super) const fn has_compares(&self) -> bool {
        self.ttl.is_none() && !self.has_plain_writes()
    }

    /// Draws a clock that is up to 50 ms ahead or behind.
    pub(super) fn ahead(&self, rng: &mut Rng) -> Millis {
        if self.is_slow { -50 } else { [0, 0, 5, -5, 50, -50][rng.usize(..6)] }
    }
}
