//! The deployments of a [move](rowkey_store::moving) without transactions, by the rules of its documentation.

use fastrand::Rng;
use rowkey_store::MoveStep::{self, NewFirst, NewOnly, OldFirst};

/// The steps of the programs that run at the same time, in the order of their deployment.
const PHASES: [[MoveStep; 2]; 5] =
    [[OldFirst, OldFirst], [OldFirst, NewFirst], [NewFirst, NewFirst], [NewFirst, NewOnly], [NewOnly, NewOnly]];

/// The phase in which the rows move, and the last one.
const MOVING: usize = 2;
const LAST: usize = 4;

/// The programs of a history, and what their operators know.
#[derive(Debug, Default)]
pub struct Deployments {
    phase: usize,
    /// `true` if messages of programs of each step may be on their way.
    is_late: [bool; 3],
    /// `true` once a program of `NewFirst` has run.
    has_new_first: bool,
    /// `true` if all rows have moved since no program of `OldFirst` runs.
    is_moved: bool,
    /// `true` once a pass has begun.
    has_passed: bool,
    /// `true` if a pass may have ended beside programs of `OldFirst`. Then nothing refuses `NewOnly`.
    is_unguarded: bool,
    is_finishing: bool,
}

/// The next deployment, and what its operators do before it.
#[derive(Clone, Copy, Debug)]
pub struct Deployment {
    to: usize,
    /// Waits until no message is on its way.
    pub waits: bool,
    /// Moves all rows, while the programs run.
    pub moves: bool,
}

impl Deployments {
    /// Returns the steps of the programs that run now.
    pub fn steps(&self) -> [MoveStep; 2] {
        PHASES[self.phase]
    }

    /// Returns `true` if the old table has all rows, so that a program from before the move can read them.
    pub fn is_before_move(&self) -> bool {
        !self.has_new_first
    }

    /// Returns `true` if `NewOnly` must be refused, or else has all rows.
    pub fn is_guarded(&self) -> bool {
        self.phase == MOVING && !(self.has_passed && (self.is_unguarded || self.is_late(OldFirst)))
    }

    /// Returns `true` if messages of programs of a step may be on their way.
    fn is_late(&self, step: MoveStep) -> bool {
        self.is_late[step as usize]
    }

    /// Returns `true` if `finish` waits for messages.
    pub fn finish_waits(&self) -> bool {
        self.is_late(NewFirst)
    }

    /// Draws the next deployment: forward, back, or another one of the same programs.
    pub fn draw(&self, rng: &mut Rng) -> Deployment {
        match rng.u8(..10) {
            0..6 => self.forward(),
            6..9 if self.phase > 0 && !self.is_finishing => {
                let waits = self.phase == MOVING && self.is_late(NewOnly);
                Deployment { to: self.phase - 1, waits, moves: false }
            }
            _ => Deployment { to: self.phase, waits: false, moves: false },
        }
    }

    /// Returns the next deployment forward.
    pub fn forward(&self) -> Deployment {
        let moves = self.phase == MOVING && !self.is_moved;
        Deployment { to: LAST.min(self.phase + 1), waits: moves && self.is_late(OldFirst), moves }
    }

    /// Begins the programs of a deployment.
    pub fn begin(&mut self, Deployment { to, .. }: Deployment) {
        self.phase = to;
        self.has_new_first |= self.steps().contains(&NewFirst);
        self.steps().iter().for_each(|step| self.is_late[*step as usize] = true);
        if self.steps().contains(&OldFirst) {
            self.is_moved = false;
            self.is_unguarded |= self.has_passed;
        }
    }

    /// Records that no message is on its way.
    pub fn arrive(&mut self) {
        self.is_late = [OldFirst, NewFirst, NewOnly].map(|step| self.steps().contains(&step));
    }

    /// Returns `true` if passes may run now. Those of `is_early` histories run beside `OldFirst`, too.
    pub fn pass(&mut self, is_early: bool) -> bool {
        let may_pass = self.steps().contains(&NewFirst) && (is_early || !self.is_late(OldFirst));
        self.has_passed |= may_pass;
        self.is_unguarded |= may_pass && self.is_late(OldFirst);
        may_pass
    }

    /// Returns `true` if passes wait for messages.
    pub fn pass_waits(&self) -> bool {
        self.phase == MOVING && self.is_late(OldFirst)
    }

    /// Records that all rows have moved.
    pub fn end_pass(&mut self) {
        self.is_moved = true;
    }

    /// Records that `finish` begins. Then no program goes back.
    pub fn finish(&mut self) {
        self.is_finishing = true;
    }

    /// Returns `true` at the last step.
    pub fn is_over(&self) -> bool {
        self.phase == LAST
    }
}
