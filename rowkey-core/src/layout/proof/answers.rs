//! Answered: a declared query reads one range per bucket, and every row in it is a row of the query.
//!
//! `answers(phone, at in ..)` declares a query that binds `phone` to one value and `at` to a range. The proof walks over
//! the key like a plan. Values continue the prefix of the range, one range ends it, and a condition after that would be
//! a check per row. An example with the key `salt of phone | phone | kind | at`:
//!
//! ```text
//! answers(phone)                        03 | "133" .. 03 | "134"                   one range
//! answers(phone, kind, at in ..)        03 | "133" 01 05 .. 03 | "133" 01 09       one range
//! answers(phone, at in ..)              `kind` is in the way: `at` would be checked per row
//! answers(kind)                         `phone` is in the way
//! answers(phone in ..)                  the salt needs one `phone`, so every bucket is read
//! answers(phone in ..; buckets)         00 | "133" .. 00 | "140", and so in each bucket
//! ```
//!
//! `answers(phone, at.year_month)` binds `at` to all values of one month. A salt of `phone` and `at.year_month` has one
//! bucket for them, and so has a salt of `at.year`. A salt of `at.year_month_day` has up to 31. `view/steps.rs` decides
//! which views have one result in such a unit.
//!
//! The answer holds for every value of the bound fields. It therefore rejects a float bound to one value, whose two
//! zeros are two ranges.
//!
//! A text with `pad(.., cut)` is the one exception. If an end of a range is cut inside a character, the plan also
//! compares the rows with the text before the cut.
//!
//! Read `obstacle` first, which finds the field in the way, then `check_answers` for the message.

use super::hot::{first_spreading, is_hot_index, rejects_index};
use super::salt::views_flaw;
use super::{flaw, is_plain_text, mark_end};
use crate::language::Order;
use crate::language::message::{Line, Message, append, message, refuse};
use crate::layout::salt::view::steps::determines;
use crate::layout::salt::{Salt, SaltInput, View};
use crate::layout::{Field, Layout};

/// The maximum number of ranges of a plan (`MAX_RANGES`). With more labels, a plan reads all of them as one range, and
/// checks each condition per row.
const MAX_RANGES: u128 = 4_096;

/// The maximum length of the views of a condition in a message.
const MAX_CONDITION: usize = 128;

/// One condition of a query: the field at this index of the layout is bound to one value, to a range, or to all values
/// with one result of its views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundField {
    field: usize,
    /// `true` also with views: their values are a range.
    is_range: bool,
    /// Empty without views.
    views: &'static [View],
}

impl BoundField {
    /// The field is bound to one value.
    #[must_use]
    pub const fn value(field: usize) -> Self {
        Self { field, is_range: false, views: &[] }
    }

    /// The field is bound to a range.
    #[must_use]
    pub const fn range(field: usize) -> Self {
        Self { field, is_range: true, views: &[] }
    }

    /// The field is bound to the values with one result of these views: all times of a month, for `year_month`.
    #[must_use]
    pub const fn unit(field: usize, views: &'static [View]) -> Self {
        Self { field, is_range: true, views }
    }
}

/// A query that the source declares.
#[derive(Debug)]
pub struct DeclaredQuery {
    bound: &'static [BoundField],
    /// `true` with `; buckets`: it may read every bucket.
    buckets: bool,
    /// A secondary key that begins with the fields of the query, in the order of `bound`. It has no salt.
    index: &'static Layout,
    /// What to type for that key.
    help: &'static str,
    /// What to type before and after a salt of that key. Empty if the struct has the key already.
    salted: (&'static str, &'static str),
}

impl DeclaredQuery {
    /// Declares a query.
    #[must_use]
    pub const fn new(
        bound: &'static [BoundField],
        buckets: bool,
        index: &'static Layout,
        help: &'static str,
        salted: (&'static str, &'static str),
    ) -> Self {
        Self { bound, buckets, index, help, salted }
    }
}

