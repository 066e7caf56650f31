//! Patterns of Java's `DateTimeFormatter` and `SimpleDateFormat`, for help texts that show the `strftime` pattern.

/// The letters of each part in Java, and the same part in a `strftime` pattern.
const LETTERS: [(&str, &str); 12] = [
    ("yyyy", "%Y"),
    ("uuuu", "%Y"),
    ("MM", "%m"),
    ("dd", "%d"),
    ("DDD", "%j"),
    ("HH", "%H"),
    ("mm", "%M"),
    ("ss", "%S"),
    ("SSS", "%3f"),
    ("SSSSSS", "%6f"),
    ("nnnnnnnnn", "%9f"),
    ("SSSSSSSSS", "%9f"),
];

/// Returns the same pattern for `strftime`: `%Y-%m-%dT%H` for `yyyy-MM-dd'T'HH`. Returns `None` if the text is not a
/// Java pattern, or has letters without a part of fixed width.
pub fn strftime(java: &str) -> Option<String> {
    if java.contains('%') || !LETTERS.iter().any(|(letters, _)| java.contains(letters)) {
        return None;
    }
    let (mut out, mut rest) = (String::new(), java);
    while let Some(first) = rest.chars().next() {
        let run = if first == '\'' {
            // Letters in quotes are literal, and two quotes are one literal quote.
            let quoted = rest.get(1..)?.find('\'')?;
            out.push_str(if quoted == 0 { "'" } else { rest.get(1..=quoted)? });
            quoted + 2
        } else {
            let run = rest.find(|letter| letter != first).unwrap_or(rest.len());
            let letters = rest.get(..run)?;
            match LETTERS.iter().find(|(java, _)| *java == letters) {
                Some((_, part)) => out.push_str(part),
                None if first.is_ascii_alphabetic() => return None,
                None => out.push_str(letters),
            }
            run
        };
        rest = rest.get(run..)?;
    }
    Some(out)
}
