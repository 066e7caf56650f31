//! Text composed in a const: the messages of compile errors.
//!
//! [`message!`] composes a message, and [`append!`] adds to one. For example, `check_class("")` in
//! `codec/chars/class.rs` composes this message:
//!
//! ```text
//! the set of `chars` is empty
//!   help: write `chars("0-9a-z")`
//!   see: RK007 in rowkey::_compile_errors
//! ```

use xxhash_rust::const_xxh3::xxh3_128_with_seed;

/// A text of at most `N` bytes. The rest of a longer text is dropped.
pub(crate) struct Line<const N: usize> {
    bytes: [u8; N],
    len: usize,
    /// If the text is only hashed: the hash of all bytes before these. The text is hashed `N` bytes at a time, each
    /// time with the last hash as the seed.
    hash: Option<u128>,
    /// `true` if the text has numbers in place of the names of fields and record types.
    is_nameless: bool,
}

impl<const N: usize> Line<N> {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; N], len: 0, hash: None, is_nameless: false }
    }

    /// Creates a text of any length, of which only the hash is kept.
    pub(crate) const fn hashed() -> Self {
        Self { hash: Some(0), ..Self::new() }
    }

    /// Returns this text with numbers in place of names.
    pub(crate) const fn nameless(mut self) -> Self {
        self.is_nameless = true;
        self
    }

    /// Returns xxh3-128 (seed 0) of a text of up to `N` bytes.
    pub(crate) const fn hash(&self) -> u128 {
        let seed = match self.hash {
            Some(before) => before as u64,
            None => 0,
        };
        xxh3_128_with_seed(self.bytes.split_at(self.len).0, seed)
    }

    pub(crate) const fn text(&mut self, text: &str) {
        self.push(text.as_bytes());
    }

    /// Appends the name of a field or a record type, or its number if the text has no names.
    pub(crate) const fn name(&mut self, name: &str, number: usize) {
        if self.is_nameless {
            self.number(number as u128);
        } else {
            self.text(name);
        }
    }

    pub(crate) const fn number(&mut self, number: u128) {
        self.digits(number, 1);
    }

    /// Appends a number in `width` or more digits.
    pub(crate) const fn digits(&mut self, number: u128, width: usize) {
        let mut digits = [b'0'; 39];
        let mut at = digits.len();
        let mut rest = number;
        while rest > 0 {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        // The zeros before `at` fill the number up to `width` digits.
        let least = digits.len().saturating_sub(width);
        self.push(digits.split_at(if least < at { least } else { at }).1);
    }

    /// Appends a byte as two hex digits.
    pub(crate) const fn hex(&mut self, byte: u8) {
        self.push(&[hex(byte >> 4), hex(byte & 15)]);
    }

    /// Appends bytes in single quotes: printable ASCII except `'` and `\` as it is, and other bytes as `\xHH`.
    pub(crate) const fn quoted(&mut self, bytes: &[u8]) {
        self.text("'");
        let mut i = 0;
        while i < bytes.len() {
            match bytes[i] {
                b' '..=b'~' if bytes[i] != b'\'' && bytes[i] != b'\\' => self.push(&[bytes[i]]),
                byte => {
                    self.text("\\x");
                    self.hex(byte);
                }
            }
            i += 1;
        }
        self.text("'");
    }

    pub(crate) const fn push(&mut self, bytes: &[u8]) {
        let mut i = 0;
        while i < bytes.len() {
            // A full text is hashed and continues empty, or drops the rest.
            if self.len == N {
                if self.hash.is_none() {
                    return;
                }
                self.hash = Some(self.hash());
                self.len = 0;
            }
            self.bytes[self.len] = bytes[i];
            self.len += 1;
            i += 1;
        }
    }

    /// Appends the line that names a section of `src/_compile_errors.rs`. If there is no room, removes the end of the
    /// text before it.
    pub(crate) const fn see(&mut self, code: &str) {
        let most = N - SEE.len() - code.len() - IN_PAGE.len();
        // Remove whole characters: the byte at the new end must not continue one.
        while self.len > most || self.len < N && self.bytes[self.len] & 0xC0 == 0x80 {
            self.len -= 1;
        }
        self.text(SEE);
        self.text(code);
        self.text(IN_PAGE);
    }

    /// Returns `true` if text may have been dropped.
    pub(crate) const fn is_full(&self) -> bool {
        self.len == N
    }

    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "a text cut inside a character",
        }
    }
}

/// The start and the end of the line that names the section about a message.
const SEE: &str = "\n  see: ";
const IN_PAGE: &str = " in rowkey::_compile_errors";

/// The message of a panic in a const: the fact, at most one note, at most three helps, and a fourth help that opts out
/// for an existing table.
pub(crate) struct Message {
    line: Line<1024>,
    code: &'static str,
}

