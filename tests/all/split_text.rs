//! Split keys as text for people, and that what they paste gives the same bytes.

use core::time::Duration;
use rowkey::hbase::{Bloom, Compression, CreateError, Family, NameError, TableSpec, shell_create, splits_file};
use rowkey::split::{to_bytes_binary, to_string_binary};

/// The strings between the brackets, read as Ruby reads what stands in single quotes, then as the shell does.
fn pasted(line: &str) -> Vec<Vec<u8>> {
    let mut keys = Vec::new();
    let mut rest = line.split_once('[').unwrap().1;
    while let Some((_, tail)) = rest.split_once('\'') {
        let (mut text, mut chars) = (String::new(), tail.char_indices());
        let end = loop {
            match chars.next().unwrap() {
                (at, '\'') => break at,
                (_, '\\') if matches!(chars.as_str().chars().next(), Some('\\' | '\'')) => {
                    text.push(chars.next().unwrap().1);
                }
                (_, char) => text.push(char),
            }
        };
        keys.push(to_bytes_binary(&text));
        rest = &tail[end + 1..];
    }
    keys
}

fn any_keys() -> Vec<Vec<u8>> {
    let of_one = (0..=255).map(|byte| vec![byte]);
    let of_two = (0..=255).flat_map(|byte| [vec![b'\\', byte], vec![byte, b'\\'], vec![b'\'', byte], vec![byte, b'x']]);
    let escapes = [&br"\x00"[..], br"\\x41", br"\'", b"', 'x", b"#{exit}", b" a ", b"]"].map(<[u8]>::to_vec);
    of_one.chain(of_two).chain(escapes).collect()
}

#[test]
fn what_is_pasted_into_the_shell_gives_the_same_bytes() {
    let keys = any_keys();
    let line = shell_create("calls", &["d"], &keys).unwrap();
    assert_eq!(pasted(&line), keys);
    assert!(line.bytes().all(|byte| matches!(byte, b' '..=b'~')), "one line of ASCII");
}

#[test]
fn every_line_of_a_file_gives_the_same_bytes() {
    let keys = any_keys();
    let file = splits_file(&keys).unwrap();
    assert_eq!(file.lines().map(to_bytes_binary).collect::<Vec<_>>(), keys);
}

#[test]
fn text_of_a_table() {
    assert_eq!(
        shell_create("ns:calls-2", &["d", "m"], ["00|", "it's"]).unwrap(),
        r"create 'ns:calls-2', 'd', 'm', SPLITS => ['00|', 'it\x27s']"
    );
    assert_eq!(shell_create("calls", &["d"], [[0u8; 0]; 0]).unwrap(), "create 'calls', 'd'");
    let table = TableSpec::new("calls").max_file_size(5 << 20).split_policy(TableSpec::NO_SPLITS);
    let family =
        Family::new("d").block_size(4096).bloom(Bloom::RowAndColumn).max_versions(3).compression(Compression::Gzip);
    let families = [family.time_to_live(Duration::from_millis(1)), Family::new("m")];
    assert_eq!(
        shell_create(table, &families, ["1"]).unwrap(),
        "create 'calls', {NAME => 'd', VERSIONS => 3, TTL => 1, COMPRESSION => 'GZ', BLOOMFILTER => 'ROWCOL', BLOCKSIZE => 4096}, \
         'm', MAX_FILESIZE => 5242880, SPLIT_POLICY => 'org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy', \
         SPLITS => ['1']"
    );
    let family = Family::new("d").bloom(Bloom::RowPrefix(9));
    assert_eq!(
        shell_create(TableSpec::new("calls").split_by_prefix(12), &[family], ["1"]).unwrap(),
        "create 'calls', {NAME => 'd', BLOOMFILTER => 'ROWPREFIX_FIXED_LENGTH', \
         CONFIGURATION => {'RowPrefixBloomFilter.prefix_length' => '9'}}, \
         SPLIT_POLICY => 'org.apache.hadoop.hbase.regionserver.KeyPrefixRegionSplitPolicy', \
         METADATA => {'KeyPrefixRegionSplitPolicy.prefix_length' => '12'}, SPLITS => ['1']"
    );
    assert_eq!(splits_file([&b"\x00'"[..], b"\\"]).unwrap(), "\\x00'\n\\x5C\n");
    assert_eq!(to_string_binary(b"it's"), "it's");
}

#[test]
fn what_hbase_would_refuse_is_refused() {
    let keys: [&[u8]; 1] = [b"a"];
    for table in ["", "a b", "a'b", "a:b:c", ":a", "a:", "-a", ".a", "a:.b", "a-b:c", "täble", "a\n"] {
        let error = CreateError::Name(NameError { name: table.into(), of: "table" });
        assert_eq!(shell_create(table, &["d"], keys), Err(error));
    }
    for family in ["", "a:b", "a'", "a\\", "a/b", ".a", "a b", "a\n", "ä", "recovered.edits"] {
        let error = CreateError::Name(NameError { name: family.into(), of: "column family" });
        assert_eq!(shell_create("t", &["d", family], keys), Err(error));
    }
    for class in ["", "a'b", "a..b", "a b", ".a", "a\n"] {
        let error = CreateError::Name(NameError { name: class.into(), of: "split policy" });
        assert_eq!(shell_create(TableSpec::new("t").split_policy(class), &["d"], keys), Err(error));
    }
    assert_eq!(shell_create("t", &[] as &[&str], keys), Err(CreateError::NoFamily));
    assert_eq!(shell_create("t", &["d"], [""]), Err(CreateError::EmptyKey));
    assert_eq!(splits_file(["a", ""]), Err(CreateError::EmptyKey));
}
