// Each module is one mistake.
#![allow(unused)]

mod on_a_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        #[rowkey(time(secs), allow(hot))]
        at: i64,
        id: u32,
    }
}

mod on_an_enum {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase, allow(hot))]
    enum Row {
        #[rowkey(tag = "e")]
        Event {
            #[rowkey(time(secs))]
            at: i64,
            id: u32,
        },
        #[rowkey(tag = "u")]
        User { id: u32 },
    }
}

mod on_a_variant_that_holds_a_struct {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Held {
        #[rowkey(time(secs))]
        at: i64,
        id: u32,
    }

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    enum Row {
        #[rowkey(tag = "h", allow(hot))]
        Held(Held),
        #[rowkey(tag = "u")]
        User { id: u32 },
    }
}

mod another_reason_on_a_variant_that_holds_a_struct {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Held {
        at: i64,
    }

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "h", allow(unordered))]
        Held(Held),
        #[rowkey(tag = "u")]
        User { id: u32 },
    }
}

mod on_a_variant_after_the_fields_of_under {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(at), store = hbase)]
    enum Row {
        #[rowkey(tag = "e", allow(hot))]
        Event {
            #[rowkey(time(secs))]
            at: i64,
            id: u32,
        },
        #[rowkey(tag = "u")]
        User {
            #[rowkey(time(secs))]
            at: i64,
        },
    }
}

mod in_the_split {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 8, allow(hot)))]
    struct Key {
        #[rowkey(time(secs))]
        at: i64,
        id: u32,
    }
}

fn main() {}
