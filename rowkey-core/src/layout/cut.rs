//! Splits a key into its elements: finds the end of each.
//!
//! An example with the key `device | '_' | name | at | note`: a text without `_`, `terminated` text, a `u16`, and a
//! text.
//!
//! ```text
//! 61 62 5F 63 00 01 01 02 64 65
//! 61 62                           Until(5F): before the separator
//!          63 00 01               Terminated([00, 01]): after the end mark
//!                   01 02         Fixed(2)
//!                         64 65   Rest: up to the end of the key
//! ```
//!
//! If `device` can hold the separator, or does not have one, only elements of fixed width may follow it. Then its end is
//! `FromEnd(n)`: the elements after it have `n` bytes in every key.

use super::Layout;
use crate::language::leaf::terminated::width_to;
use crate::language::place::Place;
use crate::language::{Atom, End, Source, is_below, width_of};
use memchr::memchr;

/// The rule that finds the end of a field's element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// After this many bytes.
    Fixed(usize),
    /// Before this byte, the first of the separator.
    Until(u8),
    /// After the end mark, which is these two bytes as written.
    Terminated([u8; 2]),
    /// At the end of the key.
    Rest,
    /// This many bytes before the end of the key.
    FromEnd(usize),
    /// Atom by atom: a nested key of variable width, or codes of several widths.
    Atoms,
}

impl Layout {
    /// Returns the index of the first atom of field `index`, and the index after its last one.
    pub(crate) const fn atoms_of(&self, index: usize) -> (usize, usize) {
        let mut first = 0;
        while first < self.atoms.len() && !is_field(&self.atoms[first], index) {
            first += 1;
        }
        let mut end = first;
        while end < self.atoms.len() && is_field(&self.atoms[end], index) {
            end += 1;
        }
        (first, end)
    }

    /// Returns `true` if the elements of a field can be counted: it is made of numbers and codes.
    pub(crate) const fn counts_elements(&self, index: usize) -> bool {
        let (first, end) = self.atoms_of(index);
        let mut at = first;
        while at < end {
            let leaf = &self.atoms[at].leaf;
            // An option as a whole. Inside a tuple, it is not counted.
            let is_option = leaf.as_tag().is_some() && at == first;
            if leaf.last().is_none() && !is_option {
                return false;
            }
            at += 1;
        }
        first < end
    }

    /// Returns the rule that finds the end of field `index`.
    pub(crate) const fn cut(&self, index: usize) -> Cut {
        if let Some(width) = self.parts.fields[index].language.fixed_width() {
            return Cut::Fixed(width);
        }
        let (first, end) = self.atoms_of(index);
        if end - first != 1 {
            return Cut::Atoms;
        }
        let atom = &self.atoms[first];
        match atom.leaf.end_mark() {
            Some([a, b]) => Cut::Terminated(if atom.complemented { [!a, !b] } else { [a, b] }),
            None if atom.leaf.is_open() => self.cut_text(first),
            None => Cut::Atoms,
        }
    }

