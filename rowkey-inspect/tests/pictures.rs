//! Tests of `share`, `heat` and `compare`, and of their pages and pictures. The tool runs in process.

use rowkey::RowKey;
use rowkey_inspect::{KeyType, Status, Streams};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;

#[derive(RowKey, Serialize, Deserialize)]
struct Call {
    #[salt(xor, buckets = 6)]
    #[pad(20)]
    phone: String,
    #[reverse_ts]
    at: i64,
}

#[derive(RowKey, Serialize, Deserialize)]
struct ByTime {
    at: i64,
    #[pad(20)]
    phone: String,
}

#[derive(RowKey, Serialize, Deserialize)]
struct Place {
    #[rowkey(len(2))]
    country: String,
    city: u32,
}

#[derive(RowKey, Serialize, Deserialize)]
#[rowkey(separator = "_", split(after = "|", regions = 7, allow(dead)))]
struct TextKey {
    #[salt(xor, buckets = 6, digits(2))]
    #[rowkey(len(11), chars("0-9"))]
    caller: String,
    #[rowkey(decimal)]
    seconds: u32,
}

#[derive(RowKey, Serialize, Deserialize)]
enum Row {
    #[rowkey(tag = "p")]
    Place(Place),
    #[rowkey(tag = "t")]
    ByTime(ByTime),
}

const TYPES: [KeyType; 5] = [
    KeyType::of::<Call>(),
    KeyType::of::<ByTime>(),
    KeyType::of::<Place>(),
    KeyType::of::<TextKey>(),
    KeyType::of::<Row>(),
];

/// A run of the tool: its exit status and its output.
struct Run {
    status: Status,
    out: String,
    err: String,
}

fn run_with(arguments: &[&str], mut input: &[u8]) -> Run {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let streams = Streams { input: &mut input, out: &mut out, err: &mut err };
    let status = rowkey_inspect::run(&TYPES, ["keys"].iter().chain(arguments), streams);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Run { status, out: text(out), err: text(err) }
}

/// Returns the output for valid arguments.
#[track_caller]
fn answer(arguments: &[&str]) -> String {
    let Run { status, out, err } = run_with(arguments, b"");
    assert_eq!((status, &*err), (Status::Done, ""), "{arguments:?}: {out}");
    out
}

/// Returns the error for invalid arguments.
#[track_caller]
fn error(arguments: &[&str], expected: Status) -> String {
    let Run { status, out, err } = run_with(arguments, b"");
    assert_eq!((status, &*out), (expected, ""), "{arguments:?}: {err}");
    err
}

/// A temporary file.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    (folder, path.to_str().expect("a path in UTF-8").to_owned())
}

/// 900 calls of 30 phones in a day. Every third call is from the first phone.
fn calls() -> (tempfile::TempDir, String) {
    let phone = |row: u32| if row.is_multiple_of(3) { 1_000_000 } else { 1_000_000 + row * 7_919 % 30 };
    let rows: Vec<String> = (0..900).map(|row| format!("{},{}", phone(row), row * 96_000)).collect();
    file("calls.csv", &format!("phone,at\n{}\n", rows.join("\n")))
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(&[arguments, &["--json"]].concat())).unwrap()
}

fn rows(regions: &Value) -> Vec<u64> {
    regions.as_array().unwrap().iter().map(|region| region["rows"].as_u64().unwrap()).collect()
}

