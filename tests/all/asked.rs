//! Conditions on fields that are chosen at run time: their plans are those of the typed builder.

use rowkey::__private0::{AnyText, AnyValue, Each, FieldOf, Query, TextPart, Visit};
use rowkey::codec::Codec;

use rowkey::{If, KeyParts, Plan, RowKey, ScanPlan, contains, ends_with, starts_with};
use std::convert::Infallible;
use std::ops::Bound::{Excluded, Included, Unbounded};

/// A text, and a number whose elements do not sort like it.
#[derive(RowKey, Clone, Debug)]
struct Hit {
    #[rowkey(terminated)]
    page: String,
    #[rowkey(desc)]
    at: i8,
    #[rowkey(raw)]
    price: i32,
    #[rowkey(pad(2), desc)]
    side: String,
}

fn hits() -> Vec<(Vec<u8>, Hit)> {
    let mut all = Vec::new();
    for page in ["", "a", "ab", "ba", "b\0a"] {
        for at in [-1, 0, 5] {
            for price in [-300, -1, 0, 7, 300] {
                for side in ["", "a", "ab"] {
                    let hit = Hit { page: page.into(), at, price, side: side.into() };
                    all.push((hit.encode().unwrap(), hit));
                }
            }
        }
    }
    all
}

/// The values of the fields of a row.
struct Values(Vec<AnyValue>);

impl<K: RowKey> Each<K> for Values {
    type Stop = Infallible;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), Infallible>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        self.0.push(AnyValue::of::<F>(value));
        Ok(())
    }
}

fn values(hit: &Hit) -> Vec<AnyValue> {
    let mut values = Values(Vec::new());
    let Ok(()) = hit.each_field::<Hit, _, _>(&mut values);
    values.0
}

fn price(price: i32) -> AnyValue {
    values(&Hit { page: String::new(), at: 0, price, side: String::new() })[2].clone()
}

/// The texts of a field with `text` at a place.
struct Part<'t>(TextPart, &'t str);

impl<'v> Visit<'v> for Part<'_> {
    type Out = Option<AnyText>;

    fn field<F: FieldOf<'v>>(self) -> Option<AnyText>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        AnyText::of::<F>(self.0, self.1.as_bytes())
    }
}

fn part(field: usize, part: TextPart, text: &str) -> Option<AnyText> {
    Hit::visit_field(field, Part(part, text)).flatten()
}

/// Both find the rows that `wants` takes, by the same ranges, and say the same of it.
#[track_caller]
fn same(typed: Plan<Hit>, asked: Query, wants: impl Fn(&Hit) -> bool) {
    let asked = asked.plan().unwrap();
    assert_eq!(asked.explain().to_string(), typed.explain().to_string());
    let finds = |plan: &ScanPlan, key: &[u8]| plan.matches(key) && plan.ranges().any(|range| range.contains(key));
    for (key, hit) in hits() {
        assert_eq!([&typed, &asked].map(|plan| finds(plan, &key)), [wants(&hit); 2], "{hit:?}\n{}", typed.explain());
    }
}

#[test]
fn ranges_of_values_whose_elements_do_not_sort_like_them() {
    let (low, high) = (price(-1), price(7));
    let ask = |range| Query::new::<Hit>().filter_any(2, range);
    let scan = Hit::scan;
    same(scan().filter_price(-1..=7).plan().unwrap(), ask((Included(&low), Included(&high))), |hit| {
        (-1..=7).contains(&hit.price)
    });
    same(scan().filter_price(-1..7).plan().unwrap(), ask((Included(&low), Excluded(&high))), |hit| {
        (-1..7).contains(&hit.price)
    });
    same(scan().filter_price((Excluded(-1), Unbounded)).plan().unwrap(), ask((Excluded(&low), Unbounded)), |hit| {
        hit.price > -1
    });
    same(scan().filter_price(..).plan().unwrap(), ask((Unbounded, Unbounded)), |_| true);
    // The same range, which may not be given.
    same(scan().filter_price(If(Some(-1..7))).plan().unwrap(), ask((Included(&low), Excluded(&high))), |hit| {
        (-1..7).contains(&hit.price)
    });
    same(scan().filter_price(If(None::<std::ops::Range<i32>>)).plan().unwrap(), Query::new::<Hit>(), |_| true);
}

#[test]
fn parts_of_texts() {
    let query = Query::new::<Hit>;
    for text in ["", "a", "b", "ab", "b\0", "\0a"] {
        let of = |field, at| part(field, at, text).unwrap();
        let starts = |hit: &Hit| hit.page.starts_with(text);
        same(Hit::scan().page(starts_with(text)).plan().unwrap(), query().bind_any(0, &of(0, TextPart::Start)), starts);
        same(
            Hit::scan().filter_page(starts_with(text)).plan().unwrap(),
            query().filter_any(0, &of(0, TextPart::Start)),
            starts,
        );
        same(
            Hit::scan().filter_page(ends_with(text)).plan().unwrap(),
            query().filter_any(0, &of(0, TextPart::End)),
            |hit| hit.page.ends_with(text),
        );
        same(
            Hit::scan().filter_side(contains(text)).plan().unwrap(),
            query().filter_any(3, &of(3, TextPart::Anywhere)),
            |hit| hit.side.contains(text),
        );
    }
    assert!(part(1, TextPart::Start, "1").is_none(), "a number has no parts");
}

/// A range holds the texts that begin alike, also if `desc` turns them; not those that end alike.
#[test]
fn a_range_holds_texts_that_begin_alike() {
    let is_range = |field, at| part(field, at, "a").unwrap().is_range();
    assert!(is_range(0, TextPart::Start) && is_range(3, TextPart::Start));
    assert!(!is_range(0, TextPart::End) && !is_range(0, TextPart::Anywhere) && !is_range(3, TextPart::End));
}

rowkey::laws!(Hit);
