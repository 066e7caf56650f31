//! Runs a program under callgrind, and parses its profile.

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;
use std::process::Command;

/// The number of calls of a function, and their instructions. These include the instructions of the functions that it
/// calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Calls.
    pub calls: u64,
    /// Instructions.
    pub instructions: u64,
}

impl Count {
    /// Returns the instructions per call.
    #[must_use]
    pub fn each(&self) -> f64 {
        self.instructions as f64 / self.calls as f64
    }
}

/// The counts of all called functions, by path.
#[derive(Debug)]
pub struct Counts(HashMap<String, Count>);

impl Counts {
    /// Runs `program` with one argument, and counts the calls made by the function at the path `within`.
    ///
    /// # Errors
    /// If valgrind is not installed, or if valgrind or the program fails.
    pub fn of(program: &Path, argument: &str, within: &str, profile: &Path) -> Result<Self, Box<dyn Error>> {
        let mut out = std::ffi::OsString::from("--callgrind-out-file=");
        out.push(profile);
        let run = Command::new("valgrind")
            .args(["--tool=callgrind", "--quiet"])
            .arg(format!("--toggle-collect={within}*"))
            .arg(out)
            .arg(program)
            .arg(argument)
            .status()
            .map_err(|error| format!("cannot run valgrind to count instructions: {error}"))?;
        if !run.success() {
            return Err(format!("valgrind or the program under it failed: {run}").into());
        }
        Ok(Self::parse(&std::fs::read_to_string(profile)?))
    }

    /// Reads a profile. A call has three lines. The first is `cfn=(7) path`, with the path only at the first use of
    /// number 7. The second is `calls=512 ..`. The last word of the third line is the number of instructions of these
    /// calls.
    #[must_use]
    pub fn parse(profile: &str) -> Self {
        // The path of each number, from its first use.
        let mut names = HashMap::new();
        let mut counts: HashMap<String, Count> = HashMap::new();
        let mut callee = String::new();
        let mut lines = profile.lines();
        while let Some(line) = lines.next() {
            let Some((key, value)) = line.split_once('=') else { continue };
            match key {
                "fn" | "cfn" => {
                    let (number, name) = value.split_once(' ').unwrap_or((value, ""));
                    let name = if name.is_empty() {
                        names.get(number).cloned().unwrap_or_default()
                    } else {
                        names.insert(number, name.to_owned());
                        name.to_owned()
                    };
                    if key == "cfn" {
                        callee = name;
                    }
                }
                "calls" => {
                    let count = counts.entry(path(&callee).to_owned()).or_default();
                    count.calls += value.split(' ').next().and_then(|calls| calls.parse().ok()).unwrap_or(0);
                    let cost = lines.next().and_then(|line| line.rsplit(' ').next()?.parse().ok());
                    count.instructions += cost.unwrap_or(0);
                }
                _ => {}
            }
        }
        Self(counts)
    }

    /// Returns the counts of the function at `path`.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<Count> {
        self.0.get(path).copied()
    }
}

/// Returns a path without the crate hash that rustc appends.
fn path(symbol: &str) -> &str {
    match symbol.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) => path,
        _ => symbol,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_added_up_by_path() {
        let profile = "events: Ir\nfn=(1) main\n5 3\ncfn=(2) a::b::h0123456789abcdef\ncalls=2 10\n6 40\n+1 1\ncfn=(2)\n\
            calls=1 10\n* 21\n";
        let counts = Counts::parse(profile);
        assert_eq!(counts.get("a::b"), Some(Count { calls: 3, instructions: 61 }));
        assert_eq!(counts.get("main"), None);
    }
}
