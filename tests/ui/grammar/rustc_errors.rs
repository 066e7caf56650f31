// Each module is one mistake, or several that belong together.
#![allow(unused)]

// Mistakes of all kinds in one run, in the order of the source: tokens, types, facts.
mod several_over_structs {
    use rowkey::{KeyCode, RowKey};

    #[derive(KeyCode)]
    enum Side {
        #[code("a")]
        Caller,
        #[code("ab")]
        Callee,
    }

    #[derive(RowKey)]
    struct Tokens {
        side: Side,
        #[rowkey(pad(8), len(8))]
        host: String,
        #[salt(murmur, buckets = 6)]
        id: u64,
        #[rowkey(desc(1))]
        at: i64,
    }

    struct Place;

    #[derive(RowKey)]
    struct Types {
        place: Place,
        #[pad(8)]
        id: bool,
        #[reverse_ts]
        at: u16,
    }

    #[derive(RowKey)]
    #[rowkey(split(keys("x")), salt(xor, buckets = 300, of(kind)))]
    struct Facts {
        host: String,
        #[rowkey(pad(8, with = b'0'), chars("0-9"))]
        id: String,
        kind: u8,
        size: usize,
    }

    fn main() {
        let tokens = Tokens { side: Side::Caller, host: "a".into(), id: 1, at: 2 };
        let _ = Tokens::decode(&tokens.encode().unwrap());
        let _ = Tokens::scan().side(Side::Callee).host("a").plan();
        let _ = Facts::scan().host("a").id("1".."2").filter_kind(1).plan();
    }
}

fn main() {}
