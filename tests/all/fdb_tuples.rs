//! `encoding = fdb_tuple` against FoundationDB's own packers: keys of the Python binding (`vectors/fdb_tuples.tsv`, printed by
//! `fdb_tuples.py`), and the crate `foundationdb-tuple`, in both directions.

use crate::golden::{golden, hex, refused, vector};
use foundationdb_tuple as fdb;
use rowkey::{ElementError, KeyRange, RowKey, Versionstamp};
use std::borrow::Cow;
use std::num::NonZero;
use uuid::Uuid;

keys! {
    #[rowkey(encoding = fdb_tuple)]
    Inside { x: Option<i32>, y: Option<String> }

    #[rowkey(encoding = fdb_tuple)]
    All {
        a: i64,
        b: Option<u64>,
        c: String,
        d: Option<Vec<u8>>,
        e: bool,
        f: f32,
        g: f64,
        h: Uuid,
        i: Inside,
        v: Versionstamp,
    }

    #[rowkey(encoding = fdb_tuple, prefix = b"\x15\x02")]
    Narrow { f: u8, b: i8, c: u16, d: i16, e: u32, g: i32, h: NonZero<u64>, i: Option<bool>, j: Option<Uuid> }

    #[rowkey(encoding = fdb_tuple)]
    Deep { a: Inner, b: Option<u8> }

    #[rowkey(encoding = fdb_tuple)]
    Inner { a: Option<bool>, b: Inside, c: Vec<u8> }
}

fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> Option<T> {
    (text != "null").then(|| text.parse().unwrap())
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    (text != "null").then(|| hex(text))
}

