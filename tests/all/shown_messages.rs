//! The page of compile errors, compared with the messages that rustc prints and with the sources of these: each error of ours has a
//! code, each code has a section, and the messages that a section shows are printed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What `_compile_errors` shows: code that does not compile, and the message, in the section of a code.
struct Shown {
    section: String,
    code: Vec<String>,
    message: Vec<String>,
}

/// A module of `tests/ui`, and what is said of its file.
struct Case {
    code: String,
    message: String,
}

/// The lines between fences, for each fence that begins like this.
fn fenced<'a>(doc: &'a [String], fence: &'a str) -> impl Iterator<Item = Vec<String>> + 'a {
    let starts = doc.iter().enumerate().filter(move |(_, line)| **line == format!("```{fence}"));
    starts.map(|(at, _)| doc[at + 1..].iter().take_while(|line| *line != "```").cloned().collect())
}

/// The lines of the page.
fn page() -> Vec<String> {
    let source = fs::read_to_string("src/_compile_errors.rs").unwrap();
    let line = |line: &str| line.strip_prefix("//!").map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned());
    source.lines().filter_map(line).collect()
}

fn shown() -> Vec<Shown> {
    let page = page();
    let sections: Vec<_> = (0..page.len()).filter(|&at| page[at].starts_with("## ")).chain([page.len()]).collect();
    let mut shown = Vec::new();
    for section in sections.windows(2) {
        let doc = &page[section[0]..section[1]];
        let (codes, messages): (Vec<_>, Vec<_>) =
            (fenced(doc, "compile_fail").collect(), fenced(doc, "text").collect());
        assert_eq!(codes.len(), messages.len(), "each refusal is shown with its message");
        let section = codes_in(&doc[0]).next().unwrap_or_default();
        let of_section = |(code, message)| Shown { section: section.to_owned(), code, message };
        shown.extend(codes.into_iter().zip(messages).map(of_section));
    }
    shown
}

/// All files of `tests/ui` with this extension.
fn files(extension: &str) -> Vec<PathBuf> {
    let files =
        |folder: &Path| -> Vec<_> { fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect() };
    let folders = files(Path::new("tests/ui"));
    let all = folders.iter().flat_map(|folder| files(folder));
    all.filter(|file| file.extension() == Some(extension.as_ref())).collect()
}

fn cases() -> Vec<Case> {
    let cases = |source: PathBuf| -> Vec<Case> {
        let message = plain(&fs::read_to_string(source.with_extension("stderr")).unwrap());
        let group = fs::read_to_string(&source).unwrap();
        let modules = group.split("\nmod ").skip(1);
        let case = |code: &str| {
            // Types and fields of several modules have one name, which rustc tells apart by the module.
            let (name, _) = code.split_once(' ').unwrap();
            let message = message.replace(&format!("{name}::"), "").replace("_::__rk_field::", "");
            Case { code: code.to_owned(), message }
        };
        modules.map(case).collect()
    };
    files("rs").into_iter().flat_map(cases).collect()
}

/// Without what rustc prints before our words, and without indents.
fn plain(stderr: &str) -> String {
    let line = |line: &str| {
        let line = line.trim();
        let line = line.split_once("evaluation panicked: ").map_or(line, |(_, said)| said);
        let line = line.strip_prefix("error: ").unwrap_or(line);
        line.strip_prefix("error[E0277]: ").unwrap_or(line).to_owned() + "\n"
    };
    stderr.lines().map(line).collect()
}

impl Case {
    /// Whether all lines of the code stand in the case, in this order, and the message among what is said of it.
    fn shows(&self, shown: &Shown) -> bool {
        let mut lines = self.code.lines().map(str::trim);
        let code = shown.code.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with("# "));
        let message: String = shown.message.iter().map(|line| format!("{}\n", line.trim())).collect();
        code.into_iter().all(|line| lines.any(|other| other == line)) && self.message.contains(&message)
    }
}

#[test]
fn each_message_is_that_of_a_case() {
    let (shown, cases) = (shown(), cases());
    assert!(shown.len() > 20 && cases.len() > 300);
    for shown in shown {
        let code = shown.message.iter().find_map(|line| line.trim().strip_prefix("see: ")).and_then(|see| see.get(..5));
        assert!(code.is_none_or(|code| code == shown.section), "{} shows a message of {code:?}", shown.section);
        let found = cases.iter().any(|case| case.shows(&shown));
        assert!(found, "no case says this of this code:\n{}\n\n{}", shown.code.join("\n"), shown.message.join("\n"));
    }
}

