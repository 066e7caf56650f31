// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod floor_and_exact {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[reverse_ts(millis, floor, exact)]
        at: i64,
        #[reverse_ts(floor)]
        since: i64,
        #[reverse_ts(millis, offset = "+08:00")]
        until: i64,
    }
}

mod with_pad {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%F"), pad(10))]
        at: jiff::civil::Date,
    }
}

mod with_reverse_ts {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(reverse_ts, time(secs))]
        at: i64,
    }
}

mod rule_without_its_unit {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time(exact))]
        at: i64,
    }
}

fn main() {}
