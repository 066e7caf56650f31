// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod a_union {
    use rowkey::RowKey;

    #[derive(RowKey)]
    union Key {
        a: u64,
    }
}

mod all_fields_skipped {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(skip)]
        id: u64,
    }
}

mod an_enum {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Key {
        A,
    }
}

mod fields_called_like_a_method {
    use rowkey::RowKey;

    // A field `limit` keeps its name, and so would `plan`, without which no query ends.
    #[derive(RowKey)]
    struct Key {
        plan: u64,
        limit: u32,
    }
}

mod fields_with_one_filter {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        filter_at: u64,
        at: u64,
    }
}

mod no_field_to_name {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(id)))]
    struct Key;
}

mod no_fields {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key;
}

mod separator_after_the_last {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        id: u64,
        #[rowkey(separator = "_")]
        name: String,
    }
}

mod type_parameter {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key<T> {
        id: T,
    }
}

mod uses_after_a_wrong_item {
    use rowkey::{RowKey, one_of, starts_with};

    #[derive(RowKey)]
    struct Key {
        #[rowkey(pda(8))]
        name: String,
        at: i64,
    }

    #[derive(RowKey)]
    struct Outer {
        key: Key,
        id: u64,
    }

    fn main() {
        let key = Key { name: String::from("a"), at: 1 };
        let bytes = key.encode().unwrap();
        let bytes: &[u8] = bytes.as_ref();
        let _ = Key::decode(bytes);
        let _ = Key::decode_lenient(bytes).map(|key| key.at);
        let _ = Key::scan().name("a").at(1..5).plan();
        let _ = Key::scan().name(one_of(["a"])).at(5).limit(3).plan();
        let _ = Key::scan().name(starts_with("a")).bucket(1).filter_at(5).plan();
        let _ = Key::SPLIT_KEYS.len() + Key::LAYOUT.fields().len();
        let _ = Key::explain(bytes).to_string();
        let _ = Outer { key, id: 1 }.encode();
        let _ = Outer::scan().filter_id(5);
    }
}

mod derived_twice {
    use rowkey::{KeyCode, RowKey};

    #[derive(RowKey)]
    #[derive(RowKey)]
    struct Key {
        a: u64,
    }

    #[derive(Clone, Copy, KeyCode)]
    #[derive(KeyCode)]
    enum Code {
        A = 1,
    }

    fn main() {
        let _ = Key::scan().a(1).plan();
    }
}

fn main() {}
