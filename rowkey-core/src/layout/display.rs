//! A layout as a table for people: the byte map.

use super::computed::Computed;
use super::{Element, ElementKind, Field, Layout};
use crate::bytes::{Literal, padding};
use crate::language::Order;
use crate::language::message::{Line, display_description};
use crate::layout::salt::{Salt, SaltVersion};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

/// A width as text: `3`, `2-5`, or `2+`.
pub(super) struct Width(pub (usize, Option<usize>));

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            (min, Some(max)) if min == max => write!(f, "{min}"),
            (min, Some(max)) => write!(f, "{min}-{max}"),
            (min, None) => write!(f, "{min}+"),
        }
    }
}

/// The width of keys with its unit: `1 byte`, `29 bytes`, `1 to 5 bytes`, or `2 or more bytes`.
struct KeyWidth((usize, Option<usize>));

impl fmt::Display for KeyWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            (1, Some(1)) => f.write_str("1 byte"),
            (min, Some(max)) if min == max => write!(f, "{min} bytes"),
            (min, Some(max)) => write!(f, "{min} to {max} bytes"),
            (min, None) => write!(f, "{min} or more bytes"),
        }
    }
}

/// The ends of region number `.0` of a table that is split at the keys `.1`: `start of table .. 01`.
pub(crate) struct Region(pub usize, pub &'static [&'static [u8]]);

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(region, keys) = self;
        match region.checked_sub(1).and_then(|before| keys.get(before)) {
            Some(start) => write!(f, "{} .. ", Literal(start))?,
            None => f.write_str("start of table .. ")?,
        }
        match keys.get(*region) {
            Some(stop) => write!(f, "{}", Literal(stop)),
            None => f.write_str("end of table"),
        }
    }
}

/// Writes the salt of a byte map or a lock: `xor of phone, caller.from(7).int`.
pub(crate) const fn describe_salt<const N: usize>(salt: &Salt, fields: &[Field], out: &mut Line<N>) {
    out.text(salt.algorithm.word());
    out.text(" of ");
    if salt.rest {
        out.text("all that follows");
        return;
    }
    let mut i = 0;
    while i < salt.inputs.len() {
        let input = &salt.inputs[i];
        out.text(if i > 0 { ", " } else { "" });
        out.name(fields[input.field].name, input.field);
        let mut view = 0;
        while view < input.views.len() {
            out.text(".");
            input.views[view].describe(out);
            view += 1;
        }
        i += 1;
    }
}

/// Writes the salts of older rows, the newest first: `, was 16, md5 / 8`. Writes no text without older salts.
pub(crate) const fn describe_older_salts<const N: usize>(salt: &Salt, out: &mut Line<N>) {
    let mut i = 0;
    while i < salt.was.len() {
        let SaltVersion { algorithm, buckets } = &salt.was[i];
        out.text(if i > 0 { ", " } else { ", was " });
        if !algorithm.is_same(&salt.algorithm) {
            out.text(algorithm.word());
            out.text(" / ");
        }
        out.number(*buckets as u128);
        i += 1;
    }
}

/// [`describe_older_salts`] as `Display`.
pub(crate) struct WasText<'a>(pub &'a Salt);

impl WasText<'_> {
    const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        describe_older_salts(self.0, out);
    }
}

/// [`describe_salt`] as `Display`, except that a salt of all later bytes is `md5 of the rest of the key`.
pub(crate) struct SaltText<'a>(pub &'a Salt, pub &'a [Field]);

impl SaltText<'_> {
    const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        if self.0.rest {
            out.text(self.0.algorithm.word());
            return out.text(" of the rest of the key");
        }
        describe_salt(self.0, self.1, out);
    }
}

/// The rule of a computed element: `at.year_month_day` or `md5 of id`, and `reversed`.
pub(crate) struct ComputedText<'a>(pub &'a Computed, pub &'a [Field]);

impl fmt::Display for ComputedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reversed = if self.0.descending { ", reversed" } else { "" };
        let rule = SaltText(&self.0.salt, self.1).to_string();
        write!(f, "{}{reversed}", rule.strip_prefix("number of ").unwrap_or(&rule))
    }
}

display_description! {
    SaltText<'_>;
    WasText<'_>;
}

/// Shows a map of the bytes: one line per element with its offset, width, name and content, then the regions. Offsets
/// and widths are in bytes. For an enum, it shows one map per record type, in ascending order of the tags, then the
/// regions.
///
/// ```text
/// Call: 29 bytes
/// offset  width  element  content
///      0      1  salt     xor of phone, 6 buckets as u8
///      1     20  phone    text padded to 20 bytes with 00
///     21      8  at       8-byte number, descending
/// 6 regions, split at 01, 02, 03, 04, 05
/// ```
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.record_types() {
            [] => self.write_rows(f)?,
            kinds => {
                writeln!(f, "{}: {} record types, {}", self.name(), kinds.len(), KeyWidth(self.width()))?;
                kinds.iter().try_for_each(|kind| kind.layout.write_rows(f))?;
            }
        }
        self.write_regions(f)
    }
}

impl Layout {
    /// Writes the lines of the elements.
    fn write_rows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.name(), KeyWidth(self.width()))?;
        let rows = || self.elements().map(|element| self.row(&element));
        let widest = padding(rows().map(|row| row.1.chars().count())).max("element".len());
        writeln!(f, "offset  width  {:<widest$}  content", "element")?;
        for (offset, name, width, content) in rows() {
            writeln!(f, "{offset:>6}  {width:>5}  {name:<widest$}  {content}")?;
        }
        Ok(())
    }

    /// Returns the offset, name, width and content of an element.
    fn row(&self, element: &Element) -> (String, &'static str, String, String) {
        let offset = element.offset().map_or_else(|| "-".to_string(), |offset| offset.to_string());
        let content = match element.kind() {
            ElementKind::Prefix(bytes)
            | ElementKind::Separator(bytes)
            | ElementKind::Suffix(bytes)
            | ElementKind::Tag(bytes) => Literal(bytes).to_string(),
            ElementKind::Salt(salt) => {
                let was = WasText(salt);
                let count = salt.buckets().map(|buckets| format!(", {buckets} buckets{was}")).unwrap_or_default();
                format!("{}{count} as {}", SaltText(salt, self.fields()), salt.label)
            }
            ElementKind::Field(field) => {
                let order = match field.order() {
                    Order::Ascending => "",
                    Order::Descending => ", descending",
                    Order::Unordered => ", unordered",
                };
                let computed = field.computed.map(|it| format!(", computed as {}", ComputedText(it, self.fields())));
                format!("{}{order}{}", field.language, computed.unwrap_or_default())
            }
        };
        (offset, element.name(), Width(element.width()).to_string(), content)
    }

    fn write_regions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.split.keys;
        if keys.is_empty() {
            return f.write_str("1 region");
        }
        write!(f, "{} regions, split at ", keys.len() + 1)?;
        // Of many keys, show the first three and the last one.
        let shown = if keys.len() > 8 { 3 } else { keys.len() };
        for (i, key) in keys.iter().enumerate().take(shown) {
            write!(f, "{}{}", if i > 0 { ", " } else { "" }, Literal(key))?;
        }
        if keys.len() > shown {
            write!(f, ", .. {}", Literal(keys[keys.len() - 1]))?;
        }
        for region in 0..=keys.len() {
            if self.is_dead(region) {
                write!(f, "\ndead region: {}", Region(region, keys))?;
            } else if let Some(share) = self.overload(region) {
                write!(f, "\nuneven region: {}, {} % of the rows", Region(region, keys), share.percent())?;
            }
        }
        Ok(())
    }
}
