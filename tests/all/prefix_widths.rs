//! `Layout::prefix_width` against the keys themselves: the width at which cutting keys tells the values of their first fields apart,
//! and nothing of the fields after them.

use rowkey::{Layout, RowKey};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::Range;

/// A key, its label, and the values of its fields.
struct Row {
    key: Vec<u8>,
    label: Vec<u8>,
    fields: Vec<String>,
}

impl Row {
    fn of<K: RowKey<EncodeError: Debug>>(key: &K, label: Range<usize>, fields: &[&dyn Debug]) -> Self {
        let key = key.encode().unwrap().as_ref().to_vec();
        let label = key[label].to_vec();
        Self { key, label, fields: fields.iter().map(|field| format!("{field:?}")).collect() }
    }

    /// The label and the first fields.
    fn head(&self, count: usize) -> (&[u8], &[String]) {
        (&self.label, &self.fields[..count])
    }
}

/// The width that tells the heads of all rows apart and nothing else, if one width does: above the first difference of any two
/// rows with other heads, not above that of rows with the same. The greatest such width if there is one head only.
fn width_by_differences(rows: &[Row], count: usize) -> Option<usize> {
    if rows.iter().any(|row| row.fields.len() < count) {
        return None;
    }
    let (mut least, mut most) = (0, rows.iter().map(|row| row.key.len()).min().unwrap());
    for (at, row) in rows.iter().enumerate() {
        for other in &rows[at + 1..] {
            let differ = row.key.iter().zip(&other.key).take_while(|(a, b)| a == b).count();
            if row.head(count) == other.head(count) {
                most = most.min(differ);
            } else {
                least = least.max(differ + 1);
            }
        }
    }
    if least == 0 { Some(most) } else { (least <= most).then_some(least) }
}

/// Compares the layout with the keys, for each number of fields.
fn check(layout: &Layout, rows: &[Row], widths: &[Option<usize>]) {
    for (count, &width) in widths.iter().enumerate() {
        let what = format!("{} up to field {count}", layout.name());
        assert_eq!(layout.prefix_width(count), width, "{what}");
        assert_eq!(width_by_differences(rows, count), width, "{what}");
        if let Some(width) = width {
            let heads: BTreeSet<_> = rows.iter().map(|row| row.head(count)).collect();
            let cuts: BTreeSet<_> = rows.iter().map(|row| &row.key[..width]).collect();
            assert_eq!(cuts.len(), heads.len(), "{what}");
        }
    }
}

#[derive(RowKey)]
#[rowkey(prefix = "c:", separator = ".")]
struct Call<'k> {
    #[rowkey(salt(md5, buckets = 4, digits(2)), pad(3))]
    phone: &'k str,
    #[rowkey(hex(2))]
    side: u8,
    #[rowkey(chars("a-c"))]
    note: &'k str,
    #[rowkey(reverse_ts)]
    at: i64,
}

#[test]
fn all_kinds_of_elements() {
    let mut rows = Vec::new();
    // So many that some of one bucket differ in the last digit alone.
    let phones: Vec<String> = (0..20).chain(980..1_000).map(|phone| phone.to_string()).collect();
    for phone in phones.iter().map(String::as_str) {
        for (side, note) in [0x00, 0x01, 0xF0].into_iter().flat_map(|side| ["", "a", "abb"].map(|it| (side, it))) {
            for at in [0, 1, i64::MAX] {
                let call = Call { phone, side, note, at };
                rows.push(Row::of(&call, 2..4, &[&phone, &side, &note, &at]));
            }
        }
    }
    // `c:00`, `.007`, `.F0`; the note is as wide as it is.
    check(Call::LAYOUT, &rows, &[Some(4), Some(8), Some(11), None, None, None]);
}

/// A nested key, an element that is computed, and a prefix without a label.
#[derive(RowKey, Debug)]
#[rowkey(prefix = "e/")]
struct Event {
    #[rowkey(element(at.div(4), bytes(2)))]
    place: Place,
    at: u16,
}

#[derive(RowKey, Debug)]
struct Place {
    area: u16,
    #[rowkey(desc)]
    is_open: bool,
}

#[test]
fn nested_and_computed_elements() {
    let mut rows = Vec::new();
    for (area, is_open) in [0_u16, 1, 0x0100, u16::MAX].into_iter().flat_map(|area| [(area, false), (area, true)]) {
        for at in [0_u16, 1, 4, 5, 0x400, u16::MAX] {
            let event = Event { place: Place { area, is_open }, at };
            rows.push(Row::of(&event, 0..0, &[&(at / 4), &event.place, &at]));
        }
    }
    check(Event::LAYOUT, &rows, &[Some(2), Some(4), Some(7), Some(9), None]);
}

/// Tags and first fields that are as wide together as others.
#[derive(RowKey, Debug)]
#[rowkey(prefix = "#")]
enum Entry {
    #[rowkey(tag = "P")]
    Post(u16, u8),
    #[rowkey(tag = "MM")]
    Mark(u8, u16),
}

/// A field and a salt before the tag.
#[derive(RowKey, Debug)]
#[rowkey(under(of), salt(md5, buckets = 4, of(of)))]
enum Part {
    #[rowkey(tag = "a")]
    Head { of: u16 },
    #[rowkey(tag = "b")]
    Item { of: u16, item: u8 },
}

/// Any other key.
#[derive(RowKey, Debug)]
#[rowkey(prefix = "r")]
enum Rest {
    #[rowkey(tag = 0)]
    Known { id: u16 },
    #[rowkey(other)]
    Other(Vec<u8>),
}

#[test]
fn keys_of_several_kinds() {
    let mut rows = Vec::new();
    for (wide, narrow) in [0_u16, 1, 0x0100, 0xFF01].into_iter().flat_map(|wide| [0_u8, 1, 0xFF].map(|it| (wide, it))) {
        rows.push(Row::of(&Entry::Post(wide, narrow), 0..0, &[&('P', wide), &narrow]));
        rows.push(Row::of(&Entry::Mark(narrow, wide), 0..0, &[&("MM", narrow), &wide]));
    }
    check(Entry::LAYOUT, &rows, &[Some(1), Some(4), None, None]);

    let mut rows = Vec::new();
    for of in [0_u16, 1, 2, 3, 0x0100, 0x0101, 0xFF00, u16::MAX] {
        rows.push(Row::of(&Part::Head { of }, 0..1, &[&of]));
        rows.extend([0_u8, 1, 0xFF].map(|item| Row::of(&Part::Item { of, item }, 0..1, &[&of, &("b", item)])));
    }
    check(Part::LAYOUT, &rows, &[Some(1), Some(3), None, None]);

    let known = [0, 1, 0x0100, u16::MAX].map(|id| Row::of(&Rest::Known { id }, 0..0, &[&id]));
    let other = [&b"r"[..], b"rA", b"rB\0\0", b"rCCCC"].map(|key| Row::of(&Rest::Other(key.to_vec()), 0..0, &[]));
    let rows: Vec<_> = known.into_iter().chain(other).collect();
    check(Rest::LAYOUT, &rows, &[Some(1), None, None]);
}

rowkey::laws!(Place, Event, Entry, Part, Rest);
