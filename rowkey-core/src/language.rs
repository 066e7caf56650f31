//! What a codec can write, as constants: width, alphabet and order.

pub(crate) mod walk;

use core::fmt;

/// A set of bytes: the alphabet of a text.
///
/// ```
/// use rowkey_core::language::ByteSet;
///
/// const HEX: ByteSet = ByteSet::range(b'0', b'9').union(ByteSet::range(b'a', b'f'));
/// assert!(HEX.contains(b'c') && !HEX.contains(b'C'));
/// assert_eq!(HEX.to_string(), "0-9a-f");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ByteSet {
    /// Bit b: byte b.
    low: u128,
    /// Bit b: byte 128 + b.
    high: u128,
}

impl ByteSet {
    /// No byte.
    pub const NONE: Self = Self { low: 0, high: 0 };
    /// Every byte.
    pub const ALL: Self = Self { low: u128::MAX, high: u128::MAX };
    /// Every byte that UTF-8 can hold: all but C0, C1 and F5..FF.
    pub const UTF8: Self = Self::ALL.minus(Self::range(0xC0, 0xC1)).minus(Self::range(0xF5, 0xFF));

    /// The set with bit b of `low` for byte b, and bit b of `high` for byte 128 + b.
    #[must_use]
    pub const fn from_bits(low: u128, high: u128) -> Self {
        Self { low, high }
    }

    /// The bytes from `first` to `last`, both included; none where `last` is below `first`.
    #[must_use]
    pub const fn range(first: u8, last: u8) -> Self {
        Self::at_or_above(first).intersect(Self::at_or_below(last))
    }

    /// The one byte `byte`.
    #[must_use]
    pub const fn one(byte: u8) -> Self {
        Self::range(byte, byte)
    }

    const fn at_or_above(first: u8) -> Self {
        if first < 128 {
            Self { low: u128::MAX << first, high: u128::MAX }
        } else {
            Self { low: 0, high: u128::MAX << (first - 128) }
        }
    }

    const fn at_or_below(last: u8) -> Self {
        Self::at_or_above(0xFF - last).complemented()
    }

    /// The bytes of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    /// The bytes of both sets.
    #[must_use]
    pub const fn intersect(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }

    /// The bytes of this set that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }

    /// The set of `!byte` for every byte of this one.
    #[must_use]
    pub const fn complemented(self) -> Self {
        Self { low: self.high.reverse_bits(), high: self.low.reverse_bits() }
    }

    /// Whether `byte` is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, byte: u8) -> bool {
        if byte < 128 { self.low >> byte & 1 == 1 } else { self.high >> (byte - 128) & 1 == 1 }
    }

    /// How many bytes are in the set.
    #[must_use]
    pub const fn count(self) -> usize {
        (self.low.count_ones() + self.high.count_ones()) as usize
    }

    /// Whether there is no byte in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.low == 0 && self.high == 0
    }

    /// The least byte of the set.
    #[must_use]
    pub const fn least(self) -> Option<u8> {
        if self.low != 0 {
            Some(self.low.trailing_zeros() as u8)
        } else if self.high != 0 {
            Some(128 + self.high.trailing_zeros() as u8)
        } else {
            None
        }
    }

    /// The greatest byte of the set.
    #[must_use]
    pub const fn greatest(self) -> Option<u8> {
        match self.complemented().least() {
            Some(byte) => Some(0xFF - byte),
            None => None,
        }
    }

    /// The least byte of the set above `byte`.
    #[must_use]
    pub const fn least_above(self, byte: u8) -> Option<u8> {
        if byte == 0xFF { None } else { self.intersect(Self::at_or_above(byte + 1)).least() }
    }

    /// The `index`-th byte of the set, from 0 in ascending order.
    #[must_use]
    pub const fn nth(self, index: usize) -> Option<u8> {
        let mut next = self.least();
        let mut left = index;
        while let Some(byte) = next {
            if left == 0 {
                return Some(byte);
            }
            left -= 1;
            next = self.least_above(byte);
        }
        None
    }

    /// The set as one run of bytes, where it is one: the common alphabets are, and two compares check them.
    pub(crate) const fn as_run(self) -> Option<(u8, u8)> {
        match (self.least(), self.greatest()) {
            (Some(first), Some(last)) if (last - first) as usize + 1 == self.count() => Some((first, last)),
            _ => None,
        }
    }

    /// The offset of the first byte of `bytes` outside the set.
    #[inline]
    pub(crate) fn first_outside(self, bytes: &[u8]) -> Option<usize> {
        match self.as_run() {
            Some((0, 0xFF)) => None,
            Some((first, last)) => {
                let span = last - first;
                if bytes.iter().fold(true, |all, byte| all & (byte.wrapping_sub(first) <= span)) {
                    return None;
                }
                Some(self.offset_outside(bytes))
            }
            None => bytes.iter().position(|&byte| !self.contains(byte)),
        }
    }

    /// The same, where it is known that there is one.
    #[cold]
    #[inline(never)]
    fn offset_outside(self, bytes: &[u8]) -> usize {
        bytes.iter().position(|&byte| !self.contains(byte)).unwrap_or_default()
    }
}

