//! The label as the Java program computes it, of all that its callers may give it: signs, digits of other scripts, texts that
//! are too short and numbers that are too large.

use super::{Side, same};
use rowkey::{EncodeError, RowKey, ValueError, starts_with};

/// The table as the Java program writes it, which reads phone and month by `Integer.parseInt`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "_", split(after = "|", regions = 7, allow(dead)))]
struct JavaCallRow {
    #[salt(xor, buckets = 6, of(caller.from(7).java_int, at.without("-").first(6).java_int), digits(2))]
    #[rowkey(chars("^_"), allow(unordered))]
    caller: String,
    #[rowkey(chars("^_"), allow(unordered))]
    at: String,
    #[rowkey(chars("0-9"), allow(unordered))]
    callee: String,
    side: Side,
    #[rowkey(decimal)]
    seconds: u32,
}

/// The rows whose label is negative: `-03_..`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "-", separator = "_")]
struct NegativeCallRow {
    #[salt(with = rowkey::salt::negative_xor, buckets = 6, of(caller.from(7).java_int, at.without("-").first(6).java_int), digits(2))]
    #[rowkey(chars("^_"), allow(unordered))]
    caller: String,
    #[rowkey(chars("^_"), allow(unordered))]
    at: String,
    #[rowkey(chars("0-9"), allow(unordered))]
    callee: String,
    side: Side,
    #[rowkey(decimal)]
    seconds: u32,
}

fn negative(call: &JavaCallRow) -> NegativeCallRow {
    let JavaCallRow { caller, at, callee, side, seconds } = call.clone();
    NegativeCallRow { caller, at, callee, side, seconds }
}

fn call(caller: &str, at: &str) -> JavaCallRow {
    JavaCallRow { caller: caller.into(), at: at.into(), callee: "14444445555".into(), side: Side::Callee, seconds: 180 }
}

/// The reason why the salt of a call cannot be computed, and the field that it is about.
fn refusal(call: &JavaCallRow) -> (Option<&'static str>, ValueError) {
    match call.encode().unwrap_err() {
        EncodeError::Salt { key: "JavaCallRow", field, reason } => (field, reason),
        error => panic!("{error}"),
    }
}

/// No label makes a row of the rest of this call's key, but that of `except`.
fn no_label_fits(call: &JavaCallRow, except: &str) {
    for bucket in 0..6 {
        for label in [format!("{bucket:02}"), format!("-{bucket:02}")] {
            let row = format!("{label}_{}_{}_{}_0_180", call.caller, call.at, call.callee);
            if row != except {
                assert!(JavaCallRow::decode(row.as_bytes()).is_err(), "{row}");
                assert!(NegativeCallRow::decode(row.as_bytes()).is_err(), "{row}");
            }
        }
    }
}

/// Each row of `JavaCallKeys.java`: what it writes we write and read, and what it cannot write we cannot.
#[test]
fn every_row_is_that_of_the_java_program() {
    let (mut written, mut negatives, mut refused) = (0, 0, 0);
    for line in include_str!("../../../vectors/java_call_keys.tsv").lines().skip(1) {
        let [caller, at, key, thrown] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let call = call(caller, at);
        no_label_fits(&call, key);
        match (key.as_bytes(), thrown) {
            ([], "NumberFormatException") => {
                assert!(matches!(refusal(&call), (Some(_), ValueError::JavaInt { .. })), "{line}");
                assert!(negative(&call).encode().is_err(), "{line}");
                refused += 1;
            }
            // Java cuts both texts before it reads the first.
            ([], "StringIndexOutOfBoundsException") => {
                let is_cut = |refusal| matches!(refusal, (_, ValueError::JavaCut { .. }));
                let other = JavaCallRow { caller: "13362666677".into(), ..call.clone() };
                assert!(is_cut(refusal(&call)) || is_cut(refusal(&other)), "{line}");
                assert!(negative(&call).encode().is_err(), "{line}");
                refused += 1;
            }
            ([b'-', ..], "") => {
                assert!(matches!(refusal(&call), (None, ValueError::JavaRemainder { buckets: 6, .. })), "{line}");
                assert!(JavaCallRow::decode(key.as_bytes()).is_err(), "{line}");
                same(negative(&call), key.as_bytes()).unwrap();
                let plan = NegativeCallRow::scan().caller(caller).at(at).plan().unwrap();
                assert!(plan.ranges().len() == 1 && plan.ranges().all(|range| range.contains(key.as_bytes())));
                negatives += 1;
            }
            (_, "") => {
                same(call.clone(), key.as_bytes()).unwrap();
                assert!(negative(&call).encode().is_err(), "{line}");
                // The scan knows the bucket, of a month by its start alone.
                let month = at.get(..8).filter(|month| month.is_ascii()).unwrap_or(at);
                for plan in [
                    JavaCallRow::scan().caller(caller).at(at).plan(),
                    JavaCallRow::scan().caller(caller).at(starts_with(month)).plan(),
                ] {
                    let plan = plan.unwrap();
                    assert!(plan.ranges().any(|range| range.contains(key.as_bytes())), "{line}: {}", plan.explain());
                    assert!(plan.ranges().len() == 1 || !month.is_ascii() || month.len() < 8, "{}", plan.explain());
                }
                written += 1;
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!((written, negatives, refused), (1_367, 151, 2_482));
}

#[test]
fn what_the_java_program_refuses_is_named() {
    let error = |caller: &str, at: &str| call(caller, at).encode().unwrap_err().to_string();
    assert_eq!(
        error("13362666677", "2017-1"),
        "the salt of `JavaCallRow` cannot be computed from `at`: the view `first` expected at least 6 UTF-16 units, as Java's `substring` does, found 5"
    );
    assert_eq!(
        error("133626612345678901234", "2017-12-01"),
        "the salt of `JavaCallRow` cannot be computed from `caller`: the view `java_int` expected an `i32` in decimal, as `Integer.parseInt` reads it, found other text (14 UTF-16 units)"
    );
    assert_eq!(
        error("1336266-123", "2017-12-01"),
        "the salt of `JavaCallRow` cannot be computed: -201611 % 6 is negative in Java: write this row with a struct that has `prefix = \"-\"` and `salt(with = rowkey::salt::negative_xor, ..)`"
    );
}
