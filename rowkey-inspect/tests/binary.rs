//! The example as a program, run from a shell.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Returns the path of the program. `cargo test` has already built it.
fn program() -> PathBuf {
    let build = ["build", "--quiet", "--profile", "test", "--package", "rowkey-inspect", "--example", "keys"];
    let built = Command::new(env!("CARGO")).args(build).output().expect("cargo");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    // This test is in `deps/`, next to `examples/`.
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test.parent().and_then(Path::parent).expect("a folder");
    folder.join("examples").join("keys").with_extension(std::env::consts::EXE_EXTENSION)
}

/// Runs `examples/keys.rs`.
fn keys(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(program())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    // A program that does not read its input closes it.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("an exit")
}

#[test]
fn exit_statuses_and_streams() {
    let right = "0331333336323636363637370000000000000000007FFFFE9FEFBBB23F";
    let wrong = "0431333336323636363637370000000000000000007FFFFE9FEFBBB23F";
    let shell = "ROW  COLUMN+CELL\n t:\\x00\\x00\\x00\\x07p\\x00\\x03 column=d:c, timestamp=1, value=\n1 row(s)\n";
    let cases: [(&[&str], &str, i32); 14] = [
        (&["--help"], "", 0),
        (&["layout"], "", 0),
        (&["key", right], "", 0),
        (&["key", wrong], "", 1),
        (&["key", "Call", right], "", 0),
        (&["check", "Call", "-"], right, 0),
        (&["check", "Call", "-"], "", 1),
        (&["check", "Thread", "-"], shell, 0),
        (&["share", "Call", "-", "--skip-wrong"], "zz\n", 1),
        (&["rows", "Call", "-"], right, 0),
        (&["check", "Call", "-"], wrong, 1),
        (&["encode", "Call", "phone=1"], "", 1),
        (&["layout", "Cal"], "", 2),
        (&["lay"], "", 2),
    ];
    for (arguments, input, expected) in cases {
        let Output { status, stdout, stderr } = keys(arguments, input.as_bytes());
        let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        assert_eq!(status.code(), Some(expected), "{arguments:?}\n{out}{err}");
        // A pipe gets no colors.
        assert!(!out.contains('\x1B') && !err.contains('\x1B'), "{out}{err}");
        assert_eq!(out.is_empty(), !err.is_empty(), "{arguments:?}: an answer or an error\n{out}{err}");
    }
}

#[test]
fn raw_bytes_come_through_a_pipe() {
    let output = keys(&["key", "-"], b"t:\0\0\0\x07p\0\x03");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.starts_with("raw bytes: a key of Thread\n9 bytes as Thread::Post\n"), "{out}");
}
