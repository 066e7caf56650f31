//! Secondary keys on engines without transactions.

mod client;
mod history;
mod message;
mod mutants;
mod protocol;
mod schedules;
mod script;
mod seeds;
mod server;
mod world;
