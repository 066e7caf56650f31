//! The rules of a salt: views fit their fields, algorithms get values that they take, and every bucket can hold a row.

use crate::language::message::{Message, refuse};
use crate::language::{ByteSet, Language, texts};
use crate::layout::Field;
use crate::layout::salt::view::{INT_DIGITS, digits, of_number};
use crate::layout::salt::{Algorithm, InputKind, Label, Salt, SaltInput, Takes, View, java, remainder, scaled};

/// The most combinations of input values that are tried one by one.
const EVALUATED: u128 = 4_096;

/// Refuses input `index` of a salt if its views or its kind do not fit.
#[track_caller]
pub(crate) const fn check_input(salt: &Salt, fields: &[Field], index: usize) {
    if is_refused(&fields[salt.inputs[index].field]) {
        return;
    }
    if let Some(message) = unfit(salt, fields, index) {
        refuse!(message);
    }
    if is_repeated(salt.inputs, index) {
        let message = Message::new().text("the same input stands here twice").note();
        let message = message.text("under `xor` it would cancel itself out, and a hash gains nothing by it");
        refuse!(message.help().text("leave it out"));
    }
}

/// `true` if an input before `index` is the same.
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

/// `true` if a field cannot hold any value. The error stands at the field.
const fn is_refused(field: &Field) -> bool {
    field.language.refusal().is_some() || matches!(field.language.text_width(), (0, Some(0)))
}

/// The message if input `index` does not fit the salt; `None` if it fits.
const fn unfit(salt: &Salt, fields: &[Field], index: usize) -> Option<Message> {
    let input = &salt.inputs[index];
    let name = fields[input.field].name;
    match salt.algorithm {
        Algorithm::Modulo if index > 0 => {
            let message = Message::new().text("`modulo` takes one input").help().text("for several numbers: `xor`");
            return Some(message.help().text("for anything: `xxh3`"));
        }
        Algorithm::Phoenix if index == 0 => {
            let message = Message::new().text("`phoenix` hashes the whole rest of the key, and takes no single field");
            return Some(message.help().text("write `of(..)`"));
        }
        Algorithm::Phoenix => return None,
        _ => {}
    }
    let mut kind = input.kind;
    let mut i = 0;
    while i < input.views.len() {
        let view = input.views[i];
        if view.is_nothing() {
            let message = Message::new().text("the view ").name(view.name()).text(" of ").name(name);
            return Some(message.text(" takes less than 1").help().text("give it a number of 1 or more"));
        }
        if let (View::Int, InputKind::Text) = (view, kind) {
            if let Some(message) = unreadable(name, &fields[input.field].language, input.views.split_at(i).0) {
                return Some(message);
            }
        }
        kind = match view.kind(kind) {
            Some(kind) => kind,
            None if matches!(view, View::Calendar(_)) && input.kind.per_second() > 0 => {
                return Some(no_clock_any_more(name, view));
            }
            None => return Some(wrong_view(name, view, kind)),
        };
        i += 1;
    }
    let takes = salt.algorithm.takes();
    let alone = matches!(takes, Takes::Numbers) && salt.inputs.len() == 1;
    match kind {
        InputKind::Wide { .. } if !matches!(takes, Takes::Bytes) => Some(
            Message::new()
                .name(name)
                .text(" is a `u128`, wider than the numbers that ")
                .name(salt.algorithm.name())
                .text(" works on")
                .help()
                .text(HASH),
        ),
        InputKind::Number { per_second, .. } if alone => clock(name, per_second, salt),
        InputKind::Number { .. } => None,
        _ if matches!(salt.algorithm, Algorithm::Modulo) => {
            let message = Message::new().text("`modulo` takes one number, and ").name(name).text(" is none");
            let message = message.help().text(HASH);
            Some(match kind {
                InputKind::Civil => message.help().text("or take a number of it: `").text(name).text(".year_month`"),
                _ => message,
            })
        }
        InputKind::Octets | InputKind::Written if matches!(takes, Takes::Texts) => {
            let message = Message::new().name(salt.algorithm.name()).text(" takes text and numbers, and ").name(name);
            Some(message.text(" is neither").help().text(HASH).help().text(AS_IT_WAS))
        }
        _ => None,
    }
}

const HASH: &str = "use `xxh3`, which takes any value";
const AS_IT_WAS: &str = "or, for a table that exists, name a function that hashes as it was: `with = my_hash`";

