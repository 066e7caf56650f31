//! Key types with codecs that break their word: the law sees it, and shows the least rows.
//!
//! No codec breaks the laws of one key, of regions and of batches without another one before them: `src/laws/rows.rs` has their tests.

use rowkey::codec::{Codec, Piece, Place};
use rowkey::language::Language;
use rowkey::laws::Laws;
use rowkey::{ElementError, OwnedKey, RowKey, Sink};
use std::convert::Infallible;
use std::fmt::Debug;
use std::panic::catch_unwind;

/// Writes and reads two bytes as the functions say, with a place of its own if one is given.
macro_rules! codec {
    ($name:ident, $language:expr, |$value:ident| $write:expr, |$element:ident| $read:expr $(, $place:expr)?) => {
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

            $(fn place<S: Sink>(value: &u16, out: &mut S) -> Result<Place, Infallible> {
                Self::write(value, out)?;
                Ok($place)
            })?
        }
    };
}

const TWO_BYTES: Language = Language::number(2, 0, 0xFFFF);

codec!(Little, TWO_BYTES, |value| value.to_le_bytes(), |element| u16::from_le_bytes(element));
codec!(Even, TWO_BYTES, |value| (value & !1).to_be_bytes(), |element| u16::from_be_bytes(element));
codec!(Odd, TWO_BYTES, |value| value.to_be_bytes(), |element| u16::from_be_bytes(element) | 1);
codec!(Honest, TWO_BYTES, |value| value.to_be_bytes(), |element| u16::from_be_bytes(element));
codec!(Misplaced, TWO_BYTES, |value| value.to_be_bytes(), |element| u16::from_be_bytes(element), Place::After);
codec!(Panicking, TWO_BYTES, |value| value.to_be_bytes(), |element| {
    let number = u16::from_be_bytes(element);
    assert!(number < 1_000, "{number} is read");
    number
});

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
    InMisplaced Misplaced;
    InPanicking Panicking;
}

#[derive(RowKey, Debug)]
enum Rows {
    #[rowkey(tag = "h")]
    Honest(InHonest),
    #[rowkey(tag = "m")]
    Misplaced(InMisplaced),
    #[rowkey(tag = "n")]
    Named { name: String },
}

#[derive(RowKey, Debug)]
#[rowkey(under(a))]
enum Under {
    #[rowkey(tag = "m")]
    Misplaced(InMisplaced),
}

rowkey::laws!(InHonest);

/// The message of the law that does not hold.
fn broken<K: OwnedKey<EncodeError: Debug> + Debug + 'static>(laws: Laws<K>) -> String {
    *catch_unwind(|| laws.check()).expect_err("a broken law").downcast().expect("a message")
}

/// The rows that are shown.
fn rows(message: &str) -> Vec<&str> {
    message.split_once("\nfound with these rows:\n").expect("rows").1.lines().map(str::trim).collect()
}

#[test]
fn an_order_that_is_not_that_of_the_values() {
    Laws::<InHonest>::new().ordered_by(|x, y| (x.a, x.b).cmp(&(y.a, y.b))).check();
    let little = || broken(Laws::<InLittle>::new().ordered_by(|x, y| (x.a, x.b).cmp(&(y.a, y.b))));
    // A range that loses a row breaks with that row alone, where it is drawn before two rows in the wrong order.
    let mut messages = std::iter::repeat_with(little).take(50);
    let order = "`InLittle` breaks a law: order: the keys of InLittle { a: ";
    let message = messages.find(|message| message.starts_with(order)).expect("two rows in the wrong order");
    let mut rows = rows(&message);
    rows.sort_unstable();
    // Two rows are the fewest that have an order.
    assert_eq!(rows, ["InLittle { a: 1, b: 0 }", "InLittle { a: 256, b: 0 }"]);
}

#[test]
fn a_value_that_does_not_come_back() {
    // Now and then, another byte string than the key of a row is the first that does not come back.
    let mut messages = std::iter::repeat_with(|| broken(Laws::<InEven>::new())).take(20);
    let message = messages.find(|message| !message.contains("strictness")).expect("a row");
    let found = "round trip: the decoded row: expected Ok(InEven { a: 1, b: 0 }), found Ok(InEven { a: 0, b: 0 })";
    assert!(message.starts_with(&format!("`InEven` breaks a law: {found}")), "{message}");
    assert_eq!(rows(&message), ["InEven { a: 1, b: 0 }"]);
}

#[test]
fn bytes_that_are_read_and_not_written() {
    let message = broken(Laws::<InOdd>::new());
    assert!(message.starts_with("`InOdd` breaks a law: strictness: ["), "{message}");
    assert_eq!(rows(&message), ["InOdd { a: 1, b: 0 }"]);
}

