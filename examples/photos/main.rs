//! Photos and their tags: secondary keys, with the same code on an engine with transactions and on HBase.
//!
//! ```text
//! cargo run -p rowkey-examples --bin photos [-- [--photos N] [--seed N] [--hbase HOST:PORT]]
//! ```
//!
//! Two threads edit the tags of the same photos at the same time. A table of secondary keys finds the photos of each tag,
//! newest first. At the end, each tag is compared with a full scan of the photos. The tables are in a redb database. With
//! `--hbase`, the address of a Thrift 2 gateway, the program repeats everything there.
//!
//! Begin with the keys [`Photo`] and [`ByTag`], and with [`Album::open`].

mod keys;

use fastrand::Rng;
use rowkey::RowKey;
use rowkey_store::{IndexedStore, IndexedTable, KeyOf, RedbStore, Store, Table, TableError};
use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;
use std::thread;

use common::section;
use keys::{ByTag, Photo};

/// The secondary keys of a photo with these tags.
fn by_tags(&Photo { user, photo }: &Photo, tags: &[u8]) -> Vec<ByTag> {
    let tags = String::from_utf8_lossy(tags);
    tags.split_whitespace().map(|tag| ByTag { tag: tag.into(), photo, user }).collect()
}

const TAGS: [&str; 6] = ["beach", "dog", "family", "hike", "snow", "sunset"];

/// The photos of a program, and their secondary keys.
struct Album<S> {
    photos: IndexedTable<Photo, S>,
    by_tag: Table<ByTag, S, KeyOf<Photo>>,
}

type Outcome<T, S> = Result<T, TableError<<S as Store>::Error>>;

impl<S: IndexedStore + Clone> Album<S> {
    /// Opens the tables. On HBase, both need a family for the versions of their rows.
    fn open([photos, by_tag]: [S; 2]) -> Self {
        let by_tag = Table::new(by_tag).with_values();
        let photos = IndexedTable::new(Table::new(photos))
            .with_key(&by_tag, |photo: &Photo, tags: &Vec<u8>| by_tags(photo, tags));
        Self { photos, by_tag }
    }

    /// Edits photos at random: most edits change the tags of a photo, and some delete it.
    fn edit(&self, mut random: Rng, photos: u64) -> Outcome<(), S> {
        for _ in 0..photos {
            let photo = random.u64(..photos);
            let key = Photo { user: (photo % 7) as u32, photo };
            if random.u8(..10) == 0 {
                self.photos.delete(&key)?;
            } else {
                let tags: Vec<&str> = TAGS.into_iter().filter(|_| random.u8(..4) == 0).collect();
                self.photos.put(&key, tags.join(" "))?;
            }
        }
        Ok(())
    }

    /// Compares the photos of each tag with a full scan. Returns a line for each tag, and `true` if all are equal.
    fn compare(&self) -> Result<(String, bool), Box<dyn Error>> {
        let all: Vec<(Photo, Vec<u8>)> = self.photos.scan(&Photo::scan().plan()?)?.collect::<Result<_, _>>()?;
        let (mut lines, mut is_same) = (String::new(), true);
        for tag in TAGS {
            let rows = self.photos.rows_by(&self.by_tag, &ByTag::scan().tag(tag).plan()?)?;
            let found: Vec<Photo> = rows.map(|row| row.map(|(_, photo, _)| photo)).collect::<Result<_, _>>()?;
            let has_tag = |(photo, tags): &&(Photo, Vec<u8>)| by_tags(photo, tags).iter().any(|key| key.tag == tag);
            let mut expected: Vec<Photo> = all.iter().filter(has_tag).map(|(photo, _)| *photo).collect();
            expected.sort_unstable_by_key(|photo| std::cmp::Reverse((photo.photo, photo.user)));
            let newest: Vec<u64> = found.iter().take(5).map(|photo| photo.photo).collect();
            let same = found == expected;
            let verdict = if same { "matches a full scan" } else { "DIFFERS from a full scan" };
            // A `String` takes any text.
            let _ = writeln!(lines, "{tag:<7} {:>5} photos: {verdict}. The newest are {newest:?}", found.len());
            is_same &= same;
        }
        Ok((lines, is_same))
    }
}

/// Edits the photos in two threads, and shows the photos of each tag. Returns `true` if they match a full scan.
fn run_on<S>(engine: &str, stores: [S; 2], arguments: &Arguments) -> Result<bool, Box<dyn Error>>
where
    S: IndexedStore + Clone + Send,
{
    thread::scope(|scope| {
        let edit = |seed| {
            let (random, stores) = (Rng::with_seed(seed), stores.clone());
            move || Album::open(stores).edit(random, arguments.photos)
        };
        let other = scope.spawn(edit(arguments.seed + 1));
        edit(arguments.seed)()?;
        other.join().unwrap_or(Ok(()))
    })?;
    let (lines, is_same) = Album::open(stores).compare()?;
    section(&format!("The photos of each tag, in {engine}"), lines);
    Ok(is_same)
}

fn run(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    section("The key of a photo", Photo::LAYOUT);
    section("A key of each tag", ByTag::LAYOUT);
    let directory = common::Scratch::new()?;
    let photos = RedbStore::open(directory.path().join("photos.redb"), "photos")?;
    let by_tag = photos.with_table("by_tag")?;
    let right = run_on("redb", [photos, by_tag], arguments)?;

    #[cfg(feature = "hbase")]
    let right = match &arguments.hbase {
        Some(address) => {
            let hbase = rowkey_hbase::HBase::connect(address)?;
            // Other edits get other tables, so that the rows of earlier runs do not interfere.
            let name = |which| format!("rowkey_{which}_{}_{}", arguments.photos, arguments.seed);
            let photos = common::hbase::indexed_table::<Photo>(&hbase, &name("photos"))?;
            let by_tag = common::hbase::indexed_table::<ByTag>(&hbase, &name("by_tag"))?;
            right & run_on("HBase", [photos, by_tag], arguments)?
        }
        None => right,
    };
    Ok(right)
}

struct Arguments {
    photos: u64,
    seed: u64,
    hbase: Option<String>,
}

/// Returns `None` for `--help`.
fn parse_arguments() -> Result<Option<Arguments>, lexopt::Error> {
    use lexopt::prelude::{Long, Short, ValueExt};

    let mut arguments = Arguments { photos: 300, seed: 1, hbase: None };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("photos") => arguments.photos = parser.value()?.parse()?,
            Long("seed") => arguments.seed = parser.value()?.parse()?,
            Long("hbase") => arguments.hbase = Some(common::hbase_address(&mut parser)?),
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(arguments))
}

const HELP: &str = "\
Edits the tags of photos in two threads, and finds the photos of each tag by a secondary key

Usage: photos [--photos N] [--seed N] [--hbase HOST:PORT]

  --photos N         the number of photos, and of edits of each thread (default: 300)
  --seed N           the seed of the edits (default: 1)
  --hbase HOST:PORT  a Thrift 2 gateway: also edit photos on HBase";

fn main() -> ExitCode {
    common::run(parse_arguments(), HELP, run)
}
