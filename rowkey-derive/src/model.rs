//! The input of a derive as plain data. Each value keeps its syntax, so that errors can point at it.

use crate::items::{self, Group, Item, Way};
use proc_macro2::TokenStream;
use syn::{
    Attribute, Expr, GenericArgument, Generics, Ident, Lit, LitStr, Member, Path, PathArguments, Token, Type,
    TypeGroup, TypeParen, Visibility, parse_quote,
};

/// A struct that derives `RowKey`, or the common part of an enum's keys.
pub struct Key {
    pub ident: Ident,
    /// The name in docs and messages: `Call`, or `Row::Post` for a record type.
    pub name: String,
    pub vis: Visibility,
    /// Only lifetimes. Other parameters are rejected.
    pub generics: Generics,
    /// The path of the crate in generated code.
    pub krate: Path,
    pub prefix: Option<Bytes>,
    pub salt: Option<Salt>,
    /// Written after the salt and after every field, except after the last field and after a field with its own
    /// separator.
    pub separator: Option<Bytes>,
    /// Written after the last field.
    pub suffix: Option<Bytes>,
    pub split: Option<Split>,
    /// The encoding of all fields.
    pub encoding: Option<Ident>,
    /// The engine that stores the table.
    pub store: Option<Ident>,
    /// `allow(hot)`
    pub allow: OptOuts,
    /// The text that the layout is locked to.
    pub layout: Option<LitStr>,
    /// The queries that the key must answer.
    pub answers: Vec<Answers>,
    /// All fields in key order, including skipped ones.
    pub fields: Vec<Field>,
    pub indexes: Vec<Index>,
}

impl Key {
    /// Creates a key without fields and items.
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
            suffix: None,
            split: None,
            encoding: None,
            store: None,
            allow: OptOuts::default(),
            layout: None,
            answers: Vec::new(),
            fields: Vec::new(),
            indexes: Vec::new(),
        }
    }

    /// Returns `true` if this is the common part of an enum's keys.
    pub fn has_kinds(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.placement, Placement::Rest))
    }

    /// Returns `true` if these are the keys of a record type. Its name is `Row::Post`.
    pub fn is_record_type(&self) -> bool {
        self.name.contains("::")
    }

    /// Returns the inputs of the salt.
    pub fn inputs(&self) -> &[SaltInput] {
        self.salt.as_ref().map_or(&[], |salt| &salt.inputs)
    }

    /// Returns the fields that are part of the key, in key order.
    pub fn key_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.skip.is_none())
    }

    /// Returns the index in [`Self::elements`] of a field, given by its index in [`Self::fields`]. If an element is
    /// computed before the second of the fields `a`, `b`, the elements are `a`, the computed one, and `b`. So 1 gives
    /// 2.
    pub fn element_of(&self, field: usize) -> usize {
        let before = self.fields[..field].iter().filter(|field| field.skip.is_none());
        before.map(|field| 1 + usize::from(field.before.is_some())).sum::<usize>()
            + usize::from(self.fields[field].before.is_some())
    }

    /// Returns the elements of the key: its fields, and before each field its computed element.
    pub fn elements(&self) -> impl Iterator<Item = &Field> {
        self.key_fields().flat_map(|field| field.before.as_deref().into_iter().chain([field]))
    }
}

/// An enum that derives `RowKey`.
pub struct Kinds {
    /// The common part of all keys. Its fields are those of `under(..)`, then the rest of the key.
    pub key: Key,
    pub reserved: Vec<Bytes>,
    /// The variants that are record types, in source order.
    pub kinds: Vec<Kind>,
    /// The variant for all other keys, and its type.
    pub other: Option<(Ident, Type)>,
}

impl Kinds {
    /// Returns the fields before the tag.
    pub fn under(&self) -> impl Iterator<Item = &Field> {
        self.key.fields.iter().filter(|field| matches!(field.placement, Placement::Under))
    }

    /// Returns the record types in ascending order of their tags, so that a layout does not depend on their order in
    /// the source.
    pub fn by_tag(&self) -> Vec<&Kind> {
        let mut kinds: Vec<&Kind> = self.kinds.iter().collect();
        kinds.sort_by_key(|kind| (kind.tag().to_vec(), kind.ident.to_string()));
        kinds
    }
}

