//! The rules of `SPEC.md` and of the docs: which layouts are rejected, and why.

use crate::automaton::Automaton;
use crate::layout::{Encoding, End, Field, Form, Id, Key, Pad, Text, Type};
use crate::regex::{Precision, element, width};
use crate::value::is_unordered;
use std::collections::BTreeSet;

/// The promise that a layout breaks.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Flaw {
    /// A text without an end.
    NoEnd,
    /// A separator that the element before it can contain.
    SeparatorInside,
    /// Padding on the left.
    PaddedLeft,
    /// Bytes below the pad byte.
    BelowPad,
    /// An alphabet that contains the pad byte.
    PadInAlphabet,
    /// A descending open text as the last element.
    OpenDescending,
    /// Bytes on the wrong side of the separator.
    BeyondSeparator,
    /// An element that does not sort.
    Unordered,
    /// A region without a key.
    DeadRegion,
    /// Split keys that do not fit the layout.
    Split,
    /// A region with more than four times the mean share of the rows.
    Uneven,
    /// A salt that does not fit the layout.
    Salt,
    /// A split table whose keys begin with a time.
    Hot,
    /// An unneeded opt-out.
    NotNeeded,
}

impl Flaw {
    /// All flaws.
    pub const ALL: [Self; 14] = [
        Self::NoEnd,
        Self::SeparatorInside,
        Self::PaddedLeft,
        Self::BelowPad,
        Self::PadInAlphabet,
        Self::OpenDescending,
        Self::BeyondSeparator,
        Self::Unordered,
        Self::DeadRegion,
        Self::Split,
        Self::Uneven,
        Self::Salt,
        Self::Hot,
        Self::NotNeeded,
    ];

    /// Returns the flaw of a compile error.
    pub fn of(message: &str) -> Option<Self> {
        let fact = message.lines().next().unwrap_or_default();
        let has = |part: &str| fact.contains(part);
        Some(match () {
            () if has(")` is not needed: ") => Self::NotNeeded,
            () if has("can never hold a row") || has("hold no time from") => Self::DeadRegion,
            () if has("all writes of a moment go to one region") => Self::Hot,
            () if has("times the mean of") => Self::Uneven,
            () if has("buckets can hold a row") => Self::Salt,
            () if has("has a variable width, and") || has("which ends with the key") => Self::NoEnd,
            () if has("is read from the end of the key") => Self::NoEnd,
            () if (has("the separator after") || has("the suffix begins")) && has("can hold") => Self::SeparatorInside,
            () if has("padded on the left") => Self::PaddedLeft,
            () if has("below the pad byte") => Self::BelowPad,
            () if has("is in the alphabet of") => Self::PadInAlphabet,
            () if has("last, descending and of variable width") => Self::OpenDescending,
            () if ["below the s", "above the s"].iter().any(|part| has(part)) => Self::BeyondSeparator,
            () if has("keys do not sort by") => Self::Unordered,
            () if has("even regions")
                || has("over a span of time")
                || has("the span ends at")
                || has("cannot be split into")
                || has("which does not sort below")
                || has("splits between the labels of a salt") =>
            {
                Self::Split
            }
            () => return None,
        })
    }
}

/// How the end of an element is found without a separator.
#[derive(Clone, Copy, PartialEq)]
enum Stop {
    Fixed,
    Itself,
    /// Only by the following element.
    Open,
    /// Only by the end of the key.
    List,
}

/// An element and its context.
#[derive(Clone)]
struct Atom<'k> {
    field: &'k Field,
    /// `desc`, combined with the `desc` of the enclosing keys.
    desc: bool,
    /// `allow(unordered)`, or implied by its attributes.
    opted_out: bool,
    stop: Stop,
    /// The literal after it, complemented if an enclosing key is.
    separator: Vec<u8>,
    /// The field of the outer key, and `true` if that field is a nested key.
    owner: (usize, bool),
    /// `true` for the last element of its owner.
    is_last_of_owner: bool,
}

