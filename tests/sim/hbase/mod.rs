//! Faults by seed: the client on a [simulated machine](machine), whose [network](network) cuts, stalls, delays and repeats, before a
//! [gateway](gateway) in process whose regions move, split and refuse. [Histories](history) of calls are held against a
//! [model](simulation::model) of what HBase may show.
//!
//! One seed decides everything: options, calls, faults, and which thread goes on at each point where threads meet. `FAULT_SEED=7`
//! runs that history alone and prints its events, `FAULT_HISTORIES=1000000` runs so many.

pub(crate) mod machine;

mod caller;
mod filters;
mod found;
mod gateway;
mod history;
mod link;
mod network;
mod rekeys;
mod rows;
mod scans;
mod seeds;
