//! Attributes of the key as a whole: prefixes, separators and suffixes, secondary keys, computed elements, limits,
//! locks, and opt-outs.
//!
//! # Which one do I need?
//!
//! | need | attribute |
//! |---|---|
//! | Several tables in one key space | [`prefix = ".."`](#prefix-separator) |
//! | Readable bytes between fields | [`separator = ".."`](#prefix-separator) |
//! | A literal at the end of the key | [`suffix = ".."`](#suffix) |
//! | Secondary keys (indexes) over the same fields | [`index(..)`](#index) |
//! | A compile error if a query would read more than its rows | [`answers(..)`](#answers) |
//! | Rows grouped by day, or by a part of an id | [`element(..)`](#element) |
//! | A field of the struct outside the key | [`skip`](#skip) |
//! | One key inside another | no attribute, see [nested keys](#nested-keys) |
//! | A compile error for keys too long for the engine | [`store = ..`](#store) |
//! | A compile error if an edit changes the stored bytes | [`layout = ".."`](#layout-lock) |
//! | The layout of an existing table that does not sort | [`allow(unordered)`](#allow) |
//! | Keys that begin with a time, in a table of many servers | [`allow(hot)`](#allow) |
//! | A derive through a renamed crate | [`crate = path`](#crate) |
//!
//! # `prefix`, `separator`
//!
//! **Syntax:** `prefix = ".."`, `separator = ".."`
//!
//! On a struct, `prefix` writes a literal before everything else. `separator` writes a literal between all elements,
//! and after the salt.
//!
//! - **Bytes:** the literals. No separator follows the prefix or the last field.
//!
//! A [separator on a field](super::text#separator) replaces the one of the struct.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(prefix = "cdr:", separator = "_", salt(buckets = 10, of(id), digits(2)))]
//! struct Record {
//!     id: u8,
//!     #[rowkey(len(2))]
//!     kind: String,
//! }
//!
//! let key = Record { id: 7, kind: "ab".into() }.encode()?;
//! assert!(key.starts_with(b"cdr:0") && key.ends_with(b"_\x07_ab"));
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! # `suffix`
//!
//! **Syntax:** `suffix = ".."`
//!
//! Writes a literal after the last field, such as the extension of a file name. On a variant of an enum, it tells record
//! types apart that differ only at the end of the key.
//!
//! - **Bytes:** the literal. It also follows the suffix of a nested key.
//! - **Order:** by the fields. A text before the suffix has the same rules as a text before a
//!   [separator](super::text#separator).
//! - **Errors:** `decode` rejects any other literal, also in lenient mode, and bytes after it.
//!
//! The last field needs an end, like any other text before a separator. Its alphabet leaves out the first byte of the
//! suffix, or it has a width or an end mark. With `allow(unordered)`, its end is found from the end of the key. An
//! `encoding` has no place for a suffix, so the two are refused together.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "/", suffix = ".sst")]
//! struct File {
//!     #[rowkey(digits(2))]
//!     level: u8,
//!     #[rowkey(chars("a-z0-9"))]
//!     name: String,
//! }
//!
//! let file = File { level: 1, name: "a7".into() };
//! assert_eq!(file.encode()?, b"01/a7.sst");
//! assert_eq!(File::decode(b"01/a7.sst")?, file);
//! assert!(File::decode(b"01/a7.tmp").is_err());
//!
//! // etcd writes a `t` after the revision of a deleted key.
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Revision {
//!     Live { revision: u64 },
//!     #[rowkey(suffix = "t")]
//!     Deleted { revision: u64 },
//! }
//!
//! assert_eq!(Revision::Deleted { revision: 7 }.encode()?, b"\0\0\0\0\0\0\0\x07t");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Nested keys
//!
//! A struct that derives `RowKey` can be a field of another key, which then contains all of its bytes in this place. If
//! it ends with a text, that text needs an end, like any other text before a field.
//!
//! Values compare field by field, each in its natural order, also if the nested key has `desc` fields. A range of values
//! can then be several ranges of keys, at most one for each field and end:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Version {
//!     number: u8,
//!     #[rowkey(desc)]
//!     at: u16,
//! }
//!
//! #[derive(RowKey)]
//! struct Edit {
//!     version: Version,
//!     user: u8,
//! }
//!
//! // Number 2 from 300 on, and all greater numbers.
//! let plan = Edit::scan().version(Version { number: 2, at: 300 }..).plan()?;
//! assert_eq!(plan.ranges().len(), 2);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! An enum of record types can be a field, too. The element is the [`tag`](super::enums#tag-was) of its variant, and then
//! the fields. This is how to write a value of several types, such as a column of an index or the end of a graph's edge:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Datum {
//!     #[rowkey(tag = 0)]
//!     Null,
//!     #[rowkey(tag = 3)]
//!     Int { value: i64 },
//!     #[rowkey(tag = 5)]
//!     Text {
//!         #[rowkey(terminated)]
//!         value: String,
//!     },
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! struct IndexEntry {
//!     column: u8,
//!     value: Datum,
//!     row: u16,
//! }
//!
//! let entry = IndexEntry { column: 1, value: Datum::Text { value: "ab".into() }, row: 7 };
//! assert_eq!(entry.encode()?, b"\x01\x05ab\0\x01\0\x07");
//! assert_eq!(IndexEntry { value: Datum::Null, ..entry }.encode()?, b"\x01\0\0\x07");
//!
//! // All numbers from 9 on, and all texts.
//! let plan = IndexEntry::scan().column(1).value(Datum::Int { value: 9 }..).plan()?;
//! assert_eq!(plan.ranges().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - **Order:** the variant, and then its fields, as `#[derive(PartialOrd)]` compares them. Write the variants in the
//!   order of their tags, or opt out with `allow(unordered)`.
//! - **End:** every variant needs a tag. The last field of each variant must show its end, unless the enum is the last
//!   field of the key.
//! - **Scans:** the condition is a value, a range of values, or a list. There is no scan of the enum's own fields.
//!
//! Some keys cannot be nested: a salted key, an enum with `under`, `other`, or `was`, a key with a computed
//! [`element`](#element), and a key in [ordered code](super::encodings#encoding--ordered_code). A tuple of FoundationDB
//! can only be nested in another tuple.
//!
//! # `skip`
//!
//! **Syntax:** `skip`
//!
//! Leaves a field out of the key. `decode` fills it with `Default::default()`.
//!
//! - **Bytes:** no bytes.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Page {
//!     id: u16,
//!     #[rowkey(skip)]
//!     visits: u64,
//! }
//!
//! assert_eq!(Page { id: 1, visits: 9 }.key(), [0, 1]);
//! assert_eq!(Page::decode(&[0, 1])?.visits, 0);
//! # Ok::<(), rowkey::DecodeError>(())
//! ```
//!
//! # `element`
//!
//! **Syntax:** `element(FIELD.VIEW .. [, FORM] [, desc])`, `element(md5(FIELD [.VIEW ..]), FORM [, desc])`,
//! `element(with = path, of(FIELD [.VIEW ..]), bytes(N) [, desc])`
//!
//! Computes an additional element from this field or a later one, and writes it before this field. For example, you can
//! write the day before the device, or a few bytes of an id's digest before the id.
//!
//! - **Bytes:** `FORM` is `digits(n)`, `hex(n)`, or `bytes(n)`, which is big endian. A calendar view is written in
//!   digits by default.
//! - **Order:** keys sort by the element first. `desc` reverses its number.
//! - **Errors:** `encode` rejects a number below 0 or too large for the form. `decode` computes the element again and
//!   compares it.
//!
//! The views are the [views of a salt](super::salt#inputs-and-views), and must end in a number. OpenTSDB's base hour is
//! `element(at.floor(3600), bytes(4))`. `md5` and `xxh3` hash [the bytes that a salt would hash](super::salt#algorithms).
//! The digest that Java code computes from `"" + id` is `element(md5(id.text), hex(4))`.
//!
//! `with` names a function of your own, such as another digest. Its path must be `fn(&[u8]) -> [u8; N]`. It gets the
//! bytes that a salt would hash, which are the bytes of the element for your own codec. Its result must only depend on
//! these bytes, which `laws!` tests. The lock names the path, so give another function another name:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Account {
//!     kind: u8,
//!     #[rowkey(element(with = fnv1a, of(id), bytes(8)))]
//!     id: u32,
//! }
//!
//! fn fnv1a(bytes: &[u8]) -> [u8; 8] {
//!     let start = 0xCBF2_9CE4_8422_2325_u64;
//!     bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)).to_be_bytes()
//! }
//!
//! let key = Account { kind: 1, id: 7 }.key();
//! assert_eq!(key[1..9], fnv1a(&[0, 0, 0, 7]));
//! assert_eq!(Account::decode(&key), Ok(Account { kind: 1, id: 7 }));
//! assert_eq!(Account::scan().kind(1).id(7).plan()?.ranges().len(), 1);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! A function of several fields takes a [nested key](#nested-keys) of them, whose bytes it gets. The field itself is in the
//! key, too. For a function that replaces the text of a field, such as lower case, use
//! [`via`](super::encodings#via).
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Reading {
//!     #[rowkey(element(at.year_month_day))]
//!     device: u32,
//!     #[rowkey(time(millis))]
//!     at: i64,
//! }
//!
//! let reading = Reading { device: 7, at: 1_512_101_400_000 };
//! let key = reading.encode()?;
//! assert_eq!(key[..12], *b"20171201\0\0\0\x07");
//! assert_eq!(Reading::decode(&key)?, reading);
//!
//! let hour = 3_600_000;
//! let plan = Reading::scan().device(7).at(reading.at..reading.at + 24 * hour).plan()?;
//! let starts: Vec<Vec<u8>> = plan.ranges().map(|range| range.start()[..8].to_vec()).collect();
//! assert_eq!(starts, [b"20171201", b"20171202"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A scan computes the values of the element from your conditions on the field, and reads one range for each value. If
//! the values are unknown, or more than `max_ranges`, conditions on the fields after the element become filters.
//! `explain` shows this.
//!
//! A digest at the start of the key is a salt, so an element with `md5` or `xxh3` is refused there. A key with any computed element
//! cannot be nested in another key. In a secondary key, list the element among the fields:
//! `index(ByDay(element(at.year_month_day), device, at))`.
//!
//! # `index`
//!
//! **Syntax:** `index([unique] NAME(FIELD, .. [; ITEM, ..]), ..)`
//!
//! Declares secondary keys over fields of this struct, so that one domain struct serves several tables. Each secondary
//! key is a struct with the listed fields, in this order. It has everything that `#[derive(RowKey)]` generates. The
//! struct itself remains a key.
//!
//! - **Bytes:** this key does not change.
//!
//! `From<&Struct>` builds a secondary key, with a `Clone` of its fields. A secondary key names all fields of the struct's
//! key, so that no two rows have the same one. Write `unique` before one that does not, if no two rows have the same one
//! nevertheless. An [`IndexedTable`](https://docs.rs/rowkey-store) then refuses the second row.
//!
//! | part | effect |
//! |---|---|
//! | `unique` | the secondary key lacks fields of this key, but no two rows have the same one |
//! | attributes before it | apply to the generated struct: `#[derive(Debug)]`, docs. `cfg` is refused |
//! | `ITEM`, after a `;` | `salt`, `split`, `prefix`, `separator`, `suffix`, `answers`, `allow`, or `layout` of this secondary key |
//! | `prefix`, `separator`, and `suffix` of the struct | apply, unless an `ITEM` replaces them |
//! | visibility, `crate`, `store`, `encoding`, all attributes of the fields, the lifetimes of the fields | apply |
//! | salt and split of the struct, the separator of the last field here, `skip` of a listed field | do not apply |
//!
//! A skipped field in the list is written in the default form of its type. In a tuple struct, you name fields by their
//! indices, and the secondary key numbers them from 0 again.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(index(
//!     /// A buyer's orders, newest first.
//!     #[derive(Debug, PartialEq)]
//!     unique ByBuyer(buyer, at, order; salt(buckets = 16, of(buyer))),
//!     unique BySeller(seller, at, order),
//!     unique ByOrder(order),
//! ))]
//! struct Order {
//!     buyer: u64,
//!     seller: u64,
//!     #[reverse_ts]
//!     at: i64,
//!     order: u64,
//!     #[rowkey(skip)]
//!     cents: u64,
//! }
//!
//! let order = Order { buyer: 1, seller: 2, at: 3, order: 4, cents: 500 };
//! assert_eq!(ByOrder::from(&order).key(), [0, 0, 0, 0, 0, 0, 0, 4]);
//!
//! let by_buyer = ByBuyer::from(&order);
//! assert_eq!(ByBuyer::decode(&by_buyer.key())?, ByBuyer { buyer: 1, at: 3, order: 4 });
//! assert_eq!(ByBuyer::SPLIT_KEYS.len(), 15);
//! assert_eq!(ByBuyer::scan().buyer(1).at(..9).plan()?.ranges().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # `answers`
//!
//! **Syntax:** `answers(FIELD [.VIEW ..] [in ..], .. [; buckets])`
//!
//! Declares a query that the key must answer. `FIELD` is bound to one value, and `FIELD in ..` to a range. `FIELD.VIEW`
//! is bound to all values with one result of its [views](super::salt#inputs-and-views), such as all times of a month.
//! If a plan of this query could read more than its rows, the struct does not compile.
//!
//! - **Bytes:** the key does not change.
//!
//! A key answers a query if each plan has at most one range, and every row in the range is a row of the query. This
//! holds for every value. `; buckets` allows one range in each bucket of the salt. A key can declare several queries,
//! and so can a secondary key: `index(ByTime(at, phone; answers(at in ..)))`. The order of the fields in `answers`
//! does not matter.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(answers(phone), answers(phone, at in ..))]
//! #[rowkey(index(ByTime(at, phone; salt(buckets = 16, of(phone)), answers(at in ..; buckets))))]
//! struct Call {
//!     #[salt(buckets = 16)]
//!     phone: u64,
//!     #[reverse_ts]
//!     at: i64,
//! }
//!
//! assert_eq!(Call::scan().phone(1).at(5..).plan()?.ranges().len(), 1);
//! assert_eq!(ByTime::scan().at(5..).plan()?.ranges().len(), 16);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! In this key, a month of a caller is one range:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(buckets = 16, of(caller, at.year_month)))]
//! #[rowkey(answers(caller, at.year_month), answers(caller, at in ..; buckets))]
//! struct Call {
//!     caller: u64,
//!     #[rowkey(time(millis))]
//!     at: i64,
//! }
//!
//! let (november, december) = (1_509_494_400_000, 1_512_086_400_000);
//! assert_eq!(Call::scan().caller(7).at(november..december).plan()?.ranges().len(), 1);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! If a field is in the way, the error names it, and a secondary key that answers the query:
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(answers(phone, at in ..))]
//! struct Call {
//!     phone: u64,
//!     kind: u8, // in the way: a range of `at` would also hold other kinds
//!     at: i64,
//! }
//! ```
//!
//! | part of the key | bound to one value | bound to a range |
//! |---|---|---|
//! | field | answered | answered, as the last condition in key order |
//! | field without an order: `decimal`, `raw`, `le`, `reverse_text`, `allow(unordered)` | answered | refused |
//! | text whose end is found from the end of the key | only with all other fields | refused |
//! | nested key whose fields sort in different orders | answered | refused: several ranges |
//! | float | refused: 0.0 and -0.0 are two ranges | answered |
//! | float in an `Option`, a tuple, or a list | refused | refused |
//! | field before a bound one | must be bound | refused |
//! | source of an [`element`](#element) before a bound field | must be bound | refused, except for views |
//! | input of the salt | one bucket | needs `; buckets`, except for views |
//!
//! Views bind a field to a range, and take a number, a date, or a time: `div`, `floor`, and the views of the calendar.
//! An element or an input of the salt has one value in this range if its own views are the same, or change only where
//! the result of these views changes. For example, all times of one `year_month` have one `year`, and several
//! `year_month_day`. If the key has the same element before a field that is not bound, the rows of one result are the
//! rows of the element: `element(at.year_month)` before `device` answers `answers(at.year_month)`. A field with `via`
//! or your own codec can have gaps, so its views do not help there.
//!
//! A salt with older versions (`was`) needs `; buckets`. A plan has at most 4,096 ranges, so a salt with more labels can
//! only answer queries that bind all of its inputs.
//!
//! In an enum of record types, this is about scans of the struct itself. Scans of the enum can have more ranges, such as
//! one for each older tag.
//!
//! There is one exception. If the end of a range of a `pad(N, cut)` text is cut inside a character, the plan compares
//! the rows next to that end.
//!
//! # `store`
//!
//! **Syntax:** `store = hbase | bigtable | lmdb | foundationdb | dynamodb`
//!
//! Names the engine of the table, so that keys too long for it do not compile. HBase, Bigtable, and FoundationDB spread
//! a table over many servers. For them, keys that begin with a time need a salt of another field, or
//! [`allow(hot)`](#allow).
//!
//! - **Bytes:** the key does not change.
//! - **Errors:** if a text has no maximum length, `encode` rejects a key that is too long.
//!
//! | engine | maximum key length |
//! |---|---|
//! | `hbase` | 32,767 bytes |
//! | `bigtable` | 4,096 bytes |
//! | `lmdb` | 511 bytes, as LMDB is compiled by default |
//! | `foundationdb` | 10,000 bytes |
//! | `dynamodb` | 1,024 bytes, for a sort key |
//!
//! ```
//! # use rowkey::{EncodeError, RowKey};
//! #[derive(RowKey)]
//! #[rowkey(store = lmdb)]
//! struct Page {
//!     site: u32,
//!     path: String,
//! }
//!
//! let page = |bytes| Page { site: 7, path: "p".repeat(bytes) };
//! assert!(page(507).encode().is_ok());
//! assert_eq!(page(508).encode(), Err(EncodeError::TooLong { key: "Page", engine: "LMDB", found: 512, most: 511 }));
//! ```
//!
//! A layout with longer keys does not compile:
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(store = lmdb)]
//! struct Page(#[pad(600)] String);
//! ```
//!
//! # `layout` lock
//!
//! **Syntax:** `layout = ".."`
//!
//! Locks the layout to one line of text, the result of [`Layout::lock`](crate::Layout::lock). If an edit changes the
//! layout, the build fails and shows both lines, so that stored rows stay readable.
//!
//! - **Bytes:** the key does not change.
//!
//! Write `layout = ""`, and the compile error shows the line to paste. The lock covers the names of fields and
//! variants, codes, widths, alphabets, orders, separators, and the salt. It does not cover split keys, because they
//! change no row.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(layout = "u8 xxh3 of host / 16 | host: str as text padded to 20 bytes with 00 | at: millis as 8-byte number desc")]
//! struct Event {
//!     #[salt(buckets = 16)]
//!     #[pad(20)]
//!     host: String,
//!     #[reverse_ts]
//!     at: i64,
//! }
//! # let _ = Event::scan();
//! ```
//!
//! An edit that changes the bytes does not compile:
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(layout = "id: u64 as 8-byte number")]
//! struct Row {
//!     id: u32, // was a `u64`
//! }
//! ```
//!
//! # `allow`
//!
//! **Syntax:** `allow(unordered)` on a field, `allow(hot)` on the key
//!
//! `allow(unordered)` opts out of keys that sort by this field, for existing tables.
//!
//! - **Bytes:** the key does not change.
//!
//! You cannot bind such a field to a range. The opt-out also allows one open text before fields of fixed width, which is
//! read from the back of the key.
//!
//! With [`via = T`](super::encodings#via), the opt-out also says that your values do not sort like their `T`. Nothing
//! then states the order of the values, so `plan()` rejects every range over the field.
//!
//! If keys sort by a field without `via` anyway, the opt-out does not compile. Remove it.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Old {
//!     #[rowkey(allow(unordered))]
//!     host: String, // ends where the last 8 bytes begin
//!     at: u64,
//! }
//!
//! let old = Old { host: "host1".into(), at: 7 };
//! assert_eq!(old.key(), b"host1\0\0\0\0\0\0\0\x07");
//! assert_eq!(Old::decode(&old.key())?, old);
//! # Ok::<(), rowkey::DecodeError>(())
//! ```
//!
//! `allow(hot)` opts out of keys whose writes spread over the servers of a table. It is for keys that begin with a time,
//! in a table with [`split`](super::splits#split) or a [`store`](#store) of many servers. A time is an attribute or a
//! type of [time](super::time), an [element](#element) computed from one, or an
//! [id that begins with a time](super::time#ids-that-begin-with-a-time). It is also for a [salt](super::salt) that is
//! computed from times alone, and stays the same for a second or longer.
//!
//! The regions are checked as before: each of them can hold a row with a usual time.
//!
//! A key that begins with a FoundationDB [versionstamp](crate::Versionstamp) needs no opt-out. Versionstamps ascend, so
//! all writes go to the end of the keys. A log that readers follow in the order of its commits is made for that.
//!
//! ```
//! # use rowkey::RowKey;
//! // A few hundred rows per second, and every query is for the last minutes of all devices.
//! #[derive(RowKey)]
//! #[rowkey(store = hbase, allow(hot))]
//! struct Alarm {
//!     #[reverse_ts]
//!     at: i64,
//!     device: u32,
//! }
//!
//! assert_eq!(Alarm::scan().at(1_700_000_000_000..).plan()?.ranges().len(), 1);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! Other opt-outs belong to the attribute with the check:
//!
//! | opt-out | place | allows |
//! |---|---|---|
//! | `allow(empty)` | [`salt(..)`](super::salt#empty-buckets) | buckets without any possible row |
//! | `allow(dead)` | [`split(..)`](super::splits#regions) | regions without any possible row |
//! | `allow(uneven)` | [`split(..)`](super::splits#regions) | a region with far more rows than the mean |
//!
//! # `crate`
//!
//! **Syntax:** `crate = path`
//!
//! Sets the path of this crate in generated code, if it is not `::rowkey`. You need it after a rename in `Cargo.toml`,
//! or if another crate re-exports `rowkey`.
//!
//! - **Bytes:** the key does not change.
//!
//! It also works on an enum that derives `KeyCode`.
//!
//! ```
//! mod storage {
//!     pub use rowkey::*;
//! }
//!
//! #[derive(storage::RowKey)]
//! #[rowkey(crate = storage)]
//! struct Page {
//!     id: u16,
//! }
//!
//! assert_eq!(storage::RowKey::key(&Page { id: 7 }), [0, 7]);
//! ```
