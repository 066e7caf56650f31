//! The rows of a small board. Values are text.

use crate::keys::{Site, Thread, User};

/// Returns the rows of the site. The last one has a record type that this program does not know.
pub fn site() -> Vec<(Site, &'static str)> {
    let board = |board: &str| Site::Board { board: board.to_owned() };
    let thread =
        |board: &str, day: i64, thread| Site::Thread { board: board.to_owned(), at: START + day * DAY, thread };
    let user = |user| Site::User(User { user });
    vec![
        (Site::Meta, "version 3"),
        (board("rust"), "The language"),
        (board("stores"), "What sorts rows by their keys"),
        (thread("rust", 0, 7), "Which editor do you use?"),
        (thread("rust", 2, 9), "Borrowed keys"),
        (thread("rust", 3, 12), "Edition 2024"),
        (thread("stores", 1, 8), "Which engine for a small board?"),
        (user(1), "ann"),
        (user(2), "bert"),
        (user(3), "cleo"),
        (user(4), "dora"),
        (Site::Unknown(OF_THE_NEXT_VERSION.to_vec()), "asked again"),
    ]
}

/// The key of a label on thread 7, a record type of a newer version.
pub const OF_THE_NEXT_VERSION: &[u8] = b"s:L\0\0\0\x07editor";

/// Returns the rows of all threads.
pub fn threads() -> Vec<(Thread, &'static str)> {
    let post = |thread, post| Thread::Post { thread, post };
    let comment = |thread, post, number| Thread::Comment { thread, post, number };
    let reaction = |thread, post, user| Thread::Reaction { thread, post, user };
    vec![
        (post(7, 1), "ann: Which editor do you use?"),
        (reaction(7, 1, 2), "+1"),
        (reaction(7, 1, 4), "me too"),
        (post(7, 2), "bert: The one that is there."),
        (comment(7, 2, 1), "cleo: On every machine?"),
        (comment(7, 2, 2), "bert: On every one."),
        (post(7, 3), "dora: A pencil."),
        (reaction(7, 3, 1), "+1"),
        (post(7, 4), "cleo: The one of my neighbour."),
        (post(8, 1), "cleo: Which engine for a small board?"),
        (post(8, 2), "ann: redb, in one file."),
        (reaction(8, 2, 3), "thanks"),
        (post(9, 1), "dora: Can a kind borrow from its key?"),
        (comment(9, 1, 1), "ann: It can."),
        (post(12, 1), "bert: Has anyone moved?"),
    ]
}

/// 2026-03-02, in milliseconds since 1970.
const START: i64 = 1_772_409_600_000;

const DAY: i64 = 24 * 60 * 60 * 1_000;
