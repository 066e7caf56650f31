//! Text after its length: `"ab"` is `02 61 62` after a length of one byte.

use crate::bytes::Sink;
use crate::json::{Member, quoted};
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Language};
use alloc::vec::Vec;
use byteorder::{BE, ByteOrder, LE};
use unsigned_varint::{decode, encode};

/// The length of a text in bytes, then the text: bytes of a set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LengthPrefixed {
    pub(crate) alphabet: ByteSet,
    pub(crate) length: Length,
}

/// The form of a length.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Length {
    /// In this many bytes, 1 to 8.
    BigEndian(usize),
    LittleEndian(usize),
    /// LEB128 in its shortest form: 7 bits per byte, the lowest first. All bytes but the last have the high bit.
    Varint,
}

impl Language {
    /// Returns the language of bytes of a set after their number.
    pub(crate) const fn length_prefixed(alphabet: ByteSet, length: Length) -> Self {
        Self::ascending(LengthPrefixed { alphabet, length }.leaf()).unordered()
    }
}

impl Length {
    /// The maximum width of a length.
    const MOST: usize = 10;

    /// Returns the minimum width in bytes.
    const fn least(self) -> usize {
        match self {
            Self::BigEndian(width) | Self::LittleEndian(width) => width,
            Self::Varint => 1,
        }
    }

    /// Returns the greatest length.
    pub(crate) const fn greatest(self) -> u64 {
        match self {
            Self::BigEndian(width) | Self::LittleEndian(width) if width < 8 => (1 << (8 * width)) - 1,
            _ => u64::MAX,
        }
    }

    /// Writes a length, which is at most the greatest.
    pub(crate) fn write<S: Sink>(self, length: u64, out: &mut S) {
        let mut bytes = [0; 8];
        match self {
            Self::BigEndian(width) => {
                BE::write_u64(&mut bytes, length);
                out.put(&bytes[8 - width..]);
            }
            Self::LittleEndian(width) => {
                LE::write_u64(&mut bytes, length);
                out.put(&bytes[..width]);
            }
            Self::Varint => out.put(encode::u64(length, &mut encode::u64_buffer())),
        }
    }

    /// Returns the width of the length at the start of `bytes`, and the length. Returns `None` if it does not end in
    /// `bytes`, or is not in its shortest form.
    pub(crate) fn read(self, bytes: &[u8]) -> Option<(usize, u64)> {
        match self {
            Self::BigEndian(width) => Some((width, BE::read_uint(bytes.get(..width)?, width))),
            Self::LittleEndian(width) => Some((width, LE::read_uint(bytes.get(..width)?, width))),
            Self::Varint => {
                let (length, rest) = decode::u64(bytes).ok()?;
                Some((bytes.len() - rest.len(), length))
            }
        }
    }

    /// Returns the name of the form, as `length_prefixed` takes it.
    const fn name(self) -> &'static str {
        match self {
            Self::BigEndian(1) | Self::LittleEndian(1) => "u8",
            Self::BigEndian(2) => "u16",
            Self::BigEndian(4) => "u32",
            Self::BigEndian(_) => "u64",
            Self::LittleEndian(2) => "u16, le",
            Self::LittleEndian(4) => "u32, le",
            Self::LittleEndian(_) => "u64, le",
            Self::Varint => "varint",
        }
    }
}

