//! The input of a derive as plain data. The syntax is kept beside every value, so that errors can point at it.

use crate::attr::words::ENCODINGS;
use proc_macro2::TokenStream;
use syn::{
    Attribute, Expr, GenericArgument, Generics, Ident, Lit, LitStr, Member, Path, PathArguments, Token, Type,
    TypeGroup, TypeParen, Visibility, parse_quote,
};

/// A struct that derives `RowKey`, or what the keys of an enum have in common.
pub struct Key {
    pub ident: Ident,
    /// The name in docs and messages: `Call`, or `Row::Post` of a kind.
    pub name: String,
    pub vis: Visibility,
    /// Lifetimes only; other parameters are refused.
    pub generics: Generics,
    /// The path by which generated code finds the crate.
    pub krate: Path,
    pub prefix: Option<Bytes>,
    pub salt: Option<Salt>,
    /// Stands after the salt and after every field, unless the field is the last or has a separator of its own.
    pub separator: Option<Bytes>,
    pub split: Option<Split>,
    /// How all fields are written.
    pub encoding: Option<Ident>,
    /// The engine that keeps the table.
    pub store: Option<Ident>,
    /// The line that the layout is locked to.
    pub layout: Option<LitStr>,
    /// In key order, skipped fields included.
    pub fields: Vec<Field>,
    pub indexes: Vec<Index>,
}

impl Key {
    /// A key without fields and items.
    pub fn new(ident: Ident, vis: Visibility, generics: Generics) -> Self {
        Self {
            name: ident.to_string(),
            ident,
            vis,
            generics,
            krate: parse_quote!(::rowkey),
            prefix: None,
            salt: None,
            separator: None,
            split: None,
            encoding: None,
            store: None,
            layout: None,
            fields: Vec::new(),
            indexes: Vec::new(),
        }
    }

    /// `true` if this is what the keys of an enum have in common.
    pub fn has_kinds(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.placement, Placement::Rest))
    }

    /// The fields that the salt is computed from.
    pub fn inputs(&self) -> &[SaltInput] {
        self.salt.as_ref().map_or(&[], |salt| &salt.inputs)
    }

    /// The fields that are part of the key, in key order.
    pub fn key_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.skip.is_none())
    }

    /// The index among [`Self::elements`] of the field at this index of [`Self::fields`].
    pub fn element_of(&self, field: usize) -> usize {
        let before = self.fields[..field].iter().filter(|field| field.skip.is_none());
        before.map(|field| 1 + usize::from(field.before.is_some())).sum::<usize>()
            + usize::from(self.fields[field].before.is_some())
    }

    /// The same, and before each the element that is computed there.
    pub fn elements(&self) -> impl Iterator<Item = &Field> {
        self.key_fields().flat_map(|field| field.before.as_deref().into_iter().chain([field]))
    }
}

/// An enum that derives `RowKey`.
pub struct Kinds {
    /// The parts that all its keys have. The fields are those of `under(..)`, then the rest of the key.
    pub key: Key,
    pub reserved: Vec<Bytes>,
    /// The variants that are kinds, in the order of the source.
    pub kinds: Vec<Kind>,
    /// The variant of every other key, and its type.
    pub other: Option<(Ident, Type)>,
}

impl Kinds {
    /// The names of the fields before the tag.
    pub fn under(&self) -> impl Iterator<Item = &Field> {
        self.key.fields.iter().filter(|field| matches!(field.placement, Placement::Under))
    }

    /// The kinds ascending by tag, so that their order in the source does not matter to a layout.
    pub fn by_tag(&self) -> Vec<&Kind> {
        let mut kinds: Vec<&Kind> = self.kinds.iter().collect();
        kinds.sort_by_key(|kind| (kind.tag().to_vec(), kind.ident.to_string()));
        kinds
    }
}

/// A variant of an enum that derives `RowKey`: one kind of its keys.
pub struct Kind {
    pub ident: Ident,
    /// The number of the variant.
    pub declared: usize,
    /// `false` if the variant's items have an error, so that a tag may have been meant.
    pub is_read: bool,
    pub tag: Option<Bytes>,
    /// The tags of older rows, the newest first.
    pub was: Vec<Bytes>,
    pub content: KindContent,
    pub docs: Vec<Attribute>,
}

