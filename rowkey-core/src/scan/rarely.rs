//! Settings that few scans have, kept elsewhere so that a scan without them neither moves nor drops them.

use alloc::boxed::Box;

/// Nothing, most of the time.
///
/// It stands behind a pointer and is passed on by value, so that the compiler sees when there is nothing, and with that can
/// keep what is around it out of memory.
#[derive(Clone, Debug)]
pub struct Rarely<T>(Option<Box<T>>);

impl<T> Rarely<T> {
    pub(super) const NONE: Self = Self(None);

    pub(super) fn of(it: T) -> Self {
        Self(Some(it.into()))
    }

    #[inline(always)]
    pub(super) fn get(&self) -> Option<&T> {
        self.0.as_deref()
    }

    #[inline(always)]
    pub(super) fn take(&mut self) -> Option<Box<T>> {
        self.0.take()
    }
}

impl<T: Default> Rarely<T> {
    /// It, made where it is not there.
    pub(super) fn some(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl<T> Drop for Rarely<T> {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(it) = self.0.take() {
            dropped(it);
        }
    }
}

#[cold]
#[inline(never)]
fn dropped<T>(_: Box<T>) {}
