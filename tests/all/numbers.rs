//! Numbers as text and raw bytes, and text back to front: golden bytes, and what is refused.

use super::golden::{golden, refused, unwritable};
use rowkey::{DecodeError, ElementError, RowKey, ValueError};
use std::num::{NonZeroI16, NonZeroU8, NonZeroU16};

const SIXTEEN: usize = 16;

keys! {
    Id { #[rowkey(hex(16))] f: u64 }
    UpperId { #[rowkey(hex(SIXTEEN, upper))] f: u64 }
    Wide { #[rowkey(digits(39))] f: u128 }
    WideHex { #[rowkey(hex(40))] f: u128 }
    Small { #[rowkey(digits(3))] f: u8 }
    Zeros { #[rowkey(digits(6))] f: u8 }
    NonZero { #[rowkey(digits(3))] f: NonZeroU8 }
    Turned { #[rowkey(digits(5), desc)] f: u16 }
    Narrow { #[rowkey(digits(2))] f: u32 }
    NarrowWide { #[rowkey(hex(1))] f: u128 }
    Signed { #[rowkey(digits(19))] f: i64 }
    SignedHex { #[rowkey(hex(2))] f: NonZeroI16 }
    Millis { #[rowkey(digits(13))] f: u64 }
}

fn beyond(found: i128, least: i128, greatest: i128) -> ElementError {
    ElementError::Range { found, least, greatest }
}

#[test]
fn numbers_of_one_width() {
    golden(&Id { f: 0xDEAD_BEEF }, b"00000000deadbeef");
    golden(&Id { f: u64::MAX }, b"ffffffffffffffff");
    assert_eq!(&Id { f: 1 }.key(), b"0000000000000001", "all values fit, so nothing can fail");
    golden(&UpperId { f: 0xDEAD_BEEF }, b"00000000DEADBEEF");
    golden(&Wide { f: u128::MAX }, b"340282366920938463463374607431768211455");
    golden(&Wide { f: 1 << 64 }, b"000000000000000000018446744073709551616");
    golden(&WideHex { f: u128::MAX }, b"00000000ffffffffffffffffffffffffffffffff");
    golden(&Small { f: 0 }, b"000");
    golden(&Small { f: 255 }, b"255");
    golden(&Zeros { f: 7 }, b"000007");
    golden(&NonZero { f: NonZeroU8::MIN }, b"001");
    golden(&Turned { f: 65_535 }, b"00000");
    golden(&Turned { f: 258 }, b"65277");
    golden(&Millis { f: 1_450_922_400_000 }, b"1450922400000");
}

#[test]
fn no_other_text_is_a_number() {
    let digit = |at, found, of: fn(u8) -> bool| {
        let bits = |first: u8| (0..128).filter(|&bit| of(first + bit)).fold(0, |bits, bit| bits | 1u128 << bit);
        ElementError::Alphabet { at, found, allowed: rowkey::language::ByteSet::from_bits(bits(0), bits(128)) }
    };
    let lower: fn(u8) -> bool = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let upper: fn(u8) -> bool = |byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F');
    let decimal: fn(u8) -> bool = |byte| byte.is_ascii_digit();
    refused::<Id>(b"00000000DEADBEEF", digit(8, b'D', lower));
    refused::<UpperId>(b"00000000DEADbEEF", digit(12, b'b', upper));
    refused::<Small>(b"+12", digit(0, b'+', decimal));
    refused::<Small>(b"1 2", digit(1, b' ', decimal));
    refused::<Small>(b"\xFF12", digit(0, 0xFF, decimal));
    refused::<Small>(b"256", beyond(256, 0, 255));
    refused::<Zeros>(b"999999", beyond(999_999, 0, 255));
    refused::<NonZero>(b"000", beyond(0, 1, 255));
    refused::<Turned>(b"65536", beyond(65_536, 0, 65_535));
    let wide = ElementError::Other("the number is out of range for the field's type");
    refused::<Wide>(b"340282366920938463463374607431768211456", wide.clone());
    refused::<WideHex>(b"0000000100000000000000000000000000000000", wide);
}

#[test]
fn numbers_that_need_not_fit() {
    golden(&Narrow { f: 99 }, b"99");
    unwritable(&Narrow { f: 100 }, ValueError::Range { found: 100, least: 0, greatest: 99 });
    golden(&NarrowWide { f: 15 }, b"f");
    unwritable(&NarrowWide { f: u128::MAX }, ValueError::TooLong { found: 32, most: 1 });
    golden(&Signed { f: i64::MAX }, b"9223372036854775807");
    let greatest = i64::MAX.into();
    unwritable(&Signed { f: -1 }, ValueError::Range { found: -1, least: 0, greatest });
    refused::<Signed>(b"9223372036854775808", beyond(1 << 63, 0, greatest));
    golden(&SignedHex { f: NonZeroI16::new(255).unwrap() }, b"ff");
    unwritable(&SignedHex { f: NonZeroI16::MIN }, ValueError::Range { found: -32_768, least: 0, greatest: 255 });
    refused::<SignedHex>(b"00", ElementError::Other("expected a nonzero number, found 0"));
}

keys! {
    Seconds { #[rowkey(decimal)] f: u32 }
    Unsigned { #[rowkey(decimal)] f: u128 }
    Negative { #[rowkey(decimal)] f: i8 }
    Lowest { #[rowkey(decimal)] f: i128 }
    NotZero { #[rowkey(decimal)] f: NonZeroI16 }
    #[rowkey(separator = "_")]
    Separated { #[rowkey(decimal)] f: i64, g: u8, #[rowkey(decimal, desc)] h: u16 }
    Back { #[rowkey(decimal)] f: u16, #[rowkey(digits(3))] g: u8 }
}

#[test]
fn numbers_of_their_own_width() {
    golden(&Seconds { f: 0 }, b"0");
    golden(&Seconds { f: 180 }, b"180");
    golden(&Seconds { f: u32::MAX }, b"4294967295");
    golden(&Unsigned { f: u128::MAX }, u128::MAX.to_string().as_bytes());
    golden(&Negative { f: -128 }, b"-128");
    golden(&Negative { f: 0 }, b"0");
    golden(&Lowest { f: i128::MIN }, i128::MIN.to_string().as_bytes());
    golden(&NotZero { f: NonZeroI16::new(-1).unwrap() }, b"-1");
    golden(&Separated { f: -5, g: b'_', h: 10 }, b"-5___65525");
    golden(&Back { f: 10, g: 7 }, b"10007");
    golden(&Back { f: 0, g: 255 }, b"0255");
    assert_eq!(Negative::LAYOUT.width(), (1, Some(4)));
    assert_eq!(Seconds::LAYOUT.width(), (1, Some(10)));
    assert_eq!(Seconds { f: 1 }.key(), b"1");
}

#[test]
fn no_other_text_is_decimal() {
    let zero = |at| ElementError::Byte { at, found: b'0', expected: "a first digit from 1 to 9" };
    let digit = |at, found| ElementError::Alphabet { at, found, allowed: rowkey::language::ByteSet::range(b'0', b'9') };
    refused::<Seconds>(b"0180", zero(0));
    refused::<Seconds>(b"00", zero(0));
    refused::<Seconds>(b"+1", digit(0, b'+'));
    refused::<Seconds>(b"1e3", digit(1, b'e'));
    refused::<Seconds>(b"-1", beyond(-1, 0, u32::MAX.into()));
    refused::<Seconds>(b"4294967296", beyond(1 << 32, 0, u32::MAX.into()));
    refused::<Unsigned>(&[b'9'; 60], ElementError::Other("the number is out of range for the field's type"));
    refused::<Negative>(b"-0", zero(1));
    refused::<Negative>(b"-", ElementError::Width { found: 1, expected: 2 });
    refused::<Negative>(b"--1", digit(1, b'-'));
    refused::<Negative>(b"1-", digit(1, b'-'));
    refused::<Negative>(b"-129", beyond(-129, -128, 127));
    refused::<NotZero>(b"0", ElementError::Other("expected a nonzero number, found 0"));
    refused::<Back>(b"007", ElementError::Width { found: 0, expected: 1 });
    assert_eq!(Seconds::decode(b""), Err(DecodeError::Empty { key: "Seconds" }));
}

keys! {
    Long { #[rowkey(raw)] f: i64 }
    Int { #[rowkey(raw, desc)] f: i32 }
    Double { #[rowkey(raw)] f: f64 }
    Float { #[rowkey(raw)] f: f32 }
    Byte { #[rowkey(raw)] f: i8 }
    RawNonZero { #[rowkey(raw)] f: NonZeroI16 }
    Huge { #[rowkey(raw)] f: i128 }
}

#[test]
fn raw_numbers() {
    golden(&Long { f: -1 }, &[0xFF; 8]);
    golden(&Long { f: i64::MIN }, &[0x80, 0, 0, 0, 0, 0, 0, 0]);
    golden(&Long { f: 2_015_122_410 }, &[0, 0, 0, 0, 0x78, 0x1C, 0x53, 0xEA]);
    golden(&Int { f: -2 }, &[0, 0, 0, 1]);
    golden(&Double { f: -2.5 }, &[0xC0, 4, 0, 0, 0, 0, 0, 0]);
    golden(&Float { f: 1.0 }, &[0x3F, 0x80, 0, 0]);
    golden(&Byte { f: -128 }, &[0x80]);
    golden(&RawNonZero { f: NonZeroI16::new(-2).unwrap() }, &[0xFF, 0xFE]);
    refused::<RawNonZero>(&[0, 0], ElementError::Other("expected a nonzero number, found 0"));
    golden(&Huge { f: i128::MIN + 1 }, &(i128::MIN + 1).to_be_bytes());
    assert_eq!(Double { f: f64::from_bits(u64::MAX - 5) }.key(), (u64::MAX - 5).to_be_bytes());
}

keys! {
    Height { #[rowkey(le)] f: u32 }
    Delta { #[rowkey(le)] f: i16 }
    Daa { #[rowkey(le)] f: u64, hash: [u8; 2] }
    HugeLe { #[rowkey(le)] f: i128 }
    WideLe { #[rowkey(le)] f: u128 }
    LeNonZero { #[rowkey(le)] f: NonZeroU16 }
    LeSignedNonZero { #[rowkey(le)] f: NonZeroI16 }
    LeDown { #[rowkey(le, desc)] f: u16 }
    LeThree { #[rowkey(bytes(3), le)] f: u32 }
    LeNarrow { #[rowkey(bytes(3), le)] f: u16 }
    LeSigned { #[rowkey(bytes(4), le)] f: i32 }
    LeMaybe { #[rowkey(le)] f: Option<u16> }
}

/// The bytes are from Python: `(258).to_bytes(4, "little")`, `struct.pack("<h", -2)`.
#[test]
fn numbers_with_the_least_byte_first() {
    golden(&Height { f: 258 }, &[0x02, 0x01, 0, 0]);
    golden(&Height { f: 800_000 }, &[0x00, 0x35, 0x0C, 0x00]);
    golden(&Delta { f: -2 }, &[0xFE, 0xFF]);
    golden(&Delta { f: i16::MIN }, &[0x00, 0x80]);
    golden(&Daa { f: 83_471_232_123, hash: [7, 8] }, &[0x7B, 0xEC, 0x45, 0x6F, 0x13, 0x00, 0x00, 0x00, 7, 8]);
    golden(&HugeLe { f: -2 }, &[[0xFE].as_slice(), &[0xFF; 15]].concat());
    golden(&HugeLe { f: i128::MIN }, &[[0; 15].as_slice(), &[0x80]].concat());
    golden(&WideLe { f: u128::MAX - 1 }, &[[0xFE].as_slice(), &[0xFF; 15]].concat());
    golden(&LeNonZero { f: NonZeroU16::new(256).unwrap() }, &[0, 1]);
    golden(&LeSignedNonZero { f: NonZeroI16::new(-256).unwrap() }, &[0, 0xFF]);
    golden(&LeDown { f: 258 }, &[0xFD, 0xFE]);
    golden(&LeThree { f: 1_000 }, &[0xE8, 0x03, 0x00]);
    golden(&LeNarrow { f: u16::MAX }, &[0xFF, 0xFF, 0x00]);
    golden(&LeSigned { f: i32::MAX }, &[0xFF, 0xFF, 0xFF, 0x7F]);
    golden(&LeMaybe { f: None }, &[0, 0, 0]);
    golden(&LeMaybe { f: Some(258) }, &[1, 2, 1]);
    refused::<LeNonZero>(&[0, 0], beyond(0, 1, 0xFFFF));
    refused::<LeSignedNonZero>(&[0, 0], ElementError::Other("expected a nonzero number, found 0"));
    refused::<LeNarrow>(&[0, 0, 1], beyond(0x1_0000, 0, 0xFFFF));
    refused::<LeSigned>(&[0, 0, 0, 0x80], beyond(1 << 31, 0, i32::MAX.into()));
    unwritable(&LeThree { f: 1 << 24 }, ValueError::Range { found: 1 << 24, least: 0, greatest: (1 << 24) - 1 });
    unwritable(&LeSigned { f: -1 }, ValueError::Range { found: -1, least: 0, greatest: i32::MAX.into() });
    assert_eq!(Delta::explain(&[0xFE, 0xFF]).parts()[0].value(), Ok("-2"));
    assert_eq!(Height { f: 1 }.key(), 1_u32.to_le_bytes());
}

keys! {
    Newest { #[reverse_ts] #[rowkey(digits(19))] f: u64 }
    NewestSigned { #[rowkey(reverse_ts, digits(20))] f: i64 }
    NewestNarrow { #[rowkey(reverse_ts, digits(19))] f: i64 }
    NewestDecimal { #[rowkey(reverse_ts, decimal)] f: i64 }
    Nanos { #[reverse_ts(nanos)] f: i64 }
}

#[test]
fn reversed_times_as_text() {
    golden(&Newest { f: 1_450_922_400_001 }, b"9223370585932375806");
    golden(&Newest { f: i64::MAX as u64 }, b"0000000000000000000");
    unwritable(&Newest { f: 1 << 63 }, ValueError::Range { found: 1 << 63, least: 0, greatest: i64::MAX.into() });
    refused::<Newest>(b"9223372036854775808", beyond(1 << 63, 0, i64::MAX.into()));
    golden(&NewestSigned { f: -1 }, b"09223372036854775808");
    golden(&NewestSigned { f: i64::MIN }, b"18446744073709551615");
    golden(&NewestNarrow { f: 0 }, b"9223372036854775807");
    unwritable(&NewestNarrow { f: -1 }, ValueError::Range { found: -1, least: 0, greatest: i64::MAX.into() });
    golden(&NewestDecimal { f: i64::MAX }, b"0");
    // As Java's subtraction wraps.
    golden(&NewestDecimal { f: -1 }, b"-9223372036854775808");
    golden(&NewestDecimal { f: i64::MIN }, b"-1");
    refused::<NewestDecimal>(b"9223372036854775808", beyond(1 << 63, i64::MIN.into(), i64::MAX.into()));
    assert_eq!(
        NewestDecimal::explain(b"9223370585932375806").parts()[0].value(),
        Ok("1450922400001 (2015-12-24T02:00:00.001Z)")
    );
    for (count, shown) in [(-1, "1969-12-31T23:59:59.999999999Z"), (20_000, "1970-01-01T00:00:00.000020Z")] {
        let key = Nanos { f: count }.encode().unwrap();
        assert_eq!(Nanos::explain(&key).parts()[0].value(), Ok(&*format!("{count} ({shown})")));
    }
}

keys! {
    User { #[rowkey(len(10), chars("0-9"), reverse_text)] f: String, order: String }
    Open { #[rowkey(reverse_text)] f: String }
    #[rowkey(separator = "/")]
    Host { #[rowkey(reverse_text, chars("a-z."))] f: String, #[rowkey(reverse_text)] g: Vec<u8> }
    Padded { #[rowkey(pad(4, with = b'0'), reverse_text)] f: String }
    PaddedLeft { #[rowkey(reverse_text, pad(4, left), desc)] f: String }
    Ended { #[rowkey(reverse_text, terminated)] f: String, g: u8 }
}

#[test]
fn text_back_to_front() {
    let user = |f: &str, order: &str| User { f: f.into(), order: order.into() };
    golden(&user("0000012345", "2015122410000001"), b"54321000002015122410000001");
    golden(&Open { f: "añ\u{1F600}b\u{301}".into() }, "\u{301}b\u{1F600}ña".as_bytes());
    golden(&Host { f: "www.example.com".into(), g: vec![0xC3, 0xA9] }, b"moc.elpmaxe.www/\xA9\xC3");
    golden(&Padded { f: "12".into() }, b"2100");
    golden(&PaddedLeft { f: "ab".into() }, &[0xFF, 0xFF, !b'b', !b'a']);
    golden(&Ended { f: "a\0b".into(), g: 5 }, b"b\0\xFFa\0\x01\x05");
    golden(&Open { f: "x".repeat(70) + "y" }, ("y".to_owned() + &"x".repeat(70)).as_bytes());
    let digits = rowkey::language::ByteSet::range(b'0', b'9');
    unwritable(&user("00000x2345", ""), ValueError::Alphabet { at: 5, found: b'x', allowed: digits });
    unwritable(&user("1", ""), ValueError::Width { found: 1, expected: 10 });
    unwritable(&Padded { f: "01".into() }, ValueError::Padding { pad: b'0', left: true });
    unwritable(&Padded { f: "12345".into() }, ValueError::TooLong { found: 5, most: 4 });
    unwritable(&PaddedLeft { f: "a\0".into() }, ValueError::Padding { pad: 0, left: false });
    refused::<User>(b"54321x00002", ElementError::Alphabet { at: 5, found: b'x', allowed: digits });
    refused::<Open>(b"a\xC3", ElementError::Utf8 { at: 1 });
    assert_eq!(User::explain(b"5432100000").parts()[0].value(), Ok("\"0000012345\""));
}

#[test]
fn codecs_that_do_not_sort_say_so() {
    use rowkey::codec::{Codec, Decimal, Len, Raw, ReverseText};
    use rowkey::language::Order;
    let orders = [
        <Decimal<u8> as Codec<'_, u8>>::LANGUAGE.order(),
        <Raw as Codec<'_, i64>>::LANGUAGE.order(),
        <ReverseText<Len<2>> as Codec<'_, String>>::LANGUAGE.order(),
    ];
    assert_eq!(orders, [Order::Unordered; 3]);
}

keys! {
    Slot { #[rowkey(hex(16), desc)] f: u64 }
    SlotOfTime { #[rowkey(hex(16, upper))] #[reverse_ts] f: i64 }
    ByteDown { #[rowkey(digits(3), desc)] f: u8 }
    NotZeroDown { #[rowkey(digits(3), desc)] f: NonZeroU8 }
    LeastDown { #[rowkey(digits(20), desc)] f: i64 }
    WideDown { #[rowkey(hex(32), desc)] f: u128 }
    DownFromMax { #[rowkey(decimal, desc)] f: i32 }
    WidestDown { #[rowkey(decimal, desc)] f: i128 }
}

/// Solana's index of transactions by address ends in the complement of a slot, as `{:016x}` of `!slot`.
#[test]
fn reversed_numbers_as_text() {
    for slot in [0, 1, 0xABCD, 250_000_000, u64::MAX - 1, u64::MAX] {
        golden(&Slot { f: slot }, format!("{:016x}", !slot).as_bytes());
    }
    for at in [0, 1_450_922_400_001, i64::MAX, -1, i64::MIN] {
        golden(&SlotOfTime { f: at }, format!("{:016X}", i64::MAX.wrapping_sub(at)).as_bytes());
        golden(&LeastDown { f: at }, format!("{:020}", i128::from(i64::MAX) - i128::from(at)).as_bytes());
    }
    for f in 0..=255u8 {
        golden(&ByteDown { f }, format!("{:03}", 255 - f).as_bytes());
        if let Some(f) = NonZeroU8::new(f) {
            golden(&NotZeroDown { f }, format!("{:03}", 255 - f.get()).as_bytes());
        }
    }
    for f in [0, 1, u128::MAX] {
        golden(&WideDown { f }, format!("{:032x}", u128::MAX - f).as_bytes());
    }
    // Java: `Integer.MAX_VALUE - f`.
    for f in [0, 1, i32::MAX, -1, -2, i32::MIN] {
        golden(&DownFromMax { f }, i32::MAX.wrapping_sub(f).to_string().as_bytes());
    }
    for f in [0, 1, i128::MAX, -1, i128::MIN] {
        golden(&WidestDown { f }, i128::MAX.wrapping_sub(f).to_string().as_bytes());
    }
    refused::<NotZeroDown>(b"255", beyond(255, 0, 254));
}

keys! {
    Count { #[rowkey(digits(6), desc)] f: u32 }
    CountHex { #[rowkey(hex(4), desc)] f: u32 }
    CountUpperHex { #[rowkey(hex(3, upper), desc)] f: i16 }
    Balance { #[rowkey(digits(6), desc)] f: i64 }
    Rank { #[rowkey(digits(3), desc)] f: NonZeroU16 }
    RankSigned { #[rowkey(digits(2), desc)] f: NonZeroI16 }
    Size { #[rowkey(via = u64, digits(9), desc)] f: usize }
    LongCount { #[rowkey(digits(5), desc)] f: u128 }
    LongBalance { #[rowkey(digits(38), desc)] f: i128 }
    NineteenDigits { #[rowkey(digits(19), desc)] f: u64 }
    Day { #[rowkey(digits(8), desc)] f: u32 }
    NewestMillis { #[rowkey(reverse_ts, digits(13))] f: u64 }
    NewestMillisSigned { #[rowkey(reverse_ts, digits(13))] f: i64 }
    DownMillis { #[rowkey(time(millis), digits(13), desc)] f: u64 }
    NewestSecs { #[rowkey(reverse_ts(secs), digits(10))] f: u64 }
    NewestHex { #[rowkey(reverse_ts, hex(12, upper))] f: u64 }
    NewestBytes { #[rowkey(reverse_ts, bytes(6))] f: u64 }
    DownBytes { #[rowkey(time(millis), bytes(6), desc)] f: u64 }
}

/// What Java programs write as `String.format("%06d", 999999 - count)`: fewer digits than the type has count down from their own
/// greatest number.
#[test]
fn reversed_numbers_in_few_digits() {
    golden(&Count { f: 0 }, b"999999");
    golden(&Count { f: 1 }, b"999998");
    golden(&Count { f: 2_800 }, b"997199");
    golden(&Count { f: 999_999 }, b"000000");
    golden(&CountHex { f: 0xABC }, b"f543");
    golden(&CountUpperHex { f: 0xABC }, b"543");
    golden(&Balance { f: 1_234 }, b"998765");
    golden(&Rank { f: NonZeroU16::MIN }, b"998");
    golden(&Rank { f: NonZeroU16::new(999).unwrap() }, b"000");
    golden(&RankSigned { f: NonZeroI16::new(7).unwrap() }, b"92");
    golden(&Size { f: 123_456_789 }, b"876543210");
    golden(&LongCount { f: 42 }, b"99957");
    golden(&LongBalance { f: 1 }, b"99999999999999999999999999999999999998");
    golden(&NineteenDigits { f: 1 }, b"9999999999999999998");
    // The lock says which of the two forms it is.
    assert_eq!(Count::LAYOUT.lock(), "f: complemented u32 as 6 decimal digits desc");
    assert_eq!(ByteDown::LAYOUT.lock(), "f: reversed u8 as 3 decimal digits from 0 to 255 desc");
    // `99999999 - yyyyMMdd`
    golden(&Day { f: 20_171_201 }, b"79828798");
    let beyond_six = |found| ValueError::Range { found, least: 0, greatest: 999_999 };
    unwritable(&Count { f: 1_000_000 }, beyond_six(1_000_000));
    unwritable(&Count { f: u32::MAX }, beyond_six(u32::MAX.into()));
    unwritable(&Balance { f: -1 }, beyond_six(-1));
    unwritable(&Balance { f: i64::MIN }, beyond_six(i64::MIN.into()));
    unwritable(&Balance { f: i64::MAX }, beyond_six(i64::MAX.into()));
    unwritable(&CountHex { f: 0x1_0000 }, ValueError::Range { found: 0x1_0000, least: 0, greatest: 0xFFFF });
    let found = NonZeroU16::new(1_000).unwrap();
    unwritable(&Rank { f: found }, ValueError::Range { found: 1_000, least: 1, greatest: 999 });
    unwritable(
        &RankSigned { f: NonZeroI16::new(-1).unwrap() },
        ValueError::Range { found: -1, least: 0, greatest: 99 },
    );
    unwritable(&LongCount { f: 123_456 }, ValueError::TooLong { found: 6, most: 5 });
    unwritable(&LongCount { f: u128::MAX }, ValueError::TooLong { found: 39, most: 5 });
    refused::<Rank>(b"999", beyond(999, 0, 998));
    refused::<RankSigned>(b"99", ElementError::Other("expected a nonzero number, found 0"));
}

/// `String.format("%013d", 9999999999999L - millis)`
#[test]
fn reversed_times_in_few_digits() {
    for (millis, newest) in [
        (1_512_101_400_000, b"8487898599999"),
        (0, b"9999999999999"),
        (9_999_999_999_999, b"0000000000000"),
        (1_450_922_400_001, b"8549077599998"),
    ] {
        golden(&NewestMillis { f: millis }, newest);
        golden(&DownMillis { f: millis }, newest);
        golden(&NewestMillisSigned { f: millis as i64 }, newest);
    }
    golden(&NewestSecs { f: 1_512_101_400 }, b"8487898599");
    // 1512101400000 is 0x160_1044_4DC0.
    golden(&NewestHex { f: 1_512_101_400_000 }, b"FE9FEFBBB23F");
    golden(&NewestBytes { f: 1_512_101_400_000 }, &[0xFE, 0x9F, 0xEF, 0xBB, 0xB2, 0x3F]);
    golden(&DownBytes { f: 1_512_101_400_000 }, &[0xFE, 0x9F, 0xEF, 0xBB, 0xB2, 0x3F]);
    let reason = |found| ValueError::Range { found, least: 0, greatest: 9_999_999_999_999 };
    unwritable(&NewestMillis { f: 10_000_000_000_000 }, reason(10_000_000_000_000));
    unwritable(&DownMillis { f: 10_000_000_000_000 }, reason(10_000_000_000_000));
    unwritable(&NewestMillisSigned { f: -1 }, reason(-1));
    unwritable(&NewestMillisSigned { f: i64::MIN }, reason(i64::MIN.into()));
    assert_eq!(
        NewestMillis::explain(b"8549077599998").parts()[0].value(),
        Ok("1450922400001 (2015-12-24T02:00:00.001Z)")
    );
}

#[test]
fn reversed_numbers_are_scanned_in_natural_ranges() {
    let slots: Vec<u64> = (0..300).chain([u64::MAX - 5, u64::MAX]).collect();
    let mut keys: Vec<(Vec<u8>, u64)> = slots.iter().map(|&f| (Slot { f }.key().to_vec(), f)).collect();
    keys.sort();
    assert!(keys.is_sorted_by(|(_, a), (_, b)| a > b));
    for (from, to) in [(0, 5), (10, 20), (299, u64::MAX), (7, 7)] {
        let plan = Slot::scan().f(from..to).plan().unwrap();
        let found: Vec<u64> =
            keys.iter().filter(|(key, _)| plan.ranges().any(|range| range.contains(key))).map(|(_, f)| *f).collect();
        let expected: Vec<u64> = slots.iter().rev().copied().filter(|slot| (from..to).contains(slot)).collect();
        assert_eq!(found, expected);
    }
    assert_eq!(Slot::LAYOUT.lock(), "f: reversed u64 as 16 hex digits desc");
}
