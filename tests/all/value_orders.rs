//! Codecs and conversions whose statement about the order of their values is wrong or missing. A range over such a field
//! is an error, or the laws find it: the reference is the order that Rust derives, over rows as they decode.

use rowkey::codec::{Codec, Input, InputKind, Piece, Place};
use rowkey::language::{ByteSet, Language};
use rowkey::laws::Laws;
use rowkey::{ElementError, OwnedKey, RowKey, ScanError, Sink, ValueError, one_of};
use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::Bound::{Excluded, Included, Unbounded};
use std::panic::catch_unwind;

const BYTES: Language = Language::fixed(ByteSet::range(0, 255), 2);
const VALUES: [u16; 14] = [0, 1, 2, 127, 128, 200, 255, 256, 257, 300, 511, 512, 513, 65_535];

/// Declares a codec of `u16`, with the items that it overrides.
macro_rules! codecs {
    ($($(#[$doc:meta])* $name:ident $language:expr, |$value:ident| $write:expr, |$read:ident| $number:expr; { $($items:tt)* })*) => {$(
        $(#[$doc])*
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
                let $read = element.array()?;
                $number
            }

            $($items)*
        }
    )*};
}

fn hundreds(number: u16) -> Result<u16, ElementError> {
    if number % 100 == 0 { Ok(number) } else { Err(ElementError::Other("not a multiple of 100")) }
}

codecs! {
    /// The least byte first, and nobody says how the values sort.
    Little BYTES.unordered(), |value| value.to_le_bytes(), |bytes| Ok(u16::from_le_bytes(bytes)); {}

    /// With the rank that the docs ask for.
    Ranked BYTES.unordered(), |value| value.to_le_bytes(), |bytes| Ok(u16::from_le_bytes(bytes)); {
        fn rank<S: Sink>(value: &u16, out: &mut S) -> Result<(), Infallible> {
            out.put(&value.to_be_bytes());
            Ok(())
        }
    }

    /// The number is the order.
    Numbered BYTES.unordered(), |value| value.to_le_bytes(), |bytes| Ok(u16::from_le_bytes(bytes)); {
        const INPUT: InputKind = InputKind::Number { per_second: 0, least: 0 };

        fn input(value: &u16) -> Input<'_> {
            Input::Number(i128::from(*value))
        }
    }

    /// The language says that the bytes sort, and they do not.
    Lying BYTES, |value| value.to_le_bytes(), |bytes| Ok(u16::from_le_bytes(bytes)); {}

    /// Descends, and says that it ascends.
    Upward BYTES, |value| (!value).to_be_bytes(), |bytes| Ok(!u16::from_be_bytes(bytes)); {}

    /// Descends, and says so.
    Downward BYTES.descending(), |value| (!value).to_be_bytes(), |bytes| Ok(!u16::from_be_bytes(bytes)); {}

    /// Rounds down to hundreds, and takes each number for one that it stores.
    Rounded BYTES, |value| (value / 100 * 100).to_be_bytes(), |bytes| hundreds(u16::from_be_bytes(bytes)); {}

    /// Rounds, and says where a number is.
    Placed BYTES, |value| (value / 100 * 100).to_be_bytes(), |bytes| hundreds(u16::from_be_bytes(bytes)); {
        fn place<S: Sink>(value: &u16, out: &mut S) -> Result<Place, Infallible> {
            Self::write(value, out)?;
            Ok(if value % 100 == 0 { Place::At } else { Place::After })
        }
    }

    /// Sorts by the last digit first, which is a statement of its own: the laws compare by it.
    LastDigit BYTES.unordered(), |value| value.to_be_bytes(), |bytes| Ok(u16::from_be_bytes(bytes)); {
        fn rank<S: Sink>(value: &u16, out: &mut S) -> Result<(), Infallible> {
            out.put(&[(value % 10) as u8]);
            out.put(&value.to_be_bytes());
            Ok(())
        }
    }
}

/// A number that converts into the one with its bits reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Spread(u16);

impl From<Spread> for u16 {
    fn from(spread: Spread) -> u16 {
        spread.0.reverse_bits()
    }
}

impl From<u16> for Spread {
    fn from(bits: u16) -> Spread {
        Spread(bits.reverse_bits())
    }
}

/// The same, with a conversion that keeps the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kept(u16);

impl From<Kept> for u16 {
    fn from(kept: Kept) -> u16 {
        kept.0
    }
}

impl From<u16> for Kept {
    fn from(number: u16) -> Kept {
        Kept(number)
    }
}

macro_rules! rows {
    ($($name:ident $field:ident: $type:ty, $attribute:tt;)*) => {$(
        #[derive(RowKey, Clone, Debug, PartialEq)]
        struct $name {
            #[rowkey $attribute]
            $field: $type,
            id: u8,
        }
    )*};
}

