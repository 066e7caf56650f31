//! Layouts as Rust source text, and as JSON for the model.

use crate::layout::{Clock, Computed, Encoding, End, Field, Form, Id, Key, Pad, Salt, Split, Type};
use crate::value::Value;
use serde_json::{Value as Json, json};
use std::fmt::Write;

/// Formats a byte string as a literal.
fn bytes(of: &[u8]) -> String {
    format!("b\"{}\"", of.escape_ascii())
}

/// Returns the attributes of a type, and the type. Appends helper types to `out`, with names that start with `name`.
fn typed(of: &Type, name: &str, out: &mut String) -> (Vec<String>, String) {
    let plain = |name: &str| (vec![], name.to_owned());
    match of {
        Type::Int(int, form) => {
            let ty = format!("{}{}", if int.signed { 'i' } else { 'u' }, int.bits);
            (items(*form, int.bits / 8), if int.nonzero { format!("std::num::NonZero<{ty}>") } else { ty })
        }
        Type::Bool => plain("bool"),
        Type::OwnCodec => (vec!["with = OwnCodec".into()], "u16".into()),
        Type::Char => plain("char"),
        Type::Float(bits, raw) => (if *raw { vec!["raw".into()] } else { vec![] }, format!("f{bits}")),
        Type::Bytes(count) => (vec![], format!("[u8; {count}]")),
        Type::Id(id) => plain(id.name()),
        Type::Text(text) => {
            let mut all = match text.end {
                End::Open => vec![],
                End::Len(width) => vec![format!("len({width})")],
                End::Terminated(0, 0xFF, 1) => vec!["terminated".into()],
                End::Terminated(first, escape, end) => {
                    let [escape, end] = [bytes(&[first, escape]), bytes(&[first, end])];
                    vec![format!("terminated(escape = {escape}, end = {end})")]
                }
                End::Length(form) => vec![format!("length_prefixed({form})")],
                End::Pad(width, pad, how) => {
                    let with = if pad == 0 { String::new() } else { format!(", with = b'{}'", pad.escape_ascii()) };
                    let how = match how {
                        Pad::Right => "",
                        Pad::Left => ", left",
                        Pad::Units => ", chars",
                        Pad::Cut => ", cut",
                    };
                    vec![format!("pad({width}{with}{how})")]
                }
            };
            all.extend(text.chars.map(|(set, _)| format!("chars({set:?})")));
            all.extend(text.reversed.then(|| "reverse_text".into()));
            let part = if text.utf8 { "str" } else { "[u8]" };
            let ty = match text.held {
                "Box" => format!("Box<{part}>"),
                "Arc" => format!("std::sync::Arc<{part}>"),
                "Cow" => format!("std::borrow::Cow<'a, {part}>"),
                _ => if text.utf8 { "String" } else { "Vec<u8>" }.to_owned(),
            };
            (all, ty)
        }
        Type::Codes(codes) => {
            let _ = writeln!(out, "#[derive(rowkey::KeyCode, Debug, PartialEq, Clone)] enum {name} {{");
            for (i, code) in codes.iter().enumerate() {
                let _ = writeln!(out, "    #[code({})] V{i},", bytes(code));
            }
            out.push_str("}\n");
            plain(name)
        }
        Type::Count(clock, unit, form) | Type::Reversed(clock, unit, form) => {
            let word = if matches!(of, Type::Count(..)) { "time" } else { "reverse_ts" };
            let mut all = vec![match unit.finer {
                "" if word == "reverse_ts" && unit.name == "millis" => word.to_owned(),
                "" => format!("{word}({})", unit.name),
                finer => format!("{word}({}, {finer})", unit.name),
            }];
            all.extend(items(*form, 8));
            (all, clock.name().into())
        }
        Type::Date(clock, pattern) => {
            let mut all = vec![format!("{:?}", pattern.text)];
            all.extend(pattern.offset.map(|(offset, _)| format!("offset = {offset:?}")));
            all.extend((!pattern.finer.is_empty()).then(|| pattern.finer.to_owned()));
            (vec![format!("time({})", all.join(", "))], clock.name().into())
        }
        Type::Option(some) => {
            let (items, ty) = typed(some, name, out);
            (items, format!("Option<{ty}>"))
        }
        Type::Tuple(parts) => {
            let each = parts.iter().enumerate().map(|(i, part)| typed(part, &format!("{name}P{i}"), out).1);
            (vec![], format!("({})", each.collect::<Vec<_>>().join(", ")))
        }
        Type::Array(item, count) => (vec![], format!("[{}; {count}]", typed(item, name, out).1)),
        Type::Repeated(item) => (vec!["repeated".into()], format!("Vec<{}>", typed(item, name, out).1)),
        Type::Key(key) => {
            structure(key, name, out);
            plain(name)
        }
        Type::Kinds(kinds) => {
            for (i, (_, key)) in kinds.iter().enumerate() {
                structure(key, &format!("{name}V{i}"), out);
            }
            let _ = writeln!(out, "#[derive(rowkey::RowKey, Debug, PartialEq, Clone)] enum {name} {{");
            for (i, (tag, _)) in kinds.iter().enumerate() {
                let _ = writeln!(out, "    #[rowkey(tag = {})] V{i}({name}V{i}),", bytes(tag));
            }
            out.push_str("}\n");
            plain(name)
        }
    }
}

