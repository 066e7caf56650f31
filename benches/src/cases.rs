//! The measured cases, and the check that both sides have the same results.

use crate::arrays::{self, Arrays};
use crate::bounds::{self, Asked};
use crate::call::{self, Call};
use crate::hashed::{self, Hashed};
use crate::hex_salted::{self, HexSalted};
use crate::numbers::{self, Numbers};
use crate::padded::{self, Host};
use crate::readings::{self, Hour, Look, Reading, Tables};
use crate::texts::{self, Document};
use rowkey::scan::Next;
use rowkey::{KeyRange, Plan, ScanError};
use std::any::type_name_of_val;
use std::fmt;
use std::hint::black_box;

/// The number of records that each function is called with.
pub const RECORDS: usize = 512;

/// The number of devices in the scanned table.
const DEVICES: u64 = 32;

/// One function in both variants.
pub struct Case<'r> {
    /// The name.
    pub name: &'static str,
    /// Derived code.
    pub derived: Side<'r>,
    /// Hand-written code.
    pub hand: Side<'r>,
    /// The maximum number of instructions.
    pub most: Limit,
    /// The number of allocations per call that derived code can have beyond hand-written code.
    pub more_allocations: u64,
}

/// The maximum number of instructions of a derived function.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// A multiple of the instructions of the hand-written function.
    Times(f64),
    /// A number of instructions.
    Instructions(f64),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Times(times) => write!(f, "{times}"),
            Self::Instructions(count) => write!(f, "{count} instructions"),
        }
    }
}

/// One variant of a function.
pub struct Side<'r> {
    /// Its path.
    pub path: &'static str,
    /// Calls it once with each record.
    pub run: Box<dyn Fn() + 'r>,
}

fn side<'r, I, R, N: Iterator<Item = I>>(function: impl Fn(I) -> R + 'r, inputs: impl Fn() -> N + 'r) -> Side<'r> {
    let path = type_name_of_val(&function);
    let run = move || {
        for input in inputs() {
            black_box(function(black_box(input)));
        }
    };
    Side { path, run: Box::new(run) }
}

/// The data that the records borrow.
#[derive(Debug)]
pub struct Borrowed {
    phones: Vec<String>,
    names: Vec<String>,
    readings: Vec<Reading>,
    tables: Tables,
}

impl Default for Borrowed {
    fn default() -> Self {
        let readings = readings::readings(DEVICES);
        let tables = Tables::of(&readings);
        Self { phones: call::phones(2 * RECORDS), names: padded::names(RECORDS), readings, tables }
    }
}

/// The records, and their keys.
pub struct Records<'t> {
    calls: Vec<Call<'t>>,
    call_keys: Vec<[u8; call::WIDTH]>,
    arrays: Vec<Arrays>,
    array_keys: Vec<[u8; call::WIDTH]>,
    asked: Vec<Asked<'t>>,
    numbers: Vec<Numbers>,
    number_keys: Vec<[u8; numbers::WIDTH]>,
    hosts: Vec<Host<'t>>,
    host_keys: Vec<[u8; padded::WIDTH]>,
    hashed: Vec<Hashed<'t>>,
    hashed_keys: Vec<[u8; hashed::WIDTH]>,
    hex_salted: Vec<HexSalted<'t>>,
    hex_salted_keys: Vec<[u8; hex_salted::WIDTH]>,
    documents: Vec<Document<'static>>,
    document_keys: Vec<Vec<u8>>,
    readings: &'t [Reading],
    hours: Vec<Hour<'t>>,
    looks: Vec<Look>,
}