/// The key of a kind, without its tag.
pub enum KindContent {
    /// Another row key.
    Key(Box<Type>),
    /// The variant's own fields, each with its member in the variant; in the key it is a field by name.
    Fields(Box<Key>, Vec<Member>),
}

impl Kind {
    /// `true` if its scans begin with a function of the enum: not those of a kind of one row.
    pub fn has_scan(&self) -> bool {
        match &self.content {
            KindContent::Key(_) => true,
            KindContent::Fields(key, _) => key.key_fields().next().is_some(),
        }
    }

    /// The bytes of the tag; none if there is no tag.
    pub fn tag(&self) -> &[u8] {
        self.tag.as_ref().map_or(&[], |tag| &tag.value)
    }
}

/// A secondary key over fields of a struct.
pub struct Index {
    /// Attributes that are passed on to the struct of the key.
    pub attrs: Vec<Attribute>,
    /// The fields in the order of this key, as indices into [`Key::fields`] of the struct.
    pub fields: Vec<usize>,
    /// The elements that are computed before fields of this key, by the index of the field in it.
    pub elements: Vec<(usize, Computed)>,
    /// The key itself, with fields of its own and no indexes.
    pub key: Key,
}

#[derive(Clone)]
pub struct Field {
    pub vis: Visibility,
    pub member: Member,
    /// The name that people use: without `r#`; the index in a tuple struct.
    pub name: String,
    /// The name in the names of the field's methods: the field's own, or `_0` in a tuple struct.
    pub method: Ident,
    pub ty: Type,
    pub docs: Vec<Attribute>,
    /// The codecs that items name; without any, the field's type is its own codec.
    pub codecs: Vec<Call>,
    /// `allow(unordered)`
    pub allow: OptOuts,
    pub hashed: Option<Ident>,
    pub skip: Option<Ident>,
    /// Stands after this field in place of the key's separator. The last field of a key has one only before the tag of a kind.
    pub separator: Option<Bytes>,
    pub placement: Placement,
    /// `true` if an earlier key of the struct has the field too, and asks if its codec can write it.
    pub is_asked_before: bool,
    /// The element that is computed before this field: a field that has the member and the type of the one it is computed from.
    pub before: Option<Box<Field>>,
    /// The rule, if this is a computed element.
    pub computed: Option<Computed>,
}

impl Field {
    /// The codec that a word names, if the field has it.
    pub fn codec(&self, word: &str) -> Option<&Call> {
        self.codecs.iter().find(|codec| codec.word == word)
    }

    /// The type in `via`.
    pub fn via(&self) -> Option<&Type> {
        match &self.codec("via")?.arguments[..] {
            [Argument::Type(ty)] => Some(ty),
            _ => None,
        }
    }

    /// The type that is written: that in `via`, else that of the value in an `Option`, else the field's.
    pub fn written(&self) -> &Type {
        self.via().or_else(|| self.optional()).unwrap_or(&self.ty)
    }

