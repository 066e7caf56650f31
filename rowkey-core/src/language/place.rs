//! The position of a value among the elements of a language.

/// The position of a value among the elements of its language, in byte order. The codec may be unable to write the
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// Below all elements.
    Below,
    /// Just below the element with the written bytes.
    Before,
    /// At the element with the written bytes, which is the element of the value.
    At,
    /// Just above the element with the written bytes.
    After,
    /// Above all elements.
    Above,
}

impl Place {
    /// Returns the same position if every byte is complemented.
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
