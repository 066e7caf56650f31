//! A prefix of the first fields of a key, for SlateDB's filters and segments.

use rowkey_core::{Layout, RowKey};
use slatedb::{PrefixExtractor, PrefixTarget};

/// A fixed-width prefix of a key that covers its first fields. It uses [`Layout::prefix_width`] to implement SlateDB's
/// `PrefixExtractor`.
///
/// With a Bloom filter, a scan that binds these fields skips the files that do not contain them. As a segment
/// extractor, it stores the rows of each prefix in separate files. [`Layout::prefix_width`] documents why it meets
/// SlateDB's requirements.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_slatedb::{FieldPrefix, SlateStore};
/// use slatedb::object_store::memory::InMemory;
/// use slatedb::{BloomFilterPolicy, Db};
/// use std::sync::Arc;
///
/// #[derive(RowKey)]
/// struct Reading {
///     #[salt(buckets = 16)]
///     sensor: u64,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// // The label and the sensor: 9 bytes. A layout that does not have such a width does not compile.
/// const SENSOR: FieldPrefix = FieldPrefix::of_layout(Reading::LAYOUT, 1).unwrap();
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let filters = BloomFilterPolicy::new(10).with_prefix_extractor(Arc::new(SENSOR));
/// let db = Db::builder("readings", Arc::new(InMemory::new())).with_filter_policies(vec![Arc::new(filters)]);
/// let store = SlateStore::new(db.build().await?);
/// # store.close().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldPrefix {
    width: usize,
    name: Name,
}

/// The name `rowkey:` with the width in decimal. The width alone determines the extracted prefix.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Name {
    text: [u8; Name::MOST],
    length: usize,
}

impl FieldPrefix {
    /// Creates the prefix up to and including the first `fields` fields of the key type `K`. Returns `None` if the
    /// prefix is empty, or if its width varies between keys.
    #[must_use]
    pub const fn of<K: RowKey>(fields: usize) -> Option<Self> {
        Self::of_layout(K::LAYOUT, fields)
    }

    /// Creates the prefix up to and including the first `fields` fields of a layout. Returns `None` if the prefix is
    /// empty, or if its width varies between keys.
    #[must_use]
    pub const fn of_layout(layout: &Layout, fields: usize) -> Option<Self> {
        match layout.prefix_width(fields) {
            None | Some(0) => None,
            Some(width) => Some(Self { width, name: Name::of(width) }),
        }
    }

    /// Returns the width in bytes.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }
}

impl PrefixExtractor for FieldPrefix {
    /// Returns `rowkey:9` for a width of 9 bytes. SlateDB stores the name with each filter, and ignores filters with
    /// another name.
    fn name(&self) -> &str {
        self.name.as_str()
    }

    fn prefix_len(&self, target: &PrefixTarget) -> Option<usize> {
        let (PrefixTarget::Point(bytes) | PrefixTarget::Prefix(bytes)) = target;
        (bytes.len() >= self.width).then_some(self.width)
    }
}

impl Name {
    const START: &'static [u8] = b"rowkey:";
    /// The maximum length of the name: a `usize` has at most 20 digits.
    const MOST: usize = Self::START.len() + 20;

    const fn of(width: usize) -> Self {
        let mut text = [0; Self::MOST];
        let mut length = 0;
        while length < Self::START.len() {
            text[length] = Self::START[length];
            length += 1;
        }
        length += width.ilog10() as usize + 1;
        let (mut at, mut rest) = (length, width);
        while rest > 0 {
            at -= 1;
            text[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        Self { text, length }
    }

    fn as_str(&self) -> &str {
        str::from_utf8(&self.text[..self.length]).unwrap_or_default()
    }
}

impl std::fmt::Debug for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slatedb::bytes::Bytes;

    #[test]
    fn names_tell_widths_apart() {
        for width in (1..200).chain([999, 1_000, usize::MAX]) {
            assert_eq!(Name::of(width).as_str(), format!("rowkey:{width}"));
        }
    }

    /// Checks SlateDB's three conditions, for all byte strings of up to four bytes from a small alphabet.
    #[test]
    fn keeps_the_conditions_of_slatedb() {
        let mut all: Vec<Vec<u8>> = vec![vec![]];
        for from in 0..1 + 3 + 9 + 27 {
            all.extend([0, 1, 0xFF].map(|byte| [&all[from][..], &[byte]].concat()));
        }
        for width in 1..=4 {
            let prefix = FieldPrefix { width, name: Name::of(width) };
            let of_key = |key: &[u8]| prefix.prefix_len(&PrefixTarget::Point(Bytes::copy_from_slice(key)));
            let of_prefix = |key: &[u8]| prefix.prefix_len(&PrefixTarget::Prefix(Bytes::copy_from_slice(key)));
            for (asked, other) in all.iter().flat_map(|asked| all.iter().map(move |other| (asked, other))) {
                if let Some(found) = of_key(asked) {
                    assert!(found <= asked.len());
                    assert!(!other.starts_with(&asked[..found]) || of_key(other) == Some(found));
                }
                if let Some(found) = of_prefix(asked) {
                    assert!(found <= asked.len());
                    assert!(
                        !other.starts_with(asked) || of_key(other) == Some(found) && other[..found] == asked[..found]
                    );
                }
            }
            assert!(all.iter().any(|key| of_key(key).is_none()) && all.iter().any(|key| of_prefix(key).is_some()));
        }
    }
}
