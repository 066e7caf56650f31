// Each module is one mistake, or several that belong together.
#![allow(unused)]

// Items that would say otherwise how an element of a tuple is written.
mod items {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple, separator = "_")]
    struct Event {
        #[pad(20)]
        host: String,
        #[rowkey(chars("a-z"), desc)]
        name: String,
        #[rowkey(digits(10), allow(unordered))]
        id: u64,
        #[reverse_ts]
        at: i64,
        #[rowkey(hashed, separator = ":")]
        digest: Vec<u8>,
        #[rowkey(with = Other)]
        other: u8,
        #[rowkey(skip)]
        note: String,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuples)]
    struct Misspelled {
        id: u64,
    }

    #[derive(RowKey)]
    struct OnField {
        #[rowkey(encoding = fdb_tuple)]
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple, index(unique ById(id; separator = "_"), unique ByAt(at; encoding = fdb_tuple)))]
    struct Tables {
        id: u64,
        at: i64,
    }
}

// Items that would say otherwise how a field in ordered code is written, and what is not a field of a row key schema.
mod ordered_code_items {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(encoding = ordered_code, separator = "#", prefix = "v1")]
    struct Reading {
        #[rowkey(terminated)]
        country: String,
        #[rowkey(element(at.div(7), hex(2)))]
        unit: String,
        #[rowkey(bytes(6), desc)]
        device: i64,
        #[reverse_ts]
        at: i64,
        #[rowkey(repeated)]
        tags: Vec<u8>,
        #[rowkey(hashed, allow(unordered))]
        digest: Vec<u8>,
        #[rowkey(with = Other)]
        other: u8,
        #[rowkey(skip)]
        note: String,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = ordered_code, index(unique ByAt(at, id; prefix = "at", salt(buckets = 4, of(id)))))]
    struct Salted {
        #[salt(buckets = 8)]
        id: String,
        at: i64,
    }
}

fn main() {}
