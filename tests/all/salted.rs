//! Where the label of a salted key comes from, and which of two problems a value is told of.

use rowkey::{DecodeError, EncodeError, RowKey, ValueError};

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "c:", separator = "_", salt(xor, buckets = 60, of(caller.from(7).int, at.div(1_000)), digits(2)))]
struct Call {
    #[rowkey(len(11), chars("0-9"))]
    caller: String,
    #[reverse_ts]
    at: i64,
    #[rowkey(chars("^_"))]
    note: String,
}

fn call() -> Call {
    Call { caller: "13362666677".into(), at: 5_999, note: "ok".into() }
}

#[test]
fn the_label_stands_between_prefix_and_separator() {
    let label = (6_677 ^ 5) % 60;
    let mut expected = format!("c:{label:02}_13362666677_").into_bytes();
    expected.extend_from_slice(&(i64::MAX - 5_999).to_be_bytes());
    expected.extend_from_slice(b"_ok");
    assert_eq!(call().encode().unwrap(), expected);
    assert_eq!(Call::decode(&expected), Ok(call()));
    let mut out = vec![7, 7];
    call().encode_into(&mut out).unwrap();
    assert_eq!(out, [&[7, 7], expected.as_slice()].concat());
}

#[test]
fn what_a_codec_refuses_is_the_problem_of_the_field() {
    let encode = |caller: &str| Call { caller: caller.into(), ..call() }.encode();
    let value = |reason| Err(EncodeError::Value { key: "Call", field: "caller", reason });
    assert_eq!(encode("1336266667"), value(ValueError::Width { found: 10, expected: 11 }));
    assert_eq!(encode(""), value(ValueError::Width { found: 0, expected: 11 }));
    let Err(EncodeError::Value { field: "caller", reason: ValueError::Alphabet { at, found, .. }, .. }) =
        encode("1336266667a")
    else {
        panic!("a letter is no digit");
    };
    assert_eq!((at, found), (10, b'a'));
}

#[test]
fn what_only_the_salt_refuses_is_the_problem_of_the_salt() {
    #[derive(RowKey, Debug)]
    struct Host {
        #[salt(xor, buckets = 6, of(name.last(2).int))]
        name: String,
    }
    let reason = ValueError::Int { found: 2, digits: false };
    assert_eq!(
        Host { name: "hosta1".into() }.encode(),
        Err(EncodeError::Salt { key: "Host", field: Some("name"), reason: reason.clone() })
    );
    let key = Host { name: "höst07".into() }.encode().unwrap();
    assert_eq!(key[0], 1);
    assert_eq!(
        Host::decode(b"\x01hosta1").unwrap_err(),
        DecodeError::Unsalted { key: "Host", field: Some("name"), reason }
    );
}

/// As older rows have it: phones of any width, months as text.
#[derive(RowKey, Debug, PartialEq)]
#[rowkey(separator = "_", salt(xor, buckets = 6, of(caller.from(7).int, month.int, part.div(2)), digits(2)))]
struct LaxCall {
    #[rowkey(chars("^_"), allow(unordered))]
    caller: String,
    #[rowkey(chars("^_"), allow(unordered))]
    month: String,
    part: u8,
}

#[test]
fn a_salt_names_the_input_it_cannot_read() {
    let encode = |caller: &str, month: &str| LaxCall { caller: caller.into(), month: month.into(), part: 2 }.encode();
    assert_eq!(encode("13362666677", "201712").unwrap(), b"00_13362666677_201712_\x02");
    for (caller, month, message) in [
        ("1336266", "201712", "from `caller`: the view `int` expected 1 to 18 digits, found an empty text"),
        ("1336266667a", "201712", "from `caller`: the view `int` expected 1 to 18 digits, found other text (4 bytes)"),
        ("13362666677", "Dec", "from `month`: the view `int` expected 1 to 18 digits, found other text (3 bytes)"),
    ] {
        let message = format!("the salt of `LaxCall` cannot be computed {message}");
        assert_eq!(encode(caller, month).unwrap_err().to_string(), message);
        let key = format!("00_{caller}_{month}_\x02");
        assert_eq!(LaxCall::decode(key.as_bytes()).unwrap_err().to_string(), message);
        assert!(LaxCall::decode_lenient(key.as_bytes()).is_ok());
    }
}

#[test]
fn a_number_wider_than_a_digest_takes_is_the_problem_of_the_salt() {
    #[derive(RowKey, Debug)]
    struct Wide {
        #[rowkey(salt(buckets = 6, of(id.div(1))))]
        id: u64,
    }
    let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
    let reason = ValueError::Range { found: i128::from(u64::MAX), least, greatest };
    assert_eq!(Wide { id: u64::MAX }.encode(), Err(EncodeError::Salt { key: "Wide", field: Some("id"), reason }));
}

rowkey::laws!(Call, LaxCall);
