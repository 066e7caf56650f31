//! HBase tables in HBase's own terms: names, column families and options.
//!
//! [`split::shell_create`](crate::split::shell_create) writes them for the HBase shell, and the crate `rowkey-hbase`
//! sends them to HBase.

mod family;
mod name;
mod table;

pub use family::{Bloom, Compression, Family};
pub use name::NameError;
pub(crate) use name::{check_class, check_family, check_table};
pub use table::TableSpec;
