//! Row key schemas, with which Bigtable's SQL reads the fields of a row key.
//!
//! The schema is built from the JSON of [`Layout::to_json`], which also serves programs in other languages.

use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::Type;
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::r#type::r#struct::encoding::{
    DelimitedBytes, Encoding, OrderedCodeBytes, Singleton,
};
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::r#type::r#struct::{self, Field};
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::r#type::{self, Kind, Struct, int64};
use rowkey_core::Layout;
use serde_json::{Value, json};
use std::fmt;

/// The maximum length of a delimiter in bytes.
const MOST_DELIMITER: usize = 50;

/// The names that Bigtable reserves.
const RESERVED: [&str; 2] = ["_key", "_timestamp"];

/// The row key schema of a layout, with which GoogleSQL reads the fields of its keys.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_bigtable::RowKeySchema;
///
/// #[derive(RowKey)]
/// #[rowkey(separator = "#")]
/// struct Product {
///     #[salt(buckets = 8, digits(1))]
///     #[rowkey(chars("a-z"))]
///     shop: String,
///     #[rowkey(digits(10))]
///     number: u32,
/// }
///
/// // 3#lamps#0000000007
/// let schema = RowKeySchema::of(Product::LAYOUT)?;
/// assert_eq!(schema.names().collect::<Vec<_>>(), ["salt", "shop", "number"]);
/// // For `gcloud beta bigtable tables update TABLE --row-key-schema-definition-file=FILE --row-key-schema-pre-encoded-bytes`.
/// assert!(schema.to_string().contains(r#""delimiter": "Iw==""#));
/// # Ok::<(), rowkey_bigtable::SchemaError>(())
/// ```
///
/// Bigtable supports three kinds of layouts:
///
/// - Layouts with `encoding = ordered_code` and no descending field. Text, byte strings, and integers become `STRING`,
///   `BYTES`, and `INT64`. The last of several fields cannot be an empty text, because Bigtable omits it. Such
///   a key neither encodes nor decodes.
/// - Layouts with the same separator after each element, if all bytes of the elements are above the first byte of the
///   separator. Elements become `STRING`, or `BYTES` if they may not be UTF-8. A prefix that ends with the separator
///   becomes the field `prefix`, and the label of a salt becomes the field `salt`.
/// - Layouts with one field and no other element. Text and byte strings become `STRING` and `BYTES`. An 8-byte number
///   from 0 to `i64::MAX` becomes `INT64`, and any other element becomes `BYTES`.
///
/// In the last two cases, SQL reads the bytes of the key, so a number in digits is read as its digits. Bigtable has no
/// fixed-width fields.
#[derive(Clone, Debug, PartialEq)]
pub struct RowKeySchema(Struct);

/// The reason why a layout has no Bigtable row key schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the keys of `{layout}` have no row key schema in Bigtable: {}", Place { field, flaw })]
#[non_exhaustive]
pub struct SchemaError {
    /// The name of the key type.
    pub layout: &'static str,
    /// The unsupported field, or `None` if the reason is not a field.
    pub field: Option<String>,
    /// The reason.
    pub flaw: SchemaFlaw,
}

/// A reason why a layout has no Bigtable row key schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaFlaw {
    /// The key type has several record types.
    #[error("they have several record types, but a schema has one list of fields")]
    Kinds,
    /// Elements follow each other without a separator.
    #[error("no separator follows it, and a schema has no fixed-width fields")]
    NoSeparator,
    /// Separators differ.
    #[error("expected the separator `{}` after it, found `{}`", expected.escape_ascii(), found.escape_ascii())]
    Separator {
        /// The separator after the first element.
        expected: Vec<u8>,
        /// The separator after this element.
        found: Vec<u8>,
    },
    /// The separator is too long.
    #[error("the separator has {bytes} bytes, but a Bigtable delimiter has at most 50")]
    LongSeparator {
        /// The length of the separator in bytes.
        bytes: usize,
    },
    /// The prefix does not end with the separator.
    #[error("the prefix `{}` does not end with the separator `{}`", prefix.escape_ascii(), separator.escape_ascii())]
    Prefix {
        /// The prefix.
        prefix: Vec<u8>,
        /// The separator.
        separator: Vec<u8>,
    },
    /// The key ends with a literal.
    #[error("the suffix `{}` follows it, but a schema ends with its last field", suffix.escape_ascii())]
    Suffix {
        /// The suffix.
        suffix: Vec<u8>,
    },
    /// An element can contain a byte that does not sort above the separator.
    #[error("it can contain the byte `{}`, which does not sort above the separator `{}`", [*.byte].escape_ascii(), separator.escape_ascii())]
    Byte {
        /// The lowest such byte.
        byte: u8,
        /// The separator.
        separator: Vec<u8>,
    },
    /// A field with ordered code sorts in descending order.
    #[error("it sorts in descending order, but Bigtable's published types have no descending fields yet")]
    Descends,
    /// Bigtable reserves the name of a field.
    #[error("Bigtable reserves this name")]
    Reserved,
}

