//! What the further keys of a struct take over from it.

use crate::check;
use crate::diag::Diag;
use crate::expand::scan;
use crate::key::numbered;
use crate::model::{Field, Key, Table};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::mem;
use syn::ext::IdentExt;
use syn::{GenericParam, Generics, Member, WherePredicate};

/// Completes the tables once all of the struct is read. One whose name is taken is left out.
pub fn complete(key: &mut Key, diag: &mut Diag) {
    let types = |ident: &Ident| [ident.unraw().to_string(), scan::ident(ident).to_string()];
    let mut taken = types(&key.ident).to_vec();
    for mut table in mem::take(&mut key.tables) {
        let ident = &table.key.ident;
        if let Some(clash) = types(ident).iter().find(|name| taken.contains(name)) {
            diag.push(check::second_type(ident, clash));
            continue;
        }
        taken.extend(types(ident));
        take_over(&mut table, key);
        key.tables.push(table);
    }
}

fn take_over(table: &mut Table, key: &Key) {
    let own = &mut table.key;
    own.krate = key.krate.clone();
    own.prefix = own.prefix.take().or_else(|| key.prefix.clone());
    let is_cut_anew = own.separator.is_some();
    own.separator = own.separator.take().or_else(|| key.separator.clone());
    own.fields = table.fields.iter().enumerate().map(|(index, &from)| field(&key.fields[from], index)).collect();
    for (field, pair) in own.fields.iter_mut().zip(table.fields.windows(2)) {
        field.is_moved = is_cut_anew || !follows(key, pair[0], pair[1]);
    }
    own.generics = generics(&key.generics, &own.fields);
}

/// Whether one field comes right after another in the struct's own key.
fn follows(key: &Key, first: usize, second: usize) -> bool {
    let in_key = |index: &usize| key.fields[*index].skip.is_none();
    in_key(&first) && (first + 1..key.fields.len()).find(in_key) == Some(second)
}

/// A field in another place. Of a skipped one nothing else is said: it is written as its type says.
fn field(field: &Field, index: usize) -> Field {
    let mut field = Field { skip: None, ..field.clone() };
    if let Member::Unnamed(_) = field.member {
        (field.member, field.name, field.method) = numbered(index, &field.ty);
    }
    field
}

/// The lifetimes that the fields use, and what is said of no others: a lifetime without use is an error.
fn generics(generics: &Generics, fields: &[Field]) -> Generics {
    let used: Vec<Ident> = fields.iter().flat_map(|field| lifetimes(field.ty.to_token_stream())).collect();
    let unused: Vec<Ident> =
        generics.lifetimes().map(|param| param.lifetime.ident.clone()).filter(|name| !used.contains(name)).collect();
    let is_kept = |tokens: TokenStream| lifetimes(tokens).iter().all(|name| !unused.contains(name));

    let mut own = Generics { where_clause: generics.where_clause.clone(), ..Generics::default() };
    for param in generics.lifetimes().filter(|param| used.contains(&param.lifetime.ident)) {
        let mut param = param.clone();
        param.bounds = param.bounds.into_iter().filter(|bound| used.contains(&bound.ident)).collect();
        own.params.push(GenericParam::Lifetime(param));
    }
    if let Some(clause) = &mut own.where_clause {
        let kept = mem::take(&mut clause.predicates).into_iter();
        clause.predicates = kept.filter(|predicate: &WherePredicate| is_kept(predicate.to_token_stream())).collect();
    }
    own
}

/// The names of the lifetimes in a type or a bound.
fn lifetimes(tokens: TokenStream) -> Vec<Ident> {
    let mut names = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(quote) if quote.as_char() == '\'' => {
                names.extend(tokens.next().and_then(|name| match name {
                    TokenTree::Ident(name) => Some(name),
                    _ => None,
                }));
            }
            TokenTree::Group(group) => names.extend(lifetimes(group.stream())),
            _ => {}
        }
    }
    names
}
