//! The order in which a scan yields its rows.

use core::iter::Rev;

/// The order in which a scan reads the rows of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the smallest key to the largest.
    Forward,
    /// From the largest key to the smallest.
    Reverse,
}

impl Direction {
    /// Returns the rows of a double-ended iterator in this direction.
    ///
    /// The scans of most engines are such iterators. Call this method in the closure of
    /// [`ScanPlan::merge`](crate::ScanPlan::merge), and [`reversed`](crate::ScanPlan::reversed) plans work as well.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::scan::Direction;
    ///
    /// assert!(Direction::Reverse.of([1, 2, 3]).eq([3, 2, 1]));
    /// ```
    pub fn of<I: IntoIterator<IntoIter: DoubleEndedIterator>>(self, rows: I) -> InDirection<I::IntoIter> {
        match self {
            Self::Forward => InDirection::Forward(rows.into_iter()),
            Self::Reverse => InDirection::Reverse(rows.into_iter().rev()),
        }
    }
}

/// An iterator over rows in a [`Direction`], returned by [`Direction::of`].
#[derive(Clone, Debug)]
pub enum InDirection<I> {
    /// The rows in their order.
    Forward(I),
    /// The rows from the last to the first.
    Reverse(Rev<I>),
}

impl<I: DoubleEndedIterator> Iterator for InDirection<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        match self {
            Self::Forward(rows) => rows.next(),
            Self::Reverse(rows) => rows.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Forward(rows) => rows.size_hint(),
            Self::Reverse(rows) => rows.size_hint(),
        }
    }
}