/// A flaw, with the field that has it.
struct Place<'p> {
    field: &'p Option<String>,
    flaw: &'p SchemaFlaw,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field {
            Some(field) => write!(f, "field `{field}`: {}", self.flaw),
            None => write!(f, "{}", self.flaw),
        }
    }
}

/// An element of a key, with the properties that a schema depends on.
struct Element {
    name: String,
    is_field: bool,
    bytes: ByteSet,
    is_utf8: bool,
    separator: Vec<u8>,
}

/// A set of bytes.
#[derive(Clone, Copy)]
struct ByteSet([bool; 256]);

type Flawed<T> = Result<T, (Option<String>, SchemaFlaw)>;

impl RowKeySchema {
    /// Creates the schema of a layout.
    ///
    /// # Errors
    ///
    /// Returns an error with the unsupported field if the layout has no schema.
    pub fn of(layout: &Layout) -> Result<Self, SchemaError> {
        // `to_json` always writes valid JSON. A missing entry reads as `Null` below.
        let json = serde_json::from_str(&layout.to_json()).unwrap_or_default();
        let error = |(field, flaw)| SchemaError { layout: layout.name(), field, flaw };
        schema(&json).map(Self).map_err(error)
    }

    /// Returns the names of the fields, in the order of the key.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.fields.iter().map(|field| field.field_name.as_str())
    }

    /// Converts the schema to the Bigtable message of
    /// [`Table::row_key_schema`](crate::proto::admin::Table::row_key_schema).
    #[must_use]
    pub fn to_proto(&self) -> Struct {
        self.0.clone()
    }
}

