// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod under_a_computed_element {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(tenant))]
    enum Item {
        #[rowkey(tag = "T")]
        Task {
            #[rowkey(element(tenant.div(10), hex(8)))]
            tenant: u32,
            id: u64,
        },
        #[rowkey(tag = "C")]
        Comment { tenant: u32, n: u8 },
    }
}

mod under_a_prefix {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(prefix = "task:")]
    struct Task {
        tenant: u32,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant))]
    enum Item {
        #[rowkey(tag = "T")]
        Task(Task),
        #[rowkey(tag = "C")]
        Comment { tenant: u32, n: u8 },
    }
}

mod under_a_salted_struct {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Task {
        #[salt(buckets = 16)]
        tenant: u32,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant))]
    enum Item {
        #[rowkey(tag = "C")]
        Comment { tenant: u32, n: u8 },
        #[rowkey(tag = "T")]
        Task(Task),
    }
}

mod under_a_text_before_the_tag {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Task {
        tenant: String,
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant))]
    enum Item {
        #[rowkey(tag = "T")]
        Task(Task),
        #[rowkey(tag = "C")]
        Comment { tenant: String },
    }
}

mod under_a_text_that_does_not_end {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Task {
        tenant: String,
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant))]
    enum Item {
        #[rowkey(tag = "T")]
        Task(Task),
        #[rowkey(tag = "C")]
        Comment { tenant: String, n: u8 },
    }
}

mod under_an_unknown_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Task {
        tenant: u32,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(under(tennant))]
    enum Item {
        #[rowkey(tag = "T")]
        Task(Task),
        #[rowkey(tag = "C")]
        Comment { tenant: u32, n: u8 },
    }
}

mod under_fields_that_differ {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "|")]
    struct Task {
        #[pad(8)]
        tenant: String,
        project: u32,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant, project))]
    enum Item {
        #[rowkey(tag = "T")]
        Task(Task),
        #[rowkey(tag = "W", separator = "|")]
        Width {
            #[pad(10)]
            tenant: String,
            project: u32,
        },
        #[rowkey(tag = "Y", separator = "|")]
        Type {
            #[pad(8)]
            tenant: String,
            project: i32,
        },
        #[rowkey(tag = "D", separator = "|")]
        Descending {
            #[pad(8)]
            tenant: String,
            #[rowkey(desc)]
            project: u32,
        },
        #[rowkey(tag = "S")]
        Separator {
            #[pad(8)]
            tenant: String,
            project: u32,
        },
    }
}

mod under_in_another_order {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Task {
        tenant: u32,
        project: u16,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant, project))]
    enum Item {
        #[rowkey(tag = "T")]
        Task(Task),
        #[rowkey(tag = "C")]
        Comment { project: u16, tenant: u32, n: u8 },
        #[rowkey(tag = "M")]
        Member { tenant: u32 },
        #[rowkey(tag = "S")]
        Settings,
    }
}

mod under_of_no_kind {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(tenant, project))]
    enum Item {
        #[rowkey(tag = "T")]
        Task { project: u16, tenant: u32, id: u64 },
        #[rowkey(tag = "C")]
        Comment { project: u16, tenant: u32 },
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant, project))]
    enum Short {
        #[rowkey(tag = "M")]
        Meta,
        #[rowkey(tag = "T")]
        Task { tenant: u32, id: u64 },
    }
}

mod under_of_other_codes {
    use rowkey::{KeyCode, RowKey};

    // Two lists of codes that differ in their last one alone.
    macro_rules! codes {
        ($name:ident, $last:literal) => {
            #[derive(KeyCode, Clone, Copy)]
            enum $name {
                #[code("a code of many bytes, so that few of them fill the line: number 000")]
                V0,
                #[code("a code of many bytes, so that few of them fill the line: number 001")]
                V1,
                #[code("a code of many bytes, so that few of them fill the line: number 002")]
                V2,
                #[code("a code of many bytes, so that few of them fill the line: number 003")]
                V3,
                #[code("a code of many bytes, so that few of them fill the line: number 004")]
                V4,
                #[code("a code of many bytes, so that few of them fill the line: number 005")]
                V5,
                #[code("a code of many bytes, so that few of them fill the line: number 006")]
                V6,
                #[code("a code of many bytes, so that few of them fill the line: number 007")]
                V7,
                #[code($last)]
                Last,
            }
        };
    }

    codes!(Before, "x");
    codes!(After, "y");

    #[derive(RowKey)]
    #[rowkey(under(host))]
    enum Row {
        #[rowkey(tag = "U")]
        User {
            #[rowkey(separator = b"/")]
            host: Before,
            id: u64,
        },
        #[rowkey(tag = "H")]
        Host {
            #[rowkey(separator = b"/")]
            host: After,
            id: u64,
        },
    }
}

// A separator of the last field before the tag, which a variant that ends with that field must have, too.
mod under_without_the_separator {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Host {
        #[rowkey(chars("a-z"))]
        host: String,
    }

    #[derive(RowKey)]
    #[rowkey(under(host))]
    enum Row {
        #[rowkey(tag = "V")]
        Visit {
            #[rowkey(chars("a-z"), separator = "/")]
            host: String,
            at: u8,
        },
        #[rowkey(tag = "L")]
        Last {
            #[rowkey(chars("a-z"))]
            host: String,
        },
        #[rowkey(tag = "H")]
        Host(Host),
    }
}

mod under_a_salted_struct_beside_the_salt_of_the_enum {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Task {
        #[salt(buckets = 16)]
        tenant: u32,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant), salt(buckets = 16, of(tenant)))]
    enum Item {
        #[rowkey(tag = "C")]
        Comment { tenant: u32, n: u8 },
        #[rowkey(tag = "T")]
        Task(Task),
    }
}

mod under_a_field_without_its_end {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct User {
        #[rowkey(terminated)]
        tenant: String,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(under(tenant))]
    enum Row {
        #[rowkey(tag = "U")]
        User(User),
        #[rowkey(tag = "O")]
        Order { tenant: String, id: u64 },
        #[rowkey(tag = "T")]
        Tenant { tenant: String },
    }
}

fn main() {}