/// The reason why a key does not answer a query. The numbers are indexes of the layout's fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The field `before` is not bound to one value, and a field after it is bound.
    InTheWay {
        /// The element in the way.
        before: usize,
        /// The bound field after it.
        field: usize,
    },
    /// A range of a field that keys do not sort by.
    Unordered(usize),
    /// A range of a nested key whose fields sort in different orders.
    MixedOrders(usize),
    /// One value of a float: 0.0 and -0.0 are one value with two elements.
    TwoZeros(usize),
    /// A range of a field with a float and other parts. NaN and the zeros need a check per row.
    FloatInside(usize),
    /// One value of a text whose end is found from the end of the key. Longer texts are in the same range.
    NoEnd(usize),
    /// The salt needs one value of this field.
    OpenSalt(usize),
    /// The salt has older versions, whose rows are in other buckets.
    OlderSalts,
    /// Every bucket is read, and these are more than a plan has ranges.
    TooManyBuckets,
    /// The views do not fit this field.
    Unfit(usize),
    /// Values of this field with one result of the view are not next to each other.
    Apart(usize, View),
}

impl Obstacle {
    /// Returns the bound field with the trouble, or `None` if it is the salt.
    const fn field(&self) -> Option<usize> {
        match *self {
            Self::InTheWay { field, .. }
            | Self::Unordered(field)
            | Self::MixedOrders(field)
            | Self::TwoZeros(field)
            | Self::FloatInside(field)
            | Self::NoEnd(field)
            | Self::Unfit(field)
            | Self::Apart(field, _) => Some(field),
            Self::OpenSalt(_) | Self::OlderSalts | Self::TooManyBuckets => None,
        }
    }
}

/// Returns what keeps a layout from answering a query, or `None` if each plan of the query has at most one range per
/// bucket, and all rows in it are rows of the query. Without `buckets`, the plan has at most one range.
///
/// The first obstacle in key order counts, after views that do not fit, and the salt comes last.
#[must_use]
pub const fn obstacle(layout: &Layout, bound: &[BoundField], buckets: bool) -> Option<Obstacle> {
    let mut i = 0;
    while i < bound.len() {
        let BoundField { field, views, .. } = bound[i];
        if views_flaw(&layout.parts.fields[field], views).is_some() {
            return Some(Obstacle::Unfit(field));
        }
        i += 1;
    }
    obstacle_of(layout, Conditions { bound, changed: None }, buckets)
}

/// The conditions of a query, with a change of one of them.
#[derive(Clone, Copy)]
struct Conditions<'a> {
    bound: &'a [BoundField],
    changed: Option<BoundField>,
}

impl Conditions<'_> {
    const fn of(&self, field: usize) -> Option<BoundField> {
        if let Some(changed) = self.changed {
            if changed.field == field {
                return Some(changed);
            }
        }
        let mut i = 0;
        while i < self.bound.len() {
            if self.bound[i].field == field {
                return Some(self.bound[i]);
            }
            i += 1;
        }
        None
    }

    const fn has_value(&self, field: usize) -> bool {
        matches!(self.of(field), Some(BoundField { is_range: false, .. }))
    }

    /// Returns `true` if all values of the query give the same input to a salt or to a computed element.
    const fn has_input(&self, layout: &Layout, input: &SaltInput) -> bool {
        match self.of(input.field) {
            Some(BoundField { is_range: false, .. }) => true,
            Some(BoundField { views: views @ [_, ..], .. }) => {
                // A plan counts through values whose inputs only grow.
                can_list(layout, input.field) && input.ascends() && determines(views, input.views, input.kind)
            }
            _ => false,
        }
    }

    /// Returns `true` if a range of a computed element before the field holds the values of the field's views, and no
    /// others.
    ///
    /// With the key `day of at | device | at`, all keys of a month are one range of days. For that, the day must be the
    /// first element that is not bound, and a field such as `device` must be in the way of `at`: a scan reads
    /// `day of at | at` day by day.
    const fn is_covered(&self, layout: &Layout, bound: BoundField) -> bool {
        let fields = layout.parts.fields;
        let (mut element, mut is_in_range) = (0, false);
        while element < bound.field {
            match fields[element].computed {
                Some(computed) if computed.is_monotonic() && computed.field() == bound.field && !is_in_range => {
                    let input = &computed.salt.inputs[0];
                    is_in_range = (element == 0 || self.has_value(element - 1))
                        && can_list(layout, bound.field)
                        && determines(input.views, bound.views, input.kind);
                }
                None if is_in_range && self.of(element).is_none() => return true,
                _ => {}
            }
            element += 1;
        }
        false
    }

    /// Returns the first field of the struct without one value, or `None` if the whole key is known.
    const fn first_open(&self, layout: &Layout) -> Option<usize> {
        let mut field = 0;
        while field < layout.parts.fields.len() {
            if layout.parts.fields[field].computed.is_none() && !self.has_value(field) {
                return Some(field);
            }
            field += 1;
        }
        None
    }
}

