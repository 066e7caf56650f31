//! `via = T`: a value that converts into a `T` is written, read, salted, locked and scanned as the `T` is.

use rowkey::{
    DecodeError, ElementError, EncodeError, OwnedKey, Plan, RowKey, ScanError, ValueError, contains, ends_with,
    starts_with,
};
use std::any::type_name;
use std::convert::Infallible;
use std::fmt::Debug;

/// A newtype, and the conversions that its author wrote.
macro_rules! newtype {
    ($name:ident($inner:ty)) => {
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name(pub $inner);

        impl From<$inner> for $name {
            fn from(inner: $inner) -> Self {
                Self(inner)
            }
        }

        impl From<$name> for $inner {
            fn from(value: $name) -> Self {
                value.0
            }
        }
    };
}

newtype!(Name(String));
newtype!(Blob(Vec<u8>));
newtype!(Id(u32));
newtype!(Millis(i64));

/// Nulls of a tuple, around values that convert.
mod nulls {
    use super::*;

    #[derive(RowKey, Clone, Debug, PartialEq)]
    #[rowkey(encoding = fdb_tuple, salt(buckets = 3, of(a, b)))]
    pub struct Plain {
        pub a: Option<u32>,
        pub b: Option<String>,
    }

    #[derive(RowKey, Clone, Debug, PartialEq)]
    #[rowkey(encoding = fdb_tuple, salt(buckets = 3, of(a, b)))]
    pub struct Key {
        #[rowkey(via = u32)]
        pub a: Option<Id>,
        #[rowkey(via = String)]
        pub b: Option<Name>,
    }

    #[test]
    fn are_those_of_the_tuple() {
        for a in [None, Some(0), Some(256)] {
            for b in [None, Some(""), Some("a\0b")] {
                let plain = Plain { a, b: b.map(String::from) };
                let key = Key { a: a.map(Id), b: b.map(|text| Name(text.into())) };
                agree(&plain, &key);
                let plan = Key::scan().a(a.map(Id)).plan().unwrap();
                assert!(plan.ranges().any(|range| range.contains(&key.key())));
                let typed = Plain::scan().a(a..).plan().unwrap();
                let plan = Key::scan().a(a.map(Id)..).plan().unwrap();
                assert!(plan.ranges().eq(typed.ranges()), "{}", plan.explain());
            }
        }
    }
}

