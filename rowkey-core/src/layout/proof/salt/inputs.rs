//! Proves that the views fit the fields, and that the algorithm takes the results. The rule is in `salt.rs`.

use super::{is_ascii, is_refused, smaller};
use crate::language::message::{Message, append, message, refuse};
use crate::language::{ByteSet, Language};
use crate::layout::computed::Computed;
use crate::layout::salt::view::{INT_DIGITS, TEXT_OF_NUMBER, text_at};
use crate::layout::salt::{Algorithm, InputKind, Salt, SaltInput, Takes, View};
use crate::layout::{Field, Layout};

/// The reason why an input does not fit its salt.
#[derive(Clone, Copy)]
pub(super) enum Unfit {
    /// It is an input of `modulo`, but not the first.
    SecondOfModulo,
    /// It is a field, and `phoenix` hashes the whole rest of the key.
    FieldOfPhoenix,
    /// The view removes every text in full, or divides by less than 1.
    EmptyView(View),
    /// The view, `int` or `java_int`, cannot read any value.
    Unreadable(View, Unreadable),
    /// The view does not take values of this kind.
    WrongKind(View, InputKind),
    /// The calendar view follows a view that turned a clock into a plain number.
    LateCalendar(View),
    /// It is a `u128`, and the algorithm works on narrower numbers.
    TooWide,
    /// It is a value of this kind, and `modulo` or a computed element takes a number.
    NotNumber(InputKind),
    /// It is a value of this kind, and `java_hash` takes text and numbers.
    NotText(InputKind),
    /// It is a date with `desc`, and `java_hash` takes text. The complement of a date is not text.
    ComplementedDate,
    /// An earlier input is the same.
    Repeated,
}

/// The reason why `int` or `java_int` cannot read any value of a text.
#[derive(Clone, Copy)]
pub(super) enum Unreadable {
    /// The text cannot hold a digit.
    NoDigit,
    /// The other views remove the whole text.
    NothingLeft,
    /// The text has at least this number of digits after the other views.
    TooLong(usize),
}

/// Rejects input `index` of the salt if its views or its type do not fit the algorithm.
#[track_caller]
pub const fn check_input(layout: &Layout, index: usize) {
    let Some(salt) = &layout.parts.salt else { return };
    let fields = layout.parts.fields;
    let field = &fields[salt.inputs[index].field];
    if is_refused(field) {
        return;
    }
    if let Some(flaw) = flaw(salt, fields, index) {
        refuse!(message(salt, field.name, flaw));
    }
}

/// Returns the error for the field or the views of a computed element, or `None` if it can be computed.
pub(crate) const fn computed_flaw(computed: &Computed, fields: &[Field]) -> Option<Message> {
    let (salt, field) = (&computed.salt, &fields[computed.field()]);
    match unfit(salt, fields, 0) {
        Some(flaw) if !is_refused(field) => Some(message(salt, field.name, flaw)),
        _ => None,
    }
}

/// Returns the error for the views of a field in a declared query, or `None` if they fit the field.
pub(crate) const fn views_flaw(field: &Field, views: &'static [View]) -> Option<Message> {
    let name = field.name;
    let input = SaltInput { field: 0, views, kind: field.input, count: None, numbers: None };
    match kind_after_views(&input, &field.language) {
        Err(_) if is_refused(field) => None,
        Err(Unfit::EmptyView(view)) => Some(empty_view(name, view)),
        Err(Unfit::LateCalendar(view)) => Some(late_calendar(name, view)),
        Err(Unfit::WrongKind(view @ View::Calendar(_), kind @ InputKind::Number { .. })) => {
            Some(wrong_calendar(name, view, kind))
        }
        Err(Unfit::WrongKind(view, kind)) => Some(message!(RK504, "the view " {view.name()} " does not fit " {name}
            ", which is " {=word_of(kind)};
            help "bind it to one value: `" {=name} "`";
            help "or to a range: `" {=name} " in ..`")),
        _ => None,
    }
}

