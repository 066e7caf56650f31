// Each module is one mistake, or several that belong together.
#![allow(unused)]

// Keys in ordered code inside keys, and keys inside of them.
mod ordered_code_nested {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(encoding = ordered_code)]
    struct Inner {
        name: String,
    }

    #[derive(RowKey)]
    struct Plain {
        inner: Inner,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple)]
    struct Tuple {
        inner: Inner,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = ordered_code)]
    struct Outer {
        inner: Inner,
        id: i64,
    }
}

// Types that a row key schema does not have in ordered code, and texts that could only borrow from the key.
mod ordered_code_types {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(encoding = ordered_code)]
    struct Reading {
        country: String,
        device: u64,
        parent: Option<i64>,
        share: f64,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = ordered_code)]
    struct Borrowed<'k> {
        country: &'k str,
        #[rowkey(desc)]
        bytes: &'k [u8],
    }

    fn main() {
        let _ = Reading::scan();
    }
}

// Types that the tuple layer does not have.
mod types {
    use rowkey::{KeyCode, RowKey};
    use std::net::Ipv4Addr;

    #[derive(KeyCode)]
    enum Side {
        #[code(1)]
        In,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple)]
    struct Event {
        wide: u128,
        address: Ipv4Addr,
        side: Side,
    }

    fn main() {
        let _ = Event::scan();
    }
}

fn main() {}