/// As in `chars("..")`: runs of printable ASCII, other bytes as `\xHH`.
impl fmt::Display for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn byte(f: &mut fmt::Formatter<'_>, byte: u8) -> fmt::Result {
            match byte {
                b'!'..=b'~' if byte != b'\\' && byte != b'-' && byte != b'^' => write!(f, "{}", byte as char),
                _ => write!(f, "\\x{byte:02X}"),
            }
        }
        let mut next = self.least();
        while let Some(first) = next {
            let mut last = first;
            while last < 0xFF && self.contains(last + 1) {
                last += 1;
            }
            byte(f, first)?;
            if last > first + 1 {
                f.write_str("-")?;
            }
            if last > first {
                byte(f, last)?;
            }
            next = self.least_above(last);
        }
        Ok(())
    }
}

impl fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ByteSet({self})")
    }
}

/// How the byte order of an element follows the order of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// The greater value has the greater bytes.
    Ascending,
    /// The greater value has the lesser bytes.
    Descending,
    /// Neither: a range of values is no range of bytes.
    Unordered,
}

impl Order {
    pub(crate) const fn reversed(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
            Self::Unordered => Self::Unordered,
        }
    }
}

/// What one piece of an element can hold: the leaves of a language.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// These bytes.
    Literal(&'static [u8]),
    /// A number in `width` digits, most significant first, `least ..= greatest`.
    Number { radix: Radix, width: usize, least: u128, greatest: u128 },
    /// `min ..= max` bytes of a set, with nothing that ends them.
    Text { alphabet: ByteSet, min: usize, max: Option<usize> },
    /// Bytes of a set, then (`left`: before them) pad bytes only, `width` in all.
    Padded { alphabet: ByteSet, width: usize, pad: u8, left: bool },
    /// Bytes of a set with 00 written as 00 FF, ended by 00 01.
    Terminated { alphabet: ByteSet },
    /// One of a list, none the start of another.
    Codes(&'static [&'static [u8]]),
    /// 00, then zeros in place of the next `atoms` atoms, `width` bytes wide; or 01, then these.
    Tag { atoms: usize, width: usize },
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Radix {
    /// Big-endian bytes.
    Bytes,
    /// `0-9`
    Decimal,
    /// `0-9a-f`
    Hex,
}

impl Radix {
    pub(crate) const fn base(self) -> u128 {
        match self {
            Self::Bytes => 256,
            Self::Decimal => 10,
            Self::Hex => 16,
        }
    }

    pub(crate) const fn byte(self, digit: u8) -> u8 {
        match self {
            Self::Bytes => digit,
            Self::Decimal => b'0' + digit,
            Self::Hex => {
                if digit < 10 {
                    b'0' + digit
                } else {
                    b'a' + digit - 10
                }
            }
        }
    }

    /// The digit at `place` of `value`, counted from the left in `width` digits.
    pub(crate) const fn digit(self, value: u128, width: usize, place: usize) -> u8 {
        let mut rest = value;
        let mut right = width - 1 - place;
        while right > 0 && rest > 0 {
            rest /= self.base();
            right -= 1;
        }
        (rest % self.base()) as u8
    }

    /// The bytes of the digits from `low` to `high`.
    pub(crate) const fn digits(self, low: u8, high: u8) -> ByteSet {
        match self {
            Self::Bytes => ByteSet::range(low, high),
            Self::Decimal => ByteSet::range(b'0' + low, b'0' + high),
            Self::Hex => {
                let mut set = ByteSet::NONE;
                let mut digit = low;
                while digit <= high {
                    set = set.union(ByteSet::one(self.byte(digit)));
                    digit += 1;
                }
                set
            }
        }
    }
}

