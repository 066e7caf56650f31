//! `split(RULE [, regions = R] [, allow_dead])`, in any order.

use crate::attr::item::{comma, flag, list, parens, set, value, word};
use crate::attr::literal::{bytes, number};
use crate::diag::{error, unknown};
use crate::model::{Bytes, Split, SplitRule, Splitter};
use syn::parse::ParseStream;
use syn::{Expr, Ident, Result};

const ITEMS: &[&str] = &[
    "regions",
    "after",
    "keys",
    "hex_range",
    "byte_range",
    "hex_string",
    "decimal_string",
    "md5_string",
    "uniform",
    "first",
    "last",
    "allow_dead",
];

/// What an item says of the rule, beside `regions`.
enum Keys {
    After(Bytes),
    Listed(Vec<Bytes>),
    /// With the first and the last row.
    Range(Splitter, Bytes, Bytes),
    /// Whose rows are items of their own.
    Rows(Splitter),
}

#[derive(Default)]
struct Items {
    regions: Option<Expr>,
    keys: Option<(Ident, Keys)>,
    first: Option<(Ident, Bytes)>,
    last: Option<(Ident, Bytes)>,
    allow_dead: Option<Ident>,
}

pub fn read(split: &Ident, input: ParseStream) -> Result<Split> {
    let mut items = Items::default();
    parens(split, "split(regions = 16)", input, |input| {
        if input.is_empty() {
            return Err(error(split, "`split` says nothing").help("write `split(regions = 16)`").into());
        }
        list(input, |input| items.read(input))
    })?;
    let allow_dead = items.allow_dead.take();
    Ok(Split { word: split.clone(), rule: items.rule(split)?, allow_dead })
}

impl Items {
    fn read(&mut self, input: ParseStream) -> Result<()> {
        let word = word(input)?;
        let text = |input: ParseStream, example: &str| value(&word, example, input, bytes);
        let keys = match word.to_string().as_str() {
            "regions" => {
                let count = value(&word, "regions = 16", input, |input| number(&word, 1, input))?;
                return set(&mut self.regions, count, &word, "`regions`");
            }
            "first" => {
                let first = text(input, "first = \"0000\"")?;
                return set(&mut self.first, (word.clone(), first), &word, "`first`");
            }
            "last" => {
                let last = text(input, "last = \"ffff\"")?;
                return set(&mut self.last, (word.clone(), last), &word, "`last`");
            }
            "allow_dead" => return set(&mut self.allow_dead, flag(&word, input)?, &word, "`allow_dead`"),
            "after" => Keys::After(text(input, "after = \"|\"")?),
            "keys" => Keys::Listed(parens(&word, "keys(\"g\", \"p\")", input, |input| split_keys(&word, input))?),
            "hex_range" => range(&word, Splitter::HexRange, "hex_range(\"0000\", \"ffff\")", input)?,
            "byte_range" => range(&word, Splitter::ByteRange, "byte_range(b\"\\x00\", b\"\\xFF\")", input)?,
            "hex_string" => rows(&word, Splitter::HexString, input)?,
            "decimal_string" => rows(&word, Splitter::DecimalString, input)?,
            "md5_string" => rows(&word, Splitter::Md5String, input)?,
            "uniform" => rows(&word, Splitter::Uniform, input)?,
            name => return Err(unknown(&word, "split item", name, ITEMS).into()),
        };
        match &self.keys {
            Some((other, _)) if *other == word => Err(error(&word, format_args!("`{word}` is given twice")).into()),
            Some((other, _)) => Err(error(&word, format_args!("`{other}` and `{word}` exclude each other"))
                .note("a table is cut by one rule")
                .into()),
            None => {
                self.keys = Some((word, keys));
                Ok(())
            }
        }
    }