impl Message {
    /// Creates an empty message. `code` names the section of `src/_compile_errors.rs` that explains it:
    /// `Message::new("RK101")`. [`message!`] calls this.
    pub(crate) const fn new(code: &'static str) -> Self {
        Self { line: Line::new(), code }
    }

    pub(crate) const fn code(&self) -> &'static str {
        self.code
    }

    /// Ends the message with the line that names its section.
    pub(crate) const fn with_code(mut self) -> Self {
        self.line.see(self.code);
        self
    }

    pub(crate) const fn text(mut self, text: &str) -> Self {
        self.line.text(text);
        self
    }

    /// Appends a name in backticks.
    pub(crate) const fn name(self, name: &str) -> Self {
        self.text("`").text(name).text("`")
    }

    /// Starts the line with the reason.
    pub(crate) const fn note(self) -> Self {
        self.text("\n  note: ")
    }

    /// Starts a line with code to type.
    pub(crate) const fn help(self) -> Self {
        self.text("\n  help: ")
    }

    pub(crate) const fn number(mut self, number: u128) -> Self {
        self.line.number(number);
        self
    }

    /// Appends bytes as text in quotes if all of them are printable ASCII, or else in hex.
    pub(crate) const fn bytes(mut self, bytes: &[u8]) -> Self {
        let mut printable = true;
        let mut i = 0;
        while i < bytes.len() {
            printable = printable && bytes[i] >= b' ' && bytes[i] <= b'~';
            i += 1;
        }
        if printable {
            return self.text("\"").raw(bytes).text("\"");
        }
        let mut i = 0;
        while i < bytes.len() {
            self = if i > 0 { self.text(" ") } else { self };
            self.line.hex(bytes[i]);
            i += 1;
        }
        self
    }

    pub(super) const fn raw(mut self, bytes: &[u8]) -> Self {
        self.line.push(bytes);
        self
    }

    pub(crate) const fn as_str(&self) -> &str {
        self.line.as_str()
    }
}

const fn hex(digit: u8) -> u8 {
    if digit < 10 { b'0' + digit } else { b'A' + digit - 10 }
}

/// Composes a [`Message`] with this code, also in a const. It has the form of all errors of this crate: the fact, then
/// `note` and `help` lines.
///
/// ```text
/// message!(RK404, "expected a split key above " {bytes before} ", found " {bytes key};
///     help "sort the keys, and list each once")
/// ```
///
/// The macro joins literals and these values:
///
/// | Written | Appended |
/// |---|---|
/// | `{name}` | a name in backticks, such as `` `user` `` |
/// | `{#count}` | a number |
/// | `{=text}` | a text as it is |
/// | `{bytes key}` | bytes: as text in quotes, or in hex |
/// | `{chars set}` | a set of bytes as `chars("..")` |
///
/// Each value is an expression: `{=if is_left { "begins" } else { "ends" }}`. Use [`append!`] for parts that depend on
/// a condition. Both macros expand to a chain of methods of `Message`, one for each part.
macro_rules! message {
    ($code:ident, $($parts:tt)*) => {
        $crate::language::message::append!(
            @($crate::language::message::Message::new(stringify!($code))) $($parts)*
        )
    };
}
pub(crate) use message;

/// Appends parts to a [`Message`], in the form of [`message!`]. After a comma they continue the last line of the
/// message, and after a semicolon they begin a new one:
///
/// ```text
/// append!(message, ", found " {#regions}; help "write `regions = 16`")
/// append!(message; help "leave out `split`")
/// ```
macro_rules! append {
    // These arms take one part at a time. The message before the part is a group of tokens, `(..)`. rustc would parse
    // an `expr` again for each part, which adds 1 % to the instructions of rustc to check this crate (`valgrind
    // --tool=cachegrind`).
    (@$message:tt) => {
        $message
    };
    (@$message:tt ; $line:ident $($rest:tt)*) => {
        $crate::language::message::append!(@($message.$line()) $($rest)*)
    };
    (@$message:tt $text:literal $($rest:tt)*) => {
        $crate::language::message::append!(@($message.text($text)) $($rest)*)
    };
    (@$message:tt {#$number:expr} $($rest:tt)*) => {
        $crate::language::message::append!(@($message.number($number as u128)) $($rest)*)
    };
    (@$message:tt {=$text:expr} $($rest:tt)*) => {
        $crate::language::message::append!(@($message.text($text)) $($rest)*)
    };
    (@$message:tt {bytes $bytes:expr} $($rest:tt)*) => {
        $crate::language::message::append!(@($message.bytes($bytes)) $($rest)*)
    };
    (@$message:tt {chars $set:expr} $($rest:tt)*) => {
        $crate::language::message::append!(@($message.chars($set)) $($rest)*)
    };
    (@$message:tt {$name:expr} $($rest:tt)*) => {
        $crate::language::message::append!(@($message.name($name)) $($rest)*)
    };
    ($message:expr, $($parts:tt)*) => {
        $crate::language::message::append!(@($message) $($parts)*)
    };
    ($message:expr; $($lines:tt)*) => {
        $crate::language::message::append!(@($message) ; $($lines)*)
    };
}
pub(crate) use append;

/// Panics with a [`Message`] and its code. In a const, this fails the build, and rustc shows the text.
macro_rules! refuse {
    ($message:expr) => {
        panic!("{}", $message.with_code().as_str())
    };
}
pub(crate) use refuse;

/// Returns the text that [`refuse!`] fails `check` with, without its last line, which names the section. Returns
/// `None` if the check passes.
#[cfg(test)]
pub(crate) fn refusal_of(check: impl FnOnce()) -> Option<alloc::string::String> {
    extern crate std;
    let refusal = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).err()?;
    let text = refusal.downcast_ref::<alloc::string::String>().expect("the text of a refusal");
    let (text, code) = text.split_once(SEE).expect("a code");
    assert!(code.starts_with("RK") && code.len() == "RK001".len() + IN_PAGE.len() && code.ends_with(IN_PAGE), "{code}");
    Some(text.into())
}

