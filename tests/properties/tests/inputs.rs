//! The properties, held against inputs that fuzzing has kept and against inputs that are drawn. The corpora of `text` and `thrift` are tried
//! again by the tests of the crates that they are about.

use fastrand::Rng;
use std::path::Path;
use std::{fs, iter};

/// Tries every input that the runs of a target have kept.
fn corpus(target: &str, property: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let inputs: Vec<_> = fs::read_dir(folder).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap()).collect();
    assert!(inputs.len() >= 20, "{} inputs", inputs.len());
    inputs.iter().for_each(|input| property(input));
}

/// Tries so many inputs of random bytes for each of 64 first bytes, which choose all key types; `None` passes one over.
fn drawn(count: usize, width: usize, property: impl Fn(&[u8], u32)) {
    drawn_of(0..64, count, width, property);
}

/// The same of some first bytes.
fn drawn_of(choices: impl IntoIterator<Item = u8>, count: usize, width: usize, property: impl Fn(&[u8], u32)) {
    let mut random = Rng::with_seed(7);
    for choice in choices {
        for _ in 0..count {
            let width = random.usize(..width);
            let input: Vec<u8> = iter::once(choice).chain(iter::repeat_with(|| random.u8(..)).take(width)).collect();
            property(&input, random.u32(..));
        }
    }
}

#[test]
fn decodes() {
    corpus("decode", properties::decode);
    let changes = std::cell::Cell::new(0);
    drawn(100, 1, |input, seed| {
        // A key, the same with its salt, and with a byte that is none of it.
        let Some(mut key) = properties::change(input, false, seed & !3) else { return };
        changes.set(changes.get() + 1);
        properties::decode(&key);
        let at = 1 + seed as usize % key.len();
        key.insert(at, (seed >> 24) as u8);
        properties::decode(&key);
    });
    assert!(changes.get() > 1_000);
}

#[test]
fn order() {
    corpus("order", properties::order);
    drawn(200, 1, |input, seed| {
        let Some(key) = properties::change(input, false, seed) else { return };
        let Ok(width) = u8::try_from(key.len() - 1) else { return };
        let two = [&key[..1], &[width], &key[1..]].concat();
        properties::change(&two, true, seed.rotate_left(7)).iter().for_each(|two| properties::order(two));
    });
}

#[test]
fn plans() {
    corpus("plans", properties::plan);
    drawn(100, 160, |input, _| properties::plan(input));
    // Some faults are of older tags beside inputs that the salt refuses, or of more labels than ranges.
    let few =
        ["Renamed", "Wide", "RenamedWide", "WholeDigest", "Moved"].map(|name| properties::choice_of(name).unwrap());
    drawn_of(few, 1_000, 400, |input, _| properties::plan(input));
}

#[test]
fn cursors() {
    corpus("cursors", properties::cursor);
    drawn(25, 160, |input, _| properties::cursor(input));
}

/// Fewer rows than are hashed at once, as many, and more.
#[test]
fn batches() {
    for choice in 0..41 {
        for rows in [1, 33, 70] {
            properties::batch(choice, rows, u64::from(choice) + rows as u64);
        }
    }
}