    /// Returns `true` if the end of field `index` is found from the end of the key. A longer element can then begin
    /// with the same bytes.
    pub(crate) const fn is_cut_from_end(&self, index: usize) -> bool {
        // Most fields have a fixed width, so this saves the search for their atoms.
        if self.parts.fields[index].language.fixed_width().is_some() {
            return false;
        }
        let (mut at, end) = self.atoms_of(index);
        while at < end {
            if self.atoms[at].leaf.is_open() && matches!(self.cut_text(at), Cut::FromEnd(_)) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns the first byte of the separator after atom `at`, which is not the last one. Returns `None` if there is no
    /// separator.
    ///
    /// The literal that a field begins with is no separator of the field before it. After a text, the prefix `-` of a
    /// nested key would end the text for a reader, but a scan of "a" would also find "ab".
    pub(super) const fn separator_byte(&self, at: usize) -> Option<u8> {
        match (self.atoms[at].owner, self.atoms[at + 1].owner) {
            (Source::Field(field), Source::Field(next)) if field != next => None,
            _ => self.atoms[at + 1].literal_byte(0),
        }
    }

    /// Returns the rule that finds the end of the open text at atom `at`.
    pub(super) const fn cut_text(&self, at: usize) -> Cut {
        if at + 1 == self.atoms.len() {
            return Cut::Rest;
        }
        match self.separator_byte(at) {
            // The text ends at the first such byte, because it cannot contain it.
            Some(byte) if !self.atoms[at].alphabet().contains(byte) => Cut::Until(byte),
            _ => Cut::FromEnd(width_of(self.atoms.split_at(at + 1).1).0),
        }
    }

    /// Returns the separator, and how often it occurs in a key. Returns `None` if there is no separator, if separators
    /// differ, or if a field can hold the separator's first byte. Neither the separator after the label nor the suffix
    /// counts, and a suffix that could hold the separator leaves no count.
    pub(crate) const fn delimiter(&self) -> Option<(&'static [u8], usize)> {
        let fields = self.parts.fields;
        let (mut separator, mut count): (&'static [u8], _) = (b"", 0);
        let mut i = 0;
        while i < fields.len() {
            let other = fields[i].separator;
            if i + 1 == fields.len() && count > 0 {
                let mut at = 0;
                while at < other.len() {
                    if other[at] == separator[0] {
                        return None;
                    }
                    at += 1;
                }
            } else if i + 1 < fields.len() && !other.is_empty() {
                if count > 0 && (is_below(separator, other) || is_below(other, separator)) {
                    return None;
                }
                (separator, count) = (other, count + 1);
            }
            i += 1;
        }
        let mut at = 0;
        while at < self.atoms.len() && count > 0 {
            let atom = &self.atoms[at];
            if matches!(atom.owner, Source::Field(_)) && atom.alphabet().contains(separator[0]) {
                return None;
            }
            at += 1;
        }
        if count > 0 { Some((separator, count)) } else { None }
    }

    /// Returns how often `separator` occurs after the label and its separator.
    pub(crate) fn delimiters_in(&self, key: &[u8], separator: &[u8]) -> usize {
        let mut rest = key.get(self.parts.fields_at()..).unwrap_or_default();
        let mut count = 0;
        while let Some(at) = rest.windows(separator.len()).position(|window| window == separator) {
            count += 1;
            rest = rest.get(at + separator.len()..).unwrap_or_default();
        }
        count
    }

    /// Returns the width of the element of field `index` at the start of `rest`, the rest of the key. Returns `None`
    /// if the element does not end inside `rest`.
    ///
    /// Always inlined: `decode` passes `cut` as a constant, and only one arm is compiled.
    #[inline(always)]
    pub(crate) fn width_in(&self, cut: Cut, index: usize, rest: &[u8]) -> Option<usize> {
        match cut {
            Cut::Fixed(width) => (rest.len() >= width).then_some(width),
            Cut::Until(byte) => memchr(byte, rest),
            Cut::Terminated(end) => width_to(rest, end),
            Cut::Rest => Some(rest.len()),
            Cut::FromEnd(width) => rest.len().checked_sub(width),
            // Nested keys, and atoms that have their own rule, such as codes.
            Cut::Atoms => self.width_of_atoms(index, rest),
        }
    }

    fn width_of_atoms(&self, index: usize, rest: &[u8]) -> Option<usize> {
        let (mut at, end) = self.atoms_of(index);
        let mut width = 0;
        while at < end {
            let (atom, rest) = (&self.atoms[at], rest.get(width..)?);
            at += 1;
            width += match (atom.leaf.as_tag(), atom.leaf.end()) {
                // `None` is zeros in place of the next atoms.
                (Some(tag), _) => {
                    let (width, absent) = tag.taken(rest, atom.complemented)?;
                    at += absent;
                    width
                }
                (None, End::Open) => self.width_in(self.cut_text(at - 1), index, rest)?,
                (None, _) => atom.leaf.width_in(rest, atom.complemented)?,
            };
        }
        (width <= rest.len()).then_some(width)
    }

    /// Returns the offsets where field `index` begins and ends in every key, if its element and all before it have a
    /// fixed width.
    pub(crate) const fn fixed_place(&self, index: usize) -> Option<(usize, usize)> {
        let (mut start, mut field) = (self.parts.fields_at(), 0);
        loop {
            let Some(width) = self.parts.fields[field].language.fixed_width() else { return None };
            if field == index {
                return Some((start, start + width));
            }
            start += width + self.parts.fields[field].separator.len();
            field += 1;
        }
    }

    /// Returns the offset of field `index`, or of the end of the last field. Returns `None` if an element before it,
    /// or its separator, does not end.
    pub(crate) fn start_of(&self, key: &[u8], index: usize) -> Option<usize> {
        let mut at = self.parts.fields_at();
        for (i, field) in self.parts.fields.iter().enumerate().take(index) {
            at += self.width_in(self.cut(i), i, key.get(at..)?)? + field.separator.len();
        }
        (at <= key.len()).then_some(at)
    }

    /// Returns the element of field `index` and its offset. Returns `None` if the key ends before it, or if an element
    /// before it does not end.
    pub(crate) fn element_of<'k>(&self, key: &'k [u8], index: usize) -> Option<(usize, &'k [u8])> {
        let mut at = self.parts.fields_at();
        for (i, field) in self.parts.fields.iter().enumerate().take(index + 1) {
            let width = self.width_in(self.cut(i), i, key.get(at..)?)?;
            if i == index {
                return Some((at, key.get(at..at + width)?));
            }
            at += width + field.separator.len();
        }
        None
    }
}

/// Returns the first element of `key` that does not show its end as its codec promises, with the name of its field: its
/// end is found in its first bytes, or not found before `next`.
///
/// Only a codec with [`Language::delimited`](crate::language::Language::delimited) can have one.
pub fn false_end<'k>(layout: &Layout, key: &'k [u8], next: &[u8]) -> Option<(&'static str, &'k [u8])> {
    let layout = match layout.record_types() {
        [] => layout,
        kinds => kinds.iter().find(|kind| !kind.tag().is_empty() && kind.is_of(key))?.layout(),
    };
    layout.fields().iter().enumerate().find_map(|(index, field)| {
        let (first, _) = layout.atoms_of(index);
        let leaf = layout.atoms.get(first)?.leaf;
        leaf.as_delimited()?;
        let (_, element) = layout.element_of(key, index)?;
        let width_in = |rest: &[u8]| leaf.width_in(rest, layout.atoms[first].complemented);
        let is_found = width_in(&[element, next].concat()) == Some(element.len());
        let is_cut_found = (0..element.len()).any(|width| width_in(&element[..width]).is_some());
        (!is_found || is_cut_found).then_some((field.name, element))
    })
}

const fn is_field(atom: &Atom, index: usize) -> bool {
    matches!(atom.owner, Source::Field(field) if field == index)
}

/// Returns `true` if only a separator or the end of the key ends the field's element.
pub(crate) const fn ends_open(layout: &Layout, index: usize) -> bool {
    let (first, end) = layout.atoms_of(index);
    if first == end {
        return false;
    }
    layout.atoms[end - 1].leaf.is_open()
}

/// Returns `true` if the whole field is one such text.
pub(crate) const fn is_open_text(layout: &Layout, index: usize) -> bool {
    let (first, end) = layout.atoms_of(index);
    end - first == 1 && ends_open(layout, index)
}

/// Returns the number of bytes of a bound on an open text that are compared, and the place of the shortened bound.
/// Returns `None` if the bound needs no shortening.
///
/// A separator follows the text in a key. So the text sorts by its bytes up to the first byte on the wrong side of the
/// separator (at or below it, or for complemented text at or above it). With the separator `_` (5F), the bound `"a!b"`
/// is compared as `61`, because `!` (21) is below `_`.
pub(crate) fn shortened(layout: &Layout, index: usize, bytes: &[u8]) -> Option<(usize, Place)> {
    let (first, _) = layout.atoms_of(index);
    let (atom, separator) = (layout.atoms.get(first)?, layout.fields()[index].separator().first()?);
    let beyond = |byte: &u8| if atom.complemented { byte >= separator } else { byte <= separator };
    // Up to here, the text and the separator after it compare like the bytes of the bound.
    let at = bytes.iter().position(beyond)?;
    Some((at, if atom.complemented { Place::Before } else { Place::After }))
}
