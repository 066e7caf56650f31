//! The tool as a program, run from a shell.
//!
//! The program is this test, run once more. To build the example would compile the library again, with the features of this package alone.

#[allow(dead_code)] // The `main` of the example.
#[path = "../examples/keys.rs"]
mod keys;

use rowkey_inspect::{KeyType, main_of};
use std::env;
use std::io::Write;
use std::process::{Command, ExitCode, Output, Stdio};

/// The variable that makes this test the tool.
const AS_TOOL: &str = "ROWKEY_INSPECT_TOOL";

fn main() -> ExitCode {
    if env::var_os(AS_TOOL).is_some() {
        return main_of(&[KeyType::of::<keys::Call>(), KeyType::of::<keys::Thread>(), KeyType::of::<keys::Visit>()]);
    }
    exit_statuses_and_streams();
    raw_bytes_come_through_a_pipe();
    ExitCode::SUCCESS
}

/// Runs the tool.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env::current_exe().expect("the path of this test"))
        .env(AS_TOOL, "")
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
        let Output { status, stdout, stderr } = run(arguments, input.as_bytes());
        let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        assert_eq!(status.code(), Some(expected), "{arguments:?}\n{out}{err}");
        // A pipe gets no colors.
        assert!(!out.contains('\x1B') && !err.contains('\x1B'), "{out}{err}");
        assert_eq!(out.is_empty(), !err.is_empty(), "{arguments:?}: an answer or an error\n{out}{err}");
    }
}

fn raw_bytes_come_through_a_pipe() {
    let output = run(&["key", "-"], b"t:\0\0\0\x07p\0\x03");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.starts_with("raw bytes: a key of Thread\n9 bytes as Thread::Post\n"), "{out}");
}
