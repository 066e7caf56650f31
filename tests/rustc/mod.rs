//! rustc as editors run it: against the library's metadata, without a build.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Checks single files against the library.
pub struct Rustc {
    /// The library, and the crates whose types it takes as fields: what `--extern` gets.
    crates: Vec<String>,
    deps: PathBuf,
    /// A folder for this test alone.
    pub out: PathBuf,
}

impl Rustc {
    /// The crates whose types are fields of row keys, each with the feature of its name.
    const FIELD_TYPES: [&str; 8] = ["bytes", "chrono", "compact_str", "jiff", "smol_str", "time", "ulid", "uuid"];

    /// Checks the library, which is a fraction of a build, or learns where that was done. `test` names the folder of its files.
    pub fn new(test: &str) -> Self {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let features = format!("--features=std,futures,{}", Self::FIELD_TYPES.join(","));
        let check = ["check", "--offline", "--package=rowkey", "--lib", "--message-format=json", &features];
        let check = Command::new(cargo).args(check).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        let messages = String::from_utf8(check.stdout).unwrap();
        let checked = |name: &str| {
            let is_crate = |text: &&str| text.contains(&format!("lib{name}-")) && text.ends_with(".rmeta");
            let path = messages.split('"').find(is_crate);
            path.unwrap_or_else(|| panic!("no {name}: {}", String::from_utf8_lossy(&check.stderr))).to_owned()
        };
        let names = Self::FIELD_TYPES.iter().chain(&["rowkey"]);
        let crates = names.map(|name| format!("{name}={}", checked(name))).collect();
        let deps = Path::new(&checked("rowkey")).parent().unwrap().to_owned();
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        fs::create_dir_all(&out).unwrap();
        Self { crates, deps, out }
    }

    /// A command that checks a program in `file`, without its last arguments.
    pub fn check(&self, file: &Path) -> Command {
        let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.args(["--edition=2024", "--emit=metadata", "-L"]).arg(&self.deps);
        rustc.args(self.crates.iter().flat_map(|path| ["--extern", path]));
        rustc.arg("-o").arg(file.with_extension("rmeta")).arg(file);
        rustc
    }
}
