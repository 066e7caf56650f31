//! An HBase server for one test: `tools/hbase/run` on a new folder.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tempfile::TempDir;

/// A running HBase, which ends when this is dropped.
pub struct Server {
    process: Child,
    /// Closing it stops the server.
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// The address of the gateway: `host:port`.
    pub gateway: String,
    /// The address of ZooKeeper: `host:port`.
    #[allow(dead_code, reason = "not every test binary asks it")]
    pub zookeeper: String,
}

/// The arguments of `tools/hbase/run` after the folder.
pub type Options<'o> = &'o [&'o str];

impl Server {
    /// Starts a server on the data in `folder`.
    pub fn start(folder: &Path, options: Options<'_>) -> Self {
        let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools/hbase/run");
        let mut command = Command::new(&run);
        command.arg(folder).args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap_or_else(|error| panic!("cannot start {}: {error}", run.display()));
        let commands = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().unwrap());
        let mut server = Self { process, commands, answers, gateway: String::new(), zookeeper: String::new() };
        let ready = server.line();
        let ports = ready.strip_prefix("READY thrift2=").and_then(|it| it.split_once(" zk="));
        let (gateway, zookeeper) = ports.unwrap_or_else(|| panic!("wanted READY, and it says {ready:?}"));
        (server.gateway, server.zookeeper) = (gateway.into(), zookeeper.into());
        server
    }

    /// Sends a command to the server, and waits until it is done: `gateway stop`, `split TABLE HEXROW`, ..
    #[allow(dead_code, reason = "not every test binary does")]
    pub fn command(&mut self, command: &str) -> String {
        writeln!(self.commands.as_mut().unwrap(), "{command}").unwrap();
        let answer = self.line();
        assert!(answer.starts_with("OK"), "{command}: {answer}");
        answer
    }

    /// Returns the process id of the server.
    #[allow(dead_code, reason = "not every test binary asks it")]
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "the server has ended: {:?}", self.process.wait());
        line.trim_end().to_owned()
    }

    /// Kills the server like a crash.
    #[allow(dead_code, reason = "not every test binary does")]
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.commands.take();
        let _ = self.process.wait();
    }
}

/// A server with its own folder, which is removed with it.
pub struct Fresh {
    pub server: Server,
    #[allow(dead_code, reason = "it is removed when this is dropped, after the server has ended")]
    pub folder: TempDir,
}

impl Fresh {
    pub fn start(options: Options<'_>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { server: Server::start(folder.path(), options), folder }
    }
}
