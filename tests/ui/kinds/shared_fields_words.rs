// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod salt_of_fields_behind_the_tag {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(tenant), salt(of(n), buckets = 8))]
    enum Item {
        #[rowkey(tag = "C")]
        Comment { tenant: u32, n: u8 },
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant), salt(of(tenant), buckets = 1))]
    enum OneBucket {
        #[rowkey(tag = "C")]
        Comment { tenant: u32, n: u8 },
    }
}

mod salt_without_under {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(salt(of(id), buckets = 8))]
    enum OfAField {
        #[rowkey(tag = "U")]
        User(UserKey),
    }

    #[derive(RowKey)]
    #[rowkey(salt(of(..), buckets = 8))]
    enum OfTheRest {
        #[rowkey(tag = "U")]
        User(UserKey),
    }
}

mod scans_of_one_name {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct UserKey {
        id: u64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "a")]
        HttpGet(UserKey),
        #[rowkey(tag = "b")]
        HTTPGet { id: u64 },
    }
}

mod under_a_salt {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(tenant))]
    enum Item {
        #[rowkey(tag = "C")]
        Comment { tenant: u32, n: u8 },
        #[rowkey(tag = "N")]
        Note {
            #[salt(buckets = 16)]
            tenant: u32,
            n: u8,
        },
        #[rowkey(tag = "T", salt(of(id), buckets = 16))]
        Task { tenant: u32, id: u64 },
    }
}

mod under_after_a_wrong_one {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under("tenant"), salt(of(tenant), buckets = 8))]
    enum Item {
        #[rowkey(tag = "C")]
        Comment { tenant: u32, n: u8 },
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant project))]
    enum NoComma {
        #[rowkey(tag = "C")]
        Comment { tenant: u32, project: u8 },
    }
}

mod under_misspelled {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under())]
    enum Empty {
        #[rowkey(tag = "T")]
        Task { tenant: u32 },
    }

    #[derive(RowKey)]
    #[rowkey(under = tenant)]
    enum Value {
        #[rowkey(tag = "T")]
        Task { tenant: u32 },
    }

    #[derive(RowKey)]
    #[rowkey(under("tenant"))]
    enum Quoted {
        #[rowkey(tag = "T")]
        Task { tenant: u32 },
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant, tenant))]
    enum FieldTwice {
        #[rowkey(tag = "T")]
        Task { tenant: u32 },
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant), under(project))]
    enum ItemTwice {
        #[rowkey(tag = "T")]
        Task { tenant: u32, project: u32 },
    }

    #[derive(RowKey)]
    #[rowkey(under)]
    enum Bare {
        #[rowkey(tag = "T")]
        Task { tenant: u32 },
    }
}

fn main() {}
