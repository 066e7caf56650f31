//! nostr-lmdb, the event store of rust-nostr: seven indexes of one event, each a key with the newest event first.
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
//! A kind has 2 bytes, a tag is one letter, its value has 182 bytes (filled up with NUL, or cut), `created_at` is
//! `u64::MAX - seconds`, big endian.
//!
//! # The structs, and their scans
//!
//! An event is four keys, and each of its tags three. In binary, `u64::MAX - seconds` is `desc`:
//!
//! ```
//! use rowkey::RowKey;
//!
//! /// The index `akci`.
//! #[derive(RowKey, Debug, Clone, PartialEq)]
//! #[rowkey(store = lmdb, index(
//!     ByAuthor(author, created_at, id),
//!     ByKind(kind, created_at, id),
//!     ByTime(created_at, id),
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
//!     ByAuthorAndTag(author, tag, value, created_at, id),
//!     ByKindAndTag(kind, tag, value, created_at, id),
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
//! // An author's notes of some days; events of a kind under a hashtag.
//! let days = Event::scan().author([7; 32]).kind(1u16).created_at(1_699_900_000..=1_700_000_000).plan()?;
//! let tagged = ByKindAndTag::scan().kind(1u16).tag(b't').value(b"rust").limit(20).plan()?;
//! assert_eq!((days.ranges().len(), tagged.ranges().len()), (1, 1));
//! assert_eq!((Event::LAYOUT.width(), ByAuthorAndTag::LAYOUT.width()), ((74, Some(74)), (255, Some(255))));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! # Odd rows
//!
//! - **A value of more than 182 bytes** is cut, also in the midst of a character: so the field is bytes, not text.
//!   A scan for it finds the rows of all values that begin alike; the event, which is stored beside the key, tells them apart.
//! - **A value that ends with NUL** reads back without it, and encode refuses it.
//! - **An id of 32 bytes FF** is outside the store's own ranges, which exclude that end. Ours hold it.
//!
//! # Questions of its author
//!
//! - **How many indexes?** Each combination of author, kind and tag that a client asks for is a prefix of one of them; each is one
//!   more key to write, three more for each tag. A question with all three reads one index, and checks the rest in the event.
//! - **What does the order of the fields cost?** `created_at` stands behind all that is asked by equality, so any span of time is one
//!   range. In front of them it would serve only `ci`.
//! - **What makes a key unique?** The id. Two tags of one event whose values are cut to the same bytes are one row, and need be no
//!   more.
//!
//! # The table one would make today
//!
//! Most values are ids of 64 hex digits, or words. [`terminated`](crate::_attributes#terminated) writes a value as wide as it is,
//! and a value that LMDB cannot hold is an error of encode instead of a coincidence:
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
//! assert_eq!(row("rust").encode()?.len(), 49); // for 225
//! assert!(matches!(row(&"x".repeat(500)).encode(), Err(EncodeError::TooLong { .. })));
//! # Ok::<(), EncodeError>(())
//! ```