rows! {
    InLittle n: u16, (with = Little, allow(unordered));
    InRanked n: u16, (with = Ranked, allow(unordered));
    InNumbered n: u16, (with = Numbered, allow(unordered));
    InLying n: u16, (with = Lying);
    InUpward n: u16, (with = Upward);
    InDownward n: u16, (with = Downward);
    InRounded n: u16, (with = Rounded);
    InPlaced n: u16, (with = Placed);
    InLastDigit n: u16, (with = LastDigit, allow(unordered));
    InSpread n: Spread, (via = u16);
    InDecimalSpread n: Spread, (via = u16, decimal, separator = "/");
    InKept n: Kept, (via = u16);
    SaidSpread n: Spread, (via = u16, allow(unordered));
    SaidDecimalSpread n: Spread, (via = u16, decimal, allow(unordered), separator = "/");
    MaybeSpread n: Option<Spread>, (via = u16, allow(unordered));
    DescSpread n: Spread, (via = u16, desc, allow(unordered));
}

/// A type that is its own codec, so that it can be in an `Option`, a tuple, an array and a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Height(u16);

impl<'k> Codec<'k> for Height {
    const LANGUAGE: Language = BYTES.unordered();
    type Error = Infallible;

    fn write<S: Sink>(value: &Height, out: &mut S) -> Result<(), Infallible> {
        Little::write(&value.0, out)
    }

    fn read(element: Piece<'k, '_>) -> Result<Height, ElementError> {
        Little::read(element).map(Height)
    }
}

#[derive(RowKey, Clone, Debug, PartialEq, PartialOrd)]
struct Block {
    chain: u8,
    #[rowkey(allow(unordered))]
    height: Height,
}

