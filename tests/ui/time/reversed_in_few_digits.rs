use rowkey::RowKey;

type Millis = u64;

#[derive(RowKey)]
struct Down {
    #[rowkey(time(secs), digits(13), desc)]
    at: u64,
}

#[derive(RowKey)]
struct DownSigned {
    #[rowkey(time(millis), HEX(12), desc)]
    at: i64,
}

#[derive(RowKey)]
struct Newest {
    #[rowkey(reverse_ts, digits(13))]
    at: Millis,
    id: u32,
}

#[derive(RowKey)]
struct NewestNanos {
    #[rowkey(reverse_ts(nanos), bytes(7))]
    at: jiff::Timestamp,
}

fn main() {}
