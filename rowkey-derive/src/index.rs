//! Completes the secondary keys of a struct with the items that they inherit from it.

use crate::attr::element::compute_before;
use crate::diag::{Diag, message};
use crate::lifetimes::lifetimes;
use crate::model::{Computed, Field, Index, Key, Placement, SaltInput};
use crate::names::{self, numbered};
use proc_macro2::Ident;
use std::mem;
use syn::ext::IdentExt;
use syn::{GenericParam, Generics, Member, Result, WherePredicate};

/// Returns the names of the types that a key adds.
fn types(ident: &Ident) -> [String; 2] {
    [ident.unraw().to_string(), names::builder(ident).to_string()]
}

/// Completes the indexes after the whole struct or variant is read. It drops an index whose name is taken, and adds the
/// names of the others to `taken`.
pub fn complete(key: &mut Key, taken: &mut Vec<String>, diag: &mut Diag) {
    taken.extend(types(&key.ident));
    let mut asked: Vec<usize> = (0..key.fields.len()).filter(|&index| key.fields[index].skip.is_none()).collect();
    for mut index in mem::take(&mut key.indexes) {
        let ident = &index.key.ident;
        if let Some(clash) = types(ident).iter().find(|name| taken.contains(name)) {
            diag.push(message!(ident, RK010, "there would be two types `{clash}`";
                note "each key is a type, and so is the builder of its scans: `Call` and `CallScan`";
                help "give each key its own name"));
            continue;
        }
        taken.extend(types(ident));
        diag.ok(contains_row(&index, key));
        take_over(&mut index, key);
        for (field, &from) in index.key.fields.iter_mut().zip(&index.fields) {
            field.is_asked_before = asked.contains(&from);
        }
        asked.extend(&index.fields);
        key.indexes.push(index);
    }
}

/// Completes the indexes of a variant with what they take over from its enum. `taken` are the names of the types so far.
pub fn complete_variant(key: &mut Key, of: &Key, taken: &mut Vec<String>, diag: &mut Diag) {
    complete(key, taken, diag);
    for Index { key: own, .. } in &mut key.indexes {
        own.store = of.store.clone();
        own.prefix = own.prefix.take().or_else(|| of.prefix.clone());
        // The fields of a variant are as visible as the enum.
        own.fields.iter_mut().for_each(|field| field.vis = of.vis.clone());
    }
}

/// Checks that a secondary key that is not `unique` contains the whole key of its row.
fn contains_row(index: &Index, key: &Key) -> Result<()> {
    let missing: Vec<usize> = missing(index, key).collect();
    if missing.is_empty() || index.is_unique || !index.is_read {
        return Ok(());
    }
    let names = |fields: &mut dyn Iterator<Item = &usize>| {
        fields.map(|&field| key.fields[field].name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let (ident, of, lacks) = (&index.key.ident, &key.name, names(&mut missing.iter()));
    let (all, own) = match index.elements.is_empty() {
        true => (names(&mut index.fields.iter().chain(&missing)), names(&mut index.fields.iter())),
        // An element has no name.
        false => (format!(".., {lacks}"), "..".to_owned()),
    };
    Err(message!(ident, RK911, "two rows of `{of}` can have the same `{ident}`, which lacks `{lacks}`";
        help "add what tells the rows apart: `{ident}({all})`";
        help "or, if no two rows have the same one: `unique {ident}({own})`"))
}

/// Returns the fields of the row's key that a secondary key lacks.
pub fn missing<'i>(index: &'i Index, key: &'i Key) -> impl Iterator<Item = usize> + 'i {
    (0..key.fields.len()).filter(|field| key.fields[*field].skip.is_none() && !index.fields.contains(field))
}

fn take_over(index: &mut Index, key: &Key) {
    let own = &mut index.key;
    own.krate = key.krate.clone();
    own.store = key.store.clone();
    own.encoding = key.encoding.clone();
    own.prefix = own.prefix.take().or_else(|| key.prefix.clone());
    own.separator = own.separator.take().or_else(|| key.separator.clone());
    own.suffix = own.suffix.take().or_else(|| key.suffix.clone());
    // `check` rejects an element without a field after it, or without its source field.
    let of_index = |(host, computed): (usize, Computed)| {
        let field = index.fields.iter().position(|&field| field == computed.input.field)?;
        index.fields.get(host)?;
        Some((host, Computed { input: SaltInput { field, ..computed.input }, ..computed }))
    };
    let elements = index.elements.iter().cloned().filter_map(of_index).collect();
    own.fields = index.fields.iter().enumerate().map(|(index, &from)| field(key, from, index)).collect();
    // The last field of this key needs no separator.
    if let Some(last) = own.fields.last_mut() {
        last.separator = None;
    }
    own.generics = generics(&key.generics, &own.fields);
    compute_before(own, elements);
}

/// Returns the field `from` of the struct as field `index` of a secondary key. A field that the struct skips has no
/// other items, so its type determines how it is written.
fn field(key: &Key, from: usize, index: usize) -> Field {
    let placement = match key.fields[from].skip {
        Some(_) => Placement::Skipped,
        None => {
            let is_own = |field: &Field| field.computed.is_none() && field.name == key.fields[from].name;
            Placement::Moved(key.elements().position(is_own).unwrap_or_default())
        }
    };
    let mut field = Field { skip: None, placement, before: None, ..key.fields[from].clone() };
    if let Member::Unnamed(_) = field.member {
        (field.member, field.name, field.method) = numbered(index, &field.ty);
    }
    field
}

/// Returns the lifetimes that the fields use, with their bounds. A struct may not declare a lifetime that it does not
/// use.
fn generics(generics: &Generics, fields: &[Field]) -> Generics {
    let used: Vec<Ident> = fields.iter().flat_map(|field| lifetimes(&field.ty)).collect();
    let unused: Vec<Ident> =
        generics.lifetimes().map(|param| param.lifetime.ident.clone()).filter(|name| !used.contains(name)).collect();
    let is_kept = |predicate: &WherePredicate| lifetimes(predicate).iter().all(|name| !unused.contains(name));

    let mut own = Generics { where_clause: generics.where_clause.clone(), ..Generics::default() };
    for param in generics.lifetimes().filter(|param| used.contains(&param.lifetime.ident)) {
        let mut param = param.clone();
        param.bounds = param.bounds.into_iter().filter(|bound| used.contains(&bound.ident)).collect();
        own.params.push(GenericParam::Lifetime(param));
    }
    if let Some(clause) = &mut own.where_clause {
        clause.predicates = mem::take(&mut clause.predicates).into_iter().filter(is_kept).collect();
    }
    own
}
