//! Events of operations for `tracing`, behind the feature of this name: the crate's documentation lists their fields. Without the
//! feature, all of this compiles to nothing.

use std::fmt::{Debug, Display};

/// An operation that runs. It tells how it has ended when it is dropped.
#[derive(Debug)]
pub(crate) struct Operation {
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

/// What a scan has read.
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
    /// Its future was dropped.
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

    /// The operation has ended so.
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

    /// The operation has failed so.
    #[inline]
    pub(crate) fn failed<E: Debug + Display>(&mut self, error: E) -> E {
        #[cfg(feature = "tracing")]
        {
            self.running.end = End::Failed { class: class_of(&error), error: error.to_string() };
        }
        error
    }

    /// The scan has read so much.
    #[inline]
    pub(crate) fn scanned(&mut self, counts: impl FnOnce() -> Scanned) {
        #[cfg(feature = "tracing")]
        {
            self.running.scanned = Some(counts());
        }
    }
}

/// An operation of a table, which is named after its keys.
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

/// The same of one that is waited for.
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

/// The variants that an error begins with, such as `Store.Timeout`: what its `Debug` has before the first field.
///
/// For the clients in other crates, too.
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
                    // Ends the formatting, which could be long.
                    _ => return Err(std::fmt::Error),
                }
            }
            Ok(())
        }
    }

    let mut names = Names(String::new());
    // It ends with an error where the names end.
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
            // A scan is read as far as its reader wants.
            End::Dropped if scanned.is_some() => {
                debug!(operation, table, ranges, rows_read, rows_returned, elapsed_us, "done");
            }
            End::Dropped => debug!(operation, table, elapsed_us, "given up"),
        }
    }
}
