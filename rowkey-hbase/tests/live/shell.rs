//! Text for the HBase shell, run by the shell itself: tables have the written rows, and scans read the rows of the
//! plan.

use super::server::Fresh;
use super::tables::{Model, fill};
use rowkey::hbase::{shell_create, splits_file};
use rowkey::split::to_bytes_binary;
use rowkey::{RowKey, ScanPlan, one_of, starts_with};
use rowkey_hbase::{Bloom, Compression, Family, HBase, HBaseStore, TableSpec};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

#[derive(RowKey, Debug)]
struct Call {
    #[salt(xor, buckets = 3)]
    phone: u16,
    side: u8,
    at: u16,
}

#[derive(RowKey, Debug)]
struct Tag {
    group: u8,
    tag: String,
}

/// A server, and a folder for files.
struct Shell {
    fresh: Fresh,
}

impl Shell {
    /// Runs the lines. Returns the output of the shell after each line that begins with `scan`.
    fn run(&self, lines: &str) -> Vec<String> {
        let file = self.fresh.folder.path().join("lines.rb");
        fs::write(&file, lines).unwrap();
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools/hbase/shell");
        let output = Command::new(program).arg(&self.fresh.server.zookeeper).arg(file).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
        // The shell prints each line after a prompt: `hbase:012:0> scan ..`
        let commands = said.split("\nhbase:").filter(|said| said.split_once("> ").unwrap().1.starts_with("scan"));
        commands.map(str::to_owned).collect()
    }

    /// Returns the keys of the rows that a scan printed, in its order.
    fn rows(said: &str) -> Vec<Vec<u8>> {
        let row = |line: &str| Some(to_bytes_binary(line.strip_prefix(' ')?.split_once(" column=f:")?.0));
        said.lines().filter_map(row).collect()
    }
}

#[test]
fn what_is_pasted_into_the_shell_does_what_it_says() {
    let shell = Shell { fresh: Fresh::start(&[]) };
    let hbase = HBase::connect(&shell.fresh.server.gateway).unwrap();
    tables_are_created_with_all_options(&shell, &hbase);
    scans_read_the_rows_of_the_plan(&shell, &hbase);
}

fn tables_are_created_with_all_options(shell: &Shell, hbase: &HBase) {
    let keys: Vec<Vec<u8>> = (1..=255).map(|byte| vec![byte, b'\'', byte, b'\\']).collect();
    let day = Duration::from_secs(24 * 3600);
    let full = Family::new("full").time_to_live(90 * day).compression(Compression::Gzip).bloom(Bloom::RowAndColumn);
    let full = full.max_versions(3).block_size(16 << 10);
    let table = TableSpec::new("options").max_file_size(3 << 30).split_policy(TableSpec::NO_SPLITS);
    let by_prefix = TableSpec::new("prefixes").split_by_prefix(3);
    let splits = shell.fresh.folder.path().join("splits.txt");
    fs::write(&splits, splits_file(&keys).unwrap()).unwrap();
    shell.run(
        &[
            shell_create(table.clone(), &[full.clone(), Family::new("plain")], &keys).unwrap(),
            shell_create(TableSpec::new("size").max_file_size(3 << 30), &["f"], [[0; 0]; 0]).unwrap(),
            shell_create(by_prefix.clone(), &[Family::new("f").bloom(Bloom::RowPrefix(3))], [[0; 0]; 0]).unwrap(),
            format!("create 'file', 'f', SPLITS_FILE => '{}'", splits.display()),
        ]
        .join("\n"),
    );
    assert_eq!(hbase.table_spec("options").unwrap(), table);
    assert_eq!(hbase.families("options").unwrap()[0], full);
    assert_eq!(hbase.table_spec("prefixes").unwrap(), by_prefix);
    assert_eq!(hbase.families("prefixes").unwrap()[0].bloom, Some(Bloom::RowPrefix(3)));
    assert_eq!(hbase.table_spec("size").unwrap().max_file_size, Some(3 << 30));
    for name in ["options", "file"] {
        assert_eq!(rowkey_store::Store::split_keys(&hbase.table(name, "f")).unwrap().unwrap(), keys);
    }
}

/// Writes rows in the ranges of these plans, at their ends, and next to them.
fn rows_of(store: &HBaseStore, plans: &[ScanPlan]) -> Model {
    let mut keys = vec![vec![0], vec![0xFF; 9]];
    for range in plans.iter().flat_map(ScanPlan::ranges) {
        for end in [Some(range.start()), range.stop()].into_iter().flatten().filter(|end| !end.is_empty()) {
            keys.extend([end.to_vec(), [end, b"\0"].concat(), [end, b"\xFF\xFF"].concat()]);
            let (last, before) = end.split_last().unwrap();
            keys.push([before, &[last.wrapping_sub(1)], b"\xFF\xFF\xFF".as_slice()].concat());
        }
    }
    for at in [0, 1, 0x0102, u16::MAX] {
        keys.extend([7, 0x2722].map(|phone| Call { phone, side: b'\'', at }.key().to_vec()));
    }
    fill(store, keys.into_iter().map(|key| (key, vec![1])))
}

fn scans_read_the_rows_of_the_plan(shell: &Shell, hbase: &HBase) {
    let mut plans: Vec<ScanPlan> = vec![
        Call::scan().phone(7).side(one_of(*b"'\"#\\")).limit(2).plan().unwrap().into(),
        Call::scan().phone(0x2722..).plan().unwrap().into(),
        Call::scan().phone(7).filter_at(0x0102).limit(1).plan().unwrap().into(),
        Tag::scan().plan().unwrap().into(),
        Tag::scan().limit(7).plan().unwrap().into(),
        Tag::scan().group(b'\'').tag(starts_with("#{exit} '\"\\#$0")).plan().unwrap().into(),
        Tag::scan().group(b'(').tag(") AND \n,").plan().unwrap().into(),
        Tag::scan().group(1).filter_tag("a\nexit").plan().unwrap().into(),
    ];
    plans.extend((0..=255).map(|byte| Tag::scan().group(byte).limit(3).plan().unwrap().into()));
    plans.extend(plans.clone().into_iter().map(ScanPlan::reversed));
    hbase.create_split_table("rows", &["f"], &[[1], [2], [0x28]]).unwrap();
    let model = rows_of(&hbase.table("rows", "f"), &plans);

    let lines: Vec<String> = plans.iter().map(|plan| plan.shell_scan("rows").unwrap()).collect();
    let said = shell.run(&lines.concat());
    let mut said = said.iter();
    for plan in &plans {
        let mut ranges: Vec<_> = plan.ranges().collect();
        if plan.is_reversed() {
            ranges.reverse();
        }
        for range in ranges {
            let mut rows: Vec<Vec<u8>> = model.keys().filter(|key| range.contains(key)).cloned().collect();
            if plan.is_reversed() {
                rows.reverse();
            }
            let found = Shell::rows(said.next().unwrap());
            if plan.is_exact() {
                rows.truncate(plan.row_limit().unwrap_or(usize::MAX));
                assert_eq!(found, rows, "{}", plan.explain());
            } else {
                // The region servers may return rows that the plan does not match.
                let matching =
                    |rows: &[Vec<u8>]| rows.iter().filter(|row| plan.matches(row)).cloned().collect::<Vec<_>>();
                assert!(found.iter().all(|row| range.contains(row)));
                assert_eq!(matching(&found), matching(&rows), "{}", plan.explain());
            }
        }
    }
    assert_eq!(said.next(), None);
}

rowkey::laws!(Call, Tag);
