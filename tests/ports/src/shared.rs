//! Rows of the vectors, and comparisons of keys and ranges.

use rowkey::{OwnedKey, ScanPlan};
use std::fmt::Debug;
use std::str::FromStr;

/// A line of a file in `vectors`: the key, then the values that it was made of.
pub struct Row {
    pub key: Vec<u8>,
    fields: Vec<&'static str>,
}

impl Row {
    pub fn field(&self, at: usize) -> &'static str {
        self.fields[at]
    }

    pub fn bytes(&self, at: usize) -> Vec<u8> {
        hex(self.fields[at])
    }

    pub fn text(&self, at: usize) -> String {
        String::from_utf8(self.bytes(at)).unwrap()
    }

    #[track_caller]
    pub fn number<T: FromStr<Err: Debug>>(&self, at: usize) -> T {
        self.fields[at].parse().unwrap()
    }
}

/// Returns the rows of a kind. There is at least one.
#[track_caller]
pub fn rows(file: &'static str, kind: &str) -> Vec<Row> {
    let rows: Vec<Row> = file
        .lines()
        .filter_map(|line| {
            let mut parts = line.split('\t');
            (parts.next()? == kind).then(|| Row { key: hex(parts.next().unwrap()), fields: parts.collect() })
        })
        .collect();
    assert!(!rows.is_empty(), "no rows of {kind}");
    rows
}

/// Returns bytes from hexadecimal digits, with spaces anywhere.
pub fn hex(digits: &str) -> Vec<u8> {
    let digits: String = digits.split_whitespace().collect();
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

/// Both directions: encode writes the bytes of the project, and decode returns the values.
#[track_caller]
pub fn same<K: OwnedKey<EncodeError: Debug> + PartialEq + Debug>(values: &K, theirs: &[u8]) {
    let ours = values.encode().unwrap();
    assert!(ours.as_ref() == theirs, "{values:?}\n  ours {:02X?}\ntheirs {theirs:02X?}", ours.as_ref());
    assert_eq!(K::decode(theirs).as_ref(), Ok(values));
}

/// Compares our one range with theirs: both contain the same keys. Returns how many.
#[track_caller]
pub fn same_range(plan: &ScanPlan, theirs: impl Fn(&[u8]) -> bool, keys: &[Vec<u8>]) -> usize {
    let range = plan.only_range().unwrap_or_else(|| panic!("not one range\n{}", plan.explain()));
    for key in keys {
        assert_eq!(range.contains(key), theirs(key), "{key:02X?}\n{}", plan.explain());
    }
    keys.iter().filter(|key| theirs(key)).count()
}

/// An own codec, from its language and two functions. What `write` would not write is refused.
macro_rules! codec {
    ($(#[$doc:meta])* $name:ident: $type:ty, $language:expr, $write:expr, $read:expr $(,)?) => {
        $(#[$doc])*
        struct $name;

        impl rowkey::codec::Codec<'_, $type> for $name {
            const LANGUAGE: rowkey::language::Language = $language;
            type Error = std::convert::Infallible;

            fn write<S: rowkey::Sink>(value: &$type, out: &mut S) -> Result<(), Self::Error> {
                out.put(&($write)(value));
                Ok(())
            }

            fn read(element: rowkey::codec::Piece<'_, '_>) -> Result<$type, rowkey::ElementError> {
                let value: Option<$type> = ($read)(&element);
                value
                    .filter(|value| ($write)(value)[..] == element[..])
                    .ok_or(rowkey::ElementError::Other(concat!("not what `", stringify!($name), "` writes")))
            }
        }
    };
}
pub(crate) use codec;