/// Returns how the end of an element is found without a separator.
fn stop(of: &Type) -> Stop {
    match of {
        Type::Codes(_) if width(of).is_none() => Stop::Itself,
        Type::Option(some) if width(of).is_none() => stop(some),
        Type::Repeated(_) => Stop::List,
        Type::Kinds(_) if width(of).is_none() => Stop::Itself,
        Type::Text(Text { end: End::Terminated(..) | End::Length(_) | End::Pad(_, _, Pad::Units), .. }) => Stop::Itself,
        _ if width(of).is_some() => Stop::Fixed,
        _ => Stop::Open,
    }
}

/// Flattens a key into its elements. They include computed elements, and the elements of nested keys.
fn atoms(key: &Key) -> Vec<Atom<'_>> {
    let mut all = Vec::new();
    for (i, field) in key.fields.iter().enumerate() {
        if field.computed.is_some() {
            let (stop, separator, owner) = (Stop::Fixed, key.separator.clone(), (i, false));
            all.push(Atom { field, desc: false, opted_out: true, stop, separator, owner, is_last_of_owner: true });
        }
        let separator = key.separator_after(i).to_vec();
        let Type::Key(inner) = &field.of else {
            let opted_out = field.unordered || is_unordered(&field.of);
            let atom = Atom {
                field,
                desc: field.desc,
                opted_out,
                stop: stop(&field.of),
                separator,
                owner: (i, false),
                is_last_of_owner: true,
            };
            all.push(atom);
            continue;
        };
        let from = all.len();
        for atom in atoms(inner) {
            let turned: Vec<u8> = atom.separator.iter().map(|byte| if field.desc { !byte } else { *byte }).collect();
            let opted_out = atom.opted_out || field.unordered;
            let desc = atom.desc != field.desc;
            all.push(Atom { separator: turned, opted_out, desc, owner: (i, true), is_last_of_owner: false, ..atom });
        }
        if let Some(last) = all[from..].last_mut() {
            // The proof of the nested key has seen its suffix.
            last.is_last_of_owner = inner.suffix.is_empty();
            last.separator.extend(separator);
        }
    }
    all
}

/// Returns `true` if a field inside does not sort like its values.
fn has_unordered(key: &Key) -> bool {
    key.fields.iter().any(|field| {
        let inside = match &field.of {
            Type::Key(inner) => has_unordered(inner),
            Type::Kinds(kinds) => kinds.iter().any(|(_, inner)| has_unordered(inner)),
            _ => false,
        };
        field.unordered || is_unordered(&field.of) || inside
    })
}

/// Returns `true` if the elements of a type sort like its values.
fn sorts_by_itself(of: &Type) -> bool {
    match of {
        Type::Codes(codes) => codes.is_sorted(),
        Type::Date(_, pattern) => {
            let ranks = pattern.parts().into_iter().filter_map(|part| "Yjmd_HMS369".find(part.ok()?));
            ranks.is_sorted()
        }
        Type::Text(Text { end: End::Pad(_, _, Pad::Units), .. }) => false,
        // A longer text must be above one that it begins with.
        Type::Text(text @ Text { end: End::Terminated(first, escape, end), .. }) => match letters(text).first() {
            Some(least) if least == first => end < escape,
            Some(least) => first < least,
            None => true,
        },
        Type::Option(some) => !matches!(**some, Type::Reversed(..)) && sorts_by_itself(some),
        Type::Key(key) => !has_unordered(key),
        Type::Kinds(kinds) => !kinds.iter().any(|(_, key)| has_unordered(key)),
        _ => true,
    }
}

/// Returns the alphabet of a text: the possible bytes of its characters.
fn letters(text: &Text) -> Vec<u8> {
    let set = |byte: u8| text.chars.is_none_or(|(_, set)| set(byte));
    let utf8 = |byte: u8| !text.utf8 || !matches!(byte, 0xC0 | 0xC1 | 0xF5..);
    (0..=0xFF).filter(|byte| set(*byte) && utf8(*byte)).collect()
}

/// Returns `true` if every element of a sound key shows its end, also the last one.
pub fn shows_end(key: &Key) -> bool {
    atoms(key).iter().all(|atom| match atom.stop {
        Stop::Fixed | Stop::Itself => true,
        Stop::Open => !atom.opted_out && !atom.separator.is_empty(),
        Stop::List => false,
    })
}

