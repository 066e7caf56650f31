//! What is written for the typical shapes, printed: so that a change of it is seen in review. `BLESS=1` writes the files anew.

use super::*;
use crate::{expand, fallback, kinds as front};
use proc_macro2::TokenStream;
use std::path::Path;
use std::{env, fs};
use syn::visit::{self, Visit};
use syn::{
    Data, Ident, Item, ItemConst, ItemEnum, ItemFn, ItemMod, ItemStatic, ItemStruct, ItemType, LifetimeParam, PatIdent,
    Signature, TypeParam, parse_quote,
};

/// The file of this name holds the types, and what their derives add to them.
#[track_caller]
fn expands(name: &str, keys: &[DeriveInput], enums: &[DeriveInput]) {
    let mut diag = Diag::default();
    let keys = keys.iter().map(|input| {
        let written = match &input.data {
            Data::Enum(data) => front::read(input, data, &mut diag).map(|kinds| expand::kinds::row_key(&kinds)),
            _ => key::read(input, &mut diag).map(|key| expand::row_key(&key)),
        };
        (input, written.expect("a model"))
    });
    let mut all: Vec<_> = keys.collect();
    let enums = enums.iter().map(|input| {
        let codes = code::read(input, &mut diag).expect("a model");
        (input, expand::key_code(&codes))
    });
    all.extend(enums);
    assert!(diag.finish().is_ok());
    is_blessed(name, all);
}

/// The file of this name holds the types, and what stands for them beside an error.
#[track_caller]
fn stubs(name: &str, row_key: &DeriveInput, kinds: &DeriveInput, key_code: &DeriveInput) {
    let mut diag = Diag::default();
    let Data::Enum(data) = &kinds.data else { panic!("an enum of kinds") };
    let models = (key::read(row_key, &mut diag), front::read(kinds, data, &mut diag), code::read(key_code, &mut diag));
    assert!(diag.finish().is_ok());
    let (Some(key), Some(of_kinds), Some(codes)) = models else { panic!("a model of each") };
    let written = [fallback::row_key(&key), fallback::kinds(&of_kinds), fallback::key_code(&codes)];
    is_blessed(name, [row_key, kinds, key_code].into_iter().zip(written).collect());
}

#[track_caller]
fn is_blessed(name: &str, all: Vec<(&DeriveInput, TokenStream)>) {
    let (inputs, outputs): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    let printed = prettyplease::unparse(&parse_quote!(#(#inputs)* #(#outputs)*));

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expansions").join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &printed).expect("the file can be written");
    }
    let blessed = fs::read_to_string(&path).unwrap_or_default();
    let differs = printed.lines().zip(blessed.lines()).position(|(new, old)| new != old);
    let differs =
        differs.or((printed.len() != blessed.len()).then(|| blessed.lines().count().min(printed.lines().count())));
    if let Some(line) = differs {
        let new = printed.lines().nth(line).unwrap_or_default();
        panic!(
            "line {} of {name} is now:\n{new}\nread the change, then: BLESS=1 cargo test -p rowkey-derive",
            line + 1
        );
    }
}

#[test]
fn fixed_and_salted() {
    let key = parse_quote! {
        pub struct Call {
            /// Who called.
            #[salt(xor, buckets = 6, of(phone.last(4).int, at.div(60_000)), digits(2))]
            #[pad(20)]
            pub phone: String,
            #[reverse_ts]
            pub at: i64,
        }
    };
    expands("fixed_and_salted.rs", &[key], &[]);
}

#[test]
fn separated_text() {
    let key = parse_quote! {
        #[rowkey(separator = "|", split(regions = 16, allow(dead)), layout = "..")]
        struct Event {
            #[rowkey(chars("a-z"), allow(unordered))]
            host: String,
            #[rowkey(time("%Y%m%d", offset = "+08:00", exact))]
            day: Timestamp,
        }
    };
    expands("separated_text.rs", &[key], &[]);
}

#[test]
fn tables() {
    let key = parse_quote! {
        #[rowkey(index(unique ByBuyer(buyer; salt(buckets = 4, of(..)))))]
        struct Order {
            order: u64,
            #[rowkey(skip)]
            buyer: u64,
        }
    };
    expands("indexes.rs", &[key], &[]);
}

#[test]
fn borrowed() {
    let key = parse_quote! {
        struct Line<'a> {
            #[rowkey(len(WIDTH))]
            id: &'a str,
            text: &'a str,
        }
    };
    expands("borrowed.rs", &[key], &[]);
}

