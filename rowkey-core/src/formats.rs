//! Formats of other systems: codecs that write the bytes of their libraries, and HBase's tables, split keys and scans.
//!
//! No layer below imports this one, so you can read those without it. The crate root re-exports what users name: the
//! codecs in `codec`, `Versionstamp`, and the module `hbase`. The words of attributes in `private` name the codecs.

pub(crate) mod fdb_tuple;
pub mod hbase;
pub(crate) mod ordered_code;
pub mod phoenix;
pub(crate) mod strftime;
