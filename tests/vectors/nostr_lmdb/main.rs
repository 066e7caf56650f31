//! Prints `tables/nostr_lmdb_keys.tsv`, the keys that nostr-lmdb writes into each of its indexes, and `tables/nostr_lmdb_queries.tsv`,
//! the events that it finds, in its order.
//!
//! ```sh
//! cd tests/vectors/nostr_lmdb
//! cargo run -- keys > ../tables/nostr_lmdb_keys.tsv
//! cargo run -- queries > ../tables/nostr_lmdb_queries.tsv
//! ```

use heed::types::Bytes;
use heed::{Env, EnvFlags, EnvOpenOptions};
use nostr_lmdb::NostrLmdb;
use nostr_lmdb::prelude::*;
use std::error::Error;
use std::path::Path;

const INDEXES: [&str; 7] = ["ci", "tci", "aci", "akci", "atci", "kci", "ktci"];

fn long(width: usize) -> String {
    "0123456789".repeat(30)[..width].to_owned()
}

/// Tags of one letter: short values, values at the width of the index and beyond it, and a character on the border.
fn tags() -> Vec<Vec<(char, String)>> {
    vec![
        vec![],
        vec![('t', "rust".into())],
        vec![('t', "rust".into()), ('e', "ab".repeat(32)), ('P', "主机".into())],
        vec![('d', String::new())],
        vec![('r', long(181)), ('r', long(182)), ('r', long(183))],
        vec![('r', long(300))],
        vec![('Z', format!("{}é", long(181))), ('a', format!("{}😀x", long(180)))],
        vec![('t', "rusty".into()), ('t', "a\0b".into())],
    ]
}

fn author(number: u8) -> PublicKey {
    PublicKey::from_byte_array([number; 32])
}

fn events() -> Vec<(Event, Vec<(char, String)>)> {
    let kinds = [1, 7, 256, 9_735];
    let times = [0, 1, 255, 1_700_000_000, 1_700_000_001, u64::from(u32::MAX) + 1, u64::MAX];
    let tags = tags();
    (0..48_usize)
        .map(|number| {
            let (kind, at) = (Kind::from_u16(kinds[number % 4]), Timestamp::from_secs(times[number % 7]));
            let author = author([0, 1, 0x7F, 0xFF, 2][number % 5]);
            let letters = tags[number % 8].clone();
            let list = letters.iter().map(|(letter, value)| Tag::custom(letter.to_string(), [value.clone()]));
            let list = Tags::from_list(list.collect());
            let content = format!("event {number}");
            let id = EventId::compute(&author, &at, &kind, &list, &content);
            (Event::new(id, author, at, kind, list, content, Signature::from_byte_array([0; 64])), letters)
        })
        .collect()
}

async fn save(path: &Path) -> Result<(), Box<dyn Error>> {
    let store = NostrLmdb::open(path).await?;
    for (event, _) in events() {
        assert!(store.save_event(&event).await?.is_success());
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn keys(path: &Path) -> Result<(), Box<dyn Error>> {
    println!("index\tkind\tauthor_hex\ttag\tvalue_hex\tcreated_at\tid_hex\tkey_hex");
    // SAFETY: no other process has the file open.
    let env: Env = unsafe { EnvOpenOptions::new().flags(EnvFlags::NO_TLS).max_dbs(12).open(path)? };
    let (read, events) = (env.read_txn()?, events());
    for index in INDEXES {
        let rows = env.open_database::<Bytes, Bytes>(&read, Some(index))?.ok_or(index)?;
        for row in rows.iter(&read)? {
            let (key, id) = row?;
            let (event, tags) = events.iter().find(|(event, _)| event.id.as_bytes() == id).ok_or("no such event")?;
            // The tag that the key is of, by its letter and the start of its value.
            let tag = tags.iter().find(|(letter, value)| {
                let mut start = vec![*letter as u8];
                start.extend(value.bytes().chain([0; 182]).take(182));
                index.contains('t') && key.windows(183).any(|window| window == start)
            });
            let (letter, value) = tag
                .map_or((String::new(), String::new()), |(letter, value)| (letter.to_string(), hex(value.as_bytes())));
            let (kind, at) = (event.kind.as_u16(), event.created_at.as_secs());
            println!("{index}\t{kind}\t{}\t{letter}\t{value}\t{at}\t{}\t{}", event.pubkey.to_hex(), hex(id), hex(key));
        }
    }
    Ok(())
}

async fn queries(path: &Path) -> Result<(), Box<dyn Error>> {
    println!("kind\tauthor_hex\ttag\tvalue_hex\tsince\tuntil\tids_hex");
    let store = NostrLmdb::open(path).await?;
    let times = [(None, None), (Some(1), None), (None, Some(1_700_000_000)), (Some(255), Some(1_700_000_001))];
    for kind in [None, Some(1), Some(256)] {
        for author_byte in [None, Some(0), Some(0xFF)] {
            let long = long(183);
            for tag in [None, Some(('t', "rust")), Some(('t', "rusty")), Some(('d', "")), Some(('r', &long))] {
                for (since, until) in times {
                    let mut filter = Filter::new();
                    let mut cells = [const { String::new() }; 6];
                    if let Some(kind) = kind {
                        filter = filter.kind(Kind::from_u16(kind));
                        cells[0] = kind.to_string();
                    }
                    if let Some(byte) = author_byte {
                        filter = filter.author(author(byte));
                        cells[1] = author(byte).to_hex();
                    }
                    if let Some((letter, value)) = tag {
                        filter = filter.custom_tag(SingleLetterTag::try_from(letter)?, value);
                        (cells[2], cells[3]) = (letter.to_string(), hex(value.as_bytes()));
                    }
                    if let Some(since) = since {
                        filter = filter.since(Timestamp::from_secs(since));
                        cells[4] = since.to_string();
                    }
                    if let Some(until) = until {
                        filter = filter.until(Timestamp::from_secs(until));
                        cells[5] = until.to_string();
                    }
                    let found = store.query(filter).await?;
                    let ids: Vec<String> = found.into_iter().map(|event| event.id.to_hex()).collect();
                    println!("{}\t{}", cells.join("\t"), ids.join(""));
                }
            }
        }
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let path = std::env::temp_dir().join(format!("nostr-lmdb-vectors-{}", std::process::id()));
    match args.get(1..).unwrap_or_default() {
        [what] if what == "queries" => {
            save(&path).await?;
            queries(&path).await?;
        }
        [what] if what == "keys" => {
            // Another process saves, so that the file is open once.
            let status = std::process::Command::new(&args[0]).arg("save").arg(&path).status()?;
            assert!(status.success());
            keys(&path)?;
        }
        [what, path] if what == "save" => return save(Path::new(path)).await,
        _ => return Err("expected `keys` or `queries`".into()),
    }
    Ok(std::fs::remove_dir_all(path)?)
}
