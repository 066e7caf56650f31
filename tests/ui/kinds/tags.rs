// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod dead_region {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(host), split(keys("m", "~")))]
    enum Item {
        #[rowkey(tag = "T")]
        Task {
            #[rowkey(chars("a-z"), len(4))]
            host: String,
            id: u64,
        },
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant), salt(of(tenant), buckets = 8), split(keys("\x04", "\x08")))]
    enum Salted {
        #[rowkey(tag = "T")]
        Task { tenant: u32, id: u64 },
    }

    #[derive(RowKey)]
    #[rowkey(split(keys("U", "V")))]
    enum Row {
        #[rowkey(tag = "P")]
        Post { author: u64 },
        #[rowkey(tag = "U")]
        User { id: u64 },
    }

    #[derive(RowKey)]
    #[rowkey(split(keys("R", "co5", "co:", "d")))]
    enum Aged {
        #[rowkey(tag = "Po", was(tag = "co"))]
        Post {
            #[rowkey(digits(4))]
            author: u16,
        },
    }
}

mod kinds_of_kinds {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Old {
        #[rowkey(tag = "U")]
        User(UserKey),
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "O")]
        Old(Old),
        #[rowkey(tag = "P")]
        Post { author: u64 },
    }
}

mod kinds_that_meet {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(prefix = "p")]
    struct Post {
        author: u32,
        at: [u8; 3],
    }

    #[derive(RowKey)]
    enum Row {
        Post(Post),
        User(UserKey),
    }

    #[derive(RowKey)]
    enum Tagged {
        #[rowkey(tag = "u")]
        Host { name: String },
        User(UserKey),
    }

    #[derive(RowKey)]
    enum OwnFields {
        Day {
            #[rowkey(digits(8))]
            day: u32,
        },
        Name {
            #[rowkey(len(8))]
            name: String,
        },
    }
}

mod layout_that_differs {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(layout = "{User: 'U' | id: u64 as 8-byte number}")]
    enum Row {
        #[rowkey(tag = "U")]
        User(UserKey),
        #[rowkey(tag = "P")]
        Post { author: u64 },
    }

    #[derive(RowKey)]
    #[rowkey(layout = "")]
    enum NotYet {
        #[rowkey(tag = "U")]
        User(UserKey),
        #[rowkey(tag = "M")]
        Meta,
    }
}

// The example is a key of both: a list of whole pairs, a number without leading zeros.
mod lists_and_numbers_that_meet {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Lists {
        Flags(#[rowkey(repeated)] Vec<(u8, bool)>),
        Number { number: u32 },
    }

    #[derive(RowKey)]
    enum Numbers {
        Text(#[rowkey(len(2), chars("0-1"))] String),
        Number(#[rowkey(decimal)] u16),
    }
}

mod no_prefix {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct User {
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(prefix = "post:")]
    struct Post {
        author: u64,
        title: String,
    }

    rowkey::disjoint!(User, Post);
}

mod one_kind_twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(prefix = "u:")]
    struct User {
        #[rowkey(len(32))]
        name: String,
    }

    rowkey::disjoint!(User, User);
}

mod prefixes_that_begin_alike {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(prefix = "p")]
    struct Post {
        author: u64,
        at: u64,
    }

    #[derive(RowKey)]
    #[rowkey(prefix = "pc")]
    struct Comment {
        post: u64,
    }

    rowkey::disjoint!(Post, Comment);
}

mod reserved_begins_a_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(reserved("X"))]
    enum Row {
        User(UserKey),
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant), reserved(1))]
    enum Item {
        Task { tenant: u32, at: u16 },
    }

    #[derive(RowKey)]
    #[rowkey(prefix = "r:", reserved("X"))]
    enum Prefixed {
        User { id: u64 },
    }
}

mod salts_that_meet {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Reading {
        #[salt(buckets = 64)]
        device: u32,
        at: u64,
    }

    #[derive(RowKey)]
    #[rowkey(prefix = "#")]
    struct Setting {
        #[rowkey(chars("a-z"))]
        name: String,
    }

    #[derive(RowKey)]
    #[rowkey(separator = "|")]
    struct Call {
        #[salt(buckets = 16, digits(2))]
        caller: u32,
    }

    rowkey::disjoint!(Reading, Setting, Call);
}

mod tag_that_begins_another {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "p")]
        User(UserKey),
        #[rowkey(tag = "pc")]
        Post { author: u64 },
    }

    #[derive(RowKey)]
    enum LongFirst {
        #[rowkey(tag = "pc")]
        Post { author: u64 },
        #[rowkey(tag = "p")]
        User(UserKey),
    }
}

mod tag_that_begins_another_under_fields {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(tenant))]
    enum Item {
        #[rowkey(tag = "t")]
        Task { tenant: u32, id: u64 },
        #[rowkey(tag = "tc")]
        Comment { tenant: u32, n: u8 },
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant), salt(of(tenant), buckets = 8), prefix = "i:")]
    enum Salted {
        #[rowkey(tag = "t")]
        Task { tenant: u32, id: u64 },
        #[rowkey(tag = "t")]
        Comment { tenant: u32, n: u8 },
    }
}

mod tag_twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "P")]
        User(UserKey),
        #[rowkey(tag = b'P')]
        Post { author: u64 },
        #[rowkey(tag = 0x50)]
        Meta,
    }
}

mod tuples_behind_a_tag {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple)]
    struct Pair {
        name: String,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = ordered_code)]
    struct Ordered {
        name: String,
        id: i64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "P")]
        Pair(Pair),
        #[rowkey(tag = "O")]
        Ordered(Ordered),
    }
}

mod uses_after_tags_that_meet {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "P")]
        User(UserKey),
        #[rowkey(tag = "P")]
        Post { author: u64, at: i64 },
    }

    fn main() {
        let row = Row::Post { author: 1, at: 2 };
        let key = row.encode().unwrap();
        let _ = Row::decode(&key).map(|row| matches!(row, Row::User(_)));
        let _ = Row::scan().plan();
        let _ = Row::scan_user().id(1).limit(5).plan();
        let _ = Row::scan_post().author(1).at(1..5).plan();
        let _ = Row::explain(&key).to_string();
    }
}

mod wider_than_the_store_takes {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(store = lmdb)]
    enum Row {
        #[rowkey(tag = "U")]
        User(UserKey),
        #[rowkey(tag = "P")]
        Page {
            #[pad(510)]
            url: String,
            n: u8,
        },
    }
}

mod kinds_under_fields_of_kinds {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(hash))]
    enum History {
        #[rowkey(tag = "F")]
        Funding { hash: [u8; 32], output: u16 },
        #[rowkey(tag = "S")]
        Spending { hash: [u8; 32], input: u16 },
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "H")]
        History(History),
        #[rowkey(tag = "E")]
        Edge { funding: [u8; 32] },
    }
}

fn main() {}
