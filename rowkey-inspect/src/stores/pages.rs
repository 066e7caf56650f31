//! The keys of a `rowkey-store` store, page by page. Each page is a separate scan, because a scan borrows its reader.

use super::StoredKeys;
use crate::failure::Failure;
use rowkey_core::KeyRange;
use rowkey_store::{Direction, Reader, Scan, Store};

/// The number of keys of a page.
const PAGE: usize = 20_000;

/// The keys of a store.
pub(super) fn keys_of<S: Store + 'static>(store: S) -> Result<StoredKeys, Failure> {
    let split_keys = store.split_keys().map_err(|error| Failure::Wrong(error.to_string()))?;
    let mut pages = Pages { store, page: Vec::new(), last: None };
    Ok(StoredKeys { next: Box::new(move || pages.next()), number: 0, split_keys })
}

struct Pages<S> {
    store: S,
    /// The remaining keys of the page, in reverse order.
    page: Vec<Vec<u8>>,
    /// The last key of that page.
    last: Option<Vec<u8>>,
}

impl<S: Store> Pages<S> {
    fn next(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        if self.page.is_empty() {
            self.page = self.next_page().map_err(|error| Failure::Wrong(error.to_string()))?;
            self.last = self.page.last().cloned().or_else(|| self.last.take());
            self.page.reverse();
        }
        Ok(self.page.pop())
    }

    /// Reads the keys after the last one. The page is empty at the end.
    fn next_page(&self) -> Result<Vec<Vec<u8>>, S::Error> {
        let start = self.last.as_ref().map_or_else(Vec::new, |last| [last, &[0][..]].concat());
        let reader = self.store.reader()?;
        let mut scan = reader.scan(KeyRange::new(start, None), Direction::Forward);
        let mut page = Vec::new();
        while page.len() < PAGE && scan.advance()? {
            page.push(scan.key().to_vec());
        }
        Ok(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowkey_store::{Batch, MemoryStore};

    #[test]
    fn each_key_of_several_pages_is_read_once() {
        for rows in [0, 1, PAGE, PAGE + 1, 2 * PAGE + 7] {
            let (store, mut batch) = (MemoryStore::new(), Batch::new());
            // Keys of several lengths, where one is a prefix of the next.
            let key = |row: usize| [&(row / 2).to_be_bytes()[..], &[0][..row % 2]].concat();
            for row in 0..rows {
                batch.put(key(row), "");
            }
            store.write(&batch).unwrap();
            let mut keys = keys_of(store).unwrap();
            for row in 0..rows {
                assert_eq!(keys.next().unwrap(), Some(key(row)));
                assert_eq!(keys.number(), row as u64 + 1);
            }
            for _ in 0..2 {
                assert_eq!((keys.next().unwrap(), keys.number()), (None, rows as u64));
            }
        }
    }
}
