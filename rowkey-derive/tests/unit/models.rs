//! What is read where no rule is broken.

use super::*;
use crate::expand::known::is_unordered;

#[test]
fn plain_fields() {
    let key = key_of("pub struct Call<'a> { /// The caller.\n phone: &'a str, r#type: u8 }");
    assert_eq!(text(&key.krate), ":: rowkey");
    assert!(key.salt.is_none() && key.split.is_none());
    assert_eq!(key.fields[0].docs.len(), 1);
    assert!(key.fields[0].codecs.is_empty());
    assert_eq!((key.fields[1].name.as_str(), text(&key.fields[1].method)), ("type", "r#type".to_owned()));
}

#[test]
fn tuple_fields() {
    let key = key_of("struct Call(#[salt(buckets = 4, of(0, 1.div(60)))] u8, #[reverse_ts] i64);");
    assert_eq!((key.fields[1].name.as_str(), text(&key.fields[1].method)), ("1", "_1".to_owned()));
    let inputs = key.inputs();
    assert_eq!(inputs.iter().map(|input| input.field).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(call(&inputs[1].views[0]), "div 60");
}

#[test]
fn struct_items_of_several_attributes_merge() {
    let key = key_of(
        "#[rowkey(separator = '_', prefix = b\"cdr:\")] #[rowkey(crate = my::rowkey, split(regions = R, allow(dead)))]
         struct K { a: u8 }",
    );
    assert_eq!(key.separator.map(|bytes| bytes.value), Some(b"_".to_vec()));
    assert_eq!(key.prefix.map(|bytes| bytes.value), Some(b"cdr:".to_vec()));
    assert_eq!(text(&key.krate), "my :: rowkey");
    let split = key.split.expect("a split");
    assert!(split.rule.is_none() && split.allow.get("dead").is_some());
    assert_eq!(split.regions.map(|(_, regions)| text(regions)), Some("R".to_owned()));
}

/// The rule, and the number of regions.
fn split(source: &str) -> (Split, Option<String>) {
    let key = key_of(&format!("#[rowkey(split({source}))] struct K {{ a: u8 }}"));
    let split = key.split.expect("a split");
    let regions = split.regions.as_ref().map(|(_, regions)| text(regions));
    (split, regions)
}

#[test]
fn split_keys() {
    let (split, _) = split("keys(\"a\", b\"b\\x01\", 'c')");
    let Some((_, SplitRule::Listed(keys))) = split.rule else { panic!("a list") };
    let keys: Vec<_> = keys.into_iter().map(|key| key.value).collect();
    assert_eq!(keys, [b"a".to_vec(), b"b\x01".to_vec(), b"c".to_vec()]);
}

#[test]
fn split_keys_of_an_expression() {
    let of = |source: &str| split(&format!("keys = {source}, allow(uneven)")).0;
    for source in ["KEYS", "&KEYS", "my::KEYS"] {
        let split = of(source);
        assert!(matches!(split.rule, Some((_, SplitRule::Named(keys))) if text(&keys).replace(' ', "") == source));
        assert!(split.allow.get("uneven").is_some());
    }
    for source in ["rowkey::split::hex_string(16).rows(b\"00\",b\"ff\")", "cuts::<4>()"] {
        let split = of(source);
        assert!(matches!(split.rule, Some((_, SplitRule::Computed(keys))) if text(&keys).replace(' ', "") == source));
    }
}

#[test]
fn split_rules_in_any_order() {
    let (all, regions) = split("regions = 7, allow(dead), after = '|'");
    assert!(matches!(all.rule, Some((_, SplitRule::After(after))) if after.value == b"|"));
    assert_eq!(regions, Some("7".to_owned()));
    assert_eq!(split("after = \"|\"").1, None);
}

#[test]
fn split_of_labels() {
    let (all, regions) = split("allow(dead)");
    assert!(all.rule.is_none() && regions.is_none() && all.allow.get("dead").is_some());
}

#[test]
fn bare_words_and_items_are_the_same() {
    for attrs in ["#[pad(W + 1, with = ' ', left)]", "#[rowkey(pad(W + 1, left, with = b' '))]"] {
        let key = key_of(&format!("struct K {{ {attrs} a: String }}"));
        assert_eq!(codecs(&key, 0), ["pad_left W + 1 b' '"]);
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
    assert_eq!(codecs(&key, 0), ["pad 20 b' '"]);
}

#[test]
fn shapes() {
    let key = key_of(
        "struct K {
            #[rowkey(len(11), chars(\"0-9\"))] a: String,
            #[rowkey(terminated, desc, separator = b'|')] b: String,
            #[reverse_ts(micros)] c: T,
            #[rowkey(with = my::Codec<3>, allow(unordered))] d: X,
            #[rowkey(skip)] e: u8,
        }",
    );
    assert_eq!(codecs(&key, 0), ["len 11", "chars \"0-9\""]);
    assert_eq!(codecs(&key, 1), ["terminated", "desc"]);
    assert_eq!(codecs(&key, 2), ["reverse_ts 1000000 '?'"]);
    assert_eq!(codecs(&key, 3), ["with my :: Codec < 3 >"]);
    assert!(key.fields[1].separator.is_some() && key.fields[4].skip.is_some());
    assert!(key.fields[3].allow.get("unordered").is_some() && is_unordered(&key.fields[3]));
    let written: Vec<String> = key.fields[0].codecs.iter().map(|codec| text(&codec.written)).collect();
    assert_eq!(written, ["(11)", "(\"0-9\")"]);
    assert_eq!(key.key_fields().count(), 4);
}

#[test]
fn unit_defaults_to_millis() {
    let key = key_of("struct K { #[reverse_ts] at: i64 }");
    assert_eq!(codecs(&key, 0), ["reverse_ts 1000 '?'"]);
}

#[test]
fn times() {
    let key = key_of(
        "struct K {
            #[rowkey(time(\"%Y%m\", floor, offset = \"-03:30\"))] a: T,
            #[rowkey(time(\"%F\", offset = \"Z\", exact,))] b: T,
            #[rowkey(time(\"%F\"))] c: T,
            #[rowkey(time(nanos, floor))] d: T,
            #[rowkey(time(secs, exact))] e: T,
            #[reverse_ts(secs, floor)] f: T,
        }",
    );
    assert_eq!(codecs(&key, 0), ["time \"%Y%m\" \"-03:30\" f"]);
    assert_eq!(codecs(&key, 1), ["time \"%F\" \"Z\" e"]);
    assert_eq!(codecs(&key, 2), ["time \"%F\"  ?"]);
    assert_eq!(codecs(&key, 3), ["time 1000000000 'f'"]);
    assert_eq!(codecs(&key, 4), ["time 1 'e'"]);
    assert_eq!(codecs(&key, 5), ["reverse_ts 1 'f'"]);
}

