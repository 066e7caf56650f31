//! The layouts that the laws are held against: of each item and type, with values that often meet.

use super::*;

/// All integers, often those at the ends and around zero.
macro_rules! int {
    ($ty:ty) => {
        prop_oneof![
            any::<$ty>(),
            select(vec![<$ty>::MIN, <$ty>::MAX, 0, 1, <$ty>::MAX - 1, (0 as $ty).wrapping_sub(1)])
        ]
    };
}

#[derive(RowKey, Debug, Clone)]
struct Call {
    #[salt(xor, buckets = 3)]
    #[pad(4)]
    phone: String,
    #[reverse_ts]
    at: i64,
}

#[test]
fn call() {
    let values = (text("1\0é", 4), int!(i64)).prop_map(|(phone, at)| Call { phone, at });
    laws(values, Some(|a, b| (&a.phone, Reverse(a.at)).cmp(&(&b.phone, Reverse(b.at)))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(md5, buckets = 5, of(..), hex(4)), separator = "!!", prefix = "cdr:")]
struct Log {
    #[rowkey(chars("a-z"))]
    name: String,
    level: i16,
    record: String,
}

#[test]
fn log() {
    let values = (text("az!", 2), int!(i16), text("a!\0é", 3));
    let values = values.prop_map(|(name, level, record)| Log { name, level, record });
    laws(values, Some(|a, b| (&a.name, a.level, &a.record).cmp(&(&b.name, b.level, &b.record))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(buckets = 6, of(name, number.div(7)), digits(2), was(xor(9), java_hash(40), 4)), separator = "_", prefix = "g")]
struct Grown {
    #[rowkey(chars("a-z"))]
    name: String,
    number: i16,
}

#[test]
fn older_generations() {
    let values = (text("az!", 2), int!(i16)).prop_map(|(name, number)| Grown { name, number });
    laws(values, Some(|a, b| (&a.name, a.number).cmp(&(&b.name, b.number))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(md5, buckets = 6, of(name, number.div(7), id.without("-").int)))]
struct Hashed {
    #[pad(2)]
    name: String,
    number: u64,
    #[rowkey(len(2))]
    id: String,
}

#[test]
fn hashed() {
    let numbers = prop_oneof![9 => 0..1_000u64, 1 => any::<u64>()];
    let ids = prop_oneof![9 => vec(select(b"0123".to_vec()), 2), 1 => vec(select(b"1-\0".to_vec()), 2)];
    let values = (text("a\0é", 2), numbers, ids.prop_map(|id| String::from_utf8(id).unwrap()));
    let values = values.prop_map(|(name, number, id)| Hashed { name, number, id });
    laws(values, Some(|a, b| (&a.name, a.number, &a.id).cmp(&(&b.name, b.number, &b.id))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(modulo, buckets = 12, of(shard), digits(2)), separator = "_")]
struct Digits {
    #[rowkey(desc)]
    shard: i32,
    flag: bool,
    letter: char,
    #[rowkey(desc)]
    octets: [u8; 2],
}

#[test]
fn digits() {
    let values =
        (int!(i32), any::<bool>(), prop_oneof![any::<char>(), select(vec!['\0', 'a', char::MAX])], any::<[u8; 2]>());
    let values = values.prop_map(|(shard, flag, letter, octets)| Digits { shard, flag, letter, octets });
    laws(
        values,
        Some(|a, b| {
            let key = |k: &Digits| (Reverse(k.shard), k.flag, k.letter, Reverse(k.octets));
            key(a).cmp(&key(b))
        }),
    );
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(buckets = 6, of(id.without("-").first(2), at.div(60)), u16))]
struct Views {
    #[rowkey(terminated)]
    id: String,
    at: i64,
}

#[test]
fn views() {
    let values = (text("-a\0\u{1}é", 4), int!(i64)).prop_map(|(id, at)| Views { id, at });
    laws(values, Some(|a, b| (&a.id, a.at).cmp(&(&b.id, b.at))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(java_hash, buckets = 3, of(at, id.without("-").last(2)), digits(2)), separator = "_")]
struct JavaHashed {
    #[rowkey(terminated)]
    id: String,
    at: i64,
}

#[test]
fn java_hash() {
    let values = (text("-a\0\u{1}é😀", 4), int!(i64)).prop_map(|(id, at)| JavaHashed { id, at });
    laws(values, Some(|a, b| (&a.id, a.at).cmp(&(&b.id, b.at))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(phoenix, buckets = 3, of(..)))]
struct Phoenix {
    at: i64,
    id: String,
}

#[test]
fn phoenix() {
    let values = (int!(i64), text("-a\0\u{1}é😀", 4)).prop_map(|(at, id)| Phoenix { at, id });
    laws(values, Some(|a, b| (a.at, &a.id).cmp(&(b.at, &b.id))));
}

fn sum(bytes: &[u8], buckets: u32) -> u32 {
    bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>() % (buckets + 1)
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(with = sum, buckets = 4, of(name, number.div(10)), i64), prefix = b"\xFF")]
struct Own {
    #[rowkey(len(2), desc)]
    name: Vec<u8>,
    number: u16,
}

const SOME: &[u8] = b"\x00\xFFa";

#[test]
fn own_salt() {
    let values = (prop_oneof![5 => bytes(SOME, 2), 5 => vec(select(SOME), 2), 1 => vec(select(SOME), 3)], 0..2_000u16);
    let values = values.prop_map(|(name, number)| Own { name, number });
    laws(values, Some(|a, b| (Reverse(&a.name), a.number).cmp(&(Reverse(&b.name), b.number))));
}

#[derive(RowKey, Debug, Clone)]
struct Numbers {
    a: i8,
    b: Option<i32>,
    #[rowkey(desc)]
    c: Option<u8>,
    d: f64,
    e: NonZeroI16,
    #[rowkey(desc)]
    f: f32,
    g: i128,
    h: u128,
    i: NonZeroU32,
}

#[test]
fn numbers() {
    let floats = prop_oneof![any::<u64>().prop_map(f64::from_bits), select(vec![0.0, -0.0, 1.5, f64::NAN, -f64::NAN])];
    let values = (
        -2..2i8,
        prop::option::of(select(vec![i32::MIN, 0, i32::MAX])),
        prop::option::of(0..2u8),
        floats,
        int!(i16).prop_filter_map("zero", NonZeroI16::new),
        any::<u32>().prop_map(f32::from_bits),
        int!(i128),
        int!(u128),
        int!(u32).prop_filter_map("zero", NonZeroU32::new),
    );
    let values = values.prop_map(|(a, b, c, d, e, f, g, h, i)| Numbers { a, b, c, d, e, f, g, h, i });
    laws(
        values,
        Some(|a, b| {
            let head = |k: &Numbers| (k.a, k.b, Reverse(k.c));
            let tail = |k: &Numbers| (k.g, k.h, k.i);
            head(a)
                .cmp(&head(b))
                .then(a.d.total_cmp(&b.d))
                .then(a.e.cmp(&b.e))
                .then(b.f.total_cmp(&a.f))
                .then(tail(a).cmp(&tail(b)))
        }),
    );
}

#[derive(RowKey, Debug, Clone)]
struct Escaped {
    #[rowkey(terminated)]
    a: Vec<u8>,
    #[rowkey(desc, terminated)]
    b: String,
    #[rowkey(terminated, chars("a-c"))]
    c: String,
    d: Vec<u8>,
}

#[test]
fn escaped() {
    let some = b"\x00\x01\xFE\xFF";
    let values = (bytes(some, 2), text("\0\u{1}é", 2), text("abcd", 1), bytes(some, 2));
    let values = values.prop_map(|(a, b, c, d)| Escaped { a, b, c, d });
    laws(values, Some(|a, b| (&a.a, Reverse(&a.b), &a.c, &a.d).cmp(&(&b.a, Reverse(&b.b), &b.c, &b.d))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(separator = b"\xFF")]
struct Turned {
    #[rowkey(desc, chars("^\0"))]
    a: String,
    #[rowkey(desc, pad(3, with = b' '), chars("!-~"))]
    b: String,
    #[rowkey(desc, pad(2))]
    c: Vec<u8>,
    #[reverse_ts]
    d: u64,
}

#[test]
fn turned() {
    let values = (text("aé\u{1}\0", 3), text("a!~ ", 3), bytes(b"\x00\xFFa", 2), int!(u64));
    let values = values.prop_map(|(a, b, c, d)| Turned { a, b, c, d: d >> (d & 1) });
    laws(values, Some(|a, b| (&b.a, &b.b, &b.c, b.d).cmp(&(&a.a, &a.b, &a.c, a.d))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(separator = "-", prefix = "i")]
struct Inner {
    x: u8,
    #[rowkey(chars("a-z"))]
    y: String,
}

#[derive(RowKey, Debug, Clone)]
struct Fixed {
    x: bool,
    #[rowkey(desc)]
    y: Option<i8>,
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(separator = "::", salt(buckets = 2, of(a, c)))]
struct Outer {
    #[rowkey(separator = ".")]
    a: Inner,
    #[rowkey(desc)]
    b: Fixed,
    c: Option<Fixed>,
    d: Inner,
}

#[test]
fn nested() {
    let inner = || (prop_oneof![any::<u8>(), Just(b':')], text("az:", 2)).prop_map(|(x, y)| Inner { x, y });
    let fixed = || (any::<bool>(), prop::option::of(-1..2i8)).prop_map(|(x, y)| Fixed { x, y });
    let values = (inner(), fixed(), prop::option::of(fixed()), inner());
    let values = values.prop_map(|(a, b, c, d)| Outer { a, b, c, d });
    laws(
        values,
        Some(|a, b| {
            let inner = |k: &Inner| (k.x, k.y.clone());
            let fixed = |k: &Fixed| (k.x, Reverse(k.y));
            let key = |k: &Outer| (inner(&k.a), Reverse(fixed(&k.b)), k.c.as_ref().map(fixed), inner(&k.d));
            key(a).cmp(&key(b))
        }),
    );
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shop {
    #[code(b"\x00\x00")]
    Zero,
    #[code("tb")]
    Taobao,
    #[code(b"\xFF")]
    Last,
}

fn shop() -> impl Strategy<Value = Shop> + Clone {
    select(vec![Shop::Zero, Shop::Taobao, Shop::Last])
}

#[derive(RowKey, Debug, Clone)]
struct Coded {
    a: Shop,
    #[rowkey(desc)]
    b: Shop,
    c: Ipv4Addr,
    d: Ipv6Addr,
    e: Shop,
}

#[test]
fn coded() {
    let values = (shop(), shop(), int!(u32), int!(u128), shop());
    fn tuple(it: &Coded) -> impl Ord + use<> {
        (it.a, Reverse(it.b), it.c, it.d, it.e)
    }
    laws(
        values.prop_map(|(a, b, c, d, e)| Coded { a, b, c: c.into(), d: d.into(), e }),
        Some(|a, b| tuple(a).cmp(&tuple(b))),
    );
}

#[derive(RowKey, Debug, Clone)]
struct TimeIds {
    a: ulid::Ulid,
    #[rowkey(with = rowkey::codec::UuidV7, desc)]
    b: uuid::Uuid,
}

#[test]
fn ids_that_begin_with_a_time() {
    let b = (any::<u64>(), any::<[u8; 10]>());
    let b = b.prop_map(|(millis, rest)| uuid::Builder::from_unix_timestamp_millis(millis, &rest).into_uuid());
    let values = (int!(u128), b).prop_map(|(a, b)| TimeIds { a: ulid::Ulid(a), b });
    laws(values, Some(|a, b| (a.a, Reverse(a.b)).cmp(&(b.a, Reverse(b.b)))));
}

#[derive(RowKey, Debug, Clone)]
struct CodedInOrder {
    #[rowkey(separator = "|")]
    a: Shop,
    b: Shop,
}

#[test]
fn coded_in_order() {
    let values = (shop(), shop()).prop_map(|(a, b)| CodedInOrder { a, b });
    laws(values, Some(|a, b| (a.a, a.b).cmp(&(b.a, b.b))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xxh3, buckets = 300, of(..)), separator = "_")]
struct Back {
    #[rowkey(allow(unordered), chars("^\0"))]
    a: String,
    b: u8,
    #[rowkey(pad(3, with = b'0', left), allow(unordered))]
    c: String,
}

#[test]
fn read_from_the_back() {
    let values = (text("a__é", 3), int!(u8), text("1120é", 3)).prop_map(|(a, b, c)| Back { a, b, c });
    laws(values, None);
}

#[derive(RowKey, Debug, Clone)]
struct Open(#[rowkey(skip)] (), String);

#[test]
fn one_open_text() {
    laws(text("a\0é", 3).prop_map(|text| Open((), text)), Some(|a, b| a.1.cmp(&b.1)));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xxh3, buckets = 7, of(a, c)))]
struct TextOfNumbers {
    #[rowkey(hex(16))]
    a: u64,
    #[rowkey(hex(5, upper), desc)]
    b: u16,
    #[rowkey(digits(39))]
    c: u128,
    #[rowkey(reverse_ts, digits(20))]
    d: i64,
    #[rowkey(digits(10))]
    e: NonZeroU32,
}

#[test]
fn numbers_as_text() {
    let e = int!(u32).prop_filter_map("zero", NonZeroU32::new);
    let values = (int!(u64), int!(u16), int!(u128), int!(i64), e);
    let values = values.prop_map(|(a, b, c, d, e)| TextOfNumbers { a, b, c, d, e });
    laws(
        values,
        Some(|a, b| (a.a, Reverse(a.b), a.c, Reverse(a.d), a.e).cmp(&(b.a, Reverse(b.b), b.c, Reverse(b.d), b.e))),
    );
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xor, buckets = 7, of(b, e)), separator = ";")]
struct LooseNumbers {
    #[rowkey(digits(3))]
    a: i64,
    #[rowkey(decimal)]
    b: i64,
    #[rowkey(raw)]
    c: f64,
    #[rowkey(decimal, desc)]
    d: u128,
    #[rowkey(raw)]
    e: NonZeroI16,
    #[rowkey(decimal, reverse_ts)]
    f: u64,
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xor, buckets = 7, of(a, c)))]
struct LittleEndian {
    #[rowkey(le)]
    a: u32,
    #[rowkey(bytes(3), le)]
    b: u64,
    #[rowkey(le, desc)]
    c: i16,
    #[rowkey(le)]
    d: u128,
    #[rowkey(le)]
    e: NonZeroI16,
}

#[test]
fn numbers_with_the_least_byte_first() {
    let e = int!(i16).prop_filter_map("zero", NonZeroI16::new);
    let values = (int!(u32), 0..0x100_0003_u64, int!(i16), int!(u128), e);
    laws(values.prop_map(|(a, b, c, d, e)| LittleEndian { a, b, c, d, e }), None);
}

#[test]
fn numbers_that_do_not_sort() {
    let e = int!(i16).prop_filter_map("zero", NonZeroI16::new);
    let f = int!(u64).prop_map(|f| f >> (f & 1));
    let values = (prop_oneof![9 => -1..1_000i64, 1 => int!(i64)], int!(i64), any::<f64>(), int!(u128), e, f);
    laws(values.prop_map(|(a, b, c, d, e, f)| LooseNumbers { a, b, c, d, e, f }), None);
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(buckets = 5, of(a, c)))]
struct BackToFront {
    #[rowkey(pad(4, with = b'0'), reverse_text)]
    a: String,
    #[rowkey(terminated, reverse_text, desc)]
    b: Vec<u8>,
    #[rowkey(reverse_text)]
    c: String,
    d: u8,
}

#[test]
fn text_back_to_front() {
    let values = (text("10é", 3), bytes(SOME, 3), text("aé\0", 3), int!(u8));
    laws(values.prop_map(|(a, b, c, d)| BackToFront { a, b, c, d }), None);
}

#[derive(RowKey, Debug, Clone)]
struct Small {
    #[rowkey(terminated)]
    a: Vec<u8>,
    b: Option<bool>,
    c: Shop,
    #[rowkey(pad(1, left, with = 1), allow(unordered))]
    d: Vec<u8>,
}

#[derive(RowKey, Debug, Clone)]
struct ShortNumbers {
    #[rowkey(decimal)]
    a: i8,
    #[rowkey(digits(2))]
    b: i8,
}

/// Every byte string of some bytes, up to a width, after a start that the layout needs.
fn all_bytes<K: OwnedKey<EncodeError: Debug> + Debug>(start: &[u8], alphabet: &[u8], most: usize) {
    let seen = Seen::default();
    let mut last = vec![start.to_vec()];
    for _ in 0..=most {
        last.iter().for_each(|key| any_bytes::<K>(key, &seen));
        last = last.iter().flat_map(|key| alphabet.iter().map(|&byte| [key.as_slice(), &[byte]].concat())).collect();
    }
    println!("{}: {} byte strings decoded, {} not", K::LAYOUT.name(), seen.read.get(), seen.unread.get());
    assert!(seen.read.get() > 0 && seen.unread.get() > 500);
}

#[test]
fn all_short_byte_strings() {
    all_bytes::<Small>(&[], &[0, 1, 2, 0xFF], 7);
    all_bytes::<Small>(b"\0\x01\x01\x01", b"\0\x01\xFFtb", 5);
    all_bytes::<CodedInOrder>(&[], b"\0\xFFtb|", 5);
    all_bytes::<Escaped>(&[], &[0, 1, 0xFE, 0xFF, b'a'], 6);
    all_bytes::<Back>(b"\0\0_", b"\x01_0", 8);
    all_bytes::<Log>(b"cdr:0000!!a", b"!\0\x01", 6);
    all_bytes::<ShortNumbers>(&[], b"019-/", 6);
    all_bytes::<Fixed>(&[], &[0, 1, 2, 0xFE, 0xFF], 4);
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "|")]
struct Borrowed<'a> {
    #[rowkey(chars("}~"), separator = b"|")]
    a: &'a str,
    #[rowkey(desc, terminated)]
    b: Cow<'a, [u8]>,
    #[pad(2)]
    c: Cow<'a, str>,
    d: &'a [u8],
}

#[test]
fn borrowed() {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let values = (text("}~", 2), bytes(b"\x00\x01\xFF", 3), text("aé", 2), bytes(b"|\x00", 3), vec(change(), 1..3));
    let read = Cell::new(0);
    let run = TestRunner::new(config).run(&values, |(a, b, c, d, changes)| {
        let value = Borrowed { a: &a, b: b.as_slice().into(), c: c.as_str().into(), d: &d };
        let Ok(mut key) = value.encode() else { return Ok(()) };
        assert_eq!(Borrowed::decode(&key).as_ref(), Ok(&value));
        for change in changes {
            change.apply(&mut key);
            if let Ok(value) = Borrowed::decode(&key) {
                assert_eq!(value.encode().as_ref(), Ok(&key));
                add(&read);
            }
            let parts: Vec<u8> =
                Borrowed::explain(&key).parts().iter().flat_map(|part| part.bytes().to_vec()).collect();
            assert_eq!(parts, key);
        }
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
    assert!(read.get() > 100);
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(separator = "_", salt(xor, buckets = 2, of(day.year, at.hour)))]
struct Dated {
    #[rowkey(time("%Y-%j"), desc)]
    day: Date,
    #[rowkey(time("%F %T%.3f", offset = "+08:00", exact))]
    at: Timestamp,
    #[rowkey(time(secs, exact))]
    since: DateTime,
}

/// Moments around the ends of months and years, of the calendar's first and last years too.
fn moment() -> impl Strategy<Value = DateTime> + Clone {
    let ends = ["0000-01-01T00:00", "2016-12-31T23:59", "2017-01-01T00:00", "2020-02-29T12:00", "9999-12-30T00:00"];
    let near = (select(ends.to_vec()), -3..=3i64, select(vec![1_000_000, 1_000_000_000, 86_400_000_000_000i64]));
    near.prop_map(|(end, steps, step)| {
        let end: DateTime = end.parse().unwrap();
        end.saturating_add(jiff::SignedDuration::from_nanos(steps * step))
    })
}

#[test]
fn dated() {
    let instant = |at: DateTime| jiff::tz::Offset::UTC.to_timestamp(at).unwrap_or(Timestamp::MAX);
    let values = (moment(), moment(), moment());
    let values = values.prop_map(move |(day, at, since)| Dated { day: day.date(), at: instant(at), since });
    laws(values, Some(|a, b| (Reverse(a.day), a.at, a.since).cmp(&(Reverse(b.day), b.at, b.since))));
}

/// Numbers as text, reversed.
#[derive(RowKey, Debug, Clone)]
struct Reversed {
    #[rowkey(hex(16), desc)]
    a: u64,
    #[rowkey(digits(20), desc)]
    b: i64,
    #[rowkey(hex(16, upper), reverse_ts)]
    c: u64,
    #[rowkey(digits(2), desc)]
    d: i64,
    #[rowkey(reverse_ts, digits(13))]
    e: u64,
    #[rowkey(hex(1), desc)]
    f: NonZeroU32,
}

#[test]
fn reversed_numbers() {
    let d = prop_oneof![9 => -1..101i64, 1 => int!(i64)];
    let e =
        prop_oneof![9 => select(vec![0, 1, 1_512_101_400_000, 9_999_999_999_999, 10_000_000_000_000]), 1 => int!(u64)];
    let f = prop_oneof![9 => 1..17u32, 1 => 1..=u32::MAX].prop_filter_map("zero", NonZeroU32::new);
    let values = (int!(u64), int!(i64), int!(u64), d, e, f);
    let values = values.prop_map(|(a, b, c, d, e, f)| Reversed { a: a % 3, b: b >> (a & 63), c, d, e, f });
    laws(values, Some(|a, b| (b.a, b.b, b.c, b.d, b.e, b.f).cmp(&(a.a, a.b, a.c, a.d, a.e, a.f))));
}

/// The first digits of a digest in front.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(md5, of(b, a), hex(9)))]
struct Digested {
    #[rowkey(terminated)]
    a: String,
    b: bool,
}

#[test]
fn digests() {
    let values = (text("a\0", 3), any::<bool>()).prop_map(|(a, b)| Digested { a, b });
    laws(values, Some(|a, b| (&a.a, a.b).cmp(&(&b.a, b.b))));
}

#[derive(RowKey, Debug, Clone)]
struct Units {
    #[rowkey(pad(3, with = b'x', chars), allow(unordered))]
    a: String,
    #[rowkey(pad(2, chars), desc, allow(unordered))]
    b: String,
    c: u8,
}

#[test]
fn padded_characters() {
    let values = (text("ax主😀", 3), text("é😀\u{1}", 2), any::<u8>());
    let values = values.prop_map(|(a, b, c)| Units { a, b, c });
    laws(values, None);
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xxh3, buckets = 3, of(id)), separator = "\0")]
struct Computed {
    #[rowkey(element(at.div(1_000), digits(5), desc))]
    #[rowkey(chars("a-z"))]
    name: String,
    #[rowkey(element(md5(id), hex(2)))]
    flag: bool,
    #[rowkey(len(3))]
    id: String,
    #[rowkey(element(at.floor(7), bytes(4)))]
    level: i8,
    #[rowkey(desc)]
    at: i32,
}

/// The elements, in key order.
type Elements = (Reverse<i32>, String, u8, bool, String, i32, i8, Reverse<i32>);

fn elements(key: &Computed) -> Elements {
    let digest = Md5::digest(key.id.as_bytes())[0];
    let (thousand, seven) = (key.at.div_euclid(1_000), key.at.div_euclid(7));
    (Reverse(thousand), key.name.clone(), digest, key.flag, key.id.clone(), seven, key.level, Reverse(key.at))
}

#[test]
fn computed() {
    let times = prop_oneof![0..3_000i32, int!(i32)];
    let ids = vec(select(b"0a-".to_vec()), 3).prop_map(|id| String::from_utf8(id).unwrap());
    let values = (vec(select(b"az".to_vec()), 0..3), any::<bool>(), ids, int!(i8), times);
    let values = values.prop_map(|(name, flag, id, level, at)| Computed {
        name: String::from_utf8(name).unwrap(),
        flag,
        id,
        level,
        at,
    });
    laws(values, Some(|a, b| elements(a).cmp(&elements(b))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xor, buckets = 5, of(a, c)))]
struct NarrowNumbers {
    #[rowkey(digits(2))]
    a: i64,
    #[rowkey(bytes(1), desc)]
    b: u128,
    #[rowkey(hex(1))]
    c: NonZeroI16,
    #[rowkey(bytes(3))]
    d: u32,
}

#[test]
fn narrow_numbers() {
    let few = |most: i64| prop_oneof![29 => 0..most, 1 => any::<i64>()];
    let values = (few(101), few(258), few(17), prop_oneof![9 => 0..1_000u32, 1 => any::<u32>()]);
    let values = values.prop_filter_map("zero", |(a, b, c, d)| {
        Some(NarrowNumbers { a, b: b as u128, c: NonZeroI16::new(c as i16)?, d })
    });
    laws(values, Some(|a, b| (a.a, Reverse(a.b), a.c, a.d).cmp(&(b.a, Reverse(b.b), b.c, b.d))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(md5, buckets = 4, of(..)))]
struct Lists {
    pair: (i8, (bool, u16)),
    three: (u8, Option<bool>, i8),
    array: [(i8, bool); 2],
    #[rowkey(repeated)]
    tags: Vec<(u8, Option<i8>)>,
}

#[test]
fn lists() {
    let pair = (int!(i8), (any::<bool>(), int!(u16)));
    let three = (int!(u8), prop::option::of(any::<bool>()), int!(i8));
    let array = [(int!(i8), any::<bool>()), (int!(i8), any::<bool>())];
    let tags = vec((int!(u8), prop_oneof![Just(None), int!(i8).prop_map(Some)]), 0..4);
    let values = (pair, three, array, tags);
    let values = values.prop_map(|(pair, three, array, tags)| Lists { pair, three, array, tags });
    laws(values, Some(|a, b| (a.pair, a.three, a.array, &a.tags).cmp(&(b.pair, b.three, b.array, &b.tags))));
}

/// Elements of a tuple, two of which can begin like others.
#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(encoding = fdb_tuple)]
struct Pair {
    a: Option<i16>,
    b: String,
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(encoding = fdb_tuple, prefix = "t")]
struct Tupled {
    a: Option<Vec<u8>>,
    b: u64,
    c: Pair,
    d: NonZeroI16,
    e: bool,
    #[salt(xxh3, buckets = 3)]
    f: String,
}

#[test]
fn elements_of_tuples() {
    let bytes = prop::option::of(vec(select(b"\0\x01\xFF".to_vec()), 0..3));
    let pairs = (prop::option::of(int!(i16)), text("a\0", 2)).prop_map(|(a, b)| Pair { a, b });
    let nonzero = int!(i16).prop_map(|number| NonZeroI16::new(number).unwrap_or(NonZeroI16::MIN));
    let values = (bytes, int!(u64), pairs, nonzero, any::<bool>(), text("a\0", 2));
    let values = values.prop_map(|(a, b, c, d, e, f)| Tupled { a, b: b >> (b & 63), c, d, e, f });
    laws(values, Some(|a, b| (&a.a, a.b, &a.c, a.d, a.e, &a.f).cmp(&(&b.a, b.b, &b.c, b.d, b.e, &b.f))));
}

/// Fields in ordered code, the last of which cannot be empty.
#[derive(RowKey, Debug, Clone)]
#[rowkey(encoding = ordered_code)]
struct Ordered {
    a: Vec<u8>,
    #[rowkey(desc)]
    b: i32,
    c: String,
    d: Vec<u8>,
    e: String,
}

#[test]
fn ordered_code() {
    let values = (bytes(b"\0\x01\xFF", 2), int!(i32), text("a\0", 2), bytes(b"\0\x01\xFE", 2), text("\0\u{1}", 2));
    let values = values.prop_map(|(a, b, c, d, e)| Ordered { a, b: b >> (b & 31), c, d, e });
    laws(values, Some(|a, b| (&a.a, Reverse(a.b), &a.c, &a.d, &a.e).cmp(&(&b.a, Reverse(b.b), &b.c, &b.d, &b.e))));
}

#[derive(RowKey, Debug, Clone)]
#[rowkey(encoding = ordered_code)]
struct OrderedNumbers {
    #[rowkey(desc)]
    a: Vec<u8>,
    b: i64,
    c: u32,
    d: String,
    #[rowkey(desc)]
    e: u8,
}

#[test]
fn ordered_code_to_the_last_field() {
    let values = (bytes(b"\0\x01\xFF", 2), int!(i64), int!(u32), text("a\0", 2), int!(u8));
    let values = values.prop_map(|(a, b, c, d, e)| OrderedNumbers { a, b: b >> (b & 63), c: c >> (c & 31), d, e });
    laws(
        values,
        Some(|a, b| {
            let key = |k: &OrderedNumbers| (Reverse(k.a.clone()), k.b, k.c, k.d.clone(), Reverse(k.e));
            key(a).cmp(&key(b))
        }),
    );
}

#[derive(RowKey, Debug, Clone)]
struct Word {
    #[rowkey(desc)]
    length: u8,
    #[rowkey(chars("a-z"))]
    word: String,
}

/// Several kinds, and every other key.
#[derive(RowKey, Debug, Clone)]
enum Kinds {
    #[rowkey(tag = "K")]
    Word(Word),
    #[rowkey(tag = b"L\0")]
    One,
    #[rowkey(tag = b"\xFF", separator = "_")]
    Named {
        #[rowkey(chars("a-z"))]
        name: String,
        number: i16,
    },
    #[rowkey(other)]
    Other(Vec<u8>),
}

/// The tag and the values of a kind; of no kind, the key, which begins with no tag.
fn kind_and_values(row: &Kinds) -> (&[u8], Reverse<u8>, &str, i16) {
    match row {
        Kinds::Word(Word { length, word }) => (b"K", Reverse(*length), word, 0),
        Kinds::One => (b"L\0", Reverse(0), "", 0),
        Kinds::Named { name, number } => (b"\xFF", Reverse(0), name, *number),
        Kinds::Other(key) => (key, Reverse(0), "", 0),
    }
}

#[test]
fn kinds() {
    let words = (0..3u8, text("az", 2)).prop_map(|(length, word)| Kinds::Word(Word { length, word }));
    let named = (text("az_", 2), int!(i16)).prop_map(|(name, number)| Kinds::Named { name, number });
    let others = bytes(b"JKL\0\xFE\xFF", 3).prop_map(Kinds::Other);
    let values = prop_oneof![4 => words, 1 => Just(Kinds::One), 4 => named, 2 => others];
    laws(values, Some(|a, b| kind_and_values(a).cmp(&kind_and_values(b))));
}

/// A salt and fields before the tag.
#[derive(RowKey, Debug, Clone)]
#[rowkey(prefix = "#", under(name, id), salt(md5, of(name), buckets = 3))]
enum Under {
    #[rowkey(tag = 1)]
    Head {
        #[pad(2)]
        name: String,
        id: i8,
    },
    #[rowkey(tag = 2)]
    Item {
        #[pad(2)]
        name: String,
        id: i8,
        #[rowkey(desc)]
        n: u16,
    },
}

fn values_around_the_tag(row: &Under) -> (&str, i8, u8, Reverse<u16>) {
    match row {
        Under::Head { name, id } => (name, *id, 1, Reverse(0)),
        Under::Item { name, id, n } => (name, *id, 2, Reverse(*n)),
    }
}

#[test]
fn kinds_under_fields() {
    let head = (text("a\0é", 2), 0..2i8).prop_map(|(name, id)| Under::Head { name, id });
    let item = (text("a\0é", 2), int!(i8), int!(u16)).prop_map(|(name, id, n)| Under::Item { name, id, n });
    laws(prop_oneof![head, item], Some(|a, b| values_around_the_tag(a).cmp(&values_around_the_tag(b))));
}
