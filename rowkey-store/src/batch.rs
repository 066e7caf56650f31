//! A batch: changes of rows that an engine writes together.

use std::fmt;

/// A change of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<'b> {
    /// Writes this value, and replaces an existing one.
    Put(&'b [u8]),
    /// Deletes the row, if it exists.
    Delete,
}

/// Puts and deletes that an engine writes together.
///
/// A batch accepts changes in any order. [`iter`](Batch::iter) returns only the last change of each key, in key order.
/// So "the last write wins" is the same on every engine, and engines get the fastest insertion order for a tree.
///
/// ```
/// use rowkey_store::{Batch, Change};
///
/// let mut batch = Batch::new();
/// batch.put("b", "1").delete("a").put("b", "2");
/// let changes: Vec<_> = batch.iter().collect();
/// assert_eq!(changes, [(&b"a"[..], Change::Delete), (b"b", Change::Put(b"2"))]);
/// ```
#[derive(Clone, Default)]
pub struct Batch {
    /// The key of each change, and after it the value of a put. All changes share this one allocation.
    bytes: Vec<u8>,
    /// The changes in the order in which they were added.
    changes: Vec<Entry>,
    /// `true` if a key is not greater than the key before it.
    unsorted: bool,
}

/// The changes of one row of a batch, for an engine that is atomic per row only. It makes them one after the other, in
/// the order of `keys`, with no compare-and-set of these keys in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowWrite<'b> {
    /// The keys under which the row can be stored, at least one.
    pub keys: Vec<&'b [u8]>,
    /// The value to put under the first key, or `None` to delete the row there too. The row is deleted under all other
    /// keys.
    pub value: Option<&'b [u8]>,
}

impl RowWrite<'_> {
    /// Returns the last timestamp of the versions to delete under `key`, if the row is written at `time`.
    ///
    /// A put deletes only versions that are older. Of two puts with the same time, the one with the greater key counts,
    /// and only this one deletes the other.
    ///
    /// ```
    /// use rowkey_store::Batch;
    ///
    /// let mut batch = Batch::new();
    /// batch.put_in_place_of(["a", "c"], "b", "1");
    /// let row = &batch.puts()[0];
    /// assert_eq!([row.deletes_up_to(b"a", 10), row.deletes_up_to(b"c", 10)], [10, 9]);
    /// ```
    #[must_use]
    pub fn deletes_up_to(&self, key: &[u8], time: i64) -> i64 {
        let is_greater = self.keys.first().is_some_and(|first| key > *first);
        if self.value.is_some() && is_greater { time.saturating_sub(1) } else { time }
    }
}

/// The offsets of a change in the bytes of its batch.
#[derive(Clone, Copy)]
struct Entry {
    start: usize,
    key_end: usize,
    end: usize,
    /// The number of the first change of the row. Only the changes of a row with several keys have a common one.
    row: usize,
    is_put: bool,
}

