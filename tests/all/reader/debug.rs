//! The text of `Debug` as JSON, in the form that the reader prints.

/// The values that `Debug` shows, as the reader prints them.
pub fn json(debug: &str) -> String {
    let mut rest = debug.chars().peekable();
    let mut out = String::new();
    while let Some(first) = rest.next() {
        match first {
            '"' | '\'' => {
                out.push('"');
                while let Some(next) = rest.next().filter(|next| *next != first) {
                    let character = if next == '\\' { unescaped(&mut rest) } else { next };
                    match character {
                        '"' | '\\' => out.extend(['\\', character]),
                        '\n' => out.push_str("\\n"),
                        '\r' => out.push_str("\\r"),
                        '\t' => out.push_str("\\t"),
                        '\0'..='\u{1F}' => out.push_str(&format!("\\u{:04x}", character as u32)),
                        _ => out.push(character),
                    }
                }
                out.push('"');
            }
            '[' => {
                let list: String = rest.by_ref().take_while(|next| *next != ']').collect();
                let byte = |byte: &str| format!("{:02x}", byte.trim().parse::<u8>().unwrap());
                out.push_str(&format!(
                    "\"{}\"",
                    list.split(',').filter(|byte| !byte.is_empty()).map(byte).collect::<String>()
                ));
            }
            '{' | '}' | ')' | ' ' | ',' => out.extend((first != ' ' && first != ')').then_some(first)),
            _ => {
                let mut word = String::from(first);
                while let Some(next) = rest.next_if(|next| !" ,})(".contains(*next)) {
                    word.push(next);
                }
                let (next, after) = (rest.peek().copied(), rest.clone().nth(1));
                match next {
                    Some('(') => _ = rest.next(),
                    Some(' ') if word.ends_with(':') => out.push_str(&format!("\"{}\": ", word.trim_end_matches(':'))),
                    Some(' ') if after == Some('{') => {}
                    _ if word == "None" => out.push_str("null"),
                    _ if word == "true" || word == "false" || word.parse::<f64>().is_ok_and(f64::is_finite) => {
                        out.push_str(&word)
                    }
                    _ => out.push_str(&format!("\"{word}\"")),
                }
            }
        }
        if first == ',' {
            out.push(' ');
        }
    }
    out
}

/// The character of an escape of `Debug`, whose backslash was taken.
fn unescaped(rest: &mut impl Iterator<Item = char>) -> char {
    match rest.next().unwrap() {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        'u' => {
            let digits: String = rest.skip(1).take_while(|digit| *digit != '}').collect();
            char::from_u32(u32::from_str_radix(&digits, 16).unwrap()).unwrap()
        }
        other => other,
    }
}

#[test]
fn debug_becomes_json() {
    let nested =
        r#"Key { a: "x, y \"\u{1f}\n", b: Some(-5), c: None, d: Inner { e: Callee, f: [1, 255] }, g: 'é', h: 1.5 }"#;
    let expected =
        r#"{"a": "x, y \"\u001f\n", "b": -5, "c": null, "d": {"e": "Callee", "f": "01ff"}, "g": "é", "h": 1.5}"#;
    assert_eq!(json(nested), expected);
}