/// Returns the attributes of a number, whose type has this many bytes.
fn items(form: Form, bytes: u32) -> Vec<String> {
    let item = match form {
        Form::Plain => return vec![],
        Form::Digits(width) => format!("digits({width})"),
        Form::Hex(width) => format!("hex({width})"),
        Form::UpperHex(width) => format!("hex({width}, upper)"),
        Form::Bytes(width) => format!("bytes({width})"),
        Form::Decimal => "decimal".into(),
        Form::Raw => "raw".into(),
        Form::Le(width) if width < bytes => return vec!["le".into(), format!("bytes({width})")],
        Form::Le(_) => "le".into(),
    };
    vec![item]
}

/// Returns the attribute of a salt.
pub fn salted(salt: &Salt) -> String {
    let inputs: Vec<String> = salt.inputs.iter().map(|(field, views)| format!("f{field}{views}")).collect();
    let inputs = if inputs.is_empty() { "..".into() } else { inputs.join(", ") };
    let mut all = vec![salt.algorithm.to_owned()];
    all.extend(salt.buckets.map(|buckets| format!("buckets = {buckets}")));
    all.extend((!salt.on_field).then(|| format!("of({inputs})")));
    all.extend(salt.label.map(|(form, width)| match form {
        "digits" | "hex" | "bytes" => format!("{form}({width})"),
        _ => form.to_owned(),
    }));
    let was = salt.was.iter().map(|(algorithm, buckets)| match algorithm.strip_prefix("with = ") {
        Some(path) => format!("with({path}, {buckets})"),
        None if *algorithm == salt.algorithm => buckets.to_string(),
        None => format!("{algorithm}({buckets})"),
    });
    let was: Vec<String> = was.collect();
    all.extend((!was.is_empty()).then(|| format!("was({})", was.join(", "))));
    all.extend(salt.allow_empty.then(|| "allow(empty)".to_owned()));
    format!("salt({})", all.join(", "))
}

/// Returns the attribute of a computed element.
fn element(of: &Computed) -> String {
    let mut all = vec![match of.algorithm {
        Some(own @ "with = own_element") => format!("{own}, of(f{}{})", of.input, of.views),
        Some(algorithm) => format!("{algorithm}(f{}{})", of.input, of.views),
        None => format!("f{}{}", of.input, of.views),
    }];
    all.extend(of.form.map(|(form, width)| format!("{form}({width})")));
    all.extend(of.desc.then(|| "desc".to_owned()));
    format!("element({})", all.join(", "))
}

