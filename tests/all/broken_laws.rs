//! Key types with codecs that break their word: each law that `laws!` checks sees the one that breaks it, and shows the least rows.

use rowkey::codec::{Codec, Piece};
use rowkey::language::Language;
use rowkey::laws::Laws;
use rowkey::{ElementError, OwnedKey, RowKey, Sink};
use std::convert::Infallible;
use std::fmt::Debug;
use std::panic::catch_unwind;

/// Writes and reads two bytes as the functions say.
macro_rules! codec {
    ($name:ident, $language:expr, |$value:ident| $write:expr, |$element:ident| $read:expr) => {
        #[derive(Debug)]
        enum $name {}

        impl<'k> Codec<'k, u16> for $name {
            const LANGUAGE: Language = $language;
            type Error = Infallible;

            fn write<S: Sink>($value: &u16, out: &mut S) -> Result<(), Infallible> {
                out.put(&$write);
                Ok(())
            }

            fn read(element: Piece<'k, '_>) -> Result<u16, ElementError> {
                let $element = [element[0], element[1]];
                Ok($read)
            }
        }
    };
}

const TWO_BYTES: Language = Language::number(2, 0, 0xFFFF);

codec!(Little, TWO_BYTES, |value| value.to_le_bytes(), |element| u16::from_le_bytes(element));
codec!(Even, TWO_BYTES, |value| (value & !1).to_be_bytes(), |element| u16::from_be_bytes(element));
codec!(Odd, TWO_BYTES, |value| value.to_be_bytes(), |element| u16::from_be_bytes(element) | 1);
codec!(Honest, TWO_BYTES, |value| value.to_be_bytes(), |element| u16::from_be_bytes(element));

macro_rules! rows_in {
    ($($name:ident $codec:ident;)*) => {$(
        #[derive(RowKey, Debug)]
        struct $name {
            #[rowkey(with = $codec)]
            a: u16,
            b: u8,
        }
    )*};
}

rows_in! {
    InLittle Little;
    InEven Even;
    InOdd Odd;
    InHonest Honest;
}

rowkey::laws!(InHonest);

/// The message of the law that does not hold.
fn broken<K: OwnedKey<EncodeError: Debug> + Debug + 'static>(laws: Laws<K>) -> String {
    *catch_unwind(|| laws.check()).unwrap_err().downcast().unwrap()
}

#[test]
fn an_order_that_is_not_that_of_the_values() {
    Laws::<InHonest>::new().ordered_by(|x, y| (x.a, x.b).cmp(&(y.a, y.b))).check();
    let message = broken(Laws::<InLittle>::new().ordered_by(|x, y| (x.a, x.b).cmp(&(y.a, y.b))));
    assert!(message.starts_with("`InLittle` breaks a law: order: the keys of InLittle { a: "), "{message}");
    // Two rows are the fewest that have an order.
    assert_eq!(message.matches("\n    InLittle {").count(), 2, "{message}");
}

#[test]
fn a_value_that_does_not_come_back() {
    let message = broken(Laws::<InEven>::new());
    // Rows whose values are even come back, but not the bytes beside them: which law is broken first is chance.
    let laws = ["round trip: the row that comes back: expected Ok(InEven {", "strictness: ["];
    assert!(laws.iter().any(|law| message.starts_with(&format!("`InEven` breaks a law: {law}"))), "{message}");
}

#[test]
fn bytes_that_are_read_and_not_written() {
    let message = broken(Laws::<InOdd>::new());
    assert!(message.starts_with("`InOdd` breaks a law: strictness: ["), "{message}");
}
