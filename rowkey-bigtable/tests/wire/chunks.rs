//! Merges chunks into rows, with Google's conformance cases.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rowkey_bigtable::proto::v2::read_rows_response::CellChunk;
use rowkey_bigtable::proto::v2::read_rows_response::cell_chunk::RowStatus;
use rowkey_bigtable::{CellRow, ChunkError, RowMerger};
use serde_json::Value;

fn bytes(chunk: &Value, name: &str) -> Option<Vec<u8>> {
    chunk[name].as_str().map(|text| STANDARD.decode(text).unwrap())
}

/// Parses a chunk of protobuf JSON, with 64-bit integers as text and byte strings in Base64.
fn chunk(json: &Value) -> CellChunk {
    let number = |name: &str| json[name].as_str().map_or(0, |text| text.parse().unwrap());
    let commit = json["commitRow"].as_bool().map(RowStatus::CommitRow);
    CellChunk {
        row_key: bytes(json, "rowKey").unwrap_or_default(),
        family_name: json["familyName"].as_str().map(Into::into),
        qualifier: bytes(json, "qualifier"),
        timestamp_micros: number("timestampMicros"),
        labels: json["labels"].as_array().into_iter().flatten().map(|it| it.as_str().unwrap().into()).collect(),
        value: bytes(json, "value").unwrap_or_default(),
        value_size: json["valueSize"].as_i64().map_or(0, |it| it as i32),
        row_status: json["resetRow"].as_bool().map(RowStatus::ResetRow).or(commit),
    }
}

/// Returns all rows of a stream, and the error at its end.
fn merge(chunks: &[Value]) -> (Vec<CellRow>, Option<ChunkError>) {
    let (mut merger, mut rows) = (RowMerger::new(false), Vec::new());
    for json in chunks {
        match merger.push(chunk(json)) {
            Ok(row) => rows.extend(row),
            Err(error) => return (rows, Some(error)),
        }
    }
    let end = merger.finish().err();
    (rows, end)
}

/// Returns the cells of rows in the format of the expected results, one line each.
fn shown(rows: &[CellRow]) -> Vec<String> {
    let cells = rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let line = |(row, cell): (&CellRow, &rowkey_bigtable::Cell)| {
        let (key, qualifier, value) = (text(&row.key), text(&cell.qualifier), text(&cell.value));
        format!("{key} {}:{qualifier} @{} {value} {}", cell.family, cell.timestamp_micros, cell.labels.concat())
    };
    cells.map(line).collect()
}

fn expected(result: &Value) -> String {
    let text = |name: &str| result[name].as_str().unwrap_or_default();
    let timestamp = result["timestampMicros"].as_str().unwrap_or("0");
    let (key, family, qualifier) = (text("rowKey"), text("familyName"), text("qualifier"));
    format!("{key} {family}:{qualifier} @{timestamp} {} {}", text("value"), text("label"))
}

#[test]
fn chunks_become_rows_as_in_all_cases_of_google() {
    let cases: Value = serde_json::from_str(include_str!("conformance/readrows.json")).unwrap();
    let cases = cases["readRowsTests"].as_array().unwrap();
    assert_eq!(cases.len(), 48);
    for case in cases {
        let name = case["description"].as_str().unwrap();
        let (rows, error) = merge(case["chunks"].as_array().unwrap());
        let results = case["results"].as_array().cloned().unwrap_or_default();
        let (errors, cells): (Vec<_>, Vec<_>) = results.iter().partition(|it| it["error"].as_bool() == Some(true));
        assert_eq!(shown(&rows), cells.into_iter().map(expected).collect::<Vec<_>>(), "{name}");
        assert_eq!(error.is_some(), !errors.is_empty(), "{name}: {error:?}");
    }
}

fn committed(key: &str) -> CellChunk {
    CellChunk {
        row_key: key.into(),
        family_name: Some("f".into()),
        qualifier: Some(b"v".into()),
        value: b"1234".into(),
        row_status: Some(RowStatus::CommitRow(true)),
        ..CellChunk::default()
    }
}

#[test]
fn rows_descend_in_a_reverse_scan_and_ascend_else() {
    let error = |reversed, first: &str, second: &str| {
        let mut merger = RowMerger::new(reversed);
        assert!(merger.push(committed(first)).unwrap().is_some());
        merger.push(committed(second)).err().map(|error| error.to_string())
    };
    assert_eq!(error(true, "b", "a"), None);
    assert_eq!(error(true, "a", "b").unwrap(), "expected a row key below a, found b");
    assert_eq!(error(false, "a", "a").unwrap(), "expected a row key above a, found a");
}

#[test]
fn rows_that_the_server_has_passed_do_not_come_again() {
    let mut merger = RowMerger::new(false);
    merger.pass(b"m".into()).unwrap();
    assert_eq!(merger.last_key(), Some(&b"m"[..]));
    let error = merger.push(committed("m")).unwrap_err();
    assert!(matches!(error, ChunkError::Order { .. }), "{error:?}");
    let begun = CellChunk { row_status: None, ..committed("x") };
    merger.push(begun).unwrap();
    assert!(matches!(merger.pass(b"z".into()), Err(ChunkError::OtherRow { .. })));
}

#[test]
fn a_row_that_is_begun_again_comes_once() {
    let mut merger = RowMerger::new(false);
    merger.push(CellChunk { row_status: None, ..committed("a") }).unwrap();
    merger.restart();
    let row = merger.push(committed("a")).unwrap().unwrap();
    assert_eq!(row.cells.len(), 1);
    assert_eq!(merger.finish(), Ok(()));
}

#[test]
fn a_row_has_bounded_bytes() {
    let mut merger = RowMerger::new(false).with_most_bytes(10);
    assert!(merger.push(committed("a")).unwrap().is_some());
    let error = merger.push(committed("abcdef")).unwrap_err();
    assert_eq!(error.to_string(), "row abcdef takes more than 10 bytes");
}
