//! Salted tables of Apache Phoenix. Our keys read the rows that Phoenix upserts, and encode to the same bytes. Phoenix
//! finds the rows that we put by their primary keys.

use super::server::Fresh;
use super::sql::Sql;
use jiff::Timestamp;
use rowkey::codec::phoenix::{Float, LastDesc};
use rowkey::hbase::SqlKey;
use rowkey::{KeyCode, KeyRange, OwnedKey, RowKey, ScanPlan, one_of, starts_with};
use rowkey_hbase::{HBase, HBaseStore};
use rowkey_store::{Direction, Reader, Store, Table, split_difference};
use std::fmt::Debug;

/// A value of a column.
#[derive(Clone, Debug)]
enum Cell {
    Int(i128),
    Float(f64),
    Bool(bool),
    Text(String),
    Bytes(Vec<u8>),
    Date(Timestamp),
}

impl Cell {
    /// Returns the value as an SQL literal.
    fn literal(&self) -> String {
        match self {
            Self::Int(number) => number.to_string(),
            Self::Float(number) => format!("{number:?}"),
            Self::Bool(value) => value.to_string(),
            Self::Text(text) if text.is_empty() => "NULL".into(),
            Self::Text(text) => format!("'{}'", text.replace('\'', "''")),
            Self::Bytes(bytes) => format!("X'{}'", hex(bytes)),
            Self::Date(time) => format!("TO_DATE('{}', 'yyyy-MM-dd HH:mm:ss.SSS')", time.strftime("%F %T%.3f")),
        }
    }

    /// Returns the value in the output format of the driver.
    fn shown(&self) -> String {
        match self {
            Self::Text(text) if text.is_empty() => "null".into(),
            Self::Text(text) => text.clone(),
            Self::Bytes(bytes) => hex(bytes),
            Self::Date(time) => time.as_millisecond().to_string(),
            _ => self.literal(),
        }
    }

