// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod day_twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%Y%m%j"))]
        at: jiff::civil::DateTime,
    }
}

mod div_of_a_date {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(at.div(7))))]
    struct Key {
        #[rowkey(time("%F"))]
        at: jiff::civil::Date,
    }
}

mod hour_of_a_date {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%Y-%m-%d %H"))]
        at: time::Date,
    }
}

mod modulo_of_a_date {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(modulo, buckets = 6, of(at)))]
    struct Key {
        #[rowkey(time("%F"))]
        at: jiff::civil::Date,
    }
}

mod unit_twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%F %d"))]
        at: jiff::civil::DateTime,
    }
}

mod view_of_a_plain_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(at.year_month)))]
    struct Key {
        at: u64,
    }
}

mod view_of_minutes {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(at.div(60_000).year)))]
    struct Key {
        #[reverse_ts]
        at: i64,
    }
}

mod view_of_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(at.year_month)))]
    struct Key {
        #[rowkey(len(16))]
        at: String,
    }
}

fn main() {}
