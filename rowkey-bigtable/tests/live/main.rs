//! The tests that start Google's emulator.

mod bytes;
mod emulator;
mod faults;
mod indexed;
mod moves;
mod moving;
mod proxy;
mod rows;
mod suite;
mod tables;
