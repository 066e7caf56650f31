//! The files of a crate, and which of them import which, read from the source.
//!
//! A path is followed through re-exports to the file that defines its last name: with `pub use codec::Codec` in `codec.rs`, an import of
//! `super::Codec` is an import of `codec/codec.rs`. Tests and comments are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Files by the path of their module, such as `codec/int`. The root is the empty path.
pub struct Graph {
    files: BTreeMap<String, String>,
    /// The paths that a file re-exports.
    exports: BTreeMap<String, Vec<String>>,
    imports: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    /// Reads a crate of the workspace.
    pub fn read(name: &str) -> Self {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(name).join("src");
        let mut paths = Vec::new();
        sources(&source, &mut paths);
        let module = |path: &PathBuf| {
            let path = path.strip_prefix(&source).unwrap().with_extension("");
            let path = path.to_str().unwrap();
            let path = path.strip_suffix("/mod").unwrap_or(path);
            (if path == "lib" { "" } else { path }).to_owned()
        };
        Self::of(paths.iter().map(|path| (module(path), fs::read_to_string(path).unwrap())))
    }

    pub fn of(sources: impl IntoIterator<Item = (String, String)>) -> Self {
        let (mut files, mut namespaces) = (BTreeMap::new(), BTreeSet::new());
        for (name, text) in sources {
            let (code, inner) = without_inline_modules(&code(&text));
            for (module, code) in inner {
                namespaces.insert(join(&name, &module));
                files.insert(join(&name, &module), code);
            }
            files.insert(name, code);
        }
        let exported =
            |code: &str| uses(code).into_iter().filter(|(exports, _)| *exports).flat_map(|(_, paths)| paths).collect();
        let exports = files.iter().map(|(name, code)| (name.clone(), exported(code))).collect();
        let mut graph = Self { files, exports, imports: BTreeMap::new() };
        // A module inside a file gives names to what others define.
        let imports_of = |name| if namespaces.contains(name) { BTreeSet::new() } else { graph.imports_of(name) };
        graph.imports = graph.files.keys().map(|name| (name.clone(), imports_of(name))).collect();
        graph
    }

    /// Returns the lines of code of a file, without tests, comments and blank lines.
    pub fn lines(&self, file: &str) -> Option<usize> {
        Some(self.files.get(file)?.lines().filter(|line| !line.trim().is_empty()).count())
    }

    /// Returns each import as the file and the imported file. Files do not import the modules that they are in, or those in them.
    pub fn imports(&self) -> impl Iterator<Item = (&str, &str)> {
        self.imports.iter().flat_map(|(file, imports)| imports.iter().map(|import| (file.as_str(), import.as_str())))
    }

    /// Returns the groups of files that import each other, directly or through others of the group.
    pub fn rings(&self) -> Vec<Vec<&str>> {
        let reached: BTreeMap<&str, BTreeSet<&str>> =
            self.files.keys().map(|file| (&**file, self.reached_from(file))).collect();
        let ring = |file: &&str| reached[file].iter().copied().filter(|other| reached[other].contains(file)).collect();
        let mut rings: Vec<Vec<&str>> = reached.keys().map(ring).filter(|ring: &Vec<_>| !ring.is_empty()).collect();
        rings.sort();
        rings.dedup();
        rings
    }

    fn reached_from<'g>(&'g self, file: &'g str) -> BTreeSet<&'g str> {
        let (mut reached, mut next) = (BTreeSet::new(), vec![file]);
        while let Some(file) = next.pop() {
            next.extend(self.imports[file].iter().map(String::as_str).filter(|import| reached.insert(*import)));
        }
        reached
    }

    fn imports_of(&self, file: &str) -> BTreeSet<String> {
        let code = &self.files[file];
        let mut paths: Vec<String> = uses(code).into_iter().flat_map(|(_, paths)| paths).collect();
        paths.extend(paths_in(code));
        let is_inside = |file: &str, of: &str| file == of || file.starts_with(&format!("{of}/")) || of.is_empty();
        let imports = paths.iter().filter_map(|path| self.resolve(file, path, 0));
        imports.filter(|import| !is_inside(import, file) && !is_inside(file, import)).collect()
    }