impl Batch {
    /// Creates a batch without changes.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), changes: Vec::new(), unsorted: false }
    }

    /// Adds a put of `value` under `key`.
    pub fn put(&mut self, key: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> &mut Self {
        self.take(key.as_ref(), Some(value.as_ref()), self.changes.len())
    }

    /// Adds a delete of the row `key`.
    pub fn delete(&mut self, key: impl AsRef<[u8]>) -> &mut Self {
        self.take(key.as_ref(), None, self.changes.len())
    }

    /// Adds a put of `value` under `key`, and the deletes of the same row under its `older` keys. An engine that is
    /// atomic per row only makes these deletes [after the put](Self::puts), in this order.
    pub fn put_in_place_of(
        &mut self,
        older: impl IntoIterator<Item: AsRef<[u8]>>,
        key: impl AsRef<[u8]>,
        value: impl AsRef<[u8]>,
    ) -> &mut Self {
        let row = self.changes.len();
        self.take(key.as_ref(), Some(value.as_ref()), row);
        self.take_deletes(older, row)
    }

    /// Adds the deletes of one row that can be stored under each of these keys. An engine that is atomic per row only
    /// makes these deletes [in this order](Self::deletes).
    pub fn delete_in_order(&mut self, keys: impl IntoIterator<Item: AsRef<[u8]>>) -> &mut Self {
        self.take_deletes(keys, self.changes.len())
    }

    /// Returns the number of added changes. Several changes of one row count separately.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.changes.len()
    }

    /// Returns `true` if the batch has no changes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Removes all changes from the batch, and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.changes.clear();
        self.unsorted = false;
    }

    /// Returns the last change of each row, in key order. If you added the changes in another order, each call sorts
    /// them.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[u8], Change<'_>)> {
        self.sorted().into_iter().map(|entry| {
            (self.key(&entry), if entry.is_put { Change::Put(self.value(&entry)) } else { Change::Delete })
        })
    }

    /// Returns the rows that are put, in the order of their first keys, for an engine that is atomic per row only. It
    /// writes all of them before the first of the [deletes](Self::deletes), so a row that moves to another key is never
    /// lost.
    ///
    /// A row can have other keys [with older versions](Self::put_in_place_of). The engine deletes them after the put, but
    /// no version that is newer than the put. Otherwise, two programs that put the row under different keys at the same
    /// time would each delete the row of the other.
    ///
    /// ```
    /// use rowkey_store::{Batch, RowWrite};
    ///
    /// let mut batch = Batch::new();
    /// batch.put("b", "1").put_in_place_of(["c"], "a", "2").delete("d");
    /// let rows = [RowWrite { keys: vec![b"a", b"c"], value: Some(b"2") }, RowWrite { keys: vec![b"b"], value: Some(b"1") }];
    /// assert_eq!(batch.puts(), rows);
    /// ```
    #[must_use]
    pub fn puts(&self) -> Vec<RowWrite<'_>> {
        let mut rows = self.rows();
        rows.retain(|row| row.value.is_some());
        rows
    }

    /// Returns the rows that are deleted, for an engine that is atomic per row only. The key that a get tries first comes
    /// last, so no older version of the row is read again.
    ///
    /// ```
    /// use rowkey_store::{Batch, RowWrite};
    ///
    /// let mut batch = Batch::new();
    /// batch.delete("c").put("b", "1").delete_in_order(["d", "a"]);
    /// let rows = [RowWrite { keys: vec![b"c"], value: None }, RowWrite { keys: vec![b"d", b"a"], value: None }];
    /// assert_eq!(batch.deletes(), rows);
    /// ```
    #[must_use]
    pub fn deletes(&self) -> Vec<RowWrite<'_>> {
        let mut rows = self.rows();
        rows.retain(|row| row.value.is_none());
        rows
    }

    /// Returns the last changes of each row, in the order of their first keys.
    fn rows(&self) -> Vec<RowWrite<'_>> {
        let mut entries = self.sorted();
        // In the order in which they were added: the put of a row, and then its deletes.
        entries.sort_unstable_by_key(|entry| (entry.row, entry.start, entry.end));
        let rows = entries.chunk_by(|entry, next| entry.row == next.row).map(|row| RowWrite {
            keys: row.iter().map(|entry| self.key(entry)).collect(),
            value: row.first().filter(|entry| entry.is_put).map(|entry| self.value(entry)),
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort_unstable_by(|row, next| row.keys.cmp(&next.keys));
        rows
    }

    /// Adds the changes of another batch after these.
    #[cfg(feature = "async")]
    pub(crate) fn append(&mut self, other: &Self) {
        self.add_under(&[], other);
    }

    /// Returns the same changes with a prefix before each key.
    pub(crate) fn under(&self, prefix: &[u8]) -> Self {
        let mut under = Self::new();
        under.add_under(prefix, self);
        under
    }

    /// Adds the changes of another batch with a prefix before each key. Changes of one row stay together.
    fn add_under(&mut self, prefix: &[u8], other: &Self) {
        let (first, mut key) = (self.changes.len(), prefix.to_vec());
        for entry in &other.changes {
            key.truncate(prefix.len());
            key.extend_from_slice(other.key(entry));
            self.take(&key, entry.is_put.then(|| other.value(entry)), first + entry.row);
        }
    }

    /// Returns the size of all keys and values in bytes.
    #[cfg(feature = "async")]
    pub(crate) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Returns a batch of one change.
    pub(crate) fn of(key: &[u8], change: Change<'_>) -> Self {
        let mut batch = Self::new();
        match change {
            Change::Put(value) => batch.put(key, value),
            Change::Delete => batch.delete(key),
        };
        batch
    }

    /// Returns a key that was put more than once, with the values of its first two puts.
    pub(crate) fn repeated(&self) -> Option<(&[u8], [&[u8]; 2])> {
        if self.sorted().len() == self.changes.len() {
            return None;
        }
        let mut entries: Vec<&Entry> = self.changes.iter().collect();
        entries.sort_by_key(|entry| self.key(entry));
        let pair = entries.windows(2).find(|pair| self.key(pair[0]) == self.key(pair[1]))?;
        Some((self.key(pair[0]), [pair[0], pair[1]].map(|entry| self.value(entry))))
    }

    fn take(&mut self, key: &[u8], value: Option<&[u8]>, row: usize) -> &mut Self {
        self.unsorted |= self.changes.last().is_some_and(|last| key <= self.key(last));
        let start = self.bytes.len();
        self.bytes.extend_from_slice(key);
        let key_end = self.bytes.len();
        self.bytes.extend_from_slice(value.unwrap_or_default());
        self.changes.push(Entry { start, key_end, end: self.bytes.len(), row, is_put: value.is_some() });
        self
    }

    fn take_deletes(&mut self, keys: impl IntoIterator<Item: AsRef<[u8]>>, row: usize) -> &mut Self {
        keys.into_iter().for_each(|key| _ = self.take(key.as_ref(), None, row));
        self
    }

    fn key(&self, entry: &Entry) -> &[u8] {
        &self.bytes[entry.start..entry.key_end]
    }

    fn value(&self, entry: &Entry) -> &[u8] {
        &self.bytes[entry.key_end..entry.end]
    }

    /// Returns the last change of each key, in key order.
    ///
    /// It sorts numbers that contain the first 16 bytes of each key. It compares the keys themselves only if these
    /// numbers are equal. That takes half the time of comparing the keys, which are scattered in memory.
    fn sorted(&self) -> Vec<Entry> {
        if !self.unsorted {
            return self.changes.clone();
        }
        let first_of_each = self.changes.iter().map(|entry| first_bytes(self.key(entry)));
        let mut order: Vec<_> = first_of_each.zip(&self.changes).zip(0_usize..).collect();
        order.sort_unstable_by(|((first, entry), at), ((other_first, other), other_at)| {
            let keys = first.cmp(other_first).then_with(|| self.key(entry).cmp(self.key(other)));
            // Of two changes of one key, the later one comes first, and `dedup_by` keeps it.
            keys.then(other_at.cmp(at))
        });
        order.dedup_by(|((_, next), _), ((_, kept), _)| self.key(next) == self.key(kept));
        order.into_iter().map(|((_, entry), _)| *entry).collect()
    }
}

