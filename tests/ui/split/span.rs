// Each module is one mistake.
#![allow(unused)]

mod backward {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 8, span("2040".."2020")), allow(hot))]
    struct Key {
        #[rowkey(time(secs))]
        at: i64,
    }
}

mod before_usual_times {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 3, span("1800".."1860")), allow(hot))]
    struct Key {
        #[rowkey(time("%Y", floor))]
        at: jiff::civil::Date,
    }
}

mod beyond_its_digits {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span("2020".."2400")), allow(hot))]
    struct Key {
        #[rowkey(time(secs), digits(10))]
        at: u64,
    }
}

mod fewer_values_than_regions {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 16, span("2020".."2030")), allow(hot))]
    struct Key {
        #[rowkey(time("%Y", floor))]
        at: jiff::civil::Date,
        id: u32,
    }
}

mod hundreds_of_millions_of_years {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 8), allow(hot))]
    struct Key {
        #[reverse_ts]
        at: i64,
        id: u32,
    }
}

mod more_regions_than_years {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 64), allow(hot))]
    struct Key {
        #[rowkey(time("%Y", floor))]
        at: jiff::civil::Date,
        id: u32,
    }
}

mod no_day {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 8, span("2020".."2021-02-29")), allow(hot))]
    struct Key {
        #[rowkey(time(secs))]
        at: i64,
    }
}

mod no_time {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span("2020".."2040")))]
    struct Key {
        id: u32,
        #[rowkey(time(secs))]
        at: i64,
    }
}

mod not_for_bytes_of_hex_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::hex_string(16)), allow(hot))]
    struct Key {
        #[rowkey(time(millis), hex(16))]
        at: u64,
        id: u32,
    }
}

mod record_types {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span("2020".."2040")))]
    enum Row {
        #[rowkey(tag = "e", allow(hot))]
        Event {
            #[rowkey(time(secs), digits(10))]
            at: u64,
            id: u32,
        },
    }
}

mod time_in_decimal {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span("2020".."2040")), allow(hot), separator = "_")]
    struct Key {
        #[rowkey(time(millis), decimal)]
        at: i64,
        id: u32,
    }
}

mod time_after_a_code_with_one_value {
    use rowkey::{KeyCode, RowKey};

    #[derive(KeyCode)]
    enum Kind {
        #[rowkey(code = "e")]
        Event,
    }

    #[derive(RowKey)]
    #[rowkey(split(regions = 4), allow(hot))]
    struct Key {
        kind: Kind,
        #[rowkey(time(millis))]
        at: i64,
        id: u32,
    }
}

mod salted_time {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span("2020".."2040")), salt(buckets = 4, of(id)))]
    struct Key {
        #[rowkey(time(millis))]
        at: i64,
        id: u32,
    }
}

mod pattern_under_the_tag {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(at), allow(hot), split(regions = 4))]
    enum Row {
        #[rowkey(tag = "e")]
        Event {
            #[rowkey(time("%Y%m%d", floor))]
            at: jiff::Timestamp,
            id: u32,
        },
        #[rowkey(tag = "u")]
        User {
            #[rowkey(time("%Y%m%d", floor))]
            at: jiff::Timestamp,
        },
    }
}

fn main() {}
