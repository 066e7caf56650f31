// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod wrong_items {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Items {
        #[rowkey(element(at.div(60)))]
        a: u8,
        #[rowkey(element(at, digits(3)))]
        b: u8,
        #[rowkey(element(sha1(at), bytes(3)))]
        c: u8,
        #[rowkey(element(time.year))]
        d: u8,
        #[rowkey(element(md5(at.div(60), a), bytes(3)))]
        e: u8,
        #[rowkey(element(at.year, bytes(2), hex(2)))]
        f: u8,
        #[rowkey(element(at.year, pad(2)))]
        g: u8,
        #[rowkey(element)]
        h: u8,
        #[rowkey(skip, element(at.year))]
        i: u8,
        #[rowkey(time(millis))]
        at: i64,
    }
}

mod own_functions {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Own {
        #[rowkey(element(with = hash, of(id)))]
        a: u8,
        #[rowkey(element(with = hash, bytes(16)))]
        b: u8,
        #[rowkey(element(with = hash, of(id), hex(32)))]
        c: u8,
        #[rowkey(element(with = "hash", of(id), bytes(16)))]
        d: u8,
        id: i64,
    }

    fn hash(_: &[u8]) -> [u8; 16] {
        [0; 16]
    }
}

mod wrong_place {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(
        unique ByKind(kind, element(at.year), id),
        unique ByTime(id, at, element(at.year)),
        unique ById(id, element(id.div(9), bytes(3)), at),
        unique Twice(element(at.year), element(at.hour), at),
        unique NoElement(digest(at), at),
    ))]
    struct Places {
        #[rowkey(element(md5(id), bytes(4)))]
        id: u32,
        #[rowkey(element(id.div(60), bytes(4)))]
        kind: u8,
        #[rowkey(time(millis), element(extra.div(60), bytes(2)))]
        at: i64,
        #[rowkey(skip)]
        extra: u8,
    }
}

fn main() {}
