//! Every attribute of `#[derive(RowKey)]` and `#[derive(KeyCode)]`: where it stands, what it writes, what it excludes, an example.
//!
//! `#[salt(..)]`, `#[pad(..)]` and `#[reverse_ts]` may stand bare on a field; everything else, and these three too, is an item of
//! `#[rowkey(..)]`. Several `#[rowkey]` merge; an item that is given twice is an error. The order of attributes never matters; the
//! order of fields is that of the key.
//!
//! Numbers are literals or constants of any integer type: `pad(WIDTH)`, `buckets = 2 * SERVERS`. Texts, bytes and sets are literals.
//!
//! In a tuple struct the inputs of a salt are the indices, `of(0.last(4))`, and the methods of a scan are `_0(..)`,
//! `_0_in(..)`, `filter_0(..)`.
//!
//! # All items
//!
//! | item | struct | field | writes | not beside |
//! |---|---|---|---|---|
//! | [`prefix = ".."`](keys#prefix---separator--) | x | | its bytes, before everything | |
//! | [`separator = ".."`](text#separator--) | x | x | its bytes, after each element or after this one; not on the last field | `skip` |
//! | [`encoding = fdb_tuple`](encodings#encoding--fdb_tuple) | x | | how all fields are written | all but `salt`, `via` and `skip` |
//! | [`encoding = ordered_code`](encodings#encoding--ordered_code) | x | | how all fields are written | `prefix`, `salt`, and on fields all but `desc`, `via` and `skip` |
//! | [`salt(..)`](salt#salt) | x | x | a label of 1, 2, 4 or 8 bytes, or N digits, after the prefix; once | `skip` |
//! | [`split(..)`](splits#splitrule-regions--r--allowdead-uneven) | x | | nothing: the split keys | |
//! | [`store = ..`](keys#store--hbase--bigtable--lmdb--foundationdb--dynamodb) | x | | nothing: a limit of the width | |
//! | [`index(..)`](keys#indexnamefield---item--) | x | | nothing here: secondary keys | |
//! | [`layout = ".."`](keys#layout--) | x | | nothing: a lock | |
//! | [`crate = path`](keys#crate--path) | x | | nothing | |
//! | [`pad(N ..)`](text#padn-padn-with--b--padn-left-padn-chars-padn-cut) | | x | N bytes | `len`, `terminated`, numbers, times, `with`, `repeated`, `skip` |
//! | [`len(N)`](text#lenn) | | x | N bytes | `pad`, `terminated`, numbers, times, `with`, `repeated`, `skip` |
//! | [`chars("..")`](text#chars0-9a-f-chars) | | x | nothing: an alphabet | numbers, times, `with`, `repeated`, `skip` |
//! | [`terminated`](text#terminated) | | x | the bytes, one more for each 00, and two | `pad`, `len`, numbers, times, `with`, `repeated`, `skip` |
//! | [`reverse_text`](text#reverse_text) | | x | the text back to front | numbers, times, `allow`, `with`, `repeated`, `skip` |
//! | [`digits(N)`](numbers#digitsn-hexn-hexn-upper-bytesn) | | x | N bytes of text | numbers, texts, `with`, `repeated`, `skip` |
//! | [`hex(N)`, `hex(N, upper)`](numbers#digitsn-hexn-hexn-upper-bytesn) | | x | N bytes of text | numbers, texts, `with`, `repeated`, `skip` |
//! | [`bytes(N)`](numbers#digitsn-hexn-hexn-upper-bytesn) | | x | N bytes | numbers, texts, `with`, `repeated`, `skip` |
//! | [`decimal`](numbers#decimal) | | x | 1 to 40 bytes of text | numbers, texts, `allow`, `with`, `repeated`, `skip` |
//! | [`raw`](numbers#raw) | | x | as wide as the type | numbers, texts, times, `allow`, `with`, `repeated`, `skip` |
//! | [`reverse_ts`](time#reverse_ts-reverse_tssecs--millis--micros--nanos-reverse_tsmillis-floor) | | x | 8 bytes | `desc`, `time`, texts, `raw`, `with`, `repeated`, `skip` |
//! | [`time("..")`](time#timey-m-d-hm-floor-time-offset--0800-exact) | | x | as wide as the pattern | `reverse_ts`, `raw`, texts, `with`, `repeated`, `skip` |
//! | [`time(millis)`](time#timesecs--millis--micros--nanos-timemillis-floor-timemillis-exact) | | x | 8 bytes | `reverse_ts`, `raw`, texts, `with`, `repeated`, `skip` |
//! | [`desc`](numbers#desc) | | x | the bytes complemented | `reverse_ts`, `repeated`, `skip` |
//! | [`repeated`](encodings#repeated) | | x | the values, one after the other | texts, numbers, times, `desc`, `via`, `with`, `skip` |
//! | [`allow(unordered)`](keys#allowunordered) | | x | nothing: an opt-out | `decimal`, `raw`, `reverse_text`, `skip` |
//! | [`hashed`](splits#hashed) | | x | nothing: the values are spread evenly | `skip` |
//! | [`element(..)`](keys#elementfieldview---form--desc-elementmd5field-form--desc) | | x | an element of its own, before the field | `skip` |
//! | [`via = T`](encodings#via--t) | | x | as `T` | `with`, `repeated`, `skip` |
//! | [`with = path`](encodings#with--path) | | x | as your codec says | numbers, texts, times, `via`, `repeated`, `skip` |
//! | [`skip`](keys#skip) | | x | nothing | all |
//! | [`code(..)`](enums#codes-of-an-enum) | | | on a variant: its code | |
//! | [`tag = ".."`](enums#tag---wastag--) | | | on a variant: its bytes, before its key | `other` |
//! | [`was(tag = "..")`](enums#tag---wastag--) | | | on a variant: nothing, an older tag | `other` |
//! | [`other`](enums#other) | | | on a variant: the bytes of every other key | `tag` |
//! | [`under(..)`](enums#underfield-) | | | on an enum: nothing, but the tag stands behind these fields | |
//! | [`reserved("..")`](enums#reserved) | | | on an enum: nothing | |
//!
//! Texts are `pad`, `len`, `terminated`, `chars` and `reverse_text`; numbers `digits`, `hex`, `bytes`, `decimal` and `raw`; times
//! `time` and `reverse_ts`. All other pairs stand together.
//!
//! # Words that another derive owns, too
//!
//! A derive beside this one may have `#[pad ..]`, `#[salt ..]` or `#[reverse_ts ..]` as its own. If the struct writes such a word
//! in `#[rowkey(..)]`, on any field, bare ones that cannot be read as ours are the other derive's.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Dish {
//!     #[pad = "left"] // another derive's
//!     #[rowkey(pad(8))]
//!     name: String,
//!     #[pad(from = "right")] // another derive's
//!     table: u16,
//! }
//!
//! assert_eq!(Dish { name: "soup".into(), table: 7 }.encode()?, *b"soup\0\0\0\0\0\x07");
//! # Ok::<(), rowkey::EncodeError>(())
//! ```

pub mod encodings;
pub mod enums;
pub mod keys;
pub mod numbers;
pub mod salt;
pub mod splits;
pub mod text;
pub mod time;