const fn obstacle_of(layout: &Layout, conditions: Conditions<'_>, buckets: bool) -> Option<Obstacle> {
    // The first element that is not bound to one value: it ends the prefix.
    let mut end: Option<usize> = None;
    let mut field = 0;
    while field < layout.parts.fields.len() {
        match (conditions.of(field), end) {
            (Some(bound), Some(_)) if !bound.views.is_empty() && conditions.is_covered(layout, bound) => {}
            (Some(_), Some(before)) => return Some(Obstacle::InTheWay { before, field }),
            (Some(bound), None) => {
                if let Some(obstacle) = obstacle_alone(layout, bound) {
                    return Some(obstacle);
                }
                // The range of the text `a` also holds keys of `ab`. Only if the whole key is known, it is one key.
                if !bound.is_range && layout.is_cut_from_end(field) && conditions.first_open(layout).is_some() {
                    return Some(Obstacle::NoEnd(field));
                }
                end = if bound.is_range { Some(field) } else { None };
            }
            (None, None) => {
                // The element `at.hour` is known if `at` has one value, or one hour. A range of `at` can have many
                // hours, and each is a range.
                let is_known = match layout.parts.fields[field].computed {
                    Some(computed) => conditions.has_input(layout, &computed.salt.inputs[0]),
                    None => false,
                };
                end = if is_known { None } else { Some(field) };
            }
            (None, Some(_)) => {}
        }
        field += 1;
    }
    match &layout.parts.salt {
        Some(salt) => obstacle_of_salt(layout, salt, conditions, buckets),
        None => None,
    }
}

/// Returns `true` if a plan lists the results of views for a range of the field: every element of the range is a value,
/// so the plan can count through them.
const fn can_list(layout: &Layout, index: usize) -> bool {
    if layout.parts.fields[index].has_gaps || !layout.counts_elements(index) {
        return false;
    }
    let (first, end) = layout.atoms_of(index);
    let (mut count, mut at) = (1u128, first);
    while at < end {
        let all = match layout.atoms[at].leaf.count() {
            Some(of_leaf) => count.checked_mul(of_leaf),
            // A number of 16 bytes.
            None if end - first == 1 => Some(u128::MAX),
            None => None,
        };
        let Some(all) = all else { return false };
        (count, at) = (all, at + 1);
    }
    true
}

/// Returns the obstacle of a condition that no position of the field could remove.
const fn obstacle_alone(layout: &Layout, bound: BoundField) -> Option<Obstacle> {
    let field = &layout.parts.fields[bound.field];
    let has_floats = field.floats.is_some();
    if !bound.is_range {
        return if has_floats { Some(Obstacle::TwoZeros(bound.field)) } else { None };
    }
    if matches!(field.order(), Order::Unordered) {
        return Some(Obstacle::Unordered(bound.field));
    }
    let mut i = 0;
    while i < bound.views.len() {
        if !bound.views[i].ascends() {
            return Some(Obstacle::Apart(bound.field, bound.views[i]));
        }
        i += 1;
    }
    if field.direction().is_none() {
        return Some(Obstacle::MixedOrders(bound.field));
    }
    // A float that is the whole element sorts by itself, and NaN is outside of the range.
    let (first, end) = layout.atoms_of(bound.field);
    let is_whole = end - first == 1 && layout.atoms[first].leaf.as_number().is_some();
    if has_floats && !is_whole { Some(Obstacle::FloatInside(bound.field)) } else { None }
}

const fn obstacle_of_salt(layout: &Layout, salt: &Salt, conditions: Conditions<'_>, buckets: bool) -> Option<Obstacle> {
    let open = match first_open_input(layout, salt, conditions) {
        _ if salt.rest => conditions.first_open(layout),
        Some(input) => Some(input.field),
        None => None,
    };
    match open {
        None if !salt.has_older() || buckets => None,
        None => Some(Obstacle::OlderSalts),
        Some(field) if !buckets => Some(Obstacle::OpenSalt(field)),
        Some(_) if salt.labels() > MAX_RANGES => Some(Obstacle::TooManyBuckets),
        Some(_) => None,
    }
}

