//! The messages of a gateway in HTTP mode. A request is the body of a POST, and an answer is the body of its response.
//!
//! HTTP crates bring their own connections, pools, and timeouts. This client only needs two heads and a chunked body.

use std::io::{self, BufRead, Read};

/// Returns the head of a request with a body of `length` bytes.
pub(crate) fn request_head(address: &str, length: usize) -> String {
    format!(
        "POST / HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/x-thrift\r\nAccept: application/x-thrift\r\n\
         Content-Length: {length}\r\n\r\n"
    )
}

/// The head of a response, and the progress in its body.
#[derive(Debug, Default)]
pub(crate) struct Response {
    /// The first line: `HTTP/1.1 200 OK`.
    pub(crate) status: String,
    /// `true` if the server closes the connection after the body.
    pub(crate) closes: bool,
    is_chunked: bool,
    /// The remaining bytes of the body, or of the current chunk.
    left: usize,
    /// `true` if the line break at the end of a chunk is still to be read.
    in_chunk: bool,
    is_at_end: bool,
}

impl Response {
    /// Reads the head of a response.
    pub(crate) fn read(reader: &mut impl BufRead) -> io::Result<Self> {
        /// More lines than any server sends.
        const LINES: usize = 256;
        let mut response = Self { status: read_line(reader)?, ..Self::default() };
        if !response.status.starts_with("HTTP/1.") {
            return Err(malformed(format!(
                "expected a status line of HTTP, found `{}`",
                response.status.escape_debug()
            )));
        }
        for _ in 0..LINES {
            let line = read_line(reader)?;
            if line.is_empty() {
                response.is_at_end = !response.is_chunked && response.left == 0;
                return Ok(response);
            }
            let (name, value) = line.split_once(':').unwrap_or((&line, ""));
            let value = value.trim();
            if name.eq_ignore_ascii_case("content-length") {
                response.left = value.parse().map_err(|_| malformed(format!("a body of `{value}` bytes")))?;
            } else if name.eq_ignore_ascii_case("transfer-encoding") {
                response.is_chunked = value.eq_ignore_ascii_case("chunked");
            } else if name.eq_ignore_ascii_case("connection") {
                response.closes = value.eq_ignore_ascii_case("close");
            }
        }
        Err(malformed(format!("a head of more than {LINES} lines")))
    }

    pub(crate) fn is_ok(&self) -> bool {
        self.status.split(' ').nth(1) == Some("200")
    }

    /// Returns the number of body bytes that come next without a chunk head in between, or 0 at the end of the body.
    pub(crate) fn next_bytes(&mut self, reader: &mut impl BufRead) -> io::Result<usize> {
        if self.is_chunked && self.left == 0 && !self.is_at_end {
            if self.in_chunk && !read_line(reader)?.is_empty() {
                return Err(malformed("a chunk that is longer than its declared length".into()));
            }
            let line = read_line(reader)?;
            let size = line.split(';').next().unwrap_or_default().trim();
            self.left = usize::from_str_radix(size, 16).map_err(|_| malformed(format!("a chunk of `{size}` bytes")))?;
            (self.in_chunk, self.is_at_end) = (true, self.left == 0);
            // The last chunk is empty, and an empty line follows it. The gateway sends no trailers.
            if self.is_at_end && !read_line(reader)?.is_empty() {
                return Err(malformed("trailers after the body".into()));
            }
        }
        Ok(self.left)
    }

    /// Counts `bytes` of the body as read.
    pub(crate) fn count(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes);
    }
}

/// Returns the next line without its line break.
fn read_line(reader: &mut impl BufRead) -> io::Result<String> {
    /// More bytes than any line of a head has.
    const MOST: u64 = 64 << 10;
    let mut line = Vec::new();
    reader.take(MOST).read_until(b'\n', &mut line)?;
    match line.strip_suffix(b"\n") {
        Some(line) => Ok(String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()),
        None if line.len() as u64 == MOST => Err(malformed("a line without end".into())),
        None => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn malformed(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the body of a response, read in pieces of at most `step` bytes, and the bytes after it.
    fn body(mut bytes: &[u8], step: usize) -> io::Result<(Vec<u8>, Vec<u8>)> {
        let reader = &mut bytes;
        let mut response = Response::read(reader)?;
        let mut body = Vec::new();
        loop {
            let count = response.next_bytes(reader)?.min(step);
            if count == 0 {
                return Ok((body, reader.to_vec()));
            }
            let mut piece = vec![0; count];
            reader.read_exact(&mut piece)?;
            response.count(count);
            body.extend(piece);
        }
    }

    #[test]
    fn bodies_have_a_length_or_chunks() {
        for step in [1, 3, 100] {
            let whole = body(b"HTTP/1.1 200 OK\r\ncontent-LENGTH: 5\r\nX: y\r\n\r\nhelloHTTP", step).unwrap();
            assert_eq!(whole, (b"hello".to_vec(), b"HTTP".to_vec()));
            let chunks = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\nA;x=y\r\nlo, world!\r\n0\r\n\r\nHTTP";
            assert_eq!(body(chunks, step).unwrap(), (b"hello, world!".to_vec(), b"HTTP".to_vec()));
        }
        assert_eq!(body(b"HTTP/1.1 204 No Content\r\n\r\nHTTP", 9).unwrap(), (vec![], b"HTTP".to_vec()));
    }

    #[test]
    fn other_bytes_are_refused() {
        let error = |bytes: &[u8]| body(bytes, 100).unwrap_err().kind();
        for bytes in [
            &b"\x80\x01\x00\x02\n"[..],
            b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n\r\n",
            &[b'x'; 70_000],
            &[&b"HTTP/1.1 200 OK\r\n"[..], &b"A: b\r\n".repeat(300)].concat(),
        ] {
            assert_eq!(error(bytes), io::ErrorKind::InvalidData, "{}", bytes[..20].escape_ascii());
        }
        for bytes in [&b""[..], b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab"] {
            assert_eq!(error(bytes), io::ErrorKind::UnexpectedEof);
        }
    }
}
