// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod chars_of_a_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(chars("0-9"))]
        phone: u64,
    }
}

mod enum_without_key_code {
    use rowkey::RowKey;

    enum Side {
        Caller,
    }

    #[derive(RowKey)]
    struct Key {
        side: Side,
        at: i64,
    }
}

mod key_that_can_fail {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let call = Call { phone: String::new(), kind: 1, at: 0 };
        let _ = call.key();
    }
}

mod len_of_a_number_behind_alias {
    use rowkey::RowKey;

    type Phone = u64;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(len(20))]
        phone: Phone,
    }
}

mod not_a_row_key {
    use rowkey::RowKey;

    struct Key {
        id: u64,
    }

    fn read<K: RowKey>(key: &[u8]) {
        let _ = K::decode(key);
    }

    fn main() {
        read::<Key>(b"a");
    }
}

mod owned_key_that_borrows {
    use rowkey::{OwnedKey, RowKey};

    #[derive(RowKey)]
    struct Key<'a> {
        name: &'a str,
    }

    fn read<K: OwnedKey>(key: &[u8]) -> K {
        K::decode(key).unwrap()
    }

    fn main() {
        let _ = read::<Key<'_>>(b"a");
    }
}

mod pad_of_a_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad(20)]
        phone: u64,
    }
}

mod padded_option {
    use rowkey::RowKey;

    // The derive sees no `Option` in the field's type, which it would pad the value of.
    type Name = Option<String>;

    #[derive(RowKey)]
    struct Key {
        #[pad(8)]
        name: Name,
        at: i64,
    }
}

mod raw_of_a_bool {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(raw)]
        flag: bool,
        #[rowkey(raw)]
        at: jiff::Timestamp,
    }
}

mod raw_of_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(raw)]
        name: String,
    }
}

mod raw_unsigned {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(raw)]
        id: u64,
    }
}

mod le_of_no_integer {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(le)]
        name: String,
        #[rowkey(le)]
        volts: f64,
    }
}

mod le_of_one_byte {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(le)]
        kind: u8,
        #[rowkey(bytes(1), le)]
        side: u32,
        #[rowkey(le)]
        zone: i8,
    }
}

mod reverse_text_of_a_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(reverse_text)]
        id: u64,
    }
}

mod reverse_ts_of_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[reverse_ts]
        at: String,
    }
}

mod reverse_ts_of_u32 {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[reverse_ts]
        at: u32,
    }
}

mod skipped_without_default {
    use rowkey::RowKey;

    struct Place {
        x: u32,
    }

    #[derive(RowKey)]
    struct Key {
        id: u64,
        #[rowkey(skip)]
        place: Place,
    }
}

mod terminated_of_a_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(terminated)]
        phone: u64,
    }
}

mod tuples_and_arrays {
    use rowkey::{KeyCode, RowKey};

    #[derive(KeyCode)]
    enum Side {
        #[code("a")]
        A,
        #[code("b")]
        B,
    }

    struct Place;

    #[derive(RowKey)]
    struct Codes {
        sides: [Side; 2],
    }

    #[derive(RowKey)]
    struct Nothing {
        none: [u16; 0],
    }

    #[derive(RowKey)]
    struct Places {
        places: [Place; 2],
    }

    #[derive(RowKey)]
    struct Texts {
        texts: (u8, String, u8),
    }

    #[derive(RowKey)]
    struct Seven {
        all: (u8, u8, u8, u8, u8, u8, u8),
    }
}

mod unknown_type {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        id: Missing,
        at: i64,
    }
}

mod pad_of_a_type_of_ones_own {
    use rowkey::RowKey;

    struct Phone(String);

    #[derive(RowKey)]
    struct Key {
        #[pad(20)]
        phone: Phone,
    }
}

fn main() {}
