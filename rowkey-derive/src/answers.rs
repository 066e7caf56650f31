//! The secondary key that answers a declared query, as the text of a help.

use crate::model::{Answers, BoundField, Field, Index, Key};
use crate::names;
use std::ptr;

/// Returns the conditions in the order of a secondary key: the range comes last.
pub fn in_order(bound: &[BoundField]) -> impl Iterator<Item = &BoundField> {
    bound.iter().filter(|bound| !bound.is_range).chain(bound.iter().filter(|bound| bound.is_range))
}

/// Returns the fields of a key in the order of a secondary key: first those of a query, then the others.
pub fn fields<'k>(key: &'k Key, bound: &[BoundField]) -> Vec<&'k Field> {
    let first: Vec<usize> = in_order(bound).map(|bound| bound.field).collect();
    let others = (0..key.fields.len()).filter(|field| !first.contains(field) && key.fields[*field].skip.is_none());
    first.iter().copied().chain(others).map(|field| &key.fields[field]).collect()
}

/// What to type for the secondary key that answers a query.
pub struct Help {
    /// `` `index(ByAt(at, phone; answers(at)))` in place of `answers(at)` ``
    pub plain: String,
    /// The text before and after a salt: `` `index(ByAt(at, phone; `` and `` answers(at; buckets)))` in place of
    /// `answers(at)` ``. Empty if the struct has the key already.
    pub salted: [String; 2],
}

/// Returns what to type for the secondary key. `of` is the struct, and `key` is the struct or one of its secondary keys.
pub fn help(key: &Key, of: &Key, answers: &Answers) -> Help {
    let bound = &answers.bound;
    let fields = fields(key, bound);
    let name = names::index_of(of, &fields);
    let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
    // A secondary key numbers the fields of a tuple struct by itself.
    let number = |place: usize, bound: &BoundField| match &*key.fields[bound.field].name {
        name if name.starts_with(|first: char| first.is_ascii_digit()) => place.to_string(),
        name => name.to_owned(),
    };
    let conditions = in_order(bound).enumerate().map(|(place, bound)| condition(&number(place, bound), bound));
    let (names, conditions) = (names.join(", "), conditions.collect::<Vec<_>>().join(", "));
    let written = bound.iter().map(|bound| condition(&key.fields[bound.field].name, bound));
    let written = written.collect::<Vec<_>>().join(", ") + if answers.buckets { "; buckets" } else { "" };
    let is_own = ptr::eq(key, of);
    if let Some(existing) = of.indexes.iter().find(|index| is_own && begins_with(index, bound)) {
        let plain = format!("`answers({written})` in `{}`, in place of that of the struct", existing.key.ident);
        return Help { plain, salted: Default::default() };
    }
    let (start, end) = match of.indexes.is_empty() {
        true => ("index(", format!(")` in place of `answers({written})`")),
        false => ("", format!("` in `index`, in place of `answers({written})`")),
    };
    // The same fields in another order are as unique as they were.
    let is_unique = of.indexes.iter().any(|index| ptr::eq(&index.key, key) && index.is_unique);
    let unique = if is_unique { "unique " } else { "" };
    let start = format!("`{start}{unique}{name}({names}; ");
    Help {
        plain: format!("{start}answers({conditions})){end}"),
        salted: [start, format!("answers({conditions}; buckets)){end}")],
    }
}

/// Returns `true` if a secondary key begins with the fields of a query of the struct, so that it answers the query.
fn begins_with(index: &Index, bound: &[BoundField]) -> bool {
    let Some(first) = index.fields.get(..bound.len()) else { return false };
    let is_asked = |(place, field): (usize, &usize)| {
        // A range is last.
        bound.iter().any(|bound| bound.field == *field && (!bound.is_range || place + 1 == first.len()))
    };
    index.elements.is_empty() && index.key.salt.is_none() && first.iter().enumerate().all(is_asked)
}

fn condition(name: &str, bound: &BoundField) -> String {
    match &bound.tokens {
        tokens if !bound.views.is_empty() => {
            // As written, after the name.
            let tokens = tokens.to_string().replace(' ', "");
            format!("{name}{}", tokens.split_once('.').map_or(String::new(), |(_, views)| format!(".{views}")))
        }
        _ if bound.is_range => format!("{name} in .."),
        _ => name.to_owned(),
    }
}
