//! What the crates of one house share: they name `rowkey` by this crate only.

/// Typed row keys.
pub mod storage {
    pub use rowkey as keys;
    pub use rowkey::{KeyCode, RowKey as Keyed};
}
