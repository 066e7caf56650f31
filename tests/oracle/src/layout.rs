//! A layout as data: the contents of a struct with `#[derive(RowKey)]`, before any computation.

/// A struct that derives `RowKey`.
#[derive(Clone, Debug, Default)]
pub struct Key {
    /// The encoding of all fields.
    pub encoding: Encoding,
    /// The literal before everything.
    pub prefix: Vec<u8>,
    /// The literal after the label, and after each element without its own separator, except the last element.
    pub separator: Vec<u8>,
    /// The literal after the last element.
    pub suffix: Vec<u8>,
    /// The salt, if there is one.
    pub salt: Option<Salt>,
    /// The rule of the split keys, if there is one.
    pub split: Option<Split>,
    /// The fields, in key order.
    pub fields: Vec<Field>,
    /// `allow(hot)`
    pub allow_hot: bool,
    /// `true` if `index(..)` declares it as a secondary key of a struct.
    pub is_further: bool,
}

/// The encoding of all fields of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Encoding {
    /// Each field as its attributes define.
    #[default]
    Items,
    /// `encoding = fdb_tuple`
    FdbTuple,
    /// `encoding = ordered_code`
    OrderedCode,
}

/// A field of a key.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its type, with the attributes that define its encoding.
    pub of: Type,
    /// `desc`
    pub desc: bool,
    /// `allow(unordered)`
    pub unordered: bool,
    /// Its own separator.
    pub separator: Option<Vec<u8>>,
    /// The computed element before it.
    pub computed: Option<Computed>,
    /// `via`: the field's declared type converts into its type, and the conversion may fail.
    pub via: Option<CanFail>,
    /// `true` if a field with `skip` is before it.
    pub behind_skipped: bool,
    /// `hashed`
    pub hashed: bool,
}

/// `true` for conversions with `TryFrom`, `false` for conversions with `From`.
pub type CanFail = bool;

/// An element computed from a field: `element(..)`.
#[derive(Clone, Debug)]
pub struct Computed {
    /// The field. It is the one after the element, or a later one.
    pub input: usize,
    /// `md5`, `xxh3` or the program's own function of the result of the views, or `None` if this is a number and the element.
    pub algorithm: Option<&'static str>,
    /// The views as source text.
    pub views: String,
    /// The form and its width, if declared.
    pub form: Option<(&'static str, u32)>,
    /// `desc`
    pub desc: bool,
}

impl Computed {
    /// Returns the form and its width. By default, these are the ones of a calendar view.
    pub fn form(&self) -> (&'static str, u32) {
        let digits = match self.views.as_str() {
            ".year" => 4,
            ".year_month" => 6,
            ".year_month_day" => 8,
            _ => 10,
        };
        self.form.unwrap_or(("digits", digits))
    }
}

/// A type and the attributes that define its encoding.
#[derive(Clone, Debug)]
pub enum Type {
    /// An integer.
    Int(Int, Form),
    /// `bool`
    Bool,
    /// `char`
    Char,
    /// `f32` or `f64`, and `true` for `raw`.
    Float(u32, bool),
    /// `[u8; N]`
    Bytes(usize),
    /// A type of a fixed number of bytes. They are encoded unchanged.
    Id(Id),
    /// A text, or a byte string.
    Text(Text),
    /// A `u16` of minutes, with a user-defined codec: hours and minutes of a day.
    OwnCodec,
    /// An enum of codes, in the order of its variants.
    Codes(Vec<Vec<u8>>),
    /// A time with `time(UNIT)`.
    Count(Clock, Unit, Form),
    /// A time with `reverse_ts(UNIT)`.
    Reversed(Clock, Unit, Form),
    /// A date or time with `time("..")`.
    Date(Clock, Pattern),
    /// `Option` of a type.
    Option(Box<Self>),
    /// A tuple of two or more.
    Tuple(Vec<Self>),
    /// `[T; N]`
    Array(Box<Self>, usize),
    /// `Vec` of a type, with `repeated`.
    Repeated(Box<Self>),
    /// A nested key.
    Key(Key),
    /// An enum of record types, each with its tag, inside a key. The tags ascend, and every element shows its end.
    Kinds(Vec<(Vec<u8>, Key)>),
}

/// A type whose value is bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Id {
    /// `Ipv4Addr`
    Ipv4,
    /// `Ipv6Addr`
    Ipv6,
    /// `uuid::Uuid`
    Uuid,
    /// `ulid::Ulid`, which begins with a time.
    Ulid,
    /// `rowkey::Versionstamp`
    Versionstamp,
}

