//! The verbs of the tool, a file for each: its arguments, and what it does.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod encode;
pub(crate) mod heat;
pub(crate) mod key;
pub(crate) mod layout;
pub(crate) mod rows;
pub(crate) mod scan;
pub(crate) mod share;
pub(crate) mod splits;