impl Form {
    /// The least and the greatest width in bytes; a [`Form::Tag`] counts its own byte only.
    pub(crate) const fn width(&self) -> (usize, Option<usize>) {
        match self {
            Self::Literal(bytes) => (bytes.len(), Some(bytes.len())),
            Self::Number { width, .. } | Self::Padded { width, .. } => (*width, Some(*width)),
            Self::Text { min, max, .. } => (*min, *max),
            Self::Terminated { .. } => (2, None),
            Self::Tag { .. } => (1, Some(1)),
            Self::Codes(codes) => {
                let mut least = usize::MAX;
                let mut greatest = 0;
                let mut i = 0;
                while i < codes.len() {
                    let width = codes[i].len();
                    least = if width < least { width } else { least };
                    greatest = if width > greatest { width } else { greatest };
                    i += 1;
                }
                (if codes.is_empty() { 0 } else { least }, Some(greatest))
            }
        }
    }

    pub(crate) const fn fixed_width(&self) -> Option<usize> {
        match self.width() {
            (min, Some(max)) if min == max => Some(min),
            _ => None,
        }
    }

    /// Every byte that can stand anywhere in it.
    pub(crate) const fn alphabet(&self) -> ByteSet {
        match self {
            Self::Literal(bytes) => set_of(bytes),
            Self::Number { radix, .. } => radix.digits(0, (radix.base() - 1) as u8),
            Self::Text { alphabet, .. } => *alphabet,
            Self::Padded { alphabet, pad, .. } => alphabet.union(ByteSet::one(*pad)),
            Self::Terminated { alphabet } => {
                let ends = ByteSet::range(0, 1);
                if alphabet.contains(0) { alphabet.union(ends).union(ByteSet::one(0xFF)) } else { alphabet.union(ends) }
            }
            Self::Tag { .. } => ByteSet::range(0, 1),
            Self::Codes(codes) => {
                let mut set = ByteSet::NONE;
                let mut i = 0;
                while i < codes.len() {
                    set = set.union(set_of(codes[i]));
                    i += 1;
                }
                set
            }
        }
    }
}

const fn set_of(bytes: &[u8]) -> ByteSet {
    let mut set = ByteSet::NONE;
    let mut i = 0;
    while i < bytes.len() {
        set = set.union(ByteSet::one(bytes[i]));
        i += 1;
    }
    set
}

/// One [`Form`] at its place in a layout.
#[derive(Clone, Copy, Debug)]
pub struct Atom {
    pub(crate) form: Form,
    /// Whether the form's bytes are written complemented.
    pub(crate) complemented: bool,
    /// Whether the source admits that this element does not sort.
    pub(crate) admitted: bool,
    pub(crate) owner: Owner,
}

/// The element of a layout that an [`Atom`] belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Prefix,
    Label,
    Field(usize),
    /// The separator after the label, or after a field.
    Separator,
}

impl Atom {
    pub(crate) const NOTHING: Self = Self::new(Form::Literal(&[]), Owner::Prefix);

    pub(crate) const fn new(form: Form, owner: Owner) -> Self {
        Self { form, complemented: false, admitted: false, owner }
    }

    /// Every byte that can stand anywhere in it, as written.
    pub(crate) const fn alphabet(&self) -> ByteSet {
        let alphabet = self.form.alphabet();
        if self.complemented { alphabet.complemented() } else { alphabet }
    }

    /// A literal's byte at `at`, as written.
    pub(crate) const fn literal_byte(&self, at: usize) -> Option<u8> {
        match self.form {
            Form::Literal(bytes) if at < bytes.len() => Some(if self.complemented { !bytes[at] } else { bytes[at] }),
            _ => None,
        }
    }
}