rows! {
    Maybe n: Option<Height>, (allow(unordered));
    Down n: Height, (desc, allow(unordered));
    Pair n: (u8, Height), (allow(unordered));
    Nested n: Block, (allow(unordered));
    MaybeNested n: Option<Block>, (allow(unordered));
    Newtype n: Wrapped, (via = Height, allow(unordered));
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct List {
    id: u8,
    #[rowkey(repeated, allow(unordered))]
    n: Vec<Height>,
}

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Wrapped(Height);

impl From<Wrapped> for Height {
    fn from(wrapped: Wrapped) -> Height {
        wrapped.0
    }
}

impl From<Height> for Wrapped {
    fn from(height: Height) -> Wrapped {
        Wrapped(height)
    }
}

/// The values of the rows that a plan finds among these rows.
fn found<K: OwnedKey<EncodeError: Debug> + Clone>(rows: &[K], plan: &rowkey::Plan<K>) -> Vec<K> {
    let is_found = |row: &&K| {
        let key = row.encode().unwrap();
        let key = key.as_ref();
        plan.ranges().any(|range| range.contains(key)) && plan.matches(key)
    };
    rows.iter().filter(is_found).cloned().collect()
}

#[track_caller]
fn unranked<K: RowKey>(plan: Result<rowkey::Plan<K>, ScanError>) {
    let Err(error) = plan else { panic!("a range without an order has a plan") };
    let expected = ScanError::Bound { key: K::LAYOUT.name(), field: "n", reason: ValueError::Unranked };
    assert_eq!(error, expected);
}

#[test]
fn a_range_whose_order_nobody_states_is_an_error_that_says_what_to_add() {
    let error = InLittle::scan().filter_n(200..=300).plan().unwrap_err();
    assert_eq!(
        error.to_string(),
        "this bound for `InLittle.n` cannot be used: nothing states how its values sort: add `fn rank` to its codec, or write the \
         field with a codec (`with = ..`) that has one"
    );
    unranked(InLittle::scan().filter_n(200..).plan());
    unranked(InLittle::scan().filter_n(..200).plan());
    unranked(InLittle::scan().filter_n((Excluded(1), Unbounded)).plan());
    unranked(InLittle::scan().filter_n(one_of([1..2, 5..6])).plan());
    // In whatever the value is.
    let height = Height(300);
    unranked(Maybe::scan().filter_n(Some(height)..).plan());
    unranked(Maybe::scan().filter_n(None..Some(height)).plan());
    unranked(Down::scan().filter_n(height..).plan());
    unranked(Pair::scan().filter_n((1, height)..).plan());
    unranked(List::scan().filter_n(vec![height]..).plan());
    unranked(Nested::scan().filter_n(Block { chain: 1, height }..).plan());
    unranked(MaybeNested::scan().filter_n(Some(Block { chain: 1, height })..).plan());
    unranked(Newtype::scan().filter_n(Wrapped(height)..).plan());
    // A conversion that does not keep the order.
    unranked(SaidSpread::scan().filter_n(Spread(3)..=Spread(6)).plan());
    unranked(SaidDecimalSpread::scan().filter_n(Spread(3)..=Spread(6)).plan());
    unranked(MaybeSpread::scan().filter_n(Some(Spread(3))..).plan());
    unranked(DescSpread::scan().filter_n(Spread(3)..).plan());
}

#[test]
fn other_conditions_need_no_order() {
    let rows = VALUES.map(|n| InLittle { n, id: 0 });
    let ns = |rows: Vec<InLittle>| rows.into_iter().map(|row| row.n).collect::<Vec<_>>();
    assert_eq!(ns(found(&rows, &InLittle::scan().n(300).plan().unwrap())), [300]);
    assert_eq!(ns(found(&rows, &InLittle::scan().n(one_of([300, 1])).plan().unwrap())), [1, 300]);
    assert_eq!(ns(found(&rows, &InLittle::scan().filter_n(300).plan().unwrap())), [300]);
    assert_eq!(ns(found(&rows, &InLittle::scan().filter_n(..).plan().unwrap())), VALUES);
    let rows = VALUES.map(|n| SaidSpread { n: Spread(n), id: 0 });
    assert_eq!(
        found(&rows, &SaidSpread::scan().n(Spread(300)).plan().unwrap()),
        [SaidSpread { n: Spread(300), id: 0 }]
    );
}

/// `None` sorts below every value, and the empty list below every other, whatever the values are.
#[test]
fn a_bound_without_an_unordered_value_has_its_order() {
    let rows = [None, Some(Height(1)), Some(Height(300))].map(|n| Maybe { n, id: 0 });
    let none = None::<Height>;
    let of = |plan: Result<rowkey::Plan<Maybe>, ScanError>| found(&rows, &plan.unwrap());
    assert_eq!(of(Maybe::scan().filter_n(none..).plan()), rows);
    assert_eq!(of(Maybe::scan().filter_n(..=none).plan()), rows[..1]);
    assert_eq!(of(Maybe::scan().filter_n(..none).plan()), []);
    assert_eq!(of(Maybe::scan().filter_n((Excluded(none), Unbounded)).plan()), rows[1..]);
    let rows = [vec![], vec![Height(1)], vec![Height(300), Height(0)]].map(|n| List { id: 0, n });
    let empty = Vec::<Height>::new;
    let of = |plan: Result<rowkey::Plan<List>, ScanError>| found(&rows, &plan.unwrap());
    assert_eq!(of(List::scan().filter_n(empty()..).plan()), rows);
    assert_eq!(of(List::scan().filter_n((Excluded(empty()), Unbounded)).plan()), rows[1..]);
    assert_eq!(of(List::scan().filter_n(..=empty()).plan()), rows[..1]);
}

#[test]
fn ranges_with_a_rank_are_those_of_a_plain_filter() {
    let ranked = VALUES.map(|n| InRanked { n, id: 0 });
    let numbered = VALUES.map(|n| InNumbered { n, id: 0 });
    for (low, high) in VALUES.into_iter().flat_map(|low| VALUES.map(|high| (low, high))) {
        for range in [(Included(low), Included(high)), (Excluded(low), Unbounded), (Unbounded, Excluded(high))] {
            let expected: Vec<u16> =
                VALUES.into_iter().filter(|n| std::ops::RangeBounds::contains(&range, n)).collect();
            let of_ranked = found(&ranked, &InRanked::scan().filter_n(range).plan().unwrap());
            assert_eq!(of_ranked.iter().map(|row| row.n).collect::<Vec<_>>(), expected, "{range:?}");
            let of_numbered = found(&numbered, &InNumbered::scan().filter_n(range).plan().unwrap());
            assert_eq!(of_numbered.iter().map(|row| row.n).collect::<Vec<_>>(), expected, "{range:?}");
        }
    }
}

#[track_caller]
fn broken<K: OwnedKey<EncodeError: Debug> + Debug + 'static>() -> String {
    // A bound between two stored values is drawn in one case of about 40, so 256 cases can miss it.
    let message = catch_unwind(|| Laws::<K>::new().cases(4_096).check()).expect_err("a broken law");
    let message: String = *message.downcast().expect("a message");
    let law = format!("`{}` breaks a law: scans: the rows of `{}` for `n` ", K::LAYOUT.name(), K::LAYOUT.name());
    let is_compared = message.contains(", as its `PartialOrd` compares: expected ");
    assert!(message.starts_with(&law) && is_compared, "{message}");
    message
}

#[test]
fn the_laws_find_a_language_that_claims_an_order() {
    let message = broken::<InLying>();
    let rows = message.split_once("\nfound with these rows:\n").expect("rows").1;
    // A row on the wrong side of a bound, which is the value of another row or near it.
    assert!((1..=2).contains(&rows.lines().count()), "{message}");
    broken::<InUpward>();
}

#[test]
fn the_laws_find_a_codec_that_rounds_without_a_place() {
    let message = broken::<InRounded>();
    assert!(message.contains(" a value written as "), "{message}");
}

#[test]
fn the_laws_find_a_conversion_that_does_not_keep_the_order() {
    broken::<InSpread>();
    broken::<InDecimalSpread>();
}

rowkey::laws!(
    InLittle,
    InRanked,
    InNumbered,
    InDownward,
    InPlaced,
    InLastDigit,
    InKept,
    SaidSpread,
    SaidDecimalSpread,
    MaybeSpread,
    DescSpread,
    Maybe,
    Down,
    Pair,
    Nested,
    MaybeNested,
    Newtype,
    List,
    Block,
);
