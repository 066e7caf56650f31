//! Code that several targets share: a gateway, a mutator that preserves keys, and the number of decodes.

pub mod answers;
pub mod gateway;

use libfuzzer_sys::fuzzer_mutate;

/// Changes an input of one or two keys in libFuzzer's buffer, and returns its new size. One time in eight it uses
/// [`properties::change`], otherwise libFuzzer's own mutator.
pub fn mutate(input: &mut [u8], size: usize, most: usize, seed: u32, has_two: bool) -> usize {
    let changed = if seed.is_multiple_of(8) { properties::change(&input[..size], has_two, seed / 8) } else { None };
    let Some(changed) = changed else { return fuzzer_mutate(input, size, most) };
    let size = changed.len().min(most);
    input[..size].copy_from_slice(&changed[..size]);
    size
}

/// Prints the number of decodes when the thread ends, which is when libFuzzer ends the process.
struct AtEnd;

impl Drop for AtEnd {
    fn drop(&mut self) {
        eprintln!("stat::number_of_decodes:         {}", properties::decodes());
    }
}

/// Prints the number of decodes at the end of the run.
pub fn count_decodes() {
    thread_local! {
        static AT_END: AtEnd = const { AtEnd };
    }
    AT_END.with(|_| ());
}
