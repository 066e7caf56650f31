//! The attributes of a field: one row per word, with everything that the derive knows by the name of the word.
//!
//! A new word is a row here, and its codec is a name in `rowkey-core/src/private/keywords.rs`. Rules about pairs of words
//! (`check.rs`, `encoding.rs`) go by [`Group`]. [`Facts`] are true of the codec's constants, which a test of
//! `keywords.rs` compares with them.

/// The subject of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Where a text ends.
    TextEnd,
    /// The characters of a text.
    TextAlphabet,
    /// The direction of a text.
    TextDirection,
    /// A number as text.
    NumberText,
    /// A number in a given number of bytes.
    NumberBytes,
    /// A number as programs in other languages write it.
    NumberRaw,
    /// A number with its least significant byte first.
    NumberEndian,
    /// A time in ascending order.
    Time,
    /// A time, the latest first.
    ReverseTime,
    Desc,
    Repeated,
    Skip,
    Allow,
    Hashed,
    With,
    Via,
    Element,
    Separator,
    Salt,
}

impl Group {
    pub const fn is_text(self) -> bool {
        matches!(self, Self::TextEnd | Self::TextAlphabet | Self::TextDirection)
    }

    pub const fn is_number(self) -> bool {
        matches!(self, Self::NumberText | Self::NumberBytes | Self::NumberRaw | Self::NumberEndian)
    }

    pub const fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::ReverseTime)
    }
}

/// What follows a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Args {
    /// The word does not name a codec.
    NoCodec,
    Nothing,
    /// `len(11)`: a width of 1 or more.
    Width,
    /// `pad(20, with = b' ', left)`
    Pad,
    /// `hex(16, upper)`
    Hex,
    /// `terminated`, or `terminated(escape = b"\x01\x02", end = b"\x01\x01")`
    EndMark,
    /// `length_prefixed(u16, le)`: the form of a length.
    Length,
    /// `chars("0-9")`
    Chars,
    /// `time("%Y")` or `time(millis)`
    Time,
    /// `reverse_ts` or `reverse_ts(millis)`
    ReverseTime,
    /// `with = path`
    Path,
    /// `via = T`
    Type,
}

/// The width of a codec's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One width, which the arguments fix.
    Fixed,
    /// Several widths, for every type.
    Varies,
    /// The width of the number, or of the other codec of the field.
    Kept,
    /// The word does not tell.
    Unknown,
}

/// What is sure of a codec from its word alone. Only `expand/known.rs` and `check.rs` use it.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub width: Width,
    /// `true` if some values cannot be written.
    pub can_fail: bool,
    /// `true` if no key sorts by the values. The word then implies `allow(unordered)`.
    pub is_unordered: bool,
    /// `true` if elements hold their text from its start, or no text: `TextCodec::FORWARD`. `with` is `false`, because
    /// only its codec knows.
    pub is_forward: bool,
}

impl Facts {
    const fn of(width: Width) -> Self {
        Self { width, can_fail: false, is_unordered: false, is_forward: true }
    }

    const fn fallible(self) -> Self {
        Self { can_fail: true, ..self }
    }

    const fn unordered(self) -> Self {
        Self { is_unordered: true, ..self }
    }

    const fn backward(self) -> Self {
        Self { is_forward: false, ..self }
    }
}

/// An option of a word that selects another codec: `cut` in `pad(20, cut)`.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub option: &'static str,
    /// The name of the codec in core.
    pub codec: &'static str,
    pub facts: Facts,
}

/// A word.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Also the name of the codec in core.
    pub word: &'static str,
    pub group: Group,
    pub args: Args,
    /// The word with its arguments, for messages.
    pub example: &'static str,
    /// `true` if the codec wraps that of the other words or of the type. `desc` and `via` go around all of them, by their
    /// own rules.
    pub wraps: bool,
    /// `true` if the word can be outside of `#[rowkey(..)]`.
    pub is_bare: bool,
    pub facts: Facts,
    pub ways: &'static [Way],
    /// Other names that people use for the word.
    pub also_called: &'static [&'static str],
}

impl Item {
    const fn new(word: &'static str, group: Group, args: Args, example: &'static str, facts: Facts) -> Self {
        Self { word, group, args, example, wraps: false, is_bare: false, facts, ways: &[], also_called: &[] }
    }

    const fn flag(word: &'static str, group: Group, facts: Facts) -> Self {
        Self::new(word, group, Args::Nothing, word, facts)
    }

