//! Types that are one step from a refusal.
#![allow(dead_code)]

use rowkey::RowKey;
use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::num::{NonZeroI64, NonZeroU8};

#[derive(RowKey)]
struct Fixed<'a> {
    option: Option<Option<NonZeroU8>>,
    addresses: Option<Ipv6Addr>,
    bytes: [u8; 3],
    none: [u8; 1],
    turned: Option<Turned>,
    #[rowkey(digits(19))]
    signed: i64,
    #[rowkey(digits(3))]
    non_zero: NonZeroU8,
    #[reverse_ts]
    at: u64,
    #[rowkey(desc)]
    address: Ipv4Addr,
    wide: i128,
    #[pad(4)]
    borrowed: Cow<'a, str>,
    #[rowkey(skip)]
    skipped: Option<&'static str>,
    last: &'a [u8],
}

#[derive(RowKey, Debug)]
struct Turned {
    #[rowkey(desc)]
    a: NonZeroI64,
}

#[test]
fn compiles_and_runs() {
    assert_eq!(Fixed::LAYOUT.width().0, 3 + 17 + 3 + 1 + 9 + 19 + 3 + 8 + 4 + 16 + 4);
}

rowkey::laws!(Turned);