/// What a message would show of how the crate works inside.
const INSIDES: [&str; 5] =
    ["__private", "private::", "scan::path", "Chars<u64, 2", "the following other types implement"];

#[test]
fn no_message_shows_the_insides() {
    for case in cases() {
        let shown = INSIDES.iter().find(|inside| case.message.contains(**inside));
        assert!(shown.is_none(), "`{}` is shown:\n{}", shown.unwrap_or(&""), case.message);
    }
}

/// All codes in a text: `RK` and three digits.
fn codes_in(text: &str) -> impl Iterator<Item = &str> {
    let code = |(at, _)| text.get(at..at + 5).filter(|code| code[2..].bytes().all(|digit| digit.is_ascii_digit()));
    text.match_indices("RK").filter_map(code)
}

/// The sources of our messages, each with its path.
fn sources() -> Vec<(String, String)> {
    fn add(folder: &Path, all: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add(&path, all);
            } else {
                all.push((path.display().to_string(), fs::read_to_string(path).unwrap()));
            }
        }
    }
    let mut all = Vec::new();
    for folder in ["rowkey-core/src", "rowkey-derive/src", "rowkey-store/src"] {
        add(Path::new(folder), &mut all);
    }
    all
}

/// The starts of errors that rustc words by itself, behind "error".
const OF_RUSTC: [&str; 11] = [
    ": cannot find attribute",
    "[E0106]: missing lifetime specifier",
    "[E0277]: `&str` is not an iterator",
    "[E0277]: the trait bound",
    "[E0308]",
    "[E0392]",
    "[E0425]",
    "[E0432]",
    "[E0433]",
    "[E0599]",
    "[E0609]",
];

#[test]
fn each_error_has_one_code() {
    let mut count = 0;
    for source in files("stderr") {
        let stderr = "\n".to_owned() + &fs::read_to_string(&source).unwrap();
        for error in stderr.split("\nerror").skip(1) {
            let is_ours = !OF_RUSTC.iter().any(|start| error.starts_with(start));
            let codes = error.matches("see: RK").count() + error.matches("note: see RK").count();
            assert_eq!(codes, usize::from(is_ours), "{}: error{error}", source.display());
            count += codes;
        }
    }
    assert!(count > 700, "only {count} errors");
}

#[test]
fn each_code_has_a_section() {
    let page = page();
    let sections: Vec<&str> =
        page.iter().filter(|line| line.starts_with("## RK")).flat_map(|line| codes_in(line)).collect();
    assert!(sections.len() > 60 && sections.is_sorted_by(|a, b| a < b), "sections are in order: {sections:?}");
    // Each in its family, which the table at the top has too.
    let mut family = "";
    for line in &page {
        if let Some(name) = line.strip_prefix("# RK") {
            family = &name[..1];
            assert!(page.iter().any(|line| line.starts_with(&format!("| RK{family}xx | "))), "{family}");
        } else if let Some(name) = line.strip_prefix("## RK") {
            assert!(name.starts_with(family), "{line}");
        }
    }
    let used: BTreeSet<String> =
        sources().iter().flat_map(|(_, text)| codes_in(text).map(str::to_owned).collect::<Vec<_>>()).collect();
    assert_eq!(used, sections.iter().map(|&section| section.to_owned()).collect());
}

/// The macros of the derive and of the core take a code. Here it is seen that it is one.
#[test]
fn each_message_is_made_with_a_code() {
    let mut count = 0;
    for (path, text) in sources() {
        for start in ["message!(", "Message::new(", "refused_by(", "on_unimplemented(\n"] {
            for (at, _) in text.match_indices(start) {
                let rest = text[at + start.len()..].trim_start();
                // A variable, which holds a code from elsewhere, or the macro's own definition.
                let is_named = match start {
                    "message!(" => rest.starts_with('$'),
                    "Message::new(" | "refused_by(" => !rest.starts_with('"'),
                    _ => false,
                };
                let end = match start {
                    "message!(" => rest.find('"'),
                    "on_unimplemented(\n" => rest.find("\n)]"),
                    _ => rest.find([',', ')']),
                };
                let argument = &rest[..end.unwrap()];
                let has_code = codes_in(argument).next().is_some();
                // A second attribute of a trait adds to the first.
                let is_second = text[..at].ends_with("    diagnostic::");
                assert!(has_code || is_second || is_named, "{path}: {start}{argument}");
                count += 1;
            }
        }
    }
    assert!(count > 100, "only {count} messages");
}