/// Returns the flaws of an element by itself.
fn alone(of: &Type, opted_out: bool) -> Vec<Flaw> {
    match of {
        Type::Option(some) => alone(some, opted_out || is_unordered(some)),
        Type::Text(text) if !opted_out => {
            let letters = letters(text);
            match text.end {
                End::Pad(_, pad, how) => {
                    let mut all = vec![];
                    // Without `chars`, `encode` checks each value.
                    all.extend((text.chars.is_some() && letters.contains(&pad)).then_some(Flaw::PadInAlphabet));
                    all.extend((how == Pad::Left).then_some(Flaw::PaddedLeft));
                    let below = letters.first().is_some_and(|least| *least < pad);
                    all.extend((matches!(how, Pad::Right | Pad::Cut) && below).then_some(Flaw::BelowPad));
                    all
                }
                _ => vec![],
            }
        }
        _ => vec![],
    }
}

/// Returns the flaws of an element together with the elements after it.
fn with_next(all: &[Atom<'_>], at: usize) -> Option<Vec<Flaw>> {
    let atom = &all[at];
    let is_last = at + 1 == all.len() && atom.separator.is_empty();
    let turned = Field { desc: atom.desc, ..atom.field.clone() };
    let held = || Some(Automaton::of(&element(&turned, Precision::Bytes))?.alphabet());
    let mut flaws = Vec::new();
    if !is_last && matches!(atom.stop, Stop::Open | Stop::List) {
        // With an opt-out, an element can be parsed from the end of the key if all later elements have a fixed width.
        let from_back = atom.opted_out && all[at + 1..].iter().all(|next| next.stop == Stop::Fixed);
        match atom.separator.first() {
            // A list ends with the key, whatever its values hold.
            Some(first) if atom.stop == Stop::Open && !held()?.contains(first) => {}
            _ if from_back => {}
            Some(_) if atom.stop == Stop::List => flaws.push(Flaw::NoEnd),
            Some(_) => flaws.push(Flaw::SeparatorInside),
            None => flaws.push(Flaw::NoEnd),
        }
    }
    if !atom.opted_out && atom.stop == Stop::Open {
        match atom.separator.first() {
            _ if is_last => flaws.extend(atom.desc.then_some(Flaw::OpenDescending)),
            Some(first) => {
                let held = held()?;
                let is_beyond = |byte: &u8| if atom.desc { byte > first } else { byte < first };
                flaws.extend(held.iter().any(is_beyond).then_some(Flaw::BeyondSeparator));
            }
            None => {}
        }
    }
    Some(flaws)
}

/// Returns the flaws of each field, or `None` if an automaton would be too large.
pub fn flaws(key: &Key) -> Option<Vec<BTreeSet<Flaw>>> {
    let mut flaws = proofs(key)?;
    if let Some(field) = place_of_heat(key).filter(|_| is_hot(key)) {
        flaws[field].insert(Flaw::Hot);
    }
    for (i, flaws) in flaws.iter_mut().enumerate() {
        if !needs_opt_out(key, i)? {
            flaws.insert(Flaw::NotNeeded);
        }
    }
    Some(flaws)
}

/// Returns `false` if the field has `allow(unordered)`, but no flaw without it. Returns `None` if an automaton would be
/// too large.
pub fn needs_opt_out(key: &Key, i: usize) -> Option<bool> {
    // Nobody knows whether a conversion keeps the order, so any field with one can opt out.
    if !key.fields[i].unordered || key.fields[i].via.is_some() {
        return Some(true);
    }
    let mut strict = key.clone();
    strict.fields[i].unordered = false;
    Some(!proofs(&strict)?[i].is_empty())
}

/// The time that keys begin with.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The first of the usual years. The last one is 2099.
    pub year: u32,
    /// `true` if the bytes follow the time, in a fixed width.
    pub is_in_order: bool,
}

/// Returns the time that all keys begin with, if there is no salt before it: the first element with several values, or
/// views of a later field that keep its order.
pub fn clock(key: &Key) -> Option<Clock> {
    if key.salt.is_some() || key.encoding != Encoding::Items { None } else { clock_of(key) }
}

