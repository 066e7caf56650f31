//! The exceptions of HBase. Their text names Java classes, which decide whether a call may be retried.

use crate::thrift2::TIOError;

/// An exception of HBase, as the gateway sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exception {
    /// The most informative line, shortened.
    pub(crate) message: String,
    /// The simple names of its Java classes: the class of the exception, or those of the causes for which HBase gave
    /// up.
    classes: Vec<String>,
    /// HBase's own statement about a retry: `false` for each `DoNotRetryIOException`. Older gateways do not send it.
    can_retry: Option<bool>,
}

/// The exceptions of moving regions, and of servers that start, stop, or are overloaded. The gateway retries them
/// itself, but not forever.
const PASSING: [&str; 22] = [
    "CallQueueTooBigException",
    "CallTimeoutException",
    "ConnectException",
    "ConnectionClosedException",
    "ConnectionClosingException",
    "FailedServerException",
    "MasterNotRunningException",
    "NoServerForRegionException",
    "NotServingRegionException",
    "PleaseHoldException",
    "RegionInRecoveryException",
    "RegionMovedException",
    "RegionOpeningException",
    "RegionServerAbortedException",
    "RegionServerStoppedException",
    "RegionTooBusyException",
    "RpcThrottlingException",
    "ServerNotRunningYetException",
    "ServerTooBusyException",
    "SocketTimeoutException",
    "StoppedRpcClientException",
    "ZooKeeperConnectionException",
];

impl Exception {
    /// Parses an exception. The gateway sends only the message of the exception, without its class. If HBase itself
    /// raised the exception, the message begins with the class. If the gateway gave up after many retries, the message
    /// lists the causes.
    pub(crate) fn of(error: &TIOError) -> Self {
        Self::new(error.message.as_deref().unwrap_or_default(), error.can_retry)
    }

    pub(crate) fn new(message: &str, can_retry: Option<bool>) -> Self {
        let mut lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or("nothing");
        if first.starts_with("Failed after attempts=") {
            // Each retry has a line with a time and the exception, and the last one counts. The lines of a stack trace
            // begin with `at`.
            let last = lines.rfind(|line| !line.starts_with("at "));
            let cause = last.and_then(|line| line.split(", ").find_map(|part| Some((line, class_at_start(part)?))));
            let Some((line, class)) = cause else { return Self::plain(first, can_retry) };
            let what = &line[line.find(class).unwrap_or_default()..];
            let message = format!("{} {what}", first.trim_end_matches("exceptions:").trim_end());
            return Self { message: cut(message), classes: vec![simple(class)], can_retry };
        }
        let classes = match first.strip_prefix("Failed ").and_then(|rest| rest.split_once(": ")) {
            Some((count, causes)) if count.ends_with(" action") || count.ends_with(" actions") => causes_of(causes),
            _ => class_at_start(first).map(simple).into_iter().collect(),
        };
        Self { message: cut(first.to_owned()), classes, can_retry }
    }

    fn plain(message: &str, can_retry: Option<bool>) -> Self {
        Self { message: cut(message.to_owned()), classes: Vec::new(), can_retry }
    }

    /// Returns `true` if HBase names an exception of this class.
    pub(crate) fn is(&self, class: &str) -> bool {
        self.classes.iter().any(|it| it == class)
    }

    /// Returns `true` if the same call may succeed later.
    pub(crate) fn is_passing(&self) -> bool {
        let is_passing = |class: &String| PASSING.contains(&class.as_str());
        match self.can_retry {
            Some(false) => false,
            // An exception of the gateway itself, such as one of its connection to HBase. Its message does not name a
            // class.
            can_retry if self.classes.is_empty() => can_retry == Some(true) && !self.message.starts_with("Failed "),
            _ => self.classes.iter().all(is_passing),
        }
    }

    /// Returns `true` if the exception names no class. For a missing table, HBase sends only the table's name.
    pub(crate) fn is_vague(&self) -> bool {
        self.classes.is_empty()
    }
}

/// The maximum number of causes to read. HBase names each class once, but a text of many megabytes could name millions.
const MOST_CAUSES: usize = 100;

/// Returns the causes of `Failed 3 actions: RegionTooBusyException: 2 times, a.b.C: text: 1 time, servers with issues:
/// ..`.
fn causes_of(text: &str) -> Vec<String> {
    let causes = text.split(", servers with issues").next().unwrap_or_default();
    let classes = causes.split(", ").filter_map(|cause| {
        let class = class_at_start(cause);
        class.or_else(|| cause.split_once(": ").map(|(name, _)| name).filter(|name| is_exception(name)))
    });
    classes.map(simple).take(MOST_CAUSES).collect()
}

/// Returns the class at the start of a text, such as `org.apache.hadoop.hbase.NotServingRegionException`. It is the
/// whole text, or ends at a colon.
fn class_at_start(text: &str) -> Option<&str> {
    let class = text.split(':').next().unwrap_or_default().trim_end();
    let mut names = class.split('.');
    let is_package =
        |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let is_class = names.next_back().is_some_and(is_exception) && names.clone().count() > 0 && names.all(is_package);
    is_class.then_some(class)
}

