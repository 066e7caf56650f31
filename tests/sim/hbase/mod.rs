//! Faults by seed. The client runs on a [simulated machine](machine), whose [network](network) cuts, stalls, delays,
//! and repeats messages. The [gateway](gateway) in this process has regions that move, split, and reject calls.
//! [Histories](history) of calls are checked with a [model](simulation::model) of the values that HBase may return.
//!
//! One seed determines everything: options, calls, faults, and the next thread at each synchronization point.
//! `FAULT_SEED=7` runs only that history and prints its events. `FAULT_HISTORIES=1000000` runs that number of
//! histories.

pub(crate) mod machine;

mod caller;
mod filters;
mod found;
mod gateway;
mod history;
mod link;
mod moving;
mod network;
mod races;
mod rekeys;
mod rows;
mod scans;
mod secondary;
mod seeds;
mod versions;