impl<'t> Records<'t> {
    /// Creates the records from the data that they borrow.
    ///
    /// # Panics
    /// If a record has no key.
    #[must_use]
    pub fn new(borrowed: &'t Borrowed) -> Self {
        let calls = call::calls(&borrowed.phones);
        let arrays = arrays::arrays(&calls);
        let numbers = numbers::numbers(RECORDS);
        let hosts = padded::hosts(&borrowed.names);
        let hashed = hashed::hashed(&hosts);
        let hex_salted = hex_salted::hex_salted(&hosts);
        let documents = texts::documents(RECORDS);
        Self {
            call_keys: calls.iter().map(|call| call::derived::encode(call).expect("a good call")).collect(),
            array_keys: arrays.iter().map(arrays::derived::encode).collect(),
            arrays,
            asked: bounds::asked(&calls),
            calls,
            number_keys: numbers.iter().map(numbers::derived::encode).collect(),
            numbers,
            host_keys: hosts.iter().map(|host| padded::derived::encode(host).expect("a good host")).collect(),
            hosts,
            hashed_keys: hashed.iter().map(|host| hashed::derived::encode(host).expect("a good host")).collect(),
            hashed,
            hex_salted_keys: hex_salted
                .iter()
                .map(|host| hex_salted::derived::encode(host).expect("a good host"))
                .collect(),
            hex_salted,
            document_keys: documents.iter().map(texts::derived::encode).collect(),
            documents,
            readings: &borrowed.readings,
            hours: scattered(&borrowed.readings).map(|reading| Hour::of(&borrowed.tables, reading)).collect(),
            looks: scattered(&borrowed.readings).map(Look::behind).collect(),
        }
    }

    /// Compares the two sides.
    ///
    /// # Panics
    /// If they differ for any record, or for any key that differs from a record's key in one byte.
    pub fn compare(&self) {
        for (call, key) in self.calls.iter().zip(&self.call_keys) {
            assert_eq!(call::derived::encode(call).as_ref(), Ok(key));
            assert_eq!(call::hand::decode(key).as_ref(), Ok(call));
        }
        agree(&self.call_keys, |key| call::derived::decode(key).ok() == call::hand::decode(key).ok());
        agree(&self.call_keys, |key| call::derived::decode_lenient(key).ok() == call::hand::decode_lenient(key).ok());
        for bad in ["", "1336266667", "133626666770", "1336266667a", "a3362666677", "1336266667é", "133６66677"] {
            for call in [Call { caller: bad, ..self.calls[0] }, Call { callee: bad, ..self.calls[0] }] {
                assert!(call::derived::encode(&call).is_err() && call::hand::encode(&call).is_err());
            }
        }
        for (call, key) in self.arrays.iter().zip(&self.array_keys) {
            assert_eq!(arrays::hand::encode(call), *key);
            assert_eq!(arrays::hand::decode_lenient(key).as_ref(), Ok(call));
        }
        agree(&self.array_keys, |key| {
            arrays::derived::decode_lenient(key).ok() == arrays::hand::decode_lenient(key).ok()
        });
        for (numbers, key) in self.numbers.iter().zip(&self.number_keys) {
            assert_eq!(numbers::derived::encode(numbers), *key);
            assert_eq!(numbers::hand::decode(key).as_ref(), Ok(numbers));
        }
        agree(&self.number_keys, |key| numbers::derived::decode(key).ok() == numbers::hand::decode(key).ok());
        agree(&self.number_keys, |key| numbers::derived::decode_ok(key) == numbers::hand::decode_ok(key));
        for (host, key) in self.hosts.iter().zip(&self.host_keys) {
            assert_eq!(padded::derived::encode(host).as_ref(), Ok(key));
            assert_eq!(padded::hand::decode(key).as_ref(), Ok(host));
        }
        agree(&self.host_keys, |key| padded::derived::decode(key).ok() == padded::hand::decode(key).ok());
        for name in ["123456789012345678901", "ends\0"] {
            let host = Host { name, id: 0 };
            assert!(padded::derived::encode(&host).is_err() && padded::hand::encode(&host).is_err());
            let host = Hashed { name, id: 0 };
            assert!(hashed::derived::encode(&host).is_err() && hashed::hand::encode(&host).is_err());
            let host = HexSalted { name, id: 0 };
            assert!(hex_salted::derived::encode(&host).is_err() && hex_salted::hand::encode(&host).is_err());
        }
        for (host, key) in self.hashed.iter().zip(&self.hashed_keys) {
            assert_eq!(hashed::hand::encode(host).as_ref(), Ok(key));
            assert_eq!(hashed::derived::decode(key).as_ref(), Ok(host));
        }
        agree(&self.hashed_keys, |key| hashed::derived::decode(key).ok() == hashed::hand::decode(key).ok());
        agree(&self.hashed_keys, |key| {
            hashed::derived::decode_lenient(key).ok() == hashed::hand::decode_lenient(key).ok()
        });
        for (host, key) in self.hex_salted.iter().zip(&self.hex_salted_keys) {
            assert_eq!(hex_salted::hand::encode(host).as_ref(), Ok(key));
            assert_eq!(hex_salted::derived::decode(key).as_ref(), Ok(host));
        }
        agree(&self.hex_salted_keys, |key| hex_salted::derived::decode(key).ok() == hex_salted::hand::decode(key).ok());
        agree(&self.hex_salted_keys, |key| {
            hex_salted::derived::decode_lenient(key).ok() == hex_salted::hand::decode_lenient(key).ok()
        });
        for (document, key) in self.documents.iter().zip(&self.document_keys) {
            assert_eq!(texts::hand::encode(document), *key);
            assert_eq!(texts::derived::decode(key).as_ref(), Ok(document));
        }
        agree(&self.document_keys, |key| texts::derived::decode(key).ok() == texts::hand::decode(key).ok());
        for asked in &self.asked {
            let (mut each, mut by_hand) = (Vec::new(), Vec::new());
            bounds::derived::each_owned_by(asked, |range| each.push(ends(&range))).expect("a plan");
            bounds::hand::each_owned_by(asked, |range| by_hand.push(range)).expect("a phone");
            assert_eq!((each.len(), &each), (6, &by_hand));
            bounds::derived::one_owned_by(asked, |range| each.push(ends(&range))).expect("a plan");
            bounds::hand::one_owned_by(asked, |range| by_hand.push(range)).expect("a phone");
            assert_eq!((each.len(), each), (7, by_hand));
            let (mut each, mut by_hand) = (Vec::new(), Vec::new());
            bounds::derived::each_by(asked, |start, stop| each.push((wide(start), stop.map(wide)))).expect("a plan");
            bounds::hand::each_by(asked, |start, stop| by_hand.push((wide(start), stop.map(wide)))).expect("a phone");
            assert_eq!((each.len(), &each), (6, &by_hand));
            bounds::derived::one_by(asked, |start, stop| each.push((wide(start), stop.map(wide)))).expect("a plan");
            bounds::hand::one_by(asked, |start, stop| by_hand.push((wide(start), stop.map(wide)))).expect("a phone");
            assert_eq!((each.len(), each), (7, by_hand));
            Self::compare_plans(asked);
            let months = bounds::derived::months(asked).expect("a plan");
            let by_hand = bounds::hand::months(asked).expect("a phone");
            assert_eq!(months.map(|range| range.as_ref().map(ends)), by_hand);
        }
        self.compare_readings();
    }

