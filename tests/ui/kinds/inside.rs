//! Enums of record types that cannot be a part of another key, or not in this place.

mod with_a_salt {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        #[salt(buckets = 4)]
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User(UserKey),
    }

    #[derive(RowKey)]
    struct Audit {
        at: u64,
        row: Row,
    }
}

mod with_a_salt_of_its_own {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(id), salt(of(id), buckets = 4))]
    enum Row {
        #[rowkey(tag = "U")]
        User { id: u64 },
    }

    #[derive(RowKey)]
    struct Audit {
        at: u64,
        row: Row,
    }
}

mod with_other {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User { id: u64 },
        #[rowkey(other)]
        Unknown(Vec<u8>),
    }

    #[derive(RowKey)]
    struct Audit {
        at: u64,
        row: Row,
    }
}

mod with_shared_fields {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(id))]
    enum Row {
        #[rowkey(tag = "U")]
        User { id: u64 },
        #[rowkey(tag = "V")]
        Post { id: u64, number: u32 },
    }

    #[derive(RowKey)]
    struct Audit {
        at: u64,
        row: Row,
    }
}

mod with_older_tags {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U", was(tag = "u"))]
        User { id: u64 },
    }

    #[derive(RowKey)]
    struct Audit {
        at: u64,
        row: Row,
    }
}

mod without_a_tag {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        User { id: u64 },
        Post { id: u32 },
    }

    #[derive(RowKey)]
    struct Audit {
        at: u64,
        row: Row,
    }
}

mod a_tag_begins_another {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User { id: u64 },
        #[rowkey(tag = "UU")]
        Post { id: u64 },
    }

    #[derive(RowKey)]
    struct Audit {
        row: Row,
        at: u64,
    }
}

mod before_another_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User { name: String },
        #[rowkey(tag = "V")]
        Post { id: u64 },
    }

    #[derive(RowKey)]
    struct Audit {
        row: Row,
        at: u64,
    }
}

mod with_tags_in_another_order {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "U")]
        User { id: u64 },
        #[rowkey(tag = "P")]
        Post { id: u64 },
    }

    #[derive(RowKey)]
    struct Audit {
        row: Row,
        at: u64,
    }
}

mod optional_without_an_end {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "P")]
        Post { name: String },
    }

    #[derive(RowKey)]
    struct Audit {
        row: Option<Row>,
    }
}

mod scanned_by_its_fields {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "P")]
        Post { id: u64 },
    }

    #[derive(RowKey)]
    struct Audit {
        row: Row,
        at: u64,
    }

    fn main() {
        Audit::scan().row(Row::scan());
    }
}

fn main() {}
