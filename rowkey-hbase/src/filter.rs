//! Filters that the region servers apply before a row is sent.

use prost::Message;
use std::sync::Arc;

use crate::thrift2::TScan;

/// What a scan leaves out.
#[derive(Clone, Debug)]
pub(crate) enum Filter {
    /// Nothing.
    None,
    /// All values: rows are only counted.
    Values,
    /// The rows that no pattern fits: a serialized `FuzzyRowFilter`. HBase's language of filters does not know it, and
    /// the gateway takes it in place of a text, not beside one.
    Fuzzy(Vec<u8>),
    /// What a text of the user's leaves out.
    Text(Arc<str>),
    /// The same, and of the other rows all values.
    TextAndValues(Arc<str>),
}

impl Filter {
    pub(crate) fn set(&self, scan: &mut TScan) {
        match self {
            Self::None => {}
            Self::Values => scan.filter_string = Some(b"FirstKeyOnlyFilter() AND KeyOnlyFilter()".to_vec()),
            Self::Fuzzy(filter) => scan.filter_bytes = Some(filter.clone()),
            Self::Text(text) => scan.filter_string = Some(text.as_bytes().to_vec()),
            Self::TextAndValues(text) => {
                scan.filter_string = Some(format!("({text}) AND KeyOnlyFilter()").into_bytes());
            }
        }
    }

    /// Whether rows come without their values.
    pub(crate) const fn is_of_keys(&self) -> bool {
        matches!(self, Self::Values | Self::TextAndValues(_))
    }

    /// The text of the user's.
    pub(crate) const fn text(&self) -> Option<&Arc<str>> {
        match self {
            Self::Text(text) | Self::TextAndValues(text) => Some(text),
            Self::None | Self::Values | Self::Fuzzy(_) => None,
        }
    }

    /// The filter for the pairs of [`fuzzy`](rowkey_core::ScanPlan::fuzzy), without the bytes at their ends that may be
    /// any; `None` where some pair is nothing but such bytes.
    pub(crate) fn fuzzy(pairs: &[(Vec<u8>, Vec<u8>)]) -> Option<Self> {
        let cut = |(pattern, mask): &(Vec<u8>, Vec<u8>)| {
            let width = mask.iter().rposition(|&any| any == 0)? + 1;
            Some(BytesBytesPair { first: pattern[..width].into(), second: mask[..width].into() })
        };
        let fuzzy_keys_data = pairs.iter().map(cut).collect::<Option<_>>()?;
        let filter = FuzzyRowFilter { fuzzy_keys_data }.encode_to_vec();
        let name = "org.apache.hadoop.hbase.filter.FuzzyRowFilter".into();
        Some(Self::Fuzzy(Named { name, filter }.encode_to_vec()))
    }
}

/// `Filter` of HBase's `Filter.proto`.
#[derive(Message)]
struct Named {
    #[prost(string, required, tag = "1")]
    name: String,
    #[prost(bytes = "vec", required, tag = "2")]
    filter: Vec<u8>,
}

/// Of `Filter.proto`.
#[derive(Message)]
struct FuzzyRowFilter {
    #[prost(message, repeated, tag = "1")]
    fuzzy_keys_data: Vec<BytesBytesPair>,
}

/// Of `HBase.proto`.
#[derive(Message)]
struct BytesBytesPair {
    #[prost(bytes = "vec", required, tag = "1")]
    first: Vec<u8>,
    #[prost(bytes = "vec", required, tag = "2")]
    second: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_end_with_their_last_given_byte() {
        let pair = |pattern: &[u8], mask: &[u8]| (pattern.to_vec(), mask.to_vec());
        let Some(Filter::Fuzzy(bytes)) = Filter::fuzzy(&[pair(&[0, 7, 0, 0], &[1, 0, 0, 1])]) else { panic!() };
        let named = Named::decode(bytes.as_slice()).unwrap();
        assert_eq!(named.name, "org.apache.hadoop.hbase.filter.FuzzyRowFilter");
        // Field 1, 10 bytes: field 1, the pattern; field 2, the mask.
        assert_eq!(named.filter, [0x0A, 10, 0x0A, 3, 0, 7, 0, 0x12, 3, 1, 0, 0]);
        assert!(Filter::fuzzy(&[pair(&[7], &[0]), pair(&[0], &[1])]).is_none());
    }
}