/// A variant of an enum that derives `RowKey`: one record type.
pub struct Kind {
    pub ident: Ident,
    /// The index of the variant.
    pub declared: usize,
    /// `false` if the variant's items have an error. It may then have a tag that could not be read.
    pub is_read: bool,
    pub tag: Option<Bytes>,
    /// The tags of older rows, the newest first.
    pub was: Vec<Bytes>,
    pub content: KindContent,
    pub docs: Vec<Attribute>,
}

/// The key of a record type, without its tag.
pub enum KindContent {
    /// Another row key.
    Key(Box<Type>),
    /// The variant's own fields, each with its member in the variant. In the key, they are named fields.
    Fields(Box<Key>, Vec<Member>),
}

impl Kind {
    /// Returns `true` if the enum has a function that begins its scans. A record type without fields has a single row,
    /// so it has none.
    pub fn has_scan(&self) -> bool {
        match &self.content {
            KindContent::Key(_) => true,
            KindContent::Fields(key, _) => key.key_fields().next().is_some(),
        }
    }

    /// Returns the bytes of the tag, which are empty without a tag.
    pub fn tag(&self) -> &[u8] {
        self.tag.as_ref().map_or(&[], |tag| &tag.value)
    }
}

/// A secondary key over fields of a struct.
pub struct Index {
    /// The attributes that are passed on to the struct of the key.
    pub attrs: Vec<Attribute>,
    /// `true` if the key is declared as `unique`: no two rows have the same one, although it lacks fields of their key.
    pub is_unique: bool,
    /// `false` if the key has an error.
    pub is_read: bool,
    /// The fields in the order of this key, as indexes into [`Key::fields`] of the struct.
    pub fields: Vec<usize>,
    /// The elements that are computed before fields of this key. The number is the index of the field in this key.
    pub elements: Vec<(usize, Computed)>,
    /// The key itself, with its own fields and without indexes.
    pub key: Key,
}

#[derive(Clone)]
pub struct Field {
    pub vis: Visibility,
    pub member: Member,
    /// The name for users: the field's name without `r#`, or its index in a tuple struct.
    pub name: String,
    /// The name in the names of the field's methods: the field's own name, or `_0` in a tuple struct.
    pub method: Ident,
    pub ty: Type,
    pub docs: Vec<Attribute>,
    /// The codecs that items name. Without any, the field's type is its own codec.
    pub codecs: Vec<Call>,
    /// `allow(unordered)`
    pub allow: OptOuts,
    pub hashed: Option<Ident>,
    pub skip: Option<Ident>,
    /// Written after this field in place of the key's separator. The last field of a key has one only before the tag of
    /// a record type.
    pub separator: Option<Bytes>,
    pub placement: Placement,
    /// `true` if an earlier key of the struct also has the field, and so already checks that its codec can write it.
    pub is_asked_before: bool,
    /// The computed element before this field. It is a field with the member and the type of its source field.
    pub before: Option<Box<Field>>,
    /// The rule, if this field is itself a computed element.
    pub computed: Option<Computed>,
}

impl Field {
    /// Returns the first codec whose word is in the group.
    pub fn codec_in(&self, group: Group) -> Option<&Call> {
        self.codecs.iter().find(|codec| codec.group() == Some(group))
    }

    /// Returns `true` if the field has this encoding.
    pub fn is_in(&self, encoding: &str) -> bool {
        self.codecs.iter().any(|codec| codec.word == encoding)
    }

    /// Returns the type in `via`.
    pub fn via(&self) -> Option<&Type> {
        match &self.codec_in(Group::Via)?.arguments[..] {
            [Argument::Type(ty)] => Some(ty),
            _ => None,
        }
    }

    /// Returns the type that is written: the type in `via`, or the value's type of an `Option` with items, or the
    /// field's own type.
    pub fn written(&self) -> &Type {
        self.via().or_else(|| self.optional()).unwrap_or(&self.ty)
    }

