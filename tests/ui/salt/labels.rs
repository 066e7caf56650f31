// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod buckets_0_through_const {
    use rowkey::RowKey;

    const BUCKETS: u32 = 0;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = BUCKETS)]
        phone: u64,
    }
}

mod buckets_1_through_const {
    use rowkey::RowKey;

    const BUCKETS: usize = 6;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = BUCKETS / 6)]
        phone: u64,
        at: i64,
    }
}

mod buckets_negative {
    use rowkey::RowKey;

    const BUCKETS: i64 = -6;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = BUCKETS)]
        phone: u64,
    }
}

mod label_of_digits_too_narrow {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 101, digits(2))]
        phone: u64,
    }
}

mod label_too_narrow {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 300, u8)]
        phone: u64,
    }
}

mod label_too_narrow_split {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 20))]
    struct Key {
        #[salt(buckets = 20, digits(1))]
        phone: u64,
    }
}

mod label_too_wide {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 16, digits(30))]
        phone: u64,
    }
}

mod label_width_through_const {
    use rowkey::RowKey;

    const WIDTH: usize = 0;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 16, hex(WIDTH))]
        phone: u64,
    }
}

// A label that is the digest needs a digest, and no more digits than it has.
mod labels_of_a_digest {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct TooWide {
        #[salt(md5, hex(33))]
        id: String,
    }

    #[derive(RowKey)]
    struct OfHalf {
        #[salt(xxh3, bytes(16))]
        id: String,
    }

    #[derive(RowKey)]
    struct OfNumbers {
        #[salt(modulo, hex(8))]
        id: u64,
    }

    #[derive(RowKey)]
    struct Counted {
        #[salt(md5, buckets = 16, bytes(16))]
        id: String,
    }

    fn main() {
        let _ = (TooWide::LAYOUT, OfHalf::LAYOUT, OfNumbers::LAYOUT, Counted::LAYOUT);
    }
}

mod phoenix_in_digits {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(phoenix, buckets = 8, of(..), digits(2)))]
    struct Key {
        host: String,
    }
}

mod phoenix_of_300 {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(phoenix, buckets = 300, of(..)))]
    struct Key {
        host: String,
    }
}

mod phoenix_of_31 {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(phoenix, buckets = 31, of(..)))]
    struct Key {
        host: String,
    }
}

mod phoenix_of_62_through_const {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(phoenix, buckets = 2 * BUCKETS, of(..), u8))]
    struct Key {
        host: String,
    }

    const BUCKETS: u8 = 31;
}

mod phoenix_of_a_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(phoenix, buckets = 8, of(host)))]
    struct Key {
        host: String,
    }
}

fn main() {}
