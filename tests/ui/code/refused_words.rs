// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod discriminants {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    #[repr(i16)]
    enum Side {
        Wide = 300,
        Negative = -1,
        Sum = 1 + 1,
        Fine = 7,
        Coded,
    }
}

mod more_than_a_byte {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    enum Side {
        #[code(256)]
        Callee,
    }
}

mod no_byte {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    enum Side {
        #[code(1.5)]
        Callee,
        #[code(true)]
        Caller,
    }
}

mod no_code {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    enum Side {
        #[code(0)]
        Callee,
        Caller,
    }
}

mod no_variants {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    enum Side {
    }
}

mod of_a_struct {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    struct Side;
}

mod several {
    use rowkey::{KeyCode, RowKey};

    #[derive(KeyCode)]
    enum Side {
        Callee,
        #[code(300)]
        Caller,
        #[code(1)]
        Other(u8),
    }

    #[derive(RowKey)]
    struct Key {
        side: Side,
        at: i64,
    }

    fn main() {
        let _ = Key { side: Side::Callee, at: 0 }.encode();
    }
}

mod unknown_item {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    #[rowkey(separator = "_")]
    enum Side {
        #[rowkey(cod = 1)]
        Callee,
    }
}

mod variant_with_fields {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    enum Side {
        #[code(0)]
        Callee(u64),
        #[code(1)]
        Caller { id: u64 },
    }
}

fn main() {}
