// Each module is one mistake, or several that belong together.
#![allow(unused)]

// Texts of a tuple that could only borrow from the key, where bytes are escaped; and two nulls, which a tuple does not tell apart.
mod borrowed {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple)]
    struct Event<'k> {
        name: &'k str,
        bytes: Option<&'k [u8]>,
        twice: Option<Option<u8>>,
    }
}

// Keys inside keys of another encoding.
mod nested {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple)]
    struct Inner {
        name: String,
    }

    /// Nothing would end the text where a byte FF follows.
    #[derive(RowKey)]
    struct Plain {
        inner: Inner,
        id: u64,
    }

    #[derive(RowKey)]
    struct Pair {
        a: u8,
        b: u8,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple, prefix = "p")]
    struct Prefixed {
        a: u8,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple)]
    struct Tuple {
        pair: Pair,
        prefixed: Prefixed,
        optional: Option<Inner>,
    }
}

// A second versionstamp, which FoundationDB would never write.
mod versionstamps {
    use rowkey::{RowKey, Versionstamp};

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple)]
    struct Stamp {
        at: Versionstamp,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple)]
    struct Event {
        at: Versionstamp,
        name: String,
        stamp: Stamp,
        last: Versionstamp,
    }

    /// Not without the encoding.
    #[derive(RowKey)]
    struct Plain {
        at: Versionstamp,
    }
}

fn main() {}
