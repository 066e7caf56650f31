//! Every rule of the front end, one test each, and what is read where no rule is broken.

use crate::diag::Diag;
use crate::model::{Algorithm, Calendar, Codes, Field, Inputs, Key, Label, Shape, SplitRule, Splitter, Unit, View};
use crate::{code, key};
use proc_macro2::{Delimiter, Group};
use quote::{ToTokens, quote};
use syn::DeriveInput;

/// The model, and of every error the tokens it points at and its text.
type Outcome<M> = (Option<M>, Vec<(String, String)>);

fn read<M>(source: &str, read: fn(&DeriveInput, &mut Diag) -> Option<M>) -> Outcome<M> {
    let input: DeriveInput = syn::parse_str(source).expect("the source is Rust");
    let mut diag = Diag::default();
    let model = read(&input, &mut diag);
    let errors = diag.finish().err().into_iter().flatten();
    let errors = errors.map(|error| (error.span().source_text().unwrap_or_default(), error.to_string())).collect();
    (model, errors)
}

#[track_caller]
fn key_of(source: &str) -> Key {
    let (model, errors) = read(source, key::read);
    assert_eq!(errors, []);
    model.expect("a model where there is no error")
}

#[track_caller]
fn codes_of(source: &str) -> Codes {
    let (model, errors) = read(source, code::read);
    assert_eq!(errors, []);
    model.expect("a model where there is no error")
}

#[track_caller]
fn refused<M>(outcome: Outcome<M>, expected: &[(&str, &str)]) {
    let found: Vec<(&str, &str)> = outcome.1.iter().map(|(at, text)| (at.as_str(), text.as_str())).collect();
    assert_eq!(found, expected);
}

/// The errors of a struct.
#[track_caller]
fn key_refused(source: &str, expected: &[(&str, &str)]) {
    refused(read(source, key::read), expected);
}

/// The errors of a struct with these attributes.
#[track_caller]
fn struct_refused(attrs: &str, expected: &[(&str, &str)]) {
    key_refused(&format!("{attrs} struct K {{ a: String, b: u64 }}"), expected);
}

/// The errors of a field with these attributes, the first of two.
#[track_caller]
fn field_refused(attrs: &str, expected: &[(&str, &str)]) {
    key_refused(&format!("struct K {{ {attrs} a: String, b: u64 }}"), expected);
}

/// The errors of an enum of codes.
#[track_caller]
fn codes_refused(source: &str, expected: &[(&str, &str)]) {
    refused(read(source, code::read), expected);
}