    /// Returns the file that defines what a path names in `file`. `None` for paths of other crates.
    fn resolve(&self, file: &str, path: &str, depth: usize) -> Option<String> {
        let mut names: Vec<&str> = path.split("::").collect();
        let mut base: Vec<&str> = file.split('/').filter(|name| !name.is_empty()).collect();
        match names[0] {
            "crate" => base.clear(),
            "self" => {}
            "super" => {
                base.pop();
            }
            child if self.files.contains_key(&join(file, child)) => names.insert(0, "self"),
            _ => return None,
        }
        names.remove(0);
        while names.first() == Some(&"super") {
            names.remove(0);
            base.pop();
        }
        let module = |count: usize| [&base[..], &names[..count]].concat().join("/");
        let count = (0..=names.len()).rev().find(|count| self.files.contains_key(&module(*count)))?;
        let module = module(count);
        // Globs of private names and macros can lead in a circle.
        let exports = self.exports[&module].iter().filter(|_| depth < 8);
        let mut named = exports.filter(|path| path.rsplit("::").next() == names.get(count).copied());
        Some(named.find_map(|path| self.resolve(&module, path, depth + 1)).unwrap_or(module))
    }
}

fn join(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}/{name}") }
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|it| it == "rs") {
            into.push(path);
        }
    }
}

/// The code of a file without comments, and without its tests, which may import everything.
fn code(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Splits the modules off that are written inside the file, such as the `pub mod codec {` of `lib.rs`.
fn without_inline_modules(code: &str) -> (String, Vec<(String, String)>) {
    let (mut outer, mut inner, mut lines) = (String::new(), Vec::new(), code.lines());
    while let Some(line) = lines.next() {
        let name =
            line.strip_suffix(" {").and_then(|line| line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod "));
        match name {
            Some(name) => {
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
                inner.push((name.to_owned(), body.join("\n")));
            }
            None => outer.extend([line, "\n"]),
        }
    }
    (outer, inner)
}

/// Returns each `use`: if it re-exports, and its paths.
fn uses(code: &str) -> Vec<(bool, Vec<String>)> {
    let item = |line: &str, rest: &str| {
        let before = line.trim();
        let is_item = before.is_empty() || before.starts_with("pub");
        is_item.then(|| (before.starts_with("pub"), expanded(rest.split(';').next().unwrap_or_default())))
    };
    let found = code.match_indices("use ");
    found.filter_map(|(at, word)| item(code[..at].rsplit('\n').next()?, &code[at + word.len()..])).collect()
}

/// Returns the single paths of a tree: `a::b` and `a::c` of `a::{b, c as d}`.
fn expanded(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((start, group)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let group = group.trim_end().strip_suffix('}').unwrap_or(group);
    let (mut depth, mut items) = (0, vec![String::new()]);
    for c in group.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => items.push(String::new()),
            c => items.last_mut().unwrap().push(c),
        }
    }
    let items = items.iter().filter(|item| !item.trim().is_empty());
    items.flat_map(|item| expanded(item)).map(|path| format!("{start}{path}")).collect()
}

/// Returns the paths that begin with `crate`, `super` or `self`, outside of groups.
fn paths_in(code: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let path = |at: usize| {
        let is_start = !code[..at].ends_with(|c: char| is_word(c) || c == ':');
        let end = code[at..].find(|c: char| !is_word(c) && c != ':').map_or(code.len(), |end| at + end);
        // `uses` reads the groups after `::{`.
        (is_start && !code[at..end].ends_with("::")).then(|| code[at..end].to_owned())
    };
    let starts = ["crate::", "super::", "self::"].into_iter().flat_map(|start| code.match_indices(start));
    starts.filter_map(|(at, _)| path(at)).filter(|path| path.contains("::")).collect()
}