    /// Returns the SQL condition that a column has this value.
    fn is(&self, column: &str) -> String {
        match self {
            Self::Text(text) if text.is_empty() => format!("{column} IS NULL"),
            _ => format!("{column} = {}", self.literal()),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A key type for the rows of a Phoenix table.
trait PhoenixRow: OwnedKey<EncodeError: Debug> + Debug + PartialEq {
    const TABLE: &'static str;
    /// The columns of the primary key, in order.
    const COLUMNS: &'static [&'static str];
    /// The column types, the constraint, and the options. Every table also has a column `V VARCHAR`.
    const CREATE: &'static str;
    /// The qualifier of `V`. Phoenix numbers the columns, or uses their names if `CREATE` says so.
    const V: &'static [u8] = &[0x80, 0x0B];
    /// The cell that Phoenix writes for each row, so that the row exists.
    const EMPTY: &'static [u8] = &[0x00, 0x00, 0x00, 0x00];

    fn cells(&self) -> Vec<Cell>;
}

/// Phoenix upserts half of the rows, and we put the other half with our keys. Then both read all rows.
fn check<K: PhoenixRow>(hbase: &HBase, sql: &mut Sql, rows: &[K]) -> HBaseStore {
    sql.run(&format!("CREATE TABLE {} ({}", K::TABLE, K::CREATE));
    let store = hbase.table(K::TABLE, "0").with_qualifier(K::V);
    for (at, row) in rows.iter().enumerate() {
        if at % 2 == 0 {
            let values: Vec<_> = row.cells().iter().map(Cell::literal).collect();
            let columns = K::COLUMNS.join(", ");
            sql.run(&format!("UPSERT INTO {} ({columns}, V) VALUES ({}, 'v{at}')", K::TABLE, values.join(", ")));
        } else {
            let value = format!("v{at}").into_bytes();
            store.put_columns(row.encode().unwrap().as_ref(), [(K::EMPTY, b"x".to_vec()), (K::V, value)]).unwrap();
        }
    }
    we_read(&store, rows);
    for (at, row) in rows.iter().enumerate() {
        phoenix_finds(sql, at, row);
    }
    assert_eq!(sql.run(&format!("SELECT COUNT(*) FROM {}", K::TABLE)), [rows.len().to_string()]);
    println!("{}: {} rows, {} of them upserted by Phoenix", K::TABLE, rows.len(), rows.len().div_ceil(2));
    store
}

/// Every row of the table decodes, including its salt, and encodes to the same bytes.
fn we_read<K: PhoenixRow>(store: &HBaseStore, rows: &[K]) {
    let reader = store.reader().unwrap();
    let mut found = 0;
    for row in reader.scan(rowkey::KeyRange::all(), Direction::Forward) {
        let (key, value) = row.unwrap();
        let decoded = K::decode(&key).unwrap_or_else(|error| panic!("{error}\n{}", K::explain(&key)));
        assert_eq!(hex(decoded.encode().unwrap().as_ref()), hex(&key), "{decoded:?}");
        let at: usize = std::str::from_utf8(&value[1..]).unwrap().parse().unwrap();
        assert_eq!(decoded, rows[at], "{}", hex(&key));
        found += 1;
    }
    assert_eq!(found, rows.len());
}

/// Phoenix gets the row by its primary key, and reads its columns from the key.
fn phoenix_finds<K: PhoenixRow>(sql: &mut Sql, at: usize, row: &K) {
    let cells = row.cells();
    let conditions: Vec<_> = K::COLUMNS.iter().zip(&cells).map(|(column, cell)| cell.is(column)).collect();
    let by_key = sql.run(&format!("SELECT V FROM {} WHERE {}", K::TABLE, conditions.join(" AND ")));
    assert_eq!(by_key, [format!("v{at}")], "{row:?} as {}", hex(row.encode().unwrap().as_ref()));
    let by_value = sql.run(&format!("SELECT {} FROM {} WHERE V = 'v{at}'", K::COLUMNS.join(", "), K::TABLE));
    let shown: Vec<_> = cells.iter().map(Cell::shown).collect();
    assert_eq!(by_value, [shown.join("\t")]);
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(salt(phoenix, buckets = 8, of(..)))]
struct Reading {
    tenant: u32,
    #[rowkey(chars("^\0"), separator = "\0")]
    dev: String,
    #[rowkey(desc)]
    ts: u64,
}

impl PhoenixRow for Reading {
    const TABLE: &'static str = "READINGS";
    const COLUMNS: &'static [&'static str] = &["TENANT", "DEV", "TS"];
    const CREATE: &'static str = "TENANT UNSIGNED_INT NOT NULL, DEV VARCHAR NOT NULL, TS UNSIGNED_LONG NOT NULL, V VARCHAR \
        CONSTRAINT PK PRIMARY KEY (TENANT, DEV, TS DESC)) SALT_BUCKETS = 8";

    fn cells(&self) -> Vec<Cell> {
        vec![Cell::Int(self.tenant.into()), Cell::Text(self.dev.clone()), Cell::Int(self.ts.into())]
    }
}

/// All signed types, with their minimum and maximum. The cells use the names of the columns.
#[derive(RowKey, Debug, PartialEq)]
#[rowkey(salt(phoenix, buckets = 5, of(..)))]
struct Signed {
    a: i32,
    #[rowkey(desc)]
    b: i64,
    c: i16,
    #[rowkey(desc)]
    d: i8,
}

impl PhoenixRow for Signed {
    const TABLE: &'static str = "SIGNED_NUMBERS";
    const COLUMNS: &'static [&'static str] = &["A", "B", "C", "D"];
    const CREATE: &'static str = "A INTEGER NOT NULL, B BIGINT NOT NULL, C SMALLINT NOT NULL, D TINYINT NOT NULL, V VARCHAR \
        CONSTRAINT PK PRIMARY KEY (A, B DESC, C, D DESC)) SALT_BUCKETS = 5, COLUMN_ENCODED_BYTES = NONE";
    const V: &'static [u8] = b"V";
    const EMPTY: &'static [u8] = b"_0";

    fn cells(&self) -> Vec<Cell> {
        [self.a.into(), self.b.into(), self.c.into(), self.d.into()].map(Cell::Int).into()
    }
}

