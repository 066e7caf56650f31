//! Programs that move photos to and fro between two key types, and change them meanwhile.
//!
//! The database has the number of a [`Stage`] and the cursor of its pass, where the next program resumes. Four stages move
//! the photos to the salted table, and the next four move them back.

use super::{
    DATABASE, Photo, Photos, Program, Stored, changes_made, changes_of, kill_after, photo_after, photos_after,
};
use rowkey::{OwnedKey, Plan, RowKey};
use rowkey_store::{Batch, MoveStep, Moved, MovesTo, MovingTable, Table};
use std::env;
use std::ops::ControlFlow;
use std::path::Path;

/// The key of a photo in the other table.
#[derive(RowKey, Clone, Debug)]
pub struct SaltedPhoto(#[salt(xxh3, buckets = 3)] u8);

impl From<Photo> for SaltedPhoto {
    fn from(photo: Photo) -> Self {
        Self(photo.0)
    }
}

impl From<SaltedPhoto> for Photo {
    fn from(photo: SaltedPhoto) -> Self {
        Self(photo.0)
    }
}

impl MovesTo<SaltedPhoto> for Photo {
    fn new_key(&self) -> SaltedPhoto {
        SaltedPhoto(self.0)
    }

    fn old_key(new: &SaltedPhoto) -> Option<Self> {
        Some(Self(new.0))
    }
}

impl MovesTo<Photo> for SaltedPhoto {
    fn new_key(&self) -> Photo {
        Photo(self.0)
    }

    fn old_key(new: &Photo) -> Option<Self> {
        Some(Self(new.0))
    }
}

/// A part of a move, with the steps of the programs that change photos in it.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Rows are copied, and `OldFirst` changes photos.
    Copying,
    /// `OldFirst` and `NewFirst`.
    Both,
    /// `NewFirst` and `NewOnly`.
    Leaving,
    /// Old rows are deleted, and `NewOnly` changes photos.
    Finishing,
}

/// The stages of a move.
const STAGES: [Stage; 4] = [Stage::Copying, Stage::Both, Stage::Leaving, Stage::Finishing];

impl Stage {
    const fn of_number(number: u32) -> Self {
        STAGES[number as usize % STAGES.len()]
    }

    /// Returns the step of the program that makes a change.
    const fn step(self, change: u32) -> MoveStep {
        match (self, change % 2) {
            (Self::Copying, _) | (Self::Both, 0) => MoveStep::OldFirst,
            (Self::Both, _) | (Self::Leaving, 0) => MoveStep::NewFirst,
            (Self::Leaving | Self::Finishing, _) => MoveStep::NewOnly,
        }
    }
}

/// Returns `true` if a stage moves photos to the salted table, and not back.
const fn is_forth(number: u32) -> bool {
    (number / STAGES.len() as u32).is_multiple_of(2)
}

/// The database of the programs.
struct Album<S> {
    photos: S,
    salted: S,
    /// The number of the stage, and the cursor of its pass.
    progress: S,
}

const NUMBER: &[u8] = b"number";
const CURSOR: &[u8] = b"cursor";

impl<S: Stored> Album<S> {
    fn open(program: &Program<S>, path: &Path) -> Self {
        let photos = (program.open)(path, "photos");
        let [salted, progress] = ["salted", "progress"].map(|name| (program.other)(&photos, name));
        Self { photos, salted, progress }
    }

    /// Returns the number of the stage.
    fn number(&self) -> u32 {
        self.progress.get(NUMBER).unwrap().map_or(0, |number| u32::from_be_bytes(number.try_into().unwrap()))
    }

    /// Checks both tables, as the stage allows them to be. Returns the photos.
    fn photos(&self) -> Photos {
        let number = self.number();
        let photos = rows(&self.photos, &Photo::scan().plan().unwrap());
        let salted = rows(&self.salted, &SaltedPhoto::scan().plan().unwrap());
        let [old, new] = if is_forth(number) { [photos, salted] } else { [salted, photos] };
        match Stage::of_number(number) {
            Stage::Copying => {
                // Both have the same value of a copied photo, and no copy of a deleted one is left.
                assert!(new.iter().all(|(photo, value)| old.get(photo) == Some(value)), "old {old:?}, new {new:?}");
                old
            }
            Stage::Both => {
                assert_eq!(old, new);
                old
            }
            Stage::Leaving | Stage::Finishing => new,
        }
    }

