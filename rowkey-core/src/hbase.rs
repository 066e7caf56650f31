//! Tables of HBase in its own words: names, column families, options. `rowkey::split::shell_create` writes them for the HBase
//! shell, and the crate `rowkey-hbase` sends them.

mod family;
mod name;
mod table;

pub use family::{Bloom, Compression, Family};
pub use name::NameError;
pub(crate) use name::{check_class, check_family, check_table};
pub use table::TableSpec;