/// The same key twice: with plain types, and with newtypes of them.
macro_rules! twice {
    ($($mod:ident: $(#[$attr:meta])* { $($(#[$of:meta])* $field:ident: $plain:ty => $new:ty, $value:expr;)* })*) => {$(
        mod $mod {
            #[allow(unused_imports)]
            use super::*;

            #[derive(RowKey, Clone, Debug, PartialEq)]
            $(#[$attr])*
            pub struct Plain {
                $($(#[$of])* pub $field: $plain,)*
            }

            #[derive(RowKey, Clone, Debug, PartialEq)]
            $(#[$attr])*
            pub struct Key {
                $($(#[$of])* #[rowkey(via = $plain)] pub $field: $new,)*
            }

            #[test]
            fn bytes_and_lock_are_the_same() {
                let plain = Plain { $($field: $value,)* };
                let key = Key { $($field: $value.into(),)* };
                agree(&plain, &key);
                assert_eq!(Key::LAYOUT.to_json().replace("\"Key\"", "\"Plain\""), Plain::LAYOUT.to_json());
            }
        }
    )*};
}

fn agree<P: OwnedKey, K: OwnedKey + Debug + PartialEq>(plain: &P, key: &K) {
    let bytes: Vec<u8> = plain.encode().unwrap().into();
    let found: Vec<u8> = key.encode().unwrap().into();
    assert_eq!(found, bytes);
    assert_eq!(K::decode(&bytes).as_ref(), Ok(key));
    assert_eq!(K::LAYOUT.lock(), P::LAYOUT.lock());
    let explained = |text: String| text.split_once(" as ").map(|(_, text)| text.split_once('\n').unwrap().1.to_owned());
    assert_eq!(explained(K::explain(&bytes).to_string()), explained(P::explain(&bytes).to_string()));
}

twice! {
    salted_text: #[rowkey(salt(xor, buckets = 7, of(a.last(2).int, b)))] {
        #[pad(8)] a: String => Name, String::from("call42");
        b: u32 => Id, 7u32;
    }
    digest_of_text: #[rowkey(salt(md5, buckets = 7, of(b, a)))] {
        #[rowkey(terminated, desc)] a: String => Name, String::from("a\0b");
        #[rowkey(len(2))] b: Vec<u8> => Blob, vec![0xFF, 0];
    }
    java: #[rowkey(salt(java_hash, buckets = 7, of(a, b)), separator = "_")] {
        #[rowkey(chars("a-z"))] a: String => Name, String::from("ab");
        #[rowkey(digits(10))] b: u32 => Id, 12u32;
    }
    numbers: #[rowkey(salt(xor, buckets = 3, of(c.div(60_000))))] {
        #[rowkey(digits(10), desc)] a: u32 => Id, 9u32;
        #[rowkey(hex(8))] b: u32 => Id, 10u32;
        #[reverse_ts(millis)] c: i64 => Millis, 1_700_000_000_000i64;
        #[rowkey(time(secs))] d: i64 => Millis, -5i64;
    }
    nothing_said: {
        a: u32 => Id, 1u32;
        b: Vec<u8> => Blob, vec![1];
    }
    tuple: #[rowkey(encoding = fdb_tuple)] {
        a: u32 => Id, 1u32;
        b: String => Name, String::from("a\0b");
    }
    ordered: #[rowkey(encoding = ordered_code)] {
        #[rowkey(desc)] a: u32 => Id, 1u32;
        b: String => Name, String::from("a\0b");
    }
    computed: {
        #[rowkey(element(b.year_month_day))] #[pad(4)] a: String => Name, String::from("ab");
        #[rowkey(time(millis))] b: i64 => Millis, 1_700_000_000_000i64;
    }
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Optional {
    #[pad(4)]
    #[rowkey(via = String)]
    name: Option<Name>,
    #[rowkey(via = u32, desc)]
    id: Option<Id>,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct PlainOptional {
    #[pad(4)]
    name: Option<String>,
    #[rowkey(desc)]
    id: Option<u32>,
}

#[test]
fn an_optional_value() {
    for (name, id) in [(None, None), (Some("ab"), None), (None, Some(7)), (Some(""), Some(0))] {
        let name = || name.map(String::from);
        agree(&PlainOptional { name: name(), id }, &Optional { name: name().map(Name), id: id.map(Id) });
    }
}

/// An even number; from a `u32` where that is one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Even(u32);

impl From<Even> for u32 {
    fn from(even: Even) -> Self {
        even.0
    }
}

impl TryFrom<u32> for Even {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<Self, &'static str> {
        if number % 2 == 0 { Ok(Self(number)) } else { Err("odd") }
    }
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Refusing {
    #[rowkey(via = u32)]
    even: Even,
    #[rowkey(via = i8)]
    small: usize,
}

#[derive(RowKey, Debug, PartialEq)]
struct NeverFails {
    #[rowkey(via = u32)]
    even: Even,
}

#[test]
fn a_conversion_that_fails_is_an_error() {
    let reason = ValueError::Conversion { from: "usize", into: "i8" };
    let error = Refusing { even: Even(2), small: 128 }.encode().unwrap_err();
    assert_eq!(error, EncodeError::Value { key: "Refusing", field: "small", reason });
    assert!(error.to_string().contains("this `usize` cannot be converted into `i8`"), "{error}");

    let read = |bytes: &[u8]| Refusing::decode(bytes);
    assert_eq!(read(&[0, 0, 0, 2, 0xFF]), Ok(Refusing { even: Even(2), small: 127 }));
    let odd = ElementError::Conversion { from: "u32", into: type_name::<Even>() };
    let key = "Refusing";
    assert_eq!(read(&[0, 0, 0, 3, 0xFF]), Err(DecodeError::Element { key, field: "even", offset: 0, reason: odd }));
    let negative = ElementError::Conversion { from: "i8", into: "usize" };
    assert_eq!(
        read(&[0, 0, 0, 2, 0x7F]),
        Err(DecodeError::Element { key, field: "small", offset: 4, reason: negative })
    );
    assert!(matches!(
        Refusing::scan().even(Even(2)).small(..1_000).plan(),
        Err(ScanError::Bound { field: "small", reason: ValueError::Conversion { .. }, .. })
    ));
    assert_eq!(Refusing::scan().even(Even(2)).small(1_000).plan().unwrap().ranges().count(), 0, "no key holds it");
}

/// A value that converts without fail, into a type that can always be written, can always be written.
#[test]
fn what_cannot_fail_has_a_key() {
    fn is_infallible<K: RowKey<EncodeError = Infallible>>() {}
    is_infallible::<NeverFails>();
    is_infallible::<nothing_said::Key>();
    assert_eq!(NeverFails { even: Even(2) }.key(), [0, 0, 0, 2]);
    assert!(NeverFails::decode(&[0, 0, 0, 1]).is_err());
}

#[derive(RowKey, Debug, PartialEq)]
struct Borrowed<'a> {
    #[rowkey(via = &'a str, pad(3))]
    tag: Tag<'a>,
    id: u8,
}

#[derive(Clone, Debug, PartialEq)]
struct Tag<'a>(&'a str);

impl<'a> From<&'a str> for Tag<'a> {
    fn from(tag: &'a str) -> Self {
        Self(tag)
    }
}

