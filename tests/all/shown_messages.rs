//! The messages that the documentation of refusals shows are those that rustc prints.

use std::fs;
use std::path::Path;

/// What `_compile_errors` shows: code that does not compile, and what is said of it.
struct Shown {
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

fn shown() -> Vec<Shown> {
    let source = fs::read_to_string("src/_compile_errors.rs").unwrap();
    let line = |line: &str| line.strip_prefix("//!").map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned());
    let doc: Vec<String> = source.lines().filter_map(line).collect();
    let (codes, messages): (Vec<_>, Vec<_>) = (fenced(&doc, "compile_fail").collect(), fenced(&doc, "text").collect());
    assert_eq!(codes.len(), messages.len(), "each refusal is shown with its message");
    codes.into_iter().zip(messages).map(|(code, message)| Shown { code, message }).collect()
}

fn cases() -> Vec<Case> {
    let files =
        |folder: &Path| -> Vec<_> { fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect() };
    let folders = files(Path::new("tests/ui"));
    let sources =
        folders.iter().flat_map(|folder| files(folder)).filter(|file| file.extension() == Some("rs".as_ref()));
    let cases = |source: std::path::PathBuf| -> Vec<Case> {
        let message = plain(&fs::read_to_string(source.with_extension("stderr")).unwrap());
        let group = fs::read_to_string(&source).unwrap();
        let modules = group.split("\nmod ").skip(1);
        let case = |code: &str| {
            // Types and fields of several modules have one name, which rustc tells apart by the module.
            let (name, _) = code.split_once(' ').unwrap();
            let message = message.replace(&format!("{name}::"), "").replace("_::__field::", "");
            Case { code: code.to_owned(), message }
        };
        modules.map(case).collect()
    };
    sources.flat_map(cases).collect()
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