impl Id {
    /// Returns the number of bytes.
    pub fn width(self) -> usize {
        match self {
            Self::Ipv4 => 4,
            Self::Ipv6 | Self::Uuid | Self::Ulid => 16,
            Self::Versionstamp => 12,
        }
    }

    /// Returns the type as source text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ipv4 => "std::net::Ipv4Addr",
            Self::Ipv6 => "std::net::Ipv6Addr",
            Self::Uuid => "uuid::Uuid",
            Self::Ulid => "ulid::Ulid",
            Self::Versionstamp => "rowkey::Versionstamp",
        }
    }
}

/// A type for times. Its values are nanoseconds since 1970, or counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Clock {
    /// `i64`, a count of the unit.
    Signed,
    /// `u64`, a count of the unit.
    Unsigned,
    /// An instant, by its crate: `jiff::Timestamp` and similar types.
    Instant(&'static str),
    /// A civil time: `jiff::civil::DateTime` and similar types.
    Civil(&'static str),
    /// A civil date: `jiff::civil::Date` and similar types.
    Day(&'static str),
}

impl Clock {
    /// Returns `true` for integers.
    pub fn is_count(self) -> bool {
        matches!(self, Self::Signed | Self::Unsigned)
    }

    /// Returns the type as source text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Signed => "i64",
            Self::Unsigned => "u64",
            Self::Instant("jiff") => "jiff::Timestamp",
            Self::Instant("chrono") => "chrono::DateTime<chrono::Utc>",
            Self::Instant(_) => "time::OffsetDateTime",
            Self::Civil("jiff") => "jiff::civil::DateTime",
            Self::Civil("chrono") => "chrono::NaiveDateTime",
            Self::Civil(_) => "time::PrimitiveDateTime",
            Self::Day("jiff") => "jiff::civil::Date",
            Self::Day("chrono") => "chrono::NaiveDate",
            Self::Day(_) => "time::Date",
        }
    }
}

/// The unit of a count, and the treatment of finer times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// `secs`, `millis`, `micros` or `nanos`.
    pub name: &'static str,
    /// `floor`, `exact`, or empty.
    pub finer: &'static str,
}

impl Unit {
    /// Returns the number of nanoseconds per unit.
    pub fn nanoseconds(self) -> i128 {
        match self.name {
            "secs" => 1_000_000_000,
            "millis" => 1_000_000,
            "micros" => 1_000,
            _ => 1,
        }
    }
}

/// The pattern of a date or time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pattern {
    /// Its text.
    pub text: &'static str,
    /// The offset as source text, and in seconds.
    pub offset: Option<(&'static str, i32)>,
    /// `floor`, `exact`, or empty.
    pub finer: &'static str,
}

impl Pattern {
    /// Returns the directives and the literals between them. A directive is one letter, or a digit for a fraction.
    pub fn parts(self) -> Vec<Result<char, String>> {
        let text = self.text.replace("%F", "%Y-%m-%d").replace("%T", "%H:%M:%S").replace("%R", "%H:%M");
        let (mut all, mut rest) = (Vec::new(), text.chars());
        while let Some(next) = rest.next() {
            if next != '%' {
                all.push(Err(next.to_string()));
                continue;
            }
            match rest.next().unwrap_or('%') {
                '%' => all.push(Err("%".to_owned())),
                '.' => all.extend([Err(".".to_owned()), Ok(rest.next().unwrap_or('3'))]),
                directive => all.push(Ok(directive)),
            }
            // The `f` after the digits of a fraction.
            if matches!(all.last(), Some(Ok('0'..='9'))) {
                rest.next();
            }
        }
        all
    }

    /// Returns the finest part of the pattern.
    pub fn finest(self) -> char {
        let rank = |directive: &char| "Ymjd_HMS369".find(*directive);
        self.parts().into_iter().filter_map(Result::ok).max_by_key(rank).unwrap_or('Y')
    }
}

/// An integer type.
#[derive(Clone, Copy, Debug)]
pub struct Int {
    /// 8, 16, 32, 64 or 128.
    pub bits: u32,
    /// `true` for `i8` to `i128`.
    pub signed: bool,
    /// `true` for `NonZero`.
    pub nonzero: bool,
}

impl Int {
    /// Returns the minimum and the maximum. Values of `u128` above `i128::MAX` are not generated.
    pub fn range(self) -> (i128, i128) {
        match (self.signed, self.bits) {
            (true, bits) => (-1 << (bits - 1), i128::MAX >> (128 - bits)),
            (false, 128) => (0, i128::MAX),
            (false, bits) => (0, (1 << bits) - 1),
        }
    }
}

