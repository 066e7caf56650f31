//! Every `help:` of the messages in `tests/ui` compiles when it is typed.
//!
//! Where a message says what to type, the test types it into the case. The code is what the help has in backticks:
//!
//! - `#[..]` goes above what the error points at, in place of the items of these names, and of the one that the help says.
//! - An item replaces that of its name, or that which the help says: "`digits(10)` in place of `decimal`". `split(.., allow(dead))` adds to it,
//!   and "leave out `desc`" takes it away. All of these are looked for in the attributes that the error points at, or above it.
//! - Anything else replaces what the error points at.
//! - Where a reader would do something else, a file beside the case says what: `tests/ui/salt/inputs.helps` belongs to `inputs.rs`. It has a
//!   line for the module, a line for the help as it is printed, then `- old` and `+ new` for each edit. Code is compared without line
//!   breaks, indents and comments. The new code must contain the code of the help.
//! - `not typed: REASON` is for a help that leaves a choice to the reader, or for a module. A help without backticks needs no entry.
//! - `always` in place of a help is for mistakes of the module whose messages have no help that can be typed.
//!
//! All helps of a file are compiled together: in the first program, each error is mended by its first help, in the second by its
//! second, and so on.

mod rustc;

use rustc::Rustc;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::{fs, iter, ptr, thread};

/// An error of a case, and what it says to type.
struct Refusal {
    /// The line in the file, counted from 0.
    line: usize,
    /// The characters that the error points at; those of the first line, if there are several.
    from: usize,
    to: usize,
    helps: Vec<String>,
}

/// A module of a file in `tests/ui`.
struct Module<'a> {
    name: &'a str,
    /// The line of `mod`.
    start: usize,
    lines: Vec<&'a str>,
}

/// What a file beside the case says of a help.
struct Entry<'a> {
    module: &'a str,
    help: &'a str,
    edits: Vec<(&'a str, &'a str)>,
    is_typed: bool,
}

/// All errors that a `.stderr` file has.
fn refusals(stderr: &str) -> Vec<Refusal> {
    let mut all: Vec<Refusal> = Vec::new();
    let mut helps = Vec::new();
    let mut lines = stderr.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("error") {
            helps.clear();
        } else if let Some(help) = line.trim_start().strip_prefix("help: ").filter(|_| line.starts_with(' ')) {
            helps.push(help.to_owned());
        } else if let Some((_, place)) = line.split_once("--> tests/ui/") {
            let mut place = place.rsplit(':').map(|number| number.parse::<usize>().unwrap() - 1);
            let (from, line) = (place.next().unwrap(), place.next().unwrap());
            let carets = lines.by_ref().find(|line| line.contains('^')).map_or(0, |line| line.matches('^').count());
            // A macro that is called twice has its mistakes twice.
            let is_new = |other: &Refusal| (other.line, other.from, &other.helps) != (line, from, &helps);
            if all.iter().all(is_new) {
                all.push(Refusal { line, from, to: from + carets, helps: std::mem::take(&mut helps) });
            }
        }
    }
    all
}

/// The modules of a file in `tests/ui`.
fn modules(source: &str) -> Vec<Module<'_>> {
    let lines: Vec<&str> = source.lines().collect();
    let starts = (0..lines.len()).filter(|&start| lines[start].starts_with("mod "));
    let module = |start: usize| {
        let name = lines[start].trim_start_matches("mod ").trim_end_matches(" {");
        let end = start + lines[start..].iter().position(|line| *line == "}").unwrap() + 1;
        Module { name, start, lines: lines[start..end].to_vec() }
    };
    starts.map(module).collect()
}

/// Reads a file that says how helps are typed.
fn entries(text: &str) -> Vec<Entry<'_>> {
    let (mut module, mut all) = ("", Vec::<Entry>::new());
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, all.last_mut()) {
            ("help:", _) => all.push(Entry { module, help: rest, edits: Vec::new(), is_typed: true }),
            ("always", _) => all.push(Entry { module, help: "", edits: Vec::new(), is_typed: true }),
            ("not", Some(entry)) if entry.module == module => entry.is_typed = false,
            ("not", _) => all.push(Entry { module, help: "", edits: Vec::new(), is_typed: false }),
            ("-", Some(entry)) => entry.edits.push((rest, "")),
            ("+", Some(entry)) => entry.edits.last_mut().unwrap().1 = rest,
            _ => module = line,
        }
    }
    all
}

/// What stands in backticks.
fn codes(help: &str) -> impl Iterator<Item = &str> {
    help.split('`').skip(1).step_by(2)
}

