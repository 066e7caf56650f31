//! The keywords of the attributes, each under its own name, so that the derive can copy them from the source.

/// `#[pad(20)]`, or around another codec `#[rowkey(digits(10))]`
#[allow(non_camel_case_types, reason = "named as in attributes")]
pub mod item {
    use crate::codec;
    pub use crate::codec::{
        Chars as chars, Counted as time, Decimal as decimal, Desc as desc, Le as le, Len as len,
        LengthPrefixed as length_prefixed, Pad as pad, PadCut as pad_cut, PadUnits as pad_units, Raw as raw,
        Repeated as repeated, ReverseText as reverse_text, ReverseTs as reverse_ts, Terminated as terminated,
        Via as via,
    };
    pub use crate::formats::fdb_tuple::FdbTuple as fdb_tuple;
    pub use crate::formats::ordered_code::OrderedCode as ordered_code;

    /// Text of up to this many bytes, with pad bytes before it.
    pub type pad_left<const N: usize, const WITH: u8 = 0> = codec::Pad<N, WITH, true>;
    /// A number in this many decimal digits.
    pub type digits<C, const N: usize> = codec::Digits<C, N, 'd'>;
    /// A number in this many hex digits, in lower case, or with `'X'` in upper case.
    pub type hex<C, const N: usize, const FORM: char = 'x'> = codec::Digits<C, N, FORM>;
    /// A number in this many bytes, big endian without `le`.
    pub type bytes<C, const N: usize> = codec::Digits<C, N, 'b'>;
}

/// `salt(xor, ..)`
#[allow(non_upper_case_globals, reason = "named as in attributes")]
pub mod algorithm {
    use crate::layout::salt::Algorithm;

    /// xxh3-64 (seed 0) of the inputs' bytes, scaled.
    pub const xxh3: Algorithm = Algorithm::Xxh3;
    /// The first 64 bits of md5 of the inputs' bytes, scaled.
    pub const md5: Algorithm = Algorithm::Md5;
    /// The number itself, for a computed element.
    pub const number: Algorithm = Algorithm::Number;
    /// The inputs' numbers, combined by xor, modulo the number of buckets.
    pub const xor: Algorithm = Algorithm::Xor;
    /// One number, modulo the number of buckets.
    pub const modulo: Algorithm = Algorithm::Modulo;
    /// Java's `String.hashCode` of the inputs' texts joined, modulo the number of buckets.
    pub const java_hash: Algorithm = Algorithm::JavaHash;
    /// Apache Phoenix's salt byte: a hash of the whole rest of the key.
    pub const phoenix: Algorithm = Algorithm::Phoenix;

    /// The user's own function of the inputs' bytes and the number of buckets, and the path of that function.
    pub const fn with(function: fn(&[u8], u32) -> u32, path: &'static str) -> Algorithm {
        Algorithm::With(function, path)
    }
}

/// `of(caller.from(7).int)`
#[allow(non_upper_case_globals, reason = "named as in attributes")]
pub mod view {
    use crate::layout::salt::{Calendar, View};
    use crate::private::number;

    /// The number that 1 to 18 digits spell.
    pub const int: View = View::Int;
    /// The number that Java's `Integer.parseInt` reads.
    pub const java_int: View = View::JavaInt;
    /// A number in decimal.
    pub const text: View = View::Text;
    /// `yyyy`
    pub const year: View = View::Calendar(Calendar::Year);
    /// `yyyymm`
    pub const year_month: View = View::Calendar(Calendar::YearMonth);
    /// `yyyymmdd`
    pub const year_month_day: View = View::Calendar(Calendar::YearMonthDay);
    /// `yyyymmddhh`
    pub const hour: View = View::Calendar(Calendar::Hour);

    /// The first characters of a text, this many.
    pub const fn first(count: i128) -> View {
        View::First(number(count))
    }

    /// The last characters of a text, this many.
    pub const fn last(count: i128) -> View {
        View::Last(number(count))
    }

    /// The characters from this index on, counted from 0.
    pub const fn from(count: i128) -> View {
        View::From(number(count))
    }

    /// The text, with every occurrence of another text removed.
    pub const fn without(part: &'static str) -> View {
        View::Without(part)
    }

