//! The bytes of the salt's label and of the first element after it.

use super::Explain;
use data_encoding::HEXLOWER;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rowkey_core::salt::Label;
use rowkey_core::split::to_short_string_binary;
use rowkey_core::{ElementKind, Explanation, Layout};
use serde_json::Value;

/// Returns the bucket of a key by its label, or `None` if the key has no label.
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

/// The first element after the prefix and the salt: the first field, or the record type of an enum.
pub(crate) struct LeadingElement {
    name: &'static str,
    offset: usize,
    end: End,
    separator: &'static [u8],
}

/// The way to find the element in a key.
enum End {
    /// It has a fixed width.
    Width(usize),
    /// Only its codec finds its end.
    Codec,
    /// It is the record type, identified by one of these tags. A key with another tag is of the type for all other
    /// keys.
    Tags(Vec<(Vec<u8>, String)>),
    /// It is the record type, identified by the rest of the key.
    Untagged,
}

/// The name of the record type for all other keys.
const OTHER: &str = "other";

impl LeadingElement {
    pub(crate) fn of(layout: &'static Layout) -> Self {
        Self::of_kind(layout).unwrap_or_else(|| Self::of_field(layout))
    }

    /// Returns the record type as the leading element, if its tag follows the prefix, or if the rest of the key
    /// identifies it.
    fn of_kind(layout: &'static Layout) -> Option<Self> {
        // The last field of an enum represents the rest of its keys.
        if layout.record_types().is_empty() || layout.fields().len() > 1 {
            return None;
        }
        let tags = tags(layout);
        let offset = tags.iter().map(|(offset, ..)| *offset).next().unwrap_or(0);
        let end = match layout.record_types().iter().all(|kind| !kind.tag().is_empty()) {
            true => End::Tags(tags.into_iter().map(|(_, tag, name)| (tag, name)).collect()),
            false => End::Untagged,
        };
        Some(Self { name: "kind", offset, end, separator: b"" })
    }

    fn of_field(layout: &'static Layout) -> Self {
        let Some(field) = layout.fields().first() else {
            return Self { name: "", offset: 0, end: End::Width(0), separator: b"" };
        };
        let (offset, separator) = (layout.fields_at(), field.separator());
        let end = field.language().fixed_width().map_or(End::Codec, End::Width);
        Self { name: field.name(), offset, end, separator }
    }

    pub(crate) const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the bytes of the element in a key, or the name of the record type. `None` if only
    /// [`explained`](Self::explained) finds it.
    pub(super) fn in_key<'k>(&'k self, key: &'k [u8]) -> Option<&'k [u8]> {
        match &self.end {
            End::Width(width) => Some(key.get(self.offset..self.offset + width).unwrap_or_default()),
            End::Tags(tags) => {
                let rest = key.get(self.offset..).unwrap_or_default();
                let known = tags.iter().find(|(tag, _)| rest.starts_with(tag));
                Some(known.map_or(OTHER, |(_, name)| name).as_bytes())
            }
            End::Codec | End::Untagged => None,
        }
    }

    /// Returns the same bytes from the explanation of a key.
    pub(super) fn explained(&self, key: &Explanation) -> Option<Vec<u8>> {
        match self.end {
            // The first line is `6 bytes as Place::Town`.
            End::Untagged => Some(key.to_string().lines().next()?.rsplit(':').next()?.as_bytes().to_vec()),
            _ => key.parts().iter().find(|part| part.name() == self.name).map(|part| part.bytes().to_vec()),
        }
    }

    /// Names a region by its split key: by a bucket, a record type or a value if the split key is exactly that,
    /// otherwise by its bytes.
    pub(super) fn name_start(&self, layout: &Layout, split_key: &[u8], explain: &Explain) -> String {
        let label_end = layout.salt().map(|salt| layout.prefix().len() + salt.label().width());
        let buckets = layout.salt().and_then(|salt| salt.buckets()).unwrap_or(0) as usize;
        let bucket = bucket_of(layout, split_key).filter(|&it| it < buckets && label_end == Some(split_key.len()));
        let value = match (&self.end, split_key.get(self.offset..)) {
            _ if label_end.is_some() => None,
            (End::Width(_), _) => self.in_key(split_key).filter(|value| !value.is_empty()),
            (End::Tags(tags), Some(rest)) => tags.iter().find(|(tag, _)| tag == rest).map(|(_, name)| name.as_bytes()),
            _ => None,
        };
        match (bucket, value) {
            (Some(bucket), _) => format!("bucket {bucket}"),
            (None, Some(value)) => self.show(value, explain),
            (None, None) => to_short_string_binary(split_key),
        }
    }

    /// Formats the element: its value, or the name of the record type.
    pub(super) fn show(&self, bytes: &[u8], explain: &Explain) -> String {
        if let End::Tags(_) | End::Untagged = self.end {
            return String::from_utf8_lossy(bytes).into_owned();
        }
        // The value of an element does not depend on the elements before it, which have a fixed width.
        let explained = explain(&[&vec![0; self.offset], bytes, self.separator].concat());
        let value = explained.parts().iter().find(|part| part.name() == self.name).and_then(|part| part.value().ok());
        value.map_or_else(|| to_short_string_binary(bytes), short_time)
    }
}

/// Returns the tags of all record types, also older tags: the offset and the bytes of each, and the name of its record
/// type.
fn tags(layout: &Layout) -> Vec<(usize, Vec<u8>, String)> {
    let json: Value = serde_json::from_str(&layout.to_json()).unwrap_or_default();
    let mut tags = Vec::new();
    for (kind, json) in layout.record_types().iter().zip(json["record_types"].as_array().into_iter().flatten()) {
        let tag = kind.layout().elements().find_map(|element| match element.kind() {
            ElementKind::Tag(bytes) => Some((element.offset()?, bytes.to_vec())),
            _ => None,
        });
        let Some((offset, bytes)) = tag else { continue };
        let older = json["was"].as_array().into_iter().flatten().filter_map(|older| older.as_str());
        let older = older.filter_map(|older| HEXLOWER.decode(older.as_bytes()).ok());
        tags.extend([bytes].into_iter().chain(older).map(|bytes| (offset, bytes, kind.name().to_owned())));
    }
    // Longer tags first, because a tag can be the start of another.
    tags.sort_by_key(|(_, bytes, _)| std::cmp::Reverse(bytes.len()));
    tags
}

/// Shortens `1512101400000 (2017-12-01T04:10:00Z)` to `2017-12-01 04:10`, or to the text in parentheses if the time has
/// seconds.
fn short_time(value: &str) -> String {
    let Some(time) = value.split_once(" (").and_then(|(_, time)| time.strip_suffix(')')) else {
        return value.to_owned();
    };
    match time.parse::<Timestamp>() {
        Ok(at) if at.as_second() % 60 == 0 && at.subsec_nanosecond() == 0 => {
            at.to_zoned_datetime(TimeZone::UTC).strftime("%Y-%m-%d %H:%M").to_string()
        }
        Ok(_) => time.to_owned(),
        Err(_) => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowkey::RowKey;

    #[derive(RowKey, Debug)]
    #[rowkey(prefix = "t/", salt(of(id), buckets = 40, hex(2)))]
    struct Hex {
        id: u32,
    }

    #[derive(RowKey, Debug)]
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

    rowkey::laws!(Hex, Binary);
}
