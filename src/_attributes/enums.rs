//! Attributes of enums: record types in one table, and enums as fields.
//!
//! # Which one do I need?
//!
//! | need | attribute |
//! |---|---|
//! | Several record types in one table | `#[derive(RowKey)]` on an enum, with a [`tag`](#tag-was) per variant |
//! | Rows with an older tag | [`was(tag = "..")`](#tag-was) |
//! | Keys of other programs, or of a later version | [`other`](#other) |
//! | All record types of one tenant next to each other | [`under(tenant)`](#under) |
//! | A tag that no variant may use again | [`reserved("..")`](#reserved) |
//! | A field whose values have several types, such as a number or a text | the same, and the enum [as a field](super::keys#nested-keys) |
//! | A field with a few values, such as a side or a status | `#[derive(KeyCode)]` on an enum, with a [`code`](#code) per variant |
//!
//! # Record types
//!
//! In an enum that derives `RowKey`, each variant is one record type of the table:
//!
//! - A variant with one unnamed field and no attributes contains another row key. That key can have its own prefix and
//!   salt, which follow the tag.
//! - A variant with other fields has these fields as its key. They take the same attributes as the fields of a struct.
//! - A variant without fields is a single row.
//! - An enum inside an enum is a [field](super::keys#nested-keys) of a variant: `History { hash: [u8; 32], event: Event }`.
//!   Then `Row::scan_history().hash(..)` reads the rows of all its record types.
//!
//! `Row::scan_post()` scans the record type `Post`, with the methods of its fields. `Row::scan()` scans all record
//! types. The same table runs both plans. If keys of two record types could be confused, the enum does not compile.
//!
//! | attribute | place |
//! |---|---|
//! | [`tag = ".."`, `was(tag = "..")`](#tag-was) | variant |
//! | [`other`](#other) | variant |
//! | [`under(FIELD, ..)`](#under) | enum |
//! | [`reserved("..")`](#reserved) | enum |
//! | `prefix`, `store`, `layout`, `crate` | enum |
//! | `split` | enum |
//! | `salt` | enum, computed from fields in `under`. Variant, computed from its fields |
//! | `separator` | variant, between its fields |
//! | `suffix` | variant, after its fields |
//! | [`index(..)`](#secondary-keys) | variant, over its fields |
//!
//! # `tag`, `was`
//!
//! **Syntax:** `tag = ".."`, `was(tag = "..")`
//!
//! `tag` identifies the record type at the start of its key: a text, bytes, or one byte as a number.
//!
//! - **Bytes:** the tag, before the fields of the variant.
//! - **Errors:** `decode` rejects an unknown tag, unless a variant is [`other`](#other).
//!
//! Two tags cannot be equal, and no tag can begin another. The exception is a longer tag, or the label of a salt after
//! it, that differs from everything that can follow the shorter tag. Fields after equal tags cannot distinguish two
//! record types. The table is split between the record types, and at the split keys of each one. The order of the variants
//! has no effect.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct User {
//!     #[salt(buckets = 4)]
//!     id: u32,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Row {
//!     #[rowkey(tag = "M")]
//!     Meta,
//!     #[rowkey(tag = "P")]
//!     Post {
//!         author: u32,
//!         #[reverse_ts]
//!         at: i64,
//!     },
//!     #[rowkey(tag = "U")]
//!     User(User),
//! }
//!
//! let post = Row::Post { author: 7, at: 5 };
//! assert_eq!(post.encode()?, *b"P\0\0\0\x07\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFA");
//! assert_eq!(Row::decode(b"M")?, Row::Meta);
//! assert!(Row::decode(b"X").is_err());
//!
//! let plan = Row::scan_post().author(7).at(..9).plan()?;
//! assert!(plan.ranges().all(|range| range.contains(&post.encode().unwrap())));
//! assert_eq!(Row::scan_user().id(1).plan()?.ranges().len(), 1); // one bucket: the salt is known
//! assert_eq!(Row::SPLIT_KEYS, [&b"P"[..], b"U", b"U\x01", b"U\x02", b"U\x03"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Variants without a tag
//!
//! You can omit the tag if no key of the variant can be a key of another one. A different width is enough, or a byte
//! that the others cannot have at its place. If rows of other variants can be in the range of a scan, a filter removes
//! them, and `explain` shows this filter. The table has split keys if all variants have the same ones.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Place {
//!     Country { country: u16 },
//!     Town { country: u16, town: u32 },
//! }
//!
//! assert_eq!(Place::decode(&[0, 7])?, Place::Country { country: 7 });
//! assert_eq!(Place::decode(&[0, 7, 0, 0, 0, 1])?, Place::Town { country: 7, town: 1 });
//! let plan = Place::scan_town().country(7).plan()?;
//! assert!(plan.explain().to_string().contains("filter: record type = Place::Town"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An old table often has rows from before a field was part of the key. If the shared fields come first, and the salt
//! needs no others, write both on the enum, and scans of these fields read rows of both forms:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(under(meter, at), salt(java_hash, of(meter), buckets = 16))]
//! enum Event {
//!     Present {
//!         #[rowkey(chars("^\0"), separator = "\0")]
//!         meter: String,
//!         #[reverse_ts]
//!         at: i64,
//!         #[rowkey(raw)]
//!         kind: i32,
//!     },
//!     Old {
//!         #[rowkey(chars("^\0"), separator = "\0")]
//!         meter: String,
//!         #[reverse_ts]
//!         at: i64,
//!     },
//! }
//!
//! let old = Event::Old { meter: "MTR-A7".into(), at: 1_400_000_000_000 };
//! let key = old.encode()?;
//! assert_eq!(key[1..], *b"MTR-A7\0\x7F\xFF\xFE\xBA\x09\x7F\x4F\xFF");
//! assert_eq!(Event::decode(&key)?, old);
//! assert_eq!(Event::SPLIT_KEYS.len(), 15);
//! let newest_first = Event::scan().meter("MTR-A7").at(1_300_000_000_000..).plan()?;
//! assert_eq!(newest_first.ranges().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Older tags
//!
//! `was(tag = "u")` declares one or more earlier tags of a variant, the newest first. Rows with these tags are still
//! read, and new rows get the current tag. A merge returns each row once, even if it is stored under several tags.
//!
//! An older tag has as many bytes as the current one. It cannot be combined with `under`, or with a variant without a
//! tag.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Row {
//!     #[rowkey(tag = "U", was(tag = "u"))]
//!     User { id: u8 },
//!     #[rowkey(tag = "P")]
//!     Post { id: u8 },
//! }
//!
//! assert_eq!(Row::decode(b"u\x07")?, Row::User { id: 7 });
//! assert_eq!(Row::User { id: 7 }.encode()?, *b"U\x07");
//! assert_eq!(Row::scan_user().plan()?.ranges().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # `other`
//!
//! **Syntax:** `other`
//!
//! Collects every other key with the prefix of the enum: rows of another program, or of a record type that a later
//! version adds.
//!
//! - **Bytes:** the key as it is.
//! - **Errors:** `decode` still rejects a damaged key with a known tag. Without `other`, it rejects every unknown key.
//!
//! All other variants need a tag.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Row {
//!     #[rowkey(tag = "U")]
//!     User { id: u8 },
//!     #[rowkey(other)]
//!     Unknown(Vec<u8>),
//! }
//!
//! assert_eq!(Row::decode(b"label")?, Row::Unknown(b"label".to_vec()));
//! assert!(Row::decode(b"U\0\0").is_err());
//! assert!(Row::Unknown(b"U\0".to_vec()).encode().is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # `under`
//!
//! **Syntax:** `under(FIELD, ..)`
//!
//! Writes these fields before the tag. Every variant begins with them, in the same form.
//!
//! - **Bytes:** the fields, then the tag, then the other fields.
//!
//! Rows with the same values are next to each other, whatever their record type, and `scan()` has methods for these
//! fields. A salt on the enum is computed from these fields, so that the rows are in one bucket.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Task {
//!     tenant: u32,
//!     project: u16,
//!     task: u16,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(under(tenant, project), salt(of(tenant), buckets = 8))]
//! enum Item {
//!     #[rowkey(tag = b'C')]
//!     Comment { tenant: u32, project: u16, number: u8 },
//!     #[rowkey(tag = b'T')]
//!     Task(Task),
//! }
//!
//! let key = Item::Task(Task { tenant: 1, project: 2, task: 3 }).encode()?;
//! assert_eq!(key[1..], *b"\0\0\0\x01\0\x02T\0\x03"); // behind the label
//! let all = Item::scan().tenant(1).project(2).plan()?;
//! assert_eq!(all.ranges().len(), 1);
//! assert!(all.ranges().all(|range| range.contains(&key)));
//! let tasks = Item::scan_task().tenant(1).project(2).task(2..).plan()?;
//! assert!(tasks.ranges().all(|range| range.contains(&key)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # `reserved`
//!
//! **Syntax:** `reserved("..")`
//!
//! Lists tags of former record types. A variant that uses one of them does not compile, because old rows could be read
//! as the new record type.
//!
//! - **Bytes:** the key does not change.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(reserved("G"))] // groups, whose rows may still be there
//! enum Row {
//!     #[rowkey(tag = "G")]
//!     Game { id: u8 },
//! }
//! ```
//!
//! # `code`
//!
//! **Syntax:** `#[code(1)]`, `#[code("tb")]`, `#[code(b"\x01\x02")]`, `#[rowkey(code = ..)]`
//!
//! Sets the bytes of a variant, in an enum that derives [`KeyCode`](macro@crate::KeyCode). Such an enum can be a field
//! of any row key.
//!
//! - **Bytes:** one byte as a number, a text, or bytes. Without the attribute, the discriminant (`Taobao = 7`) as one
//!   byte.
//! - **Order:** by value if the codes ascend in the order of the variants. Otherwise, the field needs
//!   `allow(unordered)`.
//! - **Errors:** no code can begin another. `decode` rejects an unknown code.
//!
//! Codes of different lengths need a separator after the field or `allow(unordered)`, except in the last field.
//!
//! ```
//! # use rowkey::RowKey;
//! use rowkey::KeyCode;
//!
//! #[derive(KeyCode, Debug, PartialEq)]
//! enum Shop {
//!     #[code("jd")]
//!     Jingdong,
//!     #[rowkey(code = "tb")]
//!     Taobao,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Sale {
//!     shop: Shop,
//!     order: u16,
//! }
//!
//! assert_eq!(Sale { shop: Shop::Taobao, order: 7 }.key(), *b"tb\0\x07");
//! assert!(Sale::decode(b"xx\0\x07").is_err());
//! ```
//!
//! # Secondary keys
//!
//! `index(..)` on a variant declares secondary keys over the fields of that variant, as it does [on a
//! struct](super::keys#index). Rows of the other record types have none. They have the `prefix` of the enum and no tag.
//!
//! If the variant holds a struct, write `index(..)` on the struct. The [FAQ](crate::_faq) shows how a table of the enum
//! keeps these secondary keys.
//!
//! ```
//! # use rowkey::{IndexOf, RowKey, SecondaryKey};
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Row {
//!     #[rowkey(tag = "u")]
//!     User { id: u32 },
//!     #[rowkey(tag = "p", index(#[derive(Debug, PartialEq)] ByTime(at, author)))]
//!     Post {
//!         author: u32,
//!         #[reverse_ts]
//!         at: i64,
//!     },
//! }
//!
//! let by_time = ByTime::of_row(&Row::Post { author: 7, at: 5 });
//! assert_eq!(by_time, Some(ByTime { at: 5, author: 7 }));
//! assert_eq!(by_time.unwrap().row(), Row::Post { author: 7, at: 5 });
//! assert_eq!(ByTime::of_row(&Row::User { id: 7 }), None);
//! ```
