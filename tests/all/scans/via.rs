//! The law of scans for values that are written as the type that they convert into: in the order of that type.

use super::universe::{Table, between, texts};
use rowkey::RowKey;
use std::cmp::Ordering;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name(String);

impl From<String> for Name {
    fn from(name: String) -> Self {
        Self(name)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl AsRef<[u8]> for Name {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// A number that sorts as the `u8` that it converts into, which is the other way around than its own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Below(u8);

impl From<u8> for Below {
    fn from(number: u8) -> Self {
        Self(!number)
    }
}

impl From<Below> for u8 {
    fn from(below: Below) -> Self {
        !below.0
    }
}

impl PartialOrd for Below {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Below {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.cmp(&self.0)
    }
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 3, of(name, level)))]
struct Key {
    #[pad(2)]
    #[rowkey(via = String)]
    name: Name,
    #[rowkey(via = u8, desc)]
    level: Below,
}

#[test]
fn values_that_convert() {
    let names: Vec<Name> = texts("az", 2).into_iter().map(Name).collect();
    let levels = [0, 1, 0x7F, 0xFF].map(Below);
    let mut t = Table::of(product!(names, levels, |name, level| Key { name, level }));
    let all = |_: &Key| true;
    let (name, level) = (|k: &Key| k.name.clone(), |k: &Key| k.level);
    let few: Vec<Name> = names.iter().step_by(2).cloned().collect();
    equals!(t, Key::scan(), 3, Key, all, name, few, name);
    ranges!(t, Key::scan(), 3, Key, all, name, few, name);
    starts!(t, Key::scan(), 3, Key, all, name, ["", "a", "az", "azz"], name);
    filters!(t, Key::scan(), Key, all, level, levels, filter_level, ranges);
    let base = |k: &Key| k.name.0 == "az";
    let start = || Key::scan().name(Name("az".into()));
    equals!(t, start(), 3, Key, base, level, levels, level);
    ranges!(t, start(), 3, Key, base, level, levels, level);
    t.done("values that convert");
}

rowkey::laws!(Key);