/// Rejects `of(..)`, which is bytes, for an algorithm that takes numbers or text.
#[track_caller]
pub const fn check_rest(layout: &Layout) {
    let Some(salt) = &layout.parts.salt else { return };
    if !matches!(salt.algorithm.takes(), Takes::Bytes) {
        refuse!(rest_message(salt));
    }
}

const fn flaw(salt: &Salt, fields: &[Field], index: usize) -> Option<Unfit> {
    match unfit(salt, fields, index) {
        None if is_repeated(salt.inputs, index) => Some(Unfit::Repeated),
        flaw => flaw,
    }
}

/// Returns the flaw of input `index` by itself.
pub(super) const fn unfit(salt: &Salt, fields: &[Field], index: usize) -> Option<Unfit> {
    match salt.algorithm {
        Algorithm::Modulo if index > 0 => return Some(Unfit::SecondOfModulo),
        Algorithm::Phoenix if index == 0 => return Some(Unfit::FieldOfPhoenix),
        Algorithm::Phoenix => return None,
        _ => {}
    }
    let input = &salt.inputs[index];
    let language = &fields[input.field].language;
    match kind_after_views(input, language) {
        Ok(InputKind::Civil) if matches!(salt.algorithm.takes(), Takes::Texts) && language.is_complemented() => {
            Some(Unfit::ComplementedDate)
        }
        Ok(kind) => unfit_kind(salt, kind),
        Err(unfit) => Some(unfit),
    }
}

/// Returns the kind of value after the views.
///
/// # Errors
/// Returns the flaw of a view that does not fit.
const fn kind_after_views(input: &SaltInput, language: &Language) -> Result<InputKind, Unfit> {
    let (mut kind, mut i) = (input.kind, 0);
    while i < input.views.len() {
        let view = input.views[i];
        if view.is_nothing() {
            return Err(Unfit::EmptyView(view));
        }
        if let (View::Int | View::JavaInt, InputKind::Text) = (view, kind) {
            if let Some(why) = unreadable(language, input.views.split_at(i).0, view) {
                return Err(Unfit::Unreadable(view, why));
            }
        }
        kind = match view.kind(kind) {
            Some(kind) => kind,
            None if matches!(view, View::Calendar(_)) && input.kind.per_second() > 0 => {
                return Err(Unfit::LateCalendar(view));
            }
            None => return Err(Unfit::WrongKind(view, kind)),
        };
        i += 1;
    }
    Ok(kind)
}

/// Returns the flaw of a value of this kind as an input of the salt.
const fn unfit_kind(salt: &Salt, kind: InputKind) -> Option<Unfit> {
    let takes = salt.algorithm.takes();
    match kind {
        InputKind::Wide { .. } if !matches!(takes, Takes::Bytes) => Some(Unfit::TooWide),
        InputKind::Number { .. } => None,
        kind if matches!(salt.algorithm, Algorithm::Modulo | Algorithm::Number) => Some(Unfit::NotNumber(kind)),
        InputKind::Octets | InputKind::TimeId | InputKind::Written if matches!(takes, Takes::Texts) => {
            Some(Unfit::NotText(kind))
        }
        _ => None,
    }
}

/// Returns the reason why `view` (`int` or `java_int`) cannot read any value of the field after the views before it.
/// Returns `None` if it can read some.
const fn unreadable(language: &Language, before: &[View], view: View) -> Option<Unreadable> {
    // After `text`, a number has 1 to 39 digits, and a sign.
    let (alphabet, mut least, mut most, mut i) = match text_at(before) {
        Some(at) => (TEXT_OF_NUMBER, 1, Some(40), at + 1),
        None => {
            let (least, most) = language.text_width();
            (language.text_alphabet(), least, most, 0)
        }
    };
    while i < before.len() {
        (least, most) = match before[i] {
            // Only for ASCII, because a view that counts characters can remove more bytes than characters.
            View::From(count) if is_ascii(alphabet) => (least.saturating_sub(count), less(most, count)),
            View::First(count) | View::Last(count) if is_ascii(alphabet) => (smaller(least, count), most),
            _ => (0, most),
        };
        i += 1;
    }
    // `java_int` reads digits of other scripts, and any number of leading zeros.
    let is_java = matches!(view, View::JavaInt);
    if (!is_java || is_ascii(alphabet)) && alphabet.intersect(ByteSet::range(b'0', b'9')).is_empty() {
        Some(Unreadable::NoDigit)
    } else if matches!(most, Some(0)) {
        Some(Unreadable::NothingLeft)
    } else if least > INT_DIGITS && !is_java {
        Some(Unreadable::TooLong(least))
    } else {
        None
    }
}