    /// Runs the rest of the current stage. Changes photos meanwhile, and prints the number of each acknowledged change.
    fn run_stage(&self, change: &mut u32) {
        let number = self.number();
        if is_forth(number) {
            self.run::<Photo, SaltedPhoto>([&self.photos, &self.salted], number, change);
        } else {
            self.run::<SaltedPhoto, Photo>([&self.salted, &self.photos], number, change);
        }
        self.progress.write(Batch::new().put(NUMBER, (number + 1).to_be_bytes()).delete(CURSOR)).unwrap();
    }

    fn run<O: MovesTo<N>, N: OwnedKey + From<Photo>>(&self, [old, new]: [&S; 2], number: u32, change: &mut u32) {
        let stage = Stage::of_number(number);
        let program = |step| {
            let [old, new] = [old, new].map(S::clone);
            MovingTable::<O, N, S>::new(step, Table::new(old), Table::new(new).with_batch_rows(3))
        };
        let mut make_changes = || {
            for _ in 0..2 {
                let (table, (photo, value)) = (program(stage.step(*change)), photo_after(*change));
                match value {
                    Some(value) => table.put(&N::from(photo), value).unwrap(),
                    None => table.delete(&N::from(photo)).unwrap(),
                }
                // To standard error, because the test harness also writes to standard output.
                eprintln!("{change}");
                *change += 1;
            }
        };
        let cursor = self.progress.get(CURSOR).unwrap().map(|cursor| String::from_utf8(cursor).unwrap());
        let progress = |moved: &Moved| {
            let cursor = moved.cursor.as_deref().unwrap();
            self.progress.write(Batch::new().put(CURSOR, cursor)).unwrap();
            make_changes();
            ControlFlow::Continue(())
        };
        match stage {
            Stage::Copying => _ = program(MoveStep::OldFirst).move_rows(cursor.as_deref(), progress).unwrap(),
            // The longest one, because only here both tables have to be equal after each kill.
            Stage::Both => (0..10).for_each(|_| make_changes()),
            Stage::Leaving => (0..3).for_each(|_| make_changes()),
            Stage::Finishing => {
                let last = program(MoveStep::NewOnly);
                last.finish(cursor.as_deref(), progress).unwrap();
                assert_eq!(last.count_old().unwrap(), 0);
            }
        }
    }
}

fn rows<K: OwnedKey + Into<Photo>, S: Stored>(store: &S, plan: &Plan<K>) -> Photos {
    let table = Table::<K, _>::new(store.clone());
    let rows = table.scan(plan).unwrap().map(Result::unwrap);
    rows.map(|(key, value)| (key.into(), value)).collect()
}

/// Moves photos to and fro. Never returns.
fn move_for_ever<S: Stored>(program: &Program<S>, path: &Path) -> ! {
    let album = Album::open(program, path);
    let mut change = changes_of(&album.photos());
    loop {
        album.run_stage(&mut change);
    }
}

/// Kills programs that move rows, put and delete them, and finish the move.
pub fn keeps_moving_rows<S: Stored>(program: &Program<S>) {
    if let Some(path) = env::var_os(DATABASE) {
        move_for_ever(program, Path::new(&path));
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("photos");
    let mut made = 0;
    for kill in 0..30 {
        let acknowledged = kill_after(1 + kill * 7 % 23, &path, program.test).map_or(made, |last| last + 1);
        made = changes_made(&Album::open(program, &path).photos(), acknowledged);
    }
    let album = Album::open(program, &path);
    assert!(album.number() >= 8, "only {} stages", album.number());
    // The last move ends, from wherever the last program was killed.
    let mut change = changes_of(&album.photos());
    let end = album.number().next_multiple_of(STAGES.len() as u32);
    while album.number() < end {
        album.run_stage(&mut change);
    }
    assert_eq!(album.photos(), photos_after(change));
}
