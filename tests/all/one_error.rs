//! One mistake is one error, as editors read them: from `--error-format=json`, and with incremental compilation, in which rustc
//! prints an error once for each item that it arises in.

#[path = "../rustc/mod.rs"]
mod rustc;

use rustc::Rustc;
use std::fs;
use std::path::Path;

/// A field with one mistake, and nothing else wrong.
const FIELDS: [&str; 15] = [
    "place: Place",
    "place: Option<Place>",
    "names: Vec<String>",
    "names: &'static [String]",
    "at: std::time::Duration",
    "#[pad(20)] number: u64",
    "#[rowkey(len(4))] number: u64",
    "#[rowkey(terminated)] number: u64",
    "#[rowkey(chars(\"0-9\"))] number: u64",
    "#[reverse_ts] at: String",
    "#[rowkey(reverse_text)] number: u64",
    "#[rowkey(time(\"%Y%m%d\"))] at: String",
    "host: String",
    "#[pad(0)] host: String",
    "#[rowkey(terminated, chars(\"z-a\"))] host: String",
];

/// Modules of `tests/ui` with one mistake, each with its folder.
const CASES: [&str; 32] = [
    "answers/field_in_the_way",
    "answers/field_with_its_own_error",
    "answers/older_salt",
    "answers/two_ranges",
    "ambiguous/text_without_width",
    "ambiguous/text_behind_alias",
    "ambiguous/bytes_without_width",
    "ambiguous/separator_in_any_text",
    "code/same_code",
    "code/start_of_another",
    "dead-region/before_a_prefix",
    "dead-region/lower_case_hex",
    "lock/drift",
    "order/codes_that_descend",
    "order/nested_key_unordered",
    "order/padding_on_the_left",
    "padding/pad_byte_in_alphabet",
    "padding/width_zero_through_const",
    "salt/buckets_1_through_const",
    "salt/div_of_text",
    "salt/int_of_bytes",
    "scan/wrong_value",
    "shape/an_enum",
    "split/empty_key",
    "index/field_without_clone",
    "index/field_without_codec",
    "index/text_that_does_not_end",
    "types/digits_of_no_codec",
    "types/no_codec_salted",
    "types/own_codec_of_another_type",
    "types/salted_key_nested",
    "types/uses_after_a_missing_codec",
];

/// The code of a module of `tests/ui`, as a program of its own.
fn module(case: &str) -> String {
    let (folder, name) = case.split_once('/').unwrap();
    let files = fs::read_dir(Path::new("tests/ui").join(folder)).unwrap().map(|file| file.unwrap().path());
    let code = files.filter(|file| file.extension() == Some("rs".as_ref())).find_map(|file| {
        let group = fs::read_to_string(file).unwrap();
        let (_, rest) = group.split_once(&format!("\nmod {name} {{\n"))?;
        rest.split_once("\n}\n").map(|(code, _)| code.to_owned())
    });
    let code = code.unwrap_or_else(|| panic!("no module {case}"));
    if code.contains("fn main()") { code } else { code + "\nfn main() {}\n" }
}

/// The errors in `file`, as rustc renders them.
fn errors(rustc: &Rustc, file: &Path) -> Vec<String> {
    let incremental = format!("incremental={}", rustc.out.join("incremental").display());
    let output = rustc.check(file).args(["--error-format=json", "-C", &incremental]).output().unwrap();
    let lines = String::from_utf8(output.stderr).unwrap();
    // The last one only counts them.
    let is_error = |line: &&str| line.contains(r#""level":"error""#) && !line.contains(r#""message":"aborting due to"#);
    let errors: Vec<String> = lines.lines().filter(is_error).map(str::to_owned).collect();
    assert!(!errors.is_empty(), "{lines}");
    errors
}

#[track_caller]
fn finds_one_error(rustc: &Rustc, file: &Path, of: &str) {
    let errors = errors(rustc, file);
    assert!(errors.len() == 1, "{of}: {} errors\n{}", errors.len(), errors.join("\n"));
}

#[test]
fn one_mistake_is_one_error() {
    let rustc = Rustc::new("one_error");
    let file = rustc.out.join("key.rs");
    for field in FIELDS {
        let plain = field.rsplit_once("] ").map_or(field, |(_, plain)| plain);
        let (name, _) = plain.split_once(':').unwrap();
        let further = format!("Same(id, {name}, last), Other(last, {name}, id; separator = \"|\")");
        let key = format!("#[rowkey(index({further}))]\nstruct Key {{ id: u64, {field}, last: u8 }}");
        let uses = "fn main() { let _ = (Key::scan().id(1).plan(), Other::scan().last(1).plan()); }";
        let place = "#[derive(Clone)]\nstruct Place;";
        fs::write(&file, format!("use rowkey::RowKey;\n{place}\n#[derive(RowKey)]\n{key}\n{uses}\n")).unwrap();
        finds_one_error(&rustc, &file, field);
    }
    for case in CASES {
        fs::write(&file, module(case)).unwrap();
        finds_one_error(&rustc, &file, case);
    }
}
