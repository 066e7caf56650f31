//! Compares derived row keys with other crates that encode values as keys. All contenders are checked before they are timed.
//!
//! Each module has one workload. Features that a crate lacks, such as salts, reversed numbers, and texts as arrays, are
//! written around it, as its users would have to.

pub mod arrow;
pub mod call;
pub mod contender;
pub mod hashed;
pub mod numbers;
pub mod ranges;
pub mod texts;

use contender::Contender;
use ranges::Salted;

/// A workload, and all that can do it; written by hand first.
pub struct Workload<'r> {
    /// What it is.
    pub name: &'static str,
    /// What is checked.
    pub checks: &'static [&'static str],
    /// What is timed.
    pub runs: &'static [&'static str],
    /// Who does it.
    pub contenders: Vec<Contender<'r>>,
}

/// Makes the records, checks all ways, and hands them on.
pub fn with_workloads(take: impl FnOnce(&[Workload<'_>])) {
    let texts = leaked(rowkey_benches::call::phones(2 * rowkey_benches::cases::RECORDS));
    let names = leaked(rowkey_benches::padded::names(rowkey_benches::cases::RECORDS));
    let (calls, numbers, documents) = (call::set(texts), numbers::set(), texts::set());
    let hosts = hashed::set(rowkey_benches::hashed::hashed(&rowkey_benches::padded::hosts(names)));
    let ranges = ranges::set(&calls.records);
    let keys =
        |name, contenders| Workload { name, checks: &["sorts", "round trip"], runs: &["encode", "decode"], contenders };
    let of_ranges = |name, salted| Workload {
        name,
        checks: &["exact"],
        runs: &["bounds"],
        contenders: ranges::contenders(&ranges, salted),
    };
    take(&[
        keys("call_record", call::contenders(&calls)),
        keys("four_integers", numbers::contenders(&numbers)),
        keys("md5_salted_text", hashed::contenders(&hosts)),
        keys("two_texts", texts::contenders(&documents)),
        of_ranges("one_bucket_range", Salted::ByCaller),
        of_ranges("six_bucket_range", Salted::ByCallee),
    ]);
}

/// Records borrow their texts for as long as the program runs.
fn leaked(texts: Vec<String>) -> &'static [String] {
    texts.leak()
}