fn clock_of(key: &Key) -> Option<Clock> {
    for field in &key.fields {
        if let Some(computed) = &field.computed {
            let keeps_order = |view: &str| {
                !["first", "last", "from", "without", "int", "java_int", "text"]
                    .iter()
                    .any(|name| view.starts_with(name))
            };
            let is_kept = computed.algorithm.is_none() && computed.views.split('.').all(keeps_order);
            let year = first_usual_year(&key.fields[computed.input].of).filter(|_| is_kept)?;
            return Some(Clock { year, is_in_order: true });
        }
        if !is_constant(&field.of) {
            return if field.hashed { None } else { time_of(&field.of) };
        }
    }
    None
}

/// Returns `true` for a type with a single value.
fn is_constant(of: &Type) -> bool {
    match of {
        Type::Codes(codes) => codes.len() == 1,
        Type::Key(key) => key.fields.iter().all(|field| is_constant(&field.of)),
        _ => false,
    }
}

/// Returns the time that the values of a type begin with.
fn time_of(of: &Type) -> Option<Clock> {
    match of {
        Type::Key(key) => clock_of(key),
        Type::Option(some) | Type::Array(some, _) => time_of(some),
        Type::Tuple(parts) => time_of(parts.first()?),
        Type::Repeated(item) => Some(Clock { is_in_order: false, ..time_of(item)? }),
        of => {
            let is_decimal = matches!(of, Type::Count(_, _, Form::Decimal) | Type::Reversed(_, _, Form::Decimal));
            Some(Clock { year: first_usual_year(of)?, is_in_order: !is_decimal && sorts_by_itself(of) })
        }
    }
}

fn first_usual_year(of: &Type) -> Option<u32> {
    match of {
        Type::Count(..) | Type::Reversed(..) | Type::Id(Id::Ulid) => Some(1970),
        Type::Date(..) => Some(1900),
        _ => None,
    }
}

/// Returns `true` if all rows of a second have one bucket, because times alone decide it.
fn is_slow_salt(key: &Key) -> bool {
    let Some(salt) = &key.salt else { return false };
    let rest: Vec<(usize, String)> = (0..key.fields.len()).map(|field| (field, String::new())).collect();
    let inputs = if salt.inputs.is_empty() { &rest } else { &salt.inputs };
    let varying: Vec<_> = inputs.iter().filter(|(field, _)| !is_constant(&key.fields[*field].of)).collect();
    !varying.is_empty() && varying.iter().all(|(field, views)| is_slow(&key.fields[*field].of, views))
}

/// Returns `true` if the value of an input is the same for all times of any second that it does not begin in.
fn is_slow(of: &Type, views: &str) -> bool {
    match of {
        Type::Option(some) => is_slow(some, views),
        Type::Key(key) => {
            let varying = || key.fields.iter().filter(|field| !is_constant(&field.of));
            varying().count() > 0 && varying().all(|field| is_slow(&field.of, ""))
        }
        Type::Date(_, pattern) => !views.is_empty() || !matches!(pattern.finest(), '3' | '6' | '9'),
        Type::Count(_, unit, _) | Type::Reversed(_, unit, _) => {
            let second = 1_000_000_000 / unit.nanoseconds();
            runs(views, second).iter().all(|run| *run >= second)
        }
        // Views see its milliseconds, without the random bytes.
        Type::Id(Id::Ulid) if !views.is_empty() => runs(views, 1_000).iter().all(|run| *run >= 1_000),
        _ => false,
    }
}

/// Returns the first numbers of units for which the views of a count stay the same. The results never fall, so a search
/// finds the end of each run.
fn runs(views: &str, second: i128) -> Vec<i128> {
    let seen = |count: i128| {
        views.split('.').filter(|view| !view.is_empty()).fold(count, |count, view| {
            let argument = view.split(['(', ')']).nth(1).and_then(|number| number.parse::<i128>().ok());
            match (view, argument) {
                (view, Some(by)) if view.starts_with("div") => count.div_euclid(by),
                (_, Some(by)) => count - count.rem_euclid(by),
                // The runs of all calendar views are whole hours.
                _ => count.div_euclid(3_600 * second),
            }
        })
    };
    let (mut runs, mut start) = (Vec::new(), 0);
    for _ in 0..64 {
        let mut step = 1;
        while seen(start + step) == seen(start) {
            step *= 2;
        }
        let (mut same, mut other) = (start, start + step);
        while other - same > 1 {
            let middle = same + (other - same) / 2;
            *(if seen(middle) == seen(start) { &mut same } else { &mut other }) = middle;
        }
        runs.push(other - start);
        start = other;
    }
    runs
}