/// Texts: ascending, of fixed width, and descending. Then a time, and a nullable text at the end.
#[derive(RowKey, Debug, PartialEq)]
#[rowkey(salt(phoenix, buckets = 16, of(..)))]
struct Texts {
    #[rowkey(chars("^\0"), separator = "\0")]
    k: String,
    #[rowkey(pad(6, with = b' '), allow(unordered))]
    c: String,
    #[rowkey(desc, chars("^\0"), separator = b"\xFF")]
    n: String,
    #[rowkey(time(millis, exact))]
    d: Timestamp,
    #[rowkey(len(2))]
    w: String,
    tail: String,
}

impl PhoenixRow for Texts {
    const TABLE: &'static str = "TEXTS";
    const COLUMNS: &'static [&'static str] = &["K", "C", "N", "D", "W", "TAIL"];
    const CREATE: &'static str = "K VARCHAR NOT NULL, C CHAR(6) NOT NULL, N VARCHAR NOT NULL, D DATE NOT NULL, \
        W CHAR(2) NOT NULL, TAIL VARCHAR, V VARCHAR CONSTRAINT PK PRIMARY KEY (K, C, N DESC, D, W, TAIL)) SALT_BUCKETS = 16";

    fn cells(&self) -> Vec<Cell> {
        let text = |text: &String| Cell::Text(text.clone());
        vec![text(&self.k), text(&self.c), text(&self.n), Cell::Date(self.d), text(&self.w), text(&self.tail)]
    }
}

/// Fields with a custom codec, and bytes. The number of buckets is a multiple of 31.
#[derive(RowKey, Debug, PartialEq)]
#[rowkey(salt(with = rowkey::salt::phoenix, buckets = 31, of(..)))]
struct Odd {
    #[rowkey(with = Float)]
    f: f64,
    #[rowkey(with = Float, desc)]
    g: f32,
    #[rowkey(raw)]
    u: f64,
    e: bool,
    b: [u8; 4],
    #[rowkey(desc)]
    x: [u8; 2],
    #[rowkey(desc)]
    t: u64,
    #[rowkey(with = LastDesc)]
    tail: String,
}

impl PhoenixRow for Odd {
    const TABLE: &'static str = "ODD";
    const COLUMNS: &'static [&'static str] = &["F", "G", "U", "E", "B", "X", "T", "TAIL"];
    const CREATE: &'static str = "F DOUBLE NOT NULL, G FLOAT NOT NULL, U UNSIGNED_DOUBLE NOT NULL, E BOOLEAN NOT NULL, \
        B BINARY(4) NOT NULL, X BINARY(2) NOT NULL, T UNSIGNED_DATE NOT NULL, TAIL VARCHAR NOT NULL, V VARCHAR \
        CONSTRAINT PK PRIMARY KEY (F, G DESC, U, E, B, X DESC, T DESC, TAIL DESC)) SALT_BUCKETS = 31";

    fn cells(&self) -> Vec<Cell> {
        vec![
            Cell::Float(self.f),
            Cell::Float(self.g.into()),
            Cell::Float(self.u),
            Cell::Bool(self.e),
            Cell::Bytes(self.b.to_vec()),
            Cell::Bytes(self.x.to_vec()),
            Cell::Date(Timestamp::from_millisecond(self.t.try_into().unwrap()).unwrap()),
            Cell::Text(self.tail.clone()),
        ]
    }
}

const TEXTS: [&str; 9] = ["host1", "host12", "host 2", "Ünïcödé", "淘宝", "it's", "\u{1}\u{7F}", "😀", "z"];

fn readings() -> Vec<Reading> {
    let numbers = [0, 1, 7, 1_700_000_000_000, i64::MAX as u64];
    let reading = |i: usize| Reading {
        tenant: [0, 7, 255, 256, i32::MAX as u32][i % 5],
        dev: TEXTS[i / 5 % 9].into(),
        ts: numbers[i / 45 % 5],
    };
    (0..225).map(reading).collect()
}

