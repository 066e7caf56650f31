//! The commands of the tool. Each file has the arguments of a command and runs it.

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