    /// Returns the type of the value if the field is an `Option` whose items state how its value is written.
    pub fn optional(&self) -> Option<&Type> {
        let is_item = |call: &Call| !matches!(call.group(), None | Some(Group::With | Group::Desc | Group::Repeated));
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
}

/// A computed element: `element(FIELD[.VIEW ..] or ALGORITHM(FIELD[.VIEW ..]) or with = PATH, of(FIELD[.VIEW ..]) [, FORM] [, desc])`.
#[derive(Clone)]
pub struct Computed {
    /// The source of the element, in the form of a salt input.
    pub input: SaltInput,
    /// `number`, `md5`, `xxh3` or `with`.
    pub algorithm: Ident,
    /// The user's own function, for `with`.
    pub own: Option<Path>,
    pub form: Call,
    pub descending: bool,
    /// The rule as written in the source.
    pub tokens: TokenStream,
}

/// The origin of a field in its key, compared with the struct.
#[derive(Clone, Copy)]
pub enum Placement {
    /// In the struct's own key, or skipped by it.
    Own,
    /// One of the first fields of a variant, with which all other variants begin too.
    Shared,
    /// In a secondary key. In the struct's own key, it is the field at this index.
    Moved(usize),
    /// In a secondary key. The struct's own key skips it.
    Skipped,
    /// Before the tag, in the keys of all record types. The first record type determines how it is written.
    Under,
    /// The rest of an enum's keys, after the `under` fields.
    Rest,
}

/// `time("..")`
#[derive(Clone)]
pub struct Pattern {
    pub text: LitStr,
    pub offset: Option<LitStr>,
    /// The letter for finer parts, like `Pattern::FINER`.
    pub finer: char,
}

/// The reasons of `allow(..)`.
#[derive(Clone, Default)]
pub struct OptOuts(pub Vec<Ident>);

impl OptOuts {
    /// Returns the reason, if it is given.
    pub fn get(&self, reason: &str) -> Option<&Ident> {
        self.0.iter().find(|given| *given == reason)
    }
}

/// A literal for bytes. It is never empty.
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
    /// The older salt versions, the newest first.
    pub was: Vec<OlderSalt>,
    /// Empty if the salt is computed from the whole rest of the key.
    pub inputs: Vec<SaltInput>,
    /// The `..` for the whole rest of the key.
    pub rest: Option<Token![..]>,
    /// The form of the label, or `None` for the narrowest one that fits.
    pub form: Option<Call>,
    /// `allow(empty)`
    pub allow: OptOuts,
}

/// An older salt version.
pub struct OlderSalt {
    /// `None` if it is the current algorithm.
    pub algorithm: Option<Call>,
    pub buckets: Expr,
    /// The whole version, as written in the source.
    pub tokens: TokenStream,
}

/// A word that names an item of core, with its arguments.
#[derive(Clone)]
pub struct Call {
    pub word: Ident,
    pub arguments: Vec<Argument>,
    /// The option that selects another codec.
    pub way: Option<&'static Way>,
    /// The arguments as written in the source.
    pub written: TokenStream,
}

impl Call {
    pub fn new(word: &Ident, arguments: Vec<Argument>) -> Self {
        Self { word: word.clone(), arguments, way: None, written: TokenStream::new() }
    }

    /// Returns the row of the word, if it is one of a field. Encodings, salts and views have none.
    pub fn item(&self) -> Option<&'static Item> {
        items::find(&self.word.to_string())
    }

    pub fn group(&self) -> Option<Group> {
        self.item().map(|item| item.group)
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
    /// The index in [`Key::fields`].
    pub field: usize,
    /// The views, in the order in which they are applied.
    pub views: Vec<Call>,
    /// The source of the input: as written in `of`, or the word `salt` if the salt is on its field.
    pub tokens: TokenStream,
}

/// `answers(FIELD [.VIEW .. or in ..], .. [; buckets])`: a query that the key must answer.
pub struct Answers {
    /// The word `answers`.
    pub word: Ident,
    /// The bound fields, as written.
    pub bound: Vec<BoundField>,
    /// `true` with `; buckets`: the query may read every bucket.
    pub buckets: bool,
}

/// One condition of a declared query.
pub struct BoundField {
    /// The index in [`Key::fields`].
    pub field: usize,
    /// `true` for `in ..` and for views: the field is bound to a range, and not to one value.
    pub is_range: bool,
    /// The views of `at.year_month`: the field is bound to all values with one result.
    pub views: Vec<Call>,
    /// The condition as written in the source.
    pub tokens: TokenStream,
}

pub struct Split {
    /// The word `split`.
    pub word: Ident,
    /// The rule with its word. `None` means even regions, or one region per bucket.
    pub rule: Option<(Ident, SplitRule)>,
    /// The word `regions`, and the number of regions.
    pub regions: Option<(Ident, Expr)>,
    /// `allow(dead, uneven)`
    pub allow: OptOuts,
}

pub enum SplitRule {
    /// `span(".."..".."), regions = ..`
    Span(LitStr, LitStr),
    /// `after = ".."`
    After(Bytes),
    /// `keys("..", ..)`
    Listed(Vec<Bytes>),
    /// `keys = KEYS`
    Named(Expr),
    /// `keys = hex_string(16)`: a call of a function that computes the keys.
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
