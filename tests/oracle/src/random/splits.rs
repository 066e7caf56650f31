//! Random split keys, and strings close to keys.

use super::{one_in, pick};
use crate::layout::{Field, Key, Split, Type};
use fastrand::Rng;

pub(super) fn split(key: &Key, random: &mut Rng) -> Split {
    let regions = Some(random.u32(2..=9));
    let rule = pick(
        random,
        &[
            "regions",
            "regions",
            "after",
            "hex_range",
            "byte_range",
            "keys",
            "keys",
            "keys",
            "hex_string",
            "md5_string",
            "decimal_string",
            "uniform",
        ],
    );
    let begins_with_time = crate::rules::clock(key).is_some();
    let rule = if one_in(random, if begins_with_time { 2 } else { 60 }) { "span" } else { rule };
    let (literals, regions): (Vec<Vec<u8>>, _) = match rule {
        "span" => {
            let ends: &[[&[u8]; 2]] = &[
                [b"2020", b"2040"],
                [b"1970", b"2100"],
                [b"2023-12", b"2024-03"],
                [b"2024-02-28", b"2024-03-02"],
                [b"1850", b"1950"],
                [b"2040", b"2020-06-01"],
            ];
            (pick(random, ends).map(<[u8]>::to_vec).to_vec(), regions)
        }
        "after" => {
            (vec![pick::<&[u8]>(random, &[b"|", b"~", b"\xFF", b"_"]).to_vec()], regions.filter(|_| random.bool()))
        }
        "hex_range" => {
            (pick(random, &[vec![b"00".to_vec(), b"ff".to_vec()], vec![b"0000".to_vec(), b"ffff".to_vec()]]), regions)
        }
        "byte_range" => (
            pick(random, &[vec![b"\x10".to_vec(), b"\x90".to_vec()], vec![b"a".to_vec(), b"z".to_vec()]]),
            Some(random.u32(3..=9)),
        ),
        "keys" => (listed(key, random), None),
        "regions" => (vec![], regions),
        _ if random.bool() => (vec![], regions),
        splitter => {
            let ends: &[[&[u8]; 2]] = match splitter {
                "hex_string" => &[[b"10", b"ef"], [b"0000", b"7fff"], [b"0", b"fff"]],
                "md5_string" => &[[b"00000000", b"7fffffff"], [b"0000", b"ffff"]],
                "decimal_string" => &[[b"100", b"999"], [b"0", b"500"]],
                _ => &[[b"\x10", b"\x90\0"], [b"a", b"zz"], [b"\0", b"\xFF\xFF\xFF"]],
            };
            (pick(random, ends).map(<[u8]>::to_vec).to_vec(), regions)
        }
    };
    let counted = |field: &Field| {
        field.computed.is_some()
            || !field.desc
                && !matches!(
                    field.of,
                    Type::Float(..)
                        | Type::Char
                        | Type::Option(_)
                        | Type::Key(_)
                        | Type::Kinds(_)
                        | Type::Tuple(_)
                        | Type::Array(..)
                        | Type::Date(..)
                        | Type::Id(_)
                        | Type::OwnCodec
                )
                && !matches!(field.of, Type::Int(int, _) if int.nonzero)
    };
    let (rule, literals, regions) = match rule {
        "regions" if key.salt.is_none() && !counted(&key.fields[0]) => ("keys", listed(key, random), None),
        // A digest has too many labels to list.
        "after" if key.salt.as_ref().is_some_and(|salt| salt.buckets.is_none()) => ("keys", listed(key, random), None),
        _ => (rule, literals, regions),
    };
    Split { rule, literals, regions, allow_dead: one_in(random, 6), allow_uneven: one_in(random, 12) }
}

/// Draws one to three split keys, close to keys of the layout.
pub(super) fn listed(key: &Key, random: &mut Rng) -> Vec<Vec<u8>> {
    let words = crate::regex::key(key, crate::regex::Precision::Bytes);
    let automaton = crate::automaton::Automaton::of(&words);
    let mut all: Vec<Vec<u8>> = (0..random.usize(1..=3))
        .map(|_| {
            let near = automaton.as_ref().and_then(|automaton| automaton.random_word(random, 4)).unwrap_or_default();
            nearby(near, random)
        })
        .filter(|key| !key.is_empty())
        .collect();
    all.push(vec![b'm']);
    all.sort();
    all.dedup();
    all
}

/// Returns a string that differs from another by one byte, by a truncation, or not at all.
pub fn nearby(mut key: Vec<u8>, random: &mut Rng) -> Vec<u8> {
    let at = random.usize(..key.len().max(1));
    match random.u32(..8) {
        0 => key.truncate(at),
        1 if !key.is_empty() => key[at] = key[at].wrapping_add(1),
        2 if !key.is_empty() => key[at] = key[at].wrapping_sub(1),
        3 => key.push(pick(random, &[0, 1, 0xFF])),
        5 => key.insert(at, pick(random, &[b'0', b'0', b'-', 0, 0xFF])),
        6 if !key.is_empty() => drop(key.remove(at)),
        4 if !key.is_empty() => {
            key.truncate(at + 1);
            key[at] = random.u8(..);
        }
        _ => {}
    }
    key
}
