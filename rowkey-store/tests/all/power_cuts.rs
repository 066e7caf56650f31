//! redb over a failing disk. The disk loses power between two calls, writes half of its data, or is full. One seed
//! determines the rows, the moment of each failure, and the bytes that reach the disk.
//!
//! Afterwards, every acknowledged batch is there. Any other batch is there as a whole, or not at all.

use ::redb::{Database, StorageBackend};
use fastrand::Rng;
use rowkey::RowKey;
use rowkey_store::{Batch, RedbStore, Store, Table};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

/// The number of bytes that a disk writes atomically.
const SECTOR: usize = 512;

/// More batches than a disk accepts before it fails.
const MOST_BATCHES: usize = 2_000;

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Reading {
    device: u8,
    at: u16,
}

type Rows = BTreeMap<Reading, String>;

/// A disk, and its content after a loss of power.
#[derive(Debug, Default)]
struct Disk {
    /// The bytes that reads see.
    now: Vec<u8>,
    /// The bytes that survive a loss of power, apart from `unsynced`.
    synced: Vec<u8>,
    /// The writes since the last sync. Some of them reach the disk.
    unsynced: Vec<(usize, Vec<u8>)>,
    /// The number of calls until it fails.
    calls_left: u64,
    /// The maximum length. The disk is full above it.
    most: usize,
}

impl Disk {
    fn fail_in(&mut self, calls: u64) {
        self.calls_left = calls;
    }

    /// Counts a call that changes the disk.
    fn change(&mut self) -> io::Result<()> {
        match self.calls_left.checked_sub(1) {
            Some(left) => self.calls_left = left,
            None => return Err(io::Error::other("no power")),
        }
        Ok(())
    }

    /// Loses power: some sectors of the unsynced writes reach the disk, in any order.
    fn lose_power(&mut self, random: &mut Rng) {
        let mut left = std::mem::take(&mut self.synced);
        let mut writes = std::mem::take(&mut self.unsynced);
        if random.bool() {
            random.shuffle(&mut writes);
        }
        // Half of the time, all sectors do.
        let share = if random.bool() { 1.0 } else { random.f64() };
        for (at, bytes) in writes {
            for (number, sector) in bytes.chunks(SECTOR).enumerate() {
                let at = at + number * SECTOR;
                if random.f64() < share {
                    left.resize(left.len().max(at + sector.len()), 0);
                    left[at..at + sector.len()].copy_from_slice(sector);
                }
            }
        }
        // The file system keeps its metadata consistent, so the file has the length that it was given.
        left.resize(self.now.len(), 0);
        (self.now, self.synced) = (left.clone(), left);
    }
}

/// The disk as redb uses it. A clone is the same disk.
#[derive(Clone, Debug, Default)]
struct Shared(Arc<Mutex<Disk>>);

impl Shared {
    fn new() -> Self {
        let disk = Self::default();
        (disk.lock().calls_left, disk.lock().most) = (u64::MAX, usize::MAX);
        disk
    }

    fn lock(&self) -> MutexGuard<'_, Disk> {
        self.0.lock().unwrap()
    }

    fn open(&self) -> Result<RedbStore, ::redb::DatabaseError> {
        let database = Database::builder().create_with_backend(self.clone())?;
        Ok(RedbStore::new(Arc::new(database), "readings").unwrap())
    }

    fn rows(&self) -> Rows {
        let table = Table::<Reading, _>::new(self.open().unwrap());
        let all = table.scan(&Reading::scan().plan().unwrap()).unwrap().map(|row| {
            let (reading, value) = row.unwrap();
            (reading, String::from_utf8(value).unwrap())
        });
        all.collect()
    }
}