/// Returns the attribute of split keys.
pub fn split(split: &Split) -> String {
    let literals: Vec<String> = split.literals.iter().map(|literal| bytes(literal)).collect();
    let literals = literals.join(", ");
    let count = split.regions.unwrap_or_default();
    let mut all = match split.rule {
        "regions" => vec![format!("regions = {count}")],
        "span" => {
            let text = |at: usize| String::from_utf8_lossy(&split.literals[at]).into_owned();
            vec![format!("regions = {count}, span({:?}..{:?})", text(0), text(1))]
        }
        "after" => vec![format!("after = {literals}")],
        "keys" => vec![format!("keys({literals})")],
        "hex_range" => {
            let texts: Vec<String> = split.literals.iter().map(|text| bytes(text).replacen('b', "", 1)).collect();
            vec![format!("keys = rowkey::split::hex_range({}, {count})", texts.join(", "))]
        }
        "byte_range" => vec![format!("keys = rowkey::split::byte_range({literals}, {count})")],
        rule => match split.literals.as_slice() {
            [_, _] => vec![format!("keys = rowkey::split::{rule}({count}).rows({literals})")],
            _ => vec![format!("keys = rowkey::split::{rule}({count})")],
        },
    };
    all.extend(split.regions.filter(|_| split.rule == "after").map(|regions| format!("regions = {regions}")));
    let reasons = [split.allow_dead.then_some("dead"), split.allow_uneven.then_some("uneven")];
    let reasons: Vec<&str> = reasons.into_iter().flatten().collect();
    all.extend((!reasons.is_empty()).then(|| format!("allow({})", reasons.join(", "))));
    format!("split({})", all.join(", "))
}

/// Returns `<'a>` if a field borrows.
pub fn lifetimes(key: &Key) -> &'static str {
    let borrows = |field: &Field| matches!(&field.of, Type::Text(text) if text.held == "Cow");
    if key.fields.iter().any(borrows) { "<'a>" } else { "" }
}

/// Writes a type that converts into the field's type, and back. Returns the declared type of the field: that type, or
/// an `Option` of it.
fn converted(ty: &str, can_fail: bool, name: &str, out: &mut String) -> (String, String) {
    let (head, inner) = match ty.strip_prefix("Option<").and_then(|ty| ty.strip_suffix('>')) {
        Some(inner) => (format!("Option<{name}>"), inner),
        None => (name.to_owned(), ty),
    };
    let _ = writeln!(out, "#[derive(Clone, Debug, PartialEq)] struct {name}({inner});");
    let _ = writeln!(out, "impl From<{name}> for {inner} {{ fn from(of: {name}) -> Self {{ of.0 }} }}");
    let _ = match can_fail {
        false => writeln!(out, "impl From<{inner}> for {name} {{ fn from(of: {inner}) -> Self {{ Self(of) }} }}"),
        true => writeln!(
            out,
            "impl TryFrom<{inner}> for {name} {{ type Error = String; fn try_from(of: {inner}) -> Result<Self, String> {{ Ok(Self(of)) }} }}"
        ),
    };
    (head, inner.to_owned())
}

/// Returns the fields of a struct or a variant, one per line. Appends their helper types to `out`.
pub fn fields(key: &Key, name: &str, out: &mut String) -> String {
    let mut fields = String::new();
    for (i, field) in key.fields.iter().enumerate() {
        let (mut items, mut ty) = typed(&field.of, &format!("{name}F{i}"), out);
        if let Some(can_fail) = field.via {
            let inner;
            (ty, inner) = converted(&ty, can_fail, &format!("{name}F{i}Via"), out);
            items.push(format!("via = {inner}"));
        }
        if field.behind_skipped {
            let _ = writeln!(fields, "    #[rowkey(skip)] s{i}: u32,");
        }
        items.extend(field.hashed.then(|| "hashed".into()));
        items.extend(field.desc.then(|| "desc".into()));
        items.extend(field.unordered.then(|| "allow(unordered)".into()));
        items.extend(field.separator.as_ref().map(|separator| format!("separator = {}", bytes(separator))));
        items.extend(field.computed.as_ref().filter(|_| !key.is_further).map(element));
        let own_salt = key.salt.as_ref().filter(|salt| salt.on_field && salt.inputs[0].0 == i);
        items.extend(own_salt.map(salted));
        // Some attributes can be written directly on a field.
        let is_bare =
            |item: &String| i % 2 == 1 && ["pad(", "reverse_ts", "salt("].iter().any(|word| item.starts_with(word));
        let (bare, items): (Vec<String>, Vec<String>) = items.into_iter().partition(is_bare);
        let bare: String = bare.iter().map(|item| format!("#[{item}] ")).collect();
        let items = if items.is_empty() { String::new() } else { format!("#[rowkey({})] ", items.join(", ")) };
        let _ = writeln!(fields, "    {bare}{items}f{i}: {ty},");
    }
    fields
}

