// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod after_its_own_separator {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "|", split(after = "|", allow(dead)))]
    struct Key {
        #[salt(buckets = 6, digits(2))]
        id: u64,
    }
}

mod after_more_labels_than_a_constant_holds {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_", split(after = "|"))]
    struct Key {
        #[salt(buckets = 5_000, digits(4))]
        id: u64,
    }
}

mod after_no_regions_through_const {
    use rowkey::RowKey;

    const REGIONS: u32 = 0;

    #[derive(RowKey)]
    #[rowkey(separator = "_", split(after = "|", regions = REGIONS))]
    struct Key {
        #[salt(buckets = 6, digits(2))]
        id: u64,
    }
}

mod after_too_many_labels {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_", split(after = "|", regions = 8, allow(dead)))]
    struct Key {
        #[salt(buckets = 6, digits(2))]
        id: u64,
    }
}

mod after_what_a_field_begins_with {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(after = "A"))]
    struct Key {
        #[salt(buckets = 6, digits(2))]
        #[rowkey(chars("0-9a-z"))]
        id: String,
    }
}

mod after_what_sorts_above {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(after = "|"))]
    struct Key {
        #[salt(buckets = 6, digits(2))]
        id: u64,
    }
}

mod after_without_salt {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_", split(after = "|"))]
    struct Key {
        id: u64,
    }
}

fn main() {}