#[test]
fn rows_are_counted_by_region_bucket_and_value() {
    let (_folder, file) = calls();
    let found = json(&["share", "Call", &file]);
    // The label has the bucket of the phone.
    let mut buckets = [0_u64; 6];
    let mut phones: HashMap<String, u64> = HashMap::new();
    for line in std::fs::read_to_string(&file).unwrap().lines().skip(1) {
        let phone = line.split(',').next().unwrap();
        let row: Value =
            serde_json::from_str(&answer(&["encode", "Call", &format!("phone={phone}"), "at=0", "--json"])).unwrap();
        buckets[usize::from_str_radix(&row["hex"].as_str().unwrap()[..2], 16).unwrap()] += 1;
        *phones.entry(format!("\"{phone}\"")).or_default() += 1;
    }
    assert_eq!(rows(&found["regions"]), buckets);
    assert_eq!(rows(&found["buckets"]["rows"]), buckets);
    assert_eq!(found["leading"]["distinct"], json!(phones.len()));
    let most = &found["leading"]["most_frequent"][0];
    assert_eq!((&most["value"], &most["rows"]), (&json!("\"1000000\""), &json!(phones["\"1000000\""])));
    assert_eq!(found["cause"], json!({"is": "salt", "inputs": ["phone"]}));
    let mean = 900.0 / 6.0;
    let largest = *buckets.iter().max().unwrap() as f64;
    assert_eq!(found["evenness"]["largest_over_mean"], json!(largest / mean));
}

#[test]
fn the_shares_as_text() {
    let (_folder, file) = file("places.csv", "country,city\nde,1\nde,2\nde,3\nfr,1\n");
    assert_eq!(
        answer(&["share", "Place", &file, "--regions", "2"]),
        "\
Place: 4 rows, 6.0 bytes per key
the rows are spread evenly over the regions

Rows per region
  0: start  2    50 % ██████████████████████████████████████████████████████████
  1: \"de\"   2    50 % ██████████████████████████████████████████████████████████
  rows: largest over mean 1.00, coefficient of variation 0.00

Rows per country
  \"de\"  3    75 % ██████████████████████████████████████████████████████████████
  \"fr\"  1    25 % ████████████████████
  2 values.
",
    );
}

#[test]
fn heat_by_the_order_and_by_a_field() {
    let (_folder, file) = calls();
    let by_order = json(&["heat", "Call", &file]);
    assert_eq!((&by_order["axis"], &by_order["step"]), (&json!("order"), &json!(32)));
    let by_time = json(&["heat", "Call", &file, "--time", "at"]);
    // 900 rows, 96 seconds apart: a day in hours.
    assert_eq!((&by_time["axis"], &by_time["step"]), (&json!("millis"), &json!(3_600_000)));
    assert_eq!(by_time["starts"][1], json!(3_600_000));
    let sum = |column: &Value| column.as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum::<u64>();
    let columns: Vec<u64> = by_time["columns"].as_array().unwrap().iter().map(sum).collect();
    let expected: Vec<u64> =
        (0..24).map(|hour| (0..900).filter(|row| row * 96 / 3_600 == hour).count() as u64).collect();
    assert_eq!(columns, expected);
    assert_eq!(by_time["pattern"], json!("hot"));
}

#[test]
fn layouts_are_compared_on_the_same_rows() {
    let lines: Vec<String> = (0..600).map(|row| format!("b,{},{row}", row * 1_000)).collect();
    let (_folder, file) = file("rows.csv", &format!("note,at,phone\n{}\n", lines.join("\n")));
    let found = json(&["compare", "ByTime", "Call", &file, "--time", "at"]);
    assert_eq!(
        found["finding"],
        json!(
            "under ByTime, each moment writes to one region, and it moves towards higher keys, while Call spreads \
             the writes best: each moment writes to all regions evenly"
        )
    );
    let layouts = found["layouts"].as_array().unwrap();
    // Both have the same number of regions. A key has 8 bytes of time and 20 of the phone, and 1 more for the salt.
    assert_eq!(layouts.iter().map(|it| it["heat"]["regions"].as_array().unwrap().len()).collect::<Vec<_>>(), [6, 6]);
    assert_eq!(
        layouts.iter().map(|it| &it["shares"]["bytes_per_key"]).collect::<Vec<_>>(),
        [&json!(28.0), &json!(29.0)]
    );
    // Each layout has its own split keys.
    let found = json(&["compare", "ByTime", "Call", &file, "--regions", "4"]);
    for layout in found["layouts"].as_array().unwrap() {
        assert_eq!(rows(&layout["shares"]["regions"]), [150; 4]);
    }
    let text = answer(&["compare", "ByTime", "Call", &file, "--time", "at"]);
    assert!(text.lines().all(|line| line.chars().count() <= 80) && text.contains("\nByTime\neach moment"), "{text}");
}

