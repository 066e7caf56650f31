// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod desc_str {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key<'a> {
        #[rowkey(desc, len(8))]
        name: &'a str,
        at: i64,
    }
}

mod desc_str_chars {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key<'a> {
        #[rowkey(chars("a-z"), desc, pad(8))]
        name: &'a str,
        at: i64,
    }
}

mod digits_of_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(digits(5))]
        name: String,
    }
}

mod option_of_str {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key<'a> {
        name: Option<&'a str>,
        at: i64,
    }
}

mod option_of_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        name: Option<String>,
        at: i64,
    }
}

mod reverse_text_str {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key<'a> {
        #[rowkey(len(10), reverse_text)]
        user: &'a str,
        order: u64,
    }
}

mod terminated_str {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key<'a> {
        #[rowkey(terminated)]
        name: &'a str,
        at: i64,
    }
}

mod terminated_str_chars {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key<'a> {
        #[rowkey(terminated, chars("a-z"))]
        name: &'a str,
        at: i64,
    }
}

fn main() {}
