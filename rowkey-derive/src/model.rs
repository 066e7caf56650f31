//! What a derive's input says, as plain data; the syntax is kept beside every value, for errors to point at.

use proc_macro2::TokenStream;
use syn::{Attribute, Expr, Generics, Ident, Lit, LitStr, Member, Path, Token, Type, Visibility, parse_quote};

/// A struct that derives `RowKey`.
pub struct Key {
    pub ident: Ident,
    pub vis: Visibility,
    /// Has lifetimes only.
    pub generics: Generics,
    /// Where generated code finds the crate.
    pub krate: Path,
    pub prefix: Option<Bytes>,
    pub salt: Option<Salt>,
    /// Stands after the salt and after every field that has no separator of its own, except the last.
    pub separator: Option<Bytes>,
    pub split: Option<Split>,
    /// What the layout must be, in one line.
    pub layout: Option<LitStr>,
    /// In key order; skipped fields are among them.
    pub fields: Vec<Field>,
    pub tables: Vec<Table>,
}

impl Key {
    /// A key of which nothing is said yet.
    pub fn new(ident: Ident, vis: Visibility, generics: Generics) -> Self {
        Self {
            ident,
            vis,
            generics,
            krate: parse_quote!(::rowkey),
            prefix: None,
            salt: None,
            separator: None,
            split: None,
            layout: None,
            fields: Vec::new(),
            tables: Vec::new(),
        }
    }

    /// The fields that the salt is computed from.
    pub fn inputs(&self) -> &[SaltInput] {
        self.salt.as_ref().map_or(&[], |salt| &salt.inputs)
    }

    /// The fields that are part of the key.
    pub fn key_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.skip.is_none())
    }
}

/// A further key over fields of a struct.
pub struct Table {
    /// Passed on.
    pub attrs: Vec<Attribute>,
    /// In its key order: indices into [`Key::fields`] of the struct.
    pub fields: Vec<usize>,
    /// Has fields of its own, and no further tables.
    pub key: Key,
}

#[derive(Clone)]
pub struct Field {
    pub vis: Visibility,
    pub member: Member,
    /// As people say it: without `r#`, the index in a tuple struct.
    pub name: String,
    /// What the methods of this field are named after: the field itself, or `_0` in a tuple struct.
    pub method: Ident,
    pub ty: Type,
    pub docs: Vec<Attribute>,
    /// The codecs that items name; without any, the type is its own.
    pub codecs: Vec<Call>,
    pub unordered: Option<Ident>,
    pub skip: Option<Ident>,
    /// After this field, in place of the key's separator.
    pub separator: Option<Bytes>,
    /// What proves it in core: another check in a further key, where it stands before another field than in the struct.
    pub check: &'static str,
}

impl Field {
    /// The codec that a word names, where the field has it.
    pub fn codec(&self, word: &str) -> Option<&Call> {
        self.codecs.iter().find(|codec| codec.word == word)
    }

    /// Whether the source admits that keys do not sort by the field: in that word, or in one that never sorts.
    pub fn is_unordered(&self) -> bool {
        self.unordered.is_some() || ["reverse_text", "decimal", "raw"].iter().any(|word| self.codec(word).is_some())
    }

    /// What `time("..")` says.
    pub fn pattern(&self) -> Option<&Pattern> {
        self.codecs.iter().flat_map(|codec| &codec.arguments).find_map(|argument| match argument {
            Argument::Pattern(pattern) => Some(pattern),
            _ => None,
        })
    }
}

/// `time("..")`
#[derive(Clone)]
pub struct Pattern {
    pub text: LitStr,
    pub offset: Option<LitStr>,
    pub floor: bool,
}

/// A literal that stands for bytes; never empty.
#[derive(Clone)]
pub struct Bytes {
    pub value: Vec<u8>,
    pub lit: Lit,
}

pub struct Salt {
    /// The word `salt`.
    pub word: Ident,
    pub algorithm: Call,
    pub buckets: Expr,
    /// The number of buckets that older rows were written with.
    pub was: Option<Expr>,
    /// None where it is computed from the whole rest of the key.
    pub inputs: Vec<SaltInput>,
    /// `..`: that rest.
    pub rest: Option<Token![..]>,
    /// The least that fits where nothing is said.
    pub form: Option<Call>,
}

/// A word that core has under the same name, and what it takes.
#[derive(Clone)]
pub struct Call {
    pub word: Ident,
    pub arguments: Vec<Argument>,
    /// The arguments as written.
    pub written: TokenStream,
}

impl Call {
    pub fn new(word: &Ident, arguments: Vec<Argument>) -> Self {
        Self { word: word.clone(), arguments, written: TokenStream::new() }
    }
}

#[allow(clippy::large_enum_variant, reason = "there are few per field of a struct")]
#[derive(Clone)]
pub enum Argument {
    /// Of any integer type.
    Number(Expr),
    /// A `u8`.
    Byte(Expr),
    /// As it is.
    Const(TokenStream),
    Text(LitStr),
    Path(Path),
    Pattern(Pattern),
}

pub struct SaltInput {
    /// Index into [`Key::fields`].
    pub field: usize,
    /// The views, applied from left to right.
    pub views: Vec<Call>,
    /// As written in `of`, or the word `salt` of a salt that means its own field.
    pub tokens: TokenStream,
}

pub struct Split {
    /// The word `split`.
    pub word: Ident,
    /// The word of the rule and the literals that it lists; none of even regions, or of one per bucket.
    pub rule: Option<(Ident, Vec<Bytes>)>,
    pub regions: Option<Expr>,
    /// The rows of an algorithm that are given by themselves.
    pub first: Option<Bytes>,
    pub last: Option<Bytes>,
    pub allow_dead: Option<Ident>,
}

/// An enum that derives `KeyCode`.
pub struct Codes {
    pub ident: Ident,
    pub krate: Path,
    /// In order of declaration.
    pub variants: Vec<Variant>,
}

pub struct Variant {
    pub ident: Ident,
    pub code: Bytes,
}