/// Writes the schema as protobuf JSON, with its bytes in Base64. Save it to a file for `gcloud`, with
/// `--row-key-schema-pre-encoded-bytes`.
impl fmt::Display for RowKeySchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = |field: &Field| json!({ "fieldName": field.field_name, "type": kind_json(field.r#type.as_ref()) });
        let encoding = match self.0.encoding.as_ref().and_then(|it| it.encoding.as_ref()) {
            Some(Encoding::DelimitedBytes(it)) => json!({ "delimitedBytes": { "delimiter": base64(&it.delimiter) } }),
            Some(Encoding::OrderedCodeBytes(_)) => json!({ "orderedCodeBytes": {} }),
            Some(Encoding::Singleton(_)) | None => json!({ "singleton": {} }),
        };
        let fields: Vec<_> = self.0.fields.iter().map(field).collect();
        write!(f, "{:#}", json!({ "fields": fields, "encoding": encoding }))
    }
}

fn kind_json(it: Option<&Type>) -> Value {
    match it.and_then(|it| it.kind.as_ref()) {
        Some(Kind::StringType(_)) => json!({ "stringType": { "encoding": { "utf8Bytes": {} } } }),
        Some(Kind::Int64Type(it)) => {
            let ordered = it.encoding.as_ref().and_then(|it| it.encoding.as_ref());
            let name = match ordered {
                Some(int64::encoding::Encoding::OrderedCodeBytes(_)) => "orderedCodeBytes",
                _ => "bigEndianBytes",
            };
            json!({ "int64Type": { "encoding": { name: {} } } })
        }
        _ => json!({ "bytesType": { "encoding": { "raw": {} } } }),
    }
}

fn schema(layout: &Value) -> Flawed<Struct> {
    if !layout["record_types"].is_null() {
        return Err((None, SchemaFlaw::Kinds));
    }
    let fields: &[Value] = layout["fields"].as_array().map_or(&[], Vec::as_slice);
    for name in fields.iter().map(|field| text(field, "name")) {
        if RESERVED.contains(&name) {
            return Err((Some(name.into()), SchemaFlaw::Reserved));
        }
    }
    // Only a suffix follows the last field.
    let last = fields.last().map(|last| (text(last, "name"), bytes(last, "separator")));
    if let Some((name, suffix)) = last.filter(|(_, suffix)| !suffix.is_empty()) {
        return Err((Some(name.into()), SchemaFlaw::Suffix { suffix }));
    }
    let has_only_fields = bytes(layout, "prefix").is_empty() && layout["salt"].is_null();
    match fields {
        [first, ..] if is_ordered_code(first) => ordered_code(fields),
        [only] if has_only_fields => Ok(singleton(only)),
        fields => delimited(layout, fields),
    }
}

/// Returns the inner element of a field, without the forms that can wrap it.
fn inner(element: &Value) -> &Value {
    let wraps = matches!(text(element, "form"), "complement" | "chars");
    if wraps { inner(&element["of"]) } else { element }
}

fn is_ordered_code(field: &Value) -> bool {
    text(field, "codec").starts_with("ordered_code ")
}

/// Returns the schema of a layout with `encoding = ordered_code`.
fn ordered_code(fields: &[Value]) -> Flawed<Struct> {
    let field = |field: &Value| {
        if text(field, "order") != "ascending" {
            return Err((Some(text(field, "name").to_owned()), SchemaFlaw::Descends));
        }
        let ordered = int64::encoding::Encoding::OrderedCodeBytes(int64::encoding::OrderedCodeBytes {});
        let kind = match text(field, "codec") {
            "ordered_code str" => text_type(true),
            "ordered_code bytes" => text_type(false),
            _ => integer(ordered),
        };
        Ok(named(text(field, "name"), kind))
    };
    let fields = fields.iter().map(field).collect::<Result<_, _>>()?;
    Ok(with_encoding(fields, Encoding::OrderedCodeBytes(OrderedCodeBytes {})))
}

/// Returns the schema of a layout with one field and no other element.
fn singleton(field: &Value) -> Struct {
    let element = &field["element"];
    let greatest = text(element, "greatest").parse::<u128>().unwrap_or(u128::MAX);
    let is_count = text(element, "form") == "number"
        && text(element, "radix") == "bytes"
        && element["width"] == 8
        && text(field, "codec").starts_with('u')
        && greatest <= i64::MAX as u128;
    let kind = if is_count {
        integer(int64::encoding::Encoding::BigEndianBytes(int64::encoding::BigEndianBytes::default()))
    } else {
        text_type(is_utf8(field) && text(field, "order") == "ascending")
    };
    with_encoding(vec![named(text(field, "name"), kind)], Encoding::Singleton(Singleton {}))
}

/// Returns the schema of a layout with the same separator after each element, such as `3#lamps#0000000007`.
fn delimited(layout: &Value, fields: &[Value]) -> Flawed<Struct> {
    let elements = elements(layout, fields);
    let Some((last, others)) = elements.split_last() else { return Err((None, SchemaFlaw::NoSeparator)) };
    let in_field = |it: &Element| it.is_field.then(|| it.name.clone());
    let delimiter = others.first().map(|it| it.separator.clone()).unwrap_or_default();
    for it in others {
        match &it.separator {
            found if found.is_empty() => return Err((in_field(it), SchemaFlaw::NoSeparator)),
            found if *found != delimiter => {
                return Err((in_field(it), SchemaFlaw::Separator { expected: delimiter, found: found.clone() }));
            }
            _ => {}
        }
    }
    let prefix = bytes(layout, "prefix");
    if !prefix.is_empty() && (delimiter.is_empty() || !prefix.ends_with(&delimiter)) {
        return Err((None, SchemaFlaw::Prefix { prefix, separator: delimiter }));
    }
    if delimiter.is_empty() {
        return Err((in_field(last), SchemaFlaw::NoSeparator));
    }
    if delimiter.len() > MOST_DELIMITER {
        return Err((None, SchemaFlaw::LongSeparator { bytes: delimiter.len() }));
    }
    for it in &elements {
        if let Some(byte) = it.bytes.least().filter(|least| *least <= delimiter[0]) {
            return Err((in_field(it), SchemaFlaw::Byte { byte, separator: delimiter }));
        }
    }
    let fields = elements.iter().map(|it| named(&it.name, text_type(it.is_utf8))).collect();
    Ok(with_encoding(fields, Encoding::DelimitedBytes(DelimitedBytes { delimiter })))
}

/// Returns all elements of a key.
fn elements(layout: &Value, fields: &[Value]) -> Vec<Element> {
    let names: Vec<_> = fields.iter().map(|field| text(field, "name")).collect();
    // A name that differs from all fields: `salt`, or `salt_` if a field is called `salt`, and so on.
    let own_name = |name: &str| {
        let mut name = name.to_owned();
        while names.contains(&name.as_str()) {
            name.push('_');
        }
        name
    };
    let first = fields.first().map_or(Vec::new(), |field| bytes(field, "separator"));
    let salt = (!layout["salt"].is_null()).then(|| {
        let bytes_of_label = of_number(text(&layout["salt"]["label"], "radix"));
        let separator = bytes(layout, "separator");
        Element {
            name: own_name("salt"),
            is_field: false,
            bytes: bytes_of_label,
            is_utf8: bytes_of_label.is_ascii(),
            separator,
        }
    });
    let delimiter = salt.as_ref().map_or(first, |salt| salt.separator.clone());
    let prefix = bytes(layout, "prefix");
    // The prefix becomes a field without its separator.
    let body = prefix.strip_suffix(delimiter.as_slice()).filter(|_| !prefix.is_empty() && !delimiter.is_empty());
    let prefix = body.map(|body| {
        let is_utf8 = std::str::from_utf8(body).is_ok();
        Element {
            name: own_name("prefix"),
            is_field: false,
            bytes: ByteSet::of(body),
            is_utf8,
            separator: delimiter.clone(),
        }
    });
    let field = |field: &Value| {
        let bytes_of_element = of_element(&field["element"]);
        Element {
            name: text(field, "name").into(),
            is_field: true,
            bytes: bytes_of_element,
            is_utf8: bytes_of_element.is_ascii() || is_utf8(field) && text(field, "order") == "ascending",
            separator: bytes(field, "separator"),
        }
    };
    prefix.into_iter().chain(salt).chain(fields.iter().map(field)).collect()
}

/// Returns `true` if the codec of a field is UTF-8 text.
fn is_utf8(field: &Value) -> bool {
    text(field, "codec") == "str" && field["own"] != true
}

/// Returns the bytes that an element can contain, or all bytes if its form does not limit them.
fn of_element(element: &Value) -> ByteSet {
    let alphabet = |element: &Value| {
        let mut set = ByteSet::of(&bytes(element, "pad"));
        for run in element["alphabet"].as_array().into_iter().flatten() {
            let end = |at: usize| run[at].as_str().and_then(|hex| u8::from_str_radix(hex, 16).ok());
            if let (Some(first), Some(last)) = (end(0), end(1)) {
                (first..=last).for_each(|byte| set.0[usize::from(byte)] = true);
            }
        }
        set
    };
    let all = |items: &Value, of: &dyn Fn(&Value) -> ByteSet| {
        items.as_array().into_iter().flatten().map(of).fold(ByteSet([false; 256]), ByteSet::or)
    };
    match text(element, "form") {
        "text" | "padded" | "padded_units" => alphabet(element),
        // The alphabet has the characters of values. Padding may use other characters.
        "chars" => alphabet(element).or(ByteSet::of(&bytes(inner(element), "pad"))),
        "number" => of_number(text(element, "radix")),
        "decimal" => ByteSet::of(b"-0123456789"),
        "literal" => ByteSet::of(&bytes(element, "bytes")),
        "codes" => all(&element["codes"], &|code| ByteSet::of(&bytes(code, "bytes"))),
        "parts" => all(&element["parts"], &of_element),
        _ => ByteSet([true; 256]),
    }
}

fn of_number(radix: &str) -> ByteSet {
    match radix {
        "decimal" => ByteSet::of(b"0123456789"),
        "hex" => ByteSet::of(b"0123456789abcdef"),
        "HEX" => ByteSet::of(b"0123456789ABCDEF"),
        _ => ByteSet([true; 256]),
    }
}

impl ByteSet {
    fn of(bytes: &[u8]) -> Self {
        let mut set = [false; 256];
        bytes.iter().for_each(|&byte| set[usize::from(byte)] = true);
        Self(set)
    }

    fn or(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(holds, other)| *holds |= other);
        self
    }

    fn least(&self) -> Option<u8> {
        self.0.iter().position(|holds| *holds).and_then(|at| u8::try_from(at).ok())
    }

    fn is_ascii(&self) -> bool {
        !self.0[128..].contains(&true)
    }
}