/// The form of a number in the key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Binary, in sort order.
    Plain,
    /// `digits(N)`
    Digits(u32),
    /// `hex(N)`
    Hex(u32),
    /// `hex(N, upper)`
    UpperHex(u32),
    /// `bytes(N)`
    Bytes(u32),
    /// `decimal`
    Decimal,
    /// `raw`
    Raw,
    /// `le`, with `bytes(N)` unless these are all bytes of the type.
    Le(u32),
}

/// The set of `chars`: its source text, and a function that returns `true` for its bytes.
pub type Chars = (&'static str, fn(u8) -> bool);

/// A text, or a byte string.
#[derive(Clone, Debug)]
pub struct Text {
    /// `true` for `String`, `false` for `Vec<u8>`.
    pub utf8: bool,
    /// `String` (also for `Vec`), `Box`, `Arc` or `Cow`.
    pub held: &'static str,
    /// The way its end is found.
    pub end: End,
    /// The set of `chars`, if declared.
    pub chars: Option<Chars>,
    /// `reverse_text`
    pub reversed: bool,
}

/// The way the end of a text is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// By the following bytes, or the end of the key.
    Open,
    /// `len(N)`
    Len(usize),
    /// `terminated`, with its bytes: the one that both marks begin with, the second of the escape, and that of the end.
    Terminated(u8, u8, u8),
    /// `length_prefixed(..)`, with the form of the length.
    Length(&'static str),
    /// `pad(N, with = .., ..)`
    Pad(usize, u8, Pad),
}

/// The way of padding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pad {
    /// After the text.
    Right,
    /// `left`
    Left,
    /// `chars`
    Units,
    /// `cut`
    Cut,
}

/// The salt of a key.
#[derive(Clone, Debug)]
pub struct Salt {
    /// `xxh3`, `md5`, `xor`, `modulo`, `java_hash`, `phoenix`, or `with = ..`.
    pub algorithm: &'static str,
    /// The number of buckets, or `None` if the label is the digest.
    pub buckets: Option<u32>,
    /// The fields, each with its views as source text. Empty for the rest of the key.
    pub inputs: Vec<(usize, String)>,
    /// The form of the label (`u8`, `digits`, ..) and its width, if declared.
    pub label: Option<(&'static str, u32)>,
    /// The older salt versions, the newest first: their algorithms and numbers of buckets.
    pub was: Vec<(&'static str, u32)>,
    /// `allow(empty)`
    pub allow_empty: bool,
    /// `true` if the attribute is on its only input field.
    pub on_field: bool,
}

impl Salt {
    /// Returns the form of the label, and its width in bytes.
    pub fn form(&self) -> (&'static str, u32) {
        let least = match self.buckets {
            None | Some(0..=0x100) => ("u8", 1),
            Some(0x101..=0x1_0000) => ("u16", 2),
            Some(_) => ("u32", 4),
        };
        self.label.unwrap_or(least)
    }

    /// Returns the label of a bucket.
    pub fn label_of(&self, bucket: u32) -> Vec<u8> {
        let (form, width) = self.form();
        let width = width as usize;
        match form {
            "digits" => format!("{bucket:0width$}").into_bytes(),
            "hex" => format!("{bucket:0width$x}").into_bytes(),
            _ => u128::from(bucket).to_be_bytes()[16 - width..].to_vec(),
        }
    }
}

/// A rule of split keys, with its arguments as source text.
#[derive(Clone, Debug)]
pub struct Split {
    /// `regions`, `span`, `after`, `hex_range`, `byte_range`, `hex_string`, `decimal_string`, `md5_string`, `uniform` or
    /// `keys`.
    pub rule: &'static str,
    /// The literals of the rule. For HBase's splitters, `first` and `last`, or empty.
    pub literals: Vec<Vec<u8>>,
    /// `regions = R`
    pub regions: Option<u32>,
    /// `allow(dead)`
    pub allow_dead: bool,
    /// `allow(uneven)`
    pub allow_uneven: bool,
}

impl Key {
    /// Returns the separator after the field, or the suffix after the last one.
    pub fn separator_after(&self, index: usize) -> &[u8] {
        if index + 1 == self.fields.len() {
            return &self.suffix;
        }
        self.fields[index].separator.as_ref().unwrap_or(&self.separator)
    }
}
