//! Compares any bytes with a layout, to show what a key means or why it is not a key.

use super::versions::{InputOf, versions_of};
use crate::bytes::{Hex, Literal, padding, without_middle};
use crate::error::{DecodeError, ElementError, HexDigits};
use crate::layout::display::Region;
use crate::layout::salt::{Bucket, Salt};
use crate::layout::{ElementKind, Layout};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Bytes compared with a layout, element by element. [`RowKey::explain`](crate::RowKey::explain) returns it. Print it
/// to get a table.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct Reading {
///     #[salt(buckets = 4)]
///     device: u32,
/// }
///
/// let explanation = Reading::explain(b"\x02\0\0\0\x07");
/// assert!(explanation.error().is_none());
/// assert_eq!(explanation.region(), 2);
/// let device = &explanation.parts()[1];
/// assert_eq!((device.name(), device.offset(), device.value()), ("device", 1, Ok("7")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    key: &'static str,
    width: usize,
    parts: Vec<ExplainedElement>,
    error: Option<DecodeError>,
    region: usize,
    split_keys: &'static [&'static [u8]],
    /// `true` if the enum has a variant for all other keys, and this is one.
    is_of_no_kind: bool,
}

/// One element of an [`Explanation`]: its bytes, and their value as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedElement {
    name: &'static str,
    offset: usize,
    bytes: Vec<u8>,
    value: Result<String, String>,
}

impl Explanation {
    /// Explains a key that decoding rejects with `error`. `input_of` is given if the salt has older versions. `show`
    /// shows the value of a field's element.
    pub(super) fn new(
        layout: &'static Layout,
        key: &[u8],
        error: Option<DecodeError>,
        input_of: Option<InputOf>,
        show: fn(usize, &[u8]) -> Result<String, ElementError>,
    ) -> Self {
        let mut parts = Vec::new();
        let mut at = 0;
        let mut field = 0;
        // The newest version under which a row has this key.
        let version = |key| versions_of(layout, key, input_of?).next();
        for element in layout.elements() {
            let rest = &key[at..];
            let (width, value) = match *element.kind() {
                // Older tags are as wide as the present one, so only the text differs.
                ElementKind::Tag(bytes) if layout.prefixes().skip(1).any(|prefix| key.starts_with(prefix)) => {
                    (bytes.len(), Ok(format!("{}, an older tag", Literal(&rest[..bytes.len()]))))
                }
                ElementKind::Prefix(bytes)
                | ElementKind::Separator(bytes)
                | ElementKind::Suffix(bytes)
                | ElementKind::Tag(bytes) => (bytes.len(), literal(rest, bytes)),
                ElementKind::Salt(salt) => {
                    let width = salt.label.width();
                    let found = rest.get(..width).and_then(|label| salt.label.read(label, salt.most_buckets()));
                    (width, label(&salt, version(key).and_then(|(_, version)| version.salt), found, error.as_ref()))
                }
                ElementKind::Field(_) => {
                    let width = layout.width_in(layout.cut(field), field, rest);
                    let value = match width.and_then(|width| rest.get(..width)) {
                        Some(bytes) => show(field, bytes).map_err(|reason| reason.to_string()),
                        None => Err("the key ends before this element does".to_string()),
                    };
                    field += 1;
                    (width.unwrap_or(rest.len()), value)
                }
            };
            // An element without an end takes the rest of the bytes.
            let end = (at + width).min(key.len());
            parts.push(ExplainedElement { name: element.name(), offset: at, bytes: key[at..end].to_vec(), value });
            at = end;
        }
        if at < key.len() {
            let value = Err("expected the end of the key".to_string());
            parts.push(ExplainedElement { name: "(rest)", offset: at, bytes: key[at..].to_vec(), value });
        }
        let (region, split_keys) = (layout.region_of(key), layout.split_keys());
        let is_of_no_kind = layout.has_kinds() && error.is_none();
        Self { key: layout.name(), width: key.len(), parts, error, region, split_keys, is_of_no_kind }
    }

    /// Returns the explanation of a record type's key with its region in the whole table.
    pub(super) fn in_table(self, table: &Layout) -> Self {
        let key: Vec<u8> = self.parts.iter().flat_map(|part| &part.bytes).copied().collect();
        Self { region: table.region_of(&key), split_keys: table.split_keys(), ..self }
    }

    /// Returns the elements in key order, up to the one in which the bytes end.
    #[must_use]
    pub fn parts(&self) -> &[ExplainedElement] {
        &self.parts
    }

    /// Returns the reason why the bytes are not a key of the layout, or `None` if they are a key.
    #[must_use]
    pub const fn error(&self) -> Option<&DecodeError> {
        self.error.as_ref()
    }