fn named(name: &str, kind: Kind) -> Field {
    Field { field_name: name.into(), r#type: Some(Type { kind: Some(kind) }) }
}

fn with_encoding(fields: Vec<Field>, encoding: Encoding) -> Struct {
    Struct { fields, encoding: Some(r#struct::Encoding { encoding: Some(encoding) }) }
}

fn integer(encoding: int64::encoding::Encoding) -> Kind {
    Kind::Int64Type(r#type::Int64 { encoding: Some(int64::Encoding { encoding: Some(encoding) }) })
}

/// Returns `STRING` for UTF-8, otherwise `BYTES`.
fn text_type(is_utf8: bool) -> Kind {
    use r#type::{bytes, string};
    if is_utf8 {
        let encoding = string::encoding::Encoding::Utf8Bytes(string::encoding::Utf8Bytes {});
        Kind::StringType(r#type::String { encoding: Some(string::Encoding { encoding: Some(encoding) }) })
    } else {
        let encoding = bytes::encoding::Encoding::Raw(bytes::encoding::Raw {});
        Kind::BytesType(r#type::Bytes { encoding: Some(bytes::Encoding { encoding: Some(encoding) }) })
    }
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

/// The bytes that a member has in hex.
fn bytes(value: &Value, name: &str) -> Vec<u8> {
    let digits = text(value, name).as_bytes();
    let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok();
    digits.chunks(2).filter_map(byte).collect()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |three: &[u8]| {
        let bits = three.iter().chain([&0, &0]).take(3).fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
        let digit = move |at: usize| {
            if at > three.len() { '=' } else { char::from(DIGITS[bits >> (18 - 6 * at) & 63]) }
        };
        (0..4).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}
