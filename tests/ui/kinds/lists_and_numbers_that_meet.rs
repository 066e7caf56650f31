//! The example is a key of both: a list of whole pairs, a number without leading zeros.

use rowkey::RowKey;

#[derive(RowKey)]
enum Lists {
    Flags(#[rowkey(repeated)] Vec<(u8, bool)>),
    Number { number: u32 },
}

#[derive(RowKey)]
enum Numbers {
    Text(#[rowkey(len(2), chars("0-1"))] String),
    Number(#[rowkey(decimal, unordered)] u16),
}

fn main() {}
