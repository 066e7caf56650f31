//! The table of engines in four documents. It is one list here, and each claim of it names a test.

use std::fmt::Write;
use std::fs;

struct Engine {
    name: &'static str,
    /// The section of `rowkey::_engines`.
    section: Option<&'static str>,
    /// The crate of its store, or the crate that its recipe calls.
    library: &'static str,
    /// Its store in `rowkey-store`, as the documentation of that crate links to it.
    store: Option<&'static str>,
    /// The feature of `rowkey-store` that adds it, if it is off by default.
    feature: Option<&'static str>,
    is_async: bool,
    /// The file that runs the suite, or the recipe.
    tests: &'static str,
    /// What the engine filters itself, the file of a test, and the test.
    filters: Option<[&'static str; 3]>,
    tested: Tested,
}

/// The version that the tests use, with its name.
enum Tested {
    WithThisCrate,
    /// The version of a package in a lock file. A version such as `0.19.0+11.8.1` is that of the engine: 11.8.1.
    Locked(&'static str, &'static str, &'static str),
    /// The property of a `pom.xml`.
    Fetched(&'static str, &'static str, &'static str),
    /// Compiled with the version of a package in the lock file, and not run.
    Compiled(&'static str),
    NotCompiled(&'static str),
}

const RECIPES: &str = "tests/engines/src/lib.rs";

/// A recipe that the tests run.
const RECIPE: Engine = Engine {
    name: "",
    section: None,
    library: "",
    store: None,
    feature: None,
    is_async: false,
    tests: RECIPES,
    filters: None,
    tested: Tested::WithThisCrate,
};

/// A store in `rowkey-store`.
const STORE: Engine = Engine { library: "rowkey-store", ..RECIPE };

const ENGINES: [Engine; 12] = [
    Engine { name: "memory", store: Some("[`MemoryStore`]"), tests: "rowkey-store/tests/all/memory.rs", ..STORE },
    Engine {
        name: "redb",
        section: Some("redb"),
        store: Some("`RedbStore`"),
        tests: "rowkey-store/tests/all/redb.rs",
        tested: Tested::Locked("redb", "Cargo.lock", "redb"),
        ..STORE
    },
    Engine {
        name: "fjall",
        section: Some("fjall"),
        store: Some("`FjallStore`"),
        feature: Some("fjall"),
        tests: "rowkey-store/tests/all/fjall.rs",
        tested: Tested::Locked("fjall", "Cargo.lock", "fjall"),
        ..STORE
    },
    Engine {
        name: "LMDB, through heed",
        section: Some("lmdb-with-heed"),
        store: Some("`HeedStore`"),
        feature: Some("heed"),
        tests: "tests/engines/src/lmdb.rs",
        tested: Tested::Locked("heed", "Cargo.lock", "heed"),
        ..STORE
    },
    Engine {
        name: "RocksDB",
        section: Some("rocksdb"),
        library: "rowkey-rocksdb",
        tests: "rowkey-rocksdb/tests/all/suite.rs",
        tested: Tested::Locked("RocksDB", "rowkey-rocksdb/Cargo.lock", "librocksdb-sys"),
        ..STORE
    },
    Engine {
        name: "SlateDB, on object storage",
        section: Some("slatedb"),
        library: "rowkey-slatedb",
        is_async: true,
        tests: "rowkey-slatedb/tests/all/suite.rs",
        tested: Tested::Locked("SlateDB", "Cargo.lock", "slatedb"),
        ..STORE
    },
    Engine {
        name: "HBase, through its Thrift 2 gateway, without Kerberos",
        library: "rowkey-hbase",
        tests: "rowkey-hbase/tests/live/rows.rs",
        filters: Some(["forward scans", "rowkey-hbase/tests/live/rows.rs", "filters_with_a_gap_find_all_rows"]),
        tested: Tested::Fetched("HBase", "tools/hbase/pom.xml", "hbase.version"),
        ..STORE
    },
    Engine {
        name: "Google Cloud Bigtable, over gRPC",
        section: Some("bigtable"),
        library: "rowkey-bigtable",
        is_async: true,
        tests: "rowkey-bigtable/tests/live/suite.rs",
        filters: Some([
            "yes",
            "rowkey-bigtable/tests/live/bytes.rs",
            "every_byte_is_itself_in_a_filter_and_any_byte_fits_where_none_is_given",
        ]),
        tested: Tested::Fetched("Google's Bigtable emulator", "tools/bigtable/pom.xml", "emulator.version"),
        ..STORE
    },
    Engine {
        name: "sled",
        section: Some("sled"),
        library: "sled",
        tested: Tested::Locked("sled", "Cargo.lock", "sled"),
        ..RECIPE
    },
    Engine {
        name: "object stores, such as S3",
        section: Some("object-stores"),
        library: "object_store",
        is_async: true,
        tests: "tests/engines/src/objects.rs",
        tested: Tested::Locked("object_store", "Cargo.lock", "object_store"),
        ..RECIPE
    },
    Engine {
        name: "TiKV",
        section: Some("tikv"),
        library: "tikv-client",
        is_async: true,
        tested: Tested::Compiled("tikv-client"),
        ..RECIPE
    },
    Engine {
        name: "FoundationDB",
        section: Some("foundationdb"),
        library: "foundationdb",
        is_async: true,
        tested: Tested::NotCompiled("foundationdb 0.11"),
        ..RECIPE
    },
];

/// A document with the table.
struct Page {
    path: &'static str,
    /// What each line begins with.
    prefix: &'static str,
    has_recipes: bool,
    name: fn(&Engine) -> String,
    library: fn(&Engine) -> String,
}

const PAGES: [Page; 4] = [
    Page {
        path: "README.md",
        prefix: "",
        has_recipes: false,
        name: |engine| engine.name.to_owned(),
        library: |engine| format!("[{0}]({0}/README.md)", engine.library),
    },
    Page {
        path: "rowkey-store/README.md",
        prefix: "",
        has_recipes: false,
        name: |engine| engine.name.to_owned(),
        library: |engine| format!("`{}`", engine.library),
    },
    Page {
        path: "rowkey-store/src/lib.rs",
        prefix: "//! ",
        has_recipes: false,
        name: |engine| engine.name.to_owned(),
        library: |engine| match engine.store {
            Some(store) => store.to_owned(),
            None => format!("[`{0}`](https://docs.rs/{0})", engine.library),
        },
    },
    Page {
        path: "src/_engines.rs",
        prefix: "//! ",
        has_recipes: true,
        name: |engine| match engine.section {
            Some(section) => format!("[{}](#{section})", engine.name),
            None => engine.name.to_owned(),
        },
        library: |engine| format!("`{}`", engine.library),
    },
];

fn read(path: &str) -> String {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns what is between two texts, each of which must be there once.
fn between(path: &str, before: &str, after: &str) -> String {
    let text = read(path);
    let mut found = text.split(before).skip(1);
    let (Some(rest), None) = (found.next(), found.next()) else { panic!("{path} must have one `{before}`") };
    rest.split(after).next().unwrap_or_default().to_owned()
}

impl Engine {
    fn is_recipe(&self) -> bool {
        !self.library.starts_with("rowkey-")
    }

    /// Returns `yes` if the engine's tests include one of these checks of the suite.
    fn passes(&self, checks: &[&str]) -> &'static str {
        let tests = read(self.tests);
        // Without a list, the macro runs all checks.
        let is_checked = tests.contains("conformance!(with_store)") || checks.iter().any(|check| tests.contains(check));
        if is_checked { "yes" } else { "no" }
    }

    /// Returns the cells of transactions, snapshots, and reverse scans. A recipe only scans. Its test does so both ways.
    fn capabilities(&self) -> [&'static str; 3] {
        match self.is_recipe() {
            true if matches!(self.tested, Tested::Compiled(_) | Tested::NotCompiled(_)) => ["-", "-", "not tested"],
            true => ["-", "-", self.passes(&[&format!("fn {}()", self.library)])],
            false => [
                self.passes(&["transacts_all_or_nothing"]),
                self.passes(&["reads_as_of_one_moment"]),
                self.passes(&["scans_every_range_both_ways", "does_what_a_map_does"]),
            ],
        }
    }

    fn filters(&self) -> &'static str {
        let Some([what, tests, test]) = self.filters else { return "no" };
        assert!(read(tests).contains(&format!("fn {test}(")), "{tests} has no `{test}`");
        what
    }

    fn tested(&self) -> String {
        let (name, version) = match self.tested {
            Tested::WithThisCrate => return "-".to_owned(),
            Tested::NotCompiled(version) => return format!("not compiled, for {version}"),
            Tested::Compiled(package) => {
                return format!("compiled with {package} {}, not run", locked("Cargo.lock", package));
            }
            Tested::Locked(name, lock, package) => (name, locked(lock, package)),
            Tested::Fetched(name, pom, property) => (name, between(pom, &format!("<{property}>"), "<")),
        };
        format!("{name} {}", version.rsplit('+').next().unwrap_or_default())
    }
}

fn locked(lock: &str, package: &str) -> String {
    between(lock, &format!("name = \"{package}\"\nversion = \""), "\"")
}

impl Page {
    fn table(&self) -> String {
        let mut table = "| Engine | Crate | API | Transactions | Snapshots | Reverse scans | Filters in the engine | \
                         Tested with |\n|---|---|---|---|---|---|---|---|\n"
            .to_owned();
        for engine in ENGINES.iter().filter(|engine| self.has_recipes || !engine.is_recipe()) {
            let feature = engine.feature.map_or(String::new(), |feature| format!(", feature `{feature}`"));
            let [name, library] = [self.name, self.library].map(|cell| cell(engine));
            let api = if engine.is_async { "async" } else { "sync" };
            let (capabilities, filters) = (engine.capabilities().join(" | "), engine.filters());
            let tested = engine.tested();
            writeln!(table, "| {name} | {library}{feature} | {api} | {capabilities} | {filters} | {tested} |").unwrap();
        }
        table.lines().fold(String::new(), |table, line| table + self.prefix + line + "\n")
    }
}

#[test]
fn all_documents_have_the_table_of_engines() {
    for page in PAGES {
        let (text, table) = (read(page.path), page.table());
        assert!(text.contains(&table), "{} must have this table of engines:\n{table}", page.path);
        let headers = text.matches(&table[..table.find("| API").unwrap()]).count();
        assert_eq!(headers, 1, "{} must have one table of engines", page.path);
    }
}

/// The README of a crate with one engine also has the version.
#[test]
fn each_crate_says_what_its_tests_use() {
    for engine in ENGINES.iter().filter(|engine| !engine.is_recipe() && engine.library != "rowkey-store") {
        let (readme, tested) = (format!("{}/README.md", engine.library), engine.tested());
        assert!(read(&readme).contains(&tested), "{readme} must say that the tests use {tested}");
    }
}
