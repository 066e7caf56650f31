// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod after_a_range {
    use rowkey::{RowKey, starts_with};

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone(starts_with("133")).kind(1);
    }
}

mod after_the_last {
    use rowkey::{RowKey, one_of};

    #[derive(RowKey)]
    struct Call {
        phone: u64,
        kind: u16,
    }

    fn main() {
        let _ = Call::scan().phone(1).kind(2).kind(3);
        let _ = Call::scan().kind(1..).phone(1);
        let _ = Call::scan().phone(1..).kind(one_of([1]));
    }
}

mod earlier_after_later {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone("1").kind(1).phone("2");
    }
}

mod field_that_is_none {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phon("1");
    }
}

mod filter_on_none {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        phone: u64,
        kind: u16,
    }

    fn main() {
        let _ = Call::scan().phone(1).filter_knd(5);
        let _ = Call::scan().phone(1).filter_size(5);
    }
}

mod later_before_earlier {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().at(5);
        let _ = Call::scan().at(5).kind(1);
    }
}

mod range_on_decimal {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(decimal)]
        seconds: u32,
    }

    fn main() {
        let _ = Key::scan().seconds(1..);
    }
}

mod range_on_raw {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(raw)]
        degrees: i32,
    }

    fn main() {
        let _ = Key::scan().degrees(1..);
    }
}

mod range_on_reverse_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(reverse_text)]
        user: String,
    }

    fn main() {
        let _ = Key::scan().user("a".to_owned()..);
    }
}

mod range_on_unordered {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Line {
        #[rowkey(pad(8, with = b'0', left), chars("1-9"), allow(unordered))]
        id: String,
        at: i64,
    }

    fn main() {
        let _ = Line::scan().id("1".."5");
        let _ = Line::scan().id(..);
    }
}

mod start_behind_an_alias {
    use rowkey::{RowKey, starts_with};

    type Millis = i64;

    #[derive(RowKey)]
    struct Key {
        at: Millis,
    }

    fn main() {
        let _ = Key::scan().at(starts_with("2"));
    }
}

mod start_of_a_number {
    use rowkey::{RowKey, starts_with};

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone("1").kind(starts_with("2"));
    }
}

mod start_of_a_time {
    use rowkey::{RowKey, starts_with};

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone("1").kind(1).at(starts_with("2"));
    }
}

mod start_of_reverse_text {
    use rowkey::{RowKey, starts_with};

    #[derive(RowKey)]
    struct Key {
        #[rowkey(reverse_text)]
        user: String,
    }

    fn main() {
        let _ = Key::scan().user(starts_with("a"));
    }
}

mod start_of_text_padded_on_the_left {
    use rowkey::{RowKey, starts_with};

    #[derive(RowKey)]
    struct Key {
        #[rowkey(pad(8, with = b'0', left), chars("1-9"), allow(unordered))]
        user: String,
    }

    fn main() {
        let _ = Key::scan().user(starts_with("1"));
    }
}

mod start_that_is_no_text {
    use rowkey::{RowKey, starts_with};

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone(starts_with(13));
    }
}

mod wrong_filter {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().filter_kind("2");
    }
}

mod wrong_optional {
    use rowkey::{If, RowKey, one_of, starts_with};

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone(Some("133"));
        let _ = Call::scan().phone(If(Some(133)));
        let _ = Call::scan().phone("133").kind(If(Some("1"..)));
        let _ = Call::scan().phone(If(Some(one_of("133"))));
        let _ = Call::scan().phone(If(Some(starts_with(133))));
        let _ = Call::scan().kind(If(Some(1)));
    }
}

mod without_if {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        phone: u64,
        at: i64,
    }

    fn main() {
        let (since, mut scan) = (Some(5), Call::scan().phone(1));
        if let Some(since) = since {
            scan = scan.at(since..);
        }
        let _ = scan.at(since);
    }
}

mod wrong_range {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone("1").kind("a".."b");
    }
}

mod wrong_value {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone(13362666677u64);
    }
}

mod wrong_value_among_several {
    use rowkey::{RowKey, one_of};

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone(one_of([1u8, 2]));
    }
}

mod wrong_value_of_a_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        #[salt(xor, buckets = 6)]
        #[pad(20)]
        phone: String,
        kind: u16,
        #[reverse_ts]
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone("1").kind("2");
    }
}

mod order_of_no_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        phone: u64,
        at: i64,
    }

    #[derive(RowKey)]
    struct Reading {
        device: u64,
        metric: u8,
        at: i64,
    }

    fn main() {
        let plan = || Reading::scan().plan().unwrap();
        let _ = plan().distinct(Reading::fields().metrik);
        let _ = plan().distinct("metric");
        let _ = plan().sorted_by(Call::fields().at);
    }
}

fn main() {}

mod optional_among_several {
    use rowkey::{If, RowKey, one_of, starts_with};

    #[derive(RowKey)]
    struct Call {
        #[pad(20)]
        phone: String,
        kind: u16,
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone(one_of([If(Some("133")), If(None)]));
        let _ = Call::scan().phone("133").kind(one_of([If(Some(1..2)), If(None)]));
        let _ = Call::scan().filter_phone(one_of([one_of([If(Some(starts_with("1")))])]));
        let _ = Call::scan().filter_at(one_of([If(None::<i64>)]));
    }
}

mod times_of_a_number {
    use rowkey::{RowKey, made};

    #[derive(RowKey)]
    struct Call {
        phone: u64,
        at: i64,
    }

    fn main() {
        let _ = Call::scan().phone(1).at(made(jiff::Timestamp::UNIX_EPOCH..));
    }
}

mod start_of_text_that_a_codec_pads_on_the_left {
    use rowkey::codec::Pad;
    use rowkey::{RowKey, starts_with};

    type Padded = Pad<8, 0, true>;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(with = Padded, allow(unordered))]
        name: String,
    }

    fn main() {
        let _ = Key::scan().name("a");
        let _ = Key::scan().filter_name(starts_with("a"));
        let _ = Key::scan().name(starts_with("a"));
    }
}

mod a_setting_of_the_planner_after_the_plan {
    use rowkey::{RowKey, ScanError, ScanPlan};

    #[derive(RowKey)]
    struct Call {
        #[salt(buckets = 6)]
        phone: u64,
        at: i64,
    }

    fn main() -> Result<(), ScanError> {
        let plan = Call::scan().phone(1).plan()?.bucket(3);
        let plan = Call::scan().phone(1).plan()?.limit(3).max_ranges(7);
        let plan: ScanPlan = Call::scan().phone(1).plan()?.into_untyped();
        plan.bucket(3);
        Ok(())
    }
}

mod value_of_an_optional_field {
    use rowkey::{If, RowKey};

    #[derive(RowKey)]
    struct Task {
        parent: Option<u32>,
        id: u32,
    }

    fn main() {
        let owner: Option<u32> = None;
        let _ = Task::scan().parent(7u32).plan();
        let _ = Task::scan().parent(If(owner)).plan();
        let _ = Task::scan().parent(If(owner.map(Some))).plan();
        let _ = Task::scan().parent(Some(7)..).plan();
    }
}

mod value_of_another_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Task {
        id: u64,
    }

    fn main() {
        let _ = Task::scan().id(7u32).plan();
    }
}

mod bound_in_a_secondary_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(ByKind(phone, kind, at)))]
    struct Call {
        phone: u64,
        at: i64,
        kind: u16,
    }

    fn main() {
        let _ = Call::scan().phone(1).kind(2);
    }
}
