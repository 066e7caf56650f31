//! `two_texts`: two terminated texts and a number, in derived and hand-written code.

pub use rowkey_bench_keys::texts::{Document, documents};

/// Derived code.
pub mod derived {
    use super::Document;
    use rowkey::{DecodeError, RowKey};

    /// Encodes a document.
    #[inline(never)]
    pub fn encode(document: &Document<'_>) -> Vec<u8> {
        document.key()
    }

    /// Decodes a document.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Document<'_>, DecodeError> {
        Document::decode(key)
    }
}

/// Hand-written code.
pub mod hand {
    use super::Document;
    use crate::utf8::utf8;
    use memchr::memchr;
    use std::borrow::Cow;

    /// The reason why bytes are not a key of a document. Offsets are relative to the key.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Unreadable {
        /// The key ends within a text.
        Unended {
            /// The field.
            field: &'static str,
            /// The offset of the text.
            offset: usize,
            /// The width of the key.
            found: usize,
        },
        /// A byte after NUL that is neither an end mark nor an escape.
        Escape {
            /// The field.
            field: &'static str,
            /// The offset.
            offset: usize,
            /// The byte.
            found: u8,
        },
        /// Text that is not UTF-8. The offset is that of the text.
        Utf8 {
            /// The field.
            field: &'static str,
            /// The offset.
            offset: usize,
        },
        /// The number after the texts does not have 8 bytes.
        Width {
            /// The offset of the number.
            offset: usize,
            /// The width of the key.
            found: usize,
        },
    }

    /// The maximum width of the elements that are written word by word.
    const BLOCK: usize = 64;

    const ONES: u64 = 0x0101_0101_0101_0101;

    /// Encodes a document. Keys of short texts are assembled on the stack.
    #[inline(never)]
    pub fn encode(document: &Document<'_>) -> Vec<u8> {
        let mut key = [0; 2 * BLOCK + 8];
        match encode_clean(document, &mut key) {
            Some(width) => key[..width].to_vec(),
            None => encode_escaped(document),
        }
    }

    #[inline(always)]
    fn encode_clean(document: &Document<'_>, key: &mut [u8; 2 * BLOCK + 8]) -> Option<usize> {
        let user = write_clean(document.user.as_bytes(), key.first_chunk_mut()?)?;
        let path = write_clean(document.path.as_bytes(), key.get_mut(user..)?.first_chunk_mut()?)?;
        *key.get_mut(user + path..)?.first_chunk_mut()? = document.version.to_be_bytes();
        Some(user + path + 8)
    }

    #[cold]
    #[inline(never)]
    fn encode_escaped(document: &Document<'_>) -> Vec<u8> {
        let mut key = Vec::with_capacity(document.user.len() + document.path.len() + 16);
        escape(document.user.as_bytes(), &mut key);
        escape(document.path.as_bytes(), &mut key);
        key.extend_from_slice(&document.version.to_be_bytes());
        key
    }

    /// Writes a text without NUL and its end mark word by word, and returns their width. The last word overlaps the one
    /// before it. Returns `None` if the text contains NUL or does not fit.
    #[inline(always)]
    fn write_clean(text: &[u8], block: &mut [u8; BLOCK]) -> Option<usize> {
        let mut nul = 0;
        // A text of 11 bytes is written as the bytes 0..8 and 3..11.
        if let Some(last) = text.last_chunk() {
            let (mut at, mut rest) = (0, text);
            while let Some((word, after)) = rest.split_first_chunk() {
                nul |= nuls(*word);
                *block.get_mut(at..)?.first_chunk_mut()? = *word;
                (at, rest) = (at + 8, after);
            }
            nul |= nuls(*last);
            *block.get_mut(text.len() - 8..)?.first_chunk_mut()? = *last;
        } else {
            for (to, &from) in block.iter_mut().zip(text) {
                *to = from;
                nul |= u64::from(from == 0);
            }
        }
        *block.get_mut(text.len()..)?.first_chunk_mut()? = [0, 1];
        (nul == 0).then_some(text.len() + 2)
    }

    /// Decodes a document.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Document<'_>, Unreadable> {
        read(key)
    }

    /// The same, inlined into its caller.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(always)]
    pub fn read(key: &[u8]) -> Result<Document<'_>, Unreadable> {
        let (user, at) = text("user", key, 0)?;
        let (path, at) = text("path", key, at)?;
        let version = key[at..].try_into().map_err(|_| Unreadable::Width { offset: at, found: key.len() })?;
        Ok(Document { user, path, version: u64::from_be_bytes(version) })
    }

    #[inline]
    fn escape(mut text: &[u8], out: &mut Vec<u8>) {
        while let Some(at) = memchr(0, text) {
            out.extend_from_slice(&text[..at]);
            out.extend_from_slice(&[0, 0xFF]);
            text = &text[at + 1..];
        }
        out.extend_from_slice(text);
        out.extend_from_slice(&[0, 1]);
    }

    /// Returns a word whose lowest set bit is the high bit of the first NUL, or 0 without a NUL.
    #[inline]
    fn nuls(word: [u8; 8]) -> u64 {
        let word = u64::from_le_bytes(word);
        word.wrapping_sub(ONES) & !word & (0x80 * ONES)
    }

    /// Returns the offset of the first NUL, searching word by word.
    #[inline]
    fn nul(bytes: &[u8]) -> Option<usize> {
        let (mut at, mut rest) = (0, bytes);
        while let Some((word, after)) = rest.split_first_chunk() {
            let nuls = nuls(*word);
            if nuls != 0 {
                return Some(at + nuls.trailing_zeros() as usize / 8);
            }
            (at, rest) = (at + 8, after);
        }
        memchr(0, rest).map(|last| at + last)
    }

    /// Decodes the text at `start`. Returns it and the offset of the next element.
    #[inline(always)]
    fn text<'k>(field: &'static str, key: &'k [u8], start: usize) -> Result<(Cow<'k, str>, usize), Unreadable> {
        let rest = &key[start..];
        let unended = Unreadable::Unended { field, offset: start, found: key.len() };
        let Some(width) = nul(rest) else { return Err(unended) };
        match rest.get(width + 1) {
            Some(1) => {
                let text = utf8(&rest[..width]).map_err(|valid| Unreadable::Utf8 { field, offset: start + valid })?;
                Ok((Cow::Borrowed(text), start + width + 2))
            }
            Some(_) => unescape(field, key, start, width),
            None => Err(unended),
        }
    }

    /// Decodes a text whose first NUL, after `clean` bytes, is not an end mark.
    #[cold]
    #[inline(never)]
    fn unescape<'k>(
        field: &'static str,
        key: &'k [u8],
        start: usize,
        clean: usize,
    ) -> Result<(Cow<'k, str>, usize), Unreadable> {
        let mut text = Vec::with_capacity(2 * clean + 16);
        let (mut from, mut at) = (start, start + clean);
        loop {
            // After NUL, 01 ends the text, and FF means that the NUL belongs to the text.
            match key.get(at + 1) {
                Some(1) => break,
                Some(0xFF) => text.extend_from_slice(&key[from..=at]),
                Some(&found) => return Err(Unreadable::Escape { field, offset: at + 1, found }),
                None => return Err(Unreadable::Unended { field, offset: start, found: key.len() }),
            }
            from = at + 2;
            match memchr(0, &key[from..]) {
                Some(width) => at = from + width,
                None => return Err(Unreadable::Unended { field, offset: start, found: key.len() }),
            }
        }
        text.extend_from_slice(&key[from..at]);
        let text = String::from_utf8(text)
            .map_err(|error| Unreadable::Utf8 { field, offset: start + error.utf8_error().valid_up_to() })?;
        Ok((Cow::Owned(text), at + 2))
    }
}