    const fn no_codec(word: &'static str, group: Group) -> Self {
        Self::new(word, group, Args::NoCodec, word, Facts::of(Width::Kept))
    }

    const fn wraps(self) -> Self {
        Self { wraps: true, ..self }
    }

    const fn bare(self) -> Self {
        Self { is_bare: true, ..self }
    }

    const fn ways(self, ways: &'static [Way]) -> Self {
        Self { ways, ..self }
    }

    const fn also_called(self, also_called: &'static [&'static str]) -> Self {
        Self { also_called, ..self }
    }
}

const FIXED: Facts = Facts::of(Width::Fixed);
const VARIES: Facts = Facts::of(Width::Varies);
const KEPT: Facts = Facts::of(Width::Kept);
const UNKNOWN: Facts = Facts::of(Width::Unknown);

const WAYS_TO_PAD: &[Way] = &[
    Way { option: "left", codec: "pad_left", facts: FIXED.fallible().backward() },
    Way { option: "chars", codec: "pad_units", facts: UNKNOWN.fallible() },
    Way { option: "cut", codec: "pad_cut", facts: FIXED.fallible() },
];

/// All words of a field, in the order in which messages list them. Those that wrap are in order from the innermost to the
/// outermost.
pub const ITEMS: &[Item] = &[
    Item::new("pad", Group::TextEnd, Args::Pad, "pad(20)", FIXED.fallible())
        .bare()
        .ways(WAYS_TO_PAD)
        .also_called(&["width"]),
    Item::new("len", Group::TextEnd, Args::Width, "len(11)", FIXED.fallible()).also_called(&["length", "size"]),
    Item::new("chars", Group::TextAlphabet, Args::Chars, "chars(\"0-9a-z\")", KEPT.fallible()).wraps(),
    Item::new("terminated", Group::TextEnd, Args::EndMark, "terminated", VARIES),
    Item::new(
        "length_prefixed",
        Group::TextEnd,
        Args::Length,
        "length_prefixed(u16)",
        VARIES.fallible().unordered().backward(),
    ),
    Item::flag("reverse_text", Group::TextDirection, KEPT.unordered().backward()).wraps(),
    Item::new("digits", Group::NumberText, Args::Width, "digits(10)", FIXED).wraps(),
    Item::new("hex", Group::NumberText, Args::Hex, "hex(16)", FIXED).wraps(),
    Item::new("bytes", Group::NumberBytes, Args::Width, "bytes(3)", FIXED).wraps(),
    Item::flag("decimal", Group::NumberText, UNKNOWN.unordered()).wraps(),
    Item::flag("raw", Group::NumberRaw, KEPT.unordered()),
    Item::flag("le", Group::NumberEndian, KEPT.unordered()).wraps().also_called(&["little_endian"]),
    Item::new("time", Group::Time, Args::Time, "time(\"%Y-%m-%d\")", FIXED).also_called(&["date"]),
    Item::new("reverse_ts", Group::ReverseTime, Args::ReverseTime, "reverse_ts(millis, floor)", FIXED).bare(),
    Item::flag("desc", Group::Desc, KEPT).also_called(&["descending", "reverse"]),
    Item::flag("repeated", Group::Repeated, UNKNOWN),
    Item::no_codec("skip", Group::Skip).also_called(&["ignore"]),
    Item::no_codec("allow", Group::Allow),
    Item::no_codec("hashed", Group::Hashed),
    Item::new("with", Group::With, Args::Path, "with = MyCodec", UNKNOWN.backward()),
    Item::new("via", Group::Via, Args::Type, "via = u64", KEPT),
    Item::no_codec("element", Group::Element),
    Item::no_codec("separator", Group::Separator).also_called(&["delimiter"]),
    Item::no_codec("salt", Group::Salt).bare(),
];

/// Returns the row of a word, if it is one of a field.
pub fn find(word: &str) -> Option<&'static Item> {
    ITEMS.iter().find(|item| item.word == word)
}

/// Returns the words of a field.
pub fn words() -> impl Iterator<Item = &'static str> {
    ITEMS.iter().map(|item| item.word)
}

/// Returns the words that can be outside of `#[rowkey(..)]`.
pub fn bare_words() -> impl Iterator<Item = &'static str> {
    ITEMS.iter().filter(|item| item.is_bare).map(|item| item.word)
}
