//! Row key schemas of layouts.

use rowkey::RowKey;
use rowkey_bigtable::RowKeySchema;
use serde_json::{Value, json};

macro_rules! layouts {
    ($($(#[$attribute:meta])* struct $name:ident { $($field:tt)* })*) => {
        $(
            #[derive(RowKey)]
            $(#[$attribute])*
            #[allow(dead_code, reason = "only their layouts are looked at")]
            struct $name { $($field)* }
        )*
    };
}

layouts! {
    #[rowkey(prefix = "call#", separator = "#")]
    struct Delimited {
        #[salt(buckets = 16, digits(2))]
        #[rowkey(chars("a-z"))]
        salt: String,
        #[rowkey(digits(20))]
        at: u64,
        #[rowkey(chars("a-z"))]
        raw: Vec<u8>,
    }
    #[rowkey(encoding = ordered_code)]
    struct Ordered { user: String, raw: Vec<u8>, at: i64, kind: u8 }
    #[rowkey(encoding = ordered_code)]
    struct Descending { user: String, #[rowkey(desc)] at: i64 }
    struct Text { name: String }
    struct Raw { name: Vec<u8> }
    struct Number { at: u64 }
    struct Signed { at: i64 }
    struct FixedWidths { area: u8, at: u64 }
    #[rowkey(separator = "#")]
    struct Padded {
        #[pad(9)]
        #[rowkey(chars("a-z"))]
        name: String,
        #[rowkey(digits(3))]
        kind: u8,
    }
    #[rowkey(separator = "#")]
    struct Fixed {
        #[rowkey(len(3), chars("#a-z"))]
        code: String,
        #[rowkey(digits(3))]
        kind: u8,
    }
    struct Mixed {
        #[rowkey(chars("a-z"), separator = "#")]
        name: String,
        #[rowkey(digits(3), separator = "!")]
        kind: u8,
        #[rowkey(digits(3))]
        more: u8,
    }
    #[rowkey(prefix = "call", separator = "#")]
    struct Prefixed { #[rowkey(chars("a-z"))] name: String, #[rowkey(digits(3))] kind: u8 }
    #[rowkey(separator = "#")]
    struct Binary { #[rowkey(chars("a-z"))] name: String, at: u64 }
    #[rowkey(separator = "#")]
    struct Label { #[salt(buckets = 4)] #[rowkey(chars("a-z"))] name: String }
    struct Reserved { _key: u64 }
    #[rowkey(suffix = ".sst")]
    struct Suffixed { #[rowkey(chars("a-z"))] name: String }
}

fn of(layout: &rowkey::Layout) -> Value {
    serde_json::from_str(&RowKeySchema::of(layout).unwrap().to_string()).unwrap()
}

fn field(name: &str, kind: &str, encoding: &str) -> Value {
    json!({ "fieldName": name, "type": { kind: { "encoding": { encoding: {} } } } })
}

#[test]
fn a_layout_with_one_separator_is_delimited() {
    let expected = json!({
        "fields": [
            field("prefix", "stringType", "utf8Bytes"),
            field("salt_", "stringType", "utf8Bytes"),
            field("salt", "stringType", "utf8Bytes"),
            field("at", "stringType", "utf8Bytes"),
            field("raw", "stringType", "utf8Bytes"),
        ],
        "encoding": { "delimitedBytes": { "delimiter": "Iw==" } },
    });
    assert_eq!(of(Delimited::LAYOUT), expected);
}

#[test]
fn ordered_code_is_ordered_code() {
    let expected = json!({
        "fields": [
            field("user", "stringType", "utf8Bytes"),
            field("raw", "bytesType", "raw"),
            field("at", "int64Type", "orderedCodeBytes"),
            field("kind", "int64Type", "orderedCodeBytes"),
        ],
        "encoding": { "orderedCodeBytes": {} },
    });
    assert_eq!(of(Ordered::LAYOUT), expected);
}

#[test]
fn one_field_alone_is_a_singleton() {
    let expected =
        |name, kind, encoding| json!({ "fields": [field(name, kind, encoding)], "encoding": { "singleton": {} } });
    assert_eq!(of(Text::LAYOUT), expected("name", "stringType", "utf8Bytes"));
    assert_eq!(of(Raw::LAYOUT), expected("name", "bytesType", "raw"));
    // Bigtable would read numbers above `i64::MAX` as negative.
    assert_eq!(of(Number::LAYOUT), expected("at", "bytesType", "raw"));
    assert_eq!(of(Signed::LAYOUT), expected("at", "bytesType", "raw"));
}

#[test]
fn what_does_not_fit_is_told_with_its_field() {
    let flaw = |layout: &rowkey::Layout| {
        let error = RowKeySchema::of(layout).unwrap_err().to_string();
        let start = format!("the keys of `{}` have no row key schema in Bigtable: ", layout.name());
        error.strip_prefix(&start).unwrap_or_else(|| panic!("{error}")).to_owned()
    };
    let descends =
        "field `at`: it sorts in descending order, but Bigtable's published types have no descending fields yet";
    assert_eq!(flaw(Descending::LAYOUT), descends);
    let fixed = "field `area`: no separator follows it, and a schema has no fixed-width fields";
    assert_eq!(flaw(FixedWidths::LAYOUT), fixed);
    assert_eq!(
        flaw(Padded::LAYOUT),
        r"field `name`: it can contain the byte `\x00`, which does not sort above the separator `#`"
    );
    assert_eq!(
        flaw(Fixed::LAYOUT),
        "field `code`: it can contain the byte `#`, which does not sort above the separator `#`"
    );
    assert_eq!(flaw(Mixed::LAYOUT), "field `kind`: expected the separator `#` after it, found `!`");
    assert_eq!(flaw(Prefixed::LAYOUT), "the prefix `call` does not end with the separator `#`");
    assert_eq!(
        flaw(Binary::LAYOUT),
        r"field `at`: it can contain the byte `\x00`, which does not sort above the separator `#`"
    );
    assert_eq!(flaw(Label::LAYOUT), r"it can contain the byte `\x00`, which does not sort above the separator `#`");
    assert_eq!(flaw(Reserved::LAYOUT), "field `_key`: Bigtable reserves this name");
    let suffix = "field `name`: the suffix `.sst` follows it, but a schema ends with its last field";
    assert_eq!(flaw(Suffixed::LAYOUT), suffix);
}

#[test]
fn the_schema_is_bigtable_s_own_type_too() {
    use rowkey_bigtable::proto::admin::r#type::r#struct::encoding::Encoding;
    let schema = RowKeySchema::of(Delimited::LAYOUT).unwrap().to_proto();
    let Some(Encoding::DelimitedBytes(delimited)) = schema.encoding.unwrap().encoding else { panic!() };
    assert_eq!((delimited.delimiter.as_slice(), schema.fields.len()), (&b"#"[..], 5));
}
