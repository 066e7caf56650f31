//! Split keys and regions.
//!
//! ## `hashed`
//!
//! The values of the first field are spread evenly over all that its codec can write: an md5 as text, a random id. So the share
//! of each region is known, and a split that gives one region more than four times the mean [does not compile](#regions). A
//! salted key needs no such word: its label decides the region.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::hex_range("0000", "ffff", 3)))]
//! struct Page {
//!     #[rowkey(hashed, len(32), chars("0-9a-f"))]
//!     md5: String,
//! }
//!
//! assert_eq!(Page::SPLIT_KEYS, [b"5555", b"aaaa"]);
//! let shares = Page::LAYOUT.region_shares().unwrap_or_default();
//! assert!(shares.iter().all(|share| (0.33..0.34).contains(share)));
//! ```
//!
//! ## `split([RULE,] [regions = R] [, allow(dead, uneven)])`
//!
//! The split keys of the table, ascending, as [`SPLIT_KEYS`](crate::RowKey::SPLIT_KEYS). Without this, a salted key has one region per
//! bucket, split at the labels 1 .. N-1 after the prefix, and others have one region. One RULE, its parts in any order:
//!
//! | RULE | split keys | `regions` |
//! |---|---|---|
//! | none | even cuts: between buckets, else between the values of the first element | R |
//! | `after = "\|"` | the labels 0 .. R-2 after the prefix, each followed by the literal | N, unless given; at most N + 1 |
//! | `keys("a", b"\x01", ..)` | as listed | none |
//! | `keys = KEYS` | those of a constant of type `&[&[u8]]` | none |
//! | `keys = hex_string(16)` | those that a function computes | none |
//!
//! The functions are in [`split`](crate::split), each with an example:
//!
//! | function | split keys |
//! |---|---|
//! | `hex_range("0000", "ffff", 16)` | the HBase book's `getHexSplits`, in lower case, as wide as the bounds |
//! | `byte_range(b"a", b"\xFF", 16)` | HBase's `Admin.createTable(start, end, n)`: both bounds, and even cuts of the bytes between |
//! | `hex_string(16)`, `decimal_string(16)` | HBase's `RegionSplitter`: from 00000000 to FFFFFFFF, or to 99999999; all rounding falls to the last region |
//! | `md5_string(16)` | its old algorithm for digests: from 00000000 to 7FFFFFFF |
//! | `uniform(16)` | its algorithm for bytes: from the empty row to eight bytes FF |
//!
//! `.rows(b"0000", b"ffff")` replaces the first and the last row. At most 4,096 keys are computed at compile time. `.keys()` computes any
//! number at run time, and [`shell_create`](crate::split::shell_create) writes keys as text for the HBase shell.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 4))]
//! struct Id(u32);
//!
//! assert_eq!(Id::SPLIT_KEYS, [[0x40, 0, 0, 0], [0x80, 0, 0, 0], [0xC0, 0, 0, 0]]);
//!
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::decimal_string(3).rows(b"100", b"999")))]
//! struct Number(#[rowkey(len(3), chars("0-9"))] String);
//!
//! assert_eq!(Number::SPLIT_KEYS, [b"400", b"700"]);
//!
//! const LETTERS: &[&[u8]] = &[b"g", b"n", b"t"];
//!
//! #[derive(RowKey)]
//! #[rowkey(split(keys = LETTERS))]
//! struct Name(String);
//!
//! assert_eq!(Name::SPLIT_KEYS, LETTERS);
//!
//! #[derive(RowKey)]
//! #[rowkey(separator = "_", split(after = "|"))]
//! struct Call {
//!     #[salt(buckets = 3, digits(2))]
//!     caller: u64,
//! }
//!
//! assert_eq!(Call::SPLIT_KEYS, [b"00|", b"01|"]);
//! assert_eq!(rowkey::split::after(Call::LAYOUT, b"|", 2)?, [b"00|"]);
//! assert_eq!(rowkey::split::even(Call::LAYOUT, 3)?, [b"01", b"02"]);
//! let line = rowkey::split::shell_create("calls", &["d"], Call::SPLIT_KEYS)?;
//! assert_eq!(line, "create 'calls', 'd', SPLITS => ['00|', '01|']");
//! # Ok::<(), rowkey::split::SplitError>(())
//! ```
//!
//! `after` needs a salt, and a literal above all that can follow a label: rows that sort past it would fall into the region of the
//! next one.
//!
//! ### Regions
//!
//! A region that no key can fall into does not compile, unless you opt out with `allow(dead)`: then the byte map names it, and
//! [`Layout::dead_regions`](crate::Layout::dead_regions) lists it.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::uniform(16)))] // most of these bytes begin no text of hex digits
//! struct Id(#[rowkey(len(32), chars("0-9a-f"))] String);
//! ```
//!
//! Nor does a region that gets more than four times the mean share of the rows, unless it has only one label, or you opt out
//! with `allow(uneven)`. Shares are known where a hash decides: by a salt, whose labels fill evenly, or by a first field that is
//! [`hashed`](#hashed). [`Layout::region_shares`](crate::Layout::region_shares) gives them.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500), allow(uneven)))]
//! struct Id {
//!     #[salt(md5, buckets = 1 << 28, hex(7))] // digits up to fffffff; `1 << 27` ends at 7ffffff, as the split keys do
//!     id: String,
//! }
//!
//! let shares = Id::LAYOUT.region_shares().unwrap_or_default();
//! assert_eq!(format!("{:.3} {:.3}", shares[0], shares[499]), "0.001 0.501");
//!
//! // Where a row lies: bytes are compared, so rows that are not keys have a region, too.
//! let id = Id { id: "row".into() };
//! assert_eq!((id.region()?, Id::LAYOUT.region_of(b"7fbe7635"), Id::LAYOUT.region_of(b"z")), (499, 499, 499));
//! assert!(Id::explain(b"0000000::x").to_string().contains("region 0 of 0..=499: start of table .. \"00418937\""));
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
