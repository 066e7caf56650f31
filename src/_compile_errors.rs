//! Every compile error of rowkey, by its code, with its cause and its fix.
//!
//! The derive checks a layout at compile time. `cargo check` reports each problem at the field, option, or type that
//! causes it, and reports all problems of a crate in one run. A struct with an invalid option is the exception: its
//! layout is checked once its options are valid.
//!
//! A message has up to four parts. The first line states the fact. A `note` gives the reason. Each `help` is something
//! that you can type. The last line names a section of this page: `see: RK101 in rowkey::_compile_errors`. Errors about
//! trait bounds have it as a `note`.
//!
//! Most layout errors come from a few facts that each codec states about its elements: their width, the bytes that they
//! can hold, and their order. The facts belong to types, so aliases, constants, and your own codecs are checked too.
//!
//! | Codes | Family | Problem |
//! |---|---|---|
//! | RK0xx | [Attributes and syntax](#rk0xx-attributes-and-syntax) | an attribute, an option, or an item that the derive cannot use |
//! | RK1xx | [Not decodable](#rk1xx-not-decodable) | a key that could be read in two ways |
//! | RK2xx | [Not ordered](#rk2xx-not-ordered) | keys that do not sort like the tuple of their fields |
//! | RK3xx | [Not reversible](#rk3xx-not-reversible) | padding that decode cannot remove |
//! | RK4xx | [Regions and splits](#rk4xx-regions-and-splits) | split keys that leave a region empty or overloaded, or that do not exist |
//! | RK5xx | [Salts](#rk5xx-salts) | buckets that stay empty, and salts that a reader cannot compute |
//! | RK6xx | [Types and values](#rk6xx-types-and-values) | a type that has no place in a key, or needs to state its form |
//! | RK7xx | [Scans](#rk7xx-scans) | a query without a range of keys |
//! | RK8xx | [Locks](#rk8xx-locks) | an edit that would change the keys of an existing table |
//! | RK9xx | [Record types and secondary keys](#rk9xx-record-types-and-secondary-keys) | keys in one table that could be mistaken for each other |
//!
//! # RK0xx: attributes and syntax
//!
//! ## RK001: invalid syntax
//!
//! The attribute does not have the form of an option list: words, `word(..)`, and `word = ..`, separated by commas. The
//! message points at the first token that does not fit, and shows the expected form where there is one. If a bare
//! attribute such as `#[salt]` belongs to another derive, write rowkey's own as `#[rowkey(salt(..))]`.
//! [`_attributes`](crate::_attributes) lists every option.
//!
//! ## RK002: unknown name
//!
//! The word is not an option, a field, a view, or an algorithm of rowkey. The message suggests the nearest known name,
//! or lists all of them. For a hash that rowkey does not have, name your own function: `with = my_hash`.
//!
//! ## RK003: option given twice
//!
//! An option, a field, or a salt input appears twice, perhaps in two attributes of the same item. Only one can count,
//! so remove the other. The same input twice would cancel itself out under `xor`. A struct has one `index(..)` for all its
//! secondary keys, and an `answers(..)` for each query. `RowKey` or `KeyCode` twice in `derive` counts as well.
//!
//! ## RK004: option in the wrong place
//!
//! The option exists, but belongs on another item: on the struct, a field, an enum, or a variant. The message names the
//! place. An opt-out belongs with the check that it turns off: `allow(unordered)` on a field, `allow(hot)` on a struct,
//! `allow(empty)` in `salt(..)`, and `allow(dead)` and `allow(uneven)` in `split(..)`.
//!
//! `answers` and `encoding` belong on a struct. For a variant with its own fields, move the fields into a struct that the
//! variant holds:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(answers(author, at in ..))]
//! struct PostKey {
//!     author: u64,
//!     at: i64,
//! }
//!
//! #[derive(RowKey)]
//! enum Row {
//!     #[rowkey(tag = "U")]
//!     User { id: u64 },
//!     #[rowkey(tag = "P")]
//!     Post(PostKey),
//! }
//! ```
//!
//! ## RK005: options that exclude each other
//!
//! The two options make statements about the same thing, or one makes the other meaningless. For example, `pad` and
//! `terminated` both mark the end of a text. The `note` gives the reason. Keep one of them.
//!
//! ## RK006: option excluded by `encoding`
//!
//! With `encoding = fdb_tuple` or `encoding = ordered_code`, the encoding decides how every field is written and where
//! it ends. Options that state the same thing per field, such as `pad`, `digits`, or `separator`, are errors. Remove
//! the option, or remove `encoding`.
//!
//! ## RK007: missing or invalid value
//!
//! The value is missing, has the wrong kind, or is out of range. Numbers can be literals or constants. Tags, codes,
//! separators, prefixes, and texts must be literals, because the derive reads them before constants have values. A set
//! in `chars("..")` holds ASCII characters and ranges such as `a-z`, and an offset looks like `+08:00`. A split key is the
//! bytes or the text that keys begin with, not a number.
//!
//! ## RK008: item that cannot derive
//!
//! `RowKey` takes structs with at least one key field, and enums of record types. `KeyCode` takes enums whose variants
//! have no fields and one code each: `Caller = 1` or `#[code("tb")]`. Write the item in one of these forms, or use the
//! other derive.
//!
//! ## RK009: generic struct or enum
//!
//! A layout is a constant, and its width is the length of an array. So each key type is a separate struct. Lifetimes
//! are fine.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key<T> {
//!     id: T,
//! }
//! ```
//!
//! ```text
//! row keys of generic structs are not supported: the layout must be known at compile time
//!   help: write a struct for each key type, without type or const parameters
//!   see: RK009 in rowkey::_compile_errors
//! ```
//!
//! ## RK010: names that clash
//!
//! Two generated items, or a generated item and one of yours, would have the same name. Scan methods take the names of
//! fields, with `filter_` before them for filters, and each key has a builder: `CallScan` for `Call`. A type with the
//! name of a number, such as your own `u64`, clashes as well. Names that begin with `__rk` belong to generated code. Rename
//! the field, the variant, or the type. Keys do not contain names, but a `layout` lock does.
//!
//! ## RK011: option without effect
//!
//! The option has no effect: the check of an opt-out passes without it, a separator would never be written, a suffix
//! would be a part of the tag, or an offset has no meaning for a count. A useless opt-out would hide a problem that a later edit brings in, so remove the
//! option.
//!
//! # RK1xx: not decodable
//!
//! Decode must find where each element ends. An element has a fixed width, marks its own end (`terminated`), has a
//! separator or a suffix after it whose first byte it cannot hold, or comes last.
//!
//! ## RK101: variable width before another field
//!
//! The key does not show where `host` ends and `ts` begins. The same applies to a list before another field, and to a
//! nested key that ends with such a text. If the elements of your own codec show their end, let its `LANGUAGE` find it:
//! [`Language::delimited`](crate::language::Language::delimited).
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     host: String,
//!     ts: i64,
//! }
//! ```
//!
//! ```text
//! `host` has a variable width, and `ts` follows it
//!   note: keys would not sort by `host`, and a scan for "host1" would also find "host12"
//!   help: give it a width: `#[pad(20)]`
//!   help: or mark its end: `#[rowkey(terminated)]`
//!   help: or make `host` the last field
//!   help: or, for an existing table with a zero byte after it: `#[rowkey(chars("^\0"), separator = "\0")]`
//!   help: or, for an existing table, opt out: `#[rowkey(allow(unordered))]`
//!   see: RK101 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[pad(20)] // or `#[rowkey(terminated)]`, or make it the last field
//!     host: String,
//!     ts: i64,
//! }
//! ```
//!
//! ## RK102: separator or suffix that values can hold
//!
//! A host called `a_b` would end after its first letter. A suffix of the key is like a separator after the last field.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "_")]
//! struct Key {
//!     host: String,
//!     ts: i64,
//! }
//! ```
//!
//! ```text
//! the separator after `host` begins with "_", which `host` can hold
//!   note: a key could be split in several ways
//!   help: keep such bytes out: `#[rowkey(chars("a-z"))]`
//!   help: or give it a width: `#[pad(20)]`
//!   help: or mark its end: `#[rowkey(terminated)]`
//!   help: or, for an existing table, opt out: `#[rowkey(allow(unordered))]`
//!   see: RK102 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "\0")]
//! struct Key {
//!     #[rowkey(chars("^\0"))] // all but the separator
//!     host: String,
//!     ts: i64,
//! }
//! ```
//!
//! ## RK103: numbers as text side by side
//!
//! A number in `decimal` has no fixed width, so it needs an end.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(decimal)]
//!     seconds: u32,
//!     #[rowkey(decimal)]
//!     bytes: u64,
//! }
//! ```
//!
//! ```text
//! `seconds` has a variable width, and `bytes` follows it
//!   note: 1 before 23 and 12 before 3 would be the same bytes
//!   help: end it with a byte that no number holds: `#[rowkey(separator = "_")]`
//!   help: or write `digits(10)` in place of `decimal`
//!   see: RK103 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "_")]
//! struct Key {
//!     #[rowkey(decimal)]
//!     seconds: u32,
//!     #[rowkey(decimal)]
//!     bytes: u64,
//! }
//! ```
//!
//! ## RK105: element without bytes
//!
//! The element would always be empty: its width is 0, or no byte is left in its alphabet. This is usually a wrong
//! constant, or a `chars("..")` that excludes everything the type can hold. Give the element a width of 1 or more, or
//! widen the alphabet.
//!
//! ## RK106: codes that begin with each other
//!
//! Two variants of a `KeyCode` enum have the same code, or the code of one begins with the code of another. A reader
//! could take one for the other. Choose codes that do not begin with each other. Codes of one width are always safe if
//! they differ.
//!
//! ## RK107: keys that begin with each other
//!
//! A [`Subspace`](crate::Subspace) puts a key before all keys of a group. If one such key can begin with another, then
//! the rows of one group mix with the rows of another. Give the last text a width (`#[pad(20)]`) or an end mark
//! (`#[rowkey(terminated)]`), and use tags that do not begin with each other.
//!
//! # RK2xx: not ordered
//!
//! Keys of one bucket sort like the tuple of their fields, so a range of values is a range of keys. A field that does
//! not sort needs the opt-out `allow(unordered)`, and then you cannot bind it to a range. `decimal`, `raw`, `le`, and
//! `reverse_text` include this opt-out.
//!
//! ## RK201: separator above values
//!
//! `1_` would sort after `10_`, because `_` is above `0`. A text before a separator sorts only if all bytes that it can
//! hold are above the first byte of the separator. The same holds for a text before a suffix.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "_")]
//! struct Key {
//!     #[rowkey(chars("0-9"))]
//!     id: String,
//!     ts: i64,
//! }
//! ```
//!
//! ```text
//! keys do not sort by `id`: it can hold "0", which is below the separator "_"
//!   note: if one value begins with another, the separator decides which sorts first
//!   help: end it with a byte below its alphabet: `#[rowkey(separator = "\0")]`
//!   help: or opt out: `#[rowkey(allow(unordered))]`
//!   see: RK201 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "\0")] // or `allow(unordered)`
//! struct Key {
//!     #[rowkey(chars("0-9"))]
//!     id: String,
//!     ts: i64,
//! }
//! ```
//!
//! ## RK202: padding that breaks the order
//!
//! `9` would come before `10`, and `b` before `aa`. Padding keeps the order only on the right, and only if the alphabet
//! has no byte below the pad byte.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(pad(8, with = b'0', left), chars("1-9"))]
//!     id: String,
//!     ts: i64,
//! }
//! ```
//!
//! ```text
//! `id` is padded on the left, so keys do not sort by it
//!   note: values would sort by their width first
//!   help: leave out `left`
//!   help: or opt out: `#[rowkey(allow(unordered))]`
//!   see: RK202 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(pad(8, with = b'0', left), chars("1-9"), allow(unordered))] // or a number: `#[rowkey(digits(10))] id: u32`
//!     id: String,
//!     ts: i64,
//! }
//! ```
//!
//! ## RK203: descending text at the end
//!
//! The longer of two texts comes later, even if all bytes are complemented.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     ts: i64,
//!     #[rowkey(desc)]
//!     name: String,
//! }
//! ```
//!
//! ```text
//! keys do not sort by `name`: it is last, descending and of variable width
//!   note: a key always sorts before a longer one that begins with it, and `desc` cannot reverse that
//!   help: give it a width: `#[pad(20)]`
//!   help: or mark its end: `#[rowkey(terminated)]`
//!   help: or opt out: `#[rowkey(allow(unordered))]`
//!   see: RK203 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     ts: i64,
//!     #[rowkey(desc, terminated)]
//!     name: String,
//! }
//! ```
//!
//! ## RK204: time pattern in the wrong order
//!
//! Text sorts from its first byte. A date that begins with its day sorts by the day of the month.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(time("%d.%m.%Y", exact))]
//!     at: jiff::civil::DateTime,
//! }
//! ```
//!
//! ```text
//! keys do not sort by `at`
//!   note: its pattern does not run from large to small
//!   help: write the year first, then month, day, hour, minute, second, as in `%Y-%m-%d`
//!   help: or opt out: `#[rowkey(allow(unordered))]`
//!   see: RK204 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(time("%Y-%m-%d"))]
//!     at: jiff::civil::Date,
//! }
//! ```
//!
//! ## RK205: element without an order
//!
//! The codes or the tags of an enum do not ascend in the order of its variants, a nested key has an unordered field, or
//! your codec states that its bytes do not sort like its values. An optional value that descends is also unordered,
//! because `None` comes first. Reorder the variants, reverse the whole option with `desc`, or opt out. With the
//! opt-out, a filter with a range also needs a [`rank`](crate::codec::Codec::rank) of your codec.
//!
//! # RK3xx: not reversible
//!
//! ## RK301: pad byte that values can end with
//!
//! Decode removes the padding, so `10` would come back as `1`. An alphabet that includes the pad byte is an error.
//! Without an alphabet, encode returns an error for a value that ends with the pad byte.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(pad(8, with = b'0'), chars("0-9"))]
//!     id: String,
//! }
//! ```
//!
//! ```text
//! the pad byte "0" is in the alphabet of `id`
//!   note: decode would strip it from a value that ends with it
//!   help: pad with NUL, the default: `#[pad(8)]`
//!   help: or leave it out of the alphabet: `#[rowkey(chars("1-9"))]`
//!   see: RK301 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(pad(8), chars("0-9"))]
//!     id: String,
//! }
//! ```
//!
//! # RK4xx: regions and splits
//!
//! The check has no false positives: no key of the layout can ever fall into a rejected region. It does not promise
//! that every accepted region will receive rows, because a codec may write fewer values than its alphabet allows.
//!
//! ## RK401: dead region
//!
//! Hex digits are only 16 of the bytes from `0` to `f`. Evenly spaced split keys leave regions between the digits.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::byte_range(b"0000000000000000", b"ffffffffffffffff", 10)))]
//! struct Key {
//!     #[rowkey(len(16), chars("0-9a-f"))]
//!     id: String,
//! }
//! ```
//!
//! ```text
//! 6 of 10 regions of `Key` can never hold a row; the first is region 0, start of table .. "0000000000000000"
//!   note: no key of this layout is in that range (regions count from 0)
//!   help: split evenly: `split(regions = 10)`
//!   help: or opt out: `split(.., allow(dead))`
//!   see: RK401 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::hex_range("0000000000000000", "ffffffffffffffff", 10)))]
//! struct Key {
//!     #[rowkey(len(16), chars("0-9a-f"))]
//!     id: String,
//! }
//! ```
//!
//! If keys begin with a time, a region is also dead if it has no time from 1970 to 2100. In the text of a pattern, the
//! times are from 1900 to 2100. Rows without an optional time are alive, in the region of `None`. An even split of 64-bit numbers leaves nearly all regions without rows:
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 8), allow(hot))]
//! struct Key {
//!     #[reverse_ts]
//!     at: i64,
//!     id: u32,
//! }
//! ```
//!
//! ```text
//! 7 of 8 regions of `Key` hold no time from 1970 to 2100; the first is region 0, start of table .. 20 00 00 00 00 00 00 00
//!   note: keys begin with `at`, and no usual time is in that range (regions count from 0)
//!   help: split over the time of your rows: `split(regions = 8, span("2020".."2040"))`
//!   help: or opt out: `split(.., allow(dead))`
//!   see: RK401 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]
//! struct Key {
//!     #[reverse_ts]
//!     at: i64,
//!     id: u32,
//! }
//! ```
//!
//! ## RK402: split after labels
//!
//! `split(after = "|")` puts a split key after each label of a salt. The literal must sort above everything that can
//! follow a label. Here, a row of bucket 01 that begins with FF would sort after `01|`, among the rows of bucket 02.
//! The option also needs a salt, and at most one region more than buckets.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(after = "|"))]
//! struct Key {
//!     #[salt(buckets = 6, digits(2))]
//!     id: u64,
//! }
//! ```
//!
//! ```text
//! the bytes after a label of `Key` can begin with FF, which does not sort below "|"
//!   note: such rows would fall into the region of the next label
//!   help: leave out `after`: the labels themselves are the split keys
//!   see: RK402 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "_", split(after = "|"))] // `_` is below `|`
//! struct Key {
//!     #[salt(buckets = 6, digits(2))]
//!     id: u64,
//! }
//! ```
//!
//! ## RK403: even split that cannot be computed
//!
//! An even split needs a first element with countable values: a number, a code, or a text of one width and alphabet. It
//! also needs at least as many values as regions. A split over a `span` needs a first element that is a time, and a
//! time for each region. The limit at compile time is 4,096 split keys. Compute more when you create the table, with
//! [`split::even`](crate::split::even) or [`split::span`](crate::split::span).
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 16))]
//! struct Key {
//!     name: String,
//! }
//! ```
//!
//! ```text
//! `Key` cannot be split into 16 even regions
//!   note: its first element is not a number, a code, or a text of one width and alphabet
//!   help: list the keys: `split(keys("..", ".."))`
//!   see: RK403 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys("g", "p")))]
//! struct Key {
//!     name: String,
//! }
//! ```
//!
//! ## RK404: split keys out of order
//!
//! Split keys must ascend, without duplicates, and a list needs at least one key. Sort the list, or remove `split`.
//!
//! ## RK405: arguments that HBase's algorithm rejects
//!
//! The split functions make the same keys as HBase's own algorithms, and reject what HBase rejects. Bounds are numbers
//! of one width, the lower one first, and have at least as many numbers between them as there are regions. Beyond 4,096
//! keys, call the function when you create the table.
//!
//! ## RK406: overloaded region
//!
//! A salt or a `hashed` field spreads rows evenly, but the split keys cover only a part of the values. One region would
//! get more than four times the mean share. A typical cause is a set of split keys up to 7FFFFFFF over digests that
//! continue to FFFFFFFF. Use `split(regions = 16)`, or opt out with `split(.., allow(uneven))`.
//!
//! ## RK407: `hashed` on the wrong field
//!
//! `hashed` states that the values of the first field are spread evenly, as digests are. The field must be a number, or
//! a text of one width and alphabet, such as `len(32), chars("0-9a-f")`. In a salted key the salt decides where rows
//! go, so remove `hashed` there.
//!
//! ## RK408: keys that begin with a time
//!
//! All rows of a moment have nearly the same time. If their keys begin with it, all writes of that moment go to one
//! region, which is on one server. The next region takes them later, and the other servers are idle. The check applies
//! to keys with `split`, and to `store = hbase`, `bigtable`, or `foundationdb`. In an engine on one machine, such keys are
//! right.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 8))]
//! struct Key {
//!     #[reverse_ts]
//!     at: i64,
//!     id: u32,
//! }
//! ```
//!
//! ```text
//! all writes of a moment go to one region: keys of `Key` begin with the time `at`
//!   note: one server takes the whole load then, and the others take none
//!   help: salt by the next field: `#[rowkey(salt(of(id), buckets = 8))]`
//!   help: or put another field first: `id`
//!   help: or opt out, if one server can take all writes: `#[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]`
//!   see: RK408 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 8), salt(of(id), buckets = 8))]
//! struct Key {
//!     #[reverse_ts]
//!     at: i64,
//!     id: u32,
//! }
//! ```
//!
//! An element computed from a time counts as a time if it keeps its order, such as `element(at.year_month_day)`. An id
//! counts if its codec states that it begins with a time: a `ulid::Ulid`, and a `uuid::Uuid` with
//! `with = rowkey::codec::UuidV7`. The message then says "an id that begins with its time". An `Option` of a time
//! counts, too, and so do a tuple, an array, and a list that begin with one. A field with a single value before the time
//! changes nothing. A `Duration` does not count, because rows of one moment have different ones.
//!
//! A salt does not help if all of its inputs stay the same for a second or longer: years to hours, `div` and `floor` by
//! a second or more, a date, and a time in whole seconds. All rows of a second then have the same bucket. Add another
//! field. Milliseconds and finer times do spread.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(store = hbase, salt(buckets = 16, of(at.hour)))]
//! struct Key {
//!     #[rowkey(time(millis))]
//!     at: i64,
//!     id: u32,
//! }
//! ```
//!
//! ```text
//! all writes of a moment go to one region: the salt of `Key` is computed from the time `at` alone
//!   note: all rows of a second have one bucket, so one server takes the whole load then
//!   help: add the next field: `of(at.hour, id)`
//!   help: or opt out, if one server can take all writes: `#[rowkey(allow(hot))]`
//!   see: RK408 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(store = hbase, salt(of(at.hour, id), buckets = 16))]
//! struct Key {
//!     #[rowkey(time(millis))]
//!     at: i64,
//!     id: u32,
//! }
//! ```
//!
//! # RK5xx: salts
//!
//! Every get computes the salt again, so a salt depends on the fields of the key alone. If the inputs are numbers with
//! up to 4,096 combinations, the check tries each of them under `xxh3`, `xor`, `modulo`, and `java_hash`. Under `md5`,
//! and with your own function, it only counts them.
//!
//! ## RK501: random salt
//!
//! A reader who looks for a row knows only its fields.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[salt(random, buckets = 6)]
//!     phone: u64,
//! }
//! ```
//!
//! ```text
//! a salt cannot be `random`: no get could find the row
//!   help: compute it from the field: `salt(buckets = 16)`
//!   see: RK501 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[salt(buckets = 6)]
//!     phone: u64,
//! }
//! ```
//!
//! ## RK502: fewer values than buckets
//!
//! Rows would fill two of six buckets.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[salt(buckets = 6)]
//!     flag: bool,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! at most 2 of 6 buckets can hold a row: the values of `flag` reach only these
//!   help: compute it from the rest of the key: `of(..)`
//!   help: use fewer: `buckets = 2`
//!   help: or, for an existing table, opt out: `salt(.., allow(empty))`
//!   see: RK502 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(buckets = 6, of(..)))]
//! struct Key {
//!     flag: bool,
//!     at: i64,
//! }
//! ```
//!
//! ## RK504: view that the input does not support
//!
//! Each view takes one kind of input: `first`, `last`, `from`, `without`, and `int` take text, `div` and `floor` take
//! numbers, and calendar views such as `year_month` take dates or counts with a known unit. `int` must be able to read
//! at least one value. Here, the layout does not state the unit of a `u64`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(buckets = 6, of(at.year_month)))]
//! struct Key {
//!     at: u64,
//! }
//! ```
//!
//! ```text
//! expected a date, or a count whose unit is known, for the view `year_month`, found `at`, which is a number
//!   help: state the unit of an `i64` or `u64`: `#[rowkey(time(millis))]`
//!   help: or divide it: `at.div(..)`
//!   see: RK504 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(buckets = 6, of(at.year_month)))]
//! struct Key {
//!     #[rowkey(time(millis))]
//!     at: u64,
//! }
//! ```
//!
//! ## RK505: input that the algorithm does not take
//!
//! `modulo` takes one number, `xor` takes anything but a `u128`, and `java_hash` takes text and numbers. `phoenix`
//! takes the rest of the key, `of(..)`, and a computed element takes a number. Add a view that makes a number, such as
//! `at.year_month`, or use `xxh3`, which takes any value.
//!
//! ## RK506: number of buckets
//!
//! A salt has 2 to 4294967295 buckets, and `phoenix` at most 256. Choose about as many buckets as the table has
//! servers. `phoenix` also leaves buckets empty at multiples of 31, because its hash multiplies by 31.
//!
//! ## RK507: form of the label
//!
//! The label must be wide enough for the last bucket: `digits(2)` holds buckets 0 to 99. Leave out the form for the
//! narrowest one that fits. Without `buckets`, the label is the start of a digest: `md5, hex(32)`. Then `was(..)` and
//! `allow(empty)`, which are about buckets, have no meaning.
//!
//! ## RK508: salt versions
//!
//! `was(..)` lists how older rows were salted, newest first. Each version must differ from the others and from the
//! present salt, and take the same inputs. The labels of all versions have one width, so rows without a salt cannot be
//! a version. If the widths differ, write a form that holds both (`u16`), or copy the rows into a new table.
//!
//! ## RK509: inputs of the salt
//!
//! A key has one salt. On a field, the salt is computed from that field. On the struct, it names its inputs:
//! `of(a, b)`, or `of(..)` for the rest of the key. A skipped field cannot be an input, because decode computes the
//! salt again from the key alone.
//!
//! ## RK510: computed element
//!
//! `element(..)` writes a value computed from a later field of the same key, such as `element(at.year_month_day)`. It
//! must come before its field, at most one per field, and needs a form that holds its numbers: `digits(8)`, `hex(8)`,
//! or `bytes(4)`. A digest at the start of a key is a salt, so declare it as one.
//!
//! # RK6xx: types and values
//!
//! ## RK601: integer whose width depends on the machine
//!
//! Another machine may read the rows.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     id: usize,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! `id` cannot be part of a row key: `usize` is 4 bytes on some machines and 8 on others
//!   help: use `u64`
//!   see: RK601 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     id: u64,
//!     at: i64,
//! }
//! ```
//!
//! ## RK602: type without a codec
//!
//! A struct derives `RowKey`, an enum of codes derives `KeyCode`. A type that converts to another takes
//! `#[rowkey(via = T)]`, and any other type needs your own codec: `#[rowkey(with = MyCodec)]`. A field that is no part of the
//! key takes [`#[rowkey(skip)]`](crate::_attributes::keys#skip), or is stored in the value of the row.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! struct Place {
//!     x: u32,
//! }
//!
//! #[derive(RowKey)]
//! struct Key {
//!     id: u64,
//!     place: Place,
//! }
//! ```
//!
//! ```text
//! `Place` cannot be stored in a row key
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Place {
//!     x: u32,
//! }
//!
//! #[derive(RowKey)]
//! struct Key {
//!     id: u64,
//!     place: Place,
//! }
//! ```
//!
//! ## RK603: `with` or `via` that does not fit
//!
//! The codec in `with` must implement `Codec<'_, T>` for the type of the field. The type in `via` must convert both
//! ways, by `From` or `TryFrom`, and the field's type must be `Clone`. For a type from another crate, write your own
//! struct around it and convert that.
//!
//! ## RK604: value with a time zone
//!
//! One moment would have several keys.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     at: jiff::ZonedDateTime,
//!     since: chrono::DateTime<chrono::FixedOffset>,
//! }
//! ```
//!
//! ```text
//! `at` cannot be part of a row key: its type carries a time zone, and one moment would have several keys
//!   help: use `jiff::Timestamp`, and store the zone in the value
//!   see: RK604 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(time(millis, floor))]
//!     at: jiff::Timestamp,
//!     #[rowkey(time(millis, floor))]
//!     since: chrono::DateTime<chrono::Utc>,
//! }
//! ```
//!
//! ## RK605: time finer than its unit
//!
//! `now()` has nanoseconds. In a key of milliseconds, the finer part is either dropped or an encode error. State which
//! of the two you want, for patterns too: `floor` or `exact`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[reverse_ts]
//!     at: jiff::Timestamp,
//! }
//! ```
//!
//! ```text
//! `at` cannot be part of a row key: its type is finer than a millisecond, and the finer part needs a rule
//!   help: leave it out: `#[reverse_ts(millis, floor)]`
//!   help: keep it: `#[reverse_ts(nanos)]`
//!   help: make it an encode error: `#[reverse_ts(millis, exact)]`
//!   see: RK605 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[reverse_ts(millis, floor)]
//!     at: jiff::Timestamp,
//! }
//! ```
//!
//! ## RK606: time without a form
//!
//! An instant can be counted in several units, and a date can be written in many ways, so the field states its form.
//! Use `time(millis, floor)` for a count, `reverse_ts(millis, floor)` for the newest first, or a pattern:
//! `time("%Y-%m-%d")`.
//!
//! ## RK607: time pattern
//!
//! A pattern uses `strftime` directives of fixed width, and has every unit down to its finest one: `%Y-%m-%d %H:%M`.
//! Names, weeks, 12-hour clocks, zones, and years without a century are errors. The message names the directive and a
//! replacement. Java patterns are translated in the `help`.
//!
//! ## RK608: borrowed value in an escaped element
//!
//! A terminated text writes 00 as 00 FF, so decode has to make a copy. The same applies to `desc`, `reverse_text`, and
//! the encodings that escape bytes. A `'static` borrow is impossible too, because the value lives as long as its key.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key<'a> {
//!     #[rowkey(terminated)]
//!     name: &'a str,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! `name` cannot be part of a row key: its type borrows from the key, and `terminated` escapes bytes there
//!   help: use `Cow<str>` or `String`, for bytes `Cow<[u8]>` or `Vec<u8>`
//!   see: RK608 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key<'a> {
//!     #[rowkey(terminated)]
//!     name: std::borrow::Cow<'a, str>,
//!     at: i64,
//! }
//! ```
//!
//! ## RK609: value without a width or an end
//!
//! An optional value must have a fixed width or show where it ends, because `None` must not be the start of another
//! value. Values in a tuple, an array, or a list must have a fixed width.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     name: Option<String>,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! `name` cannot be part of a row key: an optional value has a fixed width, or shows where it ends
//!   help: give it a width: `#[pad(20)]`
//!   help: or mark its end: `#[rowkey(terminated)]`
//!   see: RK609 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(terminated)]
//!     name: Option<String>,
//!     at: i64,
//! }
//! ```
//!
//! ## RK610: nested key that cannot be a field
//!
//! The label of a nested salt would be in the middle of the outer key, and break its order. A key with a computed
//! element cannot be nested either. Put the salt or the element on the outer struct.
//!
//! In an enum of record types, the tags say where the key ends. So every variant needs a tag, and `other` takes too much.
//! The fields of `under` come before the tag: write them into the outer struct. Scans of the outer key find no rows with
//! older tags (`was`).
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Call {
//!     #[salt(buckets = 6)]
//!     phone: u64,
//!     at: i64,
//! }
//!
//! #[derive(RowKey)]
//! struct Key {
//!     call: Call,
//!     id: u64,
//! }
//! ```
//!
//! ```text
//! `call` cannot be part of a row key: a salted key cannot be a part of another, whose order it would break
//!   help: salt the outer struct instead: `#[rowkey(salt(of(..), buckets = ..))]`
//!   see: RK610 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Call {
//!     phone: u64,
//!     at: i64,
//! }
//!
//! #[derive(RowKey)]
//! #[rowkey(salt(of(call), buckets = 6))]
//! struct Key {
//!     call: Call,
//!     id: u64,
//! }
//! ```
//!
//! ## RK611: option that the type does not take
//!
//! `pad`, `len`, `chars`, `terminated`, and `reverse_text` take text or byte strings. `digits`, `hex`, and `bytes` take
//! integers, with a width that holds the type. `le` takes integers of more than one byte. `raw` takes signed integers and
//! floats, and `time` and `reverse_ts` take times. Remove the option, or change the type of the field.
//!
//! ## RK612: type that the encoding does not have
//!
//! FoundationDB tuples and Bigtable's ordered code each have a fixed set of types. A nested key must have the same
//! encoding, without prefix and salt, and an optional value must be a number, a text, or an id. A tuple holds at most
//! one versionstamp. Store times as counts: an `i64`.
//!
//! ## RK613: codec that cannot be used
//!
//! Your codec rejects its own type with `Language::refused`, or states numbers that do not fit their width. For
//! `Language::number(width, least, greatest)`, give 1 to 16 bytes that hold both bounds, the minimum first.
//!
//! ## RK614: not a row key
//!
//! The function or the field takes a row key, and only `#[derive(RowKey)]` makes one. Derive it, and remove any
//! `impl RowKey`.
//!
//! ## RK615: `key()` on a key that can fail
//!
//! `key()` exists for keys that can always be encoded. This key has a field that cannot write every value of its type,
//! a field with your own codec, or a `store` that limits the width. Call `encode()?`, whose error names the field.
//!
//! ## RK616: key too long for the store
//!
//! A `store` such as `store = lmdb` limits the length of keys, and some key of this layout exceeds the limit. Keep the
//! widest field in the value of the row, and put its digest into the key: `[u8; 16]`.
//!
//! ## RK617: blocking store in an async table, or the reverse
//!
//! A `Store` goes into a `Table`, and an `AsyncStore` goes into an `AsyncTable`. `Blocking::new(store, threads)?` makes
//! an async store of a blocking one.
//!
//! ## RK618: value that the table cannot store
//!
//! A `Table` stores bytes: a `&str`, a `String`, a slice, or a `Vec<u8>`. For other values, choose a codec with
//! `Table::new(store).with_values::<Json<Reading>>()` or `Postcard`, which are behind the features `json` and
//! `postcard` of `rowkey-store`, or implement `ValueCodec` for your own format.
//!
//! ## RK619: engine without transactions
//!
//! A `TableBatch` writes all rows or none, so it needs an engine with transactions: memory, redb, fjall, LMDB, RocksDB, or
//! SlateDB. HBase and Bigtable change one row atomically, and no more.
//!
//! An `IndexedTable` works on both kinds of engines. On HBase and Bigtable, it lacks two things:
//!
//! - Unique secondary keys (`with_unique_key`, `index(unique ..)`). A unique key is one row that several rows want, and
//!   no atomic step covers it and them. Let the secondary key contain the key of its row, or make the unique value the
//!   key of a table of its own, and write it with `put_if_absent` first.
//! - Layouts with older versions (`was(..)`). Such a row can be stored at two keys, and then has two versions.
//!
//! For the same reason, `with_secondary_keys` of a `MovingTable` needs transactions: there, too, a row has two keys. On HBase
//! and Bigtable, call `reindex` on the new table after the move.
//!
//! An engine of your own names its way to keep secondary keys in `IndexedStore`.
//!
//! ## RK620: secondary key that does not follow from the row
//!
//! `IndexedTable::with_index` takes the secondary keys that `index(..)` declares and that the stored key of a row
//! determines. A field with `skip` is not stored, so a secondary key over it comes from the value: `with_key`.
//!
//! `with_key` takes a secondary key from which the key of its row follows, so that no two rows have the same one. An
//! `index(..)` that is not `unique` has this. For a key type of your own, implement `SecondaryKey`, or use
//! `with_unique_key`, which compares the rows.
//!
//! # RK7xx: scans
//!
//! You bind fields in key order, each to one value or several values. A range ends the bound fields, and later
//! conditions are filters. You cannot bind a field to a range if keys do not sort by it.
//!
//! ## RK701: field out of order
//!
//! A range of keys has the same first fields. Bind `phone` first, or use `filter_at(5)`, which reads the whole table. For
//! a frequent query, scan a secondary key in which the field is earlier, such as `index(ByAt(at, phone))`.
//! You get the same error for a field that you bind twice, or after a range. If a condition may be absent, use
//! [`If`](crate::If): `scan().phone("133").at(If(since.map(|since| since..)))`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Call {
//!     #[pad(20)]
//!     phone: String,
//!     at: i64,
//! }
//!
//! let _ = Call::scan().at(5);
//! ```
//!
//! ```text
//! `at` cannot be bound here: each field is bound once, in key order, and none after a range
//! ```
//!
//! ## RK702: range on a field without an order
//!
//! `10` comes before `9`. Use a filter: `filter_seconds(1..)`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(decimal)]
//!     seconds: u32,
//! }
//!
//! let _ = Key::scan().seconds(1..);
//! ```
//!
//! ```text
//! keys do not sort by this field, so a range of its values is not a range of keys
//! ```
//!
//! ## RK703: condition of the wrong type
//!
//! A field takes one of its values, a range such as `a..b`, or `one_of([a, b])`. Texts and lists also take
//! `starts_with(..)` and `contains(..)`, and texts take `ends_with(..)`. A ULID, and a UUID with `UuidV7`, take
//! `made(from..to)`. The message names the type of the field, so check that the value has this type.
//!
//! Wrap an optional condition in [`If`](crate::If), not in `Some`. A field of type `Option<T>` has values such as `Some(7)`, so
//! its optional condition is `If(parent.map(Some))`. An `If` cannot be an item of `one_of`, because `If(None)` matches every
//! row. Leave out absent items with `one_of(conditions.into_iter().flatten())`.
//!
//! ```
//! # use rowkey::{If, RowKey, ScanError};
//! #[derive(RowKey)]
//! struct Task {
//!     parent: Option<u32>,
//!     id: u32,
//! }
//!
//! let parent: Option<u32> = Some(7);
//! let plan = Task::scan().parent(Some(7)).plan()?;
//! assert_eq!(Task::scan().parent(If(parent.map(Some))).plan()?.ranges().next(), plan.ranges().next());
//! # Ok::<(), ScanError>(())
//! ```
//!
//! ## RK704: `starts_with` on reversed text
//!
//! The key holds the text reversed, or with padding on the left, so texts with the same start are not next to each
//! other. Use the field's filter method. For `reverse_text`, `ends_with(..)` is one range.
//!
//! A codec in `with` says so by `TextCodec::FORWARD`.
//!
//! ## RK705: field in the way of a declared query
//!
//! [`answers(..)`](crate::_attributes::keys#answers) declares a query that reads one range, and only its own rows. A
//! field before a bound field must have one value, too. The same holds for the source of a computed element. Declare the
//! query on a secondary key that begins with its fields, or bind the field in the way. In a table of many servers, a
//! secondary key that begins with a time has a salt, and the query reads every bucket.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(answers(phone, at in ..))]
//! struct Call {
//!     phone: u64,
//!     kind: u8,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! `kind` is in the way: it is before `at` in the key, and the query does not bind it
//!   note: a scan would read the rows of every `kind`, and check `at`
//!   help: answer it from a secondary key: `index(ByAt(phone, at, kind; answers(phone, at in ..)))` in place of `answers(phone, at in ..)`
//!   help: or bind it too: `answers(phone, kind, at in ..)`
//!   see: RK705 in rowkey::_compile_errors
//! ```
//!
//! ## RK706: declared query over several buckets
//!
//! The salt is computed from fields that the query does not bind to one value, or it has older versions. The rows are
//! then in several buckets. `; buckets` allows that, up to 4,096 buckets. A secondary key without a salt has one range.
//! If the salt is of a view, such as `at.year_month`, all values with one result of it are in one bucket, so the query
//! can bind the view: `answers(caller, at.year_month)`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(answers(phone in ..))]
//! struct Call {
//!     #[salt(buckets = 16)]
//!     phone: u64,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! the salt needs one value of `phone`, so the query reads every bucket
//!   help: allow every bucket: `answers(phone in ..; buckets)`
//!   help: or answer it from a secondary key: `index(ByPhone(phone, at; answers(phone in ..)))` in place of `answers(phone in ..)`
//!   see: RK706 in rowkey::_compile_errors
//! ```
//!
//! ## RK707: declared query that no order of fields answers
//!
//! The condition itself is not one range of keys: a range of a field that keys do not sort by, a range of a nested key
//! whose fields sort in different orders, one value of a float (0.0 and -0.0 are equal), a text that ends where the other
//! fields begin, a view such as `last(4)`, or a second range.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(answers(level))]
//! struct Reading {
//!     level: f64,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! `level` is a float: 0.0 and -0.0 are one value, and two ranges of keys
//!   help: bind it to a range: `answers(level in ..)`
//!   see: RK707 in rowkey::_compile_errors
//! ```
//!
//! ## RK708: `bucket` or `max_ranges` after `plan()`
//!
//! A plan holds the ranges that it reads. `bucket` and `max_ranges` decide how they are chosen, so call them on the
//! builder. To check a finished plan, use [`at_most`](crate::Plan::at_most).
//!
//! ```compile_fail
//! # use rowkey::{RowKey, ScanError};
//! #[derive(RowKey)]
//! struct Call {
//!     #[salt(buckets = 6)]
//!     phone: u64,
//!     at: i64,
//! }
//!
//! # fn main() -> Result<(), ScanError> {
//! let plan = Call::scan().phone(1).plan()?.bucket(3);
//! # Ok(())
//! # }
//! ```
//!
//! ```text
//! `bucket` is a method of the scan builder: call it before `plan()`
//! ```
//!
//! ## Errors without a code
//!
//! Some mistakes in scans are plain type errors of rustc. They have no code, because rustc writes them.
//!
//! | Message | Cause | Fix |
//! |---|---|---|
//! | "expected `1`, found `2`" | `if .. { scan = scan.at(..) }`: each bound field changes the type of the builder | use [`If`](crate::If) for an optional condition |
//! | "no method named `..` found for struct `CallScan`" | the field is skipped, or the name is wrong | check the name, or scan a secondary key that has the field |
//! | "expected `FieldRef<Reading>`, found .." | `distinct` or `sorted_by` takes a field of the scanned key | write `Reading::fields().metric` |
//! | "cannot find function `hex_string` in this scope" | `split(keys = hex_string(16))` without its path | write `keys = rowkey::split::hex_string(16)` |
//! | "`&str` is not an iterator" | `one_of("a")` without a list | write `one_of(["a"])` |
//! | "type annotations needed" | `.id(text.parse()?)`: a condition takes values of several types | name the type: `text.parse::<u64>()?` |
//! | "no method named `sorted_by` found for struct `CallScan`", also `distinct` | these methods are on the plan | call them after `plan()?` |
//! | "no method named `plan` found for associated type" | `K::scan()` in a generic function: each key type has its own builder | take a `&Plan<K>` as an argument |
//! | "type mismatch resolving `<K as RowKey>::Decoded<'k> == K`", with a help that does not compile | `K: RowKey` in a generic function | write `K: OwnedKey` |
//! | "expected `&Plan<Post>`, found `&Plan<ByAt>`" | `best` takes plans of one type | write `ScanPlan::best(&[&*a, &*b])` |
//! | "expected `&Table<_, _, KeyOf<_>>`, found `&Table<ByAuthor, _>`" | the values of a secondary key's table are the keys of rows | add `.with_values()` to this table |
//! | "type annotations needed" at `with_index` | nothing names the type of the secondary key | write `.with_index::<ByAuthor>(&by_author)` |
//! | "`Post` is not an iterator", or "`Post: Iterator`" is not satisfied, at `Post::scan()` | the trait that has `scan` is not in scope | write `use rowkey::RowKey;` |
//! | "`AsyncRows` is not an iterator" | `for` over the rows of an `AsyncTable` | write `while let Some(row) = rows.next().await` |
//!
//! # RK8xx: locks
//!
//! ## RK801: layout that differs from its lock
//!
//! The table holds rows with the old layout.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(layout = "u8 xxh3 of host / 16 | host: str as text padded to 20 bytes with 00 | at: i64 as 8-byte number")]
//! struct Event {
//!     #[salt(buckets = 16)]
//!     #[pad(24)]
//!     host: String,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! the layout of `Event` differs from its lock
//!   note: locked: u8 xxh3 of host / 16 | host: str as text padded to 20 bytes with 00 | at: i64 as 8-byte number
//!            now: u8 xxh3 of host / 16 | host: str as text padded to 24 bytes with 00 | at: i64 as 8-byte number
//!   help: if the table is empty, only names differ, or an older version was added or removed, update the lock
//!   help: otherwise undo the change, or write a new struct and move the rows: see docs/STABILITY.md
//!   see: RK801 in rowkey::_compile_errors
//! ```
//!
//! ## RK802: empty or impossible lock
//!
//! `layout = ""` prints the lock for you to copy. Write the text of the `help` into your source. A layout with a lock
//! of 16,384 bytes or more cannot be locked.
//!
//! # RK9xx: record types and secondary keys
//!
//! Several record types can share a table if every key belongs to exactly one of them, and no scan of one reads rows of
//! another. The derive checks this for the variants of an enum. [`disjoint!`](crate::disjoint) checks it for separate
//! structs.
//!
//! ## RK901: tag that begins with another
//!
//! The first byte of an id can be a `c`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct UserKey {
//!     id: u64,
//! }
//!
//! #[derive(RowKey)]
//! enum Row {
//!     #[rowkey(tag = "p")]
//!     User(UserKey),
//!     #[rowkey(tag = "pc")]
//!     Post { author: u64 },
//! }
//! ```
//!
//! ```text
//! the tag "pc" of `Row::Post` begins with the tag "p" of `Row::User`
//!   note: the scans of `Row::User` would read keys of `Row::Post`: for example 70 63 00 00 00 00 00 00 00 00
//!   help: choose tags that do not begin with each other
//!   help: or, for an existing table whose keys differ in width, leave out both tags, and begin each struct with its own prefix: `#[rowkey(prefix = "..")]`
//!   see: RK901 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! # #[derive(RowKey)]
//! # struct UserKey {
//! #     id: u64,
//! # }
//! #[derive(RowKey)]
//! enum Row {
//!     #[rowkey(tag = "u")]
//!     User(UserKey),
//!     #[rowkey(tag = "pc")]
//!     Post { author: u64 },
//! }
//! ```
//!
//! ## RK902: reserved tag
//!
//! `reserved(..)` lists tags of deleted variants. Their rows may still be stored.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! # #[derive(RowKey)]
//! # struct UserKey {
//! #     id: u64,
//! # }
//! #[derive(RowKey)]
//! #[rowkey(reserved("X", "YZ", b'Z'))]
//! enum Row {
//!     #[rowkey(tag = "X")]
//!     User(UserKey),
//!     #[rowkey(tag = "Y")]
//!     Post { author: u64 },
//! }
//! ```
//!
//! ```text
//! the reserved tag "YZ" begins with the tag of `Post`
//!   note: rows of the variant that once had it may still be stored
//!   help: choose another tag
//!   see: RK902 in rowkey::_compile_errors
//! ```
//!
//! ## RK903: record types without tags
//!
//! A variant needs no tag if its keys always differ from the keys of all other variants, for example by a prefix or by
//! their width. A name of eight bytes can look like a day in eight digits.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! enum OwnFields {
//!     Day {
//!         #[rowkey(digits(8))]
//!         day: u32,
//!     },
//!     Name {
//!         #[rowkey(len(8))]
//!         name: String,
//!     },
//! }
//! ```
//!
//! ```text
//! `OwnFields::Day` and `OwnFields::Name` can have the same key: for example "00000000"
//!   note: without a tag, the keys of a variant must differ from the keys of all others
//!   help: give `Day` and `Name` a tag each: `#[rowkey(tag = "..")]`
//!   see: RK903 in rowkey::_compile_errors
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! enum OwnFields {
//!     Day {
//!         #[rowkey(digits(8))]
//!         day: u32,
//!     },
//!     Name {
//!         #[rowkey(len(8), chars("a-z"))] // no digits
//!         name: String,
//!     },
//! }
//! ```
//!
//! ## RK904: fields before the tag that differ
//!
//! All variants begin with the fields of `under(..)`, in this order, written in the same way and with the same
//! separator.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "|")]
//! struct Task {
//!     #[pad(8)]
//!     tenant: String,
//!     project: u32,
//!     id: u64,
//! }
//!
//! #[derive(RowKey)]
//! #[rowkey(under(tenant, project))]
//! enum Item {
//!     #[rowkey(tag = "T")]
//!     Task(Task),
//!     #[rowkey(tag = "W", separator = "|")]
//!     Width {
//!         #[pad(10)]
//!         tenant: String,
//!         project: u32,
//!     },
//! }
//! ```
//!
//! ```text
//! `tenant` is written differently in `Item::Width` and `Item::Task`
//!   note: `Item::Task`: tenant: str as text padded to 8 bytes with 00
//!         `Item::Width`: tenant: str as text padded to 10 bytes with 00
//!   help: give it the same type and the same options in every variant
//!   see: RK904 in rowkey::_compile_errors
//! ```
//!
//! ## RK905: variant without a row key
//!
//! A variant with one unnamed field holds another row key. A variant with named fields is a row key itself, and needs a
//! tag or a field. A held key cannot have several record types, but an enum can be
//! [a field of the variant](crate::_attributes::keys#nested-keys). With `under`, a held key cannot have a prefix or a salt
//! either.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! enum Row {
//!     #[rowkey(tag = "U")]
//!     User(u64),
//! }
//! ```
//!
//! ```text
//! `u64` is not a row key
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! enum Row {
//!     #[rowkey(tag = "U")]
//!     User { id: u64 },
//! }
//! ```
//!
//! ## RK906: older tags
//!
//! `was(tag = "u")` lists tags that older rows of the variant have. Rows must stay readable, so an older tag has the
//! width of the new one, is not reserved, and does not begin with the tag of another variant. No variant may be without
//! a tag, and the tag cannot follow fields of `under`.
//!
//! ## RK907: the variant `other`
//!
//! `other` receives every key whose tag is unknown, as bytes. It has one unnamed field of a type such as `Vec<u8>`, and
//! no further options. All other variants need tags, because a damaged key without a tag would look like an unknown
//! one. An enum has at most one such variant.
//!
//! ## RK908: salt of an enum
//!
//! Keys of an enum with `under(..)` begin with those fields, or with one salt of them:
//! `#[rowkey(under(tenant), salt(of(tenant), buckets = 16))]`. Without `under`, salt each variant after its tag.
//!
//! ## RK909: prefixes that overlap
//!
//! The first byte of an author can be a `c`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(prefix = "p")]
//! struct Post {
//!     author: u64,
//!     at: u64,
//! }
//!
//! #[derive(RowKey)]
//! #[rowkey(prefix = "pc")]
//! struct Comment {
//!     post: u64,
//! }
//!
//! rowkey::disjoint!(Post, Comment);
//! ```
//!
//! ```text
//! scans of `Post` would read rows of `Comment`: for example 70 63 00 00 00 00 00 00 00 00
//!   note: every key of `Post` begins with "p"
//!   help: give each its own prefix, and let no prefix begin with another: `#[rowkey(prefix = "a:")]`
//!   help: or, for an existing table whose keys differ in width or in a byte, make them variants of one enum
//!   see: RK909 in rowkey::_compile_errors
//! ```
//!
//! ## RK910: secondary keys
//!
//! `index(ByBuyer(buyer, at))` names a key and its fields. The options of a secondary key come after a semicolon:
//! `ByBuyer(buyer, at; prefix = "b:")`. It takes `encoding`, `store`, and `crate` from the struct, and cannot have its
//! own.
//!
//! A secondary key takes whole fields. A nested key is one field, and `#[rowkey(desc)]` above a field gives its order in all
//! keys of the struct. To group by a part of a field, write an element before it: `ByMonth(element(at.year_month), at, id)`.
//!
//! ## RK911: secondary key of several rows
//!
//! A table stores one row per secondary key. If a secondary key lacks a field of the row's key, the second of two rows
//! that differ only in this field would replace the first. Add the field at the end, which keeps the order of the rows,
//! or write `unique` before the key: then a table refuses the second row.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(index(ByPhone(phone)))]
//! struct User {
//!     id: u64,
//!     #[rowkey(skip)]
//!     phone: u64,
//! }
//! ```
//!
//! ```text
//! two rows of `User` can have the same `ByPhone`, which lacks `id`
//!   help: add what tells the rows apart: `ByPhone(phone, id)`
//!   help: or, if no two rows have the same one: `unique ByPhone(phone)`
//!   see: RK911 in rowkey::_compile_errors
//! ```
