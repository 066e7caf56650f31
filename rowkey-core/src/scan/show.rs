//! A plan in other forms: as text for people, as HBase filters and shell commands, and as SQL conditions.

pub(super) mod explain;
mod fuzzy;
mod shell;
pub(super) mod sql;
pub(super) mod terms;
