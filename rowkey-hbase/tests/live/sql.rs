//! SQL, run by Phoenix's own driver: `tools/hbase/sql`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A connection to Phoenix, which ends when this is dropped.
pub struct Sql {
    process: Child,
    statements: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Sql {
    pub fn connect(zookeeper: &str) -> Self {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools/hbase/sql");
        let mut command = Command::new(program);
        let mut process = command.arg(zookeeper).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let statements = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().unwrap());
        let mut sql = Self { process, statements, answers };
        assert_eq!(sql.line(), "READY");
        sql
    }

    /// Returns the rows of a statement, with tabs between the columns.
    #[track_caller]
    pub fn run(&mut self, statement: &str) -> Vec<String> {
        writeln!(self.statements.as_mut().unwrap(), "{statement}").unwrap();
        let mut rows = Vec::new();
        loop {
            let line = self.line();
            if line == "OK" {
                return rows;
            }
            assert!(!line.starts_with("ERROR "), "{statement}: {line}");
            rows.push(line);
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "Phoenix's driver has ended: {:?}", self.process.wait());
        line.trim_end_matches('\n').to_owned()
    }
}

impl Drop for Sql {
    fn drop(&mut self) {
        self.statements.take();
        let _ = self.process.wait();
    }
}
