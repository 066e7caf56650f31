//! The variants of a guide to row keys: users and orders, hosts and events; salted, reversed, padded, turned.
//!
//! | the guide | here |
//! |---|---|
//! | `[userid]`, `[userid][orderid]` | fields in that order |
//! | `[md5(userid).subStr(0,4)][userid][orderid]` | `salt(md5, buckets = 65_536, hex(4))` on the user |
//! | `[reverse(userid)][orderid]` | `reverse_text` |
//! | `[timestamp % n][timestamp][host]` | `salt(modulo, buckets = n, of(ts), i64)` |
//! | `[userid][orderid][random(100)]` | a `decimal` field that nobody can compute: it spreads nothing |
//! | `Long(2015122410)` for ten digits | `i64` with `raw`; for a new table `u64` |
//! | `tb` for a name | an enum with [`KeyCode`](derive@crate::KeyCode) |
//! | `[rpad(colume1,'x',20)][colume2]` | `pad(20, with = b'x', chars), allow(unordered)`: characters are counted, as Java does; for a new table `#[pad(20)]` |
//! | `[colume1][_][colume2]` | `separator = "_"` |
//! | `[host][event][Long.MAX_VALUE - timestamp]` | `#[reverse_ts]` |
//! | three tables of one order | `index(..)` |
//!
//! # Scans
//!
//! `scan 'table1', {STARTROW => 'host1', STOPROW => 'host2'}` also finds `host12`: a layout in which that can happen does not
//! compile, and a padded host is one range.
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
//! // Some days of one event of one host, and its three newest.
//! let days = Event::scan().host("host1").event("login").ts(1_450_000_000_000..1_450_300_000_000).plan()?;
//! let newest = Event::scan().host("host1").event("login").limit(3).plan()?;
//! assert_eq!((days.ranges().len(), newest.ranges().len()), (1, 1));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! Words that end in `ix`, or that hold `efi` in their midst: a range if the text is written back to front, else a filter.
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
//! One seller's week, one buyer's week, an order by its number: three keys of one struct.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(index(BySeller(seller, at, order), ByBuyer(buyer, at, order), ByOrder(order)))]
//! struct Order {
//!     seller: u64,
//!     buyer: u64,
//!     at: u64,
//!     order: u64,
//! }
//!
//! const DAY: u64 = 86_400_000;
//! let week = BySeller::scan().seller(7u64).at(10 * DAY..17 * DAY).plan()?;
//! assert_eq!(week.ranges().len(), 1);
//!
//! // All three rows of an order are written; a row of one leads to the others.
//! let order = Order { seller: 7, buyer: 8, at: 11 * DAY, order: 9 };
//! assert!(week.ranges().any(|range| range.contains(&BySeller::from(&order).key())));
//! assert_eq!(ByOrder::from(&order).key(), [0, 0, 0, 0, 0, 0, 0, 9]);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! # Odd rows
//!
//! - **`rpad` with a letter.** A value that ends with the letter reads back without it: `hostx` is read as `host`. Java keeps a value of
//!   more than 20 characters as it is, so of such a row the rest is read as the next field. Encode refuses both; decode cannot see
//!   either, and what it reads encodes to the bytes of the row again: a round trip proves nothing here.
//! - **A `%` of negative times** writes negative buckets: such rows have the label as a field.
//! - **A bucket of a clock.** Times of whole seconds share a factor with 8 buckets of milliseconds, and fill one of them: refused, and
//!   a table that exists opts out with `allow(empty)`.
//!
//! # Questions of its author
//!
//! - **Is the key unique?** `put` replaces a row of the same key. A key needs a part that makes it unique: an order number, or a
//!   time together with who did it.
//! - **Does it serve the queries?** A scan binds fields from the front, up to one range. What is not in front is a filter of the
//!   rows that are read, or a second table.
//! - **Is it spread?** Times in front are a hot region: salt them. Ids that count up, too: `reverse_text`, or a salt.
//! - **Could it be shorter?** `LAYOUT.width()` says how long it is: numbers in 8 bytes, codes for names.
//! - **Will a scan find too much?** Not if it compiles: see the first example.
//!
//! # The table one would make today
//!
//! The tables above are it, salted where one seller or the clock is too hot:
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
//! assert_eq!(Hot::scan().seller(7u64).at(0..86_400_000).plan()?.ranges().len(), 1);
//! assert_eq!(Hot::SPLIT_KEYS.len(), 15);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
