//! Replays the answers that fuzzing found.

#[path = "../../../fuzz/src/answers.rs"]
mod answers;
#[path = "../../../fuzz/src/gateway.rs"]
mod gateway;

use std::fs;
use std::path::Path;

#[test]
fn answers_that_fuzzing_has_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/thrift");
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(files.len() >= 20, "{} inputs", files.len());
    files.iter().for_each(|file| answers::thrift(&fs::read(file).unwrap()));
}
