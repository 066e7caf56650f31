// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod buckets_1 {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 1)]
        phone: u64,
    }
}

mod buckets_no_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = "6")]
        phone: u64,
    }
}

mod fields_of_a_tuple_struct {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(0.1)))]
    struct Key(u64, u64);
}

mod hashcode {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(hashcode, buckets = 6)]
        phone: String,
    }
}

mod input_skipped {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(name)))]
    struct Key {
        phone: u64,
        #[rowkey(skip)]
        name: String,
    }
}

mod mistakes_of_all_kinds {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(bucket = 6, of(phon, at.yearmonth, kind.int), digit(2)))]
    struct Key {
        phone: u64,
        at: i64,
        kind: u8,
    }
}

mod murmur {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(murmur3, buckets = 6)]
        phone: String,
    }
}

mod on_a_skipped_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        phone: u64,
        #[salt(buckets = 6)]
        #[rowkey(skip)]
        name: String,
    }
}

mod random {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(random, buckets = 6)]
        phone: u64,
    }
}

mod salt_on_struct_and_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(at)))]
    struct Key {
        #[salt(buckets = 6)]
        phone: u64,
        at: i64,
    }
}

mod two_salts {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 6)]
        phone: u64,
        #[salt(buckets = 6)]
        at: i64,
    }
}

mod unknown_algorithm {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(xxhash, buckets = 6)]
        phone: u64,
    }
}

mod unknown_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(phon)))]
    struct Key {
        phone: u64,
        at: i64,
    }
}

mod unknown_field_far {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(customer)))]
    struct Key {
        phone: u64,
        at: i64,
    }
}

mod unknown_view {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(phone.lst(4))))]
    struct Key {
        #[pad(20)]
        phone: String,
    }
}

mod view_of_zero {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(phone.first(0), at.div(0))))]
    struct Key {
        #[pad(20)]
        phone: String,
        at: u64,
    }
}

mod was_of_nothing {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Nothing {
        #[salt(buckets = 16, was())]
        id: u32,
    }

    #[derive(RowKey)]
    struct Unknown {
        #[salt(buckets = 16, was(murmur(8)))]
        id: u32,
    }

    #[derive(RowKey)]
    struct Uncounted {
        #[salt(buckets = 16, was(md5))]
        id: u32,
    }
}

mod habits_of_java {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6, of(phone.substring(7).parse))]
        #[rowkey(len(11), chars("0-9"))]
        phone: String,
    }

    #[derive(RowKey)]
    struct Indexed {
        #[salt(buckets = 6, of(phone[7..]))]
        #[pad(20)]
        phone: String,
    }
}

mod was_without_a_salt {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Metric {
        #[salt(buckets = 20, was(none))]
        metric: [u8; 3],
    }
}

mod random_on_the_struct {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(random, buckets = 16))]
    struct Key {
        phone: u64,
    }
}

mod was_with_a_name {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 12, was(buckets = 6))]
        id: u64,
    }
}

mod was_with_a_function_alone {
    use rowkey::RowKey;

    const fn my_hash(_: &[u8], _: u32) -> u32 {
        0
    }

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 12, was(with(my_hash)))]
        id: u64,
    }
}

fn main() {}
