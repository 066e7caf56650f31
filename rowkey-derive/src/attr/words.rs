//! The words of the grammar, by the place in which they are valid. Those of a field are in `items.rs`.

pub const KEY_ITEMS: &[&str] = &[
    "separator",
    "prefix",
    "suffix",
    "encoding",
    "salt",
    "split",
    "store",
    "index",
    "answers",
    "allow",
    "layout",
    "crate",
];
/// The items that a key can have several times. Those after the first are read too, so that `index` can say where its keys
/// go.
pub const REPEATED_ITEMS: &[&str] = &["answers", "index"];
/// The items of an enum of record types.
pub const ENUM_ITEMS: &[&str] = &["under", "reserved", "prefix", "salt", "split", "store", "allow", "layout", "crate"];
/// The items of a variant that is a record type.
pub const VARIANT_ITEMS: &[&str] = &["tag", "was", "other", "separator", "suffix", "salt", "index", "allow"];
/// The engines that `store` can name.
pub const ENGINES: &[&str] = &["hbase", "bigtable", "lmdb", "foundationdb", "dynamodb"];
/// The encodings of a whole key that `encoding` can name.
pub const ENCODINGS: &[&str] = &["fdb_tuple", "ordered_code"];
/// The forms of a length in `length_prefixed`, each with its width in bytes. A varint has 0.
pub const LENGTHS: [(&str, usize); 5] = [("u8", 1), ("u16", 2), ("u32", 4), ("u64", 8), ("varint", 0)];
/// The options of `terminated`.
pub const END_MARK_OPTIONS: &[&str] = &["escape", "end"];
/// `terminated` with both of them, for messages.
pub const END_MARK: &str = "terminated(escape = b\"\\0\\x02\", end = b\"\\0\\x01\")";
/// The options of `length_prefixed` after the form of the length.
pub const LENGTH_OPTIONS: &[&str] = &["le"];
/// The options of `hex` after its width.
pub const HEX_OPTIONS: &[&str] = &["upper"];

/// The fields that an item can name, and the field with the item.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The names of all fields.
    pub fields: &'a [String],
    /// The field with the item, or `None` for the struct.
    pub field: Option<usize>,
}
