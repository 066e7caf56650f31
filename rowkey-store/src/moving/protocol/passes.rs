//! The steps of passes over the rows of the old table.

use super::cells::{copy_of, current, decides, has_moved};
use super::hand_over::{HandOver, mark};
use super::{Answer, Change, Env, Kind, Machine, MovingRow, Place, Request, Stored, Version};

/// Puts a copy of an old row into the new table, at the time of the old row. It has no condition, so many copies can be put
/// in one call. The copy does not count before [`MarkRow`].
pub struct CopyRow {
    row: MovingRow,
    state: Copying,
    is_copied: bool,
}

enum Copying {
    ReadingOld,
    Putting,
    Over,
}

impl CopyRow {
    /// Creates the copy of a row.
    #[must_use]
    pub const fn new(row: MovingRow) -> Self {
        Self { row, state: Copying::ReadingOld, is_copied: false }
    }

    /// Returns the row.
    #[must_use]
    pub const fn row(&self) -> &MovingRow {
        &self.row
    }

    /// Returns `true` if the row is copied.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.is_copied
    }

    fn copy<X>(&mut self, old: &Stored, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        if !decides(old) {
            return Ok(None);
        }
        let Some(value) = env.value_of_old(&self.row, old)? else { return Ok(None) };
        self.state = Copying::Putting;
        Ok(Some(Request::PutCopy(self.row.new.clone(), copy_of(old, &value), value)))
    }
}

impl<X> Machine<X> for CopyRow {
    fn begin(&mut self) -> Option<Request> {
        self.state = Copying::ReadingOld;
        self.row.read(Place::Old)
    }

    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        Ok(match (std::mem::replace(&mut self.state, Copying::Over), answer) {
            (Copying::ReadingOld, Answer::Stored(old)) => self.copy(&old, env)?,
            (Copying::Putting, Answer::Done) => {
                self.is_copied = true;
                None
            }
            (Copying::Over, _) => None,
            (Copying::ReadingOld | Copying::Putting, _) => Machine::<X>::begin(self),
        })
    }
}

/// Marks an old row whose copy is in the new table. If the new row is no copy of exactly this version, it
/// [hands over](HandOver) the row.
pub struct MarkRow {
    row: MovingRow,
    state: Marking,
    is_marked: bool,
    retries: u32,
}

enum Marking {
    ReadingOld,
    /// Reads the copy of this old row.
    ReadingNew(Stored),
    Swapping,
    HandingOver(HandOver),
    Over,
}

impl MarkRow {
    /// Creates the mark of a row.
    #[must_use]
    pub const fn new(row: MovingRow) -> Self {
        Self { row, state: Marking::ReadingOld, is_marked: false, retries: 0 }
    }

    /// Returns the row.
    #[must_use]
    pub const fn row(&self) -> &MovingRow {
        &self.row
    }

    /// Returns `true` if the row is marked. Other clients may have marked it, too.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.is_marked
    }

    /// Returns `true` while the row is handed over.
    #[must_use]
    pub const fn hands_over(&self) -> bool {
        matches!(self.state, Marking::HandingOver(_))
    }

    fn read_again<X>(&mut self) -> Option<Request> {
        self.retries = self.retries.saturating_add(1);
        Machine::<X>::begin(self)
    }

    /// The new table may have a copy of a deleted row from before its delete. So a row without a value is handed over, too.
    fn judge<X>(&mut self, old: Stored) -> Option<Request> {
        if has_moved(&old) || old == Stored::default() {
            return None;
        }
        if !decides(&old) {
            return self.hand_over::<X>();
        }
        self.state = Marking::ReadingNew(old);
        self.row.read(Place::New)
    }

    fn mark<X>(&mut self, old: &Stored, new: &Stored, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        let value = env.value_of_old(&self.row, old)?;
        let copy = value.as_deref().map(|value| copy_of(old, value));
        if new.version != copy || current(new) != value.as_deref() {
            return Ok(self.hand_over::<X>());
        }
        self.state = Marking::Swapping;
        Ok(mark(&self.row, old, env))
    }

    fn hand_over<X>(&mut self) -> Option<Request> {
        let mut hand_over = HandOver::new(self.row.clone());
        let request = Machine::<X>::begin(&mut hand_over);
        self.state = Marking::HandingOver(hand_over);
        request
    }
}

