//! Changes of a key that bytes alone seldom make: the rest of a key drawn anew from its layout, and the label that its row has.

use crate::keys::{self, KeyType};
use fastrand::Rng;
use rowkey::__private0::sample_key;

/// Changes the key in an input of [`decode`](crate::decode()), or the second one in an input of [`order`](crate::order()), which
/// begins with two bytes more than a key. `None` if the input has no key, or the changed one no salt.
#[must_use]
pub fn change(input: &[u8], has_two: bool, seed: u32) -> Option<Vec<u8>> {
    let random = &mut Rng::with_seed(seed.into());
    let (head, key) = match has_two {
        false => input.split_at_checked(1)?,
        true => input.split_at_checked(2 + usize::from(*input.get(1)?))?,
    };
    let of = keys::choose(head[0]);
    // Two keys are often alike up to a place.
    let like = if has_two && random.bool() { &head[2..] } else { key };
    let changed = match random.u8(..4) {
        0 => with_rest(of, like, random.usize(..=like.len()), random),
        // An element that is wrong is drawn anew, with all behind it.
        1 => with_rest(of, like, first_wrong(of, like), random),
        _ => of.with_its_salt(like),
    };
    Some([head, &changed?].concat())
}

/// A key that begins as this one does, up to an offset, if the layout has one.
fn with_rest(of: &dyn KeyType, key: &[u8], end: usize, random: &mut Rng) -> Option<Vec<u8>> {
    let made = sample_key(of.layout(), key.get(..end)?, &mut |below| random.usize(..below.max(1)));
    Some(of.with_its_salt(&made).unwrap_or(made))
}

fn first_wrong(of: &dyn KeyType, key: &[u8]) -> usize {
    let explained = of.explain(key);
    let wrong = explained.parts().iter().find(|part| part.value().is_err());
    wrong.map_or(key.len(), |part| part.offset())
}
