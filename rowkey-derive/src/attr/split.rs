//! `split([regions = R | keys("a", ..)] [, allow_dead])`, in any order.

use crate::attr::item::{flag, list, parens, set, value, word};
use crate::attr::literal::{bytes, number};
use crate::diag::{error, unknown};
use crate::model::{Bytes, Split, SplitRule};
use syn::parse::ParseStream;
use syn::{Ident, Result};

const ITEMS: &[&str] = &["regions", "keys", "allow_dead"];

pub fn read(split: &Ident, input: ParseStream) -> Result<Split> {
    let (mut regions, mut keys, mut allow_dead) = (None, None, None);
    parens(split, "split(regions = 16)", input, |input| {
        if input.is_empty() {
            return Err(error(split, "`split` says nothing").help("write `split(regions = 16)`").into());
        }
        list(input, |input| {
            let word = word(input)?;
            match word.to_string().as_str() {
                "regions" => {
                    let count = value(&word, "regions = 16", input, |input| number(&word, 1, input))?;
                    set(&mut regions, count, &word, "`regions`")
                }
                "keys" => {
                    let listed = parens(&word, "keys(\"g\", \"p\")", input, |input| split_keys(&word, input))?;
                    set(&mut keys, listed, &word, "`keys`")
                }
                "allow_dead" => {
                    let admission = flag(&word, input)?;
                    set(&mut allow_dead, admission, &word, "`allow_dead`")
                }
                name => Err(unknown(&word, "split item", name, ITEMS).into()),
            }
        })
    })?;
    let rule = match (regions, keys) {
        (None, None) => SplitRule::Labels,
        (Some(count), None) => SplitRule::Regions(count),
        (None, Some(keys)) => SplitRule::Keys(keys),
        (Some(_), Some(_)) => {
            return Err(error(split, "`regions` and `keys` exclude each other")
                .note("listed keys fix the number of regions")
                .into());
        }
    };
    Ok(Split { word: split.clone(), rule, allow_dead })
}

/// Literals in ascending order, as the store has them.
fn split_keys(word: &Ident, input: ParseStream) -> Result<Vec<Bytes>> {
    let mut keys: Vec<Bytes> = Vec::new();
    list(input, |input| {
        let key = bytes(input)?;
        if keys.last().is_some_and(|last| key.value <= last.value) {
            return Err(
                error(&key.lit, "split keys must ascend: this one does not sort after the one before it").into()
            );
        }
        keys.push(key);
        Ok(())
    })?;
    if keys.is_empty() {
        return Err(error(word, "`keys` lists no split key").help("write `keys(\"g\", \"p\")`").into());
    }
    Ok(keys)
}