#[test]
fn calendar_views() {
    let salt = key_of("struct K { #[salt(buckets = 4, of(a.year, a.year_month, a.year_month_day, a.hour))] a: T }");
    let inputs = salt.inputs();
    let views = inputs.iter().flat_map(|input| input.views.iter().map(call));
    assert_eq!(views.collect::<Vec<_>>(), ["year", "year_month", "year_month_day", "hour"]);
}

#[test]
fn salt_of_a_field_is_of_that_field() {
    let salt = key_of("struct K { a: u8, #[salt(buckets = N)] b: u8 }").salt.expect("a salt");
    assert!(salt.algorithm.word == "xxh3" && salt.form.is_none());
    assert_eq!(text(&salt.buckets), "N");
    let inputs = &salt.inputs;
    assert_eq!((inputs.len(), inputs[0].field, text(&inputs[0].tokens)), (1, 1, "salt".to_owned()));
}

#[test]
fn salt_items_in_any_order() {
    let source = "#[rowkey(salt(digits(2), of(r#type.from(7).int, at.without(\"-\")), buckets = 1 << 3, xor))]
                  struct K { r#type: String, at: String }";
    let salt = key_of(source).salt.expect("a salt");
    assert_eq!(call(&salt.algorithm), "xor");
    assert_eq!(salt.form.map(|form| call(&form)), Some("digits 2".to_owned()));
    let inputs = &salt.inputs;
    assert!(matches!(inputs[0].views[..], [_, _]));
    assert_eq!(text(&inputs[1].tokens), "at . without (\"-\")");
}

#[test]
fn salt_of_the_rest() {
    let salt = key_of("struct K { #[salt(with = my::hash, buckets = 4, of(..))] a: u8 }").salt.expect("a salt");
    assert_eq!(call(&salt.algorithm), "with my :: hash");
    assert!(salt.inputs.is_empty() && salt.rest.is_some());
}

#[test]
fn the_same_field_by_another_view_is_another_input() {
    key_of("struct K { #[salt(xor, buckets = 4, of(a, a.div(60)))] a: u64 }");
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
