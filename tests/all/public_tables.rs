//! Keys of public projects, as their users would declare them, against what the projects' own code made of the same values: every
//! row of the files in `tests/vectors/tables` that the modules name, in both directions, and the ranges or rows of their scans.

mod mail;
mod near;
mod nostr_lmdb;
mod opentsdb;
mod solana;
mod time_buckets;
