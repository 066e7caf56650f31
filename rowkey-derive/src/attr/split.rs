//! `split(RULE [, regions = R] [, allow_dead])`, in any order.

use crate::attr::item::{flag, items, list, parens, value};
use crate::attr::literal::{bytes, number};
use crate::diag::{refuse, unknown};
use crate::model::{Bytes, Split};
use syn::parse::ParseStream;
use syn::{Ident, Result};

/// HBase's algorithms whose bounds are given with the word.
const RANGES: [&str; 2] = ["hex_range", "byte_range"];
/// Those of `RegionSplitter`, whose bounds are items of their own.
const SPLITTERS: [&str; 4] = ["hex_string", "decimal_string", "md5_string", "uniform"];
const OTHER_ITEMS: [&str; 6] = ["regions", "after", "keys", "first", "last", "allow_dead"];

pub fn read(word: &Ident, input: ParseStream) -> Result<Split> {
    let mut split = Split { word: word.clone(), rule: None, regions: None, first: None, last: None, allow_dead: None };
    parens(word, "split(regions = 16)", input, |input| {
        if input.is_empty() {
            refuse!(word, "`split` says nothing"; help "write `split(regions = 16)`");
        }
        items(input, |word, input| item(&mut split, word, input))
    })?;
    check(&split)?;
    Ok(split)
}

fn item(split: &mut Split, word: &Ident, input: ParseStream) -> Result<()> {
    let text = |example| value(word, example, input, bytes);
    let literals = match word.to_string().as_str() {
        "regions" => {
            split.regions = Some(value(word, "regions = 16", input, |input| number(word, 1, input))?);
            return Ok(());
        }
        "first" => return text("first = \"0000\"").map(|row| split.first = Some(row)),
        "last" => return text("last = \"ffff\"").map(|row| split.last = Some(row)),
        "allow_dead" => return flag(word, input).map(|word| split.allow_dead = Some(word)),
        "after" => vec![text("after = \"|\"")?],
        "keys" => parens(word, "keys(\"g\", \"p\")", input, literals)?,
        name if RANGES.contains(&name) => parens(word, example(name), input, literals)?,
        name if SPLITTERS.contains(&name) => flag(word, input).map(|_| Vec::new())?,
        name => return Err(unknown(word, "split item", name, &[&OTHER_ITEMS[..], &RANGES, &SPLITTERS].concat())),
    };
    match &split.rule {
        Some((other, _)) if other != word => {
            refuse!(word, "`{other}` and `{word}` exclude each other"; note "a table is cut by one rule")
        }
        _ => split.rule = Some((word.clone(), literals)),
    }
    Ok(())
}

fn example(range: &str) -> &'static str {
    if range == "hex_range" { "hex_range(\"0000\", \"ffff\")" } else { "byte_range(b\"\\x00\", b\"\\xFF\")" }
}

fn literals(input: ParseStream) -> Result<Vec<Bytes>> {
    let mut all = Vec::new();
    list(input, |input| bytes(input).map(|literal| all.push(literal)))?;
    Ok(all)
}

/// Whether the items make a rule.
fn check(split: &Split) -> Result<()> {
    let (word, literals) = match &split.rule {
        Some((word, literals)) => (word, &literals[..]),
        None => (&split.word, &[][..]),
    };
    let name = word.to_string();
    let is_splitter = SPLITTERS.contains(&name.as_str());
    if let (Some(row), false) = (split.first.as_ref().or(split.last.as_ref()), is_splitter) {
        refuse!(&row.lit, "`first` and `last` go with a rule of HBase's `RegionSplitter`";
            help "write `split(hex_string, regions = 16, first = \"0000\", last = \"ffff\")`");
    }
    if RANGES.contains(&name.as_str()) && literals.len() != 2 {
        let example = example(&name);
        refuse!(word, "`{word}` needs two bounds"; help "write `{example}`");
    }
    if split.regions.is_none() && (is_splitter || RANGES.contains(&name.as_str())) {
        refuse!(word, "`{word}` needs a number of regions"; help "add `regions = 16`");
    }
    if name != "keys" {
        return Ok(());
    }
    if literals.is_empty() {
        refuse!(word, "`keys` lists no split key"; help "write `keys(\"g\", \"p\")`");
    }
    if split.regions.is_some() {
        refuse!(&split.word, "`regions` and `keys` exclude each other"; note "listed keys fix the number of regions");
    }
    if let Some(pair) = literals.windows(2).find(|pair| pair[1].value <= pair[0].value) {
        refuse!(&pair[1].lit, "split keys must ascend: this one does not sort after all before it";
            help "sort the keys, and list each once");
    }
    Ok(())
}
