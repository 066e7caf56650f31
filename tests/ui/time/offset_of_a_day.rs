use rowkey::RowKey;
use rowkey::codec::{Pattern, Strftime};

enum Far {}

impl Pattern for Far {
    const PATTERN: &'static str = "%F";
    const OFFSET: Option<i32> = Some(24 * 60);
}

#[derive(RowKey)]
struct Key {
    #[rowkey(with = Strftime<Far>)]
    at: jiff::Timestamp,
}

fn main() {}