const fn less(most: Option<usize>, count: usize) -> Option<usize> {
    match most {
        Some(most) => Some(most.saturating_sub(count)),
        None => None,
    }
}

/// Returns `true` if an input before `index` is the same.
const fn is_repeated(inputs: &[SaltInput], index: usize) -> bool {
    let mut earlier = 0;
    while earlier < index {
        if inputs[earlier].field == inputs[index].field && View::all_same(inputs[earlier].views, inputs[index].views) {
            return true;
        }
        earlier += 1;
    }
    false
}

const HASH: &str = "use `xxh3`, which takes any value";
const AS_IT_WAS: &str = "or, for an existing table, name its hash function: `with = my_hash`";

/// Returns the message for a flaw of an input of the field `name`.
pub(super) const fn message(salt: &Salt, name: &str, flaw: Unfit) -> Message {
    let algorithm = salt.algorithm.name();
    match flaw {
        Unfit::SecondOfModulo => message!(RK505, "`modulo` takes one input";
            help "for several numbers: `xor`";
            help "for anything: `xxh3`"),
        Unfit::FieldOfPhoenix => message!(RK505, "`phoenix` hashes the rest of the key, and takes no single field";
            help "write `of(..)`"),
        Unfit::EmptyView(view) => empty_view(name, view),
        Unfit::Unreadable(view, why) => unreadable_message(salt, name, view, why),
        Unfit::WrongKind(view @ View::Calendar(_), kind @ (InputKind::Number { .. } | InputKind::Text)) => {
            wrong_calendar(name, view, kind)
        }
        Unfit::WrongKind(view @ View::Calendar(_), kind) => whole(wrong_calendar(name, view, kind), salt, name),
        Unfit::WrongKind(view, kind) => wrong_kind(salt, name, view, kind),
        Unfit::LateCalendar(view) => late_calendar(name, view),
        Unfit::TooWide if matches!(salt.algorithm, Algorithm::Number) => {
            whole(message!(RK505, {name} " is a `u128`, wider than a computed number"), salt, name)
        }
        Unfit::TooWide => message!(RK505, {name} " is a `u128`, wider than the numbers that " {algorithm} " works on";
            help {=HASH}),
        Unfit::NotNumber(kind) if matches!(salt.algorithm, Algorithm::Number) => no_number_to_write(salt, name, kind),
        Unfit::NotNumber(kind) => not_number(name, kind),
        Unfit::NotText(kind) => message!(RK505, "expected text or a number for " {algorithm} ", found " {name}
            ", which is " {=word_of(kind)};
            help {=HASH};
            help {=AS_IT_WAS}),
        Unfit::ComplementedDate => message!(RK505, "expected text or a number for " {algorithm} ", found " {name}
            ", a date that `desc` complements";
            help "take a number of it: `" {=name} ".year_month_day`";
            help {=HASH};
            help {=AS_IT_WAS}),
        Unfit::Repeated => message!(RK003, "the same input is given twice";
            note "under `xor` it would cancel itself out, and to a hash it adds no spread";
            help "leave it out"),
    }
}

const fn not_number(name: &str, kind: InputKind) -> Message {
    let message = message!(RK505, "expected a number for `modulo`, found " {name} ", which is " {=word_of(kind)};
        help {=HASH});
    match kind {
        InputKind::Civil => append!(message; help "or take a number of it: `" {=name} ".year_month`"),
        _ => message,
    }
}