impl LengthPrefixed {
    /// A length of two bytes or more allows keys beyond those of every engine. No user means them, so they have no
    /// maximum, and their width is checked when they are written.
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        let least = self.length.least();
        (least, if self.length.greatest() < 0xFFFF { Some(least + self.length.greatest() as usize) } else { None })
    }

    /// Any byte can be part of a length.
    pub(super) const fn alphabet(&self) -> ByteSet {
        ByteSet::ALL
    }

    pub(super) const fn restricted(self, set: ByteSet) -> Self {
        Self { alphabet: self.alphabet.intersect(set), ..self }
    }

    pub(super) const fn end(&self) -> End {
        End::Itself
    }

    /// [`State::mark`] is `true` in the text. The walk does not remember the length, because a search over two layouts
    /// ends after 2,048 positions. So it allows texts of any width.
    pub(super) const fn next(&self, at: State) -> NextBytes {
        NextBytes { bytes: if at.mark { self.alphabet } else { ByteSet::ALL }, over: at.mark }
    }

    pub(super) const fn step(&self, at: State, byte: u8) -> Step {
        let mark = at.mark
            || match self.length {
                Length::BigEndian(width) | Length::LittleEndian(width) => at.offset + 1 == width,
                Length::Varint => byte < 0x80,
            };
        Step { state: State { mark, offset: at.offset + 1, ..at }, ..Step::INSIDE }
    }

    /// In the text, the position does not matter.
    pub(super) const fn settled(&self, at: State) -> State {
        match self.length {
            Length::BigEndian(_) | Length::LittleEndian(_) if !at.mark => at,
            _ => State { offset: 0, ..at },
        }
    }

    /// The bytes of a varint differ in whether they are its last.
    pub(super) const fn marks(&self, at: State) -> ByteSet {
        match self.length {
            Length::Varint if !at.mark => ByteSet::range(0, 0x7F),
            _ => ByteSet::NONE,
        }
    }

    /// Returns the bytes of a length.
    pub(super) fn sample_length(&self, length: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.length.write(length as u64, &mut bytes);
        bytes
    }

    pub(super) fn width_in(&self, rest: &[u8], is_complemented: bool) -> Option<usize> {
        let mut head = [0; Length::MOST];
        let head = head.get_mut(..rest.len().min(Length::MOST))?;
        head.copy_from_slice(rest.get(..head.len())?);
        head.iter_mut().filter(|_| is_complemented).for_each(|byte| *byte = !*byte);
        let (width, length) = self.length.read(head)?;
        let width = width.checked_add(usize::try_from(length).ok()?)?;
        (width <= rest.len()).then_some(width)
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text("text after its length in ");
        out.text(self.length.name());
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        ("length_prefixed", [("alphabet", self.alphabet.to_json()), ("length", quoted(self.length.name()))].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{AB, Bytes, ENDS, LeafModel, texts};

    const FORMS: [Length; 8] = [
        Length::BigEndian(1),
        Length::BigEndian(2),
        Length::BigEndian(4),
        Length::BigEndian(8),
        Length::LittleEndian(2),
        Length::LittleEndian(4),
        Length::LittleEndian(8),
        Length::Varint,
    ];

    /// Writes a length by definition.
    fn written(form: Length, length: u64) -> Bytes {
        let big = length.to_be_bytes();
        match form {
            Length::BigEndian(width) => big[8 - width..].into(),
            Length::LittleEndian(width) => big[8 - width..].iter().rev().copied().collect(),
            Length::Varint if length < 0x80 => [length as u8].into(),
            Length::Varint => [&[0x80 | length as u8][..], &written(form, length >> 7)].concat(),
        }
    }

    impl LeafModel for LengthPrefixed {
        fn samples() -> Vec<Leaf> {
            let leaf = |(alphabet, length)| Self { alphabet, length }.leaf();
            [(AB, Length::BigEndian(1)), (ENDS, Length::LittleEndian(2)), (AB, Length::Varint)].map(leaf).into()
        }

        fn widest() -> Vec<Leaf> {
            FORMS.map(|length| Self { alphabet: ByteSet::ALL, length }.leaf()).into()
        }

        /// Texts of up to two bytes.
        fn elements(&self) -> Vec<Bytes> {
            let with_length = |text: Bytes| [written(self.length, text.len() as u64), text].concat();
            texts(self.alphabet, 0, 2).into_iter().map(with_length).collect()
        }

        fn has(&self, _: &[Bytes], element: &[u8]) -> bool {
            (0..=element.len()).any(|at| {
                let (length, text) = element.split_at(at);
                length == written(self.length, text.len() as u64)
                    && text.iter().all(|&byte| self.alphabet.contains(byte))
            })
        }

        fn has_start(&self, _: &[Bytes], start: &[u8]) -> bool {
            // The first bytes of a length are those of some length, and a whole one allows as many bytes after it.
            match self.length.read(start) {
                None => start.len() < Length::MOST,
                Some((width, length)) => {
                    let text = &start[width..];
                    text.len() as u64 <= length && text.iter().all(|&byte| self.alphabet.contains(byte))
                }
            }
        }
    }

    #[test]
    fn lengths_are_written_and_read_by_their_definition() {
        for form in FORMS {
            for length in [0, 1, 0x7F, 0x80, 0xFF, 0x100, 0x3FFF, 0x4000, 0xFFFF, 0x1_0000, 0xFFFF_FFFF, u64::MAX] {
                if length > form.greatest() {
                    continue;
                }
                let mut bytes = Vec::new();
                form.write(length, &mut bytes);
                assert_eq!(bytes, written(form, length), "{form:?}");
                assert_eq!(form.read(&bytes[..bytes.len() - 1]), None, "{form:?}");
                let width = bytes.len();
                bytes.extend(b"\0\xFF");
                assert_eq!(form.read(&bytes), Some((width, length)), "{form:?}");
            }
        }
        // 0 in two bytes, and more than 64 bits.
        assert_eq!([&[0x80, 0][..], &[0xFF; 10]].map(|bytes| Length::Varint.read(bytes)), [None; 2]);
    }

    #[test]
    fn a_length_beyond_the_key_is_no_end() {
        for length in FORMS {
            let leaf = LengthPrefixed { alphabet: ByteSet::ALL, length };
            for written in [written(length, 3), written(length, length.greatest())] {
                let element = [&written[..], b"ab"].concat();
                let turned: Vec<u8> = element.iter().map(|byte| !byte).collect();
                assert_eq!((leaf.width_in(&element, false), leaf.width_in(&turned, true)), (None, None), "{length:?}");
            }
        }
    }
}
