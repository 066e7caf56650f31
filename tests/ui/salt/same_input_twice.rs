use rowkey::RowKey;

const LAST: usize = 4;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(phone, at, phone)))]
struct Key {
    phone: u64,
    at: i64,
}

#[derive(RowKey)]
#[rowkey(salt(xor, buckets = 6, of(phone.last(4).int, at.div(60), phone.last(LAST).int)))]
#[rowkey(table(ByTime(at, phone; salt(buckets = 4, of(at.div(60), at.div(3_600), at.div(60))))))]
struct Call {
    #[pad(20)]
    phone: String,
    at: i64,
}

fn main() {}