impl StorageBackend for Shared {
    fn len(&self) -> io::Result<u64> {
        Ok(self.lock().now.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let (disk, at) = (self.lock(), offset as usize);
        let bytes = disk.now.get(at..at + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut disk = self.lock();
        disk.change()?;
        if len as usize > disk.most {
            return Err(io::ErrorKind::StorageFull.into());
        }
        disk.now.resize(len as usize, 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut disk = self.lock();
        disk.change()?;
        let (len, writes) = (disk.now.len(), std::mem::take(&mut disk.unsynced));
        disk.synced.resize(len, 0);
        for (at, bytes) in writes {
            disk.synced[at..at + bytes.len()].copy_from_slice(&bytes);
        }
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut disk = self.lock();
        disk.change()?;
        let at = offset as usize;
        disk.unsynced.push((at, data.to_vec()));
        disk.now[at..at + data.len()].copy_from_slice(data);
        Ok(())
    }
}

/// Puts and deletes some of `rows`, with times below `latest`, and returns the changes as a batch.
fn change(rows: &mut Rows, latest: u16, random: &mut Rng) -> Batch {
    let mut batch = Batch::new();
    for _ in 0..random.usize(1..40) {
        let reading = Reading { device: random.u8(0..3), at: random.u16(0..latest) };
        let key = reading.key();
        if random.u8(0..3) == 0 {
            rows.remove(&reading);
            batch.delete(key);
        } else {
            let value = random.alphanumeric().to_string().repeat(random.usize(0..3_000));
            batch.put(key, &value);
            rows.insert(reading, value);
        }
    }
    batch
}

/// Writes batches until the disk fails. Returns the rows before and after the batch that failed.
fn write_until_failure(store: &RedbStore, rows: &Rows, latest: u16, random: &mut Rng) -> (Rows, Rows) {
    let mut before = rows.clone();
    for _ in 0..MOST_BATCHES {
        let mut behind = before.clone();
        let batch = change(&mut behind, latest, random);
        if store.write(&batch).is_err() {
            return (before, behind);
        }
        before = behind;
    }
    panic!("{MOST_BATCHES} batches, and the disk did not fail")
}

fn check(found: &Rows, before: &Rows, behind: &Rows, seed: u64) -> Rows {
    assert!(
        found == before || found == behind,
        "seed {seed}: found {} rows, neither before nor behind a batch",
        found.len()
    );
    found.clone()
}

#[test]
fn what_was_acknowledged_survives_a_loss_of_power() {
    let (mut lost, mut kept) = (0, 0);
    for seed in 0..50 {
        let (mut random, disk) = (Rng::with_seed(seed), Shared::new());
        let mut rows = Rows::new();
        for _ in 0..4 {
            let store = disk.open().unwrap();
            let calls = random.u64(0..200);
            disk.lock().fail_in(calls);
            let (before, behind) = write_until_failure(&store, &rows, 60, &mut random);
            drop(store);
            disk.lock().lose_power(&mut random);
            // In some rounds, power is lost again while the database is opened.
            if random.bool() {
                let calls = random.u64(0..20);
                disk.lock().fail_in(calls);
                drop(disk.open());
                disk.lock().lose_power(&mut random);
            }
            disk.lock().fail_in(u64::MAX);
            rows = check(&disk.rows(), &before, &behind, seed);
            *(if rows == before { &mut lost } else { &mut kept }) += 1;
        }
    }
    println!("{lost} batches were lost, {kept} were kept");
    assert!(lost > 50 && kept > 0);
}

#[test]
fn a_full_disk_takes_whole_batches_or_none() {
    for seed in 0..20 {
        let (mut random, disk) = (Rng::with_seed(seed), Shared::new());
        let mut rows = Rows::new();
        for _ in 0..3 {
            let store = disk.open().unwrap();
            let full = disk.lock().now.len() + random.usize(0..300_000);
            disk.lock().most = full;
            let (before, behind) = write_until_failure(&store, &rows, u16::MAX, &mut random);
            drop(store);
            disk.lock().most = usize::MAX;
            rows = check(&disk.rows(), &before, &behind, seed);
        }
        let mut more = rows.clone();
        disk.open().unwrap().write(&change(&mut more, u16::MAX, &mut random)).unwrap();
        assert_eq!(disk.rows(), more, "seed {seed}: there is room again");
    }
}

rowkey::laws!(Reading);