fn signed() -> Vec<Signed> {
    let signed = |i: usize| Signed {
        a: [i32::MIN, -1, 0, 1, i32::MAX][i % 5],
        b: [i64::MIN + 1, -256, 0, 255, i64::MAX][i / 5 % 5],
        c: [i16::MIN, -1, 0, i16::MAX][i / 25 % 4],
        d: [i8::MIN, -1, 0, i8::MAX][i % 4],
    };
    (0..100).map(signed).collect()
}

fn texts() -> Vec<Texts> {
    let texts = |i: usize| Texts {
        k: TEXTS[i % 9].into(),
        c: ["a", "ab", "a b", "abcdef"][i / 9 % 4].into(),
        n: TEXTS[8 - i % 9].into(),
        d: Timestamp::from_millisecond([0, -1, 1_700_000_000_123, 1][i % 4]).unwrap(),
        w: ["xy", "ab"][i / 9 % 2].into(),
        tail: ["", "b", "淘"][i % 3].into(),
    };
    (0..36).map(texts).collect()
}

fn odd() -> Vec<Odd> {
    let odd = |i: usize| Odd {
        f: [-1.5, 0.0, 1.5, 1234.25, -0.125][i % 5],
        g: [0.5, -0.5, 3.0][i / 5 % 3],
        u: [0.0, 2.25][i % 2],
        e: i.is_multiple_of(3),
        b: [[0, 0, 0, 1], [0xFF; 4], [0, 0xFF, 0, 0xFF], [1, 2, 3, 4]][i % 4],
        x: [[0, 0xFF], [7, 0]][i % 2],
        t: [0, 1_700_000_000_123][i % 2],
        tail: TEXTS[i % 9].into(),
    };
    (0..45).map(odd).collect()
}

/// Phoenix splits the table at the key's split keys, but pads them with zeros.
fn buckets_are_regions(hbase: &HBase, store: &HBaseStore) {
    let starts: Vec<_> = hbase.regions("READINGS").unwrap().iter().map(|it| it.range.start().to_vec()).collect();
    let cut: Vec<Vec<u8>> = starts[1..].iter().map(|start| start[..1].to_vec()).collect();
    assert_eq!(cut, Reading::SPLIT_KEYS);
    assert!(starts[1..].iter().all(|start| start[1..] == [0; 13]), "{starts:02X?}");
    assert_eq!(split_difference(store, Reading::LAYOUT, Reading::SPLIT_KEYS).unwrap(), None);
}

/// A plan reads rows that both wrote, and SQL returns the same rows.
fn plans_agree_with_sql(sql: &mut Sql, store: HBaseStore) {
    let table = Table::<Reading, _>::new(store);
    let plan = Reading::scan().tenant(7).dev("host1").ts(1..=1_700_000_000_000).plan().unwrap();
    let ours: Vec<_> = table.scan(&plan).unwrap().map(|row| row.unwrap().0.ts.to_string()).collect();
    assert_eq!(ours, ["1700000000000", "7", "1"]);
    let where_ = "TENANT = 7 AND DEV = 'host1' AND TS >= 1 AND TS <= 1700000000000";
    assert_eq!(sql.run(&format!("SELECT TS FROM READINGS WHERE {where_} ORDER BY TS DESC")), ours);
}

#[derive(RowKey, Debug)]
struct Bytes {
    id: u8,
    number: u8,
}

#[derive(RowKey, Debug)]
struct Text {
    kind: Kind,
    text: String,
}

#[derive(KeyCode, Debug)]
enum Kind {
    #[code("g")]
    Good,
    #[code("~")]
    Last,
}

/// Writes these keys to a table, each with its index as the value.
fn keys_of(sql: &mut Sql, table: &str, keys: &[Vec<u8>], literal: impl Fn(&[u8]) -> String) {
    for (number, key) in keys.iter().enumerate() {
        sql.run(&format!("UPSERT INTO {table} VALUES ({}, {number})", literal(key)));
    }
}

