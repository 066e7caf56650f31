//! Keys of public projects as `rowkey` structs, one file for each project.
//!
//! Every file compares keys in both directions with the project's own, and its scans with the project's own bounds where
//! the vectors have some. `laws!` checks each key type with random rows.
//!
//! The files in `vectors` have one row per line: a kind, the key in hexadecimal, and the values that the key was made of.
//! Most texts are hexadecimal, too. The values are random, with awkward bytes (`00`, `01`, `FF`) and empty texts. The released
//! packages of the projects wrote them:
//!
//! | file | written by |
//! |---|---|
//! | `accumulo.tsv` | Apache Accumulo 2.1.3 (Maven `accumulo-core`), the lexicoders |
//! | `badger.tsv` | dgraph's badger 4.9.0 (Go), `y.KeyWithTs` |
//! | `cw_storage_plus.tsv` | cw-storage-plus 3.0.1 (crates.io), keys of a `Map` |
//! | `electrodb.tsv` | electrodb 3.9.3 (npm), `params()` of puts and queries |
//! | `index_encoder.tsv` | index-encoder 3.5.0 (npm), the index keys of Hyperbee |
//! | `kafka_streams.tsv` | Apache Kafka Streams 4.1.1 (Maven `kafka-streams`), the key schemas of its stores |
//! | `oak.tsv` | Apache Jackrabbit Oak 1.68.0 (Maven `oak-store-document`), `Utils` |
//! | `ordered_bytes.tsv` | Apache HBase 2.5.8 (Maven `hbase-common`), `OrderedBytes` |
//!
//! The other files quote keys from the project's own tests, or rebuild them after its source. Their first lines say which.
#![cfg(test)]

mod shared;

mod accumulo;
mod badger;
mod cockroachdb;
mod cw_storage_plus;
mod dgraph;
mod electrodb;
mod electrs;
mod etcd;
mod greptimedb;
mod index_encoder;
mod kafka_streams;
mod kaspa;
mod oak;
mod ordered_bytes;
mod substrate;
mod tikv;