    /// Compares the queries on a table.
    fn compare_readings(&self) {
        for hour in &self.hours {
            let (mut derived, mut by_hand) = (Vec::new(), Vec::new());
            readings::derived::hour_by(hour, |row| derived.push(row)).expect("good rows");
            readings::hand::hour_by(hour, |row| by_hand.push(row)).expect("good rows");
            assert!(!derived.is_empty());
            assert_eq!(derived, by_hand);
        }
        let next_of_both = |look: &Look| {
            let next = readings::derived::next(look);
            let by_hand = match readings::hand::next(look) {
                readings::hand::Next::Match => Next::Match,
                readings::hand::Next::Seek(key) => Next::Seek(key.to_vec().into()),
                readings::hand::Next::Done => Next::Done,
            };
            assert_eq!(next, by_hand);
            next
        };
        assert!(self.looks.iter().all(|look| matches!(next_of_both(look), Next::Seek(_))));
        // At rows of the device, and of devices before and after it.
        let anywhere = |reading| next_of_both(&Look::at(DEVICES / 2, 3, reading));
        let found: Vec<Next> = self.readings.iter().map(anywhere).collect();
        assert!(found.contains(&Next::Match) && found.contains(&Next::Done));
    }

    /// Compares the plans of other queries.
    fn compare_plans(asked: &Asked<'_>) {
        type Ranges = Vec<([u8; 20], Option<[u8; 20]>)>;
        fn planned<K>(plan: Result<Plan<K>, ScanError>) -> Ranges {
            plan.expect("a plan").ranges().map(|range| (wide(range.start()), range.stop().map(wide))).collect()
        }
        let mut by_hand = Ranges::new();
        let mut keep = |start: &[u8], stop: Option<&[u8]>| by_hand.push((wide(start), stop.map(wide)));
        bounds::hand::in_bucket_by(asked, &mut keep).expect("a phone");
        bounds::hand::all_by(asked, &mut keep).expect("a phone");
        bounds::hand::three_by(asked, &mut keep).expect("a phone");
        let derived = [
            planned(bounds::derived::in_bucket_plan(asked)),
            planned(bounds::derived::all_plan(asked)),
            planned(bounds::derived::three_plan(asked)),
        ];
        assert_eq!(derived.concat(), by_hand);
    }

