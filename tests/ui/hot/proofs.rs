// Each module is one mistake.
#![allow(unused)]

mod beside_a_refused_field {
    use rowkey::RowKey;

    // The error of the field is the only one.
    #[derive(RowKey)]
    #[rowkey(store = hbase, split(regions = 8))]
    struct Key {
        at: std::time::SystemTime,
        id: u32,
    }
}

mod computed_from_a_time {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = bigtable)]
    struct Key {
        #[rowkey(element(at.year_month_day))]
        device: u32,
        #[rowkey(time(millis))]
        at: i64,
    }
}

mod few_values_next {
    use rowkey::RowKey;

    // Two values cannot fill the buckets, so the help names the next field.
    #[derive(RowKey)]
    #[rowkey(store = foundationdb)]
    struct Key {
        #[reverse_ts]
        at: i64,
        is_paid: bool,
        order: u64,
    }
}

mod in_a_nested_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Moment {
        #[rowkey(time("%Y%m%d", floor))]
        day: jiff::Timestamp,
        hour: u8,
    }

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        moment: Moment,
        sensor: u64,
    }
}

mod in_a_secondary_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase, index(ByTime(at, device)))]
    struct Key {
        device: u32,
        #[rowkey(time(secs))]
        at: i64,
    }
}

mod in_the_fields_of_under {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(at), store = hbase)]
    enum Row {
        #[rowkey(tag = "e")]
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

mod id_with_its_time {
    use rowkey::RowKey;

    // Newest first, and the regions of the opt-out are split over time.
    #[derive(RowKey)]
    #[rowkey(split(regions = 8))]
    struct Key {
        #[rowkey(desc)]
        id: ulid::Ulid,
        owner: u64,
    }
}

mod id_with_its_version {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = bigtable)]
    struct Key {
        #[rowkey(with = rowkey::codec::UuidV7)]
        id: uuid::Uuid,
        owner: u64,
    }
}

mod newest_first {
    use rowkey::RowKey;

    // Nothing is said about the regions, which depend on the answer.
    #[derive(RowKey)]
    #[rowkey(split(regions = 8))]
    struct Key {
        #[reverse_ts]
        at: i64,
        id: u32,
    }
}

mod not_needed_after_a_salt {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(of(id), buckets = 16), allow(hot))]
    struct Key {
        #[reverse_ts]
        at: i64,
        id: u32,
    }
}

mod not_needed_without_a_time {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase, allow(hot))]
    struct Key {
        id: u32,
        #[reverse_ts]
        at: i64,
    }
}

mod only_a_time {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        #[rowkey(time(millis), desc)]
        at: i64,
    }
}

mod optional {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        #[rowkey(time(millis), desc)]
        paid: Option<i64>,
        order: u64,
    }
}

mod record_types {
    use rowkey::RowKey;

    // Its struct says it, so the enum does not.
    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Held {
        #[rowkey(time(secs))]
        at: i64,
        id: u32,
    }

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    enum Row {
        #[rowkey(tag = "e")]
        Event {
            #[rowkey(time(secs))]
            at: i64,
            id: u32,
        },
        #[rowkey(tag = "h")]
        Held(Held),
        #[rowkey(tag = "u")]
        User { id: u32 },
    }
}

fn main() {}