/// Writes a struct, with its helper types before it.
pub fn structure(key: &Key, name: &str, out: &mut String) {
    let mut fields = fields(key, name, out);
    let mut all = Vec::new();
    match key.encoding {
        Encoding::Items => {}
        Encoding::FdbTuple => all.push("encoding = fdb_tuple".to_owned()),
        Encoding::OrderedCode => all.push("encoding = ordered_code".to_owned()),
    }
    all.extend((!key.separator.is_empty()).then(|| format!("separator = {}", bytes(&key.separator))));
    let mut own = Vec::new();
    own.extend((!key.prefix.is_empty()).then(|| format!("prefix = {}", bytes(&key.prefix))));
    own.extend((!key.suffix.is_empty()).then(|| format!("suffix = {}", bytes(&key.suffix))));
    own.extend(key.salt.as_ref().filter(|salt| !salt.on_field).map(salted));
    own.extend(key.split.as_ref().map(split));
    own.extend(key.allow_hot.then(|| "allow(hot)".to_owned()));
    let lifetimes = lifetimes(key);
    if key.is_further {
        let names = key.fields.iter().enumerate().flat_map(|(i, field)| {
            let computed = field.computed.as_ref().map(element);
            computed.into_iter().chain([format!("f{i}")])
        });
        let names: Vec<String> = names.collect();
        let items = if own.is_empty() { String::new() } else { format!("; {}", own.join(", ")) };
        all.push(format!("index(#[derive(Debug, PartialEq, Clone)] unique {name}({}{items}))", names.join(", ")));
        fields.insert_str(0, "    extra: u8,\n");
    } else {
        all.extend(own);
    }
    let _ = writeln!(out, "#[derive(rowkey::RowKey, Debug, PartialEq, Clone)]");
    for item in all {
        let _ = writeln!(out, "#[rowkey({item})]");
    }
    let base = if key.is_further { BASE } else { "" };
    let _ = writeln!(out, "struct {name}{base}{lifetimes} {{\n{fields}}}");
}

/// Returns a value as an expression.
pub fn expression(of: &Type, name: &str, value: &Value) -> String {
    match (of, value) {
        (Type::Int(int, _), Value::Number(number)) => {
            let ty = format!("{}{}", if int.signed { 'i' } else { 'u' }, int.bits);
            match int.nonzero {
                true => format!("std::num::NonZero::<{ty}>::new({number}).unwrap()"),
                false => format!("{number}_{ty}"),
            }
        }
        (Type::Bool, Value::Number(number)) => (*number == 1).to_string(),
        (Type::Char, Value::Number(number)) => format!("'\\u{{{number:x}}}'"),
        (Type::Codes(_), Value::Number(number)) => format!("{name}::V{number}"),
        (Type::Count(clock, ..) | Type::Reversed(clock, ..) | Type::Date(clock, _), Value::Number(time)) => match clock
        {
            Clock::Signed | Clock::Unsigned => time.to_string(),
            Clock::Instant(of) => format!("{of}_instant({time})"),
            Clock::Civil(of) => format!("{of}_civil({time})"),
            Clock::Day(of) => format!("{of}_day({time})"),
        },
        (_, Value::Number(number)) => number.to_string(),
        (Type::Float(size, _), Value::Bits(bits)) => format!("f{size}::from_bits({bits})"),
        (Type::Text(text), Value::Bytes(of)) if text.utf8 => {
            let text = String::from_utf8_lossy(of);
            format!("{text:?}.into()")
        }
        // A slice, unlike an array, converts into every type that holds bytes.
        (Type::Text(_), Value::Bytes(of)) => format!("{}[..].into()", bytes(of)),
        (Type::Id(Id::Versionstamp), Value::Bytes(of)) => {
            let user = u16::from_be_bytes([of[10], of[11]]);
            format!("rowkey::Versionstamp::new(*{}, {user})", bytes(&of[..10]))
        }
        (Type::Id(Id::Ulid), Value::Bytes(of)) => format!("ulid::Ulid::from_bytes(*{})", bytes(of)),
        (Type::Id(Id::Uuid), Value::Bytes(of)) => format!("uuid::Uuid::from_bytes(*{})", bytes(of)),
        (Type::Id(id), Value::Bytes(of)) => format!("{}::from(*{})", id.name(), bytes(of)),
        (_, Value::Bytes(of)) => format!("*{}", bytes(of)),
        (_, Value::Option(None)) => "None".into(),
        (Type::Option(some), Value::Option(Some(value))) => format!("Some({})", expression(some, name, value)),
        (Type::Key(key), Value::All(all)) => row(key, name, all),
        (Type::Kinds(kinds), Value::Kind(i, all)) => {
            format!("{name}::V{i}({})", row(&kinds[*i].1, &format!("{name}V{i}"), all))
        }
        (Type::Tuple(parts), Value::All(all)) => {
            let each = parts.iter().zip(all).enumerate();
            let each: Vec<String> =
                each.map(|(i, (part, value))| expression(part, &format!("{name}P{i}"), value)).collect();
            format!("({})", each.join(", "))
        }
        (Type::Array(item, _), Value::All(all)) => format!("[{}]", listed(item, name, all)),
        (Type::Repeated(item), Value::All(all)) => format!("vec![{}]", listed(item, name, all)),
        _ => unreachable!("a value of another type: {value:?}"),
    }
}

