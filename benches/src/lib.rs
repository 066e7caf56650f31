//! The same work done by derived row keys and by careful code written by hand, to be compared.
//!
//! Each module holds one workload: the records, what the derive makes of them (`derived`), and what a person
//! would write (`hand`), which checks all that the derived code checks and says as much about what is wrong.
//! Every function that is measured is `inline(never)`, so that its instructions can be told from its caller's.

pub mod allocations;
pub mod bounds;
pub mod call;
pub mod callgrind;
pub mod cases;
pub mod hashed;
pub mod numbers;
pub mod padded;
pub mod texts;

/// A generator of test values: xorshift64*, always from the same seed.
#[derive(Debug)]
pub struct Values(u64);

impl Default for Values {
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl Values {
    /// The next value.
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// The next value below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        (self.draw() >> 11) % limit
    }
}