/// Returns the first input of the salt that differs within the query.
const fn first_open_input<'s>(layout: &Layout, salt: &'s Salt, conditions: Conditions<'_>) -> Option<&'s SaltInput> {
    let mut slot = 0;
    while slot < salt.inputs.len() {
        if !conditions.has_input(layout, &salt.inputs[slot]) {
            return Some(&salt.inputs[slot]);
        }
        slot += 1;
    }
    None
}

/// Rejects a declared query that the key does not answer, if the trouble is `field`. `None` is the salt.
#[track_caller]
pub const fn check_answers(layout: &Layout, query: &DeclaredQuery, field: Option<usize>) {
    let Some(obstacle) = obstacle(layout, query.bound, query.buckets) else { return };
    let is_here = match (obstacle.field(), field) {
        (Some(found), Some(field)) => found == field,
        (None, None) => true,
        _ => false,
    };
    // A field with a flaw has its own error.
    if is_here && !layout.parts.is_refused() && is_sound(layout) {
        refuse!(message(layout, query, obstacle));
    }
}

/// Returns `true` if no field of the layout has a flaw.
const fn is_sound(layout: &Layout) -> bool {
    let mut field = 0;
    while field < layout.parts.fields.len() {
        if flaw(layout, field).is_some() {
            return false;
        }
        field += 1;
    }
    true
}

const fn message(layout: &Layout, query: &DeclaredQuery, obstacle: Obstacle) -> Message {
    let fields = layout.parts.fields;
    match obstacle {
        Obstacle::InTheWay { before, field } => in_the_way(layout, query, before, field),
        Obstacle::OpenSalt(_) | Obstacle::OlderSalts | Obstacle::TooManyBuckets => {
            about_buckets(layout, query, obstacle)
        }
        Obstacle::Unordered(field) => {
            let message = message!(RK707, "keys do not sort by " {fields[field].name}
                ", so a range of it is not a range of keys");
            or_filter(message, layout, query, "bind it to one value", BoundField::value(field))
        }
        Obstacle::MixedOrders(field) => {
            let message = message!(RK707, "the fields of " {fields[field].name}
                " sort in different orders, so a range of it is several ranges of keys");
            or_filter(message, layout, query, "bind it to one value", BoundField::value(field))
        }
        Obstacle::TwoZeros(field) => {
            let message = message!(RK707, {fields[field].name}
                " is a float: 0.0 and -0.0 are one value, and two ranges of keys");
            or_filter(message, layout, query, "bind it to a range", BoundField::range(field))
        }
        Obstacle::FloatInside(field) => message!(RK707, {fields[field].name}
            " has a float inside, so each row of a range is checked";
            help {=FILTER}),
        Obstacle::Unfit(field) => {
            let bound = Conditions { bound: query.bound, changed: None }.of(field);
            match views_flaw(&fields[field], if let Some(bound) = bound { bound.views } else { &[] }) {
                Some(message) => message,
                None => message!(RK504, "the views do not fit " {fields[field].name}),
            }
        }
        Obstacle::Apart(field, View::First(_)) => {
            let message =
                message!(RK707, "`first` of " {fields[field].name} " is the start of a text, which is a range of it");
            or_filter(message, layout, query, "bind it to a range", BoundField::range(field))
        }
        Obstacle::Apart(field, view) => {
            let message = message!(RK707, "values of " {fields[field].name} " with one result of " {view.name()}
                " are not next to each other, so they are not one range of keys");
            or_filter(message, layout, query, "bind it to one value", BoundField::value(field))
        }
        Obstacle::NoEnd(field) => message!(RK707, "the end of " {fields[field].name}
            " is found from the end of the key";
            note "longer values begin with the same bytes, so they are in the same range";
            help "for a new table, " {=mark_end(&fields[field])} " in place of `allow(unordered)`"),
    }
}

const FILTER: &str = "leave it out of the query, and filter the rows by it";

