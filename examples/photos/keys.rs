//! The key of a photo, and its secondary keys.

use rowkey::{RowKey, SecondaryKey};

/// The key of a photo. Its value is its tags, such as `beach sunset`.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Photo {
    #[salt(buckets = 4)]
    pub user: u32,
    pub photo: u64,
}

/// A secondary key for each tag of a photo.
#[derive(RowKey, Clone, Debug, PartialEq, Eq)]
pub struct ByTag {
    #[salt(buckets = 4)]
    #[rowkey(terminated)]
    pub tag: String,
    #[rowkey(desc)]
    pub photo: u64,
    pub user: u32,
}

impl SecondaryKey<Photo> for ByTag {
    fn row(&self) -> Photo {
        Photo { user: self.user, photo: self.photo }
    }
}
