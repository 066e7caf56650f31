//! Older versions of the salt: no two are the same, all labels have one width, and every algorithm takes the inputs. See
//! `salt.rs` for the rule.

use super::inputs::{Unfit, message as input_message, rest_message, unfit};
use super::is_refused;
use crate::language::message::{Message, message, refuse};
use crate::layout::Field;
use crate::layout::salt::{Algorithm, Label, Salt, SaltVersion, Takes};

/// The reason why a version in `was(..)` is rejected.
#[derive(Clone, Copy)]
enum WasFlaw {
    /// Its number of buckets is not one.
    OutOfRange,
    /// It is the present one.
    Present,
    /// It is named before.
    Repeated,
    /// Its labels and the present ones have different widths.
    OtherWidth(u32),
    /// The algorithm takes numbers or text, and the salt is of `..`, which is bytes.
    Rest,
    /// `phoenix` writes its bucket as one byte, and the label is another form.
    NotPhoenix,
    /// The algorithm cannot take this input.
    Input(usize, Unfit),
}

/// Rejects version `index` of `was(..)`, whose number of buckets is written as `buckets`.
#[track_caller]
pub(crate) const fn check_was(salt: &Salt, fields: &[Field], index: usize, buckets: i128, form_is_written: bool) {
    let older = &salt.was[index];
    if let Some(flaw) = flaw(salt, fields, index, buckets, form_is_written) {
        refuse!(message(salt, fields, older, buckets, flaw));
    }
}

const fn flaw(salt: &Salt, fields: &[Field], index: usize, buckets: i128, form_is_written: bool) -> Option<WasFlaw> {
    let older = &salt.was[index];
    let count = older.buckets;
    if buckets != count as i128 {
        return Some(WasFlaw::OutOfRange);
    }
    if count == salt.buckets && older.algorithm.is_same(&salt.algorithm) {
        return Some(WasFlaw::Present);
    }
    let mut earlier = 0;
    while earlier < index {
        if count == salt.was[earlier].buckets && older.algorithm.is_same(&salt.was[earlier].algorithm) {
            return Some(WasFlaw::Repeated);
        }
        earlier += 1;
    }
    let is_other = Label::least_for(count).width() != salt.label.width();
    if count - 1 > salt.label.capacity() || !form_is_written && is_other {
        return Some(WasFlaw::OtherWidth(count));
    }
    misfit(salt, fields, older)
}

/// Returns the reason why the algorithm of older rows cannot take the inputs. Returns `None` if it can, or if the present
/// algorithm is already rejected.
const fn misfit(salt: &Salt, fields: &[Field], older: &SaltVersion) -> Option<WasFlaw> {
    // Rows that exist need not fill all buckets.
    let older = Salt { allow_empty: true, ..salt.of(older) };
    if matches!(older.algorithm, Algorithm::Phoenix) && !matches!(salt.label, Label::U8) {
        return Some(WasFlaw::NotPhoenix);
    }
    if salt.rest && !matches!(older.algorithm.takes(), Takes::Bytes) {
        return Some(WasFlaw::Rest);
    }
    let mut input = 0;
    while input < salt.inputs.len() {
        let is_refused = is_refused(&fields[salt.inputs[input].field]) || unfit(salt, fields, input).is_some();
        match unfit(&older, fields, input) {
            Some(unfit) if !is_refused => return Some(WasFlaw::Input(input, unfit)),
            _ => {}
        }
        input += 1;
    }
    None
}

const fn message(salt: &Salt, fields: &[Field], older: &SaltVersion, buckets: i128, flaw: WasFlaw) -> Message {
    match flaw {
        WasFlaw::OutOfRange => {
            let minus = if buckets < 0 { "-" } else { "" };
            message!(RK508, "`was` is the number of buckets that older rows were written with, found "
                {=minus} {#buckets.unsigned_abs()};
                help "write that number: `was(6)`")
        }
        WasFlaw::Present => message!(RK508, "`was` names " {#salt.buckets} " buckets, and so does `buckets`";
            help "write the number that older rows were written with, or leave out `was`";
            help "or the algorithm, if that was another: `was(md5(" {#salt.buckets} "))`"),
        WasFlaw::Repeated => message!(RK508, "`was` names " {#older.buckets} " buckets twice";
            help "name each salt version once, newest first"),
        WasFlaw::OtherWidth(count) => message!(RK508, "labels of " {#count} " and of " {#salt.buckets}
            " buckets must have one width, or keys could not be read";
            help "write the form that the older rows have, if it holds both: `u16`";
            help "or copy the rows into a new table"),
        WasFlaw::Rest => rest_message(&salt.of(older)),
        WasFlaw::NotPhoenix => {
            message!(RK508, "`phoenix` wrote its bucket as one byte, and the label has another form";
                help "copy the rows into a new table")
        }
        WasFlaw::Input(input, unfit) => input_message(&salt.of(older), fields[salt.inputs[input].field].name, unfit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_rows_by_phoenix_need_a_label_of_one_byte() {
        let older = SaltVersion { algorithm: Algorithm::Phoenix, buckets: 8 };
        let misfit = |label| misfit(&Salt::new(Algorithm::Xxh3, 16, &[], true, label), &[], &older);
        assert!(misfit(Label::U8).is_none());
        assert!(matches!(misfit(Label::U16), Some(WasFlaw::NotPhoenix)));
    }
}