    /// A number, divided and rounded down.
    pub const fn div(by: i128) -> View {
        View::Div(by)
    }

    /// A number, rounded down to a multiple.
    pub const fn floor(by: i128) -> View {
        View::Floor(by)
    }
}

/// `salt(.., digits(2))`
#[allow(non_upper_case_globals, reason = "named as in attributes")]
pub mod label {
    use crate::layout::salt::Label;
    use crate::private::number;

    /// One byte.
    pub const u8: Label = Label::U8;
    /// Two bytes, big endian.
    pub const u16: Label = Label::U16;
    /// Four bytes, big endian.
    pub const u32: Label = Label::U32;
    /// Eight bytes, big endian.
    pub const i64: Label = Label::I64;

    /// This many decimal digits, with leading zeros.
    pub const fn digits(width: i128) -> Label {
        Label::Digits(number(width))
    }

    /// This many lower-case hex digits, with leading zeros.
    pub const fn hex(width: i128) -> Label {
        Label::Hex(number(width))
    }

    /// The first bytes of the digest, this many.
    pub const fn bytes(width: i128) -> Label {
        Label::Bytes(number(width))
    }
}

/// `store = hbase`
#[allow(non_upper_case_globals, reason = "named as in attributes")]
pub mod engine {
    use crate::layout::engine::Engine;

    /// 32,767 bytes.
    pub const hbase: Engine = Engine::HBASE;
    /// 4,096 bytes.
    pub const bigtable: Engine = Engine::BIGTABLE;
    /// 511 bytes.
    pub const lmdb: Engine = Engine::LMDB;
    /// 10,000 bytes.
    pub const foundationdb: Engine = Engine::FOUNDATIONDB;
    /// 1,024 bytes.
    pub const dynamodb: Engine = Engine::DYNAMODB;
}

#[cfg(test)]
#[allow(dead_code, reason = "the derive uses all of it")]
#[path = "../../../rowkey-derive/src/items.rs"]
mod items;

#[cfg(test)]
mod tests {
    use super::item;
    use super::items::{Args, Facts, ITEMS, Width};
    use crate::codec::{Alphabet, Codec, Start, TextCodec, TextPart};
    use crate::error::CodecError;
    use crate::language::Order;
    use alloc::borrow::Cow;
    use alloc::collections::{BTreeMap, BTreeSet};
    use alloc::string::String;
    use alloc::vec;
    use alloc::vec::Vec;

    enum One {}

    impl Alphabet for One {
        const CHARS: &'static str = "1";
    }

    /// What the constants of a codec say of the facts in a row.
    #[derive(Debug)]
    struct Constants {
        /// The width, if it is fixed.
        width: Option<usize>,
        /// The same of the codec that it wraps, or of the type.
        inner_width: Option<usize>,
        can_fail: bool,
        is_unordered: bool,
        is_forward: bool,
    }

    /// The constants of `C`, around `I`.
    fn constants<C: Codec<'static, T>, I: Codec<'static, T>, T>() -> Constants {
        assert_eq!(C::LANGUAGE.refusal().map(|_| ()), None, "{}", core::any::type_name::<(C, T)>());
        Constants {
            width: C::LANGUAGE.fixed_width(),
            inner_width: I::LANGUAGE.fixed_width(),
            can_fail: C::Error::CAN_FAIL,
            is_unordered: C::LANGUAGE.order() == Order::Unordered,
            is_forward: true,
        }
    }

