//! The `tracing` events of operations (feature `tracing`). The crate documentation lists their fields. Without the
//! feature, this module compiles to empty functions.

use std::fmt::{Debug, Display};

/// A running operation. Dropping it emits its event.
#[derive(Debug)]
pub struct Operation {
    #[cfg(feature = "tracing")]
    running: Running,
}

#[cfg(feature = "tracing")]
#[derive(Debug)]
struct Running {
    name: &'static str,
    table: &'static str,
    began: std::time::Instant,
    end: End,
    scanned: Option<Scanned>,
}

/// The counts of a scan.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "tracing"), allow(dead_code))]
pub(crate) struct Scanned {
    pub(crate) ranges: usize,
    pub(crate) rows_read: usize,
    pub(crate) rows_returned: usize,
}

#[cfg(feature = "tracing")]
#[derive(Debug)]
enum End {
    /// The future was dropped.
    Dropped,
    Done,
    Failed {
        class: String,
        error: String,
    },
}

#[cfg_attr(not(feature = "tracing"), allow(clippy::unused_self, unused_variables, clippy::missing_const_for_fn))]
impl Operation {
    #[inline]
    pub(crate) fn begin(name: &'static str, table: &'static str) -> Self {
        Self {
            #[cfg(feature = "tracing")]
            running: Running { name, table, began: std::time::Instant::now(), end: End::Dropped, scanned: None },
        }
    }

    /// Records the result of the operation.
    #[inline]
    pub(crate) fn end<T, E: Debug + Display>(&mut self, result: &Result<T, E>) {
        #[cfg(feature = "tracing")]
        {
            self.running.end = match result {
                Ok(_) => End::Done,
                Err(error) => End::Failed { class: class_of(error), error: error.to_string() },
            };
        }
    }

    /// Records that the operation has failed, and returns the error.
    #[inline]
    pub(crate) fn failed<E: Debug + Display>(&mut self, error: E) -> E {
        #[cfg(feature = "tracing")]
        {
            self.running.end = End::Failed { class: class_of(&error), error: error.to_string() };
        }
        error
    }

    /// Records the counts of a scan.
    #[inline]
    pub(crate) fn scanned(&mut self, counts: impl FnOnce() -> Scanned) {
        #[cfg(feature = "tracing")]
        {
            self.running.scanned = Some(counts());
        }
    }
}

/// Runs an operation of a table and emits its event. The table is named after its key type.
#[inline]
pub(crate) fn traced<T, E: Debug + Display>(
    name: &'static str,
    table: &'static str,
    operation: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let mut running = Operation::begin(name, table);
    let result = operation();
    running.end(&result);
    result
}

/// Runs an async operation like [`traced`].
#[cfg(feature = "async")]
#[inline]
pub(crate) async fn traced_async<T, E: Debug + Display>(
    name: &'static str,
    table: &'static str,
    operation: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let mut running = Operation::begin(name, table);
    let result = operation.await;
    running.end(&result);
    result
}

/// Returns the variant names at the start of an error's `Debug` output, such as `Store.Timeout`. It stops at the first
/// field.
///
/// The clients in other crates use it too.
#[cfg(feature = "tracing")]
pub fn class_of(error: &impl Debug) -> String {
    use std::fmt::Write;

    struct Names(String);

    impl Write for Names {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            for letter in text.chars() {
                match letter {
                    'A'..='Z' | 'a'..='z' | '0'..='9' => self.0.push(letter),
                    '(' => self.0.push('.'),
                    // Stops the formatting, whose output could be long.
                    _ => return Err(std::fmt::Error),
                }
            }
            Ok(())
        }
    }

    let mut names = Names(String::new());
    // The error is the one that stops the formatting.
    let _ = write!(names, "{error:?}");
    names.0
}

#[cfg(feature = "tracing")]
impl Drop for Running {
    fn drop(&mut self) {
        use tracing::{debug, warn};

        let Self { name: operation, table, ref end, scanned, .. } = *self;
        let elapsed_us = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        let ranges = scanned.map(|scanned| scanned.ranges);
        let rows_read = scanned.map(|scanned| scanned.rows_read);
        let rows_returned = scanned.map(|scanned| scanned.rows_returned);
        match end {
            End::Failed { class, error } => {
                warn!(operation, table, ranges, rows_read, rows_returned, elapsed_us, class, error, "failed");
            }
            End::Done => debug!(operation, table, ranges, rows_read, rows_returned, elapsed_us, "done"),
            // The caller of a scan decides how far to read, so dropping it is not a failure.
            End::Dropped if scanned.is_some() => {
                debug!(operation, table, ranges, rows_read, rows_returned, elapsed_us, "done");
            }
            End::Dropped => debug!(operation, table, elapsed_us, "given up"),
        }
    }
}
