// Each module is one opt-out that is not needed, or several that belong together.
#![allow(unused)]

mod dead {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, allow(dead)))]
    struct Even(u8);

    #[derive(RowKey)]
    #[rowkey(split(keys("b", "c"), allow(dead)))]
    struct Listed(#[rowkey(len(1), chars("a-z"))] String);
}

// Nothing says how rows spread.
mod dead_and_uneven {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys("b", "c"), allow(dead, uneven)))]
    struct Key(#[rowkey(len(1), chars("a-z"))] String);
}

// Half of the rows among eight regions is not yet too much.
mod uneven {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys(b"\x20", b"\x30", b"\x40", b"\x50", b"\x60", b"\x70", b"\x80"), allow(uneven)))]
    struct Eight(#[rowkey(hashed)] u32);
}

mod empty {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Few {
        #[salt(xor, buckets = 4, allow(empty))]
        id: u8,
    }

    #[derive(RowKey)]
    struct Text {
        #[salt(buckets = 1_000, allow(empty))]
        name: String,
    }
}

mod unordered {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Number(#[rowkey(allow(unordered))] i64);

    // Digits are below `_`, and `desc` turns both.
    #[derive(RowKey)]
    #[rowkey(separator = b"\xFF")]
    struct Separated {
        #[rowkey(chars("0-9"), desc, allow(unordered))]
        phone: String,
        at: u64,
    }

    #[derive(RowKey)]
    struct Nested {
        #[rowkey(allow(unordered))]
        inner: Inner,
    }

    #[derive(RowKey)]
    struct Inner(u8, u16);
}

mod unordered_in_no_index {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(ByAt(at, title)))]
    struct Key {
        at: u64,
        #[rowkey(allow(unordered))]
        title: String,
    }
}

mod unordered_in_no_kind {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(id))]
    enum Row {
        #[rowkey(tag = "a")]
        Head {
            #[rowkey(allow(unordered))]
            id: u8,
            #[rowkey(allow(unordered))]
            title: String,
        },
        #[rowkey(tag = "b")]
        Body {
            #[rowkey(allow(unordered))]
            id: u8,
        },
    }
}

// What is refused for another reason says nothing of its opt-outs.
mod refused_elsewhere {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys("c", "b"), allow(dead, uneven)))]
    struct Descending(#[rowkey(len(1), chars("a-z"))] String);

    #[derive(RowKey)]
    #[rowkey(split(regions = 300, allow(dead)))]
    struct Many(u8);

    #[derive(RowKey)]
    struct Salted {
        #[salt(modulo, buckets = 1 - 1, allow(empty))]
        id: u8,
    }

    #[derive(RowKey)]
    struct Wide {
        #[rowkey(pad(0 + 0), allow(unordered))]
        name: String,
    }
}

fn main() {}