    /// The type of the value, if the field is an `Option` whose items say how its value is written.
    pub fn optional(&self) -> Option<&Type> {
        let is_item = |call: &Call| ["with", "desc", "repeated"].iter().chain(ENCODINGS).all(|word| call.word != word);
        let mut ty = &self.ty;
        // A macro puts its `$ty:ty` in a group.
        while let Type::Group(TypeGroup { elem, .. }) | Type::Paren(TypeParen { elem, .. }) = ty {
            ty = elem;
        }
        let Type::Path(ty) = ty else { return None };
        let last = ty.path.segments.last().filter(|last| last.ident == "Option" && self.codecs.iter().any(is_item))?;
        match &last.arguments {
            PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                Some(GenericArgument::Type(value)) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// `true` if the source opts out of sorting by the field: by `allow(unordered)`, or by a word that implies it.
    pub fn is_unordered(&self) -> bool {
        self.allow.get("unordered").is_some()
            || ["reverse_text", "decimal", "raw"].iter().any(|word| self.codec(word).is_some())
    }
}

/// `element(FIELD[.VIEW ..] or ALGORITHM(FIELD) [, FORM] [, desc])`
#[derive(Clone)]
pub struct Computed {
    /// The input of a salt, of which the element is the digest or the number.
    pub input: SaltInput,
    /// `number`, `md5` or `xxh3`.
    pub algorithm: Ident,
    pub form: Call,
    pub descending: bool,
    /// The rule as in the source.
    pub tokens: TokenStream,
}

/// How a field is placed in its key, compared with the struct.
#[derive(Clone, Copy)]
pub enum Placement {
    /// In the struct's own key, or skipped by it.
    Own,
    /// Among the first fields of a variant, which all others begin with too.
    Shared,
    /// In a secondary key. In the struct's own key, it is the field of this index.
    Moved(usize),
    /// In a secondary key. The struct's own key skips it.
    Skipped,
    /// Before the tag, in every kind of an enum's keys. The first kind says how it is written.
    Under,
    /// The rest of the key of an enum, behind these.
    Rest,
}

/// `time("..")`
#[derive(Clone)]
pub struct Pattern {
    pub text: LitStr,
    pub offset: Option<LitStr>,
    /// The letter for finer parts, as in `Pattern::FINER`.
    pub finer: char,
}

/// The reasons of `allow(..)`.
#[derive(Clone, Default)]
pub struct OptOuts(pub Vec<Ident>);

impl OptOuts {
    /// The reason, if it is given.
    pub fn get(&self, reason: &str) -> Option<&Ident> {
        self.0.iter().find(|given| *given == reason)
    }
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
    /// `None` if the label is the first digits of the digest.
    pub buckets: Option<Expr>,
    /// How older rows were salted, the newest first.
    pub was: Vec<Generation>,
    /// Empty if the salt is computed from the whole rest of the key.
    pub inputs: Vec<SaltInput>,
    /// `..`, the whole rest of the key.
    pub rest: Option<Token![..]>,
    /// The form of the label; `None` for the narrowest that fits.
    pub form: Option<Call>,
    /// `allow(empty)`
    pub allow: OptOuts,
}

/// The salt of older rows.
pub struct Generation {
    /// `None` if it is the present algorithm.
    pub algorithm: Option<Call>,
    pub buckets: Expr,
    /// All of it, as written.
    pub tokens: TokenStream,
}

/// A word that names an item of core, and its arguments.
#[derive(Clone)]
pub struct Call {
    pub word: Ident,
    pub arguments: Vec<Argument>,
    /// The arguments as in the source.
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
    /// A number of any integer type.
    Number(Expr),
    /// An expression of type `u8`.
    Byte(Expr),
    /// Tokens that are passed on unchanged.
    Const(TokenStream),
    Text(LitStr),
    Path(Path),
    Type(Type),
    Pattern(Pattern),
}

#[derive(Clone)]
pub struct SaltInput {
    /// Index into [`Key::fields`].
    pub field: usize,
    /// The views, in the order in which they are applied.
    pub views: Vec<Call>,
    /// The source of the input: as written in `of`, or the word `salt` if the salt stands on its field.
    pub tokens: TokenStream,
}

pub struct Split {
    /// The word `split`.
    pub word: Ident,
    /// The word of the rule, and the rule; `None` for even regions, or for one per bucket.
    pub rule: Option<(Ident, SplitRule)>,
    /// The word `regions`, and their number.
    pub regions: Option<(Ident, Expr)>,
    /// `allow(dead, uneven)`
    pub allow: OptOuts,
}

pub enum SplitRule {
    /// `after = ".."`
    After(Bytes),
    /// `keys("..", ..)`
    Listed(Vec<Bytes>),
    /// `keys = KEYS`
    Named(Expr),
    /// `keys = hex_string(16)`, a call of a function that computes them.
    Computed(Expr),
}

impl Split {
    pub const fn new(word: Ident) -> Self {
        Self { word, rule: None, regions: None, allow: OptOuts(Vec::new()) }
    }
}

/// An enum that derives `KeyCode`.
pub struct Codes {
    pub ident: Ident,
    pub krate: Path,
    /// In the order of declaration.
    pub variants: Vec<Variant>,
}

pub struct Variant {
    pub ident: Ident,
    pub code: Bytes,
}