impl<X> Machine<X> for MarkRow {
    fn begin(&mut self) -> Option<Request> {
        self.state = Marking::ReadingOld;
        self.row.read(Place::Old)
    }

    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        Ok(match (std::mem::replace(&mut self.state, Marking::Over), answer) {
            (Marking::ReadingOld, Answer::Stored(old)) => self.judge::<X>(old),
            (Marking::ReadingNew(old), Answer::Stored(new)) => self.mark(&old, &new, env)?,
            (Marking::Swapping, Answer::Swapped(true)) => {
                self.is_marked = true;
                None
            }
            (Marking::HandingOver(mut hand_over), answer) => match hand_over.next(answer, env)? {
                None => {
                    self.is_marked = hand_over.is_marked();
                    self.retries = self.retries.saturating_add(Machine::<X>::retries(&hand_over));
                    None
                }
                request => {
                    self.state = Marking::HandingOver(hand_over);
                    request
                }
            },
            (Marking::Over, _) => None,
            (Marking::ReadingOld | Marking::ReadingNew(_) | Marking::Swapping, _) => self.read_again::<X>(),
        })
    }

    fn retries(&self) -> u32 {
        let of_state = match &self.state {
            Marking::HandingOver(hand_over) => Machine::<X>::retries(hand_over),
            _ => 0,
        };
        self.retries.saturating_add(of_state)
    }
}

/// Deletes the mark or the tombstone of an old row, after the move.
///
/// A late copy can put its value under the tombstone of the new row. It does not count, but a plain table would read it:
///
/// | Step | New row |
/// |---|---|
/// | A program deletes it | version 20, which names no value |
/// | A copy of the old row at 10 arrives late | version 20, value `a` at 10 |
/// | This pass deletes the value | version 30, which names no value |
pub struct DropMark {
    row: MovingRow,
    state: Dropping,
    is_dropped: bool,
    retries: u32,
}

enum Dropping {
    ReadingOld,
    /// Reads the new row of an old row with this version.
    ReadingNew(Version),
    /// Deletes the value of the new row, which does not count.
    Clearing(Version),
    Burying,
    Over,
}

impl DropMark {
    /// Creates the delete of a mark.
    #[must_use]
    pub const fn new(row: MovingRow) -> Self {
        Self { row, state: Dropping::ReadingOld, is_dropped: false, retries: 0 }
    }

    /// Returns the row.
    #[must_use]
    pub const fn row(&self) -> &MovingRow {
        &self.row
    }

    /// Returns `true` if the mark is deleted.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.is_dropped
    }

    fn read_new(&mut self, version: Version) -> Option<Request> {
        self.state = Dropping::ReadingNew(version);
        self.row.read(Place::New)
    }

    fn read_new_again(&mut self, version: Version) -> Option<Request> {
        self.retries = self.retries.saturating_add(1);
        self.read_new(version)
    }

    /// Deletes the value of a new row that is deleted. The swap changes the version, so that other writers begin again.
    fn clear<X>(&mut self, version: Version, new: &Stored, env: &Env<'_, X>) -> Option<Request> {
        if new.value.is_none() || current(new).is_some() {
            self.state = Dropping::Burying;
            return Some(Request::Bury(self.row.old.clone()?, version));
        }
        self.state = Dropping::Clearing(version);
        self.row.swap(Place::New, new, env.version(&[new], Kind::Written, None), Change::Delete)
    }
}

impl<X> Machine<X> for DropMark {
    fn begin(&mut self) -> Option<Request> {
        self.state = Dropping::ReadingOld;
        self.row.read(Place::Old)
    }

    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        Ok(match (std::mem::replace(&mut self.state, Dropping::Over), answer) {
            // A row that has a value has not moved, so it stays.
            (Dropping::ReadingOld, Answer::Stored(old)) => {
                old.version.filter(|_| !decides(&old)).and_then(|version| self.read_new(version))
            }
            (Dropping::ReadingNew(version), Answer::Stored(new)) => self.clear(version, &new, env),
            (Dropping::Clearing(version), Answer::Swapped(true)) => {
                self.state = Dropping::Burying;
                self.row.old.clone().map(|row| Request::Bury(row, version))
            }
            (Dropping::ReadingNew(version) | Dropping::Clearing(version), _) => self.read_new_again(version),
            (Dropping::Burying, Answer::Swapped(is_dropped)) => {
                self.is_dropped = is_dropped;
                None
            }
            (Dropping::Over, _) => None,
            (Dropping::ReadingOld | Dropping::Burying, _) => Machine::<X>::begin(self),
        })
    }

    fn retries(&self) -> u32 {
        self.retries
    }
}
