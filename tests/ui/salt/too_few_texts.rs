use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 16, of(phone.last(1))))]
struct LastDigit {
    #[rowkey(len(11), chars("0-9"))]
    phone: String,
}

#[derive(RowKey)]
struct Letter {
    #[salt(buckets = 28)]
    #[rowkey(pad(1), chars("a-z"))]
    letter: String,
}

#[derive(RowKey)]
#[rowkey(salt(xor, buckets = 200, of(code.from(1).int)))]
struct Digits {
    #[rowkey(len(3), chars("0-9A-Z"))]
    code: String,
}

#[derive(RowKey)]
#[rowkey(salt(xor, buckets = 128, of(phone.last(2).int)))]
struct LastTwo {
    #[pad(20)]
    phone: String,
}

#[derive(RowKey)]
#[rowkey(salt(buckets = 16, of(phone.last(4).int.div(1_000))))]
struct FourthLast {
    #[rowkey(terminated)]
    phone: String,
}

fn main() {}