fn text(tokens: impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

mod models {
    use super::*;

    #[test]
    fn plain_fields() {
        let key = key_of("pub struct Call<'a> { /// The caller.\n phone: &'a str, r#type: u8 }");
        assert_eq!(text(&key.krate), ":: rowkey");
        assert!(key.salt.is_none() && key.split.is_none());
        assert_eq!(key.fields[0].docs.len(), 1);
        assert!(matches!(key.fields[0].shape, Shape::Plain));
        assert_eq!((key.fields[1].name.as_str(), text(&key.fields[1].method)), ("type", "r#type".to_owned()));
    }

    #[test]
    fn tuple_fields() {
        let key = key_of("struct Call(#[salt(buckets = 4, of(0, 1.div(60)))] u8, #[reverse_ts] i64);");
        assert_eq!((key.fields[1].name.as_str(), text(&key.fields[1].method)), ("1", "_1".to_owned()));
        let Some(Inputs::Fields(inputs)) = key.salt.map(|salt| salt.inputs) else { panic!("fields") };
        assert_eq!(inputs.iter().map(|input| input.field).collect::<Vec<_>>(), [0, 1]);
        assert!(matches!(inputs[1].views[0], View::Div(_)));
    }

    #[test]
    fn struct_items_of_several_attributes_merge() {
        let key = key_of(
            "#[rowkey(separator = '_', prefix = b\"cdr:\")] #[rowkey(crate = my::rowkey, split(regions = R, allow_dead))]
             struct K { a: u8 }",
        );
        assert_eq!(key.separator.map(|bytes| bytes.value), Some(b"_".to_vec()));
        assert_eq!(key.prefix.map(|bytes| bytes.value), Some(b"cdr:".to_vec()));
        assert_eq!(text(&key.krate), "my :: rowkey");
        let split = key.split.expect("a split");
        assert!(matches!(split.rule, SplitRule::Regions(_)) && split.allow_dead.is_some());
    }

    #[test]
    fn split_keys() {
        let key = key_of(r#"#[rowkey(split(keys("a", b"b\x01", 'c')))] struct K { a: u8 }"#);
        let Some(SplitRule::Keys(keys)) = key.split.map(|split| split.rule) else { panic!("keys") };
        assert_eq!(keys.into_iter().map(|key| key.value).collect::<Vec<_>>(), [&b"a"[..], b"b\x01", b"c"]);
    }

    #[test]
    fn split_rules_in_any_order() {
        let rule = |split: &str| {
            let key = key_of(&format!("#[rowkey(split({split}))] struct K {{ a: u8 }}"));
            key.split.expect("a split").rule
        };
        let SplitRule::After { literal, regions } = rule("regions = 7, allow_dead, after = '|'") else {
            panic!("after")
        };
        assert_eq!((&literal.value[..], text(regions)), (&b"|"[..], "7".into()));
        assert!(matches!(rule("after = \"|\""), SplitRule::After { regions: None, .. }));
        let rows = rule("last = \"FF\", regions = R, hex_string");
        let SplitRule::Hbase { splitter, low: None, high: Some(high), regions } = rows else { panic!("hex_string") };
        assert_eq!((splitter, &high.value[..], text(regions)), (Splitter::HexString, &b"FF"[..], "R".into()));
        let range = rule("regions = 3, byte_range(\"aA\", b\"\\xFF\",)");
        let SplitRule::Hbase { splitter, low: Some(low), high: Some(high), .. } = range else { panic!("byte_range") };
        assert_eq!((splitter, &low.value[..], &high.value[..]), (Splitter::ByteRange, &b"aA"[..], &b"\xFF"[..]));
    }

    #[test]
    fn split_of_labels() {
        let key = key_of("#[rowkey(split(allow_dead))] struct K { a: u8 }");
        assert!(matches!(key.split.map(|split| split.rule), Some(SplitRule::Labels)));
    }

    #[test]
    fn bare_words_and_items_are_the_same() {
        for attrs in ["#[pad(W + 1, with = ' ', left)]", "#[rowkey(pad(W + 1, left, with = b' '))]"] {
            let key = key_of(&format!("struct K {{ {attrs} a: String }}"));
            let Shape::Pad { width, with, left, .. } = &key.fields[0].shape else { panic!("pad") };
            assert_eq!((text(width), text(with)), ("W + 1".to_owned(), "b' '".to_owned()));
            assert!(left.is_some());
        }
    }

    #[test]
    fn literals_out_of_macros() {
        let fill = Group::new(Delimiter::None, quote!(' '));
        let input: DeriveInput = syn::parse_quote!(
            struct K {
                #[pad(20, with = #fill)]
                a: String,
            }
        );
        let mut diag = Diag::default();
        let key = key::read(&input, &mut diag).expect("a model");
        assert!(diag.finish().is_ok());
        assert!(matches!(&key.fields[0].shape, Shape::Pad { with, .. } if text(with) == "b' '"));
    }

    #[test]
    fn shapes() {
        let key = key_of(
            "struct K {
                #[rowkey(len(11), chars(\"0-9\"))] a: String,
                #[rowkey(terminated, desc, separator = b'|')] b: String,
                #[reverse_ts(micros)] c: T,
                #[rowkey(with = my::Codec<3>, unordered)] d: X,
                #[rowkey(skip)] e: u8,
            }",
        );
        let [a, b, c, d, e] = &key.fields[..] else { panic!("five fields") };
        assert!(matches!(a.shape, Shape::Len { .. }) && a.chars.is_some());
        assert!(matches!(b.shape, Shape::Terminated) && b.desc.is_some() && b.separator.is_some());
        assert!(matches!(c.shape, Shape::ReverseTs(Unit::Micros)));
        assert!(matches!(&d.shape, Shape::With(codec) if text(codec) == "my :: Codec < 3 >"));
        assert!(d.unordered.is_some() && e.skip.is_some());
        assert_eq!(key.key_fields().count(), 4);
    }

    #[test]
    fn unit_defaults_to_millis() {
        let key = key_of("struct K { #[reverse_ts] at: i64 }");
        assert!(matches!(key.fields[0].shape, Shape::ReverseTs(Unit::Millis)));
    }

    #[test]
    fn times() {
        let key = key_of(
            "struct K {
                #[rowkey(time(\"%Y%m\", floor, offset = \"-03:30\"))] a: T,
                #[rowkey(time(\"%F\", offset = \"Z\",))] b: T,
                #[rowkey(time(\"%F\"))] c: T,
                #[rowkey(time(nanos, floor))] d: T,
                #[rowkey(time(secs))] e: T,
            }",
        );
        let [a, b, c, d, e] = &key.fields[..] else { panic!("five fields") };
        let text = |field: &Field| match &field.shape {
            Shape::Time(text) => (text.pattern.value(), text.offset, text.floor.is_some()),
            _ => panic!("a time as text"),
        };
        assert_eq!(text(a), ("%Y%m".to_owned(), Some(-210), true));
        assert_eq!(text(b), ("%F".to_owned(), Some(0), false));
        assert_eq!(text(c), ("%F".to_owned(), None, false));
        assert!(matches!(d.shape, Shape::Count { unit: Unit::Nanos, floor: Some(_) }));
        assert!(matches!(e.shape, Shape::Count { unit: Unit::Secs, floor: None }));
    }

    #[test]
    fn calendar_views() {
        let salt = key_of("struct K { #[salt(buckets = 4, of(a.year, a.year_month, a.year_month_day, a.hour))] a: T }");
        let Some(Inputs::Fields(inputs)) = salt.salt.map(|salt| salt.inputs) else { panic!("inputs") };
        let views = inputs.iter().map(|input| match input.views[..] {
            [View::Calendar(calendar)] => calendar,
            _ => panic!("one view"),
        });
        assert_eq!(
            views.collect::<Vec<_>>(),
            [Calendar::Year, Calendar::YearMonth, Calendar::YearMonthDay, Calendar::Hour]
        );
    }

    #[test]
    fn salt_of_a_field_is_of_that_field() {
        let salt = key_of("struct K { a: u8, #[salt(buckets = N)] b: u8 }").salt.expect("a salt");
        assert!(matches!(salt.algorithm, Algorithm::Xxh3) && salt.form.is_none());
        assert_eq!(text(&salt.buckets), "N");
        let Inputs::Fields(inputs) = &salt.inputs else { panic!("fields") };
        assert_eq!((inputs.len(), inputs[0].field, text(&inputs[0].tokens)), (1, 1, "salt".to_owned()));
    }

    #[test]
    fn salt_items_in_any_order() {
        let source = "#[rowkey(salt(digits(2), of(r#type.from(7).int, at.without(\"-\")), buckets = 1 << 3, xor))]
                      struct K { r#type: String, at: String }";
        let salt = key_of(source).salt.expect("a salt");
        assert!(matches!(salt.algorithm, Algorithm::Xor(_)));
        assert!(matches!(salt.form.map(|form| form.label), Some(Label::Digits(_))));
        let Inputs::Fields(inputs) = &salt.inputs else { panic!("fields") };
        assert!(matches!(inputs[0].views[..], [_, _]));
        assert_eq!(text(&inputs[1].tokens), "at . without (\"-\")");
    }

    #[test]
    fn salt_of_the_rest() {
        let salt = key_of("struct K { #[salt(with = my::hash, buckets = 4, of(..))] a: u8 }").salt.expect("a salt");
        assert!(matches!(salt.algorithm, Algorithm::With(..)) && matches!(salt.inputs, Inputs::Rest(_)));
    }

    #[test]
    fn the_same_field_by_another_view_is_another_input() {
        key_of("struct K { #[salt(xor, buckets = 4, of(a, a.div(60)))] a: u64 }");
    }

    #[test]
    fn char_sets() {
        fn set(source: &str) -> Vec<u8> {
            let key = key_of(&format!("struct K {{ #[rowkey(chars(\"{source}\"))] a: String }}"));
            let chars = key.fields[0].chars.as_ref().expect("a set");
            let bit = |byte: u8| if byte < 128 { chars.lo >> byte & 1 } else { chars.hi >> (byte - 128) & 1 };
            (0..=255).filter(|byte| bit(*byte) == 1).collect()
        }
        assert_eq!(set("0-3xa-b"), b"0123abx");
        assert_eq!(set("-a"), b"-a");
        assert_eq!(set("a-"), b"-a");
        assert_eq!(set("a^"), b"^a");
        assert_eq!(set("\\0\\x7f"), [0, 127]);
        assert_eq!(set("^\\0-\\x7e"), (127..=255).collect::<Vec<u8>>());
        assert_eq!(set("^-"), (0..=255).filter(|byte| *byte != b'-').collect::<Vec<u8>>());
    }

    #[test]
    fn codes() {
        let codes = codes_of(
            "#[rowkey(crate = other)] enum Side { #[code(1)] A, #[code(\"tb\")] B, #[rowkey(code = b\"\\xff\\0\")] C, #[code(b'x')] D }",
        );
        assert_eq!(text(&codes.krate), "other");
        let found: Vec<&[u8]> = codes.variants.iter().map(|variant| &variant.code.value[..]).collect();
        assert_eq!(found, [&[1][..], b"tb", b"\xff\0", b"x"]);
    }
}

mod items {
    use super::*;

    #[test]
    fn twice_in_one_attribute() {
        field_refused("#[rowkey(desc, desc)]", &[("desc, desc", "`desc` is given twice")]);
    }

    #[test]
    fn twice_in_two_attributes() {
        field_refused("#[pad(20)] #[rowkey(pad(20))]", &[("pad(20)] #[rowkey(pad", "`pad` is given twice")]);
        field_refused("#[pad(20)] #[pad(30)]", &[("pad(20)] #[pad", "`pad` is given twice")]);
        struct_refused(
            "#[rowkey(prefix = \"a\")] #[rowkey(prefix = \"a\")]",
            &[("prefix = \"a\")] #[rowkey(prefix", "`prefix` is given twice")],
        );
    }

    #[test]
    fn unknown_word_with_a_near_one() {
        field_refused(
            "#[rowkey(terminatd, revers_ts)]",
            &[
                ("terminatd", "unknown item `terminatd`\n  help: did you mean `terminated`?"),
                ("revers_ts", "unknown item `revers_ts`\n  help: did you mean `reverse_ts`?"),
            ],
        );
        struct_refused(
            "#[rowkey(seperator = \"_\")]",
            &[("seperator", "unknown item `seperator`\n  help: did you mean `separator`?")],
        );
    }

    #[test]
    fn forms_of_numbers_that_are_misspelled() {
        let near = |word: &str, near: &str| format!("unknown item `{word}`\n  help: did you mean `{near}`?");
        for (word, item) in [
            ("digit(3)", "digits"),
            ("hexx(3)", "hex"),
            ("HEXX(3)", "HEX"),
            ("decimals", "decimal"),
            ("raww", "raw"),
            ("reverse_txt", "reverse_text"),
        ] {
            let bare = word.split('(').next().unwrap_or(word);
            field_refused(&format!("#[rowkey({word})]"), &[(bare, &near(bare, item))]);
        }
        // Between the two cases it is not for us to choose.
        let (_, errors) = read("struct K { #[rowkey(Hex(3))] a: u8 }", key::read);
        assert!(errors[0].1.starts_with("unknown item `Hex`\n  help: use one of `pad`"), "{errors:?}");
    }

    #[test]
    fn forms_of_numbers_that_say_too_little_or_too_much() {
        field_refused(
            "#[rowkey(digits, hex(0), HEX(\"8\"), decimal(3), raw(8), reverse_text = 1)]",
            &[
                ("digits", "expected parentheses after `digits`\n  help: write `digits(10)`"),
                ("0", "`hex` must be 1 or more"),
                ("\"8\"", "`HEX` takes a number\n  help: a literal or a constant: `16`, `BUCKETS`"),
                ("decimal", "`decimal` takes no arguments\n  help: write `decimal`"),
                ("raw", "`raw` takes no arguments\n  help: write `raw`"),
                ("reverse_text", "`reverse_text` takes no arguments\n  help: write `reverse_text`"),
            ],
        );
    }

    #[test]
    fn unknown_word_with_none_near() {
        field_refused(
            "#[rowkey(foo(1, 2), desc)]",
            &[(
                "foo",
                "unknown item `foo`\n  help: use one of `pad`, `len`, `chars`, `terminated`, `digits`, `hex`, `HEX`, `decimal`, `raw`, `time`, `desc`, `reverse_ts`, `reverse_text`, `skip`, `unordered`, `with`, `separator`, `salt`",
            )],
        );
        struct_refused(
            "#[rowkey(foo = 3)]",
            &[(
                "foo",
                "unknown item `foo`\n  help: use one of `separator`, `prefix`, `salt`, `split`, `table`, `layout`, `crate`",
            )],
        );
    }

    #[test]
    fn item_of_the_other_level() {
        struct_refused(
            "#[rowkey(desc)]",
            &[(
                "desc",
                "`desc` stands on a field, not on the struct\n  help: write it above the field that it is about",
            )],
        );
        field_refused(
            "#[rowkey(prefix = \"x\")]",
            &[(
                "prefix",
                "`prefix` stands on the struct, not on a field\n  help: write `#[rowkey(prefix ..)]` above `struct`",
            )],
        );
    }

    #[test]
    fn bare_word_on_the_struct() {
        struct_refused(
            "#[salt(buckets = 4, of(a))] #[pad(3)]",
            &[
                (
                    "salt",
                    "`#[salt]` stands on a field, not on the struct\n  help: write it above the field that it is about\n  help: or, for a salt of several fields: `#[rowkey(salt(buckets = 6, of(a, b)))]`",
                ),
                (
                    "pad",
                    "`#[pad]` stands on a field, not on the struct\n  help: write it above the field that it is about",
                ),
            ],
        );
    }

    #[test]
    fn bare_word_of_another_derive() {
        field_refused(
            "#[pad(bytes = 3)]",
            &[("=", "expected `,`\n  help: if `#[pad]` is another derive's, write ours as `#[rowkey(pad(..))]`")],
        );
        field_refused("#[pad(bytes = 3)] #[rowkey(pad(20))]", &[]);
        field_refused("#[rowkey(reverse_ts)] #[reverse_ts = 5]", &[]);
    }

    #[test]
    fn all_errors_at_once() {
        key_refused(
            "#[rowkey(dsc, prefx = \"a\")] struct K { #[rowkey(pad(0), len(0))] a: String, #[salt(md6, buckets = 1)] b: u8 }",
            &[
                (
                    "dsc",
                    "unknown item `dsc`\n  help: use one of `separator`, `prefix`, `salt`, `split`, `table`, `layout`, `crate`",
                ),
                ("prefx", "unknown item `prefx`\n  help: did you mean `prefix`?"),
                ("0", "`pad` must be 1 or more"),
                ("0", "`len` must be 1 or more"),
                ("md6", "unknown salt item `md6`\n  help: did you mean `md5`?"),
                ("1", "`buckets` must be 2 or more"),
            ],
        );
    }

    #[test]
    fn no_word() {
        field_refused("#[rowkey(\"x\", desc)]", &[("\"x\"", "expected a word")]);
    }

    #[test]
    fn no_comma() {
        field_refused(
            "#[rowkey(desc unordered, len(0))]",
            &[("unordered", "expected `,`"), ("0", "`len` must be 1 or more")],
        );
    }

    #[test]
    fn arguments_of_a_flag() {
        field_refused("#[rowkey(desc(3))]", &[("desc", "`desc` takes no arguments\n  help: write `desc`")]);
    }

    #[test]
    fn no_parentheses() {
        field_refused("#[rowkey(len = 3)]", &[("len", "expected parentheses after `len`\n  help: write `len(11)`")]);
    }

    #[test]
    fn more_than_the_arguments() {
        field_refused("#[rowkey(len(3, left))]", &[(",", "expected the end of the parentheses")]);
    }

    #[test]
    fn no_value() {
        struct_refused("#[rowkey(prefix)]", &[("prefix", "`prefix` needs a value\n  help: write `prefix = \"cdr:\"`")]);
    }

    #[test]
    fn items_that_exclude_each_other() {
        const END: &str = "note: both say where the value ends: use one";
        const TIME: &str = "note: a reversed time is a number, not a text";
        const WIDE: &str = "note: a time is written as wide as its pattern or its unit says";
        const CODEC: &str = "note: the codec of `with` writes the field by itself";
        const REVERSED: &str = "note: a reversed time is written in 8 bytes, or in the text of `digits` or `decimal`";
        const NUMBER: &str = "note: both say how the number is written: use one";
        const KIND: &str = "note: the one is for a number, the other for a text";
        const SKIPPED: &str = "note: a skipped field has no place in the key";
        let pairs = [
            ("pad(3)", "len(3)", END),
            ("terminated", "pad(3)", END),
            ("len(3)", "terminated", END),
            ("reverse_ts", "pad(3)", TIME),
            ("len(3)", "reverse_ts", TIME),
            ("reverse_ts", "terminated", TIME),
            ("chars(\"a\")", "reverse_ts", TIME),
            ("with = X", "pad(3)", CODEC),
            ("with = X", "len(3)", CODEC),
            ("terminated", "with = X", CODEC),
            ("with = X", "chars(\"a\")", CODEC),
            ("reverse_ts", "with = X", CODEC),
            ("reverse_ts", "reverse_text", TIME),
            ("with = X", "reverse_text", CODEC),
            ("with = X", "digits(3)", CODEC),
            ("hex(3)", "with = X", CODEC),
            ("with = X", "HEX(3)", CODEC),
            ("with = X", "decimal", CODEC),
            ("raw", "with = X", CODEC),
            ("reverse_ts", "hex(16)", REVERSED),
            ("HEX(16)", "reverse_ts", REVERSED),
            ("reverse_ts", "raw", REVERSED),
            ("digits(3)", "hex(3)", NUMBER),
            ("HEX(3)", "hex(3)", NUMBER),
            ("decimal", "digits(3)", NUMBER),
            ("raw", "decimal", NUMBER),
            ("digits(3)", "pad(3)", KIND),
            ("len(3)", "hex(3)", KIND),
            ("chars(\"0-9\")", "digits(3)", KIND),
            ("raw", "terminated", KIND),
            ("reverse_text", "decimal", KIND),
            ("desc", "reverse_ts", "note: both turn the order: use one"),
            ("reverse_ts", "time(millis)", "note: both say how the time is written: use one"),
            ("time(\"%Y\")", "reverse_ts", "note: both say how the time is written: use one"),
            ("time(\"%Y\")", "pad(3)", WIDE),
            ("len(3)", "time(secs)", WIDE),
            ("time(secs)", "terminated", WIDE),
            ("chars(\"a\")", "time(\"%Y\")", WIDE),
            ("time(\"%Y\")", "with = X", CODEC),
            ("skip", "unordered", SKIPPED),
            ("separator = \"_\"", "skip", SKIPPED),
            ("salt(buckets = 4)", "skip", SKIPPED),
        ];
        for (first, second, note) in pairs {
            let word = |item: &'static str| item.split(['(', ' ']).next().unwrap_or(item);
            let (a, b) = (word(first), word(second));
            field_refused(
                &format!("#[rowkey({first}, {second})]"),
                &[(&format!("{first}, {b}"), &format!("`{a}` and `{b}` exclude each other\n  {note}"))],
            );
        }
    }

    #[test]
    fn three_items_that_exclude_each_other_are_two_errors() {
        let (_, errors) = read("struct K { #[rowkey(pad(3), len(3), terminated)] a: String }", key::read);
        assert_eq!(
            errors.into_iter().map(|(at, _)| at).collect::<Vec<_>>(),
            ["pad(3), len", "pad(3), len(3), terminated"]
        );
    }

    #[test]
    fn an_item_that_excludes_several_is_one_error() {
        let (_, errors) = read("struct K { #[rowkey(hex(3), len(3), chars(\"0-9\"))] a: String }", key::read);
        assert_eq!(errors.into_iter().map(|(at, _)| at).collect::<Vec<_>>(), ["hex(3), len"]);
    }

    #[test]
    fn desc_goes_over_the_rest() {
        let numbers = ["digits(3)", "hex(3)", "HEX(3)", "decimal", "raw"];
        let others =
            ["pad(3)", "len(3)", "terminated", "with = X", "chars(\"a\")", "unordered", "reverse_text", "time(\"%Y\")"];
        for item in numbers.into_iter().chain(others) {
            field_refused(&format!("#[rowkey(desc, {item})]"), &[]);
        }
    }

    #[test]
    fn what_stands_together() {
        let pairs = [
            ("reverse_ts", "digits(19)"),
            ("decimal", "reverse_ts"),
            ("reverse_text", "len(3)"),
            ("pad(3)", "reverse_text"),
            ("reverse_text", "chars(\"a\")"),
            ("terminated", "reverse_text"),
            // True of them without being said.
            ("decimal", "unordered"),
            ("unordered", "raw"),
        ];
        for (first, second) in pairs {
            field_refused(&format!("#[rowkey({first}, {second})]"), &[]);
        }
    }

    #[test]
    fn separator_after_the_last_field() {
        key_refused(
            "struct K { #[rowkey(separator = \"_\")] a: u8, #[rowkey(separator = \"|\")] b: u8, #[rowkey(skip)] c: u8 }",
            &[("\"|\"", "nothing follows `b`, so its separator would never be written")],
        );
    }
}

mod values {
    use super::*;

    #[test]
    fn empty_bytes() {
        struct_refused(
            "#[rowkey(separator = \"\", prefix = b\"\")]",
            &[("\"\"", "expected at least one byte"), ("b\"\"", "expected at least one byte")],
        );
    }

    #[test]
    fn not_bytes() {
        struct_refused(
            "#[rowkey(separator = 3)]",
            &[(
                "3",
                "expected text or bytes, as a literal\n  help: write text: `\"_\"`\n  help: or bytes: `b\"\\x00\"`",
            )],
        );
    }

    #[test]
    fn widths_of_nothing() {
        field_refused("#[rowkey(pad(0))]", &[("0", "`pad` must be 1 or more")]);
        field_refused("#[rowkey(len(0))]", &[("0", "`len` must be 1 or more")]);
    }

    #[test]
    fn pad_of_more_than_a_byte() {
        for byte in ["\" \"", "'é'", "b\" \""] {
            field_refused(
                &format!("#[pad(20, with = {byte})]"),
                &[(byte, "the pad is a single byte\n  help: write `with = b' '`")],
            );
        }
        field_refused("#[pad(20, with = FILL)]", &[]);
    }

    #[test]
    fn pad_items() {
        field_refused(
            "#[pad(20, lft, left, left)]",
            &[("lft", "unknown pad item `lft`\n  help: did you mean `left`?"), ("left", "`left` is given twice")],
        );
    }

    #[test]
    fn unknown_unit() {
        field_refused("#[reverse_ts(sec)]", &[("sec", "unknown unit `sec`\n  help: did you mean `secs`?")]);
        field_refused(
            "#[reverse_ts(hours)]",
            &[("hours", "unknown unit `hours`\n  help: use one of `secs`, `millis`, `micros`, `nanos`")],
        );
    }

    #[test]
    fn time_items() {
        let nothing = "`time` needs a pattern or a unit\n  help: as text: `time(\"%Y-%m-%d %H:%M:%S\")`\n  help: as a count since the epoch: `time(millis)`";
        field_refused("#[rowkey(time())]", &[("time", nothing)]);
        field_refused("#[rowkey(time(milli))]", &[("milli", "unknown unit `milli`\n  help: did you mean `millis`?")]);
        field_refused(
            "#[rowkey(time(\"%F\", flor, floor, floor, offset = \"Z\", offset = \"Z\"))]",
            &[
                ("flor", "unknown time item `flor`\n  help: did you mean `floor`?"),
                ("floor", "`floor` is given twice"),
                ("offset", "`offset` is given twice"),
            ],
        );
        field_refused(
            "#[rowkey(time(secs, offset = \"+08:00\"))]",
            &[("offset", "a count since the epoch is the same in every offset\n  help: leave out `offset`")],
        );
    }

    #[test]
    fn offsets() {
        for bad in
            ["", "8", "+8:00", "+08", "+0800", "+08:60", "+24:00", "08:00", "+08:00:00", "z", "UTC", "-0\u{e9}:0"]
        {
            let message = format!(
                "`{bad}` is no offset from UTC\n  note: a sign, two digits of hours up to 23, a colon, two digits of minutes\n  help: write `offset = \"+08:00\"`"
            );
            field_refused(
                &format!("#[rowkey(time(\"%F\", offset = \"{bad}\"))]"),
                &[(&format!("\"{bad}\""), &message)],
            );
        }
        for good in ["+23:59", "-23:59", "+00:00", "Z"] {
            field_refused(&format!("#[rowkey(time(\"%F\", offset = \"{good}\"))]"), &[]);
        }
    }

    #[test]
    fn char_sets() {
        let bad = [
            ("\"\"", "the set of `chars` is empty"),
            ("\"^\"", "the set of `chars` is empty"),
            ("\"z-a\"", "the range `z-a` runs backwards"),
            ("\"a-c-e\"", "`-` stands for itself only as the first or the last character"),
            ("\"--a\"", "`-` stands for itself only as the first or the last character"),
            ("\"aé\"", "'é' is not ASCII, and `chars` is a set of bytes"),
        ];
        for (set, fact) in bad {
            let message = format!("{fact}\n  help: write `chars(\"0-9a-z\")`");
            field_refused(&format!("#[rowkey(chars({set}))]"), &[(set, &message)]);
        }
    }
}

mod salts {
    use super::*;

    #[test]
    fn on_two_fields() {
        key_refused(
            "struct K { #[salt(buckets = 4)] a: u8, #[salt(buckets = 4)] b: u8 }",
            &[(
                "salt",
                "a key has one salt, and field `a` has one already\n  help: compute it from several fields: `of(a, b)`",
            )],
        );
    }

    #[test]
    fn on_the_struct_and_a_field() {
        key_refused(
            "#[rowkey(salt(buckets = 3, of(a)))] struct K { #[salt(buckets = 4)] a: u8 }",
            &[(
                "salt",
                "a key has one salt, and the struct has one already\n  help: compute it from several fields: `of(a, b)`",
            )],
        );
    }

    #[test]
    fn of_nothing_on_the_struct() {
        struct_refused(
            "#[rowkey(salt(buckets = 4))]",
            &[(
                "salt",
                "a salt on the struct must say what it is computed from\n  help: from some fields: `of(field, ..)`\n  help: or from the whole rest of the key: `of(..)`",
            )],
        );
    }

    #[test]
    fn of_an_empty_list() {
        field_refused(
            "#[salt(buckets = 4, of())]",
            &[(
                "of",
                "`of` names nothing to compute the salt from\n  help: name fields: `of(field)`\n  help: or the whole rest of the key: `of(..)`",
            )],
        );
    }

    #[test]
    fn no_buckets() {
        field_refused("#[salt(xor)]", &[("salt", "a salt needs its number of buckets\n  help: write `buckets = 16`")]);
    }

    #[test]
    fn one_bucket() {
        field_refused("#[salt(buckets = 1)]", &[("1", "`buckets` must be 2 or more")]);
    }

    #[test]
    fn items_twice() {
        field_refused(
            "#[salt(xor, md5, buckets = 4, buckets = 4, u8, u16, of(a), of(b))]",
            &[
                ("md5", "the algorithm of the salt is given twice"),
                ("buckets", "`buckets` is given twice"),
                ("u16", "the form of the salt is given twice"),
                ("of", "`of` is given twice"),
            ],
        );
    }

    #[test]
    fn unknown_item() {
        field_refused(
            "#[salt(bucket = 4)]",
            &[("bucket", "unknown salt item `bucket`\n  help: did you mean `buckets`?")],
        );
        field_refused(
            "#[salt(zones, buckets = 4)]",
            &[(
                "zones",
                "unknown salt item `zones`\n  help: use one of `xxh3`, `xor`, `modulo`, `md5`, `java_hash`, `phoenix`, `with`, `buckets`, `of`, `was`, `u8`, `u16`, `u32`, `i64`, `digits`, `hex`",
            )],
        );
    }

    #[test]
    fn hashes_by_other_names() {
        for word in ["hashcode", "hash_code", "hashCode"] {
            field_refused(
                &format!("#[salt({word}, buckets = 4)]"),
                &[(word, &format!("unknown salt item `{word}`\n  help: Java's `String.hashCode` is `java_hash`"))],
            );
        }
        field_refused(
            "#[salt(murmur, buckets = 4)]",
            &[(
                "murmur",
                "unknown salt item `murmur`\n  help: for a new table: `xxh3`\n  help: for a table that exists, name a function that hashes as it was: `with = my_hash`",
            )],
        );
    }

    #[test]
    fn random() {
        for word in ["random", "rand", "thread_rng", "uniform"] {
            field_refused(
                &format!("#[salt({word}, buckets = 4)]"),
                &[(
                    word,
                    &format!(
                        "a salt cannot be `{word}`: no get could find the row\n  help: compute it from the field: `salt(buckets = 16)`"
                    ),
                )],
            );
        }
    }

    #[test]
    fn modulo_of_several_inputs() {
        field_refused(
            "#[salt(modulo, buckets = 4, of(a, b))]",
            &[("b", "`modulo` takes one input\n  help: for several numbers: `xor`\n  help: for anything: `xxh3`")],
        );
    }

    #[test]
    fn numbers_of_the_rest() {
        for word in ["modulo", "xor"] {
            field_refused(
                &format!("#[salt({word}, buckets = 4, of(..))]"),
                &[(
                    "..",
                    &format!(
                        "`{word}` needs numbers, and `..` is bytes\n  help: name the fields: `of(field)`\n  help: or hash the bytes: `xxh3`"
                    ),
                )],
            );
        }
    }

    #[test]
    fn text_of_the_rest() {
        field_refused(
            "#[salt(java_hash, buckets = 4, of(..))]",
            &[(
                "..",
                "`java_hash` needs text, and `..` is bytes\n  help: name the fields: `of(field)`\n  help: or hash the bytes: `xxh3`",
            )],
        );
    }

    #[test]
    fn phoenix_takes_the_rest_and_writes_a_byte() {
        key_of("struct K { #[salt(phoenix, buckets = 4, of(..), u8)] a: u8 }");
        let needs_rest =
            "`phoenix` hashes the whole rest of the key, and takes no single field\n  help: write `of(..)`";
        field_refused("#[salt(phoenix, buckets = 4)]", &[("salt", needs_rest)]);
        field_refused("#[salt(phoenix, buckets = 4, of(b.div(2), a))]", &[("b.div(2)", needs_rest)]);
        field_refused(
            "#[salt(phoenix, buckets = 4, of(..), digits(2))]",
            &[("digits(2)", "`phoenix` writes its bucket as one byte\n  help: write `u8`, or leave it out")],
        );
    }

    #[test]
    fn rest_beside_fields() {
        field_refused(
            "#[salt(buckets = 4, of(a, ..))]",
            &[("..", "`..` is the whole rest of the key, and stands alone\n  help: write `of(..)`")],
        );
    }

    #[test]
    fn rest_twice() {
        field_refused("#[salt(buckets = 4, of(.., ..))]", &[("..", "`..` is given twice")]);
    }

    #[test]
    fn unknown_field() {
        key_refused(
            "struct K { #[salt(buckets = 4, of(phnoe, x))] phone: u8 }",
            &[
                ("phnoe", "unknown field `phnoe`\n  help: did you mean `phone`?"),
                ("x", "unknown field `x`\n  help: the only one is `phone`"),
            ],
        );
        key_refused(
            "struct K(#[salt(buckets = 4, of(2))] u8, u8);",
            &[("2", "unknown field `2`\n  help: use one of `0`, `1`")],
        );
    }

    #[test]
    fn indices_that_lex_as_one_number() {
        key_refused(
            "struct K(#[salt(buckets = 4, of(0.1))] u8, u8);",
            &[("0.1", "`0.1` is not a field\n  help: separate fields by commas: `0, 1`")],
        );
    }

    #[test]
    fn skipped_field() {
        key_refused(
            "#[rowkey(salt(buckets = 4, of(a)))] struct K { #[rowkey(skip)] a: u8, b: u8 }",
            &[(
                "a",
                "`a` is skipped, so no salt can be computed from it\n  note: decode computes the salt again, from the fields of the key",
            )],
        );
    }

    #[test]
    fn the_same_input_twice() {
        field_refused(
            "#[salt(buckets = 4, of(b.div(60), a, b . div(60)))]",
            &[(
                "b . div(60)",
                "the same input stands here twice\n  note: under `xor` it would cancel itself out, and a hash gains nothing by it\n  help: leave it out",
            )],
        );
    }

    #[test]
    fn views() {
        field_refused(
            "#[salt(buckets = 4, of(a.frist(3), a.first, b.div(0), b.years, b.foo))]",
            &[
                ("frist", "unknown view `frist`\n  help: did you mean `first`?"),
                (
                    "first",
                    "expected parentheses after `first`\n  help: write `first(4)`\n  help: if `#[salt]` is another derive's, write ours as `#[rowkey(salt(..))]`",
                ),
                ("0", "`div` must be 1 or more"),
                ("years", "unknown view `years`\n  help: did you mean `year`?"),
                (
                    "foo",
                    "unknown view `foo`\n  help: use one of `first`, `last`, `from`, `without`, `int`, `div`, `year`, `year_month`, `year_month_day`, `hour`",
                ),
            ],
        );
    }
}

mod tables {
    use super::*;

    /// The errors of a struct with these tables.
    #[track_caller]
    fn tables_refused(tables: &str, expected: &[(&str, &str)]) {
        struct_refused(&format!("#[rowkey(table({tables}))]"), expected);
    }

    /// What a table's items name may be the field that was misspelled.
    #[test]
    fn items_after_a_wrong_field() {
        key_refused(
            "#[rowkey(table(A(bb; salt(buckets = 4, of(b)))))] struct K { b: u8 }",
            &[("bb", "unknown field `bb`\n  help: did you mean `b`?")],
        );
        key_refused(
            "#[rowkey(table(A(; salt(buckets = 4, of(b)))))] struct K { b: u8 }",
            &[(
                "A",
                "`A` names no field\n  note: all rows would have the same key\n  help: name fields of the struct: `A(field, ..)`",
            )],
        );
    }

    #[test]
    fn a_table_takes_over_what_it_does_not_say() {
        let key = key_of(
            "#[rowkey(table(#[derive(Debug)] A(b, c; prefix = \"a\", salt(buckets = 4, of(c, b))), B(c)))]
             #[rowkey(separator = '_', prefix = \"k\", crate = my::rowkey, split(regions = 2), salt(buckets = 2, of(b)))]
             pub(crate) struct K { #[rowkey(desc, separator = '|')] b: u8, #[rowkey(skip)] c: u8, d: u8 }",
        );
        let [a, b] = &key.tables[..] else { panic!("two tables") };
        assert_eq!(
            (text(&a.key.vis), text(&a.key.krate), a.attrs.len()),
            ("pub (crate)".into(), "my :: rowkey".into(), 1)
        );
        assert_eq!((a.fields.as_slice(), b.fields.as_slice()), (&[0, 1][..], &[1][..]));
        let bytes = |bytes: &Option<crate::model::Bytes>| bytes.as_ref().map(|bytes| bytes.value.clone());
        assert_eq!(
            [&a.key.prefix, &b.key.prefix, &b.key.separator].map(bytes),
            [b"a", b"k", b"_"].map(|it| Some(it.to_vec()))
        );
        let [first, last] = &a.key.fields[..] else { panic!("two fields") };
        assert!(first.desc.is_some() && first.separator.is_some() && last.skip.is_none());
        let Some(Inputs::Fields(inputs)) = a.key.salt.as_ref().map(|salt| &salt.inputs) else { panic!("fields") };
        assert_eq!(inputs.iter().map(|input| input.field).collect::<Vec<_>>(), [1, 0]);
        assert!(a.key.split.is_none() && b.key.split.is_none() && b.key.salt.is_none());
    }

    #[test]
    fn only_lifetimes_in_use_are_taken_over() {
        let key = key_of(
            "#[rowkey(table(A(a), B(b), C(c, a), D(d)))]
             struct K<'a: 'b, 'b, 'c> where 'c: 'a, 'b: 'static, for<'x> &'x u8: Copy {
                 a: &'a str, b: Cow<'b, str>, c: [&'c u8; 2], d: String,
             }",
        );
        let generics = |table: &crate::model::Table| {
            let generics = &table.key.generics;
            (text(generics), text(&generics.where_clause))
        };
        let all = "for < 'x > & 'x u8 : Copy";
        let expected = [
            ("< 'a >", format!("where {all}")),
            ("< 'b >", format!("where 'b : 'static , {all}")),
            ("< 'a , 'c >", format!("where 'c : 'a , {all}")),
            ("", format!("where {all}")),
        ];
        assert_eq!(key.tables.iter().map(generics).collect::<Vec<_>>(), expected.map(|(a, b)| (a.to_owned(), b)));
    }

    #[test]
    fn fields_of_a_tuple_struct_are_numbered_anew() {
        let key = key_of("#[rowkey(table(A(2, 0; salt(buckets = 4, of(1)))))] struct K(u8, u16, u32);");
        let fields = &key.tables[0].key.fields;
        let names = fields.iter().map(|field| (field.name.clone(), text(&field.method), text(&field.ty)));
        let expected = [("0", "_0", "u32"), ("1", "_1", "u8")].map(|(a, b, c)| (a.into(), b.into(), c.into()));
        assert_eq!(names.collect::<Vec<(String, String, String)>>(), expected);
    }

    #[test]
    fn none() {
        tables_refused("", &[("table", "`table` names no key\n  help: write `table(ByBuyer(buyer, at))`")]);
        let fact = |name| {
            format!(
                "`{name}` names no field\n  note: all rows would have the same key\n  help: name fields of the struct: `{name}(field, ..)`"
            )
        };
        tables_refused("A(), B(; prefix = \"b\")", &[("A", &fact("A")), ("B", &fact("B"))]);
        tables_refused(
            "A, \"b\"",
            &[
                ("A", "expected parentheses after `A`\n  help: write `A(field, ..)`"),
                ("\"b\"", "expected identifier\n  help: write `ByBuyer(buyer, at)`"),
            ],
        );
    }

    #[test]
    fn fields() {
        tables_refused(
            "A(aa, b, b), B(c; prefx = 'b')",
            &[
                ("aa", "unknown field `aa`\n  help: did you mean `a`?"),
                ("b", "field `b` stands here twice"),
                ("c", "unknown field `c`\n  help: use one of `a`, `b`"),
                ("prefx", "unknown item `prefx`\n  help: did you mean `prefix`?"),
            ],
        );
    }

    #[test]
    fn names() {
        const NOTE: &str = "each key is a type, and so is the builder of its scans: `Call` and `CallScan`";
        let clash = |name| {
            format!("there would be two types `{name}`\n  note: {NOTE}\n  help: give each key a name of its own")
        };
        tables_refused(
            "K(a), A(a), A(b), AScan(b), KScan(b)",
            &[("K", &clash("K")), ("A", &clash("A")), ("AScan", &clash("AScan")), ("KScan", &clash("KScan"))],
        );
    }

    #[test]
    fn items() {
        let taken_over = |item| {
            format!(
                "a further key has no `{item}` of its own\n  help: write it on the struct, where it stands for all its keys"
            )
        };
        tables_refused(
            "A(a; table(B(a)), crate = x, pad(3), foo, prefix = 'x', prefix = 'y')",
            &[
                ("table", &taken_over("table")),
                ("crate", &taken_over("crate")),
                (
                    "pad",
                    "`pad` stands on a field, not on the struct\n  help: write it above the field that it is about",
                ),
                ("foo", "unknown item `foo`\n  help: use one of `separator`, `prefix`, `salt`, `split`, `layout`"),
                ("prefix = 'x', prefix", "`prefix` is given twice"),
            ],
        );
        tables_refused("A(a; prefix = 'x'; b)", &[(";", "expected the end of the parentheses")]);
    }

    #[test]
    fn attributes() {
        let after =
            "the items of a further key stand after its fields\n  help: write `ByBuyer(buyer, at; prefix = \"b:\")`";
        tables_refused(
            "#[rowkey(desc)] #[doc = \"A.\"] #[pad(3)] A(b), #[cfg(test)] B(b)",
            &[
                ("rowkey", after),
                ("pad", after),
                (
                    "cfg",
                    "`cfg` cannot stand on a single key of `table`\n  help: write it on the struct, around the whole: `#[cfg_attr(test, rowkey(table(..)))]`",
                ),
            ],
        );
    }

    #[test]
    fn the_rules_of_salts() {
        tables_refused(
            "A(b; salt(modulo, buckets = 4, of(..)))",
            &[(
                "..",
                "`modulo` needs numbers, and `..` is bytes\n  help: name the fields: `of(field)`\n  help: or hash the bytes: `xxh3`",
            )],
        );
    }

    #[test]
    fn methods_of_a_field_that_is_else_skipped() {
        let source = |tables| format!("#[rowkey(table({tables}))] struct K {{ a: u8, #[rowkey(skip)] limit: u8 }}");
        key_of(&source("A(a)"));
        key_refused(
            &source("A(a, limit)"),
            &[(
                "limit",
                "the name `limit` is kept for a method of every scan\n  help: rename the field: names are not written into keys",
            )],
        );
    }

    #[test]
    fn a_table_with_an_error_stands_in_the_model() {
        let (model, errors) =
            read("#[rowkey(table(A(b, x), B(a; y), C(a), C(b)))] struct K { a: u8, b: u8 }", key::read);
        let names: Vec<String> = model.expect("a model").tables.iter().map(|table| text(&table.key.ident)).collect();
        assert_eq!((names.join(" "), errors.len()), ("A B C".to_owned(), 3));
    }
}

mod splits {
    use super::*;

    #[test]
    fn empty() {
        struct_refused("#[rowkey(split())]", &[("split", "`split` says nothing\n  help: write `split(regions = 16)`")]);
    }

    #[test]
    fn regions_and_keys() {
        struct_refused(
            "#[rowkey(split(regions = 3, keys(\"a\")))]",
            &[("split", "`regions` and `keys` exclude each other\n  note: listed keys fix the number of regions")],
        );
    }

    #[test]
    fn no_regions() {
        struct_refused("#[rowkey(split(regions = 0))]", &[("0", "`regions` must be 1 or more")]);
    }

    #[test]
    fn no_keys() {
        struct_refused(
            "#[rowkey(split(keys()))]",
            &[("keys", "`keys` lists no split key\n  help: write `keys(\"g\", \"p\")`")],
        );
    }

    #[test]
    fn keys_that_do_not_ascend() {
        const FACT: &str = "split keys must ascend: this one does not sort after all before it\n  help: sort the keys, and list each once";
        struct_refused("#[rowkey(split(keys(\"c\", 'a', b\"b\", \"d\")))]", &[("'a'", FACT), ("b\"b\"", FACT)]);
    }

    #[test]
    fn unknown_item() {
        struct_refused(
            "#[rowkey(split(region = 3))]",
            &[("region", "unknown split item `region`\n  help: did you mean `regions`?")],
        );
        struct_refused(
            "#[rowkey(split(even))]",
            &[(
                "even",
                "unknown split item `even`\n  help: use one of `regions`, `after`, `keys`, `hex_range`, `byte_range`, `hex_string`, `decimal_string`, `md5_string`, `uniform`, `first`, `last`, `allow_dead`",
            )],
        );
    }

    #[test]
    fn two_rules() {
        const NOTE: &str = "\n  note: a table is cut by one rule";
        struct_refused(
            "#[rowkey(split(uniform, hex_string, regions = 4))]",
            &[("hex_string", &format!("`uniform` and `hex_string` exclude each other{NOTE}"))],
        );
        struct_refused(
            "#[rowkey(split(keys(\"a\"), after = \"|\"))]",
            &[("after", &format!("`keys` and `after` exclude each other{NOTE}"))],
        );
        struct_refused("#[rowkey(split(uniform, regions = 4, uniform))]", &[("uniform", "`uniform` is given twice")]);
    }

    #[test]
    fn rule_without_regions() {
        for rule in ["hex_string", "decimal_string", "md5_string", "uniform"] {
            struct_refused(
                &format!("#[rowkey(split({rule}))]"),
                &[(rule, &format!("`{rule}` needs a number of regions\n  help: add `regions = 16`"))],
            );
        }
        struct_refused(
            "#[rowkey(split(hex_range(\"0\", \"f\"), allow_dead))]",
            &[("hex_range", "`hex_range` needs a number of regions\n  help: add `regions = 16`")],
        );
    }

    #[test]
    fn rows_of_a_rule_that_has_none() {
        let text = |word| {
            format!(
                "`{word}` goes with a rule of HBase's `RegionSplitter`\n  help: write `split(hex_string, regions = 16, first = \"0000\", last = \"ffff\")`"
            )
        };
        struct_refused("#[rowkey(split(regions = 4, first = \"a\"))]", &[("first", &text("first"))]);
        struct_refused("#[rowkey(split(last = \"a\", after = \"|\"))]", &[("last", &text("last"))]);
    }

    #[test]
    fn rows_that_are_no_numbers() {
        struct_refused(
            "#[rowkey(split(hex_string, regions = 4, first = \"0g\"))]",
            &[("\"0g\"", "`g` is no hex digit\n  help: write digits only: `\"0000\"`")],
        );
        struct_refused(
            "#[rowkey(split(decimal_string, regions = 4, last = \"ff\"))]",
            &[("\"ff\"", "`f` is no decimal digit\n  help: write digits only: `\"0000\"`")],
        );
        struct_refused(
            "#[rowkey(split(hex_range(\"0x\", \"ff\"), regions = 4))]",
            &[("\"0x\"", "`x` is no hex digit\n  help: write digits only: `\"0000\"`")],
        );
    }

    #[test]
    fn bounds() {
        struct_refused(
            "#[rowkey(split(hex_range(\"00\", \"fff\"), regions = 4))]",
            &[(
                "\"fff\"",
                "the bounds of `hex_range` must be of one width\n  note: it is the width of the split keys\n  help: fill up the shorter with zeros: `\"00ff\"`",
            )],
        );
        for bounds in ["hex_range(\"ff\", \"FF\")", "byte_range(\"g\", \"FF\")"] {
            let word = &bounds[..bounds.find('(').unwrap_or_default()];
            struct_refused(
                &format!("#[rowkey(split({bounds}, regions = 4))]"),
                &[(
                    "\"FF\"",
                    &format!(
                        "the upper bound of `{word}` must be above the lower one\n  help: give the lower bound first"
                    ),
                )],
            );
        }
        struct_refused(
            "#[rowkey(split(byte_range(\"a\"), regions = 4))]",
            &[("byte_range", "`byte_range` needs two bounds\n  help: write `byte_range(b\"\\x00\", b\"\\xFF\")`")],
        );
    }

    #[test]
    fn values_that_are_missing() {
        struct_refused("#[rowkey(split(after))]", &[("after", "`after` needs a value\n  help: write `after = \"|\"`")]);
        struct_refused(
            "#[rowkey(split(uniform(3), regions = 4))]",
            &[("uniform", "`uniform` takes no arguments\n  help: write `uniform`")],
        );
        struct_refused("#[rowkey(split(after = \"\"))]", &[("\"\"", "expected at least one byte")]);
    }
}

mod inputs {
    use super::*;

    #[test]
    fn enums_and_unions() {
        key_refused(
            "enum K { A }",
            &[(
                "K",
                "`K` is an enum, and only structs are row keys\n  help: as a field of a row key it derives `KeyCode`",
            )],
        );
        key_refused("union K { a: u8 }", &[("K", "`K` is a union, and only structs are row keys")]);
    }

    #[test]
    fn no_key_field() {
        for source in ["struct K;", "struct K {}", "struct K();", "struct K { #[rowkey(skip)] a: u8 }"] {
            key_refused(source, &[("K", "`K` has no field in its key\n  note: all rows would have the same key")]);
        }
    }

    #[test]
    fn type_and_const_parameters() {
        const FACT: &str = "row keys of generic structs are not supported: the layout must be known at compile time\n  help: write a struct for each key type, without type or const parameters";
        key_refused("struct K<'a, T, const N: usize> { a: &'a T }", &[("T", FACT)]);
        key_refused("struct K<const N: usize> { a: [u8; N] }", &[("const N: usize", FACT)]);
        key_refused("struct K<'a, 'b: 'a> where 'b: 'a { a: &'a str, b: &'b str }", &[]);
    }

    #[test]
    fn names_of_scan_methods() {
        for name in ["plan", "limit", "bucket", "max_ranges", "resume", "r#limit"] {
            let method = name.trim_start_matches("r#");
            key_refused(
                &format!("struct K {{ {name}: u8 }}"),
                &[(
                    name,
                    &format!(
                        "the name `{method}` is kept for a method of every scan\n  help: rename the field: names are not written into keys"
                    ),
                )],
            );
        }
        key_refused("struct K { a: u8, #[rowkey(skip)] limit: u8 }", &[]);
    }

    #[test]
    fn methods_of_two_fields() {
        for name in ["at_any", "at_in", "at_starts_with", "filter_at", "filter_at_starts_with"] {
            let fact = format!(
                "fields `at` and `{name}` would both have the scan method `{name}`\n  help: rename the field: names are not written into keys"
            );
            key_refused(&format!("struct K {{ at: u8, {name}: u8 }}"), &[(name, &fact)]);
        }
    }

    #[test]
    fn a_model_stands_beside_the_errors() {
        let (key, errors) = read("struct K { #[pad] a: String, #[salt] b: u64 }", key::read);
        assert_eq!(errors.len(), 2);
        assert_eq!(key.map(|key| key.fields.len()), Some(2));
    }
}

mod codes {
    use super::*;

    #[test]
    fn not_an_enum() {
        codes_refused(
            "struct E;",
            &[(
                "E",
                "`E` is not an enum, and only enums have one code per variant\n  help: a struct is a field of row keys by `#[derive(RowKey)]`",
            )],
        );
    }

    #[test]
    fn no_variants() {
        codes_refused("enum E {}", &[("E", "`E` has no variants, so there is nothing to write")]);
    }

    #[test]
    fn parameters() {
        codes_refused(
            "enum E<'a> { #[code(1)] A }",
            &[(
                "'a",
                "an enum of codes has no parameters: its variants have no fields that could use them\n  help: leave them out",
            )],
        );
    }

    #[test]
    fn fields() {
        codes_refused(
            "enum E { #[code(1)] A(u8) }",
            &[("(u8)", "variant `A` has fields, and a code has no place for them")],
        );
    }

    #[test]
    fn no_code() {
        codes_refused(
            "enum E { #[code(1)] A, B }",
            &[("B", "variant `B` has no code\n  help: one byte: `#[code(1)]`\n  help: or text: `#[code(\"tb\")]`")],
        );
    }

    #[test]
    fn two_codes() {
        codes_refused("enum E { #[code(1)] #[rowkey(code = 2)] A }", &[("code", "the code is given twice")]);
    }

    #[test]
    fn empty_code() {
        codes_refused("enum E { #[code(\"\")] A }", &[("\"\"", "expected at least one byte")]);
    }

    #[test]
    fn not_a_byte() {
        for int in ["256", "-1", "0x100"] {
            codes_refused(
                &format!("enum E {{ #[code({int})] A }}"),
                &[(
                    int,
                    &format!(
                        "`{int}` is not a byte: a code that is a number is 0 to 255\n  help: for a longer code, write bytes: `b\"\\x01\\x00\"`"
                    ),
                )],
            );
        }
    }

    #[test]
    fn the_same_code() {
        codes_refused(
            "enum E { #[code(1)] A, #[code(b\"\\x01\")] B }",
            &[("b\"\\x01\"", "variants `A` and `B` have the same code\n  note: a key could be read in two ways")],
        );
    }

    #[test]
    fn code_that_starts_another() {
        codes_refused(
            "enum E { #[code(\"tb\")] A, #[code(\"t\")] B }",
            &[("\"t\"", "the code of `B` is the start of the code of `A`\n  note: a key could be read in two ways")],
        );
        codes_refused(
            "enum E { #[code(\"t\")] A, #[code(\"tb\")] B }",
            &[("\"tb\"", "the code of `A` is the start of the code of `B`\n  note: a key could be read in two ways")],
        );
    }

    #[test]
    fn unknown_items() {
        codes_refused(
            "#[code(1)] #[rowkey(crat = x)] enum E { #[rowkey(cod = 1)] A }",
            &[
                (
                    "code",
                    "`#[code]` stands on a variant, not on the enum\n  help: write it above the variant that it is of",
                ),
                ("crat", "unknown item `crat`\n  help: did you mean `crate`?"),
                ("cod", "unknown item `cod`\n  help: did you mean `code`?"),
            ],
        );
    }
}
