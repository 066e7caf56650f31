//! Names of generated code, of its traits, and of its older versions, in every position where a user can write a name.
#![allow(
    dead_code,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    uncommon_codepoints,
    unused_imports,
    clippy::upper_case_acronyms,
    reason = "names are the subject"
)]

use ::rowkey::{KeyCode, RowKey};

/// For each name: a module of that name, with the name as everything else.
macro_rules! each {
    ($($name:ident $lifetime:lifetime,)*) => {
        /// All fields at once.
        #[derive(RowKey, Debug, Clone, Default, PartialEq, Eq)]
        pub struct Fields {
            $(
                /// Any.
                pub $name: u8,
            )*
        }

        #[test]
        fn names_of_fields() {
            let fields = Fields::default();
            assert_eq!(<Fields as RowKey>::decode(&RowKey::encode(&fields).unwrap()), Ok(fields));
            let plan = Fields::scan()$(.$name(0))*.plan().unwrap();
            assert_eq!(plan.ranges().len(), 1);
            let _ = [$(Fields::fields().$name),*];
        }

        $(
            /// The name in every position.
            mod $name {
                use super::{KeyCode, RowKey};

                /// A struct, its lifetime, and its field.
                mod of_struct {
                    #[derive(super::RowKey, Debug, Clone, PartialEq, Eq)]
                    #[rowkey(salt(buckets = 4, of(a)), index(unique Second(b)))]
                    pub struct $name<$lifetime> {
                        pub a: u8,
                        #[rowkey(len(2))]
                        pub b: &$lifetime str,
                        pub $name: u8,
                    }
                }

                /// A field and a variable of a tuple struct, whose name is also a function.
                mod of_tuple {
                    #[derive(super::RowKey, Debug, Clone, PartialEq, Eq)]
                    pub struct $name(pub u8, #[rowkey(desc)] pub u8);
                    #[derive(super::RowKey, Debug, Clone, PartialEq, Eq)]
                    pub struct Outer {
                        pub a: $name,
                        pub b: Option<$name>,
                    }
                }

                /// A constant, and a module.
                mod of_const {
                    pub const $name: usize = 3;
                    pub mod $name {
                        pub const BUCKETS: u32 = 4;
                    }
                    #[derive(super::RowKey, Debug, Clone, PartialEq, Eq)]
                    #[rowkey(salt(buckets = $name::BUCKETS, of(a)), separator = "_")]
                    pub struct Key {
                        #[rowkey(len($name))]
                        pub a: String,
                        #[rowkey(digits($name))]
                        pub b: u16,
                    }
                    #[derive(super::RowKey, Debug, Clone, PartialEq, Eq)]
                    #[rowkey(under(b), salt(of(b), buckets = 4))]
                    pub enum Row {
                        #[rowkey(tag = "a")]
                        A { b: u8, #[rowkey(digits($name))] n: u16 },
                        #[rowkey(tag = "b")]
                        B { b: u8 },
                    }
                }

                /// A code, and an enum of codes.
                mod of_code {
                    #[derive(super::KeyCode, Debug, Clone, Copy, PartialEq, Eq)]
                    pub enum $name {
                        $name = 1,
                        Other = 2,
                    }
                    #[derive(super::RowKey, Debug, Clone, PartialEq, Eq)]
                    pub enum Row {
                        #[rowkey(tag = "a")]
                        A { a: $name, b: Option<$name> },
                        #[rowkey(tag = "b")]
                        B { a: $name },
                    }
                }

                /// A variant with fields, and an enum.
                mod of_variant {
                    #[derive(super::RowKey, Debug, Clone, PartialEq, Eq)]
                    pub enum $name<$lifetime> {
                        #[rowkey(tag = "a")]
                        $name { $name: u8, b: &$lifetime str },
                        #[rowkey(tag = "b")]
                        Other(u8, u8),
                    }
                    #[derive(super::RowKey, Debug, Clone, PartialEq, Eq)]
                    #[rowkey(under($name), salt(of($name), buckets = 4))]
                    pub enum Under {
                        #[rowkey(tag = "a")]
                        $name { $name: u8, n: u8 },
                        #[rowkey(tag = "b")]
                        Other { $name: u8 },
                    }
                }

                /// A variant that holds a key, and the key.
                mod of_held {
                    #[derive(super::RowKey, Debug, Clone, PartialEq, Eq)]
                    pub struct $name<$lifetime> {
                        pub p: u8,
                        pub text: &$lifetime str,
                    }
                    #[derive(super::RowKey, Debug, Clone, PartialEq, Eq)]
                    #[rowkey(under(p))]
                    pub enum Row<$lifetime> {
                        #[rowkey(tag = "a")]
                        $name($name<$lifetime>),
                        #[rowkey(tag = "b")]
                        Other { p: u8, q: u8 },
                    }
                }

                #[test]
                fn keys_come_back() {
                    let of_struct = of_struct::$name { a: 1, b: "ab", $name: 2 };
                    assert_eq!(of_struct::$name::decode(&of_struct.encode().unwrap()), Ok(of_struct.clone()));
                    let outer = of_tuple::Outer { a: of_tuple::$name(1, 2), b: Some(of_tuple::$name(3, 4)) };
                    assert_eq!(of_tuple::Outer::decode(&RowKey::encode(&outer).unwrap()), Ok(outer));
                    let key = of_const::Key { a: "abc".into(), b: 12 };
                    assert_eq!(of_const::Key::decode(&key.encode().unwrap()), Ok(key));
                    let row = of_code::Row::A { a: of_code::$name::$name, b: Some(of_code::$name::Other) };
                    assert_eq!(of_code::Row::decode(&row.encode().unwrap()), Ok(row));
                    let row = of_variant::$name::$name { $name: 1, b: "b" };
                    assert_eq!(of_variant::$name::decode(&row.encode().unwrap()), Ok(row));
                    let row = of_variant::Under::$name { $name: 1, n: 2 };
                    assert_eq!(of_variant::Under::decode(&row.encode().unwrap()), Ok(row));
                    assert_eq!(of_variant::Under::scan().$name(1).plan().unwrap().ranges().len(), 1);
                    let row = of_held::Row::$name(of_held::$name { p: 1, text: "a" });
                    assert_eq!(of_held::Row::decode(&row.encode().unwrap()), Ok(row));
                }
            }
        )*
    };
}

each! {
    K 'k, V 'v, C 'c, I 'i, O 'o, T 't, F 'f, As 'as_, AT 'at,
    __K '__k, __V '__v, __C '__c, __As '__as, __T '__t, __O '__o, __Task '__r,
    __LAYOUT '__of, __PARTS '__parts, __CHECKED '__checked, __Checked '__a, __SALT '__salt, __RULE '__rule, __BUCKETS '__b,
    __field '__field, __key '__key, __reader '__reader, __value '__value, __error '__error, __0 '__0a, __none '__none,
    __of '__rf, __clone_0 '__clone, __before_a '__before, __kind '__kind,
    CODES 'codes, NAMES 'names, LAYOUT 'layout, Bytes 'bytes, Scan 'scan, Decoded 'decoded, Form 'form,
    KeyFields 'a, OuterFields 'outer, SecondFields 'by, rowkey 'rowkey, core 'core, std 'std,
    query 'query, condition 'condition, rows 'rows, ranges 'ranges, cursor 'cursor, f 'f_,
    r#type 'type_, r#gen 'gen_, écrou 'écrou, 键 '键,
}
