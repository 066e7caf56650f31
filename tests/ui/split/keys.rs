// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod bound_that_is_no_hex {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(hex_range("0x00", "0xff"), regions = 16))]
    struct Key {
        id: Vec<u8>,
    }
}

mod bounds_of_several_widths {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(hex_range("00", "ffff"), regions = 16))]
    struct Key {
        id: Vec<u8>,
    }
}

mod bounds_that_descend {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(byte_range("b", "a"), regions = 16))]
    struct Key {
        id: Vec<u8>,
    }
}

mod keys_that_do_not_ascend {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys("g", "p", "k")))]
    struct Key {
        name: String,
    }
}

mod keys_twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys("g", "g")))]
    struct Key {
        name: String,
    }
}

mod more_keys_than_a_constant_holds {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(md5_string, regions = 4_098))]
    struct Key {
        id: Vec<u8>,
    }
}

mod no_keys {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys()))]
    struct Key {
        name: String,
    }
}

mod one_bound {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(hex_range("ffff"), regions = 16))]
    struct Key {
        id: Vec<u8>,
    }
}

mod regions_and_keys {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, keys("g")))]
    struct Key {
        id: u64,
    }
}

mod row_that_is_no_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(decimal_string, regions = 16, last = "ff"))]
    struct Key {
        id: Vec<u8>,
    }
}

mod rows_of_another_rule {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 16, first = "00"))]
    struct Key {
        id: Vec<u8>,
    }
}

mod rows_that_descend {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(hex_string, regions = 16, first = "FF", last = "0F"))]
    struct Key {
        id: Vec<u8>,
    }
}

fn main() {}