/// The maximum width of the description of a layout or a language.
pub(crate) const MAX_DESCRIPTION: usize = 16_384;

/// Implements `Display` for types with a method `describe`.
macro_rules! display_description {
    ($($(#[$doc:meta])* $type:ty;)*) => {$(
        $(#[$doc])*
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let mut line = crate::language::message::Line::<{ crate::language::message::MAX_DESCRIPTION }>::new();
                self.describe(&mut line);
                f.write_str(line.as_str())
            }
        }
    )*};
}
pub(crate) use display_description;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::ByteSet;
    use alloc::borrow::ToOwned;
    use xxhash_rust::xxh3::{xxh3_128, xxh3_128_with_seed};

    #[test]
    fn parts_join() {
        let message =
            Message::new("RK001").name("at").text(" is ").number(0).text(" ").number(u128::MAX).text(" ").bytes(b"05|");
        assert_eq!(message.as_str(), "`at` is 0 340282366920938463463374607431768211455 \"05|\"");
        assert_eq!(Message::new("RK001").bytes(&[0x0F, 0xF0]).as_str(), "0F F0");
    }

    /// Each form of a value, and a message in several parts.
    #[test]
    fn a_message_is_one_sentence() {
        let (name, set) = ("at", ByteSet::range(b'a', b'z'));
        let message = message!(RK001, {name} " is " {#7_usize} " " {=name} " " {bytes b"05|"} " " {chars set};
            note "the reason"; help "write " {name});
        assert_eq!(message.code(), "RK001");
        let lines = "`at` is 7 at \"05|\" chars(\"a-z\")\n  note: the reason\n  help: write `at`";
        assert_eq!(message.as_str(), lines);
        let message = append!(append!(message, " or " {bytes &[0x0F]}); help "leave it out");
        assert_eq!(message.as_str(), lines.to_owned() + " or 0F\n  help: leave it out");
    }

    /// Works also if the text before it leaves no room for it, or would end inside a character.
    #[test]
    fn a_message_ends_with_its_code() {
        let message = Message::new("RK001").text("a fact").help().text("a help").with_code();
        assert_eq!(message.as_str(), "a fact\n  help: a help\n  see: RK001 in rowkey::_compile_errors");
        for width in 960..990 {
            let message = Message::new("RK001").text(&"a".repeat(width)).text(&"\u{20AC}".repeat(100)).with_code();
            let (text, code) = message.as_str().split_once(SEE).unwrap();
            assert!(text.len() > 955 && text.trim_end_matches('\u{20AC}').bytes().all(|byte| byte == b'a'), "{text}");
            assert_eq!(code, "RK001 in rowkey::_compile_errors");
        }
    }

    #[test]
    fn a_text_of_any_length_is_hashed_to_its_end() {
        let hash = |text: &str| {
            let mut line = Line::<8>::hashed();
            text.split_inclusive(' ').for_each(|word| line.text(word));
            line.hash()
        };
        for whole in ["", "a", "8 bytes."] {
            assert_eq!(hash(whole), xxh3_128(whole.as_bytes()), "{whole:?}");
        }
        let first = xxh3_128(b"8 bytes.") as u64;
        assert_eq!(hash("8 bytes.a"), xxh3_128_with_seed(b"a", first));
        let second = xxh3_128_with_seed(b" and 8 m", first) as u64;
        assert_eq!(hash("8 bytes. and 8 more"), xxh3_128_with_seed(b"ore", second));
    }
}
