//! `allow(REASON, ..)`: opt-outs, each of which turns off one proof.

use crate::attr::item::{flag, items, parens};
use crate::diag::{refuse, unknown};
use crate::model::OptOuts;
use syn::parse::ParseStream;
use syn::{Ident, Result};

/// The place of an `allow(..)`.
#[derive(Clone, Copy, PartialEq)]
pub enum Place {
    Field,
    Salt,
    Split,
    /// On the struct, the enum or the variant itself.
    Whole,
}

/// The reasons, each with its valid place.
pub const REASONS: [(&str, Place); 5] = [
    ("unordered", Place::Field),
    ("hot", Place::Whole),
    ("empty", Place::Salt),
    ("dead", Place::Split),
    ("uneven", Place::Split),
];

/// Reads `(REASON, ..)` after the word `allow`. A reason that belongs to another place is an error.
pub fn read(word: &Ident, place: Place, input: ParseStream) -> Result<OptOuts> {
    let reasons = REASONS.iter().filter(|(_, of)| *of == place);
    let legal: Vec<&str> = reasons.map(|(reason, _)| *reason).collect();
    let (mut allow, example) = (OptOuts::default(), format!("allow({})", legal[0]));
    parens(word, &example, input, |input| {
        if input.is_empty() {
            refuse!(word, RK007, "`allow` needs a reason"; help "write `{example}`");
        }
        items(input, |reason, input| {
            let name = reason.to_string();
            match REASONS.iter().find(|(known, _)| *known == name) {
                Some((_, of)) if *of == place => allow.0.push(flag(reason, input)?),
                Some((_, Place::Field)) => refuse!(reason, RK004, "`allow({name})` belongs on a field";
                    help "write `#[rowkey(allow({name}))]` above its field"),
                Some((_, Place::Whole)) => refuse!(reason, RK004, "`allow({name})` belongs on the struct";
                    help "write `#[rowkey(allow({name}))]` above `struct`"),
                Some((_, of)) => {
                    let item = if *of == Place::Salt { "salt" } else { "split" };
                    refuse!(reason, RK004, "`allow({name})` belongs in `{item}(..)`"; help "write `{item}(.., allow({name}))`")
                }
                None => return Err(unknown(reason, "reason", &name, &legal)),
            }
            Ok(())
        })
    })?;
    Ok(allow)
}