/// Adds the help to declare another condition on a field if the key answers that query, and else to filter by the field.
const fn or_filter(
    message: Message,
    layout: &Layout,
    query: &DeclaredQuery,
    help: &str,
    change: BoundField,
) -> Message {
    let changed = Conditions { bound: query.bound, changed: Some(change) };
    match obstacle_of(layout, changed, query.buckets) {
        Some(_) => append!(message; help {=FILTER}),
        None => declare(append!(message; help {=help}), layout, changed, query.buckets),
    }
}

const fn in_the_way(layout: &Layout, query: &DeclaredQuery, before: usize, field: usize) -> Message {
    let (element, bound) = (&layout.parts.fields[before], layout.parts.fields[field].name);
    let conditions = Conditions { bound: query.bound, changed: None };
    let message = message!(RK705, {element.name} " is in the way: it is before " {bound} " in the key, and the query ");
    let (message, change, help) = match (element.computed, conditions.of(before)) {
        (Some(computed), _) => {
            let source = layout.parts.fields[computed.field()].name;
            let message = append!(message, "does not bind " {source} " to one value";
                note "a scan would read one range for each value of " {element.name});
            (message, BoundField::value(computed.field()), "bind its field to one value")
        }
        (None, Some(_)) => {
            let message = append!(message, "binds it to a range";
                note "a scan would read all rows of that range, and check " {bound});
            (message, BoundField::value(before), "bind it to one value")
        }
        (None, None) => {
            let message = append!(message, "does not bind it";
                note "a scan would read the rows of every " {element.name} ", and check " {bound});
            (message, BoundField::value(before), "bind it too")
        }
    };
    let index = SecondaryKey::of(layout, query);
    let message = index.add_to(message, "", query);
    let or = if matches!(index, SecondaryKey::Refused) { "" } else { "or " };
    let changed = Conditions { changed: Some(change), ..conditions };
    let message = match obstacle_of(layout, changed, query.buckets) {
        Some(_) => message,
        None => declare(append!(message; help {=or} {=help}), layout, changed, query.buckets),
    };
    match element.computed {
        Some(computed) => bind_view(message, layout, query, &computed.salt.inputs[0]),
        None => message,
    }
}

/// Adds the help to bind the views of a field to one value, if the query binds the field to a range.
const fn bind_view(message: Message, layout: &Layout, query: &DeclaredQuery, input: &SaltInput) -> Message {
    let conditions = Conditions { bound: query.bound, changed: None };
    let is_range = matches!(conditions.of(input.field), Some(BoundField { is_range: true, .. }));
    let unit = BoundField::unit(input.field, input.views);
    let changed = Conditions { changed: Some(unit), ..conditions };
    if !is_range || input.views.is_empty() || obstacle_of(layout, changed, query.buckets).is_some() {
        return message;
    }
    declare(append!(message; help "or bind its view to one value"), layout, changed, query.buckets)
}

