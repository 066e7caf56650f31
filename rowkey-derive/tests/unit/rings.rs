//! The order of the files: none imports another in a ring, but `expand` and its children, which are one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The file of a module path such as `attr::words`, the longest that there is.
fn file<'a>(files: &BTreeMap<String, String>, path: &'a str) -> Option<&'a str> {
    let mut path = path;
    while !files.contains_key(path) {
        path = path.rsplit_once("::")?.0;
    }
    Some(path)
}

/// The module paths that a file's code names after `crate::` or `super::`.
fn uses(module: &str, code: &str) -> Vec<String> {
    let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    let mut found = Vec::new();
    for (prefix, base) in [("crate::", ""), ("super::", parent)] {
        for rest in code.split(prefix).skip(1) {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(rest.len());
            let (path, group) = (rest[..end].trim_end_matches(':'), rest[end..].strip_prefix('{'));
            let names = group.and_then(|group| group.split('}').next()).unwrap_or_default();
            for name in names.split(',').map(str::trim).chain([""]) {
                let parts = [base, path, name].into_iter().filter(|part| !part.is_empty());
                found.push(parts.collect::<Vec<_>>().join("::"));
            }
        }
    }
    found
}

/// The files that can be reached from a file, by one import or several.
fn reached<'a>(graph: &'a BTreeMap<&str, BTreeSet<&'a str>>, from: &'a str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from];
    while let Some(file) = next.pop() {
        next.extend(graph[file].iter().copied().filter(|other| reached.insert(*other)));
    }
    reached
}

#[test]
fn no_file_imports_another_in_a_ring() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = BTreeMap::new();
    let folders = [src.clone(), src.join("attr"), src.join("expand")];
    for path in folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path()) {
        let name = path.strip_prefix(&src).unwrap().to_str().unwrap();
        if let Some(name) = name.strip_suffix(".rs").filter(|name| *name != "lib") {
            let text = fs::read_to_string(&path).unwrap();
            let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            files.insert(name.replace('/', "::"), code.join("\n"));
        }
    }
    assert!(files.len() > 15, "{:?}", files.keys());
    let mut graph = BTreeMap::new();
    for (module, code) in &files {
        let declared = code.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "));
        let children = declared.map(|name| format!("{module}::{}", name.trim_end_matches(';')));
        let names: Vec<String> = uses(module, code).into_iter().chain(children).collect();
        let others = names.iter().filter_map(|name| file(&files, name)).filter(|name| name != module);
        let others: BTreeSet<&str> = others.map(|name| files.get_key_value(name).unwrap().0.as_str()).collect();
        graph.insert(module.as_str(), others);
    }
    assert!(graph.values().map(BTreeSet::len).sum::<usize>() > 50, "{graph:#?}");
    for module in graph.keys().filter(|module| reached(&graph, module).contains(*module)) {
        let ring: Vec<_> =
            reached(&graph, module).into_iter().filter(|other| reached(&graph, other).contains(module)).collect();
        assert!(ring.iter().all(|file| file.starts_with("expand")), "{ring:?}");
    }
}
