//! The measured row keys and their records.
//!
//! They are in a separate crate, because the keys of users often are. The compiler can optimize calls into another
//! crate less than calls within one crate, and these calls are the realistic case.

pub mod arrays;
pub mod bounds;
pub mod call;
pub mod hashed;
pub mod hex_salted;
pub mod numbers;
pub mod padded;
pub mod readings;
pub mod texts;

/// A generator of test values: xorshift64*, always with the same seed.
#[derive(Debug)]
pub struct Values(u64);

impl Default for Values {
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl Values {
    /// Returns the next value.
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns the next value below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        (self.draw() >> 11) % limit
    }
}
