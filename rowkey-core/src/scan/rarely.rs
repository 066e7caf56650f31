//! What few scans have: elsewhere, so that those without it neither move nor drop it.

use alloc::boxed::Box;

/// Nothing, most of the time.
///
/// That it stands behind a pointer, and is passed on by value, lets the compiler see that there is nothing, and with that
/// keep what is around it out of memory.
#[doc(hidden)]
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
