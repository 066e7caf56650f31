//! A plan for others than engines: in words for people, as filters and commands of HBase, as conditions of SQL.

pub(super) mod explain;
mod fuzzy;
mod shell;
pub(super) mod sql;
pub(super) mod terms;
