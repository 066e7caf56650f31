//! Compares async stores with direct use of their clients: the code shared by `benches/slatedb` and `benches/bigtable`.

mod lanes;
mod store;
mod table;
mod timing;
mod way;

pub use lanes::{Lane, merge};
pub use store::InStore;
pub use table::InTable;
pub use timing::{Bench, Task, Ways};
pub use way::{Outcome, Question, Way};
