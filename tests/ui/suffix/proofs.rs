// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod text_that_can_hold_it {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(suffix = ".")]
    struct Key {
        shard: u8,
        name: String,
    }
}

mod text_that_does_not_sort_before_it {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(suffix = "_")]
    struct Key {
        #[rowkey(chars("0-9a-z"))]
        name: String,
    }
}

mod any_text_but_it {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(suffix = "/end")]
    struct Key {
        #[rowkey(chars("^/"))]
        name: String,
    }
}

mod list {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(suffix = ".")]
    struct Key {
        #[rowkey(repeated)]
        numbers: Vec<u16>,
    }
}

mod text_of_a_nested_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Name {
        name: String,
    }

    #[derive(RowKey)]
    #[rowkey(suffix = ".")]
    struct Key {
        name: Name,
    }
}

mod text_of_a_secondary_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(suffix = ".", index(unique ByName(id, name)))]
    struct Key {
        #[rowkey(terminated)]
        id: String,
        id_of_name: u8,
        #[rowkey(skip)]
        name: String,
    }
}

mod opt_out_that_is_not_needed {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(suffix = "!")]
    struct Key {
        #[rowkey(chars("a-z"), allow(unordered))]
        name: String,
    }
}

mod struct_with_the_fields_before_the_tag {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(suffix = "/all")]
    struct All {
        table: u16,
    }

    #[derive(RowKey)]
    #[rowkey(under(table))]
    enum File {
        #[rowkey(tag = "a")]
        All(All),
        #[rowkey(tag = "p")]
        Part { table: u16, part: u8 },
    }
}

mod record_types_that_a_suffix_does_not_tell_apart {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum File {
        #[rowkey(suffix = ".a")]
        Old { id: u16 },
        #[rowkey(suffix = ".a")]
        New { id: i16 },
    }
}

fn main() {}
