//! Photos with a secondary key per tag, for programs that are killed while they change them.

use rowkey::{RowKey, SecondaryKey};
use std::collections::{BTreeMap, BTreeSet};

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Photo(pub u8);

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByTag {
    tag: u8,
    photo: u8,
}

impl SecondaryKey<Photo> for ByTag {
    fn row(&self) -> Photo {
        Photo(self.photo)
    }
}

/// Returns the tags of a photo: the bits of the byte that its value begins with.
pub fn tags(photo: &Photo, value: &[u8]) -> Vec<ByTag> {
    let bits = value.first().copied().unwrap_or_default();
    (0..8).filter(|tag| bits >> tag & 1 == 1).map(|tag| ByTag { tag, photo: photo.0 }).collect()
}

/// The photos of a table.
pub type Photos = BTreeMap<Photo, Vec<u8>>;

/// Returns what a change makes of a photo: a new value with other tags, or `None`, every fifth time.
pub fn photo_after(change: u32) -> (Photo, Option<Vec<u8>>) {
    let value = (!change.is_multiple_of(5)).then(|| [&[(change * 37 % 251) as u8][..], &change.to_be_bytes()].concat());
    (Photo((change % 19) as u8), value)
}

/// Returns the photos after this many changes.
pub fn photos_after(changes: u32) -> Photos {
    let mut photos = Photos::new();
    for (photo, value) in (0..changes).map(photo_after) {
        match value {
            Some(value) => photos.insert(photo, value),
            None => photos.remove(&photo),
        };
    }
    photos
}

/// Returns the number of changes after which there are these photos.
pub fn changes_of(photos: &Photos) -> u32 {
    (0..).find(|&changes| photos_after(changes) == *photos).unwrap()
}

/// Checks the tables after a kill. The photos are those after the acknowledged changes, or after one more, and each has
/// exactly its secondary keys. Returns the number of changes.
pub fn check(photos: &Photos, by_tag: &BTreeSet<(ByTag, Photo)>, acknowledged: u32) -> u32 {
    let expected = |(photo, value): (&Photo, &Vec<u8>)| {
        tags(photo, value).into_iter().map(|tag| (tag, photo.clone())).collect::<Vec<_>>()
    };
    assert_eq!(photos.iter().flat_map(expected).collect::<BTreeSet<_>>(), *by_tag);
    let made = [acknowledged, acknowledged + 1].into_iter().find(|&changes| photos_after(changes) == *photos);
    made.unwrap_or_else(|| panic!("not the photos after {acknowledged} changes, or one more: {photos:?}"))
}
