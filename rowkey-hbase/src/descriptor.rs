//! Conversions between table and family options and the gateway's descriptors.

use rowkey_core::hbase::{Bloom, Compression, Family, TableSpec};
use std::collections::BTreeMap;
use std::time::Duration;

use crate::name::table_name;
use crate::thrift2::{TBloomFilterType, TColumnFamilyDescriptor, TCompressionAlgorithm, TTableDescriptor};

const COMPRESSIONS: [(Compression, TCompressionAlgorithm); 7] = [
    (Compression::None, TCompressionAlgorithm::NONE),
    (Compression::Snappy, TCompressionAlgorithm::SNAPPY),
    (Compression::Lz4, TCompressionAlgorithm::LZ4),
    (Compression::Zstd, TCompressionAlgorithm::ZSTD),
    (Compression::Gzip, TCompressionAlgorithm::GZ),
    (Compression::Lzo, TCompressionAlgorithm::LZO),
    (Compression::Bzip2, TCompressionAlgorithm::BZIP2),
];

const BLOOMS: [(Bloom, TBloomFilterType); 3] = [
    (Bloom::None, TBloomFilterType::NONE),
    (Bloom::Row, TBloomFilterType::ROW),
    (Bloom::RowAndColumn, TBloomFilterType::ROWCOL),
];

/// The names of a table's options.
const MAX_FILESIZE: &[u8] = b"MAX_FILESIZE";
const SPLIT_POLICY: &[u8] = b"SPLIT_POLICY";
const SPLIT_PREFIX: &[u8] = TableSpec::SPLIT_PREFIX.as_bytes();

/// HBase's value for cells without a time to live, in seconds.
const FOREVER: i32 = i32::MAX;

pub(crate) fn table_descriptor(table: &TableSpec, families: &[Family]) -> TTableDescriptor {
    let size = table.max_file_size.map(|bytes| (MAX_FILESIZE.to_vec(), bytes.to_string().into_bytes()));
    let policy = table.split_policy.as_ref().map(|class| (SPLIT_POLICY.to_vec(), class.clone().into_bytes()));
    let prefix = table.split_prefix.map(|width| (SPLIT_PREFIX.to_vec(), width.to_string().into_bytes()));
    let attributes: BTreeMap<_, _> = size.into_iter().chain(policy).chain(prefix).collect();
    TTableDescriptor {
        table_name: table_name(&table.name),
        columns: Some(families.iter().map(family_descriptor).collect()),
        attributes: Some(attributes).filter(|attributes| !attributes.is_empty()),
    }
}

/// Returns the options of a table that HBase describes, without its families.
pub(crate) fn table_spec(name: &str, found: &TTableDescriptor) -> TableSpec {
    let value = |option: &[u8]| found.attributes.as_ref()?.get(option).map(|value| String::from_utf8_lossy(value));
    let mut table = TableSpec::new(name);
    table.max_file_size = value(MAX_FILESIZE).and_then(|bytes| bytes.parse().ok());
    table.split_policy = value(SPLIT_POLICY).map(String::from);
    table.split_prefix = value(SPLIT_PREFIX).and_then(|width| width.parse().ok());
    table
}

pub(crate) fn family_descriptor(family: &Family) -> TColumnFamilyDescriptor {
    let int = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    TColumnFamilyDescriptor {
        name: family.name.clone().into_bytes(),
        configuration: match family.bloom {
            Some(Bloom::RowPrefix(width)) => Some(BTreeMap::from([(Family::BLOOM_PREFIX.into(), width.to_string())])),
            _ => None,
        },
        block_size: family.block_size.map(int),
        bloomn_filter_type: family.bloom.and_then(bloom_type),
        compression_type: family.compression.and_then(|compression| theirs(&COMPRESSIONS, compression)),
        max_versions: family.max_versions.map(int),
        time_to_live: family.ttl_seconds(),
    }
}

/// Returns the options of a family that HBase describes. An option with an unknown value is `None`.
pub(crate) fn family(found: &TColumnFamilyDescriptor) -> Family {
    let number = |number: Option<i32>| number.and_then(|number| u32::try_from(number).ok());
    let seconds = found.time_to_live.filter(|&seconds| seconds != FOREVER);
    let mut family = Family::new(String::from_utf8_lossy(&found.name));
    family.time_to_live = number(seconds).map(|seconds| Duration::from_secs(seconds.into()));
    family.compression = found.compression_type.and_then(|theirs| ours(&COMPRESSIONS, theirs));
    family.bloom = bloom(found);
    family.max_versions = number(found.max_versions);
    family.block_size = number(found.block_size);
    family
}

fn bloom_type(bloom: Bloom) -> Option<TBloomFilterType> {
    match bloom {
        Bloom::RowPrefix(_) => Some(TBloomFilterType::ROWPREFIX_FIXED_LENGTH),
        bloom => theirs(&BLOOMS, bloom),
    }
}

fn bloom(found: &TColumnFamilyDescriptor) -> Option<Bloom> {
    let width = || found.configuration.as_ref()?.get(Family::BLOOM_PREFIX)?.parse().ok();
    match found.bloomn_filter_type? {
        TBloomFilterType::ROWPREFIX_FIXED_LENGTH => width().map(Bloom::RowPrefix),
        theirs => ours(&BLOOMS, theirs),
    }
}

fn theirs<A: Copy + PartialEq, B: Copy>(pairs: &[(A, B)], ours: A) -> Option<B> {
    pairs.iter().find(|pair| pair.0 == ours).map(|pair| pair.1)
}

fn ours<A: Copy, B: Copy + PartialEq>(pairs: &[(A, B)], theirs: B) -> Option<A> {
    pairs.iter().find(|pair| pair.1 == theirs).map(|pair| pair.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_back_from_the_descriptor() {
        let back = |ours: &Family| family(&family_descriptor(ours));
        let plain = Family::new("f");
        assert_eq!(back(&plain), plain);
        let full = plain.clone().time_to_live(Duration::from_millis(1_500)).compression(Compression::Lz4);
        let full = full.bloom(Bloom::RowAndColumn).max_versions(0).block_size(1 << 13);
        assert_eq!(back(&full), full.time_to_live(Duration::from_secs(2)).max_versions(1));
        assert_eq!(back(&plain.clone().time_to_live(Duration::MAX)), plain);
        for (compression, _) in COMPRESSIONS {
            assert_eq!(back(&plain.clone().compression(compression)).compression, Some(compression));
        }
        for (bloom, _) in BLOOMS.into_iter().chain([(Bloom::RowPrefix(9), TBloomFilterType::ROWPREFIX_FIXED_LENGTH)]) {
            assert_eq!(back(&plain.clone().bloom(bloom)).bloom, Some(bloom));
        }
        let table = TableSpec::new("ops:calls").max_file_size(u64::MAX).split_policy(TableSpec::NO_SPLITS);
        for table in [table, TableSpec::new("calls"), TableSpec::new("calls").split_by_prefix(9)] {
            assert_eq!(table_spec(&table.name, &table_descriptor(&table, &[])), table);
        }
    }
}
