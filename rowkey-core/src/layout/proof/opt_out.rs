//! Opt-outs: each is needed, because its proof fails without it.
//!
//! `allow(unordered)` on a field is needed if the proof of the field fails in some key with this field: the struct's
//! own key, a secondary key, or the keys of an enum. An opt-out without need would hide a flaw of a later change.

use super::salt::needs_empty;
use super::{balanced, hot, is_flawed, reachable};
use crate::language::message::{Message, append, message, refuse};
use crate::layout::Layout;
use crate::layout::salt::Algorithm;

/// Rejects `allow(unordered)` on a field if all keys sort by it without the opt-out. Each key comes with the index of
/// the field.
#[track_caller]
pub const fn check_unordered(keys: &[(&Layout, usize)]) {
    let mut i = 0;
    while i < keys.len() {
        let (layout, index) = keys[i];
        // A record type that ends before the field is rejected elsewhere.
        if index >= layout.parts.fields.len() || layout.parts.is_refused() || is_flawed(layout, index) {
            return;
        }
        i += 1;
    }
    let (layout, index) = keys[0];
    refuse!(message!(RK011, "`allow(unordered)` is not needed: keys sort by " {layout.parts.fields[index].name};
        help "leave out `allow(unordered)`"));
}

/// Rejects `allow(empty)` in a salt that fills all buckets. Nothing is known of a salt with a function of the user.
#[track_caller]
pub const fn check_empty(layout: &Layout, buckets: i128) {
    let Some(salt) = &layout.parts.salt else { return };
    if matches!(salt.algorithm, Algorithm::With(..)) || needs_empty(salt, layout.parts.fields, buckets) {
        return;
    }
    refuse!(message!(RK011, "`allow(empty)` is not needed: the salt can fill all " {#salt.buckets} " buckets";
        help "leave out `allow(empty)`"));
}

/// Rejects `allow(dead)` in a split whose regions can all hold a row.
#[track_caller]
pub const fn check_dead(layout: &Layout) {
    if reachable::is_refused(layout) || reachable::has_dead(layout) {
        return;
    }
    let message =
        message!(RK011, "`allow(dead)` is not needed: every region of " {layout.parts.name} " can hold a row");
    refuse!(leave_out(message, "dead", layout.split.allow_uneven));
}

/// Rejects `allow(uneven)` in a split in which no region is known to get far more than its share.
#[track_caller]
pub const fn check_uneven(layout: &Layout) {
    if reachable::is_refused(layout) || balanced::is_uneven(layout) {
        return;
    }
    let message = message!(RK011, "`allow(uneven)` is not needed: no region of " {layout.parts.name}
        " is known to get more than " {#balanced::MOST} " times the mean share");
    refuse!(leave_out(message, "uneven", layout.split.allow_dead));
}

/// Rejects `allow(hot)` for keys whose writes of a moment spread over regions.
#[track_caller]
pub const fn check_hot_opt_out(layout: &Layout) {
    let parts = &layout.parts;
    if parts.is_refused() || hot::is_hot(layout) {
        return;
    }
    let message = message!(RK011, "`allow(hot)` is not needed: ");
    let message = match parts.salt {
        Some(_) => append!(message, "the salt spreads the writes of a moment"),
        None => append!(message, "keys of " {parts.name} " do not begin with a time"),
    };
    refuse!(append!(message; help "leave out `allow(hot)`"));
}

/// Adds the help for an opt-out in `split(..)`, which may be combined with another one.
const fn leave_out(message: Message, reason: &str, has_other: bool) -> Message {
    if has_other {
        append!(message; help "leave out `" {=reason} "` in `allow(..)`")
    } else {
        append!(message; help "leave out `allow(" {=reason} ")`")
    }
}
