//! The order in which a scan yields its rows.

use core::iter::Rev;

/// The order in which a scan yields its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the least key to the greatest.
    Forward,
    /// From the greatest key to the least.
    Reverse,
}

impl Direction {
    /// The rows of an iterator that goes both ways, as those of most engines do, in this direction.
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

/// The rows of an iterator in a [`Direction`].
#[derive(Clone, Debug)]
pub enum InDirection<I> {
    /// As they come.
    Forward(I),
    /// The last first.
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