    /// Returns all measured cases.
    #[must_use]
    pub fn cases(&self) -> Vec<Case<'_>> {
        let calls = || self.calls.iter();
        let call_keys = || self.call_keys.iter().map(<[u8; call::WIDTH]>::as_slice);
        let arrays = || self.arrays.iter();
        let array_keys = || self.array_keys.iter().map(<[u8; call::WIDTH]>::as_slice);
        let numbers = || self.numbers.iter();
        let number_keys = || self.number_keys.iter().map(<[u8; numbers::WIDTH]>::as_slice);
        let hosts = || self.hosts.iter();
        let host_keys = || self.host_keys.iter().map(<[u8; padded::WIDTH]>::as_slice);
        let hashed = || self.hashed.iter();
        let hashed_keys = || self.hashed_keys.iter().map(<[u8; hashed::WIDTH]>::as_slice);
        let hex_salted = || self.hex_salted.iter();
        let hex_salted_keys = || self.hex_salted_keys.iter().map(<[u8; hex_salted::WIDTH]>::as_slice);
        let documents = || self.documents.iter();
        let document_keys = || self.document_keys.iter().map(Vec::as_slice);
        let asked = || self.asked.iter();
        let hours = || self.hours.iter();
        let looks = || self.looks.iter();
        vec![
            Case {
                name: "call_record: encode",
                derived: side(call::derived::encode, calls),
                hand: side(call::hand::encode, calls),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "call_record: decode",
                derived: side(call::derived::decode, call_keys),
                hand: side(call::hand::decode, call_keys),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "call_record: decode_lenient",
                derived: side(call::derived::decode_lenient, call_keys),
                hand: side(call::hand::decode_lenient, call_keys),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "call_arrays: encode",
                derived: side(arrays::derived::encode, arrays),
                hand: side(arrays::hand::encode, arrays),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "call_arrays: decode_lenient",
                derived: side(arrays::derived::decode_lenient, array_keys),
                hand: side(arrays::hand::decode_lenient, array_keys),
                most: Limit::Times(1.3),
                more_allocations: 0,
            },
            Case {
                name: "four_integers: encode",
                derived: side(numbers::derived::encode, numbers),
                hand: side(numbers::hand::encode, numbers),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "four_integers: decode",
                derived: side(numbers::derived::decode, number_keys),
                hand: side(numbers::hand::decode, number_keys),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "four_integers: decode, ok",
                derived: side(numbers::derived::decode_ok, number_keys),
                hand: side(numbers::hand::decode_ok, number_keys),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "padded_text: encode",
                derived: side(padded::derived::encode, hosts),
                hand: side(padded::hand::encode, hosts),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "padded_text: decode",
                derived: side(padded::derived::decode, host_keys),
                hand: side(padded::hand::decode, host_keys),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "md5_salted_text: encode",
                derived: side(hashed::derived::encode, hashed),
                hand: side(hashed::hand::encode, hashed),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "md5_salted_text: decode",
                derived: side(hashed::derived::decode, hashed_keys),
                hand: side(hashed::hand::decode, hashed_keys),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "md5_salted_text: decode_lenient",
                derived: side(hashed::derived::decode_lenient, hashed_keys),
                hand: side(hashed::hand::decode_lenient, hashed_keys),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "hex_salted_text: encode",
                derived: side(hex_salted::derived::encode, hex_salted),
                hand: side(hex_salted::hand::encode, hex_salted),
                most: Limit::Times(1.1),
                more_allocations: 0,
            },
            Case {
                name: "hex_salted_text: decode",
                derived: side(hex_salted::derived::decode, hex_salted_keys),
                hand: side(hex_salted::hand::decode, hex_salted_keys),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "hex_salted_text: decode_lenient",
                derived: side(hex_salted::derived::decode_lenient, hex_salted_keys),
                hand: side(hex_salted::hand::decode_lenient, hex_salted_keys),
                most: Limit::Times(1.05),
                more_allocations: 0,
            },
            Case {
                name: "two_texts: encode",
                derived: side(texts::derived::encode, documents),
                hand: side(texts::hand::encode, documents),
                most: Limit::Times(1.2),
                more_allocations: 0,
            },
            Case {
                name: "two_texts: decode",
                derived: side(texts::derived::decode, document_keys),
                hand: side(texts::hand::decode, document_keys),
                most: Limit::Times(1.15),
                more_allocations: 0,
            },
            Case {
                name: "one_bucket_range: plan",
                derived: side(bounds::derived::one, asked),
                hand: side(bounds::hand::one, asked),
                most: Limit::Instructions(2_010.0),
                more_allocations: 0,
            },
            Case {
                name: "six_bucket_range: plan",
                derived: side(bounds::derived::each, asked),
                hand: side(bounds::hand::each, asked),
                most: Limit::Instructions(3_420.0),
                more_allocations: 0,
            },
            Case {
                name: "bucket_and_prefix: plan",
                derived: side(bounds::derived::in_bucket, asked),
                hand: side(bounds::hand::in_bucket, asked),
                most: Limit::Instructions(2_550.0),
                more_allocations: 4,
            },
            Case {
                name: "all_buckets: plan",
                derived: side(bounds::derived::all, asked),
                hand: side(bounds::hand::all, asked),
                most: Limit::Instructions(3_440.0),
                more_allocations: 0,
            },
            Case {
                name: "three_values: plan",
                derived: side(bounds::derived::three, asked),
                hand: side(bounds::hand::three, asked),
                most: Limit::Instructions(6_400.0),
                more_allocations: 4,
            },
            Case {
                name: "filter: plan",
                derived: side(bounds::derived::filtered, asked),
                hand: side(bounds::hand::filtered, asked),
                most: Limit::Instructions(3_400.0),
                more_allocations: 4,
            },
            Case {
                name: "two_month_range: plan",
                derived: side(bounds::derived::months, asked),
                hand: side(bounds::hand::months, asked),
                most: Limit::Instructions(10_890.0),
                more_allocations: 4,
            },
            Case {
                name: "readings: next",
                derived: side(readings::derived::next, looks),
                hand: side(readings::hand::next, looks),
                most: Limit::Instructions(1_590.0),
                more_allocations: 0,
            },
            Case {
                name: "readings: scan",
                derived: side(readings::derived::hour, hours),
                hand: side(readings::hand::hour, hours),
                most: Limit::Instructions(11_810.0),
                more_allocations: 5,
            },
        ]
    }
}

