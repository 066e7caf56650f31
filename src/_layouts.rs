//! What does not compile, why, and what to write instead.
//!
//! Every codec states its *language*: how wide an element is, which bytes it can hold, in which order. From these facts alone
//! four things are proven while your crate compiles, so a layout that breaks one of them is an error of `cargo check`, at the
//! field. The facts hang on types, so aliases, constants and codecs of your own take part.
//!
//! # Decodable
//!
//! Each element has a fixed width, or ends itself (`terminated`), or is followed by a separator whose first byte it cannot
//! hold, or is last.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Row {
//!     host: String, // no fixed width, and `ts` follows it
//!     ts: u64,
//! }
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Row {
//!     #[pad(20)] // or `#[rowkey(terminated)]`, or make it the last field
//!     host: String,
//!     ts: u64,
//! }
//! ```
//!
//! # Ordered
//!
//! Keys of one bucket sort like the tuple of fields. A text before a separator sorts only if all that it can hold is above the
//! separator's first byte; padding sorts only on the right, and only if nothing in the alphabet is below the pad byte. What does
//! not sort must say `unordered`, and then has no range methods; `decimal`, `raw` and `reverse_text` say it themselves.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Row {
//!     #[rowkey(pad(8, with = b'x'), chars("a-w"))] // "host" would sort after "hosta"
//!     host: String,
//! }
//! ```
//!
//! # Reversible
//!
//! Padding must come off again: an alphabet that holds the pad byte is refused.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Row {
//!     #[rowkey(pad(8, with = b'0'), chars("0-9"))] // "10" would come back as "1"
//!     id: String,
//! }
//! ```
//!
//! # Reachable
//!
//! For every region there is a key.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys("10", "20", "a0")))] // no id lies at or above "a0"
//! struct Row {
//!     #[rowkey(len(8), chars("0-9"))]
//!     id: String,
//! }
//! ```
//!
//! The languages may be larger than what a codec writes (not every sequence of UTF-8 bytes is UTF-8; a salt is taken as
//! free of its inputs): a refusal is always right, and a pass is no promise that a row will ever come.
//!
//! A salt whose inputs have fewer values than it has buckets leaves buckets empty, and is refused too. Inputs that are numbers
//! of up to 4,096 values together are tried one by one, under `xxh3`, `xor`, `modulo` and `java_hash`; under
//! `md5`, and with a function of your own, they are only counted.
