//! Scans while a rekey moves rows. A row that is not written meanwhile must be found exactly once. For all engines,
//! with or without snapshots.

use fastrand::Rng;
use rowkey::{OwnedKey, Plan, RowKey};
use rowkey_store::{AsyncCompareAndSet, AsyncRows, AsyncStore, AsyncTable};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// A key before and after a change.
pub trait Changed {
    type Before: OwnedKey;
    type Now: OwnedKey + Debug + Send + 'static;

    fn before(id: u16) -> Self::Before;
    fn now(id: u16) -> Self::Now;
    fn id(key: &Self::Now) -> u16;
    /// Plans a scan of all rows, or one page of them from a cursor if there is a limit.
    fn plan(limit: Option<usize>, cursor: Option<&str>) -> Plan<Self::Now>;
}

pub mod before {
    //! The keys before the change.

    #[derive(rowkey::RowKey)]
    pub struct Call(#[salt(buckets = 3)] pub u16);

    #[derive(rowkey::RowKey)]
    pub enum Row {
        #[rowkey(tag = "p")]
        Post { id: u16 },
        #[rowkey(tag = "u")]
        User {
            #[salt(buckets = 2)]
            id: u16,
        },
    }
}

#[derive(RowKey, Debug)]
pub struct Call(#[salt(buckets = 7, was(3))] pub u16);

/// The tag of one variant has changed. Another variant has a new tag and a new salt.
#[derive(RowKey, Debug)]
pub enum Row {
    #[rowkey(tag = "Q", was(tag = "p"))]
    Post { id: u16 },
    #[rowkey(tag = "A", was(tag = "u"))]
    User {
        #[salt(buckets = 3, was(2))]
        id: u16,
    },
}

/// A salt with more buckets.
pub struct OtherSalt;

impl Changed for OtherSalt {
    type Before = before::Call;
    type Now = Call;

    fn before(id: u16) -> before::Call {
        before::Call(id)
    }

    fn now(id: u16) -> Call {
        Call(id)
    }

    fn id(key: &Call) -> u16 {
        key.0
    }

    fn plan(limit: Option<usize>, cursor: Option<&str>) -> Plan<Self::Now> {
        let mut scan = Call::scan();
        if let Some(limit) = limit {
            scan = scan.limit(limit);
        }
        if let Some(cursor) = cursor {
            scan = scan.resume(Some(cursor));
        }
        scan.plan().unwrap()
    }
}

/// New tags for two variants, and a new salt for one of them.
pub struct OtherTags;

impl Changed for OtherTags {
    type Before = before::Row;
    type Now = Row;

    fn before(id: u16) -> before::Row {
        if id.is_multiple_of(2) { before::Row::Post { id } } else { before::Row::User { id } }
    }

    fn now(id: u16) -> Row {
        if id.is_multiple_of(2) { Row::Post { id } } else { Row::User { id } }
    }

    fn id(key: &Row) -> u16 {
        let (Row::Post { id } | Row::User { id }) = key;
        *id
    }

    fn plan(limit: Option<usize>, cursor: Option<&str>) -> Plan<Self::Now> {
        let mut scan = Row::scan();
        if let Some(limit) = limit {
            scan = scan.limit(limit);
        }
        if let Some(cursor) = cursor {
            scan = scan.resume(Some(cursor));
        }
        scan.plan().unwrap()
    }
}

type Model = BTreeMap<u16, Vec<u8>>;

/// A running scan.
struct Reading<C: Changed, S: AsyncStore> {
    rows: AsyncRows<C::Now, S::Reader>,
    /// The number of rows of a page, if the scan reads pages.
    page: Option<usize>,
    is_reversed: bool,
    /// The rows that existed at the beginning.
    expected: Model,
    /// The rows that were written since then.
    written: BTreeSet<u16>,
    found: Vec<(u16, Vec<u8>)>,
}

impl<C: Changed, S: AsyncStore> Reading<C, S> {
    async fn begin(table: &AsyncTable<C::Now, S>, expected: Model, random: &mut Rng) -> Self {
        let (page, is_reversed) = (random.bool().then(|| random.usize(1..40)), random.bool());
        let is_by_range = page.is_none() && !is_reversed && random.bool();
        let plan = C::plan(page, None);
        let plan = if is_reversed { plan.reversed() } else { plan };
        let rows = match is_by_range {
            true => table.scan_by_range(&plan).await.unwrap(),
            false => table.scan(&plan).await.unwrap(),
        };
        Self { rows, page, is_reversed, expected, written: BTreeSet::new(), found: Vec::new() }
    }

    /// Reads a few rows. Returns `false` at the end.
    async fn read_on(&mut self, table: &AsyncTable<C::Now, S>, most: usize) -> bool {
        for _ in 0..most {
            if let Some(row) = self.rows.next().await {
                let (key, value) = row.unwrap();
                self.found.push((C::id(&key), value));
                continue;
            }
            let Some(cursor) = self.page.and_then(|_| self.rows.cursor()) else { return false };
            let plan = C::plan(self.page, Some(&cursor));
            self.rows = table.scan(&if self.is_reversed { plan.reversed() } else { plan }).await.unwrap();
        }
        true
    }

    /// Returns the errors in the found rows.
    fn fault(&self) -> Option<String> {
        let found: Model = self.found.iter().cloned().collect();
        let is_right = |(id, value): (&u16, &Vec<u8>)| self.written.contains(id) || found.get(id) == Some(value);
        let missing: Vec<u16> = self.expected.iter().filter(|row| !is_right(*row)).map(|(id, _)| *id).collect();
        let is_once = found.len() == self.found.len();
        (!missing.is_empty() || !is_once).then(|| {
            let Self { page, is_reversed, .. } = self;
            format!("page {page:?}, reversed {is_reversed}: missing or wrong {missing:?}, each row once: {is_once}")
        })
    }
}

/// Runs a seeded history over an empty store: scans, steps of rekeys, puts and deletes, interleaved. Returns the first
/// error.
///
/// With `waits_for_scans`, `finish_rekey` waits for the scans that began before it.
///
/// # Panics
///
/// If the store fails.
pub async fn history<C: Changed, S: AsyncCompareAndSet + Clone>(
    store: S,
    random: &mut Rng,
    waits_for_scans: bool,
) -> Option<String> {
    let (old, table) = (AsyncTable::<C::Before, _>::new(store.clone()), AsyncTable::<C::Now, _>::new(store));
    let mut model = Model::new();
    for id in 0..150 {
        // Most rows come from the program before the change.
        match random.u8(..8) {
            0 => table.put(&C::now(id), "0").await.unwrap(),
            _ => old.put(&C::before(id), "0").await.unwrap(),
        }
        model.insert(id, b"0".to_vec());
    }
    // The running scans, and how many of them began before the end of the last rekey.
    let (mut readings, mut may_finish_without) = (Vec::<Reading<C, S>>::new(), 0);
    for step in 0..120_u32 {
        match random.u8(..10) {
            0 | 1 if readings.len() < 4 => readings.push(Reading::begin(&table, model.clone(), random).await),
            2 => {
                table.rekey(None, |_| ControlFlow::Continue(())).await.unwrap();
                may_finish_without = readings.len();
            }
            3 if may_finish_without == 0 || !waits_for_scans => {
                table.finish_rekey(None, |_| ControlFlow::Continue(())).await.unwrap();
            }
            4 => {
                let (id, value) = (random.u16(..200), step.to_string().into_bytes());
                if random.u8(..4) > 0 {
                    table.put(&C::now(id), value.clone()).await.unwrap();
                    model.insert(id, value);
                } else {
                    table.delete(&C::now(id)).await.unwrap();
                    model.remove(&id);
                }
                readings.iter_mut().for_each(|reading| _ = reading.written.insert(id));
            }
            _ if !readings.is_empty() => {
                let at = random.usize(..readings.len());
                let is_open = readings[at].read_on(&table, random.usize(1..60)).await;
                if !is_open {
                    if let Some(fault) = readings.remove(at).fault() {
                        return Some(format!("step {step}: {fault}"));
                    }
                    may_finish_without -= usize::from(at < may_finish_without);
                }
            }
            _ => {}
        }
    }
    for mut reading in readings {
        while reading.read_on(&table, 100).await {}
        if let Some(fault) = reading.fault() {
            return Some(format!("at the end: {fault}"));
        }
    }
    None
}
