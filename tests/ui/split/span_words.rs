// Each module is one mistake.
#![allow(unused)]

mod no_regions {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(span("2020".."2040")), allow(hot))]
    struct Key {
        #[rowkey(time(secs))]
        at: i64,
    }
}

mod no_span {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span("2020")), allow(hot))]
    struct Key {
        #[rowkey(time(secs))]
        at: i64,
    }
}

mod with_keys {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span("2020".."2040"), after = "|"), allow(hot))]
    struct Key {
        #[rowkey(time(secs))]
        at: i64,
    }
}

mod with_its_end {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span("2020"..="2024")), allow(hot))]
    struct Key {
        #[rowkey(time(secs))]
        at: i64,
    }
}

mod with_one_end {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span("2021"..)), allow(hot))]
    struct Since {
        #[rowkey(time(secs))]
        at: i64,
    }

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span(.."2030")), allow(hot))]
    struct Until {
        #[rowkey(time(secs))]
        at: i64,
    }
}

mod with_a_comma {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span("2020", "2024")), allow(hot))]
    struct Key {
        #[rowkey(time(secs))]
        at: i64,
    }
}

mod of_numbers {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, span(2020..2024)), allow(hot))]
    struct Key {
        #[rowkey(time(secs))]
        at: i64,
    }
}

fn main() {}
