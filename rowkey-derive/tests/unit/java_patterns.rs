//! The twins of Java's patterns.

use crate::attr::java_pattern::strftime;

#[test]
fn patterns_of_java_have_a_twin() {
    let cases = [
        ("yyyy-MM-dd", Some("%Y-%m-%d")),
        ("yyyyMMdd HH:mm:ss", Some("%Y%m%d %H:%M:%S")),
        ("uuuu-MM-dd'T'HH:mm:ss.SSS", Some("%Y-%m-%dT%H:%M:%S.%3f")),
        ("yyyy''MM'at 'dd", Some("%Y'%mat %d")),
        ("yyyyDDD", Some("%Y%j")),
        ("yyyy-M-d", None),
        ("yyyy-MM-dd EEE", None),
        ("yyyy'MM", None),
        ("%Y-%m-%d", None),
        ("date", None),
    ];
    for (java, twin) in cases {
        assert_eq!(strftime(java).as_deref(), twin, "{java}");
    }
}
