// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod item_twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(prefix = "a", prefix = "b")]
    #[rowkey(reserved("X"))]
    #[rowkey(reserved("Y"))]
    enum Row {
        #[rowkey(tag = "U")]
        #[rowkey(tag = "V")]
        User(UserKey),
        #[rowkey(other, other)]
        Other(Vec<u8>),
    }
}

mod items_of_an_enum_elsewhere {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(tag = "U", under(id), reserved("X"), other)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "P")]
        Post {
            #[rowkey(tag = "a")]
            author: u64,
            #[rowkey(under, other, reserved("X"))]
            at: u64,
        },
    }
}

mod items_on_a_variant {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tga = "U")]
        User(UserKey),
        #[rowkey(tag = "P", under(author), prefix = "p", layout = "")]
        Post { author: u64 },
        #[rowkey(tag = "C", encoding = fdb_tuple, index(ByAt(at)), desc)]
        Comment { at: u64 },
        #[salt(buckets = 16)]
        #[rowkey(tag = "S")]
        Session { id: u64 },
        #[rowkey(tag = "V", separator = "|", salt(buckets = 4, of(id)))]
        Visit(UserKey),
    }
}

mod secondary_keys_of_variants {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U", index(ById(id)))]
        User(UserKey),
        #[rowkey(tag = "P", index(ByAuthor(author)))]
        Post { author: u64, at: u64 },
        #[rowkey(tag = "C", index(ByAt(at, author), ByAuthor(author, at)))]
        Comment { author: u64, at: u64 },
    }

    fn uses(row: &Row) {
        let _ = ByAt::scan().at(5u64).plan();
        let _ = <ByAt as rowkey::IndexOf<Row>>::of_row(row);
    }
}

mod items_on_the_enum {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(reserve("X"), tag = "R", other)]
    #[rowkey(separator = "|", encoding = fdb_tuple, index(ById(id)), desc)]
    #[salt(buckets = 16)]
    enum Row {
        #[rowkey(tag = "U")]
        User { id: u64 },
    }
}

mod mistakes_of_all_kinds {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(reserved("P"), tags("U"), salt(of(id), buckets = 8))]
    enum Row {
        #[rowkey(tag = "P")]
        Post { author: u64 },
        Meta,
        #[rowkey(tag = "U", split)]
        User {
            #[rowkey(padd(4))]
            name: String,
        },
        #[rowkey(other)]
        Unknown,
    }
}

mod neither_tag_nor_fields {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User(UserKey),
        Meta,
        Skipped {
            #[rowkey(skip)]
            note: u64,
        },
    }
}

mod no_variants {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {}
}

mod older_tags {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(reserved("x"))]
    enum Row {
        #[rowkey(tag = "U", was(tag = "P", tag = "u"))]
        User { id: u64 },
        #[rowkey(tag = "P", was(tag = "u", tag = "x", tag = "po"))]
        Post { author: u64 },
        #[rowkey(other, was(tag = "o"))]
        Unknown(Vec<u8>),
    }

    #[derive(RowKey)]
    enum Untagged {
        #[rowkey(was(tag = "u"))]
        User { id: u64 },
        #[rowkey(tag = "P", was(tag = "p"))]
        Post { author: u64 },
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant))]
    enum Item {
        #[rowkey(tag = "T", was(tag = "t"))]
        Task { tenant: u32, id: u64 },
    }
}

mod other_alone {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(other)]
        Unknown(Vec<u8>),
    }
}

mod other_beside_a_kind_without_a_tag {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        User(UserKey),
        #[rowkey(other)]
        Unknown(Vec<u8>),
    }
}

mod other_with_items {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User { id: u64 },
        #[rowkey(other, separator = "|")]
        Unknown(Vec<u8>),
    }

    #[derive(RowKey)]
    enum Padded {
        #[rowkey(tag = "U")]
        User { id: u64 },
        #[rowkey(other)]
        Unknown(#[rowkey(desc)] Vec<u8>),
    }
}

mod other_without_a_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum NoField {
        #[rowkey(tag = "U")]
        User { id: u64 },
        #[rowkey(other)]
        Unknown,
    }

    #[derive(RowKey)]
    enum TwoFields {
        #[rowkey(tag = "U")]
        User { id: u64 },
        #[rowkey(other)]
        Unknown(Vec<u8>, u64),
    }

    #[derive(RowKey)]
    enum Named {
        #[rowkey(tag = "U")]
        User { id: u64 },
        #[rowkey(other)]
        Unknown { key: Vec<u8> },
    }
}

mod reserved_tags {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(reserved("X", "YZ", b'Z'))]
    enum Row {
        #[rowkey(tag = "X")]
        User(UserKey),
        #[rowkey(tag = "Y")]
        Post { author: u64 },
        #[rowkey(tag = "Za")]
        Comment { at: u64 },
    }
}

mod reserved_twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(reserved("X", "X"))]
    enum Row {
        #[rowkey(tag = "U")]
        User(UserKey),
    }

    #[derive(RowKey)]
    #[rowkey(reserved())]
    enum Nothing {
        #[rowkey(tag = "U")]
        User(UserKey),
    }
}

mod tag_beside_other {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User(UserKey),
        #[rowkey(tag = "X", other)]
        Other(Vec<u8>),
    }
}

mod tags_of_wrong_literals {
    use rowkey::RowKey;

    const TAG: &str = "P";

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = 300)]
        Number { id: u64 },
        #[rowkey(tag = "")]
        Empty { id: u64 },
        #[rowkey(tag = TAG)]
        Constant { id: u64 },
        #[rowkey(tag = 1.5)]
        Float { id: u64 },
        #[rowkey(tag)]
        Absent { id: u64 },
        #[rowkey(tag("P"))]
        Parentheses { id: u64 },
    }
}

mod two_others {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User(UserKey),
        #[rowkey(other)]
        Unknown(Vec<u8>),
        #[rowkey(other)]
        Foreign(Vec<u8>),
    }
}

mod type_parameters {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row<T> {
        #[rowkey(tag = "U")]
        User { id: T },
    }

    #[derive(RowKey)]
    enum Blob<const N: usize> {
        #[rowkey(tag = "B")]
        Blob { id: [u8; N] },
    }
}

mod units {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Level {
        Low,
        Middle,
        High,
    }
}

mod uses_after_a_wrong_item {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(under(id))]
    enum Row {
        #[rowkey(tga = "U")]
        User(UserKey),
        #[rowkey(tag = "P")]
        Post { id: u64, at: i64 },
        #[rowkey(other)]
        Other(Vec<u8>),
    }

    fn main() {
        let row = Row::Post { id: 1, at: 2 };
        let key = row.encode().unwrap();
        let _ = Row::decode(&key).map(|row| matches!(row, Row::User(_) | Row::Other(_)));
        let _ = Row::scan().id(1).plan();
        let _ = Row::scan_user().id(1).limit(5).plan();
        let _ = Row::scan_post().id(1).at(1..5).plan();
        let _ = Row::explain(&key).to_string();
    }
}

mod prefixes_of_variants {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(prefix = "a")]
        User { id: u64 },
        #[rowkey(prefix = "b")]
        Post { id: u64 },
    }
}

mod queries_of_variants {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "A", answers(x in ..))]
        A { x: u32, id: u32 },
        #[rowkey(tag = "B")]
        B { id: u32 },
    }

    #[derive(RowKey)]
    #[rowkey(answers(x in ..))]
    enum Table {
        #[rowkey(tag = "A")]
        A { x: u32, id: u32 },
        #[rowkey(tag = "B")]
        B { id: u32 },
    }
}

fn main() {}
