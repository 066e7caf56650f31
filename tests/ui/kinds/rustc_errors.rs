// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod a_primitive {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User(u64),
        #[rowkey(tag = "H")]
        Host(String),
    }
}

mod a_primitive_beside_a_wrong_item {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(reservd("X"))]
    enum Row {
        #[rowkey(tag = "U")]
        User(u64),
        #[rowkey(other)]
        Other(String),
    }

    fn main() {
        let _ = Row::scan_user();
        let _ = Row::decode(b"x").map(|row| matches!(row, Row::Other(_)));
    }
}

mod fields_of_a_variant {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "P")]
        Post {
            host: String,
            at: u64,
        },
        #[rowkey(tag = "F")]
        Five(f32, Vec<String>),
        #[rowkey(tag = "S")]
        Size {
            #[pad(4, left, cut)]
            size: String,
            #[rowkey(desc, skip)]
            n: u64,
        },
        #[rowkey(tag = "L")]
        Limits {
            limit: u64,
            filter_limit: u64,
        },
    }

    #[derive(RowKey)]
    enum Types {
        #[rowkey(tag = "P")]
        Post {
            host: String,
            at: u64,
        },
        #[rowkey(tag = "F")]
        Five(std::time::Duration, usize),
    }
}

mod fields_that_cannot_be_stored {
    use rowkey::RowKey;

    struct Place;

    #[derive(RowKey)]
    #[rowkey(under(tenant))]
    enum Item {
        #[rowkey(tag = "T")]
        Task { tenant: u32, place: Place },
        #[rowkey(tag = "C")]
        Comment { tenant: u32, text: Option<String>, size: usize },
    }

    fn main() {
        let _ = Item::scan().tenant(1).plan();
        let _ = Item::scan_comment().tenant(1).plan();
    }
}

mod not_a_row_key {
    use rowkey::RowKey;

    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User(UserKey),
        #[rowkey(tag = "P")]
        Post { author: u64 },
    }
}

mod other_of_a_wrong_type {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User { id: u64 },
        #[rowkey(other)]
        Unknown(String),
    }

    #[derive(RowKey)]
    enum Number {
        #[rowkey(tag = "U")]
        User { id: u64 },
        #[rowkey(other)]
        Unknown(u64),
    }
}

mod scans {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User(UserKey),
        #[rowkey(tag = "P")]
        Post { author: u64, at: i64 },
        #[rowkey(tag = "M")]
        Meta,
    }

    fn main() {
        let _ = Row::scan_post().at(5);
        let _ = Row::scan_post().author(1..5).at(5);
        let _ = Row::scan_user().id("a");
        let _ = Row::scan().author(1);
        let _ = Row::scan_meta();
    }
}

mod scans_under {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(tenant))]
    enum Item {
        #[rowkey(tag = "T")]
        Task { tenant: u32, id: u64 },
    }

    fn main() {
        let _ = Item::scan().tenant(5).id(5);
    }
}

mod uses_after_a_wrong_struct {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        #[rowkey(dsc)]
        id: u64,
    }

    #[derive(RowKey)]
    struct Task {
        tenant: u32,
        size: usize,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User(UserKey),
        #[rowkey(tag = "P")]
        Post { id: u64 },
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant), salt(of(tenant), buckets = 8))]
    enum Item {
        #[rowkey(tag = "T")]
        Task(Task),
        #[rowkey(tag = "C")]
        Comment { tenant: u32, n: u8 },
    }

    #[derive(RowKey)]
    #[rowkey(under(id))]
    enum Under {
        #[rowkey(tag = "U")]
        User(UserKey),
        #[rowkey(tag = "P")]
        Post { id: u64 },
    }

    fn main() {
        let key = Row::Post { id: 1 }.encode().unwrap();
        let _ = Row::decode(&key).map(|row| matches!(row, Row::User(_)));
        let _ = Row::scan_user().id(1).limit(5).plan();
        let _ = Item::scan().tenant(1).plan();
        let _ = Item::scan_task().tenant(1).size(1).plan();
        let _ = Under::scan_user().id(1).plan();
    }
}

fn main() {}
