//! The crate that others re-export `rowkey` from: they name `rowkey` by this crate only.

/// Typed row keys.
pub mod storage {
    pub use rowkey as keys;
    pub use rowkey::{KeyCode, RowKey as Keyed};
}