/// What a codec can write: width, alphabet and order, known while the user compiles.
///
/// The four proofs (decodable, ordered, reversible, reachable) ask nothing else. A language may be
/// larger than what its codec writes (UTF-8 knows more rules than its alphabet of bytes), never smaller.
///
/// ```
/// use rowkey_core::language::{ByteSet, Language};
///
/// const TENTHS: Language = Language::number(2, 0, 1_000);
/// assert_eq!(TENTHS.fixed_width(), Some(2));
/// const NAME: Language = Language::open(ByteSet::range(b'a', b'z'));
/// assert_eq!(NAME.fixed_width(), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Language {
    kind: Kind,
    order: Order,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Form(Form),
    Option(&'static Language),
    Complement(&'static Language),
    Chars(&'static Language, ByteSet),
    Sequence(&'static [Atom]),
    Refused { fact: &'static str, help: &'static str },
}

impl Language {
    const fn ascending(form: Form) -> Self {
        Self { kind: Kind::Form(form), order: Order::Ascending }
    }

    /// A number in `width` big-endian bytes, `least ..= greatest`; in byte order.
    #[must_use]
    pub const fn number(width: usize, least: u128, greatest: u128) -> Self {
        Self::ascending(Form::Number { radix: Radix::Bytes, width, least, greatest })
    }

    /// `width` bytes of a set.
    #[must_use]
    pub const fn fixed(alphabet: ByteSet, width: usize) -> Self {
        Self::ascending(Form::Text { alphabet, min: width, max: Some(width) })
    }

    /// Any number of bytes of a set, with nothing that ends them.
    #[must_use]
    pub const fn open(alphabet: ByteSet) -> Self {
        Self::ascending(Form::Text { alphabet, min: 0, max: None })
    }

    /// At most `width` bytes of a set, then pad bytes up to `width`; with `left` the pad bytes stand first.
    #[must_use]
    pub const fn padded(alphabet: ByteSet, width: usize, pad: u8, left: bool) -> Self {
        Self::ascending(Form::Padded { alphabet, width, pad, left })
    }

    /// Any number of bytes of a set, 00 written as 00 FF, ended by 00 01.
    #[must_use]
    pub const fn terminated(alphabet: ByteSet) -> Self {
        Self::ascending(Form::Terminated { alphabet })
    }

    /// One of a list, none the start of another; in byte order where the list ascends.
    #[must_use]
    pub const fn codes(codes: &'static [&'static [u8]]) -> Self {
        let mut order = Order::Ascending;
        let mut i = 1;
        while i < codes.len() {
            if !is_below(codes[i - 1], codes[i]) {
                order = Order::Unordered;
            }
            i += 1;
        }
        Self { kind: Kind::Form(Form::Codes(codes)), order }
    }

    /// 00 and zeros, or 01 and a value of `inner`, which must be of fixed width.
    #[must_use]
    pub const fn option(inner: &'static Self) -> Self {
        match (inner.kind, inner.fixed_width()) {
            (Kind::Refused { fact, help }, _) => Self::refused(fact, help),
            (_, Some(_)) => Self { kind: Kind::Option(inner), order: inner.order },
            (_, None) => Self::refused(
                "only a value of fixed width can be optional",
                "leave the `Option` out, and let the empty value stand for none",
            ),
        }
    }

    /// The bytes of `inner`, each complemented: its order, reversed.
    #[must_use]
    pub const fn complement(inner: &'static Self) -> Self {
        match inner.kind {
            Kind::Refused { .. } => *inner,
            _ => Self { kind: Kind::Complement(inner), order: inner.order.reversed() },
        }
    }

    /// The text of `inner`, of the bytes of a set only.
    #[must_use]
    pub const fn chars(inner: &'static Self, alphabet: ByteSet) -> Self {
        match inner.kind {
            Kind::Refused { .. } => *inner,
            _ => Self { kind: Kind::Chars(inner, alphabet), order: inner.order },
        }
    }

    /// No language: the type cannot be part of a row key. `fact` ends the sentence "`field` cannot be part
    /// of a row key: ..", `help` says what to type instead.
    #[must_use]
    pub const fn refused(fact: &'static str, help: &'static str) -> Self {
        Self { kind: Kind::Refused { fact, help }, order: Order::Unordered }
    }

    pub(crate) const fn sequence(atoms: &'static [Atom], order: Order) -> Self {
        Self { kind: Kind::Sequence(atoms), order }
    }

    /// The same bytes for values in descending order.
    #[must_use]
    pub const fn descending(self) -> Self {
        Self { kind: self.kind, order: Order::Descending }
    }

    /// The same bytes, in no order of the values: the field must say `unordered`.
    #[must_use]
    pub const fn unordered(self) -> Self {
        Self { kind: self.kind, order: Order::Unordered }
    }

    /// How byte order follows the order of values, as the codec states it. Whether a text also sorts at its
    /// place in a layout, the layout's proof decides.
    #[must_use]
    pub const fn order(&self) -> Order {
        self.order
    }

    /// The least width, and the greatest where there is one, in bytes.
    #[must_use]
    pub const fn width(&self) -> (usize, Option<usize>) {
        match self.kind {
            Kind::Form(form) => form.width(),
            Kind::Complement(inner) | Kind::Chars(inner, _) => inner.width(),
            Kind::Option(inner) => match inner.width() {
                (min, Some(max)) => (min + 1, Some(max + 1)),
                (min, None) => (min + 1, None),
            },
            Kind::Sequence(atoms) => width_of(atoms),
            Kind::Refused { .. } => (0, Some(0)),
        }
    }

    /// The width in bytes, where it is always the same.
    #[must_use]
    pub const fn fixed_width(&self) -> Option<usize> {
        match self.width() {
            (min, Some(max)) if min == max => Some(min),
            _ => None,
        }
    }

    /// How many values there are, where that is known and fits.
    #[must_use]
    pub const fn count(&self) -> Option<u128> {
        match self.kind {
            Kind::Form(Form::Number { least, greatest, .. }) => (greatest - least).checked_add(1),
            Kind::Form(Form::Codes(codes)) => Some(codes.len() as u128),
            Kind::Complement(inner) => inner.count(),
            Kind::Option(inner) => match inner.count() {
                Some(count) => count.checked_add(1),
                None => None,
            },
            _ => None,
        }
    }

    /// Of a binary number: its width, the least that is written, and whether its bytes are complemented.
    pub(crate) const fn as_number(&self) -> Option<(usize, u128, bool)> {
        match self.kind {
            Kind::Form(Form::Number { radix: Radix::Bytes, width, least, .. }) => Some((width, least, false)),
            Kind::Complement(inner) => match inner.as_number() {
                Some((width, least, complemented)) => Some((width, least, !complemented)),
                None => None,
            },
            _ => None,
        }
    }

    /// The bytes that the text of a value can hold: what `chars(..)` promises, whose codec checks it.
    pub(crate) const fn text_alphabet(&self) -> ByteSet {
        match self.kind {
            Kind::Chars(inner, alphabet) => alphabet.intersect(inner.text_alphabet()),
            Kind::Complement(inner) => inner.text_alphabet(),
            _ => ByteSet::ALL,
        }
    }

    pub(crate) const fn refusal(&self) -> Option<(&'static str, &'static str)> {
        match self.kind {
            Kind::Refused { fact, help } => Some((fact, help)),
            Kind::Option(inner) | Kind::Complement(inner) | Kind::Chars(inner, _) => inner.refusal(),
            _ => None,
        }
    }

    /// The number of atoms that [`Language::flatten`] writes.
    pub(crate) const fn atoms(&self) -> usize {
        match self.kind {
            Kind::Form(_) => 1,
            Kind::Option(inner) => 1 + inner.atoms(),
            Kind::Complement(inner) | Kind::Chars(inner, _) => inner.atoms(),
            Kind::Sequence(atoms) => atoms.len(),
            Kind::Refused { .. } => 0,
        }
    }

    /// Writes the atoms of this language into `out` from `at` on, each made from `base`; returns the place after the last.
    pub(crate) const fn flatten(&self, base: Atom, out: &mut [Atom], at: usize) -> usize {
        match self.kind {
            Kind::Form(form) => {
                out[at] = Atom { form, ..base };
                at + 1
            }
            Kind::Option(inner) => {
                let width = inner.width().0;
                out[at] = Atom { form: Form::Tag { atoms: inner.atoms(), width }, ..base };
                inner.flatten(base, out, at + 1)
            }
            Kind::Complement(inner) => inner.flatten(Atom { complemented: !base.complemented, ..base }, out, at),
            Kind::Chars(inner, alphabet) => {
                let end = inner.flatten(base, out, at);
                let mut i = at;
                while i < end {
                    out[i].form = restricted(out[i].form, alphabet);
                    i += 1;
                }
                end
            }
            Kind::Sequence(atoms) => {
                let mut i = 0;
                while i < atoms.len() {
                    out[at + i] = Atom {
                        form: atoms[i].form,
                        complemented: atoms[i].complemented != base.complemented,
                        admitted: atoms[i].admitted || base.admitted,
                        owner: base.owner,
                    };
                    i += 1;
                }
                at + atoms.len()
            }
            Kind::Refused { .. } => at,
        }
    }
}

/// In words: `8-byte number`, `text padded to 20 bytes with 00`.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Form(form) => form.fmt(f),
            Kind::Option(inner) => write!(f, "optional {inner}"),
            Kind::Complement(inner) => write!(f, "{inner}, complemented"),
            Kind::Chars(inner, alphabet) => write!(f, "{inner}, of `{alphabet}`"),
            Kind::Sequence(atoms) => {
                f.write_str("(")?;
                for (i, atom) in atoms.iter().enumerate() {
                    f.write_str(if i > 0 { " | " } else { "" })?;
                    atom.form.fmt(f)?;
                    f.write_str(if atom.complemented { ", complemented" } else { "" })?;
                }
                f.write_str(")")
            }
            Kind::Refused { fact, .. } => f.write_str(fact),
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Literal(bytes) => write!(f, "'{}'", bytes.escape_ascii()),
            Self::Number { radix, width, least, greatest } => {
                let all = radix.base().checked_pow(width as u32).map_or(u128::MAX, |count| count - 1);
                match radix {
                    Radix::Bytes => write!(f, "{width}-byte number")?,
                    Radix::Decimal => write!(f, "{width} decimal digits")?,
                    Radix::Hex => write!(f, "{width} hex digits")?,
                }
                if (least, greatest) == (0, all) { Ok(()) } else { write!(f, " from {least} to {greatest}") }
            }
            Self::Text { min, max, .. } if Some(min) == max => write!(f, "{min} bytes"),
            Self::Text { .. } => f.write_str("text"),
            Self::Padded { width, pad, left, .. } => {
                let side = if left { " on the left" } else { "" };
                write!(f, "text padded{side} to {width} bytes with {pad:02X}")
            }
            Self::Terminated { .. } => f.write_str("text ended by 00 01"),
            Self::Codes(codes) => {
                f.write_str("one of")?;
                codes.iter().try_for_each(|code| write!(f, " '{}'", code.escape_ascii()))
            }
            Self::Tag { .. } => f.write_str("optional"),
        }
    }
}