#[test]
fn queries_are_counted_under_each_layout() {
    let (folder, file) = calls();
    let queries = folder.path().join("queries.txt");
    // The first query is for an hour and a phone, the second one for a phone.
    let text = "# an hour\n\nat in 3600000..7200000 and phone = 1000000\nphone = 1000000\n";
    std::fs::write(&queries, text).unwrap();
    let arguments = ["compare", "ByTime", "Call", &file, "--queries", queries.to_str().unwrap()];
    let found = json(&arguments);
    let costs = |layout: usize| found["layouts"][layout]["queries"].as_array().unwrap();
    let rows = || (0..900_u32).filter(|row| row.is_multiple_of(3) || row * 7_919 % 30 == 0);
    let of_hour = rows().filter(|row| (3_600..7_200).contains(&(row * 96))).count();
    let in_hour = (0..900).filter(|row| (3_600..7_200).contains(&(row * 96))).count();
    let read =
        |cost: &Value| ["ranges", "rows_read", "rows_found"].map(|figure| cost[figure].as_u64().unwrap() as usize);
    assert_eq!(read(&costs(0)[0]), [1, in_hour, of_hour]);
    assert_eq!(read(&costs(1)[0]), [1, of_hour, of_hour]);
    assert_eq!(read(&costs(0)[1]), [1, 900, rows().count()]);
    assert_eq!(read(&costs(1)[1]), [1, rows().count(), rows().count()]);
    // `Call` has a range without a filter for both. The plan of `ByTime` filters by the phone, and is then a full scan.
    let best = |layout: usize| -> Vec<bool> { costs(layout).iter().map(|cost| cost["best"] == true).collect() };
    assert_eq!((best(0), best(1)), (vec![false, false], vec![true, true]));
    let text = answer(&arguments);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("\nphone = 1000000\n  ByTime") && text.contains("\n* Call"), "{text}");
    assert!(text.contains("\n* the cheapest plan: no full scan, then fewer filters, then fewer ranges\n"), "{text}");
    // A range of times, whatever the phone: every row of `Call` is read.
    std::fs::write(&queries, "at in 3600000..7200000\n").unwrap();
    let found = json(&arguments);
    assert_eq!([0, 1].map(|layout| found["layouts"][layout]["queries"][0]["best"] == true), [true, false]);
}

#[test]
fn a_query_without_a_plan_is_an_error_after_the_output() {
    let (folder, file) = calls();
    let queries = folder.path().join("queries.txt");
    std::fs::write(&queries, "phone = 1000000\n\ncity = 7\nseconds = 1\n").unwrap();
    let queries = queries.to_str().unwrap();
    let arguments = ["compare", "ByTime", "Call", &file, "--queries", queries];
    let Run { status, out, err } = run_with(&arguments, b"");
    let no_field = |name: &str, fields: &str, found: &str| {
        format!("\n  {name}: expected a field of {name}, one of {fields}, found `{found}`")
    };
    let expected = |line: u8, query: &str, found: &str| {
        let reasons = [no_field("ByTime", "at, phone", found), no_field("Call", "phone, at", found)].concat();
        format!("error: {queries}: line {line}: no layout has a plan for this query\n  {query}{reasons}\n")
    };
    let expected = [expected(3, "city = 7", "city"), expected(4, "seconds = 1", "seconds")].concat();
    assert_eq!((status, &*err), (Status::Failed, &*expected), "{out}");
    // The other queries still have their results.
    assert!(out.contains("\nphone = 1000000\n  ByTime") && out.contains("\ncity = 7\n  ByTime: expected"), "{out}");
    let Run { status, out, .. } = run_with(&[&arguments[..], &["--json"]].concat(), b"");
    let found: Value = serde_json::from_str(&out).unwrap();
    let reason = found["layouts"][1]["queries"][1]["reason"].as_str().unwrap();
    assert_eq!(status, Status::Failed);
    let best = [0, 1].map(|layout| found["layouts"][layout]["queries"][1]["best"] == true);
    assert_eq!(best, [false, false], "no layout has a plan for it");
    assert!(reason.starts_with("expected a field of Call") && reason.ends_with("found `city`"), "{reason}");
    // One layout with a plan is enough. Only one of these has buckets.
    std::fs::write(queries, "bucket 1\n").unwrap();
    let text = answer(&arguments);
    assert!(text.contains("\nbucket 1\n  ByTime: ") && text.contains("\n* Call"), "{text}");
}

