//! Batches that wait for a thread, and that a blocking store writes as one.
//!
//! # Design
//!
//! An engine that syncs each write to disk takes as long for 100 rows as for one. So while a write runs, the batches that
//! come are collected. The next write takes all of them, up to a size.
//!
//! - At most one such write is queued or runs at a time. Otherwise each thread would take a few batches and wait for the
//!   engine's lock.
//! - If more batches wait at its end, another write is queued behind the calls that came before it. So reads go on, even
//!   with a single thread.
//! - If the write fails, each batch is written alone, and gets its own result. A batch can be written twice
//!   ([`Store::write`](crate::Store::write)).

use futures_channel::oneshot;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{Batch, Store};

/// The size of the keys and values from which on a write takes no further batch: 4 MiB.
const LARGEST: usize = 4 << 20;

/// The result of a write, or its panic.
type Outcome<E> = Result<Result<(), E>, Box<dyn Any + Send>>;

/// The future of a batch's outcome.
pub(crate) type Answer<E> = oneshot::Receiver<Outcome<E>>;

/// The batches that wait for a thread.
pub(crate) struct Joined<E>(Mutex<Waiting<E>>);

struct Waiting<E> {
    /// The batches by ascending number, in the order in which they came.
    batches: BTreeMap<u64, (Batch, oneshot::Sender<Outcome<E>>)>,
    next_number: u64,
    call: Call,
}

/// The call that writes the waiting batches.
#[derive(Clone, Copy, PartialEq)]
enum Call {
    None,
    Queued,
    Running,
}

/// A batch whose future is pending. Dropping it removes the batch, unless a write has taken it.
pub(crate) struct WaitingBatch<'j, E> {
    joined: &'j Joined<E>,
    number: u64,
}

impl<E> Joined<E> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Waiting { batches: BTreeMap::new(), next_number: 0, call: Call::None }))
    }

    /// Returns the locked batches. No write runs under the lock, so a panic in a write cannot poison it.
    fn lock(&self) -> MutexGuard<'_, Waiting<E>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a batch. Returns `true` if the caller must queue a call of [`write`](Self::write).
    pub(crate) fn push(&self, batch: Batch) -> (WaitingBatch<'_, E>, Answer<E>, bool) {
        let (sender, answer) = oneshot::channel();
        let mut waiting = self.lock();
        let number = waiting.next_number;
        waiting.next_number += 1;
        waiting.batches.insert(number, (batch, sender));
        let needs_call = waiting.call == Call::None;
        if needs_call {
            waiting.call = Call::Queued;
        }
        (WaitingBatch { joined: self, number }, answer, needs_call)
    }

    /// Returns the number of batches that wait, and 1 if a call that writes them is queued.
    pub(crate) fn len(&self) -> (usize, usize) {
        let waiting = self.lock();
        (waiting.batches.len(), usize::from(waiting.call == Call::Queued))
    }

    /// Writes the first batches as one. Returns `true` if the caller must queue another call.
    pub(crate) fn write<S: Store<Error = E>>(&self, store: &S) -> bool {
        let first = self.take();
        let write = |batch: &Batch| catch_unwind(AssertUnwindSafe(|| store.write(batch)));
        let is_written = first.len() > 1 && {
            let mut all = Batch::new();
            first.iter().for_each(|(batch, _)| all.append(batch));
            matches!(write(&all), Ok(Ok(())))
        };
        for (batch, answer) in first {
            // This fails if the future was dropped in the meantime. The result is then lost.
            let _ = answer.send(if is_written { Ok(Ok(())) } else { write(&batch) });
        }
        let mut waiting = self.lock();
        let has_more = !waiting.batches.is_empty();
        waiting.call = if has_more { Call::Queued } else { Call::None };
        has_more
    }

    fn take(&self) -> Vec<(Batch, oneshot::Sender<Outcome<E>>)> {
        let mut waiting = self.lock();
        waiting.call = Call::Running;
        let (mut first, mut size) = (Vec::new(), 0);
        while size < LARGEST
            && let Some((_, batch)) = waiting.batches.pop_first()
        {
            size += batch.0.size();
            first.push(batch);
        }
        first
    }
}

impl<E> Drop for WaitingBatch<'_, E> {
    fn drop(&mut self) {
        self.joined.lock().batches.remove(&self.number);
    }
}
