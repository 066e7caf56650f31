//! A plan as text for people.

pub(super) mod explain;
pub(super) mod terms;
