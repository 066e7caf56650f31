//! The keys of a discussion board: two enums that share a table.

use rowkey::RowKey;

/// The site. The rows of each record type are next to each other, after a tag.
#[derive(RowKey, Clone, Debug, PartialEq, Eq)]
#[rowkey(prefix = "s:", reserved("G"))] // `G` was the tag of a removed record type, groups
pub enum Site {
    #[rowkey(tag = "B")]
    Board {
        #[rowkey(chars("a-z"))]
        board: String,
    },
    /// A single row with the version of the data.
    #[rowkey(tag = "M")]
    Meta,
    /// A thread in the list of its board, newest first.
    #[rowkey(tag = "T")]
    Thread {
        #[pad(6)]
        board: String,
        #[reverse_ts]
        at: i64,
        thread: u32,
    },
    #[rowkey(tag = "U")]
    User(User),
    /// A row of another program, or of a newer version of this program.
    #[rowkey(other)]
    Unknown(Vec<u8>),
}

/// An account. Account numbers are sequential, so a salt spreads new accounts over the regions.
#[derive(RowKey, Clone, Debug, PartialEq, Eq)]
pub struct User {
    #[salt(buckets = 4)]
    pub user: u32,
}

/// A thread: each post is followed by its comments and reactions.
///
/// The rows of one thread are in one bucket, so that one scan can read any part of it. The tag follows the thread and
/// the post, so that all rows of a post are next to each other.
#[derive(RowKey, Clone, Debug, PartialEq, Eq)]
#[rowkey(prefix = "t:", under(thread, post), salt(of(thread), buckets = 4))]
pub enum Thread {
    #[rowkey(tag = "p")]
    Post { thread: u32, post: u16 },
    #[rowkey(tag = "q")]
    Comment { thread: u32, post: u16, number: u16 },
    #[rowkey(tag = "r")]
    Reaction { thread: u32, post: u16, user: u32 },
}

// Scans of one enum never read rows of the other.
rowkey::disjoint!(Site, Thread);

/// A key with several record types.
pub trait Kinds: rowkey::OwnedKey<EncodeError: std::error::Error> + std::fmt::Debug + PartialEq {
    /// Returns the name of the key's record type.
    fn kind(&self) -> &'static str;
}

impl Kinds for Site {
    fn kind(&self) -> &'static str {
        match self {
            Self::Board { .. } => "boards",
            Self::Meta => "meta",
            Self::Thread { .. } => "threads",
            Self::User(_) => "users",
            Self::Unknown(_) => "unknown",
        }
    }
}

impl Kinds for Thread {
    fn kind(&self) -> &'static str {
        match self {
            Self::Post { .. } => "posts",
            Self::Comment { .. } => "comments",
            Self::Reaction { .. } => "reactions",
        }
    }
}