fn listed(item: &Type, name: &str, all: &[Value]) -> String {
    all.iter().map(|value| expression(item, name, value)).collect::<Vec<_>>().join(", ")
}

/// The suffix of the name of a struct with secondary keys.
pub const BASE: &str = "Base";

/// Returns a row as an expression.
pub fn row(key: &Key, name: &str, values: &[Value]) -> String {
    let fields = row_fields(key, name, values);
    match key.is_further {
        true => format!("{name}::from(&{name}{BASE} {{ extra: 7, {fields} }})"),
        false => format!("{name} {{ {fields} }}"),
    }
}

/// Returns the fields of a row as an expression. The names of helper types start with `name`.
pub fn row_fields(key: &Key, name: &str, values: &[Value]) -> String {
    let mut all = Vec::new();
    for (i, (field, value)) in key.fields.iter().zip(values).enumerate() {
        let value = expression(&field.of, &format!("{name}F{i}"), value);
        all.extend(field.behind_skipped.then(|| format!("s{i}: 0")));
        all.push(match (field.via, value.strip_prefix("Some(")) {
            (None, _) => format!("f{i}: {value}"),
            (Some(_), _) if value == "None" => format!("f{i}: None"),
            (Some(_), Some(some)) => format!("f{i}: Some({name}F{i}Via({some})"),
            (Some(_), None) => format!("f{i}: {name}F{i}Via({value})"),
        });
    }
    all.join(", ")
}

fn form(form: Form) -> Json {
    match form {
        Form::Plain => json!(["plain"]),
        Form::Digits(width) => json!(["digits", width]),
        Form::Hex(width) => json!(["hex", width]),
        Form::UpperHex(width) => json!(["HEX", width]),
        Form::Bytes(width) => json!(["bytes", width]),
        Form::Decimal => json!(["decimal"]),
        Form::Raw => json!(["raw"]),
        Form::Le(width) => json!(["le", width]),
    }
}