const fn restricted(form: Form, set: ByteSet) -> Form {
    match form {
        Form::Text { alphabet, min, max } => Form::Text { alphabet: alphabet.intersect(set), min, max },
        Form::Padded { alphabet, width, pad, left } => {
            Form::Padded { alphabet: alphabet.intersect(set), width, pad, left }
        }
        Form::Terminated { alphabet } => Form::Terminated { alphabet: alphabet.intersect(set) },
        other => other,
    }
}

/// The least width of all atoms together, and the greatest where there is one.
pub(crate) const fn width_of(atoms: &[Atom]) -> (usize, Option<usize>) {
    let mut min = 0;
    let mut max = Some(0);
    let mut i = 0;
    while i < atoms.len() {
        let (least, most) = atoms[i].form.width();
        min += least;
        max = match (max, most) {
            (Some(max), Some(most)) => Some(max + most),
            _ => None,
        };
        i += 1;
    }
    (min, max)
}

/// `a < b`, in a const.
pub(crate) const fn is_below(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] < b[i];
        }
        i += 1;
    }
    a.len() < b.len()
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn a_set_is_what_a_list_of_bytes_is() {
        for (first, last) in [(0, 0), (0, 255), (1, 127), (127, 128), (128, 255), (200, 100), (255, 255)] {
            let set = ByteSet::range(first, last);
            let list: Vec<u8> = (0..=255).filter(|byte| *byte >= first && *byte <= last).collect();
            assert_eq!((0..=255).filter(|&byte| set.contains(byte)).collect::<Vec<u8>>(), list);
            assert_eq!(set.count(), list.len());
            assert_eq!((set.least(), set.greatest()), (list.first().copied(), list.last().copied()));
            for byte in 0..=255 {
                assert_eq!(set.least_above(byte), list.iter().copied().find(|&other| other > byte));
                assert_eq!(set.complemented().contains(!byte), set.contains(byte));
            }
            assert_eq!(set.nth(1), list.get(1).copied());
        }
    }

    #[test]
    fn a_set_reads_like_its_source() {
        assert_eq!(ByteSet::range(b'0', b'9').union(ByteSet::one(b'_')).to_string(), "0-9_");
        assert_eq!(ByteSet::range(0, 1).to_string(), "\\x00\\x01");
    }

    #[test]
    fn digits_are_counted_from_the_left() {
        assert_eq!((0..4).map(|at| Radix::Decimal.digit(1_203, 4, at)).collect::<Vec<_>>(), [1, 2, 0, 3]);
        assert_eq!(Radix::Bytes.digit(u128::MAX, 16, 0), 0xFF);
        assert_eq!(Radix::Decimal.digit(7, 39, 0), 0);
    }

    #[test]
    fn what_is_outside_a_set_is_found_at_its_place() {
        assert_eq!(ByteSet::range(b'a', b'z').first_outside(b"abc1d"), Some(3));
        assert_eq!(ByteSet::range(b'a', b'z').union(ByteSet::one(b'0')).first_outside(b"a01"), Some(2));
        assert_eq!(ByteSet::ALL.first_outside(&[0, 255]), None);
    }
}
