//! Foreign formats: tables, split keys and scans in HBase's terms.
//!
//! Nothing below imports this layer. A key works without it, and a format can change without a change of the layers
//! below.

pub mod hbase;
