// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod bound_that_is_no_hex {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::hex_range("0x00", "0xff", 16)))]
    struct Key {
        id: Vec<u8>,
    }
}

mod bounds_of_several_widths {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::hex_range("00", "ffff", 16)))]
    struct Key {
        id: Vec<u8>,
    }
}

mod bounds_that_descend {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::byte_range(b"b", b"a", 16)))]
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

mod list_that_does_not_ascend {
    use rowkey::RowKey;

    const KEYS: &[&[u8]] = &[b"g", b"p", b"k"];

    #[derive(RowKey)]
    #[rowkey(split(keys = KEYS))]
    struct Key {
        name: String,
    }
}

mod list_that_is_empty {
    use rowkey::RowKey;

    const KEYS: [&[u8]; 0] = [];

    #[derive(RowKey)]
    #[rowkey(split(keys = &KEYS))]
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
    #[rowkey(split(keys = rowkey::split::md5_string(4_098)))]
    struct Key {
        id: Vec<u8>,
    }
}

mod row_that_is_no_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::decimal_string(16).rows(b"00000000", b"ff")))]
    struct Key {
        id: Vec<u8>,
    }
}

mod row_that_is_empty {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::hex_range("", "ff", 16)))]
    struct Key {
        id: Vec<u8>,
    }
}

mod rows_that_descend {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::hex_string(16).rows(b"FF", b"0F")))]
    struct Key {
        id: Vec<u8>,
    }
}

fn main() {}
