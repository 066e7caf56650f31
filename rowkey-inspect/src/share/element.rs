//! The bytes of the salt's label and of the element that leads a key behind it.

use super::Explain;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rowkey_core::salt::Label;
use rowkey_core::split::to_short_string_binary;
use rowkey_core::{ElementKind, Kind, Layout};

/// The bucket of a key by its label; `None` if the key does not have one.
pub(super) fn bucket_of(layout: &Layout, key: &[u8]) -> Option<usize> {
    let label = layout.salt()?.label();
    let at = layout.prefix().len();
    let bytes = key.get(at..at + label.width())?;
    let digits = |radix| usize::from_str_radix(std::str::from_utf8(bytes).ok()?, radix).ok();
    match label {
        Label::Digits(_) => digits(10),
        Label::Hex(_) => digits(16),
        Label::Bytes(_) => None,
        _ => usize::try_from(bytes.iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte))).ok(),
    }
}

/// The element that decides first, behind the prefix and the salt, where a row lies: the first field, or the tag of an enum.
pub(crate) struct LeadingElement {
    name: &'static str,
    offset: usize,
    /// `None` if only the codec finds the end.
    width: Option<usize>,
    separator: &'static [u8],
    /// The kinds that the tag tells.
    kinds: &'static [Kind],
}

impl LeadingElement {
    pub(crate) fn of(layout: &'static Layout) -> Self {
        Self::of_tag(layout).unwrap_or_else(|| Self::of_field(layout))
    }

    /// The tag of an enum, if tags of one width stand right behind the salt.
    fn of_tag(layout: &'static Layout) -> Option<Self> {
        let place = |kind: &Kind| {
            let tag = kind.layout().elements().find(|element| matches!(element.kind(), ElementKind::Tag(_)))?;
            Some((tag.offset()?, tag.width().0))
        };
        let kinds = layout.kinds();
        let (offset, width) = place(kinds.first()?)?;
        let stands_first =
            offset <= layout.fields_at() && kinds.iter().all(|kind| place(kind) == Some((offset, width)));
        stands_first.then_some(Self { name: "kind", offset, width: Some(width), separator: b"", kinds })
    }

    fn of_field(layout: &'static Layout) -> Self {
        let Some(field) = layout.fields().first() else {
            return Self { name: "", offset: 0, width: Some(0), separator: b"", kinds: &[] };
        };
        let (offset, separator) = (layout.fields_at(), field.separator());
        Self { name: field.name(), offset, width: field.language().fixed_width(), separator, kinds: &[] }
    }

    pub(crate) const fn name(&self) -> &'static str {
        self.name
    }

    /// The bytes of the element in a key; `None` if only its codec finds them.
    pub(super) fn in_key<'k>(&self, key: &'k [u8]) -> Option<&'k [u8]> {
        self.width.map(|width| key.get(self.offset..self.offset + width).unwrap_or_default())
    }

    /// The start of a region, as short as a person reads it: the bucket or the value that the split key begins with, or its bytes.
    pub(super) fn name_start(&self, layout: &Layout, split_key: &[u8], explain: &Explain) -> String {
        let label_end = layout.salt().map(|salt| layout.prefix().len() + salt.label().width());
        let buckets = layout.salt().and_then(|salt| salt.buckets()).unwrap_or(0) as usize;
        let bucket = bucket_of(layout, split_key).filter(|&it| it < buckets && label_end == Some(split_key.len()));
        let value = self.in_key(split_key).filter(|value| !value.is_empty() && label_end.is_none());
        match (bucket, value) {
            (Some(bucket), _) => format!("bucket {bucket}"),
            (None, Some(value)) => self.show(value, explain),
            (None, None) => to_short_string_binary(split_key),
        }
    }

    /// The element as a person reads it: the value, or the name of the kind.
    pub(super) fn show(&self, bytes: &[u8], explain: &Explain) -> String {
        if let Some(kind) = self.kinds.iter().find(|kind| bytes.ends_with(kind.tag())) {
            return kind.name().to_owned();
        }
        // The value of an element does not depend on the elements before it, which have a fixed width.
        let explained = explain(&[&vec![0; self.offset], bytes, self.separator].concat());
        let value = explained.parts().iter().find(|part| part.name() == self.name).and_then(|part| part.value().ok());
        value.map_or_else(|| to_short_string_binary(bytes), short_time)
    }
}

/// Of a time, `1512101400000 (2017-12-01T04:10:00Z)`, only the time, to the minute if that is all of it.
fn short_time(value: &str) -> String {
    let Some(time) = value.split_once(" (").and_then(|(_, time)| time.strip_suffix(')')) else {
        return value.to_owned();
    };
    match time.parse::<Timestamp>() {
        Ok(at) if at.as_second() % 60 == 0 && at.subsec_nanosecond() == 0 => {
            at.to_zoned(TimeZone::UTC).strftime("%Y-%m-%d %H:%M").to_string()
        }
        Ok(_) => time.to_owned(),
        Err(_) => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowkey::RowKey;
    use rowkey_core::Explanation;

    #[derive(RowKey)]
    #[rowkey(prefix = "t/", salt(of(id), buckets = 40, hex(2)))]
    struct Hex {
        id: u32,
    }

    #[derive(RowKey)]
    #[rowkey(salt(of(id), buckets = 300))]
    struct Binary {
        id: u32,
    }

    #[test]
    fn times_are_short() {
        let shown = ["1512101400000 (2017-12-01T04:10:00Z)", "7 (1970-01-01T00:00:00.007Z)", "\"a (b)\"", "3 (x)"]
            .map(short_time);
        assert_eq!(shown, ["2017-12-01 04:10", "1970-01-01T00:00:00.007Z", "\"a (b)\"", "3 (x)"]);
    }

    #[test]
    fn a_bucket_is_read_in_each_form_of_its_label() {
        let shown = |explanation: Explanation| {
            explanation
                .parts()
                .iter()
                .find_map(|it| it.value().ok()?.strip_prefix("bucket ")?.split(' ').next()?.parse().ok())
        };
        for id in 0..500 {
            let (hex, binary) = (Hex { id }.encode().unwrap(), Binary { id }.encode().unwrap());
            assert_eq!(bucket_of(Hex::LAYOUT, &hex), shown(Hex::explain(&hex)));
            assert_eq!(bucket_of(Binary::LAYOUT, &binary), shown(Binary::explain(&binary)));
        }
        assert_eq!(bucket_of(Hex::LAYOUT, b"t/"), None);
    }
}
