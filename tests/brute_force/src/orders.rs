//! Compares plans sorted by a later field, and plans of the first row per field value, with the rows of the query.

use super::{Keys, turned};
use rowkey::scan::Direction;
use rowkey::{RowOrderError, ScanError, ScanPlan};

/// Makes the plan of a page with a number of rows, from a cursor on.
type Pages<'p> = dyn Fn(usize, Option<&str>) -> ScanPlan + 'p;

/// A plan's other order of rows, and the expected rows.
struct Ordered<'n> {
    field: &'n str,
    is_sorted: bool,
    rows: Vec<Vec<u8>>,
}

impl Ordered<'_> {
    fn of(&self, plan: ScanPlan) -> ScanPlan {
        let plan = if self.is_sorted { plan.sorted_by(self.field) } else { plan.distinct(self.field) };
        plan.unwrap()
    }
}

impl Keys {
    /// Checks all orders that a plan supports. `wanted` is sorted without the salt. Also reads page by page if `page`
    /// is given.
    pub(super) fn check_orders(&mut self, plan: &ScanPlan, page: Option<&Pages>, wanted: &[Vec<u8>], what: &str) {
        for reversed in [false, true] {
            let plan = turned(plan.clone(), reversed);
            for ordered in self.orders(&plan, wanted) {
                let (field, sorted) = (ordered.field, ordered.is_sorted);
                let found = self.merged(&ordered.of(plan.clone()));
                assert_eq!(found, ordered.rows, "{what}: {field}, sorted: {sorted}, reversed: {reversed}");
                self.check_waited(&ordered.of(plan.clone()), &found, what);
                // The order and the direction can be set in either sequence.
                let again = turned(ordered.of(turned(plan.clone(), reversed)), reversed);
                assert_eq!(self.merged(&again), ordered.rows, "{what}: {field}, sorted: {sorted}, turned later");
                *(if sorted { &mut self.sorted } else { &mut self.distinct }) += found.len();
                let Some(page) = page else { continue };
                for size in [2, ordered.rows.len() / 2 + 1] {
                    let (mut found, mut cursor) = (Vec::new(), None);
                    while found.len() <= ordered.rows.len() {
                        let plan = ordered.of(turned(page(size, cursor.as_deref()), reversed));
                        let rows = self.merged(&plan);
                        let Some(last) = rows.last() else { break };
                        cursor = Some(plan.cursor(last));
                        found.extend(rows);
                    }
                    assert_eq!(found, ordered.rows, "{what}: {field}, sorted: {sorted}, pages of {size}, {reversed}");
                }
            }
        }
    }

    fn merged(&self, plan: &ScanPlan) -> Vec<Vec<u8>> {
        let rows = plan.merge(|range, direction| self.read(&range, direction == Direction::Reverse));
        rows.map(Result::unwrap).collect()
    }

    /// Returns all orders that a plan supports, each with its rows.
    fn orders(&self, plan: &ScanPlan, wanted: &[Vec<u8>]) -> Vec<Ordered<'static>> {
        let mut orders = Vec::new();
        for field in self.layout.fields().iter().filter(|field| !field.is_computed()).map(|field| field.name()) {
            match plan.clone().distinct(field) {
                Ok(_) => {
                    let mut rows = wanted.to_vec();
                    if plan.is_reversed() {
                        rows.reverse();
                    }
                    rows.dedup_by(|next, first| self.up_to(next, field) == self.up_to(first, field));
                    orders.push(Ordered { field, is_sorted: false, rows });
                }
                Err(ScanError::RowOrder { reason, .. }) => {
                    assert!(matches!(reason, RowOrderError::CutFromEnd { .. }), "{reason}")
                }
                Err(error) => panic!("{error}"),
            }
            if plan.clone().sorted_by(field).is_ok() {
                let mut rows = wanted.to_vec();
                let from = |key: &[u8]| self.up_to(key, field).0;
                // The sort is stable, so rows with equal values stay in the order of the whole key.
                rows.sort_by(|a, b| a[from(a)..].cmp(&b[from(b)..]));
                if plan.is_reversed() {
                    rows.reverse();
                }
                orders.push(Ordered { field, is_sorted: true, rows });
            }
        }
        orders
    }

    /// Returns the offset of a field in a key, and the elements of the fields up to it.
    fn up_to(&self, key: &[u8], field: &str) -> (usize, Vec<Vec<u8>>) {
        let is_field = |name: &str| self.layout.fields().iter().any(|field| field.name() == name);
        let (mut offset, mut elements) = (0, Vec::new());
        for part in self.rows[key].1.iter().filter(|part| is_field(part.name())) {
            elements.push(part.bytes().to_vec());
            if part.name() == field {
                offset = part.offset();
                break;
            }
        }
        (offset, elements)
    }
}