/// Returns the message for a computed element of a value that is not a number.
const fn no_number_to_write(salt: &Salt, name: &str, kind: InputKind) -> Message {
    let message = message!(RK505, "expected a number to write as an element, found " {name}
        ", which is " {=word_of(kind)});
    let message = match kind {
        InputKind::Text => append!(message; help "read the digits of the text: `" {=name} ".last(4).int`"),
        InputKind::Civil => append!(message; help "take a number of it: `" {=name} ".year_month_day`"),
        _ => message,
    };
    whole(message, salt, name)
}

/// Adds the help to take the whole value.
const fn whole(message: Message, salt: &Salt, name: &str) -> Message {
    match salt.algorithm {
        Algorithm::Number => append!(message;
            help "write the first bytes of its digest: `md5(" {=name} "), bytes(4)`"),
        _ => append!(message; help "take it whole: `of(" {=name} ")`"),
    }
}

/// Returns the words for a value of this kind.
const fn word_of(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Number { .. } => "a number",
        InputKind::Text => "text",
        InputKind::Octets => "a byte string",
        InputKind::Wide { .. } => "a `u128`",
        InputKind::Civil => "a date",
        InputKind::TimeId => "an id",
        InputKind::Written => "neither text nor a number",
    }
}

const fn empty_view(name: &str, view: View) -> Message {
    let example = if matches!(view, View::Div(_) | View::Floor(_)) { "60" } else { "4" };
    message!(RK504, "expected 1 or more for the view " {view.name()} " of " {name};
        help "write `" {=name} "." {=view.name()} "(" {=example} ")`")
}

const fn late_calendar(name: &str, view: View) -> Message {
    message!(RK504, {view.name()} " needs a time, and " {name} " is a plain number after its other views";
        help "take it first: `" {=name} "." {=view.name()} "`")
}

const fn wrong_kind(salt: &Salt, name: &str, view: View, kind: InputKind) -> Message {
    let expected = if matches!(view, View::Div(_) | View::Floor(_) | View::Text) { "a number" } else { "text" };
    let message = message!(RK504, "expected " {=expected} " for the view " {view.name()} ", found " {name}
        ", which is " {=word_of(kind)});
    let message = match view {
        View::Int => append!(message; note "`int` reads the digits of a text"),
        View::JavaInt => append!(message; note "`java_int` reads the number of a text"),
        View::Div(_) => append!(message; note "`div` divides a number"),
        View::Floor(_) => append!(message; note "`floor` rounds a number down"),
        View::Text => append!(message; note "`text` writes a number in decimal"),
        _ => append!(message; note {view.name()} " takes characters from a text"),
    };
    let message = whole(message, salt, name);
    match (view, kind) {
        (View::Div(_) | View::Floor(_), InputKind::Civil) => append!(message;
            help "or take a number of it first: `" {=name} ".year_month." {=view.name()} "(..)`"),
        (View::Div(_) | View::Floor(_), InputKind::Text) => append!(message;
            help "or read its number first: `" {=name} ".int." {=view.name()} "(..)`"),
        (View::Int | View::JavaInt | View::Text, _) => message,
        (_, InputKind::Number { .. }) => append!(message; help "or divide it: `" {=name} ".div(..)`"),
        _ => message,
    }
}

/// Returns the message for a calendar view of a value that is not a time, or not known to be one.
const fn wrong_calendar(name: &str, view: View, kind: InputKind) -> Message {
    let message = message!(RK504, "expected a date, or a count whose unit is known, for the view " {view.name()}
        ", found " {name} ", which is " {=word_of(kind)});
    match kind {
        InputKind::Number { .. } => append!(message;
            help "state the unit of an `i64` or `u64`: `#[rowkey(time(millis))]`";
            help "or divide it: `" {=name} ".div(..)`"),
        InputKind::Text => append!(message;
            help "read the digits of the text: `" {=name} ".without(\"-\").first(6).int`"),
        _ => message,
    }
}