#[test]
fn a_scan_without_its_bound() {
    let message = broken(Laws::<InMisplaced>::new());
    assert!(message.starts_with("`InMisplaced` breaks a law: scans: the rows of `InMisplaced` for "), "{message}");
    assert_eq!(rows(&message), ["InMisplaced { a: 0, b: 0 }"]);
}

#[test]
fn a_scan_of_one_kind() {
    let message = broken(Laws::<Rows>::new());
    assert!(message.starts_with("`Rows` breaks a law: scans: the rows of `Rows::Misplaced` for "), "{message}");
    assert_eq!(rows(&message), ["Misplaced(InMisplaced { a: 0, b: 0 })"]);
}

#[test]
fn a_scan_of_all_kinds() {
    // A few cases in which the question about the one kind binds no range.
    let message = broken(Laws::<Under>::new().cases(2_000));
    assert!(message.starts_with("`Under` breaks a law: scans: the rows of `Under"), "{message}");
    assert_eq!(rows(&message), ["Misplaced(InMisplaced { a: 0, b: 0 })"]);
}

#[test]
fn a_panic() {
    let message = broken(Laws::<InPanicking>::new());
    let panic = "`InPanicking` breaks a law: a panic";
    let is_named =
        message.starts_with(&format!("{panic}: ")) || message.starts_with(&format!("{panic} while making rows: "));
    assert!(is_named && message.contains(" is read"), "{message}");
}

#[test]
fn a_value_that_is_written_in_spite_of_the_test() {
    let message = broken(Laws::<InHonest>::new().refusing(|| vec![InHonest { a: 1, b: 2 }]));
    let refused = "refusal: `encode` refuses InHonest { a: 1, b: 2 }: expected true, found false";
    assert_eq!(message, format!("`InHonest` breaks a law: {refused}"));
}

#[test]
fn a_layout_that_is_not_the_one_of_the_lock() {
    let lock = "a: Honest as 2-byte number | b: u8 as 1-byte number\n";
    Laws::<InHonest>::new().locked(lock).cases(1).check();
    let message = broken(Laws::<InHonest>::new().locked("a: u16 as 2-byte number"));
    let layout = "lock: the layout: expected \"a: u16 as 2-byte number\", found \"a: Honest as";
    assert!(message.starts_with(&format!("`InHonest` breaks a law: {layout}")), "{message}");
}

#[test]
fn a_stored_key_that_is_not_one_any_more() {
    Laws::<InHonest>::new().stored(&[b"\0\x01\x02"]).cases(1).check();
    let message = broken(Laws::<InHonest>::new().stored(&[b"\0\x01\x02", b"\0\x01"]));
    let key = "`InHonest` breaks a law: lock: the stored key '\\x00\\x01' no longer decodes: ";
    assert!(message.starts_with(key), "{message}");
    // It is read, but as another row.
    let message = broken(Laws::<InOdd>::new().stored(&[b"\0\0\0"]));
    assert!(
        message.starts_with("`InOdd` breaks a law: strictness: [00, 00, 00] decode to InOdd { a: 1, b: 0 }"),
        "{message}"
    );
}

/// Puts names into 26 buckets, however many there are.
fn by_letter(name: &[u8], _: u32) -> u32 {
    name.first().map_or(0, |letter| u32::from(letter % 26))
}

#[derive(RowKey, Debug)]
#[rowkey(salt(with = by_letter, buckets = 32, of(name)))]
struct Log {
    name: String,
}

#[derive(RowKey, Debug)]
#[rowkey(salt(with = by_letter, buckets = 32, of(name), allow(empty)))]
struct OldLog {
    name: String,
}

#[derive(RowKey, Debug)]
#[rowkey(salt(with = by_letter, buckets = 26, of(name)))]
struct FullLog {
    name: String,
}

#[derive(RowKey, Debug)]
enum Logs {
    #[rowkey(tag = "f")]
    Full(FullLog),
    #[rowkey(tag = "l")]
    Log(Log),
}

#[test]
fn a_bucket_that_no_row_is_in() {
    let advice = "whose regions stay empty: [26, 27, 28, 29, 30, 31]; count only the buckets that the function reaches, or write \
                  `allow(empty)`";
    let expected =
        format!("`Log` breaks a law: buckets: no random row of `Log` is in these buckets of its salt, {advice}");
    assert_eq!(broken(Laws::<Log>::new()), expected);
    let expected =
        format!("`Logs` breaks a law: buckets: no random row of `Logs::Log` is in these buckets of its salt, {advice}");
    assert_eq!(broken(Laws::<Logs>::new()), expected);
    Laws::<OldLog>::new().check();
    Laws::<FullLog>::new().check();
}
