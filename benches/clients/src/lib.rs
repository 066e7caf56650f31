//! Stores whose clients are waited for, beside the same clients used by hand: what `benches/slatedb` and `benches/bigtable` share.

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