#[test]
fn an_invalid_query_is_named() {
    let (folder, file) = calls();
    let queries = folder.path().join("queries.txt");
    std::fs::write(&queries, "# of a phone\n\nphone = 1000000\nphone >\n").unwrap();
    let queries = queries.to_str().unwrap();
    let found = error(&["compare", "ByTime", "Call", &file, "--queries", queries], Status::Failed);
    assert_eq!(found, format!("error: {queries}: line 4: expected a value, found the end\n  phone >\n         ^\n"));
}

#[derive(RowKey, Serialize, Deserialize)]
struct AReadingOfOneOfTheMeters {
    #[salt(buckets = 4)]
    meter: u32,
    at: u32,
}

#[test]
fn long_names_of_types_leave_room_for_the_figures() {
    let (folder, file) =
        file("rows.csv", &format!("meter,at\n{}", (0..99).map(|row| format!("{row},1\n")).collect::<String>()));
    let queries = folder.path().join("queries.txt");
    std::fs::write(&queries, "meter = 7\n").unwrap();
    let of = KeyType::of::<AReadingOfOneOfTheMeters>();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let streams = Streams { input: &mut std::io::empty(), out: &mut out, err: &mut err };
    let arguments = ["keys", "compare", of.name(), of.name(), &file, "--queries", queries.to_str().unwrap()];
    assert_eq!(rowkey_inspect::run(&[of], arguments, streams), Status::Done);
    let wide = String::from_utf8(out).unwrap().lines().find(|line| line.chars().count() > 80).map(str::to_owned);
    assert_eq!(wide, None);
}

/// The loads of three regions. The second one gets most reads.
const LOADS: &str = "start,read_requests,write_requests,store_megabytes\n,10,7,1\n02,9000,7,2\n04,20,7,3\n";

