//! Text put together in a const: what a refusal says.

/// The message of a const panic: the fact, at most one note, at most three ways out.
pub(crate) struct Message {
    bytes: [u8; 1024],
    len: usize,
}

impl Message {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; 1024], len: 0 }
    }

    pub(crate) const fn text(mut self, text: &str) -> Self {
        self.push(text.as_bytes());
        self
    }

    /// A name, in backticks.
    pub(crate) const fn name(self, name: &str) -> Self {
        self.text("`").text(name).text("`")
    }

    /// Starts the line that says why.
    pub(crate) const fn note(self) -> Self {
        self.text("\n  note: ")
    }

    /// Starts a line that says what to type.
    pub(crate) const fn help(self) -> Self {
        self.text("\n  help: ")
    }

    pub(crate) const fn number(mut self, number: u128) -> Self {
        let mut digits = [0; 39];
        let mut at = digits.len();
        let mut rest = number;
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.push(digits.split_at(at).1);
        self
    }

    /// Bytes as a person reads them: printable ASCII in quotes, all else in hex.
    pub(crate) const fn bytes(mut self, bytes: &[u8]) -> Self {
        let mut printable = true;
        let mut i = 0;
        while i < bytes.len() {
            printable = printable && bytes[i] >= b' ' && bytes[i] <= b'~';
            i += 1;
        }
        if printable {
            self.push(b"\"");
            self.push(bytes);
            self.push(b"\"");
            return self;
        }
        let mut i = 0;
        while i < bytes.len() {
            if i > 0 {
                self.push(b" ");
            }
            self.push(&[hex(bytes[i] >> 4), hex(bytes[i] & 15)]);
            i += 1;
        }
        self
    }

    const fn push(&mut self, bytes: &[u8]) {
        let mut i = 0;
        while i < bytes.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = bytes[i];
            self.len += 1;
            i += 1;
        }
    }

    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "a message cut inside a character",
        }
    }
}

const fn hex(digit: u8) -> u8 {
    if digit < 10 { b'0' + digit } else { b'A' + digit - 10 }
}

/// Refuses with a [`Message`]; in a const, so the build fails and rustc shows it.
macro_rules! refuse {
    ($message:expr) => {
        panic!("{}", $message.as_str())
    };
}
pub(crate) use refuse;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_join() {
        let message =
            Message::new().name("at").text(" is ").number(0).text(" ").number(u128::MAX).text(" ").bytes(b"05|");
        assert_eq!(message.as_str(), "`at` is 0 340282366920938463463374607431768211455 \"05|\"");
        assert_eq!(Message::new().bytes(&[0x0F, 0xF0]).as_str(), "0F F0");
    }
}
