//! What the derives write is as quiet as what people write.
#![deny(
    warnings,
    future_incompatible,
    keyword_idents,
    let_underscore,
    nonstandard_style,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility,
    unused,
    absolute_paths_not_starting_with_crate,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_abi,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    non_ascii_idents,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unsafe_code,
    unstable_features,
    unused_crate_dependencies,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![allow(unused_crate_dependencies, reason = "those of the tests around this one")]

use rowkey::{KeyCode, RowKey};
use std::borrow::Cow;

const WIDTH: usize = 8;
const BUCKETS: i128 = 6;

/// A key of dates.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
#[rowkey(salt(xor, buckets = 3, of(day.year_month, at.hour)))]
pub struct Dated {
    /// As text.
    #[rowkey(time("%Y%m%d"))]
    pub day: jiff::civil::Date,
    #[rowkey(time(secs, floor))]
    at: jiff::civil::DateTime,
}

/// A key.
#[derive(RowKey, Debug, Clone, PartialEq, Eq)]
#[rowkey(separator = "_", split(regions = 3))]
pub struct Call<'a, 'b> {
    /// The number that called.
    #[salt(xor, buckets = BUCKETS)]
    #[pad(WIDTH)]
    pub phone: &'a str,
    #[rowkey(len({ 4 }), chars("0-9"))]
    area: Cow<'b, str>,
    /// Documented, and
    /// in two lines.
    #[rowkey(desc)]
    pub(crate) kind: Option<u16>,
    #[cfg_attr(all(), rowkey(with = Minutes))]
    at: u32,
    side: Side,
    inner: Inner,
    #[rowkey(skip)]
    seen: bool,
}

/// A code.
#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq)]
#[rowkey(crate = rowkey)]
pub enum Side {
    /// Who calls.
    #[code("a")]
    Caller,
    /// Who is called.
    #[rowkey(code = 98)]
    Callee,
}

/// Private, and in a key that is public.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
struct Inner(u8, u8);

/// Minutes in three bytes.
#[derive(Debug, Clone, Copy)]
struct Minutes;

impl<'k> rowkey::codec::Codec<'k, u32> for Minutes {
    const LANGUAGE: rowkey::language::Language = rowkey::language::Language::number(3, 0, 0xFF_FFFF);
    type Error = rowkey::ValueError;

    fn write<S: rowkey::Sink>(value: &u32, out: &mut S) -> Result<(), rowkey::ValueError> {
        match value.to_be_bytes() {
            [0, bytes @ ..] => {
                out.put(&bytes);
                Ok(())
            }
            _ => Err(rowkey::ValueError::Other("more minutes than three bytes hold")),
        }
    }

    fn read(element: rowkey::codec::Piece<'k, '_>) -> Result<u32, rowkey::ElementError> {
        element.array().map(|[a, b, c]| u32::from_be_bytes([0, a, b, c]))
    }
}

#[test]
fn compiles_and_runs() {
    let inner = Inner(1, 2);
    let call = Call { phone: "133", area: "0551".into(), kind: None, at: 5, side: Side::Callee, inner, seen: false };
    let key = call.encode().unwrap();
    assert_eq!(Call::decode(&key), Ok(call));
    assert_eq!(Call::scan().phone("133").area("0551").plan().unwrap().ranges().len(), 1);
}

rowkey::laws!(Dated, Inner);
