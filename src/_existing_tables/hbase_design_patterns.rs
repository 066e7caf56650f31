//! HBase design patterns from a guide to row keys: users and orders, hosts and events, salted, reversed, and padded.
//!
//! | pattern in the guide | declaration |
//! |---|---|
//! | `[userid]`, `[userid][orderid]` | fields in that order |
//! | `[md5(userid).subStr(0,4)][userid][orderid]` | `salt(md5, buckets = 65_536, hex(4))` on the user |
//! | `[reverse(userid)][orderid]` | `reverse_text` |
//! | `[timestamp % n][timestamp][host]` | `salt(modulo, buckets = n, of(ts), i64)` |
//! | `[userid][orderid][random(100)]` | a `decimal` field. A query cannot compute it, and it does not spread rows |
//! | `Long(2015122410)` for ten digits | `u64`, which has the same bytes and sorts. With values below zero: `i64` with `raw`, which has no ranges |
//! | `tb` for a name | an enum with [`KeyCode`](derive@crate::KeyCode) |
//! | `[rpad(colume1,'x',20)][colume2]` | `pad(20, with = b'x', chars), allow(unordered)`, which counts characters as Java does. For a new table: `#[pad(20)]` |
//! | `[colume1][_][colume2]` | `separator = "_"` |
//! | `[host][event][Long.MAX_VALUE - timestamp]` | `#[reverse_ts]` |
//! | three tables of one order | `index(..)` |
//!
//! # Scans
//!
//! In HBase, `scan 'table1', {STARTROW => 'host1', STOPROW => 'host2'}` also finds `host12`. A layout in which this can
//! happen does not compile. With a padded host, a scan for `host1` finds only that host:
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Event {
//!     #[pad(20)]
//!     host: String,
//!     #[pad(16)]
//!     event: String,
//!     #[reverse_ts]
//!     ts: i64,
//! }
//!
//! let at = |host: &str| Event { host: host.into(), event: "login".into(), ts: 7 }.encode();
//! let of_host1 = Event::scan().host("host1").plan()?;
//! assert!(of_host1.ranges().any(|range| range.contains(&at("host1").unwrap())));
//! assert!(!of_host1.ranges().any(|range| range.contains(&at("host12").unwrap())));
//!
//! // Three days of one event on one host, and its three newest rows.
//! let days = Event::scan().host("host1").event("login").ts(1_450_000_000_000..1_450_300_000_000).plan()?;
//! let newest = Event::scan().host("host1").event("login").limit(3).plan()?;
//! assert_eq!((days.ranges().len(), newest.ranges().len()), (1, 1));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! To find words that end in `ix`, store the text back to front, and the scan is one range. A search for `efi` within a
//! word is always a filter:
//!
//! ```
//! # use rowkey::{RowKey, contains, ends_with};
//! #[derive(RowKey)]
//! struct Word {
//!     word: String,
//! }
//!
//! #[derive(RowKey)]
//! struct ByEnd {
//!     #[rowkey(reverse_text)]
//!     word: String,
//! }
//!
//! let ends = ByEnd::scan().word(ends_with("ix")).plan()?;
//! assert_eq!((ends.ranges().next().unwrap().start(), ends.is_exact()), (&b"xi"[..], true));
//! let holds = Word::scan().filter_word(contains("efi")).plan()?;
//! assert!(holds.matches(b"prefix") && !holds.matches(b"suffix"));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! One seller's week, one buyer's week, and an order by its number use three keys of one struct:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(index(unique BySeller(seller, at, order), unique ByBuyer(buyer, at, order), unique ByOrder(order)))]
//! struct Order {
//!     seller: u64,
//!     buyer: u64,
//!     at: u64,
//!     order: u64,
//! }
//!
//! const DAY: u64 = 86_400_000;
//! let week = BySeller::scan().seller(7).at(10 * DAY..17 * DAY).plan()?;
//! assert_eq!(week.ranges().len(), 1);
//!
//! // Write all three rows of an order.
//! let order = Order { seller: 7, buyer: 8, at: 11 * DAY, order: 9 };
//! assert!(week.ranges().any(|range| range.contains(&BySeller::from(&order).key())));
//! assert_eq!(ByOrder::from(&order).key(), [0, 0, 0, 0, 0, 0, 0, 9]);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! # Special cases
//!
//! - **`rpad` with a letter**: a value that ends with the letter decodes without it, so `hostx` decodes as `host`. Java
//!   also keeps values of more than 20 characters as they are, and the rest of such a value decodes as the next field.
//!   `encode` rejects both values. `decode` cannot detect them, and the result encodes to the same bytes again, so a
//!   round trip proves little here.
//! - **`%` of negative times** produces negative buckets. Declare a second struct for such rows, as for
//!   [Java programs](crate::_attributes::salt#tables-of-java-programs).
//! - **A bucket computed from a clock**: if times in milliseconds are always whole seconds, they share a factor with 8
//!   buckets, so only one bucket gets rows. The compiler cannot know that. You can state it with `allow(empty)`.
//! - **A bucket computed from the hour or the day alone**: all rows of that time have one bucket. In a table with
//!   regions on many servers, this does not compile without `allow(hot)`.
//!
//! # Design decisions
//!
//! - **Is the key unique?** `put` replaces a row with the same key. A key needs a unique part, such as an order number,
//!   or a time together with the user.
//! - **Does it serve your queries?** A scan binds fields from the first on, up to the first range. For other fields,
//!   you need a filter or a second table.
//! - **Does it spread writes?** A leading time creates a hotspot, so add a salt. For ascending ids, use `reverse_text`
//!   or a salt.
//! - **Could it be shorter?** `LAYOUT.width()` returns its length. Use 8-byte numbers, and short codes instead of
//!   names.
//! - **Does a scan find too many rows?** Not if the layout compiles: see the first example.
//!
//! # A key for a new table
//!
//! The structs above work for a new table. Add a salt if one seller or the clock would make a region hot:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Hot {
//!     #[salt(buckets = 16, of(seller, at.div(86_400_000)))] // a seller's day is one range
//!     seller: u64,
//!     at: u64,
//!     order: u64,
//! }
//!
//! assert_eq!(Hot::scan().seller(7).at(0..86_400_000).plan()?.ranges().len(), 1);
//! assert_eq!(Hot::SPLIT_KEYS.len(), 15);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
