//! The place of a value among the elements of a language.

/// The place of a value among the elements of its language, in byte order. The value itself may not be writable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// Below every element.
    Below,
    /// Just below the element with the bytes written.
    Before,
    /// At the element with the bytes written: the value's own.
    At,
    /// Just above the element with the bytes written.
    After,
    /// Above every element.
    Above,
}

impl Place {
    /// The same place after every byte is complemented.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Below => Self::Above,
            Self::Before => Self::After,
            Self::At => Self::At,
            Self::After => Self::Before,
            Self::Above => Self::Below,
        }
    }
}
