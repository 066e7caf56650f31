//! Faults by seed: the client on a [machine] whose time passes without waiting, before a [network] that refuses, cuts, stalls and
//! pauses connections, and a [Bigtable](service) in process, which moves its tablets, breaks its streams, loses its answers and does
//! writes late. It answers with rows that nobody asked for, too. [Histories](history) of calls are held against a [model](simulation::model) of what Bigtable may show.
//!
//! One seed decides everything. `FAULT_SEED=7` runs that history alone and prints its events, `FAULT_HISTORIES=1000000` runs so many.

mod admin_calls;
mod caller;
mod catalog;
mod compares;
mod deadlines;
mod faults;
mod filters;
mod frames;
mod history;
mod machine;
mod memory;
mod network;
mod pipe;
mod reads;
mod rekeys;
mod scans;
mod seeds;
mod service;
mod tables;
mod writes;

pub(crate) use machine::Machine;
