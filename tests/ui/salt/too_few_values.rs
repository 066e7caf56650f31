// Each module is one mistake, or several that belong together.
#![allow(unused)]

// The number that is said to be reached is.
mod fewer_buckets {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Hashed {
        #[salt(buckets = 200)]
        kind: u8,
    }

    #[derive(RowKey)]
    struct Joined {
        #[salt(java_hash, buckets = 200)]
        kind: u8,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(salt(modulo, buckets = 300, of(kind)))]
    struct Counted {
        id: u64,
        kind: u8,
    }
}

mod java_hash_of_too_few {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(java_hash, buckets = 200)]
        id: u8,
    }
}

mod too_few_texts {
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
}

mod too_few_values_bool {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 6)]
        flag: bool,
        at: i64,
    }
}

mod too_few_values_by_evaluation {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 200)]
        kind: u8,
        at: i64,
    }
}

mod too_few_values_code {
    use rowkey::{KeyCode, RowKey};

    #[derive(KeyCode)]
    enum Side {
        #[code(0)]
        Callee,
        #[code(1)]
        Caller,
    }

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 6)]
        side: Side,
        at: i64,
    }
}

mod too_few_values_of_decimal {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_")]
    struct Key {
        #[salt(buckets = 200)]
        #[rowkey(decimal)]
        kind: i8,
        at: i64,
    }
}

mod too_few_values_of_digits {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 100)]
        #[rowkey(digits(2))]
        shard: u32,
        at: i64,
    }
}

mod too_few_values_of_two {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 600, of(kind, flag)))]
    struct Key {
        kind: u8,
        flag: bool,
    }
}

fn main() {}