/// The condition of each range returns the rows of that range, and Phoenix reads no other rows. Joined, the conditions
/// return the rows of all ranges.
#[track_caller]
fn conditions_give_the_rows_of(plan: &ScanPlan, sql: &mut Sql, table: &str, keys: &[Vec<u8>]) {
    let rows = |is_in: &dyn Fn(&[u8]) -> bool| -> Vec<String> {
        (0..keys.len()).filter(|&number| is_in(&keys[number])).map(|number| number.to_string()).collect()
    };
    let conditions = plan.sql("K", SqlKey::Phoenix).unwrap();
    for (condition, range) in conditions.iter().zip(plan.ranges()) {
        let select = format!("SELECT V FROM {table} WHERE {condition} ORDER BY V");
        assert_eq!(sql.run(&select), rows(&|key| range.contains(key)), "{select}");
        let explained = sql.run(&format!("EXPLAIN {select}")).join("\n");
        assert!(!explained.contains("FULL SCAN") || range == KeyRange::all(), "{select}\n{explained}");
    }
    let select = format!("SELECT V FROM {table} WHERE {} ORDER BY V", conditions.join(" OR "));
    assert_eq!(sql.run(&select), rows(&|key| plan.ranges().any(|range| range.contains(key))), "{select}");
}

fn conditions_of_plans_are_sql(sql: &mut Sql) {
    let ends = [0, 1, b'\'', b';', b'\\', b'a', b'b', 0x7F, 0x80, 0xFE, 0xFF];
    let mut keys: Vec<Vec<u8>> = ends.iter().flat_map(|&a| ends.map(|b| vec![a, b])).collect();
    keys.extend(ends.map(|byte| vec![byte]).into_iter().chain(ends.map(|byte| vec![byte, b'a', 0])));
    keys.sort_unstable();
    sql.run("CREATE TABLE KEYS (K VARBINARY PRIMARY KEY, V INTEGER)");
    keys_of(sql, "KEYS", &keys, |key| format!("X'{}'", hex(key)));
    for id in ends {
        conditions_give_the_rows_of(&Bytes::scan().id(id).plan().unwrap(), sql, "KEYS", &keys);
        conditions_give_the_rows_of(&Bytes::scan().id(id..).plan().unwrap(), sql, "KEYS", &keys);
        conditions_give_the_rows_of(
            &Bytes::scan().id(one_of([id, b'b'])).number(b'a').plan().unwrap(),
            sql,
            "KEYS",
            &keys,
        );
    }
    conditions_give_the_rows_of(&Bytes::scan().plan().unwrap(), sql, "KEYS", &keys);

    let words = ["g", "ga", "ga'", "ga'b", "ga;b", "ga\\b", "gab", "gé", "gÿ", "gÿz", "h", "~", "~x"];
    let words = words.map(|word| word.as_bytes().to_vec());
    sql.run("CREATE TABLE WORDS (K VARCHAR PRIMARY KEY, V INTEGER)");
    keys_of(sql, "WORDS", &words, |word| {
        format!("'{}'", str::from_utf8(word).unwrap().replace('\\', "\\\\").replace('\'', "''"))
    });
    for start in ["", "a", "a'", "a\\", "a;", "é", "ÿ"] {
        for kind in [Kind::Good, Kind::Last] {
            let plan = Text::scan().kind(kind).text(starts_with(start)).plan().unwrap();
            conditions_give_the_rows_of(&plan, sql, "WORDS", &words);
        }
        let plan = Text::scan().kind(Kind::Good).text(start).plan().unwrap();
        conditions_give_the_rows_of(&plan, sql, "WORDS", &words);
    }
}

#[test]
fn rows_of_both_are_read_by_both() {
    let fresh = Fresh::start(&["--phoenix"]);
    let hbase = HBase::connect(&fresh.server.gateway).unwrap();
    let mut sql = Sql::connect(&fresh.server.zookeeper);

    let store = check(&hbase, &mut sql, &readings());
    buckets_are_regions(&hbase, &store);
    plans_agree_with_sql(&mut sql, store);
    check(&hbase, &mut sql, &signed());
    check(&hbase, &mut sql, &texts());
    check(&hbase, &mut sql, &odd());
    conditions_of_plans_are_sql(&mut sql);
}

rowkey::laws!(Reading, Signed, Texts, Odd, Bytes, Text);