    fn rule(self, split: &Ident) -> Result<SplitRule> {
        let Self { regions, keys, first, last, .. } = self;
        let splitter = match &keys {
            Some((_, Keys::Rows(splitter))) => Some(*splitter),
            _ => None,
        };
        let row = |row: Option<(Ident, Bytes)>| match (row, splitter) {
            (None, _) => Ok(None),
            (Some((_, row)), Some(splitter)) => digits(splitter, &row).map(|()| Some(row)),
            (Some((word, _)), None) => Err(syn::Error::from(
                error(&word, format_args!("`{word}` goes with a rule of HBase's `RegionSplitter`"))
                    .help("write `split(hex_string, regions = 16, first = \"0000\", last = \"ffff\")`"),
            )),
        };
        let (first, last) = (row(first)?, row(last)?);
        let Some((word, keys)) = keys else {
            return Ok(regions.map_or(SplitRule::Labels, SplitRule::Regions));
        };
        let (splitter, low, high) = match keys {
            Keys::After(literal) => return Ok(SplitRule::After { literal, regions }),
            Keys::Listed(keys) if regions.is_none() => return Ok(SplitRule::Keys(keys)),
            Keys::Listed(_) => {
                return Err(error(split, "`regions` and `keys` exclude each other")
                    .note("listed keys fix the number of regions")
                    .into());
            }
            Keys::Range(splitter, low, high) => (splitter, Some(low), Some(high)),
            Keys::Rows(splitter) => (splitter, first, last),
        };
        match regions {
            Some(regions) => Ok(SplitRule::Hbase { splitter, low, high, regions }),
            None => {
                Err(error(&word, format_args!("`{word}` needs a number of regions")).help("add `regions = 16`").into())
            }
        }
    }
}

/// A rule whose rows are items of their own.
fn rows(word: &Ident, splitter: Splitter, input: ParseStream) -> Result<Keys> {
    flag(word, input).map(|_| Keys::Rows(splitter))
}

/// The bounds of a range, as far as they can be judged by themselves.
fn range(word: &Ident, splitter: Splitter, example: &str, input: ParseStream) -> Result<Keys> {
    parens(word, example, input, |input| {
        let low = bytes(input)?;
        comma(input)?;
        if input.is_empty() {
            let help = format_args!("write `{example}`");
            return Err(error(word, format_args!("`{word}` needs two bounds")).help(help).into());
        }
        let high = bytes(input)?;
        comma(input)?;
        digits(splitter, &low)?;
        digits(splitter, &high)?;
        if splitter == Splitter::HexRange && low.value.len() != high.value.len() {
            return Err(error(&high.lit, "the bounds of `hex_range` must be of one width")
                .note("it is the width of the split keys")
                .help("fill up the shorter with zeros: `\"00ff\"`")
                .into());
        }
        if low.value.to_ascii_lowercase() >= high.value.to_ascii_lowercase() && splitter == Splitter::HexRange
            || low.value >= high.value && splitter == Splitter::ByteRange
        {
            return Err(error(&high.lit, format_args!("the upper bound of `{word}` must be above the lower one"))
                .help("give the lower bound first")
                .into());
        }
        Ok(Keys::Range(splitter, low, high))
    })
}

/// That a row is a number, where the rule counts in text.
fn digits(splitter: Splitter, row: &Bytes) -> Result<()> {
    let (radix, kind) = match splitter {
        Splitter::ByteRange | Splitter::Uniform => return Ok(()),
        Splitter::DecimalString => (10, "decimal"),
        Splitter::HexRange | Splitter::HexString | Splitter::Md5String => (16, "hex"),
    };
    match row.value.iter().find(|&&byte| !char::from(byte).is_digit(radix)) {
        None => Ok(()),
        Some(byte) => Err(error(&row.lit, format_args!("`{}` is no {kind} digit", byte.escape_ascii()))
            .help("write digits only: `\"0000\"`")
            .into()),
    }
}

/// Literals in ascending order, as the store has them.
fn split_keys(word: &Ident, input: ParseStream) -> Result<Vec<Bytes>> {
    let mut keys: Vec<Bytes> = Vec::new();
    list(input, |input| {
        let key = bytes(input)?;
        if keys.last().is_some_and(|last| key.value <= last.value) {
            return Err(error(&key.lit, "split keys must ascend: this one does not sort after all before it")
                .help("sort the keys, and list each once")
                .into());
        }
        keys.push(key);
        Ok(())
    })?;
    if keys.is_empty() {
        return Err(error(word, "`keys` lists no split key").help("write `keys(\"g\", \"p\")`").into());
    }
    Ok(keys)
}