/// Returns [`RECORDS`] records, evenly spaced.
fn scattered<T>(records: &[T]) -> impl Iterator<Item = &T> {
    (0..RECORDS).map(|at| &records[at * records.len() / RECORDS])
}

/// Changes every byte of some keys to every value, and their widths. Both sides must have the same result for each.
fn agree(keys: &[impl AsRef<[u8]>], agree: impl Fn(&[u8]) -> bool) {
    for key in keys.iter().map(AsRef::as_ref) {
        assert!(agree(key) && agree(&key[1..]) && agree(&[key, &[0]].concat()), "{key:?}");
    }
    for key in &keys[..8] {
        for at in 0..key.as_ref().len() {
            for byte in 0..=u8::MAX {
                let mut key = key.as_ref().to_vec();
                key[at] = byte;
                assert!(agree(&key), "{key:?}");
            }
        }
    }
}

/// Returns the ends of a range.
fn ends(range: &KeyRange) -> bounds::hand::Bounds {
    (wide(range.start()), wide(range.stop().expect("an end")))
}

/// Appends zeros to an end, up to the width in the hand-written code.
fn wide(end: &[u8]) -> [u8; 20] {
    let mut bytes = [0; 20];
    bytes[..end.len()].copy_from_slice(end);
    bytes
}
