//! Types that the tuple layer does not have.

use rowkey::{KeyCode, RowKey};
use std::net::Ipv4Addr;

#[derive(KeyCode)]
enum Side {
    #[code(1)]
    In,
}

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuple)]
struct Event {
    wide: u128,
    address: Ipv4Addr,
    side: Side,
}

fn main() {
    let _ = Event::scan();
}
