//! `split(RULE [, regions = R] [, allow(REASON, ..)])`, in any order.

use crate::attr::allow::{self, Place};
use crate::attr::item::{flag, items, list, parens, value};
use crate::attr::literal::{bytes, number};
use crate::diag::{refuse, unknown};
use crate::model::{Bytes, Split};
use syn::parse::ParseStream;
use syn::{Ident, Result};

pub const SPLITTERS: [&str; 4] = ["hex_string", "decimal_string", "md5_string", "uniform"];
pub const OTHER_ITEMS: [&str; 8] = ["regions", "after", "keys", "hex_range", "byte_range", "first", "last", "allow"];

pub fn read(word: &Ident, input: ParseStream) -> Result<Split> {
    let mut split = Split::new(word.clone());
    parens(word, "split(regions = 16)", input, |input| {
        if input.is_empty() {
            refuse!(word, "expected a rule or a number of regions in `split`"; help "write `split(regions = 16)`");
        }
        items(input, |word, input| item(&mut split, word, input))
    })?;
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
        "allow" => return allow::read(word, Place::Split, input).map(|allow| split.allow = allow),
        "after" => vec![text("after = \"|\"")?],
        "keys" => parens(word, "keys(\"g\", \"p\")", input, literals)?,
        "hex_range" => parens(word, "hex_range(\"0000\", \"ffff\")", input, literals)?,
        "byte_range" => parens(word, "byte_range(b\"\\x00\", b\"\\xFF\")", input, literals)?,
        name if SPLITTERS.contains(&name) => flag(word, input).map(|_| Vec::new())?,
        name => return Err(unknown(word, "split item", name, &[&OTHER_ITEMS[..], &SPLITTERS].concat())),
    };
    match &split.rule {
        Some((other, _)) if other != word => {
            refuse!(word, "`{other}` and `{word}` exclude each other"; note "a table is cut by one rule")
        }
        _ => split.rule = Some((word.clone(), literals)),
    }
    Ok(())
}

fn literals(input: ParseStream) -> Result<Vec<Bytes>> {
    let mut all = Vec::new();
    list(input, |input| bytes(input).map(|literal| all.push(literal)))?;
    Ok(all)
}