fn text(hex: &str) -> Option<String> {
    bytes(hex).map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn keys_of_the_python_binding() {
    let rows = vector("fdb_tuples");
    assert_eq!(rows.len(), 400);
    for row in rows {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        let [a, b, c, d, e, f, g, h, x, y, transaction, user, key, offset] = cells[..] else { panic!("{row:?}") };
        let user = user.parse().unwrap();
        let value = All {
            a: a.parse().unwrap(),
            b: number(b),
            c: text(c).unwrap(),
            d: bytes(d),
            e: e == "1",
            f: f32::from_bits(u32::from_str_radix(f, 16).unwrap()),
            g: f64::from_bits(u64::from_str_radix(g, 16).unwrap()),
            h: h.parse().unwrap(),
            i: Inside { x: number(x), y: text(y) },
            v: match transaction {
                "-" => Versionstamp::incomplete(user),
                transaction => Versionstamp::new(hex(transaction).try_into().unwrap(), user),
            },
        };
        let key = hex(key);
        golden(&value, &key);
        assert_eq!(value.v.is_complete(), transaction != "-");
        if let Ok(offset) = offset.parse() {
            assert_eq!(All::LAYOUT.versionstamp_offset_in(&key), Some(offset));
        }
        crate::reader::pend(&value, &key);
    }
    crate::reader::read_pending();
}

/// The key of the crate, of the same values.
fn packed(value: &All) -> Vec<u8> {
    let bytes = value.d.as_deref().map(|bytes| fdb::Bytes(Cow::Borrowed(bytes)));
    let stamp = match value.v.is_complete() {
        true => fdb::Versionstamp::complete(value.v.transaction(), value.v.user()),
        false => fdb::Versionstamp::incomplete(value.v.user()),
    };
    let id = fdb::Uuid::from_bytes(*value.h.as_bytes());
    let inside = (value.i.x, value.i.y.as_deref());
    let tuple = (value.a, value.b, value.c.as_str(), bytes, value.e, value.f, value.g, id, inside, stamp);
    if value.v.is_complete() {
        return fdb::pack(&tuple);
    }
    let mut key = fdb::pack_with_versionstamp(&tuple);
    let offset = key.split_off(key.len() - 4);
    let found = All::LAYOUT.versionstamp_offset_in(&key).unwrap() as u32;
    assert_eq!(offset, found.to_le_bytes());
    key
}

/// What the crate reads in a key of ours.
fn unpacked(key: &[u8]) -> All {
    type Inner = (Option<i32>, Option<String>);
    type Packed<'k> =
        (i64, Option<u64>, String, Option<fdb::Bytes<'k>>, bool, f32, f64, fdb::Uuid, Inner, fdb::Versionstamp);
    let (a, b, c, d, e, f, g, h, (x, y), stamp): Packed<'_> = fdb::unpack(key).unwrap();
    let v = Versionstamp::new(stamp.transaction_version().try_into().unwrap(), stamp.user_version());
    All { a, b, c, d: d.map(|d| d.into_owned()), e, f, g, h: Uuid::from_bytes(*h.as_bytes()), i: Inside { x, y }, v }
}

#[test]
fn random_keys_of_the_crate_and_back() {
    let mut random = fastrand::Rng::with_seed(7);
    let texts = |random: &mut fastrand::Rng| -> String {
        (0..random.usize(..7)).map(|_| ['\0', '\u{1}', 'a', 'ÿ', '日'][random.usize(..5)]).collect()
    };
    for _ in 0..20_000 {
        let random = &mut random;
        let shifted = |random: &mut fastrand::Rng| random.u64(..) >> random.u32(..64);
        let value = All {
            a: random.i64(..) >> random.u32(..64),
            b: random.bool().then(|| shifted(random)),
            c: texts(random),
            d: random.bool().then(|| texts(random).into_bytes()),
            e: random.bool(),
            f: f32::from_bits(random.u32(..) & 0xBFFF_FFFF),
            g: f64::from_bits(random.u64(..) & 0xBFFF_FFFF_FFFF_FFFF),
            h: Uuid::from_u128(random.u128(..)),
            i: Inside {
                x: random.bool().then(|| random.i32(..) >> random.u32(..32)),
                y: random.bool().then(|| texts(random)),
            },
            v: if random.bool() {
                Versionstamp::incomplete(random.u16(..))
            } else {
                Versionstamp::new([random.u8(..255); 10], random.u16(..))
            },
        };
        let key = value.encode().unwrap();
        assert_eq!(key, packed(&value), "{value:?}");
        assert_eq!(All::decode(&key).as_ref(), Ok(&value));
        assert_eq!(unpacked(&key), value);
    }
}

/// The worked examples of FoundationDB's `design/tuple.md`.
#[test]
fn the_examples_of_the_specification() {
    keys! {
        #[rowkey(encoding = fdb_tuple)]
        Bytes { f: Vec<u8> }
        #[rowkey(encoding = fdb_tuple)]
        Number { f: i64 }
        #[rowkey(encoding = fdb_tuple)]
        Single { f: f32 }
    }
    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(encoding = fdb_tuple)]
    struct Text<'k> {
        f: Cow<'k, str>,
    }
    golden(&Bytes { f: b"foo\0bar".to_vec() }, b"\x01foo\0\xFFbar\0");
    golden(&Number { f: -5_551_212 }, b"\x11\xABK\x93");
    golden(&Number { f: -1 }, b"\x13\xFE");
    golden(&Number { f: 0 }, b"\x14");
    golden(&Number { f: i64::MIN }, b"\x0C\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
    golden(&Single { f: -42.0 }, b"\x20\x3D\xD7\xFF\xFF");
    let (text, key) = (Text { f: "F\u{D4}O\0bar".into() }, b"\x02F\xC3\x94O\0\xFFbar\0");
    assert_eq!((text.encode().unwrap(), Text::decode(key)), (key.to_vec(), Ok(text)));
    assert!(matches!(Text::decode(b"\x02F\0"), Ok(Text { f: Cow::Borrowed("F") })));
}

#[test]
fn narrow_types_in_a_subspace() {
    let least = Narrow {
        f: 0,
        b: i8::MIN,
        c: 256,
        d: i16::MIN,
        e: 65_536,
        g: i32::MIN,
        h: NonZero::<u64>::MIN,
        i: None,
        j: None,
    };
    golden(&least, &hex("15 02 14 13 7F 16 01 00 12 7F FF 17 01 00 00 10 7F FF FF FF 15 01 00 00"));
    let h = NonZero::<u64>::MAX;
    let j = Some(Uuid::from_u128(1));
    let greatest = Narrow { f: 255, b: -1, c: 255, d: 127, e: u32::MAX, g: -1, h, i: Some(true), j };
    golden(
        &greatest,
        &hex("15 02 15 FF 13 FE 15 FF 15 7F 18 FF FF FF FF 13 FE 1C FF FF FF FF FF FF FF FF 27 \
              30 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01"),
    );
}

#[test]
fn nulls_inside_of_tuples_inside() {
    let inside = Inside { x: None, y: None };
    let value = Deep { a: Inner { a: None, b: inside, c: vec![0] }, b: None };
    let key = hex("05 00 FF 05 00 FF 00 FF 00 01 00 FF 00 00 00");
    golden(&value, &key);
    assert_eq!(
        key,
        fdb::pack(&((None::<bool>, (None::<i32>, None::<String>), fdb::Bytes::from(&[0][..])), None::<u16>))
    );
    crate::reader::pend(&value, &key);
    let inside = Inside { x: Some(-1), y: Some("\0".into()) };
    let value = Deep { a: Inner { a: Some(false), b: inside, c: vec![] }, b: Some(0) };
    let key = hex("05 26 05 13 FE 02 00 FF 00 00 01 00 00 14");
    golden(&value, &key);
    crate::reader::pend(&value, &key);
    crate::reader::read_pending();
}

#[test]
fn what_no_packer_writes_is_refused() {
    keys! {
        #[rowkey(encoding = fdb_tuple)]
        Small { f: u8 }
        #[rowkey(encoding = fdb_tuple)]
        Signed { f: i8 }
        #[rowkey(encoding = fdb_tuple)]
        Text { f: String }
        #[rowkey(encoding = fdb_tuple)]
        NotZero { f: NonZero<i16> }
    }
    const CODE: ElementError = ElementError::Byte { at: 0, found: 0x16, expected: "the code of the field's type" };
    const ZEROS: &str = "expected an integer in the minimum number of bytes, found leading zeros";
    refused::<Small>(&hex("16 01 00"), CODE);
    refused::<Small>(&hex("15 00"), ElementError::Other(ZEROS));
    refused::<Signed>(&hex("15 80"), ElementError::Range { found: 128, least: -128, greatest: 127 });
    refused::<Signed>(&hex("13 7E"), ElementError::Range { found: -129, least: -128, greatest: 127 });
    refused::<Signed>(&hex("13 FF"), ElementError::Other(ZEROS));
    refused::<NotZero>(&[0x14], ElementError::Byte { at: 0, found: 0x14, expected: "the code of the field's type" });
    refused::<Text>(&hex("16 00"), CODE);
    refused::<Text>(&hex("02 FF 00"), ElementError::Utf8 { at: 1 });
    for broken in ["02", "02 61", "02 61 00 FF", "02 61 00 00", "02 61 00 61", "", "14"] {
        assert!(Text::decode(&hex(broken)).is_err(), "{broken}");
    }
    for broken in ["05", "05 00", "05 00 FF 00", "05 00 FF 00 FF", "05 14 14 00", "00 FF 00 FF", "05 00 FF 00 FF 00 00"]
    {
        assert!(Deep::decode(&hex(broken)).is_err(), "{broken}");
    }
}

/// Where the versionstamp stands, for `SET_VERSIONSTAMPED_KEY`.
#[test]
fn the_place_of_the_versionstamp() {
    keys! {
        #[rowkey(encoding = fdb_tuple, prefix = "log")]
        First { at: Versionstamp, id: u64 }
        #[rowkey(encoding = fdb_tuple)]
        Fixed { ok: bool, id: Uuid, at: Versionstamp }
        #[rowkey(encoding = fdb_tuple)]
        Stamped { at: Option<Versionstamp>, n: Option<u8> }
        #[rowkey(encoding = fdb_tuple)]
        Behind { name: String, inner: Stamped }
        #[rowkey(encoding = fdb_tuple)]
        Without { name: String }
    }
    let at = Versionstamp::incomplete(258);
    assert_eq!((First::LAYOUT.versionstamp_offset(), Fixed::LAYOUT.versionstamp_offset()), (Some(4), Some(19)));
    assert_eq!((Behind::LAYOUT.versionstamp_offset(), Without::LAYOUT.versionstamp_offset()), (None, None));
    let first = First { at, id: 1 }.encode().unwrap();
    assert_eq!(first, b"log\x33\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01\x02\x15\x01");
    assert_eq!(First::LAYOUT.versionstamp_offset_in(&first), Some(4));
    let behind = Behind { name: "a\0".into(), inner: Stamped { at: Some(at), n: None } };
    let key = behind.encode().unwrap();
    let packed = fdb::pack_with_versionstamp(&("a\0", (fdb::Versionstamp::incomplete(258), None::<u16>)));
    assert_eq!(packed, [&key[..], &7u32.to_le_bytes()].concat());
    assert_eq!(Behind::LAYOUT.versionstamp_offset_in(&key), Some(7));
    let null = Behind { name: "a\0".into(), inner: Stamped { at: None, n: None } }.encode().unwrap();
    assert_eq!(Behind::LAYOUT.versionstamp_offset_in(&null), None);
    assert_eq!(Without::LAYOUT.versionstamp_offset_in(b"\x02\0"), None);
}

/// A range of a text is the range that the tuple layer gives for it.
#[test]
fn a_range_is_that_of_the_tuple_layer() {
    let plan = All::scan().a(-5).b(Some(7)).c("a\0").plan().unwrap();
    let (start, stop) = fdb::Subspace::from_bytes(fdb::pack(&(-5i64, Some(7u64), "a\0"))).range();
    let ranges: Vec<KeyRange> = plan.ranges().collect();
    // Theirs leaves out the key of the tuple itself, which no key of ours is.
    assert_eq!((ranges[0].start(), ranges[0].stop()), (&start[..start.len() - 1], Some(&stop[..])));
}

/// Floats behind codes, and behind null in a nested tuple, where null is a byte longer.
mod floats {
    use rowkey::RowKey;

    #[derive(RowKey, Debug)]
    #[rowkey(encoding = fdb_tuple)]
    struct Inside {
        a: Option<u8>,
        b: f32,
        c: Option<f64>,
    }

    #[derive(RowKey, Debug)]
    #[rowkey(encoding = fdb_tuple)]
    struct Outside {
        b: Inside,
        c: f64,
    }

    rowkey::laws!(Inside, Outside);
}
