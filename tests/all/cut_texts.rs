//! `pad(N, cut)`: texts of which the key keeps the start.

use rowkey::{EncodeError, RowKey, ValueError, contains, ends_with, starts_with};
use std::ops::Bound;

/// The index by kind and tag of nostr's store in LMDB: the value of a tag cut to 182 bytes, the newest event first.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(store = lmdb)]
struct ByTag {
    kind: u16,
    author: [u8; 32],
    tag: u8,
    #[rowkey(pad(182, cut))]
    value: Vec<u8>,
    #[rowkey(desc)]
    created_at: u64,
    id: [u8; 32],
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Word {
    #[rowkey(pad(4, cut))]
    #[salt(xxh3, buckets = 4)]
    word: String,
    id: u8,
}

/// What is left of a text, by its characters.
fn left(word: &str) -> String {
    let mut kept = String::new();
    for char in word.chars() {
        if kept.len() + char.len_utf8() > 4 {
            return kept.trim_end_matches('\0').to_owned();
        }
        kept.push(char);
    }
    kept
}

const WORDS: [&str; 16] = [
    "",
    "a",
    "ab",
    "abcd",
    "abcde",
    "abcdz",
    "abc\0",
    "abc\0e",
    "ab\0\0e",
    "häuser",
    "häu",
    "日本語",
    "日本",
    "a日本",
    "😀",
    "z😀x",
];

#[test]
fn the_bytes_of_an_index() {
    for width in [0, 5, 182, 183, 5_000] {
        let value: Vec<u8> = (1..=250).cycle().take(width).collect();
        let event = ByTag { kind: 1, author: [7; 32], tag: b't', value: value.clone(), created_at: 9, id: [8; 32] };
        let mut cut = value;
        cut.resize(182, 0);
        let key = [&[0, 1], &[7; 32][..], b"t", &cut, &(u64::MAX - 9).to_be_bytes(), &[8; 32]].concat();
        assert_eq!(event.encode().map(|key| key.to_vec()), Ok(key.clone()));
        let read = ByTag::decode(&key).unwrap();
        assert_eq!((read.value.len(), read.encode().map(|key| key.to_vec())), (width.min(182), Ok(key)));
    }
}

#[test]
fn what_is_left_comes_back() {
    for word in WORDS {
        let row = Word { word: word.into(), id: 7 };
        if word.len() <= 4 && word.ends_with('\0') {
            let reason = ValueError::Padding { pad: 0, left: false };
            assert_eq!(row.encode(), Err(EncodeError::Value { key: "Word", field: "word", reason }));
            continue;
        }
        let key = row.encode().unwrap();
        let kept = Word { word: left(word), id: 7 };
        assert_eq!(
            key[1..],
            *format!("{:\0<width$}\u{7}", kept.word, width = 4 + kept.word.chars().count() - kept.word.len())
                .as_bytes()
        );
        assert_eq!((Word::decode(&key), kept.encode()), (Ok(kept), Ok(key)), "the salt sees what is left");
    }
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(java_hash, buckets = 251, of(word.without("-"), word.from(1))))]
struct Domain {
    #[rowkey(pad(4, cut), reverse_text)]
    word: String,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Octets {
    #[rowkey(pad(4, cut), reverse_text, chars("^-"))]
    #[salt(md5, buckets = 251)]
    word: Vec<u8>,
}

/// A reversed text is cut at the start of the value, and a salt must not see what is cut off: decode would compute another bucket.
#[test]
fn the_end_of_a_reversed_text_comes_back() {
    let reversed = |word: &str| word.chars().rev().collect::<String>();
    for word in WORDS.map(reversed) {
        if word.len() <= 4 && word.starts_with('\0') {
            assert!(Domain { word: word.clone() }.encode().is_err());
            assert!(Octets { word: word.into() }.encode().is_err());
            continue;
        }
        let kept = Domain { word: reversed(&left(&reversed(&word))) };
        match (Domain { word: word.clone() }).encode() {
            Ok(key) => {
                assert_eq!(Domain::scan().word(&*word).plan().map(|plan| plan.matches(&key)), Ok(true), "{word}");
                assert_eq!((Domain::decode(&key), kept.encode()), (Ok(kept), Ok(key)), "{word}");
            }
            // Java's `substring(1)` of no text throws.
            Err(error) => assert!(word.is_empty(), "{error}"),
        }
        let octets: Vec<u8> = word.into();
        let mut end = octets[octets.len().saturating_sub(4)..].to_vec();
        let padding = if octets.len() > 4 { end.iter().take_while(|byte| **byte == 0).count() } else { 0 };
        let kept = Octets { word: end.split_off(padding) };
        let key = Octets { word: octets }.encode().unwrap();
        assert_eq!((Octets::decode(&key), kept.encode()), (Ok(kept), Ok(key)));
    }
}

/// Scans compare what is stored; a value finds the rows of all values that begin alike.
#[test]
fn scans_see_what_is_left() {
    let keys: Vec<(Vec<u8>, String)> = WORDS
        .iter()
        .filter_map(|word| Some((Word { word: (*word).into(), id: 7 }.encode().ok()?.to_vec(), left(word))))
        .collect();
    let found = |plan: rowkey::Plan<_>| -> Vec<String> {
        let is_row = |key: &[u8]| plan.ranges().any(|range| range.contains(key)) && plan.matches(key);
        keys.iter().filter(|(key, _)| is_row(key)).map(|(_, stored)| stored.clone()).collect()
    };
    let stored = |is_row: &dyn Fn(&str) -> bool| -> Vec<String> {
        keys.iter().map(|(_, stored)| stored.clone()).filter(|stored| is_row(stored)).collect()
    };
    for word in WORDS {
        let kept = left(word);
        let is_value = word.len() > 4 || !word.ends_with('\0');
        assert_eq!(found(Word::scan().word(word).plan().unwrap()), stored(&|it| is_value && it == kept), "{word}");
        assert_eq!(found(Word::scan().filter_word(word).plan().unwrap()), stored(&|it| is_value && it == kept));
        for (from, to) in [
            (Bound::Included(word), Bound::Unbounded),
            (Bound::Unbounded, Bound::Excluded(word)),
            (Bound::Excluded(word), Bound::Unbounded),
        ] {
            // What is stored of a text that is too long is in a range that it bounds.
            let is_kept = |it: &str| word.len() > 4 && it == kept;
            let within = |it: &str| match (from, to) {
                (Bound::Included(from), _) => it >= from || is_kept(it),
                (Bound::Excluded(from), _) => it > from || is_kept(it),
                (_, Bound::Excluded(to)) => it < to || is_kept(it),
                _ => true,
            };
            assert_eq!(found(Word::scan().word((from, to)).plan().unwrap()), stored(&within), "{from:?} {to:?}");
        }
        assert_eq!(
            found(Word::scan().word(starts_with(word)).plan().unwrap()),
            stored(&|it| it.starts_with(word) || word.len() > 4 && it == kept),
            "{word}"
        );
        assert_eq!(found(Word::scan().filter_word(contains(word)).plan().unwrap()), stored(&|it| it.contains(word)));
        assert_eq!(found(Word::scan().filter_word(ends_with(word)).plan().unwrap()), stored(&|it| it.ends_with(word)));
    }
}

/// By value, too, a bound that is too long takes in what is left of it.
#[test]
fn a_long_bound_takes_in_what_is_left() {
    #[derive(RowKey)]
    struct Old {
        #[rowkey(pad(4, with = b'x', cut), allow(unordered))]
        word: String,
    }
    let key = Old { word: "abcde".into() }.encode().unwrap();
    let holds = |plan: rowkey::Plan<_>| plan.matches(&key);
    assert!(holds(Old::scan().filter_word("abcde"..).plan().unwrap()));
    assert!(!holds(Old::scan().filter_word("abce"..).plan().unwrap()));
    assert!(holds(Old::scan().filter_word(.."abcde").plan().unwrap()));
    assert!(holds(Old::scan().filter_word("abcd"..="abcd").plan().unwrap()));
}

rowkey::laws!(ByTag, Word, Domain, Octets);
