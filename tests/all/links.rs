//! The links of the Markdown files: each leads to a file of the repository and to a heading in it, and each picture of a README
//! is in the package of that README.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Adds the Markdown files below `folder` to `found`.
fn add_pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let (path, name) = (entry.path(), entry.file_name());
        let is_foreign = ["target", "corpus", "vendor"].iter().any(|other| name == **other);
        if entry.file_type().expect("its type").is_dir() {
            if !is_foreign && !name.to_string_lossy().starts_with('.') {
                add_pages(&path, found);
            }
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
}

/// The text without blocks of code.
fn prose(page: &str) -> String {
    let mut is_code = false;
    let mut is_prose = |line: &&str| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    };
    page.lines().filter(|line| is_prose(line)).flat_map(|line| [line, "\n"]).collect()
}

/// The targets of the links of a page: `[text](target)` and `[name]: target`. The flag says that it is a picture.
fn targets(page: &str) -> Vec<(bool, String)> {
    let text = prose(page);
    let mut found = Vec::new();
    for (at, _) in text.match_indices("](") {
        let Some(end) = text[at..].find(')') else { continue };
        let open = text[..at].rfind('[').unwrap_or(0);
        let is_picture = text[..open].ends_with('!');
        found.push((is_picture, text[at + 2..at + end].to_owned()));
    }
    let definitions = text.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
    found.extend(definitions.map(|(_, target)| (false, target.trim().to_owned())));
    found
}

/// The anchors of a page, as GitHub and rustdoc make them of its headings: `## How do I page?` is `how-do-i-page`.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = prose(page);
    let headings =
        headings.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let mut all = BTreeSet::new();
    for heading in headings {
        let kept = heading.chars().filter(|it| it.is_alphanumeric() || [' ', '-', '_'].contains(it));
        let anchor: String = kept.flat_map(char::to_lowercase).map(|it| if it == ' ' { '-' } else { it }).collect();
        // A second heading of the same name gets a number.
        let again = (1..).map(|number| format!("{anchor}-{number}"));
        let free = std::iter::once(anchor.clone()).chain(again).find(|it| !all.contains(it));
        all.extend(free);
    }
    all
}

/// The path without `..`, so that it can be compared.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// Returns what is wrong with a link of the page at `path`.
fn fault(path: &Path, page: &str, target: &str) -> Option<String> {
    let (file, heading) = target.split_once('#').map_or((target, None), |(file, heading)| (file, Some(heading)));
    let to = if file.is_empty() { path.to_owned() } else { plain(&path.parent()?.join(file)) };
    if !to.exists() {
        return Some("leads to no file".to_owned());
    }
    let heading = heading.filter(|_| to.extension().is_some_and(|end| end == "md"))?;
    let other = if file.is_empty() { page.to_owned() } else { fs::read_to_string(&to).expect("a page") };
    (!anchors(&other).contains(heading)).then(|| "leads to no heading".to_owned())
}

fn is_file_link(target: &str) -> bool {
    // `crate::_guide` is an item, in a page that is only for rustdoc.
    !["http://", "https://", "mailto:"].iter().any(|scheme| target.starts_with(scheme)) && !target.contains("::")
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut pages = Vec::new();
    add_pages(root(), &mut pages);
    let (mut faults, mut count) = (Vec::new(), 0);
    for path in &pages {
        let page = fs::read_to_string(path).expect("a page");
        for (_, target) in targets(&page).iter().filter(|(_, target)| is_file_link(target)) {
            count += 1;
            let shown = path.strip_prefix(root()).expect("a path below the root").display().to_string();
            faults.extend(fault(path, &page, target).map(|fault| format!("{shown}: `{target}` {fault}")));
        }
    }
    assert!(pages.len() >= 25 && count >= 100, "{} pages, {count} links", pages.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// crates.io shows the README of a package. A picture above the folder of the package, or one that `include` leaves out, is not there.
#[test]
fn packages_have_the_pictures_of_their_readmes() {
    let crates = fs::read_dir(root()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let crates = crates.filter(|path| path.join("Cargo.toml").exists() && path.join("README.md").exists());
    let mut count = 0;
    for folder in crates.chain([root().to_owned()]) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let Some(include) = manifest.lines().find(|line| line.starts_with("include = [")) else { continue };
        let page = fs::read_to_string(folder.join("README.md")).expect("a page");
        for (_, target) in targets(&page).iter().filter(|(is_picture, target)| *is_picture && is_file_link(target)) {
            count += 1;
            let top = target.split('/').next().unwrap_or_default();
            assert!(include.contains(&format!("\"/{top}\"")), "{}: `{target}` is not in {include}", folder.display());
            // A folder with a manifest is a package of its own, which Cargo leaves out.
            let folders = Path::new(target).ancestors().skip(1).filter(|it| !it.as_os_str().is_empty());
            assert!(!folders.clone().any(|it| folder.join(it).join("Cargo.toml").exists()), "`{target}`");
        }
    }
    assert!(count >= 5, "{count} pictures");
}

/// The engine with a workspace of its own cannot inherit them.
#[test]
fn packages_name_one_repository() {
    let manifest = |path: &str| fs::read_to_string(root().join(path)).expect("a manifest");
    for key in ["repository = ", "homepage = "] {
        let of = |manifest: &str| manifest.lines().find(|line| line.starts_with(key)).map(str::to_owned);
        assert!(of(&manifest("Cargo.toml")).is_some());
        assert_eq!(of(&manifest("rowkey-rocksdb/Cargo.toml")), of(&manifest("Cargo.toml")));
    }
}

#[test]
fn links_and_anchors_are_found() {
    let page = "# A `b`: c?\n[x](a.md#b) ![y\nz](p.svg)\n```\n[no](no.md)\n# no\n```\n[r]: q.md\n## A b c\n";
    let targets = targets(page);
    let expected = [(false, "a.md#b"), (true, "p.svg"), (false, "q.md")];
    assert_eq!(targets.iter().map(|(is_picture, it)| (*is_picture, &**it)).collect::<Vec<_>>(), expected);
    assert_eq!(anchors(page).into_iter().collect::<Vec<_>>(), ["a-b-c", "a-b-c-1"]);
}
