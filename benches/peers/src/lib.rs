//! Compares derived row keys with other crates that encode values as keys. All contenders are checked before they are
//! timed.
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

/// A workload and its contenders. Hand-written code is the first one.
pub struct Workload<'r> {
    /// The name.
    pub name: &'static str,
    /// The names of the checks.
    pub checks: &'static [&'static str],
    /// The names of the timed runs.
    pub runs: &'static [&'static str],
    /// The contenders.
    pub contenders: Vec<Contender<'r>>,
}

/// Creates the records, checks all contenders, and passes the workloads on.
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

/// Leaks texts, so that records can borrow them until the program ends.
fn leaked(texts: Vec<String>) -> &'static [String] {
    texts.leak()
}
