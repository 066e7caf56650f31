//! Numbers and names as text that fits on a line.

/// Formats a share in percent.
pub(crate) fn percent(part: u64, of: u64) -> String {
    let percent = part as f64 * 100.0 / of.max(1) as f64;
    match percent {
        percent if part > 0 && percent < 0.1 => "< 0.1 %".to_owned(),
        percent if percent >= 10.0 => format!("{percent:.0} %"),
        percent => format!("{percent:.1} %"),
    }
}

/// Formats a number in groups of three digits: `10,000,000`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number of things: `1 row`, `1,000 rows`.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Names regions: `region 3`, `regions 3 and 5`, `regions 3, 5, and 7`, `4 of 6 regions`.
pub(crate) fn name_regions(regions: &[usize], all: usize) -> String {
    match regions {
        [one] => format!("region {one}"),
        [first, last] => format!("regions {first} and {last}"),
        [first, second, last] => format!("regions {first}, {second}, and {last}"),
        more => format!("{} of {all} regions", more.len()),
    }
}

/// Makes a sentence of a finding, with a capital letter and a period. A number and its `%` stay on one line.
pub(crate) fn sentence(finding: &str) -> String {
    let finding = finding.replace(" %", "\u{A0}%");
    let mut letters = finding.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

/// Leaves out the middle of a text of more than `most` characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let characters = text.chars().count();
    if characters <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(2);
    let start = text.chars().take(kept - kept / 3);
    start.chain("..".chars()).chain(text.chars().skip(characters - kept / 3)).collect()
}

/// Splits a sentence into lines of at most `most` characters. A longer word gets a line of its own.
pub(crate) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_shown_for_people() {
        assert_eq!([percent(1, 3_000), percent(61, 1_000), percent(613, 1_000)], ["< 0.1 %", "6.1 %", "61 %"]);
        assert_eq!([grouped(7), grouped(1_234), grouped(10_000_000)], ["7", "1,234", "10,000,000"]);
        assert_eq!([counted(1, "row"), counted(1_000, "row")], ["1 row", "1,000 rows"]);
        assert_eq!(name_regions(&[2, 5, 7], 9), "regions 2, 5, and 7");
    }

    #[test]
    fn texts_are_shortened_and_wrapped() {
        assert_eq!(shortened("abcdefghijkl", 8), "abcd..kl");
        assert_eq!(shortened("abcdefgh", 8), "abcdefgh");
        assert_eq!(wrapped("each moment writes to one", 11), ["each moment", "writes to", "one"]);
    }
}
