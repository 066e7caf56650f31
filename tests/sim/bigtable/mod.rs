//! Faults by seed. The client runs on a [machine] whose time passes without waiting, with a [network] that refuses,
//! cuts, stalls, and pauses connections. The [Bigtable](service) in this process moves its tablets, breaks its streams,
//! loses its answers, and executes writes late. It also answers with rows that were not requested. [Histories](history)
//! of calls are checked with a [model](simulation::model) of the values that Bigtable may return.
//!
//! One seed determines everything. `FAULT_SEED=7` runs only that history and prints its events.
//! `FAULT_HISTORIES=1000000` runs that number of histories.

mod admin_calls;
mod caller;
mod catalog;
mod compares;
mod deadlines;
mod faults;
mod filters;
mod frames;
mod history;
mod indexed;
mod machine;
mod memory;
mod moving;
mod network;
mod pipe;
mod races;
mod reads;
mod rekeys;
mod scans;
mod seeds;
mod service;
mod tables;
mod versions;
mod writes;

pub(crate) use machine::Machine;
