//! The tests that start Google's emulator.

mod bytes;
mod emulator;
mod faults;
mod proxy;
mod rows;
mod suite;
mod tables;
