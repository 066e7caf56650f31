// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod a_count {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%s"))]
        at: jiff::Timestamp,
    }
}

mod a_name {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%Y %B %d"))]
        at: jiff::civil::DateTime,
    }
}

mod a_zone {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%F %T %Z"))]
        at: jiff::Timestamp,
    }
}

mod bad_offset {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%F %R", offset = "+8", exact))]
        at: jiff::Timestamp,
    }
}

mod bare_instants {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        at: jiff::Timestamp,
        since: Option<chrono::DateTime<chrono::Utc>>,
        other: time::OffsetDateTime,
        lasted: std::time::Duration,
        clock: std::time::SystemTime,
    }
}

mod blanks {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%Y-%m-%e"))]
        at: jiff::civil::DateTime,
    }
}

mod civil_without_attribute {
    use rowkey::RowKey;

    type When = jiff::civil::DateTime;

    #[derive(RowKey)]
    struct Key {
        at: When,
        day: chrono::NaiveDate,
        other: time::PrimitiveDateTime,
    }
}

mod dead_region {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys("2017-13", "2018")), allow(hot))]
    struct Key {
        #[rowkey(time("%Y-%m-%d"))]
        at: jiff::civil::Date,
    }
}

mod empty {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time(""))]
        at: jiff::civil::Date,
    }
}

mod even_regions {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4), allow(hot))]
    struct Key {
        #[rowkey(time("%F"))]
        at: jiff::civil::Date,
    }
}

mod finer_than_its_unit {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[reverse_ts]
        at: jiff::Timestamp,
    }

    #[derive(RowKey)]
    struct Seconds {
        #[rowkey(time(secs), desc)]
        at: chrono::DateTime<chrono::Utc>,
        #[rowkey(time("%F %T", offset = "+08:00"))]
        east: time::OffsetDateTime,
        #[rowkey(time("%Y%m"))]
        month: chrono::NaiveDate,
    }

    #[derive(RowKey)]
    struct Text {
        #[rowkey(time(micros), digits(16))]
        at: jiff::Timestamp,
        #[rowkey(time("%F"), digits(10))]
        day: jiff::civil::Date,
    }
}

mod flag {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%Y-%02m-%d"))]
        at: jiff::civil::DateTime,
    }
}

mod gap {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%Y %H"))]
        at: jiff::civil::DateTime,
    }
}

mod lone_percent {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%Y%"))]
        at: jiff::civil::DateTime,
    }
}

mod no_year {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%m-%d"))]
        at: jiff::civil::Date,
    }
}

mod not_of_fixed_width {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%Y-%-m-%d"))]
        at: jiff::civil::DateTime,
    }
}

mod not_ordered {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%d.%m.%Y", exact))]
        at: jiff::civil::DateTime,
    }
}

mod not_ordered_desc {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%m-%Y", exact), desc)]
        at: chrono::NaiveDate,
    }
}

mod offset_of_a_day {
    use rowkey::RowKey;
    use rowkey::codec::{Pattern, Strftime};

    enum Far {}

    impl Pattern for Far {
        const PATTERN: &'static str = "%F";
        const OFFSET: Option<i32> = Some(24 * 60);
    }

    #[derive(RowKey)]
    struct Key {
        #[rowkey(with = Strftime<Far>)]
        at: jiff::Timestamp,
    }
}

mod offset_on_a_civil_type {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%F %R", offset = "+08:00", floor))]
        at: chrono::NaiveDateTime,
    }
}

mod open_text_before_a_literal {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(chars("a-z"))]
        host: String,
        #[rowkey(time("-%F"))]
        at: jiff::civil::Date,
    }
}

mod several {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%Y-%d"))]
        a: jiff::civil::Date,
        #[rowkey(time("%H:%M"))]
        b: jiff::civil::DateTime,
    }
}

mod too_few_years {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 16_384, of(at.year)))]
    struct Key {
        #[rowkey(time("%F"))]
        at: jiff::civil::Date,
    }
}

mod twelve_hours {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%F %I:%M %p"))]
        at: jiff::civil::DateTime,
    }
}

mod unit_of_no_nanoseconds {
    use rowkey::RowKey;
    use rowkey::codec::{Counted, ReverseTs};

    #[derive(RowKey)]
    struct Key {
        #[rowkey(with = Counted<7>)]
        at: i64,
        #[rowkey(with = ReverseTs<0>)]
        since: i64,
    }
}

mod unknown_century {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%y%m%d"))]
        at: jiff::civil::DateTime,
    }
}

mod unknown_directive {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%Y%m%ä"))]
        at: jiff::civil::DateTime,
    }
}

mod width_that_differs {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%F %T.%f"))]
        at: jiff::civil::DateTime,
    }
}

mod zoned {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        at: jiff::ZonedDateTime,
        since: chrono::DateTime<chrono::FixedOffset>,
    }
}

mod year_of_weeks {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%G-W%V"))]
        week: jiff::civil::Date,
    }
}

fn main() {}
