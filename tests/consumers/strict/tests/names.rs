//! Fields and structs may be called what they like, and stand where they like.
#![deny(warnings)]
#![allow(dead_code)]

use rowkey::RowKey;

#[allow(non_snake_case)]
#[derive(RowKey, Debug, PartialEq)]
struct Names {
    r#type: u8,
    r#gen: u8,
    out: u8,
    self_: u8,
    key: u8,
    value: u8,
    rest: u8,
    __out: u8,
    __key: u8,
    __value: u8,
    __reader: u8,
    __rk: u8,
    e: u8,
    x: u8,
    u64: u64,
    String: u8,
    Vec: u8,
    r: u8,
    this: u8,
    start: u8,
    range: u8,
    values: u8,
}

#[allow(non_camel_case_types)]
#[derive(RowKey, Debug)]
pub(crate) struct r#type(pub u8, pub(self) String);

pub mod outer {
    /// What a macro puts together: names and types from outside, widths too.
    macro_rules! key {
        ($vis:vis $name:ident { $($field:ident: $ty:ty),* } $pad:ident: $text:ty = $width:expr, $buckets:literal) => {
            #[derive(rowkey::RowKey, Debug, Clone, PartialEq)]
            $vis struct $name {
                $(#[rowkey(desc)] $field: $ty,)*
                #[rowkey(pad($width), salt(buckets = $buckets))]
                $pad: $text,
                #[pad($width, with = b' ')]
                #[rowkey(chars("a-z"))]
                own: String,
                #[rowkey(skip)]
                skipped: $text,
            }
        };
    }

    const W: usize = 8;
    key!(pub(super) FromMacro { a: u8, out: super::Alias } text: String = W + 1, 6);
    key!(pub FromMacroToo { __out: i64 } host: std::string::String = 4, 16);

    pub(in crate::outer) mod inner {
        #[derive(rowkey::RowKey, Debug)]
        pub(in crate::outer) struct Narrow {
            pub(in crate::outer) a: u8,
        }
    }

    rowkey::laws!(FromMacro, FromMacroToo, inner::Narrow);

    pub fn narrow() -> [u8; 1] {
        use rowkey::RowKey;
        inner::Narrow { a: 1 }.key()
    }
}

type Alias = u32;

#[test]
fn compiles_and_runs() {
    /// In a function, beside a local of the same name.
    #[derive(RowKey, Debug, PartialEq)]
    struct Local<'a, 'b> {
        #[rowkey(terminated)]
        a: std::borrow::Cow<'a, str>,
        b: &'b str,
    }

    let a = "a";
    let local = Local { a: a.into(), b: "b" };
    let key = local.key();
    assert_eq!(Local::decode(&key), Ok(local));

    let bytes = [7; 29];
    assert_eq!(Names::decode(&bytes).map(|names| names.key()), Ok(bytes));
    let _ = Names::scan().r#type(1).r#gen(2).out(3).self_(4).plan();
    let _ = r#type::scan()._0(1)._1("a").plan();
    assert_eq!(outer::narrow(), [1]);
    assert_eq!(outer::FromMacro::LAYOUT.fields().len(), 4);
    assert_eq!(outer::FromMacroToo::LAYOUT.fields().len(), 3);
}

rowkey::laws!(Names, r#type);