/// Returns the first 16 bytes of a key as a number, with zeros after a shorter key. Two different numbers are always in
/// the order of their keys.
fn first_bytes(key: &[u8]) -> u128 {
    let mut first = [0; 16];
    let width = key.len().min(16);
    first[..width].copy_from_slice(&key[..width]);
    u128::from_be_bytes(first)
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn the_last_change_of_each_key_is_given_in_the_order_of_the_keys() {
        // Keys with the same first 16 bytes, keys that differ only in zeros at their end, and the empty key.
        let widths = [0, 1, 2, 15, 16, 17, 18, 40];
        let keys: Vec<Vec<u8>> = widths
            .into_iter()
            .flat_map(|width| {
                [0, 1, 255].map(|last| {
                    let mut key = vec![last & 1; width];
                    key.last_mut().into_iter().for_each(|byte| *byte = last);
                    key
                })
            })
            .collect();
        let (mut batch, mut number) = (Batch::new(), 1_usize);
        for round in 0..200 {
            batch.clear();
            let mut expected = BTreeMap::new();
            for _ in 0..round {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let key = &keys[(number >> 40) % keys.len()];
                let value = [number as u8];
                match number >> 33 & 3 {
                    0 => {
                        batch.delete(key);
                        expected.insert(key, None);
                    }
                    // An empty value is as long as that of a delete.
                    1 => {
                        batch.put(key, "");
                        expected.insert(key, Some(vec![]));
                    }
                    _ => {
                        batch.put(key, value);
                        expected.insert(key, Some(value.to_vec()));
                    }
                }
            }
            let expected = expected
                .iter()
                .map(|(key, value)| (key.as_slice(), value.as_deref().map_or(Change::Delete, Change::Put)));
            assert!(batch.iter().eq(expected), "{batch:?}");
            assert_eq!((batch.len(), batch.is_empty()), (round, round == 0));
        }
        // Sorted, except for a repeated key.
        batch.clear();
        batch.put("a", "1").put("a", "2").put("b", "");
        assert!(batch.iter().eq([(&b"a"[..], Change::Put(b"2")), (b"b", Change::Put(b""))]));
    }

    #[test]
    fn changes_of_one_row_keep_their_order_and_the_last_change_of_each_key_counts() {
        let mut batch = Batch::new();
        batch.delete_in_order(["d", "a", "c"]).delete_in_order(["f", "b"]).delete("e").put("a", "1").delete("d");
        assert_eq!(shown(&batch.puts()), ["a=1"]);
        assert_eq!(shown(&batch.deletes()), ["c", "d", "e", "fb"]);

        batch.clear();
        batch.put_in_place_of(["k", "b"], "g", "1").put_in_place_of(["h", "a"], "d", "2").put("h", "3");
        assert_eq!(shown(&batch.puts()), ["da=2", "gkb=1", "h=3"]);
        assert!(batch.deletes().is_empty());
        // A row with an empty key is put first, too.
        let mut empty = Batch::new();
        empty.put_in_place_of(["a"], "", "");
        assert_eq!(empty.puts(), [RowWrite { keys: vec![b"", b"a"], value: Some(b"") }]);
        // The row is put again, by a program with another current key. Then a third one deletes it.
        batch.put_in_place_of(["d"], "a", "4");
        assert_eq!(shown(&batch.puts()), ["ad=4", "gkb=1", "h=3"]);
        batch.delete_in_order(["a", "d"]).delete("g");
        assert_eq!(
            (shown(&batch.puts()), shown(&batch.deletes())),
            (vec!["h=3".to_owned()], ["ad", "g", "kb"].map(String::from).into())
        );
    }

    #[test]
    fn changes_of_one_row_stay_together_in_another_batch() {
        let mut batch = Batch::new();
        batch.delete_in_order(["d", "a"]).put("e", "1").put_in_place_of(["c", "f"], "b", "2").delete("e");
        let under = batch.under(b"x");
        assert_eq!(
            (shown(&under.puts()), shown(&under.deletes())),
            (vec!["xbxcxf=2".into()], vec!["xdxa".into(), "xe".into()])
        );
    }

    /// Shows rows as their keys, and their values after a `=`.
    fn shown(rows: &[RowWrite<'_>]) -> Vec<String> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        rows.iter()
            .map(|row| text(&row.keys.concat()) + &row.value.map_or_else(String::new, |it| format!("={}", text(it))))
            .collect()
    }
}
