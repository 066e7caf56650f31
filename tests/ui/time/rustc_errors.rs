// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod count_of_i32 {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time(secs))]
        at: i32,
    }
}

mod own_zone {
    use chrono::{FixedOffset, LocalResult, NaiveDate, NaiveDateTime, TimeZone};
    use rowkey::RowKey;

    /// Such as `chrono::Local`.
    #[derive(Clone)]
    struct Here;

    impl TimeZone for Here {
        type Offset = FixedOffset;

        fn from_offset(_: &FixedOffset) -> Self {
            Self
        }

        fn offset_from_local_date(&self, _: &NaiveDate) -> LocalResult<FixedOffset> {
            LocalResult::None
        }

        fn offset_from_local_datetime(&self, _: &NaiveDateTime) -> LocalResult<FixedOffset> {
            LocalResult::None
        }

        fn offset_from_utc_date(&self, _: &NaiveDate) -> FixedOffset {
            FixedOffset::east_opt(0).unwrap()
        }

        fn offset_from_utc_datetime(&self, _: &NaiveDateTime) -> FixedOffset {
            FixedOffset::east_opt(0).unwrap()
        }
    }

    #[derive(RowKey)]
    struct Key {
        at: chrono::DateTime<Here>,
        since: Option<chrono::DateTime<Here>>,
    }
}

mod pattern_on_an_integer {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%F"))]
        at: i64,
    }
}

mod pattern_on_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%F"))]
        at: String,
    }
}

mod range_of_unordered {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%d.%m.%Y"), allow(unordered))]
        at: jiff::civil::Date,
    }

    fn main() {
        let from = jiff::civil::date(2017, 12, 1);
        let _ = Key::scan().at(from..);
    }
}

mod zone_in_a_pattern {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%F"))]
        at: jiff::ZonedDateTime,
        #[reverse_ts]
        since: chrono::DateTime<chrono::FixedOffset>,
    }
}

fn main() {}
