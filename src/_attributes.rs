//! Every attribute of `#[derive(RowKey)]` and `#[derive(KeyCode)]`, by task: the bytes it writes, an example, and the
//! details.
//!
//! Write attributes as items of `#[rowkey(..)]`, on a struct, an enum, a variant, or a field. `#[salt(..)]`,
//! `#[pad(..)]`, and `#[reverse_ts]` can also go directly on a field. Several `#[rowkey(..)]` in one place merge, and
//! an attribute given twice is an error, except `answers`. The order of attributes never matters. The order of the fields is the order in
//! the key.
//!
//! Numbers are literals or constants of any integer type, as in `pad(WIDTH)` or `buckets = 2 * SERVERS`. Texts, bytes,
//! and alphabets are literals. In a tuple struct, the inputs of a salt are indices, as in `of(0.last(4))`. The methods
//! of its scans are then `_0(..)` and `filter_0(..)`.
//!
//! | page | contents |
//! |---|---|
//! | [`text`] | texts and byte strings: fixed width, end marks, alphabets, reversal |
//! | [`numbers`] | numbers as text or binary, descending order |
//! | [`time`] | dates and times, newest or oldest first |
//! | [`salt`] | spreading writes over buckets |
//! | [`splits`] | split keys and regions |
//! | [`enums`] | record types, tags, shared fields, codes |
//! | [`encodings`] | default bytes of each type, your own types and codecs, lists, FoundationDB, Bigtable, Phoenix |
//! | [`keys`] | prefixes, separators, suffixes, secondary keys, computed elements, limits, locks, opt-outs |
//!
//! # All attributes
//!
//! Many fields need no attribute. [The type table](encodings#without-an-attribute) lists the default bytes of each
//! type.
//!
//! | attribute | place | bytes written | page |
//! |---|---|---|---|
//! | [`allow(hot)`](keys#allow) | struct, enum, variant | no change, an opt-out | [keys] |
//! | [`allow(unordered)`](keys#allow) | field | no change, an opt-out | [keys] |
//! | [`answers(..)`](keys#answers) | struct | no change, declared queries | [keys] |
//! | [`bytes(N)`](numbers#digits-hex-bytes) | field | N bytes | [numbers] |
//! | [`chars("..")`](text#chars) | field | no change, an alphabet | [text] |
//! | [`code(..)`](enums#code) | `KeyCode` variant | the code | [enums] |
//! | [`crate = path`](keys#crate) | struct, enum | no change | [keys] |
//! | [`decimal`](numbers#decimal) | field | 1 to 40 bytes of text | [numbers] |
//! | [`desc`](numbers#desc) | field | the same width, in reverse order | [numbers] |
//! | [`digits(N)`](numbers#digits-hex-bytes) | field | N bytes of text | [numbers] |
//! | [`element(..)`](keys#element) | field | an additional element before the field | [keys] |
//! | [`encoding = fdb_tuple`](encodings#encoding--fdb_tuple) | struct | all fields in this format | [encodings] |
//! | [`encoding = ordered_code`](encodings#encoding--ordered_code) | struct | all fields in this format | [encodings] |
//! | [`hashed`](splits#hashed) | field | no change, evenly spread values | [splits] |
//! | [`hex(N)`, `hex(N, upper)`](numbers#digits-hex-bytes) | field | N bytes of text | [numbers] |
//! | [`index(..)`](keys#index) | struct, variant | no change, secondary keys | [keys] |
//! | [`layout = ".."`](keys#layout-lock) | struct, enum | no change, a lock | [keys] |
//! | [`le`](numbers#le) | field | the width of the type, or of `bytes(N)` | [numbers] |
//! | [`len(N)`](text#len) | field | N bytes | [text] |
//! | [`length_prefixed(u16 ..)`](text#length_prefixed) | field | the length, then the value | [text] |
//! | [`other`](enums#other) | variant | the bytes of any other key | [enums] |
//! | [`pad(N ..)`](text#pad) | field | N bytes | [text] |
//! | [`prefix = ".."`](keys#prefix-separator) | struct, enum | the literal, before everything else | [keys] |
//! | [`raw`](numbers#raw) | field | the width of the type | [numbers] |
//! | [`repeated`](encodings#repeated) | field | the values, one after the other | [encodings] |
//! | [`reserved("..")`](enums#reserved) | enum | no change, former tags | [enums] |
//! | [`reverse_text`](text#reverse_text) | field | the text from its end to its start | [text] |
//! | [`reverse_ts`](time#reverse_ts) | field | 8 bytes | [time] |
//! | [`salt(..)`](salt#salt) | struct, enum, variant, field | one label after the prefix: 1, 2, 4, or 8 bytes, or N digits | [salt] |
//! | [`separator = ".."`](keys#prefix-separator) | struct, variant, field | the literal, after each element or [after this one](text#separator) | [keys] |
//! | [`skip`](keys#skip) | field | no bytes | [keys] |
//! | [`split(..)`](splits#split) | struct, enum | no change, split keys | [splits] |
//! | [`store = ..`](keys#store) | struct, enum | no change, a maximum length | [keys] |
//! | [`suffix = ".."`](keys#suffix) | struct, variant | the literal, after everything else | [keys] |
//! | [`tag = ".."`](enums#tag-was) | variant | the tag, before the fields of the variant | [enums] |
//! | [`terminated`](text#terminated) | field | the bytes, one more for each NUL, and two at the end | [text] |
//! | [`time("..")`](time#time-with-a-pattern) | field | the width of the pattern | [time] |
//! | [`time(millis)`](time#time-with-a-unit) | field | 8 bytes | [time] |
//! | [`under(..)`](enums#under) | enum | no change, the tag follows these fields | [enums] |
//! | [`via = T`](encodings#via) | field | the bytes of the `T` | [encodings] |
//! | [`was(tag = "..")`](enums#tag-was) | variant | no change, an older tag | [enums] |
//! | [`with = path`](encodings#with) | field | the output of your codec | [encodings] |
//!
//! The fields of a variant take the same attributes as the fields of a struct.
//!
//! # Conflicts
//!
//! These field attributes cannot be combined, in either order. *Texts* are `pad`, `len`, `chars`, `terminated`,
//! `length_prefixed`, and `reverse_text`. *Numbers* are `digits`, `hex`, `bytes`, `decimal`, `raw`, and `le`. *Times* are `time`
//! and `reverse_ts`.
//!
//! | attributes | conflicts | reason |
//! |---|---|---|
//! | `pad`, `len`, `terminated`, `length_prefixed` | each other | one end only |
//! | `digits`, `hex`, `decimal`, `raw` | numbers | one form only |
//! | numbers | texts | number or text |
//! | times | each other | one form only |
//! | times | texts, `raw`, `le` | unit decides form |
//! | `reverse_ts` | `desc` | already reversed |
//! | `decimal`, `raw`, `le`, `reverse_text`, `length_prefixed` | `allow` | already unordered |
//! | `with` | texts, numbers, times, `via` | codec decides form |
//! | `repeated` | texts, numbers, times, `with`, `via` | type decides form |
//! | `repeated` | `desc` | lists cannot descend |
//! | `skip` | all others | not in key |
//!
//! With `via`, a field of `decimal`, `raw`, `le`, or `reverse_text` also takes `allow(unordered)`. It says that values do
//! not sort like what they convert into.
//!
//! An `encoding` decides how the whole key is written. Only these attributes can be combined with it:
//!
//! | encoding | struct attributes | field attributes |
//! |---|---|---|
//! | `fdb_tuple` | `prefix`, `salt`, `split`, `store`, `index`, `answers`, `allow`, `layout`, `crate` | `salt`, `via`, `skip` |
//! | `ordered_code` | `split`, `store`, `index`, `answers`, `allow`, `layout`, `crate` | `desc`, `via`, `skip` |
//!
//! Some parts of one attribute exclude each other as well:
//!
//! - In `pad`: `left`, `chars`, and `cut`.
//! - In `time` and `reverse_ts`: `floor` and `exact`.
//! - In `split`: `after`, `keys`, and `span`, and also `regions` and `keys`.
//! - In the `of(..)` of a salt: fields and the two literal dots for the whole rest of the key.
//!
//! In an enum of record types, a variant with `other` has no `tag` and no `was`. With `under`, variants have no salt
//! and no `was`.
//!
//! Even without a conflict, an attribute must fit the type of its field. [`_compile_errors`](crate::_compile_errors)
//! shows the messages.
//!
//! # Attributes of other derives
//!
//! Another derive on the same struct may have its own `#[pad ..]`, `#[salt ..]`, or `#[reverse_ts ..]`. To keep both,
//! write the attribute of this crate inside `#[rowkey(..)]`, on any field of the struct. A direct attribute that this
//! crate cannot read then belongs to the other derive.
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
