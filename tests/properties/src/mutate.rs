//! Changes to a key that are rare in changes of bytes: a new rest of the key from its layout, and the label that
//! belongs to its row.

use crate::keys::{self, KeyType};
use fastrand::Rng;
use rowkey::__private0::sample_key;

/// Changes the key in an input of [`decode`](crate::decode()), or the second key in an input of
/// [`order`](crate::order()).
///
/// An input of `order` starts with two bytes and the first key. Returns `None` if the input has no key, or if the
/// changed key has no salt.
#[must_use]
pub fn change(input: &[u8], has_two: bool, seed: u32) -> Option<Vec<u8>> {
    let random = &mut Rng::with_seed(seed.into());
    let (head, key) = match has_two {
        false => input.split_at_checked(1)?,
        true => input.split_at_checked(2 + usize::from(*input.get(1)?))?,
    };
    let of = keys::choose(head[0]);
    // Often, the two keys share a prefix.
    let like = if has_two && random.bool() { &head[2..] } else { key };
    let changed = match random.u8(..4) {
        0 => with_rest(of, like, random.usize(..=like.len()), random),
        // Draws a wrong element and everything after it again.
        1 => with_rest(of, like, first_wrong(of, like), random),
        _ => of.with_its_salt(like),
    };
    Some([head, &changed?].concat())
}

/// Returns a key that starts like this one, up to an offset, if the layout has one.
fn with_rest(of: &dyn KeyType, key: &[u8], end: usize, random: &mut Rng) -> Option<Vec<u8>> {
    let made = sample_key(of.layout(), key.get(..end)?, &mut |below| random.usize(..below.max(1)));
    Some(of.with_its_salt(&made).unwrap_or(made))
}

fn first_wrong(of: &dyn KeyType, key: &[u8]) -> usize {
    let explained = of.explain(key);
    let wrong = explained.parts().iter().find(|part| part.value().is_err());
    wrong.map_or(key.len(), |part| part.offset())
}