const fn wrong_view(name: &str, view: View, kind: InputKind) -> Message {
    let message =
        Message::new().text("the view ").name(view.name()).text(" cannot be taken of ").name(name).text(", which is ");
    let message = message.text(match kind {
        InputKind::Number { .. } => "a number",
        InputKind::Text => "text",
        InputKind::Octets => "a byte string",
        InputKind::Wide { .. } => "a `u128`",
        InputKind::Civil => "a date",
        InputKind::Written => "neither text nor a number",
    });
    let message = match view {
        View::Int => message.note().text("`int` reads the digits of a text"),
        View::Div(_) => message.note().text("`div` divides a number"),
        View::Calendar(_) => return out_of_calendar(name, view, kind, message),
        _ => message.note().name(view.name()).text(" cuts characters out of a text"),
    };
    let message = message.help().text("take it whole: `of(").text(name).text(")`");
    match (view, kind) {
        (View::Div(_), InputKind::Civil) => {
            message.help().text("or take a number of it first: `").text(name).text(".year_month.div(..)`")
        }
        (View::Div(_), InputKind::Text) => {
            message.help().text("or read its number first: `").text(name).text(".int.div(..)`")
        }
        (View::Int, _) => message,
        (_, InputKind::Number { .. }) => message.help().text("or divide it: `").text(name).text(".div(..)`"),
        _ => message,
    }
}

/// Adds why a calendar view cannot be taken of a value that is not a time, or not known to be one.
const fn out_of_calendar(name: &str, view: View, kind: InputKind, message: Message) -> Message {
    let message = message.note().name(view.name()).text(" needs a date, or a count whose unit is known");
    match kind {
        InputKind::Number { .. } => message
            .help()
            .text("state the unit of an `i64` or `u64`: `#[rowkey(time(millis))]`")
            .help()
            .text("or divide it: `")
            .text(name)
            .text(".div(..)`"),
        InputKind::Text => {
            message.help().text("read the digits of the text: `").text(name).text(".without(\"-\").first(6).int`")
        }
        _ => message.help().text("take it whole: `of(").text(name).text(")`"),
    }
}

/// The message for a calendar view after a view that made a plain number of a clock.
const fn no_clock_any_more(name: &str, view: View) -> Message {
    let message = Message::new().text("after its other views ").name(name).text(" is no time, and has no ");
    message.name(view.name()).help().text("take it first: `").text(name).text(".").text(view.name()).text("`")
}

/// The message for `int` if no value of the field, seen through the views before it, is a number; `None` if some can be.
const fn unreadable(name: &str, language: &Language, before: &[View]) -> Option<Message> {
    let alphabet = language.text_alphabet();
    let (mut least, mut most) = language.text_width();
    let mut i = 0;
    while i < before.len() {
        (least, most) = match before[i] {
            // Only ASCII: a view that counts characters can remove more bytes than characters.
            View::From(count) if is_ascii(alphabet) => (least.saturating_sub(count), less(most, count)),
            View::First(count) | View::Last(count) if is_ascii(alphabet) => (smaller(least, count), most),
            _ => (0, most),
        };
        i += 1;
    }
    let message = Message::new().text("the view `int` can read no value of ").name(name).text(": ");
    let (message, help) = if alphabet.intersect(ByteSet::range(b'0', b'9')).is_empty() {
        (message.text("it holds no digit"), Message::new().text("take it whole: `of(").text(name).text(")`"))
    } else if matches!(most, Some(0)) {
        (
            message.text("nothing is left of it"),
            Message::new().text("cut less of it: `").text(name).text(".last(4).int`"),
        )
    } else if least > INT_DIGITS {
        let message = message.number(least as u128).text(" digits are too many for a number");
        (message, Message::new().text("take some of them: `").text(name).text(".last(18).int`"))
    } else {
        return None;
    };
    Some(
        message
            .note()
            .text("`int` reads 1 to 18 digits, and without a bucket no row is written")
            .help()
            .text(help.as_str()),
    )
}

const fn less(most: Option<usize>, count: usize) -> Option<usize> {
    match most {
        Some(most) => Some(most.saturating_sub(count)),
        None => None,
    }
}