const fn unreadable_message(salt: &Salt, name: &str, view: View, why: Unreadable) -> Message {
    let message = message!(RK504, "the view " {view.name()} " cannot read any value of " {name} ": ");
    match why {
        Unreadable::NoDigit => {
            let message = append!(message, "it cannot hold a digit");
            whole(needs_digits(message, salt, view), salt, name)
        }
        Unreadable::NothingLeft => {
            let message = append!(message, "the other views leave no characters of it");
            append!(needs_digits(message, salt, view);
                help "take more of it: `" {=name} ".last(4)." {=view.name()} "`")
        }
        Unreadable::TooLong(digits) => {
            let message = append!(message, {#digits} " digits are too many for a number");
            append!(needs_digits(message, salt, view);
                help "take some of them: `" {=name} ".last(18)." {=view.name()} "`")
        }
    }
}

const fn needs_digits(message: Message, salt: &Salt, view: View) -> Message {
    let digits = if matches!(view, View::Int) { "1 to 18 digits" } else { "digits" };
    let missing = if matches!(salt.algorithm, Algorithm::Number) { "the element" } else { "a bucket" };
    append!(message; note {view.name()} " reads " {=digits} ", and a row without " {=missing} " cannot be written")
}

/// Returns the message for `of(..)` if the algorithm does not take bytes.
pub(super) const fn rest_message(salt: &Salt) -> Message {
    let takes = if matches!(salt.algorithm.takes(), Takes::Numbers) { "numbers" } else { "text" };
    message!(RK505, "expected " {=takes} " for " {salt.algorithm.name()} ", found `..`, which is bytes";
        help "name the fields: `of(field)`";
        help "or hash the bytes: `xxh3`")
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::layout::salt::Label;
    use std::boxed::Box;

    #[test]
    fn int_reads_up_to_18_digits() {
        const NARROW: Language = Language::fixed(ByteSet::ALL, 18);
        const WIDE: Language = Language::fixed(ByteSet::ALL, 24);
        let flaw =
            |text, before: &[View]| unreadable(&Language::chars(text, ByteSet::range(b'0', b'9')), before, View::Int);
        for (text, before) in [(&NARROW, &[][..]), (&WIDE, &[View::First(18)]), (&WIDE, &[View::From(6)])] {
            assert!(flaw(text, before).is_none(), "{before:?}");
        }
        for before in [View::First(19), View::Last(19), View::From(5)] {
            assert!(matches!(flaw(&WIDE, &[before]), Some(Unreadable::TooLong(19))), "{before:?}");
        }
    }

    #[test]
    fn characters_of_several_bytes_leave_fewer_digits_than_bytes() {
        let any = Language::fixed(ByteSet::UTF8, 24);
        for before in [View::From(2), View::First(20), View::Last(20)] {
            assert!(unreadable(&any, &[before], View::Int).is_none(), "{before:?}");
        }
    }

    #[test]
    fn java_int_reads_digits_of_other_scripts() {
        const ANY: Language = Language::open(ByteSet::ALL);
        let flaw = |alphabet, view| unreadable(&Language::chars(&ANY, alphabet), &[], view);
        let (thai, letters) = (ByteSet::range(0x80, 0xF4), ByteSet::range(b'a', b'z'));
        assert!(flaw(thai, View::JavaInt).is_none());
        for (alphabet, view) in [(thai, View::Int), (letters, View::JavaInt)] {
            assert!(matches!(flaw(alphabet, view), Some(Unreadable::NoDigit)), "{alphabet:?} {view:?}");
        }
    }

    #[test]
    fn java_hash_takes_a_date_that_ascends() {
        const DATE: Language = Language::fixed(ByteSet::range(b'0', b'9'), 8);
        let flaw = |language| {
            let input = SaltInput { field: 0, views: &[], kind: InputKind::Civil, count: None, numbers: None };
            let salt = Salt::new(Algorithm::JavaHash, 16, Box::leak(Box::new([input])), false, Label::U8);
            unfit(&salt, &[Field { language, ..Field::NOTHING }], 0)
        };
        assert!(flaw(DATE).is_none());
        assert!(matches!(flaw(Language::complement(&DATE)), Some(Unfit::ComplementedDate)));
    }
}