#[test]
fn requests_are_shown_with_the_rows() {
    let rows: Vec<String> = (0..600).map(|row| format!("{row},{row}")).collect();
    let (folder, file) = file("calls.csv", &format!("phone,at\n{}\n", rows.join("\n")));
    let loads = folder.path().join("loads.csv");
    std::fs::write(&loads, LOADS).unwrap();
    let arguments = ["share", "Call", &file, "--loads", loads.to_str().unwrap()];
    let found = json(&arguments);
    let of = |name: &str| -> Vec<u64> {
        found["regions"].as_array().unwrap().iter().map(|region| region[name].as_u64().unwrap()).collect()
    };
    assert_eq!([of("read_requests"), of("store_megabytes")], [[10, 9_000, 20], [1, 2, 3]]);
    assert_eq!(of("rows").iter().sum::<u64>(), 600);
    assert_eq!(found["regions"][1]["start"], r"\x02");
    assert_eq!(found["requests"]["reads"]["largest_over_mean"], json!(9_000.0 / (9_030.0 / 3.0)));
    assert!(found["finding"].as_str().unwrap().ends_with("but region 1 gets 100 % of the reads"), "{found}");
    let text = answer(&arguments);
    let shown: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("Requests per region")).collect();
    assert_eq!(shown[1].split_whitespace().collect::<Vec<_>>(), ["region", "rows", "reads", "writes", "MB"]);
    assert!(shown[3].ends_with("  9,000       7   2"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let html = folder.path().join("out.html");
    answer(&[&arguments[..], &["--html", html.to_str().unwrap()]].concat());
    let page = std::fs::read_to_string(html).unwrap();
    assert!(page.contains("<h2>Reads per region</h2>") && page.contains("<td class=\"number\">9,000</td>"));
    let both = error(&[&arguments[..], &["--regions", "3"]].concat(), Status::Usage);
    assert!(both.contains("cannot be used with"), "{both}");
    std::fs::write(&loads, "start,read_requests,write_requests,store_megabytes\n,1,2,3\nx,1,2,3\n").unwrap();
    let found = error(&arguments, Status::Failed);
    assert!(found.contains("loads.csv: line 3: expected the start of a region in hex, found \"x\""), "{found}");
}

#[test]
fn pages_and_pictures_are_files_of_their_own() {
    let (folder, file) = calls();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (html, svg) = (path("out.html"), path("out.svg"));
    for command in [&["share", "Call"][..], &["heat", "Call"], &["compare", "Call", "ByTime"]] {
        let arguments = [command, &[&file, "--html", &html, "--svg", &svg]].concat();
        let text = answer(&arguments);
        let (page, picture) = (std::fs::read_to_string(&html).unwrap(), std::fs::read_to_string(&svg).unwrap());
        // The title is the finding in the text.
        let title = page.split("<h1>").nth(1).unwrap().split("</h1>").next().unwrap().trim_end_matches('.');
        let plain = |text: &str| text.replace("<code>", "`").replace("</code>", "`");
        let words =
            |text: &str| plain(text).split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ").to_lowercase();
        assert!(words(&text).contains(&words(title)), "{title}: {text}");
        assert!(page.len() < 2_000_000 && !page.contains("<script"), "{}", page.len());
        assert!(picture.starts_with("<svg ") && picture.contains("prefers-color-scheme:dark"));
        std::fs::remove_file(&html).unwrap();
        std::fs::remove_file(&svg).unwrap();
    }
    answer(&["layout", "--html", &html]);
    let page = std::fs::read_to_string(&html).unwrap();
    // An enum has a byte map for each record type.
    assert!(page.matches("<svg ").count() > TYPES.len() && page.contains("<h2>TextKey</h2>"));
    assert!(page.contains("7 regions, of which 1 can never get rows"), "of TextKey");
    answer(&["layout", "Call", "--svg", &svg]);
    assert!(std::fs::read_to_string(&svg).unwrap().contains("20 bytes"));
    assert!(error(&["layout", "--svg", &svg], Status::Usage).contains("expected a key type"));
    // An invalid argument leaves the files unchanged.
    std::fs::remove_file(&html).unwrap();
    assert!(error(&["layout", "--html", &html, "--svg", &svg], Status::Usage).contains("expected a key type"));
    error(&["layout", "Call", "--html", &html, "--table", ""], Status::Usage);
    assert!(!std::fs::exists(&html).unwrap());
    let nowhere = path("nowhere/out.svg");
    let found = error(&["heat", "Call", &file, "--svg", &nowhere], Status::Failed);
    assert!(found.starts_with(&format!("error: {nowhere}: ")), "{found}");
}

#[test]
fn an_output_is_not_an_input() {
    let (folder, file) = calls();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let before = std::fs::read(&file).unwrap();
    let (same, queries) = (path("./calls.csv"), path("queries.txt"));
    std::fs::write(&queries, "").unwrap();
    for (command, out) in [("share", &file), ("heat", &same)] {
        let found = error(&[command, "Call", &file, "--svg", out], Status::Usage);
        assert_eq!(found, format!("error: expected a file for each input and output, found {out} twice\n"));
    }
    error(&["compare", "Call", "ByTime", &file, "--queries", &queries, "--html", &queries], Status::Usage);
    error(&["heat", "Call", &file, "--html", &path("out"), "--svg", &path("./out")], Status::Usage);
    assert_eq!((std::fs::read(&file).unwrap(), std::fs::exists(path("out")).unwrap()), (before, false));
}

#[cfg(unix)]
#[test]
fn an_output_is_complete_or_as_before() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let (folder, file) = calls();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (page, link) = (path("page.html"), path("link.html"));
    std::fs::write(&page, "before").unwrap();
    std::fs::set_permissions(&page, PermissionsExt::from_mode(0o640)).unwrap();
    symlink(&page, &link).unwrap();
    let before = std::fs::metadata(&page).unwrap();
    answer(&["share", "Call", &file, "--html", &link]);
    let after = std::fs::metadata(&page).unwrap();
    // The new page replaced the old one. The link still points at it.
    assert_ne!(before.ino(), after.ino());
    assert_eq!((after.mode() & 0o777, std::fs::read_link(&link).unwrap().to_str()), (0o640, Some(&*page)));
    // No temporary file is left. A device is written directly.
    answer(&["share", "Call", &file, "--html", "/dev/null"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn loads_come_from_a_pipe() {
    let (_folder, file) = calls();
    let found = run_with(&["share", "Call", &file, "--loads", "-"], LOADS.as_bytes());
    assert!(found.status == Status::Done && found.out.contains("\nRequests per region"), "{}{}", found.out, found.err);
    let found = run_with(&["share", "Call", "-", "--loads", "-"], LOADS.as_bytes());
    assert_eq!(found.err, "error: expected `-` once, because the standard input can be read once\n");
}

#[test]
fn the_standard_input_is_read_once() {
    let keys = b"phone,at\n1,1\n2,2\n";
    let found = run_with(&["share", "Call", "-", "--format", "csv"], keys);
    assert_eq!((found.status, &*found.err), (Status::Done, ""), "{}", found.out);
    let found = run_with(&["heat", "ByTime", "-", "--format", "csv"], keys);
    assert_eq!((found.status, &*found.out), (Status::Usage, ""));
    assert!(found.err.contains("read it twice"), "{}", found.err);
}

#[test]
fn the_standard_input_need_not_end() {
    use std::io::{Read, repeat};
    // A wrong row, followed by endless zeros.
    let mut input = b"phone,at\n1,1\nx,y\n".chain(repeat(0));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let streams = Streams { input: &mut input, out: &mut out, err: &mut err };
    let status = rowkey_inspect::run(&TYPES, ["keys", "share", "Call", "-", "--format", "csv"], streams);
    assert_eq!(
        (status, &*String::from_utf8(err).unwrap()),
        (Status::Failed, "error: -: line 3: `at`: expected i64 or a date, found \"y\"\n")
    );
}

#[test]
fn rows_that_are_not_keys_are_reported() {
    let (_folder, file) = file("calls.csv", "phone,at\n1,1\nx,y\n");
    let found = run_with(&["share", "Call", &file, "--skip-wrong"], b"");
    assert!(found.out.contains("Call: 1 row,") && found.err.contains("1 row is wrong"), "{}", found.err);
    let found = error(&["heat", "Call", &file, "--time", "when"], Status::Usage);
    assert!(found.contains("one of phone, at, found `when`"), "{found}");
}

#[test]
fn a_picture_of_layouts_has_titles() {
    let (folder, file) = calls();
    let path = folder.path().join("out.svg");
    let svg = path.to_str().unwrap();
    let arguments = ["compare", "ByTime", "Call", &file, "--svg", svg];
    let picture = |titles: &[&str]| {
        answer(&[&arguments, titles].concat());
        std::fs::read_to_string(&path).unwrap()
    };
    let named = picture(&[]);
    assert!(named.contains("\nByTime\n") && named.contains("share of all writes"), "{named}");
    let titled = picture(&["--title", "Time first", "--title", "A key with a salt and a long title for one line"]);
    assert!(titled.contains("\nTime first\n") && !titled.contains("\nByTime\n"), "{titled}");
    // A long title has two lines.
    assert!(titled.contains("\nA key with a salt and a long title for\n"), "{titled}");
    let found = error(&[&arguments[..], &["--title", "one"]].concat(), Status::Usage);
    assert_eq!(found, "error: expected one `--title` for each of the 2 types, found 1\n");
}

#[test]
fn the_help_has_examples() {
    for command in ["share", "heat", "compare"] {
        let help = answer(&[command, "--help"]);
        assert!(help.contains(&format!("\nExamples:\n  keys {command} ")), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
}