fn type_json(of: &Type) -> Json {
    match of {
        Type::Int(int, of) => json!({
            "type": "int", "bits": int.bits, "signed": int.signed, "nonzero": int.nonzero, "form": form(*of),
        }),
        Type::Bool => json!({"type": "bool"}),
        Type::OwnCodec => json!({"type": "own codec"}),
        Type::Char => json!({"type": "char"}),
        Type::Float(bits, raw) => json!({"type": "float", "bits": bits, "raw": raw}),
        Type::Bytes(count) => json!({"type": "array of bytes", "width": count}),
        Type::Id(id) => json!({"type": "id", "name": id.name(), "width": id.width()}),
        Type::Text(text) => {
            let end = match text.end {
                End::Open => json!(["open"]),
                End::Len(width) => json!(["len", width]),
                End::Terminated(first, escape, end) => json!(["terminated", first, escape, end]),
                End::Length(form) => json!(["length", form]),
                End::Pad(width, pad, Pad::Right) => json!(["pad", width, pad]),
                End::Pad(width, pad, Pad::Left) => json!(["pad left", width, pad]),
                End::Pad(width, pad, Pad::Units) => json!(["pad chars", width, pad]),
                End::Pad(width, pad, Pad::Cut) => json!(["pad cut", width, pad]),
            };
            let set: Option<Vec<u8>> = text.chars.map(|(_, set)| (0..=255).filter(|byte| set(*byte)).collect());
            json!({"type": "text", "utf8": text.utf8, "end": end, "chars": set, "reversed": text.reversed})
        }
        Type::Codes(codes) => {
            json!({"type": "codes", "codes": codes.iter().map(|code| crate::hex(code)).collect::<Vec<_>>()})
        }
        Type::Count(clock, unit, of_form) | Type::Reversed(clock, unit, of_form) => json!({
            "type": if matches!(of, Type::Count(..)) { "count" } else { "reverse_ts" },
            "signed": *clock != Clock::Unsigned, "is_time": !clock.is_count(),
            "unit": unit.name, "finer": unit.finer, "form": form(*of_form),
        }),
        Type::Date(_, pattern) => json!({
            "type": "date", "pattern": pattern.text, "finer": pattern.finer,
            "offset": pattern.offset.map_or(0, |(_, seconds)| seconds),
        }),
        Type::Option(some) => json!({"type": "option", "of": type_json(some), "width": crate::regex::width(some)}),
        Type::Tuple(parts) => json!({"type": "tuple", "of": parts.iter().map(type_json).collect::<Vec<_>>()}),
        Type::Array(item, _) | Type::Repeated(item) => json!({"type": "list", "of": type_json(item)}),
        Type::Key(key) => json!({"type": "key", "key": key_json(key)}),
        Type::Kinds(kinds) => {
            let kind = |(tag, key): &(Vec<u8>, Key)| json!({"tag": crate::hex(tag), "key": key_json(key)});
            json!({"type": "kinds", "kinds": kinds.iter().map(kind).collect::<Vec<_>>()})
        }
    }
}

fn field_json(field: &Field) -> Json {
    let mut json = type_json(&field.of);
    json["desc"] = json!(field.desc);
    json["computed"] = json!(field.computed.as_ref().map(|of| json!({
        "input": of.input, "algorithm": of.algorithm, "views": of.views, "form": of.form(), "desc": of.desc,
    })));
    json["hashed"] = json!(field.hashed);
    json["separator"] = json!(field.separator.as_ref().map(|separator| crate::hex(separator)));
    json
}

/// Returns the layout as JSON for the model.
pub fn key_json(key: &Key) -> Json {
    let salt = key.salt.as_ref().map(|salt| {
        let (form, width) = salt.form();
        json!({
            "algorithm": salt.algorithm, "buckets": salt.buckets, "form": form, "width": width,
            "inputs": salt.inputs, "was": salt.was, "allow_empty": salt.allow_empty,
        })
    });
    let split = key.split.as_ref().map(|split| {
        let literals: Vec<String> = split.literals.iter().map(|literal| crate::hex(literal)).collect();
        json!({
            "rule": split.rule, "literals": literals, "regions": split.regions,
        })
    });
    let encoding = match key.encoding {
        Encoding::Items => "items",
        Encoding::FdbTuple => "fdb_tuple",
        Encoding::OrderedCode => "ordered_code",
    };
    json!({
        "encoding": encoding, "prefix": crate::hex(&key.prefix), "separator": crate::hex(&key.separator), "suffix": crate::hex(&key.suffix), "salt": salt, "split": split, "clock": crate::rules::clock(key).filter(|clock| clock.is_in_order).map(|clock| clock.year),
        "fields": key.fields.iter().map(field_json).collect::<Vec<_>>(),
    })
}
