//! The keywords of the attributes, each under its own name, so that the derive can copy them from the source.

/// `#[pad(20)]`, or around another codec `#[rowkey(digits(10))]`
#[allow(non_camel_case_types, reason = "named as in attributes")]
pub mod item {
    use crate::codec;
    pub use crate::codec::{
        Chars as chars, Counted as time, Decimal as decimal, Desc as desc, Len as len, Pad as pad, PadCut as pad_cut,
        PadUnits as pad_units, Raw as raw, Repeated as repeated, ReverseText as reverse_text, ReverseTs as reverse_ts,
        Terminated as terminated, Via as via,
    };
    pub use crate::formats::fdb_tuple::FdbTuple as fdb_tuple;
    pub use crate::formats::ordered_code::OrderedCode as ordered_code;

    /// A number in this many decimal digits.
    pub type digits<C, const N: usize> = codec::Digits<C, N, 'd'>;
    /// A number in this many hex digits, in lower case, or with `'X'` in upper case.
    pub type hex<C, const N: usize, const FORM: char = 'x'> = codec::Digits<C, N, FORM>;
    /// A number in this many bytes, big endian.
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
    pub const fn without(text: &'static str) -> View {
        View::Without(text)
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
