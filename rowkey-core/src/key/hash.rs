//! Hashes of a salt's inputs.

pub(crate) mod digest;
pub(crate) mod md5_lanes;