impl<'a> From<Tag<'a>> for &'a str {
    fn from(tag: Tag<'a>) -> Self {
        tag.0
    }
}

#[test]
fn a_value_that_borrows_from_the_key() {
    let key = Borrowed { tag: Tag("ab"), id: 7 };
    let bytes = key.encode().unwrap();
    assert_eq!(bytes, *b"ab\0\x07");
    let read = Borrowed::decode(&bytes).unwrap();
    assert_eq!(read, key);
    assert_eq!(read.tag.0.as_ptr(), bytes.as_ptr(), "not a copy");
}

/// A text is searched, and a range is one, if the value converts into it.
#[test]
fn texts_and_ranges() {
    #[derive(RowKey, Debug)]
    struct Tagged {
        #[rowkey(via = String, terminated)]
        name: Name,
        #[rowkey(via = i64, raw)]
        at: Millis,
    }
    let key = |name: &str, at| Tagged { name: Name(name.into()), at: Millis(at) }.encode().unwrap();
    for name in ["", "a", "ab", "b\0a"] {
        for at in [-1, 0, 300] {
            let finds = |plan: Result<Plan<_>, ScanError>| {
                let (plan, key) = (plan.unwrap(), key(name, at));
                plan.matches(&key) && plan.ranges().any(|range| range.contains(&key))
            };
            let scan = Tagged::scan;
            assert_eq!(finds(scan().name(starts_with("a")).plan()), name.starts_with('a'), "{name:?}");
            assert_eq!(finds(scan().filter_name(ends_with("a")).plan()), name.ends_with('a'), "{name:?}");
            assert_eq!(finds(scan().filter_name(contains("\0")).plan()), name.contains('\0'), "{name:?}");
            assert_eq!(finds(scan().filter_at(Millis(-1)..Millis(1)).plan()), at < 1, "{at}");
        }
    }
}

rowkey::laws!(Optional, PlainOptional, Refusing, NeverFails, nulls::Plain, nulls::Key);
