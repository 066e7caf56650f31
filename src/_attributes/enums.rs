//! Record types of an enum, and codes.
//!
//! # Kinds of an enum
//!
//! The variants of an enum that derives `RowKey` are kinds of keys in one table. A variant with one unnamed field without items holds
//! another row key, which may have a prefix and a salt of its own, behind the tag; any other variant has fields, with the items of a
//! struct's fields. A variant without fields is one row.
//!
//! `Row::scan_post()` scans one kind, with the methods of its fields; `Row::scan()` scans all. One table takes the plans of both. Kinds
//! that could be confused do not compile.
//!
//! | item | on the enum | on a variant |
//! |---|---|---|
//! | [`tag = ".."`, `was(tag = "..")`](#tag---wastag--) | | x |
//! | [`other`](#other) | | x |
//! | [`under(FIELD, ..)`](#underfield-) | x | |
//! | [`reserved("..")`](#reserved) | x | |
//! | `prefix`, `store`, `layout`, `crate` | x | |
//! | `split` | x | |
//! | `salt` | x, of fields in `under` | x, of fields of its own |
//! | `separator` | | x, between fields of its own |
//!
//! ## `tag = ".."`, `was(tag = "..")`
//!
//! The bytes by which the kind is told, before its key: text, bytes, or one byte as a number. No tag may begin another or be the same,
//! unless the longer tag, or the label of a salt after it, is told apart from what follows the shorter one. Fields after equal tags do not count,
//! whatever their widths are. Split keys lie between the kinds, and at those of each kind. The order of the variants changes nothing.
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
//! let plan = Row::scan_post().author(7u32).at(..9).plan()?;
//! assert!(plan.ranges().all(|range| range.contains(&post.encode().unwrap())));
//! assert_eq!(Row::scan_user().id(1u32).plan()?.ranges().len(), 1); // one bucket: the salt is known
//! assert_eq!(Row::SPLIT_KEYS, [&b"P"[..], b"U", b"U\x01", b"U\x02", b"U\x03"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A kind without a tag is told by its keys, if none of them can be one of another kind: by their width, or by a byte that others do not
//! have there. If rows of others can lie in the ranges of its scans, these keep their own by a filter, which `explain` shows.
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
//! let plan = Place::scan_town().country(7u16).plan()?;
//! assert!(plan.explain().to_string().contains("then keeps kind = Place::Town"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `was(tag = "u")` beside a tag names an older one, or several, the newest first: rows behind these are read too, and written behind the new
//! one. An older tag is as wide as the new one, and stands behind no fields and beside no kind without a tag. A merge of a scan
//! returns a row once, also if it is found behind several tags.
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
//! ## `other`
//!
//! Every other key with the prefix of the enum, as its bytes: rows of another program, or of a kind that a later version adds. Without
//! it, such a key is an error of decode. All other variants have a tag then. A key with a known tag that cannot be read stays an error.
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
//! ## `under(FIELD, ..)`
//!
//! Fields that every kind begins with, written alike, stand before the tag. Rows that share their values lie together, whatever their kind,
//! and `scan()` has methods for them. A salt of the enum is computed from these fields, so that all of them lie in one bucket.
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
//! let all = Item::scan().tenant(1u32).project(2u16).plan()?;
//! assert_eq!(all.ranges().len(), 1);
//! assert!(all.ranges().all(|range| range.contains(&key)));
//! let tasks = Item::scan_task().tenant(1u32).project(2u16).task(2..).plan()?;
//! assert!(tasks.ranges().all(|range| range.contains(&key)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `reserved("..")`
//!
//! Tags that once meant something else: a variant that takes one does not compile.
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
//! # Codes of an enum
//!
//! ## `#[code(1)]`, `#[code("tb")]`, `#[code(b"\x01\x02")]`, `#[rowkey(code = ..)]`
//!
//! On each variant of an enum that derives [`KeyCode`](macro@crate::KeyCode): one byte as a number, text, or bytes; where it is left out,
//! the discriminant, `Taobao = 7`, as one byte. No code may be the start of another. Keys sort by the field if the codes ascend in the order of the variants; else the field needs `allow(unordered)`.
//! Codes of several widths need a separator after the field, or `allow(unordered)`, unless the field is last.
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
