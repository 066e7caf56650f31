// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod field_in_the_way {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(phone, at in ..))]
    struct Call {
        phone: u64,
        kind: u8,
        at: i64,
    }
}

mod first_field_in_the_way {
    use rowkey::RowKey;

    // The second one is answered.
    #[derive(RowKey)]
    #[rowkey(answers(kind), answers(phone, kind))]
    struct Call {
        phone: u64,
        kind: u8,
        at: i64,
    }
}

mod range_in_the_way {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(at in .., phone))]
    struct Call {
        at: i64,
        phone: u64,
    }
}

mod two_ranges {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(at in .., phone in ..))]
    struct Call {
        at: i64,
        phone: u64,
    }
}

mod computed_element_in_the_way {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(device))]
    struct Reading {
        #[rowkey(element(at.div(3_600), bytes(4)))]
        device: u32,
        at: u32,
    }
}

mod computed_element_of_a_range {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(device, at in ..))]
    struct Reading {
        device: u32,
        #[rowkey(element(at.div(3_600), bytes(4)))]
        at: u32,
    }
}

mod in_a_secondary_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(ByKind(kind, at, phone; answers(kind, phone))))]
    struct Call {
        phone: u64,
        kind: u8,
        at: i64,
    }
}

mod beside_a_secondary_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(ByAt(at, phone)), answers(at in ..))]
    struct Call {
        phone: u64,
        at: i64,
    }
}

mod text_without_end {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(name))]
    struct Page {
        site: u32,
        name: String,
    }
}

mod borrowed_text_without_end {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(name))]
    struct Page<'a> {
        site: u32,
        name: &'a str,
    }
}

mod decimal_that_does_not_end {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(number))]
    struct Page {
        site: u32,
        #[rowkey(decimal)]
        number: u64,
    }
}

mod ordered_code {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(encoding = ordered_code)]
    #[rowkey(answers(name, kind))]
    struct Page {
        site: String,
        kind: u8,
        name: String,
    }
}

mod tuple {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple, prefix = "p")]
    #[rowkey(answers(name, kind))]
    struct Page {
        site: String,
        kind: u8,
        name: Vec<u8>,
    }
}

mod texts_with_separators {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "/")]
    #[rowkey(answers(name, kind))]
    struct Page {
        #[rowkey(chars("a-z"))]
        site: String,
        kind: u8,
        #[rowkey(chars("a-z"))]
        name: String,
    }
}

mod tuple_struct {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(2))]
    struct Call(u64, u8, i64);
}

mod salt_of_a_range {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(phone in ..))]
    struct Call {
        #[salt(buckets = 16)]
        phone: u64,
        at: i64,
    }
}

mod salt_of_the_rest {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(of(..), buckets = 16), answers(phone))]
    struct Call {
        phone: u64,
        at: i64,
    }
}

mod older_salt {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(phone))]
    struct Call {
        #[salt(buckets = 16, was(4))]
        phone: u64,
        at: i64,
    }
}

mod too_many_labels {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(phone in ..; buckets))]
    struct Call {
        #[salt(md5, hex(8))]
        phone: u64,
        at: i64,
    }
}

mod range_without_an_order {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(seconds in ..))]
    struct Call {
        #[rowkey(decimal, separator = "/")]
        seconds: u32,
        at: i64,
    }
}

mod two_zeros {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(level))]
    struct Reading {
        level: f64,
        at: i64,
    }
}

mod two_zeros_before_a_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(level, at))]
    struct Reading {
        level: f64,
        at: i64,
    }
}

mod float_inside {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(level in ..))]
    struct Reading {
        level: Option<f64>,
        at: i64,
    }
}

mod nested_key_of_both_orders {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Version {
        number: u32,
        #[rowkey(desc)]
        at: u32,
    }

    #[derive(RowKey)]
    #[rowkey(answers(version in ..))]
    struct Edit {
        version: Version,
        user: u32,
    }
}

mod text_read_from_the_end {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(host))]
    struct Event {
        #[rowkey(allow(unordered))]
        host: String,
        at: u64,
    }
}

// A secondary key that begins with the time would be an error in such a table.
mod time_in_a_table_of_many_servers {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = hbase, answers(at in ..))]
    struct Event {
        device: u32,
        #[rowkey(time(secs))]
        at: i64,
    }
}

// The field has its own error, and the query has none.
mod field_with_its_own_error {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(at))]
    struct Event {
        host: String,
        at: u64,
    }
}

// The answer is a secondary key with a salt, in every bucket.
mod time_in_a_salted_table {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(store = bigtable, answers(at in ..))]
    struct Event {
        #[salt(buckets = 16)]
        device: u32,
        #[rowkey(time(secs))]
        at: i64,
    }

    // The salt shows that the table has regions.
    #[derive(RowKey)]
    #[rowkey(answers(1 in ..))]
    struct Unnamed(#[salt(buckets = 16)] u32, #[rowkey(time(secs))] i64);
}

mod range_of_a_view {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 16, of(caller, at.year_month)), answers(caller, at in ..))]
    struct Call {
        caller: u64,
        #[rowkey(time(millis))]
        at: i64,
    }
}

mod view_with_several_buckets {
    use rowkey::RowKey;

    // The second one is answered.
    #[derive(RowKey)]
    #[rowkey(salt(buckets = 16, of(caller, at.year_month_day)))]
    #[rowkey(answers(caller, at.year_month), answers(caller, at.hour))]
    struct Call {
        caller: u64,
        #[rowkey(time(millis))]
        at: i64,
    }
}

mod view_with_several_elements {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(device, at.year))]
    struct Reading {
        #[rowkey(element(at.year_month))]
        device: u32,
        #[reverse_ts]
        at: i64,
    }
}

mod view_of_a_field_after_another {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(at.year_month))]
    struct Call {
        caller: u64,
        #[rowkey(time(millis))]
        at: i64,
    }
}

mod views_that_are_no_range {
    use rowkey::RowKey;

    // A count whose unit is not known has no year.
    #[derive(RowKey)]
    #[rowkey(answers(phone.last(4)), answers(phone.first(3)), answers(phone.div(60)))]
    #[rowkey(answers(phone, at.year))]
    struct Call {
        #[pad(11)]
        phone: String,
        at: i64,
    }
}

fn main() {}