const fn smaller(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// The message for `xor` or `modulo` of one clock whose units per second share a factor with the number of buckets: rows at
/// whole seconds would meet in few buckets.
const fn clock(name: &str, per_second: u64, salt: &Salt) -> Option<Message> {
    let shared = gcd(per_second, salt.buckets as u64);
    if per_second == 0 || shared <= 1 {
        return None;
    }
    Some(
        Message::new()
            .text("whole seconds of ")
            .name(name)
            .text(" would fill only ")
            .number((salt.buckets as u64 / shared) as u128)
            .text(" of ")
            .number(salt.buckets as u128)
            .text(" buckets")
            .note()
            .number(per_second as u128)
            .text(" units a second and ")
            .number(salt.buckets as u128)
            .text(" buckets share the factor ")
            .number(shared as u128)
            .help()
            .text("use `xxh3`, which spreads any value")
            .help()
            .text("or take a number of buckets without that factor: `buckets = 7`"),
    )
}

const fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Refuses `of(..)`, which is bytes, for an algorithm that takes numbers or text.
#[track_caller]
pub(crate) const fn check_rest(salt: &Salt) {
    let what = match salt.algorithm.takes() {
        Takes::Bytes => return,
        Takes::Numbers => " needs numbers, and `..` is bytes",
        Takes::Texts => " needs text, and `..` is bytes",
    };
    let message = Message::new().name(salt.algorithm.name()).text(what).help().text("name the fields: `of(field)`");
    refuse!(message.help().text("or hash the bytes: `xxh3`"));
}

/// Refuses a label that is too narrow for the last bucket or has more than 20 digits; for `phoenix`, every label but `u8`.
#[track_caller]
pub(crate) const fn check_label(salt: &Salt) {
    if let (Algorithm::Phoenix, Label::U16 | Label::U32 | Label::I64 | Label::Digits(_) | Label::Hex(_)) =
        (salt.algorithm, salt.label)
    {
        let message = Message::new().text("`phoenix` writes its bucket as one byte");
        refuse!(message.help().text("write `u8`, or leave it out"));
    }
    if !salt.fits_label() {
        refuse!(
            Message::new()
                .text("the label of the salt ends at ")
                .number(salt.label.capacity() as u128)
                .text(", and the last bucket is ")
                .number(salt.buckets as u128 - 1)
                .help()
                .text("leave out its form, and the least that fits is taken")
                .help()
                .text("or write a wider one: `")
                .text(wider(salt).as_str())
                .text("`")
        );
    }
    if salt.label.width() > 20 {
        refuse!(
            Message::new()
                .text("the label of the salt has ")
                .number(salt.label.width() as u128)
                .text(" digits, and 20 are the most")
                .help()
                .text("2 or 3 hold all usual numbers of buckets: `digits(2)`")
        );
    }
}

/// A form that holds all labels; a text form stays text.
const fn wider(salt: &Salt) -> Message {
    let (word, radix) = match salt.label {
        Label::Digits(_) => ("digits(", 10),
        Label::Hex(_) => ("hex(", 16),
        _ if salt.buckets > 65_536 => return Message::new().text("u32"),
        _ => return Message::new().text("u16"),
    };
    let (mut width, mut rest) = (1, (salt.buckets - 1) / radix);
    while rest > 0 {
        (width, rest) = (width + 1, rest / radix);
    }
    Message::new().text(word).number(width).text(")")
}

/// Refuses a salt that cannot reach every bucket.
#[track_caller]
pub(crate) const fn check_salt(salt: &Salt, fields: &[Field]) {
    if let Algorithm::Phoenix = salt.algorithm {
        check_phoenix(salt.buckets);
    }
    if salt.rest || salt.inputs.is_empty() {
        return;
    }
    // A shortcut for most salts: the first input alone has more values than are tried, and than there are buckets.
    if let [SaltInput { views: [], count, .. }, ..] = salt.inputs {
        match *count {
            Some(count) if count <= EVALUATED || count < salt.buckets as u128 => {}
            _ => return,
        }
    }
    let mut i = 0;
    while i < salt.inputs.len() {
        // The error stands at the field or at the input.
        if is_refused(&fields[salt.inputs[i].field]) || unfit(salt, fields, i).is_some() {
            return;
        }
        i += 1;
    }
    let values = combinations(salt, fields);
    let reached = if values < salt.buckets as u128 {
        values as u32
    } else if values <= EVALUATED {
        reached(salt, fields)
    } else {
        return;
    };
    if reached < salt.buckets {
        refuse!(too_few(salt, fields, reached));
    }
}

const fn too_few(salt: &Salt, fields: &[Field], reached: u32) -> Message {
    let first = salt.inputs[0].field;
    let message = Message::new().text("at most ").number(reached as u128).text(" of ").number(salt.buckets as u128);
    let message = message.text(" buckets can hold a row: the values of ").name(fields[first].name);
    let message = message.text(if salt.inputs.len() > 1 { " and the other inputs" } else { "" }).text(" reach no more");
    let message = match (salt.algorithm.takes(), another(salt.inputs, fields.len())) {
        (_, None) | (Takes::Texts, _) => message,
        (Takes::Bytes, _) => message.help().text("compute it from the whole rest of the key: `of(..)`"),
        (_, Some(_)) if matches!(salt.algorithm, Algorithm::Modulo) => {
            message.help().text("use `xxh3`, of the whole rest of the key: `xxh3, of(..)`")
        }
        (_, Some(another)) => {
            let message = message.help().text("compute it from more fields: `of(").text(fields[first].name);
            message.text(", ").text(fields[another].name).text(")`")
        }
    };
    match fewer(salt, fields, reached) {
        Some(buckets) => message.help().text("take fewer: `buckets = ").number(buckets as u128).text("`"),
        None => message,
    }
}

/// The index of a field that is not an input of the salt.
const fn another(inputs: &[SaltInput], fields: usize) -> Option<usize> {
    let mut i = 0;
    while i < fields {
        let mut slot = 0;
        while slot < inputs.len() && inputs[slot].field != i {
            slot += 1;
        }
        if slot == inputs.len() {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// A smaller number of buckets, all of which the inputs reach, for the help.
const fn fewer(salt: &Salt, fields: &[Field], reached_now: u32) -> Option<u32> {
    let mut buckets = reached_now;
    while buckets > 1 {
        let salt = Salt { buckets, ..*salt };
        if combinations(&salt, fields) > EVALUATED || reached(&salt, fields) == buckets {
            return Some(buckets);
        }
        buckets /= 2;
    }
    None
}

/// Refuses a number of buckets that Phoenix does not take, or does not fill.
#[track_caller]
const fn check_phoenix(buckets: u32) {
    if buckets > 256 {
        let message = Message::new().text("`phoenix` writes one byte, so it has at most 256 buckets, found ");
        refuse!(message.number(buckets as u128).help().text("for more buckets: `xxh3`"));
    }
    if buckets % java::FACTOR as u32 == 0 {
        refuse!(
            Message::new()
                .text("`phoenix` leaves buckets empty when there are ")
                .number(buckets as u128)
                .note()
                .text("its hash multiplies by 31, so that modulo 31 little but the last byte counts: rows that end in a digit fill as few as 10 of 31 buckets")
                .help()
                .text("for a new table, take any other number: `buckets = ")
                .number(buckets as u128 + 1)
                .text("`")
                .help()
                .text("for a table that exists, name the function: `with = rowkey::salt::phoenix`")
        );
    }
}

/// Refuses `was(M)` if M is not a number of buckets, is the present number, or has labels of another width.
#[track_caller]
pub(crate) const fn check_was(salt: &Salt, was: i128, form_is_written: bool) {
    let Some(former) = salt.was else {
        let message = Message::new().text("`was` is the number of buckets that older rows were written with, found ");
        let message = if was < 0 { message.text("-") } else { message };
        refuse!(message.number(was.unsigned_abs()).help().text("name that number: `was(6)`"))
    };
    if former == salt.buckets {
        refuse!(
            Message::new()
                .text("`was` names ")
                .number(former as u128)
                .text(" buckets, and that is what `buckets` says")
                .help()
                .text("name the number that older rows were written with")
        );
    }
    let other = Label::least_for(former).width() != salt.label.width();
    if former - 1 > salt.label.capacity() || (!form_is_written && other) {
        refuse!(
            Message::new()
                .text("labels of ")
                .number(former as u128)
                .text(" and of ")
                .number(salt.buckets as u128)
                .text(" buckets must have one width, or no key could be read")
                .help()
                .text("write the form that the older rows have, if it holds both: `u16`")
                .help()
                .text("or copy the rows into a new table")
        );
    }
}

/// An upper bound on the number of combinations of input values.
const fn combinations(salt: &Salt, fields: &[Field]) -> u128 {
    let mut values = 1u128;
    let mut i = 0;
    while i < salt.inputs.len() {
        values = match values_of(&salt.inputs[i], fields) {
            Some(count) => values.saturating_mul(count),
            None => u128::MAX,
        };
        i += 1;
    }
    values
}

/// An upper bound on the number of values that an input has after its views; `None` if it is not known.
const fn values_of(input: &SaltInput, fields: &[Field]) -> Option<u128> {
    if let Some((least, greatest)) = ends(input) {
        return (greatest.wrapping_sub(least) as u128).checked_add(1);
    }
    // A view never makes more values than it gets.
    match (input.count, texts_of(input, fields)) {
        (Some(count), Some(seen)) if seen < count => Some(seen),
        (None, seen) => seen,
        (count, _) => count,
    }
}

/// The least and the greatest number that an input gives after its views. `div` and calendar views keep the order, so these
/// are the views of the ends.
const fn ends(input: &SaltInput) -> Option<(i128, i128)> {
    let (least, greatest, views, per_second) = match (input.numbers, input.kind, input.views) {
        (Some((least, greatest)), kind, views) => (least, greatest, views, kind.per_second()),
        (None, InputKind::Civil, [View::Calendar(calendar), views @ ..]) => {
            let (least, greatest) = calendar.ends();
            (least, greatest, views, 0)
        }
        _ => return None,
    };
    match (of_number(views, least, per_second), of_number(views, greatest, per_second)) {
        (Ok(least), Ok(greatest)) => Some((least, greatest)),
        _ => None,
    }
}

/// An upper bound on the number of texts, or of numbers spelled by them, that the views leave of a text; `None` unless all
/// characters are single bytes.
const fn texts_of(input: &SaltInput, fields: &[Field]) -> Option<u128> {
    let language = &fields[input.field].language;
    if !matches!(input.kind, InputKind::Text) {
        return None;
    }
    let mut alphabet = language.text_alphabet();
    let (mut least, mut most) = match language.text_width() {
        (least, Some(most)) => (least, most),
        (least, None) => (least, usize::MAX),
    };
    if !is_ascii(alphabet) {
        least = 0;
    }
    let mut greatest = u128::MAX;
    let mut i = 0;
    while i < input.views.len() {
        match input.views[i] {
            View::First(count) | View::Last(count) => {
                (least, most) = (smaller(least, count), smaller(most, count));
            }
            View::From(count) => (least, most) = (least.saturating_sub(count), most.saturating_sub(count)),
            View::Without(_) => least = 0,
            View::Int => {
                alphabet = alphabet.intersect(ByteSet::range(b'0', b'9'));
                least = if least == 0 { 1 } else { least };
                most = if most > INT_DIGITS { INT_DIGITS } else { most };
                greatest = 10u128.pow(most as u32) - 1;
            }
            View::Div(by) => greatest /= by as u128,
            // A calendar view cannot be taken of a text.
            View::Calendar(_) => {}
        }
        i += 1;
    }
    if !is_ascii(alphabet) || alphabet.is_empty() || most < least {
        return None;
    }
    match texts(alphabet, least, most) {
        Some(texts) if texts <= greatest => Some(texts),
        _ => greatest.checked_add(1),
    }
}

const fn is_ascii(alphabet: ByteSet) -> bool {
    alphabet.minus(ByteSet::range(0, 0x7F)).is_empty()
}

/// How many buckets the combinations reach, tried one by one; all buckets if a combination cannot be tried.
const fn reached(salt: &Salt, fields: &[Field]) -> u32 {
    let mut seen = [0u64; EVALUATED as usize / 64];
    let mut reached = 0;
    let mut combination = 0;
    while combination < combinations(salt, fields) && reached < salt.buckets {
        let Some(bucket) = bucket_of(salt, fields, combination) else { return salt.buckets };
        let (word, bit) = (bucket as usize / 64, bucket % 64);
        if seen[word] >> bit & 1 == 0 {
            seen[word] |= 1 << bit;
            reached += 1;
        }
        combination += 1;
    }
    reached
}

/// The language of a number that views gave, as a digest takes it.
const AS_I64: Language = Language::number(8, 0, u64::MAX as u128);

/// The bucket of one combination of numbers; `None` for inputs or algorithms that cannot be computed in a const.
const fn bucket_of(salt: &Salt, fields: &[Field], combination: u128) -> Option<u32> {
    let mut rest = combination;
    let mut number = 0;
    let mut hash = 0;
    let mut bytes = [0; 64];
    let mut at = 0;
    let mut i = 0;
    while i < salt.inputs.len() {
        let input = &salt.inputs[i];
        let (Some((least, _)), Some(count)) = (ends(input), values_of(input, fields)) else { return None };
        let value = least + (rest % count) as i128;
        number ^= value;
        hash = java::with_number(hash, value, digits(input.views));
        if matches!(salt.algorithm.takes(), Takes::Bytes) {
            // The order of the elements does not matter, because all combinations are tried.
            let end = if input.views.is_empty() {
                fields[input.field].language.write_nth(rest % count, &mut bytes, at)
            } else {
                AS_I64.write_nth(value as u64 as u128, &mut bytes, at)
            };
            at = match end {
                Some(end) => end,
                None => return None,
            };
        }
        rest /= count;
        i += 1;
    }
    match salt.algorithm {
        Algorithm::Xor | Algorithm::Modulo => Some(remainder(number, salt.buckets)),
        Algorithm::JavaHash => Some(remainder(hash as i128, salt.buckets)),
        Algorithm::Xxh3 => {
            let hash = xxhash_rust::const_xxh3::xxh3_64(bytes.split_at(at).0);
            Some(scaled(hash, salt.buckets))
        }
        _ => None,
    }
}
