//! The keys of a discussion board: two enums, whose rows share a table.

use rowkey::RowKey;

/// The site: each kind of its rows lies by itself, behind a tag.
#[derive(RowKey, Clone, Debug, PartialEq, Eq)]
#[rowkey(prefix = "s:", reserved("G"))] // `G` was the tag of groups, which are gone
pub enum Site {
    #[rowkey(tag = "B")]
    Board {
        #[rowkey(chars("a-z"))]
        board: String,
    },
    /// One row: the version of all others.
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
    /// A row of another program, or of a newer version of this one.
    #[rowkey(other)]
    Unknown(Vec<u8>),
}

/// An account. Numbers are given one after the other, so a salt spreads the new ones.
#[derive(RowKey, Clone, Debug, PartialEq, Eq)]
pub struct User {
    #[salt(buckets = 4)]
    pub user: u32,
}

/// A thread: each post, and behind it what belongs to it. The rows of one thread are in one bucket, so that one scan reads any part
/// of it; the tags stand behind the post, so that kinds lie together.
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

// Scans of the one read no row of the other.
rowkey::disjoint!(Site, Thread);

/// A key of several kinds.
pub trait Kinds: rowkey::OwnedKey<EncodeError: std::error::Error> + std::fmt::Debug + PartialEq {
    /// The name of the key's kind.
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
