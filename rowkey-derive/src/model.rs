//! What a derive's input says, as plain data; the syntax is kept beside every value, for errors to point at.

use proc_macro2::TokenStream;
use syn::{Attribute, Expr, Generics, Ident, Lit, LitStr, Member, Path, Type, Visibility, parse_quote};

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
    pub shape: Shape,
    /// The number that the shape writes, as text.
    pub numerals: Option<Numerals>,
    pub reverse_text: Option<Ident>,
    pub chars: Option<Chars>,
    pub desc: Option<Ident>,
    pub unordered: Option<Ident>,
    pub skip: Option<Ident>,
    /// After this field, in place of the key's separator.
    pub separator: Option<Bytes>,
    /// Whether it stands in a further key, before another field than in the struct.
    pub is_moved: bool,
}

impl Field {
    /// Whether the source admits that keys do not sort by the field: in that word, or in one that never sorts.
    pub fn is_unordered(&self) -> bool {
        self.unordered.is_some()
            || self.reverse_text.is_some()
            || matches!(self.numerals, Some(Numerals::Decimal))
            || matches!(self.shape, Shape::Raw)
    }
}

/// How a field is written.
#[allow(clippy::large_enum_variant, reason = "there is one per field of a struct")]
#[derive(Clone)]
pub enum Shape {
    /// As its type says.
    Plain,
    Pad {
        width: Expr,
        /// A `u8`; NUL where nothing is said.
        with: Option<Expr>,
        left: Option<Ident>,
    },
    Len(Expr),
    Terminated,
    ReverseTs(Unit),
    /// A date or time as text.
    Time(TimeText),
    /// A count since the epoch.
    Count {
        unit: Unit,
        floor: Option<Ident>,
    },
    /// As Java's `Bytes.toBytes`.
    Raw,
    With(Path),
}

/// `time("..")`
#[derive(Clone)]
pub struct TimeText {
    pub pattern: LitStr,
    /// Minutes east of UTC.
    pub offset: Option<i32>,
    pub floor: Option<Ident>,
}

/// How a number is written as text.
#[derive(Clone)]
pub enum Numerals {
    /// In so many digits.
    Digits(Expr),
    Hex(Expr),
    UpperHex(Expr),
    /// In as many as it has.
    Decimal,
}

/// What a time is counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Unit {
    Secs,
    #[default]
    Millis,
    Micros,
    Nanos,
}

/// A literal that stands for bytes; never empty.
#[derive(Clone)]
pub struct Bytes {
    pub value: Vec<u8>,
    pub lit: Lit,
}

/// A set of bytes: bit `b` of `lo` is byte `b`, bit `b` of `hi` is byte `128 + b`.
#[derive(Clone)]
pub struct Chars {
    pub lo: u128,
    pub hi: u128,
}

pub struct Salt {
    /// The word `salt`.
    pub word: Ident,
    pub algorithm: Algorithm,
    pub buckets: Expr,
    /// The number of buckets that older rows were written with.
    pub was: Option<Expr>,
    pub inputs: Inputs,
    /// The least that fits where nothing is said.
    pub form: Option<Form>,
}

pub enum Algorithm {
    Xxh3,
    Xor(Ident),
    Modulo(Ident),
    Md5,
    JavaHash(Ident),
    Phoenix,
    With(Path),
}

pub enum Inputs {
    /// `..`: the whole rest of the key.
    Rest(syn::Token![..]),
    /// At least one.
    Fields(Vec<SaltInput>),
}

pub struct SaltInput {
    /// Index into [`Key::fields`].
    pub field: usize,
    /// Applied from left to right.
    pub views: Vec<View>,
    /// As written in `of`, or the word `salt` of a salt that means its own field.
    pub tokens: TokenStream,
}

pub enum View {
    First(Expr),
    Last(Expr),
    From(Expr),
    Without(LitStr),
    Int,
    Div(Expr),
    Calendar(Calendar),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Calendar {
    Year,
    YearMonth,
    YearMonthDay,
    Hour,
}

pub struct Form {
    pub label: Label,
    /// As written.
    pub tokens: TokenStream,
}

pub enum Label {
    U8,
    U16,
    U32,
    I64,
    Digits(Expr),
    Hex(Expr),
}

pub struct Split {
    /// The word `split`.
    pub word: Ident,
    pub rule: SplitRule,
    pub allow_dead: Option<Ident>,
}

pub enum SplitRule {
    /// One region per bucket.
    Labels,
    Regions(Expr),
    /// The labels, each followed by the literal; as many as there are buckets where no number is given.
    After {
        literal: Bytes,
        regions: Option<Expr>,
    },
    /// Bounds that are not given are those of the algorithm.
    Hbase {
        splitter: Splitter,
        low: Option<Bytes>,
        high: Option<Bytes>,
        regions: Expr,
    },
    /// At least one, ascending.
    Keys(Vec<Bytes>),
}

/// One of HBase's split algorithms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Splitter {
    HexRange,
    ByteRange,
    HexString,
    DecimalString,
    Md5String,
    Uniform,
}

/// An enum that derives `KeyCode`.
pub struct Codes {
    pub ident: Ident,
    pub krate: Path,
    /// In order of declaration; the codes are free of prefixes.
    pub variants: Vec<Variant>,
}

pub struct Variant {
    pub ident: Ident,
    pub code: Bytes,
}