/// Whether the code has all parts of what a help says, which are apart by `..`.
fn contains(code: &str, said: &str) -> bool {
    let mut rest = code;
    said.split("..").all(|part| match rest.split_once(part) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// Where a line has the item of this name, with its parentheses or its value.
fn item(line: &str, name: &str) -> Option<Range<usize>> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_whole = |at: &usize| !line[..*at].ends_with(is_word) && !line[at + name.len()..].starts_with(is_word);
    let start = line.match_indices(name).map(|(at, _)| at).find(is_whole)?;
    let (mut depth, mut is_text) = (0, false);
    let ends = |letter: char| {
        is_text ^= letter == '"';
        match letter {
            _ if is_text => return false,
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth < 0 || depth == 0 && matches!(letter, ',' | ';')
    };
    line[start..].find(ends).map(|end| start..start + end)
}

/// The names of the items of an attribute.
fn names(attribute: &str) -> Vec<&str> {
    let mut items = attribute.trim_start_matches("#[").trim_start_matches("rowkey(");
    let mut names = Vec::new();
    while let Some(name) = items.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next() {
        names.push(name);
        let end = item(items, name).map_or(items.len(), |item| item.end);
        let Some((_, rest)) = items[end..].split_once(", ") else { break };
        items = rest;
    }
    names
}

/// Takes an item out of a line, and the comma beside it.
fn leave_out(line: &mut String, item: Range<usize>) {
    line.replace_range(item, "");
    for (left, plain) in [(", ,", ","), ("(, ", "("), (", )", ")"), ("; )", ")"), ("#[rowkey()]", ""), ("#[]", "")] {
        *line = line.replace(left, plain);
    }
}

/// Types a help that has no entry, where the error points at these characters of the last line. The lines before it are attributes.
/// `None` if nothing says where it goes.
fn type_plainly(help: &str, lines: &mut [String], pointed: Range<usize>) -> Option<()> {
    let code = codes(help).next()?;
    let find = |lines: &[String], name: &str| {
        let attributes = lines.iter().enumerate().rev().filter(|(_, line)| line.contains("#["));
        attributes.filter_map(|(at, line)| Some((at, item(line, name)?))).next()
    };
    if help.contains(&format!("leave out `{code}`")) {
        let (at, item) = find(lines, code)?;
        leave_out(&mut lines[at], item);
    } else if let Some((name, more)) = code.split_once("(.., ") {
        let (at, item) = find(lines, name)?;
        lines[at].insert_str(item.end - 1, &format!(", {}", more.strip_suffix(')')?));
    } else if code.contains("..") {
        return None;
    } else if code.starts_with("#[") {
        let replaced = help.split_once("in place of `").map(|(_, other)| names(other)[0]);
        for name in names(code).into_iter().chain(replaced) {
            while let Some((at, item)) = find(lines, name) {
                leave_out(&mut lines[at], item);
            }
        }
        lines.last_mut()?.insert_str(0, &format!("{code} "));
    } else {
        let line = lines.len() - 1;
        let at = |column: usize| lines[line].char_indices().nth(column).map_or(lines[line].len(), |(at, _)| at);
        let pointed = at(pointed.start)..at(pointed.end);
        let place = match help.split_once("in place of `") {
            Some((_, other)) => names(other)[0],
            // A word alone may also be the name of another item.
            None if code.contains(['(', '=']) || lines[line][pointed.clone()] == *code => names(code)[0],
            None => "",
        };
        let (at, item) = find(lines, place).filter(|_| !place.is_empty()).unwrap_or((line, pointed));
        lines[at].replace_range(item, code);
    }
    Some(())
}

impl Module<'_> {
    fn has(&self, refusal: &Refusal) -> bool {
        (self.start..self.start + self.lines.len()).contains(&refusal.line)
    }

    /// The module with the help of this number typed for each error, or the last that there is. `None` if no error has as many.
    fn typed(&self, refusals: &[Refusal], entries: &[Entry<'_>], number: usize) -> Result<Option<String>, String> {
        if entries.iter().any(|entry| entry.module == self.name && entry.help.is_empty() && !entry.is_typed) {
            return Ok(None);
        }
        let entry = |help: &str| entries.iter().find(|entry| entry.module == self.name && entry.help == help);
        let is_typed = |help: &&String| entry(help).map_or(help.contains('`'), |entry| entry.is_typed);
        let mut lines: Vec<String> = self.lines.iter().map(|&line| line.to_owned()).collect();
        let (mut edits, mut said, mut is_new) = (Vec::from_iter(entry("")), Vec::new(), false);
        // From the back, so that no edit moves what an earlier error points at.
        let mut own: Vec<_> = refusals.iter().filter(|refusal| self.has(refusal)).collect();
        own.sort_by_key(|refusal| Reverse((refusal.line, refusal.from)));
        for refusal in own {
            let helps: Vec<_> = refusal.helps.iter().filter(is_typed).collect();
            let Some(help) = helps.get(number).or(helps.last()) else { continue };
            is_new |= number < helps.len();
            said.push(help.as_str());
            if let Some(entry) = entry(help) {
                if !edits.iter().any(|other| ptr::eq(*other, entry)) {
                    edits.push(entry);
                }
                continue;
            }
            let line = refusal.line - self.start;
            let attributes = lines[..line].iter().rev().take_while(|line| line.trim_start().starts_with("#[")).count();
            type_plainly(help, &mut lines[line - attributes..=line], refusal.from..refusal.to)
                .ok_or_else(|| format!("`{}`: an entry must say where `{help}` goes", self.name))?;
        }
        if !is_new {
            return Ok(None);
        }
        let code = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with("//"));
        let mut code = code.collect::<Vec<_>>().join(" ");
        for entry in edits {
            let before = code.clone();
            // Where an error has fewer helps, another error's edit may have been made already.
            for (old, new) in &entry.edits {
                if code.matches(old).count() > 1 {
                    return Err(format!("`{}`: `{old}` is not one place in {code}", self.name));
                }
                code = code.replace(old, new);
            }
            if code == before {
                return Err(format!("`{}`: nothing to edit for `{}` in {code}", self.name, entry.help));
            }
        }
        match said.iter().find(|help| !help.contains("leave") && !codes(help).any(|said| contains(&code, said))) {
            Some(help) => Err(format!("`{}`: what is typed for `{help}` is not its code: {code}", self.name)),
            None => Ok(Some(format!("// help: {}\n{code}\n", said.join("\n// help: ")))),
        }
    }
}

/// The programs in which the helps of a file are typed.
fn programs(source: &Path, wrong: &mut Vec<String>) -> Vec<String> {
    let read = |extension: &str| fs::read_to_string(source.with_extension(extension));
    let (code, stderr, said) = (read("rs").unwrap(), read("stderr").unwrap(), read("helps").unwrap_or_default());
    let (modules, refusals, entries) = (modules(&code), refusals(&stderr), entries(&said));
    let is_said = |entry: &Entry| {
        let own = modules.iter().filter(|module| module.name == entry.module);
        let helps =
            own.flat_map(|module| refusals.iter().filter(|refusal| module.has(refusal))).flat_map(|at| &at.helps);
        entry.help.is_empty() || helps.into_iter().any(|help| help == entry.help)
    };
    let stale = entries.iter().filter(|entry| !is_said(entry));
    wrong.extend(stale.map(|entry| format!("no message of `{}` says `{}`", entry.module, entry.help)));
    let mut program = |number| -> String {
        let typed = modules.iter().map(|module| module.typed(&refusals, &entries, number));
        typed
            .filter_map(|typed| {
                typed.unwrap_or_else(|why| {
                    wrong.push(why);
                    None
                })
            })
            .collect()
    };
    (0..).map(&mut program).take_while(|program| !program.is_empty()).collect()
}

/// All cases of `tests/ui`.
fn sources() -> BTreeSet<PathBuf> {
    let files = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let sources = files(Path::new("tests/ui")).into_iter().flat_map(|folder| files(&folder));
    sources.filter(|file| file.extension() == Some("rs".as_ref())).collect()
}

/// Writes a program into a file. Returns what rustc says if it does not compile.
fn error_of(rustc: &Rustc, (name, program): &(String, String)) -> Option<String> {
    let file = rustc.out.join(name);
    fs::write(&file, format!("#![allow(unused)]\n{program}fn main() {{}}\n")).unwrap();
    let output = rustc.check(&file).output().unwrap();
    (!output.status.success()).then(|| String::from_utf8(output.stderr).unwrap())
}

#[test]
fn each_help_compiles_when_it_is_typed() {
    let (rustc, mut wrong, mut all) = (Rustc::new("helps"), Vec::new(), Vec::new());
    for source in sources() {
        let name = source.strip_prefix("tests/ui").unwrap().with_extension("");
        let name: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        let programs = programs(&source, &mut wrong).into_iter().enumerate();
        all.extend(programs.map(|(number, program)| (format!("{}_{number}.rs", name.join("_")), program)));
    }
    let next = AtomicUsize::new(0);
    let errors =
        || iter::from_fn(|| all.get(next.fetch_add(1, Relaxed))).filter_map(|program| error_of(&rustc, program));
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = Vec::from_iter((0..threads).map(|_| scope.spawn(|| errors().collect::<Vec<_>>())));
        threads.into_iter().for_each(|thread| wrong.extend(thread.join().unwrap()));
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let count: usize = all.iter().map(|(_, program)| program.matches("// help: ").count()).sum();
    assert!(count > 700, "only {count} helps are typed");
}
