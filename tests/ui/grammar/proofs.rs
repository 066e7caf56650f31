// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod chars_backwards {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(chars("z-a"))]
        name: String,
    }
}

mod chars_empty {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(chars(""))]
        name: String,
    }
}

mod chars_hyphen_inside {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(chars("a-z-9"))]
        name: String,
    }
}

mod chars_not_ascii {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(chars("a-zä"))]
        name: String,
    }
}

fn main() {}