/// Returns `true` if all writes of a moment go to one region, with or without an opt-out.
pub fn has_heat(key: &Key) -> bool {
    clock(key).is_some() || key.encoding == Encoding::Items && is_slow_salt(key)
}

/// Returns `true` if all writes of a moment go to one region of a split table, and the source does not allow it.
pub fn is_hot(key: &Key) -> bool {
    key.split.is_some() && !key.allow_hot && has_heat(key)
}

/// Returns the field that an error about a hot key is at. It is `None` for the struct: its salt, or its name as a
/// secondary key.
pub fn place_of_heat(key: &Key) -> Option<usize> {
    match &key.salt {
        _ if key.is_further => None,
        None => Some(0),
        Some(salt) if salt.on_field => Some(salt.inputs[0].0),
        Some(_) => None,
    }
}

/// Returns the failed proofs of each field.
fn proofs(key: &Key) -> Option<Vec<BTreeSet<Flaw>>> {
    let mut flaws = vec![BTreeSet::new(); key.fields.len()];
    if key.encoding != Encoding::Items {
        // All layouts of an encoding keep its promises.
        return Some(flaws);
    }
    let all = atoms(key);
    for (at, atom) in all.iter().enumerate() {
        let (owner, is_nested) = atom.owner;
        if !is_nested {
            flaws[owner].extend(alone(&atom.field.of, atom.opted_out));
        }
        // The proof of a nested key covers its inner elements.
        if !is_nested || atom.is_last_of_owner {
            flaws[owner].extend(with_next(&all, at)?);
        } else if atom.opted_out && atom.stop == Stop::Open {
            let mut behind = all[at + 1..].iter();
            let held =
                Automaton::of(&element(&Field { desc: atom.desc, ..atom.field.clone() }, Precision::Bytes))?.alphabet();
            let is_ended = atom.separator.first().is_some_and(|first| !held.contains(first));
            if !is_ended && behind.any(|next| next.owner.0 != owner && next.stop != Stop::Fixed) {
                flaws[owner].insert(Flaw::NoEnd);
            }
        }
    }
    for (field, flaws) in key.fields.iter().zip(&mut flaws) {
        if !field.unordered && !sorts_by_itself(&field.of) && !is_unordered(&field.of) {
            flaws.insert(Flaw::Unordered);
        }
    }
    Some(flaws)
}

/// Returns `true` if the proofs may treat more strings as keys than [`Precision::Bytes`] does.
///
/// They only know the bytes of lists and of fields in ordered code, and the widths of texts padded by characters. They do
/// not know which text follows a length, nor which tag begins a key of several record types. They know nothing about the
/// elements after a text that is parsed from the end of the key.
pub fn is_loose(key: &Key) -> bool {
    if key.encoding != Encoding::Items {
        return key.encoding == Encoding::OrderedCode;
    }
    let mut all = atoms(key);
    let is_counted = |of: &Type| {
        let of = if let Type::Option(some) = of { some } else { of };
        matches!(of, Type::Text(Text { end: End::Pad(_, _, Pad::Units) | End::Length(_), .. }) | Type::Kinds(_))
    };
    if all.iter().any(|atom| atom.stop == Stop::List || is_counted(&atom.field.of)) {
        return true;
    }
    // Without the opt-out, a text that is parsed from the end of the key has no end.
    all.iter_mut().for_each(|atom| atom.opted_out = false);
    let ends = |at: usize| {
        with_next(&all, at)
            .is_some_and(|flaws| !flaws.contains(&Flaw::NoEnd) && !flaws.contains(&Flaw::SeparatorInside))
    };
    !(0..all.len()).all(ends)
}