#[test]
fn nested_and_codes() {
    let outer = parse_quote!(
        struct Outer(Inner, Side);
    );
    let inner = parse_quote!(
        struct Inner(#[rowkey(with = my::Codec)] u8);
    );
    let side = parse_quote! {
        enum Side {
            #[code("0")]
            Callee,
            #[code("1")]
            Caller,
        }
    };
    expands("nested_and_codes.rs", &[outer, inner], &[side]);
}

#[test]
fn computed_elements() {
    let key = parse_quote! {
        #[rowkey(answers(device, at))]
        struct Reading {
            #[rowkey(element(at.year_month_day))]
            device: u32,
            #[rowkey(time(millis))]
            at: i64,
        }
    };
    expands("computed_elements.rs", &[key], &[]);
}

#[test]
fn kinds() {
    let row = parse_quote! {
        #[rowkey(reserved("X"))]
        pub enum Row<'a> {
            /// Who writes.
            #[rowkey(tag = "U")]
            User(UserKey),
            #[rowkey(tag = "P")]
            Post {
                author: u64,
                title: &'a str,
            },
            #[rowkey(tag = "M")]
            Meta,
            #[rowkey(other)]
            Unknown(Vec<u8>),
        }
    };
    expands("kinds.rs", &[row], &[]);
}

#[test]
fn kinds_under() {
    let item = parse_quote! {
        #[rowkey(under(tenant, project), salt(of(tenant), buckets = 8), store = hbase)]
        enum Item {
            #[rowkey(tag = b'T')]
            Task(Task),
            Comment {
                tenant: u32,
                project: u16,
                n: u8,
            },
        }
    };
    expands("kinds_under.rs", &[item], &[]);
}

/// A use of a type beside an error of its derive is not one more error.
#[test]
fn beside_errors() {
    let key = parse_quote! {
        #[rowkey(index(unique ByHost(host)))]
        struct Line<'a> {
            #[rowkey(len(4))]
            id: &'a str,
            host: String,
        }
    };
    let row = parse_quote! {
        enum Row {
            #[rowkey(tag = "U")]
            User(UserKey),
            #[rowkey(tag = "P")]
            Post { author: u64 },
        }
    };
    let side = parse_quote! {
        enum Side {
            #[code("0")]
            Callee,
        }
    };
    stubs("beside_errors.rs", &key, &row, &side);
}

/// Next to names of the input, generated code declares only names that begin with `__rk`. Otherwise a name of the input
/// could mean something else there.
#[test]
fn declared_names() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expansions");
    let mut seen = 0;
    for file in fs::read_dir(folder).expect("the folder is here") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("a readable file");
        let mut names = Declared::default();
        for item in syn::parse_file(&text).expect("Rust").items {
            match &item {
                Item::Const(scope) => names.visit_expr(&scope.expr),
                Item::Struct(input) => {
                    names.of_input.extend(input.generics.lifetimes().map(|it| it.lifetime.ident.clone()))
                }
                Item::Enum(input) => {
                    names.of_input.extend(input.generics.lifetimes().map(|it| it.lifetime.ident.clone()))
                }
                _ => {}
            }
        }
        seen += names.seen.len();
        for name in names.seen.iter().filter(|name| !names.of_input.contains(name)) {
            assert!(name.to_string().to_lowercase().starts_with("__rk"), "`{name}` could be a name of the input");
        }
    }
    assert!(seen > 500, "found {seen} names");
}

/// Names of items, parameters, and variables, without those in the scope of a module.
#[derive(Default)]
struct Declared {
    seen: Vec<Ident>,
    of_input: Vec<Ident>,
}

impl<'ast> Visit<'ast> for Declared {
    fn visit_item(&mut self, item: &'ast Item) {
        self.seen.extend(match item {
            Item::Const(ItemConst { ident, .. }) if ident == "_" => None,
            Item::Const(ItemConst { ident, .. })
            | Item::Enum(ItemEnum { ident, .. })
            | Item::Fn(ItemFn { sig: Signature { ident, .. }, .. })
            | Item::Mod(ItemMod { ident, .. })
            | Item::Static(ItemStatic { ident, .. })
            | Item::Struct(ItemStruct { ident, .. })
            | Item::Type(ItemType { ident, .. }) => Some(ident.clone()),
            _ => None,
        });
        match item {
            Item::Mod(_) => {}
            // The stubs of a builder. They name only builders.
            Item::Impl(of) if of.generics.const_params().next().is_some() => {}
            item => visit::visit_item(self, item),
        }
    }

    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.seen.push(pattern.ident.clone());
    }

    fn visit_type_param(&mut self, parameter: &'ast TypeParam) {
        self.seen.push(parameter.ident.clone());
    }

    fn visit_lifetime_param(&mut self, parameter: &'ast LifetimeParam) {
        self.seen.push(parameter.lifetime.ident.clone());
    }
}
