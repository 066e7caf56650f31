// Each module is one mistake, or several that belong together.
#![allow(unused)]

// Labels of a digest that go on beyond 7FFFFFFF, where the split keys end. Digits can be shifted if a number of buckets counts them.
mod digest_beyond_the_split {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500)))]
    struct Seven {
        #[salt(md5, hex(7))]
        id: String,
    }

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::md5_string(500)))]
    struct Whole {
        #[salt(md5, hex(32))]
        id: String,
    }

    fn main() {
        let _ = (Seven::LAYOUT, Whole::LAYOUT);
    }
}

// Digits of md5 that go on to `fffffff`, in a table whose split keys end at 7FFFFFFF: made for digits that are shifted.
mod digits_beyond_the_split {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500)))]
    struct Id {
        #[salt(md5, buckets = 1 << 28, hex(7))]
        id: String,
    }

    fn main() {
        let _ = Id::LAYOUT;
    }
}

// The whole digest as a field of its own, between split keys that end at 7FFFFFFF.
mod hashed_beyond_the_split {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::md5_string(500)))]
    struct Id {
        #[rowkey(hashed, len(32), chars("0-9a-f"))]
        md5: String,
        id: String,
    }

    fn main() {
        let _ = Id::LAYOUT;
    }
}

// `hashed` where it says nothing about regions.
mod hashed_tells_nothing {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Second {
        seller: u64,
        #[rowkey(hashed)]
        id: u64,
    }

    #[derive(RowKey)]
    struct Salted {
        #[salt(buckets = 16)]
        #[rowkey(hashed)]
        id: u64,
    }

    #[derive(RowKey)]
    struct Open {
        #[rowkey(hashed)]
        id: String,
    }

    fn main() {
        let _ = (Second::LAYOUT, Salted::LAYOUT, Open::LAYOUT);
    }
}

// Listed keys that are close to one another leave the rest of the labels to one region.
mod keys_in_the_middle {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys(b"\x60", b"\x61", b"\x62", b"\x63", b"\x64", b"\x65", b"\x66", b"\x67", b"\x68")))]
    struct Reading {
        #[salt(buckets = 256)]
        sensor: u64,
    }

    fn main() {
        let _ = Reading::LAYOUT;
    }
}

fn main() {}
