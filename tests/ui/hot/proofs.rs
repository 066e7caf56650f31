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

mod in_decimal {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase, separator = "_")]
    struct Key {
        #[rowkey(time(millis), decimal)]
        at: i64,
        id: u32,
    }
}

mod in_a_pattern_that_does_not_sort {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        #[rowkey(time("%d%m%Y", floor), allow(unordered))]
        at: jiff::Timestamp,
        id: u32,
    }
}

mod in_a_tuple {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        at: (ulid::Ulid, u8),
        id: u32,
    }
}

mod in_an_array {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        at: [ulid::Ulid; 2],
        id: u32,
    }
}

mod in_a_list {
    use rowkey::RowKey;

    // The bits after the times differ, so a salt of the list spreads.
    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        #[rowkey(repeated)]
        at: Vec<ulid::Ulid>,
    }
}

mod after_a_code_with_one_value {
    use rowkey::RowKey;

    #[derive(rowkey::KeyCode)]
    enum Kind {
        #[rowkey(code = "e")]
        Event,
    }
    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        kind: Kind,
        #[rowkey(time(millis))]
        at: i64,
        id: u32,
    }
}

mod before_a_text_without_end {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        #[rowkey(time(micros, floor))]
        at: jiff::Timestamp,
        host: String,
    }
}

mod before_a_borrowed_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key<'k> {
        #[rowkey(time(micros, floor))]
        at: jiff::Timestamp,
        host: &'k str,
    }
}

mod before_another_time {
    use rowkey::RowKey;

    // A salt of the day would be hot, too.
    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        #[rowkey(time(secs))]
        at: i64,
        #[rowkey(time("%Y%m%d", floor))]
        day: jiff::Timestamp,
        id: u32,
    }
}

mod only_whole_seconds {
    use rowkey::RowKey;

    // A salt of the seconds would have one bucket for all rows of a second.
    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        #[rowkey(time(secs))]
        at: i64,
    }
}

mod in_the_fields_of_under_with_milliseconds {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(at), store = hbase)]
    enum Row {
        #[rowkey(tag = "e")]
        Event {
            #[rowkey(time(millis))]
            at: i64,
            id: u32,
        },
        #[rowkey(tag = "u")]
        User {
            #[rowkey(time(millis))]
            at: i64,
        },
    }
}

mod salt_of_the_hour {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase, salt(buckets = 16, of(at.hour)))]
    struct Key {
        #[rowkey(time(millis))]
        at: i64,
        id: u32,
    }
}

mod salt_of_whole_seconds {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    struct Key {
        #[rowkey(salt(buckets = 16), time(secs))]
        at: i64,
        id: u32,
    }
}

mod salt_of_a_minute_by_modulo {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 16), salt(modulo, buckets = 16, of(at.div(60_000))))]
    struct Key {
        #[rowkey(time(millis))]
        at: i64,
        id: u32,
    }
}

mod salt_of_a_digest_of_the_day {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = bigtable, salt(md5, hex(4), of(day, at.floor(1_000))))]
    struct Key {
        #[rowkey(time("%Y%m%d"))]
        day: jiff::civil::Date,
        #[rowkey(time(millis))]
        at: i64,
        id: u32,
    }
}

mod salt_of_a_time_after_another_field {
    use rowkey::RowKey;

    // The keys of a bucket begin with the device, but all rows of a month have one bucket.
    #[derive(RowKey)]
    #[rowkey(store = hbase, salt(buckets = 12, of(at.year_month)))]
    struct Key {
        device: u32,
        #[rowkey(time(millis))]
        at: i64,
    }
}

mod salt_of_the_only_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase, salt(buckets = 16, of(at.hour)))]
    struct Key {
        #[rowkey(time(millis))]
        at: i64,
    }
}

mod salt_of_the_rest {
    use rowkey::RowKey;

    #[derive(rowkey::KeyCode)]
    enum Kind {
        #[rowkey(code = "e")]
        Event,
    }
    #[derive(RowKey)]
    #[rowkey(store = hbase, salt(buckets = 16, of(..)))]
    struct Key {
        kind: Kind,
        #[rowkey(time(secs))]
        at: Option<i64>,
    }
}

mod salt_of_a_secondary_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase, index(ByTime(at, device; salt(buckets = 16, of(at.hour)))))]
    struct Key {
        device: u32,
        #[rowkey(time(millis))]
        at: i64,
    }
}

mod salt_of_the_fields_of_under {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(at), salt(buckets = 16, of(at.year_month)), store = hbase)]
    enum Row {
        #[rowkey(tag = "e")]
        Event {
            #[rowkey(time(millis))]
            at: i64,
            id: u32,
        },
        #[rowkey(tag = "u")]
        User {
            #[rowkey(time(millis))]
            at: i64,
        },
    }
}

mod salt_of_a_record_type {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    enum Row {
        #[rowkey(tag = "e", salt(buckets = 16, of(at.hour)))]
        Event {
            #[rowkey(time(millis))]
            at: i64,
            id: u32,
        },
        #[rowkey(tag = "u")]
        User { id: u32 },
    }
}

mod minute_of_an_id {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase, salt(buckets = 16, of(id.div(60_000))))]
    struct Key {
        id: ulid::Ulid,
    }
}

fn main() {}