    /// Returns the region of the bytes, counted from 0, in a table split at
    /// [`Layout::split_keys`](crate::Layout::split_keys).
    #[must_use]
    pub const fn region(&self) -> usize {
        self.region
    }
}

impl ExplainedElement {
    /// Returns the name of the field. For other elements it is `prefix`, `salt`, `separator`, `suffix` or `tag`, and for
    /// bytes after the last element `(rest)`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the offset of the first byte of the element, counted from 0 at the start of the key.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the bytes of the element.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the value of the element as text for people.
    ///
    /// # Errors
    /// Returns a description of the mistake if the bytes are not a value of the element.
    pub fn value(&self) -> Result<&str, &str> {
        self.value.as_deref().map_err(String::as_str)
    }
}

/// Returns the value of a literal, or `Err` if the bytes differ from it.
fn literal(rest: &[u8], expected: &[u8]) -> Result<String, String> {
    if rest.starts_with(expected) {
        Ok(Literal(expected).to_string())
    } else {
        Err(format!("expected {}", Literal(expected)))
    }
}

/// Returns the value of a label. Returns `Err` if the bytes are not a label, or if the salt computes another bucket.
fn label(
    salt: &Salt,
    version: Option<Salt>,
    found: Option<Bucket>,
    error: Option<&DecodeError>,
) -> Result<String, String> {
    let Some(buckets) = salt.buckets() else {
        return match (found, error) {
            (None, _) => Err("expected the first digits of a digest".to_string()),
            (Some(_), Some(&DecodeError::Digest { expected, digits, .. })) => {
                Err(format!("expected the digest {}", HexDigits(expected, digits)))
            }
            (Some(_), _) => Ok(format!("first digits of {}", salt.algorithm.name())),
        };
    };
    match (found, error) {
        (None, _) => Err(format!("expected the label of one of {} buckets", salt.most_buckets())),
        (Some(bucket), Some(DecodeError::Salt { expected, .. })) => {
            Err(format!("expected bucket {expected} from the salt, found bucket {bucket}"))
        }
        (Some(bucket), _) => Ok(match version {
            // Only the present salt lists older versions.
            Some(older) if salt.has_older() && !older.has_older() => {
                format!("bucket {bucket} of {}, from an older salt version", older.buckets)
            }
            _ => format!("bucket {bucket} of {buckets}"),
        }),
    }
}

/// The maximum number of characters of a value that a line shows in full.
const WHOLE_CHARACTERS: usize = 120;

/// Shows the bytes of an element in hex, without the middle of a long element: `61 62 .. 79 7A (60 bytes)`.
fn shown_bytes(bytes: &[u8]) -> String {
    without_middle(bytes, " .. ", |bytes| Hex(bytes).to_string())
}

/// Shows a value, without its middle if it is long.
fn shown_value(value: &str) -> String {
    let characters = value.chars().count();
    if characters <= WHOLE_CHARACTERS {
        return value.to_string();
    }
    let start: String = value.chars().take(WHOLE_CHARACTERS / 2).collect();
    let end: String = value.chars().skip(characters - WHOLE_CHARACTERS / 4).collect();
    format!("{start} .. {end} ({characters} characters)")
}

/// Shows one line per element: the offset, the name, the bytes in hex, and the value or the mistake. After
/// them, it shows whether the bytes are a key, and their region if the table has several.
///
/// An element of more than 40 bytes, and a value of more than 120 characters, is shown without its middle and with its
/// length. [`ExplainedElement`] has both in full.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let other = if self.is_of_no_kind { "the `other` variant of " } else { "" };
        writeln!(f, "{} byte{} as {other}{}", self.width, if self.width == 1 { "" } else { "s" }, self.key)?;
        let name = padding(self.parts.iter().map(|part| part.name.len()));
        let hex: Vec<String> = self.parts.iter().map(|part| shown_bytes(&part.bytes)).collect();
        let bytes = padding(hex.iter().map(String::len));
        for (part, hex) in self.parts.iter().zip(&hex) {
            write!(f, "{:>6}  {:<name$}  {hex:<bytes$}  ", part.offset, part.name)?;
            match &part.value {
                Ok(value) => writeln!(f, "{}", shown_value(value))?,
                Err(reason) => writeln!(f, "WRONG: {}", shown_value(reason))?,
            }
        }
        match &self.error {
            Some(error) => write!(f, "not a valid key: {error}")?,
            None => f.write_str("a valid key")?,
        }
        if self.split_keys.is_empty() {
            return Ok(());
        }
        // The text of an error is a sentence, so the region follows on its own line.
        f.write_str(if self.error.is_some() { "\nin " } else { ", in " })?;
        let (region, last) = (self.region, self.split_keys.len());
        write!(f, "region {region} of 0..={last}: {}", Region(region, self.split_keys))
    }
}
