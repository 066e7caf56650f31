//! The derives of `rowkey`.