/// Returns `true` for the simple name of an exception class, including `Outer$Inner`.
fn is_exception(name: &str) -> bool {
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'$' || byte == b'_');
    is_name && (name.ends_with("Exception") || name.ends_with("Error"))
}

fn simple(class: &str) -> String {
    class.rsplit(['.', '$']).next().unwrap_or(class).to_owned()
}

/// Returns the words of a server with their middle left out, if they have more than 1,000 bytes. Errors are kept and
/// shown, and the words can be as long as an answer.
///
/// 2,000 times `x` become 800 times `x`, ` .. `, 200 times `x` and ` (2000 bytes)`.
pub(crate) fn cut(words: String) -> String {
    const HEAD: usize = 800;
    const TAIL: usize = 200;
    let bytes = words.len();
    if bytes <= HEAD + TAIL {
        return words;
    }
    // A character has at most 4 bytes, so one of 4 adjacent positions is between two characters.
    let boundary = |at: usize| (at.saturating_sub(3)..=at).rev().find(|at| words.is_char_boundary(*at)).unwrap_or(0);
    let (head, tail) = (&words[..boundary(HEAD)], &words[boundary(bytes - TAIL)..]);
    format!("{head} .. {tail} ({bytes} bytes)")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(message: &str) -> Vec<String> {
        Exception::new(message, None).classes
    }

    #[test]
    fn classes_are_read_where_they_stand() {
        assert_eq!(
            classes("org.apache.hadoop.hbase.NotServingRegionException: t,,1 is not online\n\tat a.B.c(B.java:1)"),
            ["NotServingRegionException"]
        );
        assert_eq!(classes("java.net.ConnectException"), ["ConnectException"]);
        assert_eq!(
            classes(
                "Failed after attempts=3, exceptions:\n2026-01-01T00:00:00Z, RpcRetryingCaller{pause=100, maxAttempts=3}, \
                 java.io.IOException: first\n2026-01-01T00:00:09Z, RpcRetryingCaller{pause=100, maxAttempts=3}, \
                 org.apache.hadoop.hbase.PleaseHoldException: wait\n\tat a.B.c(B.java:1)\n"
            ),
            ["PleaseHoldException"]
        );
        assert_eq!(
            classes(
                "Failed 3 actions: NotServingRegionException: 2 times, RegionTooBusyException: 1 time, servers with issues: h,1,2"
            ),
            ["NotServingRegionException", "RegionTooBusyException"]
        );
        assert_eq!(
            classes(
                "Failed 1 action: org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: Column family g\n\tat x"
            ),
            ["NoSuchColumnFamilyException"]
        );
        // Names of tables, and words of users.
        for text in ["calls", "ConnectException", "a.b: c", "it is not ConnectException: x", "a..Exception", ""] {
            assert!(classes(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn what_may_be_repeated_goes_by_class_and_by_hbases_word() {
        let is_passing = |message: &str, can_retry| Exception::new(message, can_retry).is_passing();
        let moved = "org.apache.hadoop.hbase.exceptions.RegionMovedException: to h";
        assert!(is_passing(moved, None) && is_passing(moved, Some(true)) && !is_passing(moved, Some(false)));
        // A retryable class in the message of another class, or in the name of a table.
        for text in [
            "org.apache.hadoop.hbase.DoNotRetryIOException: caused by NotServingRegionException",
            "java.io.IOException: RegionTooBusyException",
            "Failed 2 actions: NotServingRegionException: 1 time, IOException: 1 time, servers with issues: h",
            "Failed 1 action: calls: 1 time, servers with issues: h",
        ] {
            assert!(!is_passing(text, None) && !is_passing(text, Some(true)), "{text}");
        }
        // An exception of the gateway itself has no class.
        let own = "Call to h/127.0.0.1:16020 failed on connection exception: RegionTooBusyException";
        assert!(is_passing(own, Some(true)) && !is_passing(own, None) && !is_passing(own, Some(false)));
    }

    #[test]
    fn the_line_that_tells_most_is_shown() {
        let said = Exception::new(
            "Failed after attempts=2, exceptions:\nT, java.io.IOException: a\nT, java.io.IOException: b, c",
            None,
        );
        assert_eq!(said.message, "Failed after attempts=2, java.io.IOException: b, c");
        assert_eq!(Exception::new("\n  the disk is full \n\tat org.apache", None).message, "the disk is full");
    }

    #[test]
    fn long_words_are_cut_between_characters() {
        assert_eq!(cut("x".repeat(1_000)), "x".repeat(1_000));
        let shown = format!("{} .. {} (2000 bytes)", "x".repeat(800), "x".repeat(200));
        assert_eq!(cut("x".repeat(2_000)), shown);
        for shift in 0..4 {
            let words = format!("{}{}", "x".repeat(shift), "\u{1F600}".repeat(1_000));
            let shown = cut(words.clone());
            let (head, tail) = shown.split_once(" .. ").unwrap();
            assert!(words.starts_with(head) && (797..=800).contains(&head.len()), "{head}");
            let tail = tail.strip_suffix(&format!(" ({} bytes)", words.len())).unwrap();
            assert!(words.ends_with(tail) && (200..=203).contains(&tail.len()), "{tail}");
        }
    }
}
