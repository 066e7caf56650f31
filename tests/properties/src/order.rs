//! Order: keys sort like their rows.

use crate::count;
use crate::keys::Row;

/// Checks that two keys sort like their rows, if both decode.
///
/// Ignores labels, because rows are sorted within each bucket.
pub(crate) fn check<K: Row>(left: &[u8], right: &[u8]) {
    let Some(order) = K::ORDER else { return };
    count::add(2);
    let (Ok(left_row), Ok(right_row)) = (K::decode(left), K::decode(right)) else { return };
    let fields_at = K::LAYOUT.fields_at();
    let of_keys = left.get(fields_at..).cmp(&right.get(fields_at..));
    assert_eq!(of_keys, order(&left_row, &right_row), "the order of {left_row:?} and {right_row:?}");
}
