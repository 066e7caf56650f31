//! HBase in its own terms: tables with their names, column families and options, and text for the HBase shell and SQL.
//!
//! [`shell_create`] writes a table with its split keys as a command for the HBase shell, and the crate `rowkey-hbase`
//! creates it in HBase. The plan of a scan becomes commands by [`ScanPlan::shell_scan`](crate::ScanPlan::shell_scan),
//! conditions by [`ScanPlan::sql`](crate::ScanPlan::sql), and patterns for HBase's `FuzzyRowFilter` by
//! [`ScanPlan::fuzzy`](crate::ScanPlan::fuzzy).

mod create;
mod family;
mod fuzzy;
mod name;
mod shell_scan;
mod sql;
pub(crate) mod string_split;
mod table;
pub(crate) mod uniform_split;

pub use create::{CreateError, shell_create, splits_file};
pub use family::{Bloom, Compression, Family};
pub use name::NameError;
pub use sql::{SqlError, SqlKey};
pub use table::TableSpec;

use name::{check_class, check_family, check_table};
