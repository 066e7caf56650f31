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

fn main() {}
