// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod was_another_width {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 300, was(6))]
        id: u64,
    }

    fn main() {
        let _ = Key { id: 1 }.key();
        let _ = Key::scan().id(1).plan();
    }
}

mod was_as_many {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 6, was(6))]
        id: u64,
    }

    fn main() {
        let _ = Key { id: 1 }.key();
        let _ = Key::scan().id(1).plan();
    }
}

mod was_beyond_the_label {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 6, was(300), u8)]
        id: u64,
    }

    fn main() {
        let _ = Key { id: 1 }.key();
        let _ = Key::scan().id(1).plan();
    }
}

mod was_modulo_of_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Event {
        #[salt(buckets = 16, was(modulo(8)))]
        #[pad(8)]
        host: String,
    }

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 16, of(..), was(8, xor(8))))]
    struct Log {
        at: u64,
    }
}

mod was_twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Event {
        #[salt(buckets = 16, was(8, md5(8), xxh3(8)))]
        id: u32,
    }
}

mod was_zero_through_const {
    use rowkey::RowKey;

    const WAS: u32 = 0;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 6, was(WAS))]
        id: u64,
    }
}

fn main() {}
