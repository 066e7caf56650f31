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

fn main() {}
