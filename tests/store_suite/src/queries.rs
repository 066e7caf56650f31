//! Random queries on an engine, compared with filters over the rows.
//!
//! A query has one of 14 conditions, and is made in one of six ways, in one of two directions. The tables have a salt, no
//! salt, a salt with older versions, and texts of any bytes.

use fastrand::Rng;
use rowkey::{OwnedKey, Plan, RowKey, contains, ends_with, one_of, starts_with};
use rowkey_store::{Store, Table};
use std::collections::BTreeMap;
use std::fmt::Debug;

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Call {
    #[salt(buckets = 8)]
    #[pad(6)]
    phone: String,
    #[reverse_ts]
    at: i64,
    #[rowkey(len(3))]
    city: String,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Log {
    #[pad(6)]
    host: String,
    at: u64,
    level: i16,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Order {
    #[salt(xor, buckets = 7, was(3, xxh3(4)))]
    id: u32,
    at: u16,
}

/// The order as two older versions of the program store it.
mod before {
    #[derive(rowkey::RowKey, Debug)]
    pub struct Order3 {
        #[salt(xor, buckets = 3)]
        pub id: u32,
        pub at: u16,
    }

    #[derive(rowkey::RowKey, Debug)]
    pub struct Order4 {
        #[salt(xxh3, buckets = 4)]
        pub id: u32,
        pub at: u16,
    }
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct File {
    #[salt(buckets = 3)]
    #[rowkey(terminated)]
    path: Vec<u8>,
    #[rowkey(desc)]
    version: u8,
    rest: Vec<u8>,
}

/// The rows of a table in key order, without the salt.
type Rows<K> = Vec<(K, Vec<u8>)>;

/// Rows by their encoded fields after the salt, which sort like the key without the salt.
fn rows<K: RowKey>(salt: usize, keys: impl IntoIterator<Item = K>, random: &mut Rng) -> Rows<K> {
    let value = |random: &mut Rng| vec![random.u8(..); [0, 1, 5, 30][random.usize(..4)]];
    let keyed = keys.into_iter().map(|key| (key.encode().unwrap().as_ref()[salt..].to_vec(), (key, value(random))));
    keyed.collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Four tables of one engine, and their rows.
#[derive(Debug)]
pub struct Queries<S> {
    calls: (Table<Call, S>, Rows<Call>),
    logs: (Table<Log, S>, Rows<Log>),
    orders: (Table<Order, S>, Rows<Order>),
    files: (Table<File, S>, Rows<File>),
    random: Rng,
}

/// How a query is made.
#[derive(Clone, Copy, Debug)]
enum Way {
    Scan,
    Limit(usize),
    Keys,
    Count(Option<usize>),
    Pages(usize),
    ByRange,
}

/// Makes plans of a query, each with a cursor and a limit.
macro_rules! plans {
    ($query:expr) => {
        |cursor: Option<&str>, limit: Option<usize>| match limit {
            Some(limit) => $query.resume(cursor).limit(limit).plan().unwrap(),
            None => $query.resume(cursor).plan().unwrap(),
        }
    };
}

impl<S: Store> Queries<S> {
    /// Writes the same random rows to four empty stores, which share no rows.
    pub fn load([calls, logs, orders, files]: [S; 4], seed: u64) -> Self {
        const ROWS: usize = 300;
        let mut random = Rng::with_seed(seed);
        let each = || 0..ROWS;
        let keys: Vec<Call> = each().map(|_| call(&mut random)).collect();
        let calls = (Table::new(calls).allow_full_scans(), rows(1, keys, &mut random));
        let keys: Vec<Log> = each().map(|_| log(&mut random)).collect();
        let logs = (Table::new(logs).allow_full_scans(), rows(0, keys, &mut random));
        let keys: Vec<Order> = each().map(|_| order(&mut random)).collect();
        let orders = (Table::new(orders).allow_full_scans(), rows(1, keys, &mut random));
        let keys: Vec<File> = each().map(|_| file(&mut random)).collect();
        let files = (Table::new(files).allow_full_scans(), rows(1, keys, &mut random));
        let queries = Self { calls, logs, orders, files, random };
        fill(&queries.calls);
        fill(&queries.logs);
        fill(&queries.files);
        queries.fill_orders();
        queries
    }

    /// Writes half of the orders where they are now, a quarter at each older place, and some of them at both.
    fn fill_orders(&self) {
        let (table, rows) = &self.orders;
        let (older, oldest) = (Table::new(table.store()), Table::new(table.store()));
        for (n, (Order { id, at }, value)) in rows.iter().enumerate() {
            let (now, order3, order4) =
                (Order { id: *id, at: *at }, before::Order3 { id: *id, at: *at }, before::Order4 { id: *id, at: *at });
            let places = [now.key().to_vec(), order3.key().to_vec(), order4.key().to_vec()];
            match n % 4 {
                0 | 1 => table.put(&now, value).unwrap(),
                2 if n % 8 == 2 && places[2] != places[0] && places[2] != places[1] => {
                    // The value at the oldest place is that of the row.
                    older.put(&order3, "obsolete").unwrap();
                    oldest.put(&order4, value).unwrap();
                }
                2 => older.put(&order3, value).unwrap(),
                _ => oldest.put(&order4, value).unwrap(),
            }
        }
    }

    /// Makes that many random queries. Panics at the first one that returns other rows than the filter.
    pub fn check(&mut self, count: usize) {
        let mut found = 0;
        for _ in 0..count {
            found += self.query();
        }
        assert!(found > count, "too few rows to mean anything: {found}");
    }

    /// Makes a random query, and returns the number of its rows.
    fn query(&mut self) -> usize {
        let random = &mut self.random;
        let limit = [1, 2, 3, 7, 50, 1_000][random.usize(..6)];
        let ways = [
            Way::Scan,
            Way::Limit(limit),
            Way::Keys,
            Way::Count(random.bool().then_some(limit)),
            Way::Pages(limit),
            Way::ByRange,
        ];
        let how = (ways[random.usize(..6)], random.bool());
        let (calls, logs, orders, files) = (&self.calls, &self.logs, &self.orders, &self.files);
        let [c, c2, c3] = [(); 3].map(|()| &calls.1[random.usize(..calls.1.len())].0);
        let [l, l2] = [(); 2].map(|()| &logs.1[random.usize(..logs.1.len())].0);
        let [o, o2] = [(); 2].map(|()| &orders.1[random.usize(..orders.1.len())].0);
        let [f, f2] = [(); 2].map(|()| &files.1[random.usize(..files.1.len())].0);
        let (from, to) = (c2.at.min(c3.at), c2.at.max(c3.at));
        match random.u8(..14) {
            0 => check(calls, how, plans!(Call::scan()), |_| true),
            1 => check(calls, how, plans!(Call::scan().phone(&c.phone).at(from..to)), |it| {
                it.phone == c.phone && (from..to).contains(&it.at)
            }),
            2 => {
                let (phones, cities) = ([&*c.phone, &c2.phone, &c3.phone], [&*c.city, "osl"]);
                let plans = plans!(Call::scan().phone(one_of(phones)).at(from..=to).filter_city(one_of(cities)));
                check(calls, how, plans, |it| {
                    phones.contains(&&*it.phone) && (from..=to).contains(&it.at) && cities.contains(&&*it.city)
                })
            }
            3 => check(calls, how, plans!(Call::scan().filter_at(from..to).filter_city(&c.city)), |it| {
                (from..to).contains(&it.at) && it.city == c.city
            }),
            4 => {
                let start = &c.phone[..2];
                let plans = plans!(Call::scan().phone(starts_with(start)).filter_city(contains("o")));
                check(calls, how, plans, |it| it.phone.starts_with(start) && it.city.contains('o'))
            }
            5 => {
                let bucket = random.u8(..8);
                let plans = plans!(Call::scan().bucket(u32::from(bucket)));
                check(calls, how, plans, |it| it.encode().unwrap()[0] == bucket)
            }
            6 => {
                let (from, to) = (l.at.min(l2.at), l.at.max(l2.at));
                check(logs, how, plans!(Log::scan().host(&l.host).at(from..=to)), |it| {
                    it.host == l.host && (from..=to).contains(&it.at)
                })
            }
            7 => {
                let (host, from, to) = (l.host.as_str().min(&l2.host), l.level.min(l2.level), l.level.max(l2.level));
                check(logs, how, plans!(Log::scan().host(host..).filter_level(from..to)), |it| {
                    *it.host >= *host && (from..to).contains(&it.level)
                })
            }
            8 => check(logs, how, plans!(Log::scan().host(&l.host).at(l.at)), |it| it.host == l.host && it.at == l.at),
            9 => check(orders, how, plans!(Order::scan()), |_| true),
            10 => check(orders, how, plans!(Order::scan().id(o.id).at(..o2.at)), |it| it.id == o.id && it.at < o2.at),
            11 => {
                let (from, to) = (o.id.min(o2.id), o.id.max(o2.id));
                check(orders, how, plans!(Order::scan().id(from..=to).filter_at(o2.at..)), |it| {
                    (from..=to).contains(&it.id) && it.at >= o2.at
                })
            }
            12 => check(files, how, plans!(File::scan().path(&f.path).version(f2.version..)), |it| {
                it.path == f.path && it.version >= f2.version
            }),
            _ => {
                let plans = plans!(File::scan().path(starts_with(&f.path)).filter_rest(ends_with(&f2.rest)));
                check(files, how, plans, |it| it.path.starts_with(&f.path) && it.rest.ends_with(&f2.rest))
            }
        }
    }
}

fn call(random: &mut Rng) -> Call {
    let city = ["ber", "par", "rom", "osl"][random.usize(..4)].into();
    Call { phone: random.u8(100..140).to_string(), at: random.i64(-1_000..99_000), city }
}

fn log(random: &mut Rng) -> Log {
    let host = ["", "a", "ab", "b", "host1", "host12"][random.usize(..6)].into();
    Log { host, at: random.u64(..) >> random.u8(..60), level: random.i16(..) }
}

fn order(random: &mut Rng) -> Order {
    Order { id: random.u32(..60) * 0x0101_0301, at: random.u16(..50) }
}

fn file(random: &mut Rng) -> File {
    let mut bytes = |most| (0..random.usize(..most)).map(|_| [0, 1, 0xFF, b'a', b'b'][random.usize(..5)]).collect();
    let (path, rest) = (bytes(4), bytes(3));
    File { path, version: random.u8(..4), rest }
}

fn fill<K: OwnedKey, S: Store>((table, rows): &(Table<K, S>, Rows<K>)) {
    table.put_all(rows.iter().map(|(key, value)| (key, value))).unwrap();
}

/// Makes a query in a way and a direction. Compares its rows with those that `is_wanted` keeps, and returns their number.
fn check<K: OwnedKey + Clone + Debug + PartialEq, S: Store>(
    (table, rows): &(Table<K, S>, Rows<K>),
    (way, is_reversed): (Way, bool),
    plans: impl Fn(Option<&str>, Option<usize>) -> Plan<K>,
    is_wanted: impl Fn(&K) -> bool,
) -> usize {
    let plan = |cursor: Option<&str>, limit| {
        let plan = plans(cursor, limit);
        if is_reversed { plan.reversed() } else { plan }
    };
    let mut wanted: Rows<K> = rows.iter().filter(|row| is_wanted(&row.0)).cloned().collect();
    if is_reversed {
        wanted.reverse();
    }
    let (all, what) = (wanted.len(), || format!("{way:?} of {}", plan(None, None).explain()));
    match way {
        Way::Scan => {
            let found: Rows<K> = table.scan(&plan(None, None)).unwrap().map(Result::unwrap).collect();
            assert_eq!(found, wanted, "{}", what());
        }
        Way::Limit(limit) => {
            let limited = plan(None, Some(limit));
            let mut scan = table.scan(&limited).unwrap();
            let found: Rows<K> = scan.by_ref().map(Result::unwrap).collect();
            assert_eq!(found, wanted[..all.min(limit)], "{}", what());
            assert_eq!(scan.has_more().unwrap(), all > limit, "{}", what());
        }
        Way::Keys => {
            let found: Vec<K> = table.keys(&plan(None, None)).unwrap().map(Result::unwrap).collect();
            assert!(found.iter().eq(wanted.iter().map(|(key, _)| key)), "{}", what());
        }
        Way::Count(limit) => {
            let count = table.count(&plan(None, limit)).unwrap();
            assert_eq!(count, all.min(limit.unwrap_or(all)) as u64, "{}", what());
        }
        Way::Pages(limit) => {
            let (mut found, mut cursor) = (Rows::new(), None::<String>);
            loop {
                let page = plan(cursor.as_deref(), Some(limit));
                let mut scan = table.scan(&page).unwrap();
                let before = found.len();
                found.extend(scan.by_ref().map(Result::unwrap));
                assert!(found.len() - before <= limit, "{}", what());
                cursor = scan.cursor();
                if found.len() - before < limit {
                    break;
                }
            }
            assert_eq!(found, wanted, "{}", what());
        }
        Way::ByRange => {
            let mut found: Rows<K> = table.scan_by_range(&plan(None, None)).unwrap().map(Result::unwrap).collect();
            let place = |row: &(K, _)| rows.iter().position(|it| *it == *row);
            found.sort_by_key(place);
            wanted.sort_by_key(place);
            assert_eq!(found, wanted, "{}", what());
        }
    }
    all
}
