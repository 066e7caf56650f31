//! Kills a program with SIGKILL at any moment, amid indexed writes, `rekey`, and moves to another key type.

use rowkey::RowKey;
use rowkey_rocksdb::RocksStore;
use rowkey_store::{IndexedTable, KeyOf, Table};
use std::collections::BTreeSet;
use std::env;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use store_suite::killed::{Program, keeps_moving_rows};

/// The environment variable with the database path of the program to kill. That program is this test, started again.
const DATABASE: &str = "ROWKEY_KILLED_DATABASE";

/// The number of programs to kill, and how many lines each of them prints before, at most.
const KILLS: usize = 30;
const LINES: usize = 60;

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(index(
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    BySeller(seller, order, receipt; salt(buckets = 4, of(order))),
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    unique ByReceipt(receipt),
))]
struct Order {
    #[salt(buckets = 3)]
    order: u32,
    seller: u8,
    receipt: u64,
}

fn order(order: u32) -> Order {
    Order { order, seller: order as u8 % 5, receipt: u64::MAX - u64::from(order) }
}

/// A reading as an older version of the program stores it, and as the current one does.
mod before {
    #[derive(rowkey::RowKey, Debug)]
    pub struct Reading {
        #[salt(buckets = 3)]
        pub at: u32,
    }
}

#[derive(RowKey, Debug)]
struct Reading {
    #[salt(buckets = 7, was(3))]
    at: u32,
}

/// The tables of a shop in one database.
struct Shop {
    orders: Table<Order, RocksStore>,
    by_seller: Table<BySeller, RocksStore, KeyOf<Order>>,
    by_receipt: Table<ByReceipt, RocksStore, KeyOf<Order>>,
    readings: RocksStore,
}

impl Shop {
    fn open(path: &Path) -> Self {
        let orders = RocksStore::open(path, "orders").unwrap();
        let other = |name| orders.with_table(name).unwrap();
        Self {
            by_seller: Table::new(other("by_seller")).with_values(),
            by_receipt: Table::new(other("by_receipt")).with_values(),
            readings: other("readings"),
            orders: Table::new(orders).allow_full_scans(),
        }
    }

    /// Returns the number of orders, and checks that none is missing, and that all have both secondary keys.
    fn orders(&self) -> u32 {
        let orders: Vec<Order> =
            self.orders.keys(&Order::scan().plan().unwrap()).unwrap().map(Result::unwrap).collect();
        let expected: Vec<Order> = (0..orders.len() as u32).map(order).collect();
        assert_eq!(orders, expected);
        let by_seller = self.by_seller.scan(&BySeller::scan().plan().unwrap()).unwrap();
        assert_eq!(by_seller.map(|row| row.unwrap().1).collect::<BTreeSet<_>>(), expected.iter().cloned().collect());
        let by_receipt = self.by_receipt.scan(&ByReceipt::scan().plan().unwrap()).unwrap();
        assert!(by_receipt.map(|row| row.unwrap().1).eq(expected.into_iter().rev()));
        orders.len() as u32
    }

    /// Returns the number of readings, and checks that none is missing or there twice.
    fn readings(&self) -> u32 {
        let readings = Table::<Reading, _>::new(&self.readings);
        let found: Vec<u32> =
            readings.keys(&Reading::scan().plan().unwrap()).unwrap().map(|reading| reading.unwrap().at).collect();
        assert!(found.iter().copied().eq(0..found.len() as u32), "{found:?}");
        found.len() as u32
    }
}

/// Puts orders, and puts and moves readings. Prints the number of each after the acknowledgement. Never returns.
fn write_for_ever(path: &Path) -> ! {
    let shop = Shop::open(path);
    let (first_order, first_reading) = (shop.orders(), shop.readings());
    thread::scope(|threads| {
        threads.spawn(|| {
            let orders = IndexedTable::new(Table::<Order, _>::new(shop.orders.store().clone()))
                .with_index(&shop.by_seller)
                .with_index(&shop.by_receipt);
            for number in first_order.. {
                orders.put(&order(number), [7; 500]).unwrap();
                // To standard error, because the test harness also writes to standard output.
                eprintln!("order {number}");
            }
        });
        let (old, now) = (Table::new(&shop.readings), Table::<Reading, _>::new(&shop.readings));
        for at in first_reading.. {
            old.put(&before::Reading { at }, [7; 500]).unwrap();
            eprintln!("reading {at}");
            if at % 10 == 9 {
                now.rekey(None, |_| ControlFlow::Continue(())).unwrap();
                now.finish_rekey(None, |_| ControlFlow::Continue(())).unwrap();
            }
        }
    });
    unreachable!("4,294,967,296 readings")
}

fn start(path: &Path) -> Child {
    let mut program = Command::new(env::current_exe().unwrap());
    program.args(["--exact", "killed::acknowledged_writes_survive_sigkill", "--nocapture"]).env(DATABASE, path);
    program.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn acknowledged_writes_survive_sigkill() {
    if let Some(path) = env::var_os(DATABASE) {
        write_for_ever(Path::new(&path));
    }
    let scratch = crate::scratch();
    let mut random = fastrand::Rng::with_seed(1);
    let (mut orders, mut readings) = (0, 0);
    for kill in 0..KILLS {
        let mut program = start(&scratch.path);
        let lines = BufReader::new(program.stderr.take().unwrap()).lines().map(Result::unwrap);
        let wait = random.usize(..LINES);
        if wait == 0 {
            program.kill().unwrap();
        }
        let mut acknowledged = [orders, readings];
        // More writes may be acknowledged after those that the test waited for.
        for (line, number_of_line) in lines.zip(1..) {
            match line.split_once(' ') {
                Some(("order", number)) => acknowledged[0] = number.parse::<u32>().unwrap() + 1,
                Some(("reading", number)) => acknowledged[1] = number.parse::<u32>().unwrap() + 1,
                _ => panic!("kill {kill}: {line}"),
            }
            if number_of_line == wait {
                program.kill().unwrap();
            }
        }
        program.kill().unwrap();
        program.wait().unwrap();
        let shop = Shop::open(&scratch.path);
        (orders, readings) = (shop.orders(), shop.readings());
        for (stored, acknowledged) in [orders, readings].into_iter().zip(acknowledged) {
            assert!(
                stored == acknowledged || stored == acknowledged + 1,
                "kill {kill}: {acknowledged} writes were acknowledged, and {stored} are there"
            );
        }
    }
    assert!(orders > 100 && readings > 100, "only {orders} orders and {readings} readings");
}

#[test]
fn moving_rows_survive_sigkill() {
    keeps_moving_rows(&Program {
        test: "killed::moving_rows_survive_sigkill",
        open: |path, table| RocksStore::open(path, table).unwrap(),
        other: |store, table| store.with_table(table).unwrap(),
    });
}

rowkey::laws!(Order, BySeller, ByReceipt, Reading, before::Reading);
