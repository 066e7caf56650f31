//! Typed tables on RocksDB.
pub use ::rocksdb;

mod error;
mod options;
mod reader;
mod scan;
mod store;
mod stored;
mod write;

pub use error::RocksError;
pub use options::RocksOptions;
pub use reader::RocksReader;
pub use scan::RocksScan;
pub use store::{Database, RocksStore};
