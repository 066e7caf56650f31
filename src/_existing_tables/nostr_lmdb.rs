//! nostr-lmdb, the event store of rust-nostr: seven indexes of each event, with the newest event first.
//!
//! | index | key |
//! |---|---|
//! | `ci` | `created_at`, id |
//! | `kci` | kind, `created_at`, id |
//! | `aci` | author, `created_at`, id |
//! | `akci` | author, kind, `created_at`, id |
//! | `tci` | tag, value, `created_at`, id |
//! | `atci` | author, tag, value, `created_at`, id |
//! | `ktci` | kind, tag, value, `created_at`, id |
//!
//! A kind has 2 bytes, and a tag is one letter. The value of a tag has 182 bytes: longer values are truncated, and
//! shorter ones are padded with NUL. `created_at` is `u64::MAX - seconds` in big endian.
//!
//! # Structs and scans
//!
//! An event has four keys, and each of its tags has three more. In binary, `u64::MAX - seconds` is `desc`:
//!
//! ```
//! use rowkey::RowKey;
//!
//! /// The index `akci`.
//! #[derive(RowKey, Debug, Clone, PartialEq)]
//! #[rowkey(store = lmdb, index(
//!     unique ByAuthor(author, created_at, id),
//!     unique ByKind(kind, created_at, id),
//!     unique ByTime(created_at, id),
//! ))]
//! struct Event {
//!     author: [u8; 32],
//!     kind: u16,
//!     #[rowkey(desc)]
//!     created_at: u64,
//!     id: [u8; 32],
//! }
//!
//! /// The index `tci`.
//! #[derive(RowKey, Debug, Clone, PartialEq)]
//! #[rowkey(store = lmdb, index(
//!     unique ByAuthorAndTag(author, tag, value, created_at, id),
//!     unique ByKindAndTag(kind, tag, value, created_at, id),
//! ))]
//! struct Tag {
//!     tag: u8,
//!     #[rowkey(pad(182, cut))]
//!     value: Vec<u8>,
//!     #[rowkey(desc)]
//!     created_at: u64,
//!     id: [u8; 32],
//!     #[rowkey(skip)]
//!     author: [u8; 32],
//!     #[rowkey(skip)]
//!     kind: u16,
//! }
//!
//! let event = Event { author: [7; 32], kind: 1, created_at: 1_700_000_000, id: [8; 32] };
//! let newest_first = (u64::MAX - 1_700_000_000).to_be_bytes();
//! assert_eq!(ByKind::from(&event).key(), *[&[0, 1], &newest_first[..], &[8; 32]].concat());
//!
//! // An author's notes of a few days, and events of one kind with a hashtag.
//! let days = Event::scan().author([7; 32]).kind(1).created_at(1_699_900_000..=1_700_000_000).plan()?;
//! let tagged = ByKindAndTag::scan().kind(1).tag(b't').value(b"rust").limit(20).plan()?;
//! assert_eq!((days.ranges().len(), tagged.ranges().len()), (1, 1));
//! assert_eq!((Event::LAYOUT.width(), ByAuthorAndTag::LAYOUT.width()), ((74, Some(74)), (255, Some(255))));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! # Special cases
//!
//! - **A value of more than 182 bytes** is truncated, possibly within a character, so the field holds bytes rather than
//!   text. A scan for such a value finds all values with the same first 182 bytes. Then compare the full value in the
//!   event itself.
//! - **A value that ends with NUL** decodes without it, because it looks like padding. `encode` rejects such a value.
//! - **An id of 32 bytes FF** is not in the ranges of nostr-lmdb, which exclude their end. The ranges of this crate
//!   contain it.
//!
//! # Design decisions
//!
//! - **How many indexes?** Each combination of author, kind, and tag that clients query is a prefix of one index. Each
//!   index costs one more key per event, or per tag. A query for all three fields reads one index, and checks the rest
//!   in the event.
//! - **What does the order of fields cost?** `created_at` follows every field that queries compare for equality, so any
//!   period is one range. At the start of the key, it would only serve `ci`.
//! - **What makes a key unique?** The id. If two tags of one event have the same truncated value, they share a row, and
//!   one row is enough.
//!
//! # A key for a new table
//!
//! Most values are words, or ids of 64 hexadecimal digits. [`terminated`](crate::_attributes::text#terminated) writes only as
//! many bytes as the value has. `encode` rejects a value that is too long for LMDB, so two different values never share
//! a key:
//!
//! ```
//! # use rowkey::{EncodeError, RowKey};
//! #[derive(RowKey)]
//! #[rowkey(store = lmdb)]
//! struct KindAndTag {
//!     kind: u16,
//!     tag: u8,
//!     #[rowkey(terminated)]
//!     value: String,
//!     #[rowkey(desc)]
//!     created_at: u64,
//!     id: [u8; 32],
//! }
//!
//! let row = |value: &str| KindAndTag { kind: 1, tag: b't', value: value.into(), created_at: 7, id: [8; 32] };
//! assert_eq!(row("rust").encode()?.len(), 49); // instead of 225 bytes
//! assert!(matches!(row(&"x".repeat(500)).encode(), Err(EncodeError::TooLong { .. })));
//! # Ok::<(), EncodeError>(())
//! ```