const fn about_buckets(layout: &Layout, query: &DeclaredQuery, obstacle: Obstacle) -> Message {
    let message = match (&layout.parts.salt, obstacle) {
        (Some(salt), Obstacle::TooManyBuckets) => {
            message!(RK706, "the query reads every bucket, and the salt has " {#salt.labels()} " labels";
                note "a plan has at most " {#MAX_RANGES} " ranges")
        }
        (Some(salt), Obstacle::OpenSalt(_)) if salt.rest => {
            message!(RK706, "the salt needs the whole key, so the query reads every bucket")
        }
        (Some(salt), Obstacle::OpenSalt(field)) => {
            let views = match first_open_input(layout, salt, Conditions { bound: query.bound, changed: None }) {
                Some(input) => input.views,
                None => &[],
            };
            message!(RK706, "the salt needs one value of `" {=layout.parts.fields[field].name}
                {=written(views).as_str()} "`, so the query reads every bucket")
        }
        _ => message!(RK706, "the salt has older versions, whose rows are in other buckets"),
    };
    let index = SecondaryKey::of(layout, query);
    let conditions = Conditions { bound: query.bound, changed: None };
    if obstacle_of(layout, conditions, true).is_some() {
        return index.add_to(message, "", query);
    }
    let message = declare(append!(message; help "allow every bucket"), layout, conditions, true);
    let message = index.add_to(message, "or ", query);
    match (&layout.parts.salt, obstacle) {
        (Some(salt), Obstacle::OpenSalt(_)) if !salt.rest => match first_open_input(layout, salt, conditions) {
            Some(input) => bind_view(message, layout, query, input),
            None => message,
        },
        _ => message,
    }
}

/// Ends a help with a query to declare, in key order.
const fn declare(message: Message, layout: &Layout, conditions: Conditions<'_>, buckets: bool) -> Message {
    let (mut message, mut separator, mut field) = (append!(message, ": `answers("), "", 0);
    while field < layout.parts.fields.len() {
        if let Some(bound) = conditions.of(field) {
            message = append!(message, {=separator} {=layout.parts.fields[field].name} {=condition(bound).as_str()});
            separator = ", ";
        }
        field += 1;
    }
    append!(message, {=if buckets { "; buckets)`" } else { ")`" }})
}

/// Returns the text after the field of a condition: ` in ..` or `.year_month`.
const fn condition(bound: BoundField) -> Line<MAX_CONDITION> {
    let mut line = written(bound.views);
    if bound.is_range && bound.views.is_empty() {
        line.text(" in ..");
    }
    line
}

/// Returns views as they are written after a field: `.div(60).hour`.
const fn written(views: &[View]) -> Line<MAX_CONDITION> {
    let (mut line, mut i) = (Line::new(), 0);
    while i < views.len() {
        line.text(".");
        views[i].describe(&mut line);
        i += 1;
    }
    line
}

/// What the secondary key that begins with the fields of a query could do.
enum SecondaryKey {
    /// It answers the query.
    Answers,
    /// It answers the query in every bucket, with a salt of its field at this index. Without a salt, it would be hot.
    Salted(usize, &'static Field),
    /// It would, if this text had an end mark or a width.
    NeedsEnd(&'static Field),
    /// It does not compile, or does not answer the query.
    Refused,
}

impl SecondaryKey {
    const fn of(layout: &Layout, query: &DeclaredQuery) -> Self {
        let fields = query.index.parts.fields;
        let mut field = 0;
        // In ordered code, fields end by themselves in any order, and only the last one is written differently.
        while field < fields.len() && !layout.is_ordered_code() {
            if flaw(query.index, field).is_some() {
                return match is_plain_text(query.index, field) {
                    true => Self::NeedsEnd(&fields[field]),
                    false => Self::Refused,
                };
            }
            field += 1;
        }
        if !index_answers(layout, query.index, query.bound) {
            return Self::Refused;
        }
        match (is_hot_index(layout, query.index), first_spreading(query.index, None), query.salted) {
            (true, Some(field), (start, _)) if !start.is_empty() => Self::Salted(field, &fields[field]),
            _ if rejects_index(layout, query.index) => Self::Refused,
            _ => Self::Answers,
        }
    }

    /// Adds the help with the key. `or` is "or " after another help.
    const fn add_to(&self, message: Message, or: &str, query: &DeclaredQuery) -> Message {
        match *self {
            Self::Answers => append!(message; help {=or} "answer it from a secondary key: " {=query.help}),
            Self::Salted(index, field) => {
                let message = append!(message;
                    help {=or} "answer it from a secondary key: " {=query.salted.0} "salt(buckets = 16, of(");
                // A secondary key numbers the fields of a tuple struct by itself.
                let message = match field.name.as_bytes() {
                    [b'0'..=b'9', ..] => append!(message, {#index}),
                    _ => append!(message, {=field.name}),
                };
                append!(message, ")), " {=query.salted.1})
            }
            Self::NeedsEnd(field) => {
                // A text with an end mark cannot borrow from the key.
                let end = if field.borrows { "a width: `#[pad(20)]`" } else { "an end mark: `#[rowkey(terminated)]`" };
                append!(message; help {=or} "a secondary key can answer it, once " {field.name} " has " {=end})
            }
            Self::Refused => message,
        }
    }
}

/// Returns `true` if a secondary key answers the query. Its first fields are those of the query, in the same order.
const fn index_answers(layout: &Layout, index: &Layout, bound: &[BoundField]) -> bool {
    let mut i = 0;
    while i < bound.len() {
        let is_range = bound[i].is_range;
        // A range ends the prefix, so it must be the last condition.
        if is_range && i + 1 < bound.len() || obstacle_alone(layout, bound[i]).is_some() {
            return false;
        }
        if !is_range && !layout.is_ordered_code() && index.is_cut_from_end(i) {
            return false;
        }
        i += 1;
    }
    true
}
