// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod words {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers)]
    #[rowkey(answers())]
    #[rowkey(answers(; buckets))]
    #[rowkey(answers(phon))]
    #[rowkey(answers(phone, phone))]
    #[rowkey(answers(at = 5))]
    #[rowkey(answers(phone, at in 1..5))]
    #[rowkey(answers(phone, at in))]
    #[rowkey(answers(phone, at in ..=5))]
    #[rowkey(answers(phone, buckets))]
    #[rowkey(answers(phone; bucket))]
    #[rowkey(answers(phone;))]
    #[rowkey(answers(phone, at.divv(60)))]
    #[rowkey(answers(phone, at.div(60) in ..))]
    #[rowkey(answers(phone, at.div(60) = 5))]
    #[rowkey(answers(at.div(60), at))]
    struct Call {
        phone: u64,
        at: i64,
    }
}

mod skipped_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(note, at in ..))]
    struct Call {
        phone: u64,
        at: i64,
        #[rowkey(skip)]
        note: u32,
    }
}

mod queries_in_parentheses {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers((phone), (phone, at in ..)))]
    struct Call {
        phone: u64,
        at: i64,
    }
}

mod ranges_without_in {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(answers(phone, at..))]
    #[rowkey(answers(phone starts_with))]
    #[rowkey(answers(starts_with(phone)))]
    struct Call {
        #[rowkey(pad(20))]
        phone: String,
        at: i64,
    }
}

mod field_of_a_nested_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Place {
        country: u16,
        city: u32,
    }

    #[derive(RowKey)]
    #[rowkey(answers(place.country))]
    struct Shop {
        place: Place,
        id: u32,
    }
}

fn main() {}