    fn text<C: Codec<'static, T> + TextCodec<'static, T>, I: Codec<'static, T>, T>() -> Constants {
        // The constant agrees with the bytes that the codec states for a start.
        let mut element = Vec::new();
        let start = C::start(TextPart::Start, b"1", &mut element);
        assert_eq!(C::FORWARD, !element.is_empty() && start == Start::Exact, "{}", core::any::type_name::<(C, T)>());
        Constants { is_forward: C::FORWARD, ..constants::<C, I, T>() }
    }

    macro_rules! texts {
        ($($codec:ty, $inner:ty;)*) => { vec![$(vec![
            text::<$codec, $inner, String>(),
            text::<$codec, $inner, Cow<'static, str>>(),
            text::<$codec, $inner, Vec<u8>>(),
            text::<$codec, $inner, Cow<'static, [u8]>>(),
        ]),*].into_iter().flatten().collect() };
    }

    /// The constants of the codecs of each word, and of those that its options select.
    fn codecs() -> BTreeMap<&'static str, Vec<Constants>> {
        BTreeMap::from([
            ("pad", texts! { item::pad<9, 0>, String; }),
            ("pad_left", texts! { item::pad_left<9, 0>, String; }),
            ("pad_units", vec![text::<item::pad_units<9, 0>, String, String>()]),
            ("pad_cut", texts! { item::pad_cut<9, 0>, String; }),
            ("len", texts! { item::len<9>, String; }),
            ("chars", texts! { item::chars<String, One>, String; item::chars<item::len<9>, One>, item::len<9>; }),
            (
                "length_prefixed",
                texts! { item::length_prefixed<1, false>, String; item::length_prefixed<4, true>, String; },
            ),
            ("terminated", texts! { item::terminated, String; }),
            (
                "reverse_text",
                vec![
                    text::<item::reverse_text<String>, String, String>(),
                    text::<item::reverse_text<String>, String, Vec<u8>>(),
                    text::<item::reverse_text<item::terminated>, item::terminated, String>(),
                ],
            ),
            ("digits", vec![constants::<item::digits<u64, 20>, u64, u64>()]),
            ("hex", vec![constants::<item::hex<u64, 16>, u64, u64>(), constants::<item::hex<u8, 2, 'X'>, u8, u8>()]),
            ("bytes", vec![constants::<item::bytes<u32, 3>, u32, u32>()]),
            ("decimal", vec![constants::<item::decimal<u64>, u64, u64>()]),
            ("raw", vec![constants::<item::raw, f64, f64>(), constants::<item::raw, i32, i32>()]),
            (
                "le",
                vec![
                    constants::<item::le<u32>, u32, u32>(),
                    constants::<item::le<item::bytes<u32, 3>>, item::bytes<u32, 3>, u32>(),
                ],
            ),
            ("time", vec![constants::<item::time<1000, '?'>, i64, i64>()]),
            ("reverse_ts", vec![constants::<item::reverse_ts<1000, '?'>, i64, i64>()]),
            (
                "desc",
                vec![
                    constants::<item::desc<u64>, u64, u64>(),
                    text::<item::desc<item::len<9>>, item::len<9>, String>(),
                ],
            ),
            ("via", vec![constants::<item::via<u64, u64>, u64, u64>()]),
            ("repeated", vec![constants::<item::repeated, item::repeated, Vec<u32>>()]),
        ])
    }

    #[test]
    fn facts_of_words_are_constants_of_codecs() {
        let codecs = codecs();
        let rows = ITEMS.iter().filter(|item| item.args != Args::NoCodec);
        let rows =
            rows.flat_map(|item| item.ways.iter().map(|way| (way.codec, way.facts)).chain([(item.word, item.facts)]));
        // The codec of `with` is not known, so its word tells nothing.
        let rows: BTreeMap<&str, Facts> = rows.filter(|(name, _)| *name != "with").collect();
        let names = |keys: Vec<&&'static str>| keys.into_iter().copied().collect::<BTreeSet<&str>>();
        assert_eq!(names(rows.keys().collect()), names(codecs.keys().collect()));
        for (name, facts) in rows {
            for constants in &codecs[name] {
                let message = alloc::format!("{name}: {facts:?}, {constants:?}");
                match facts.width {
                    Width::Fixed => assert!(constants.width.is_some(), "{message}"),
                    Width::Varies => assert_eq!(constants.width, None, "{message}"),
                    Width::Kept => assert_eq!(constants.width, constants.inner_width, "{message}"),
                    Width::Unknown => {}
                }
                assert!(!facts.can_fail || constants.can_fail, "{message}");
                // It does not sort either, but a field says so itself: `allow(unordered)`.
                let is_said = name == "pad_units";
                assert_eq!(facts.is_unordered, constants.is_unordered && !is_said, "{message}");
                assert_eq!(facts.is_forward, constants.is_forward, "{message}");
            }
        }
    }
}
