//! Loads of regions: the requests and sizes that servers count.

use crate::console::Console;
use crate::evenness::Evenness;
use crate::failure::Failure;
use crate::sample::reader_of;
use crate::words::percent;
use data_encoding::HEXLOWER_PERMISSIVE;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::Path;

/// The load of one region, since its server opened it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct RegionLoad {
    pub(crate) read_requests: u64,
    pub(crate) write_requests: u64,
    /// The size of its files and of its data in memory.
    pub(crate) store_megabytes: u64,
}

/// The loads of all regions of a table, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RegionLoads {
    /// The split keys of the table: one fewer than there are loads.
    pub(crate) split_keys: Vec<Vec<u8>>,
    pub(crate) loads: Vec<RegionLoad>,
}

/// The evenness of the requests.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct RequestShares {
    pub(crate) reads: Evenness,
    pub(crate) writes: Evenness,
}

/// A line of the file.
#[derive(Deserialize)]
struct Line {
    start: String,
    read_requests: u64,
    write_requests: u64,
    store_megabytes: u64,
}

impl RegionLoads {
    /// Reads CSV with the columns `start` (in hex), `read_requests`, `write_requests`, `store_megabytes`.
    pub(crate) fn read(file: &Path, console: &mut Console<'_>) -> Result<Self, Failure> {
        let mut text = Vec::new();
        reader_of(file, console)?.read_to_end(&mut text).map_err(Failure::file(file))?;
        Self::of(&text).map_err(|(line, reason)| Failure::Row { file: file.to_owned(), line, reason })
    }

    /// Parses the loads. An error has the number of its line.
    fn of(text: &[u8]) -> Result<Self, (u64, String)> {
        let (mut split_keys, mut loads) = (Vec::<Vec<u8>>::new(), Vec::new());
        let mut sums = [0_u64; 3];
        for (index, line) in csv::Reader::from_reader(text).deserialize().enumerate() {
            let wrong = |reason: String| (index as u64 + 2, reason);
            let Line { start, read_requests, write_requests, store_megabytes } =
                line.map_err(|error| wrong(error.to_string()))?;
            let start = HEXLOWER_PERMISSIVE
                .decode(start.as_bytes())
                .map_err(|error| wrong(format!("expected the start of a region in hex, found {start:?}: {error}")))?;
            match (index, split_keys.last()) {
                (0, _) if !start.is_empty() => {
                    return Err(wrong("expected the first region, whose start is empty".to_owned()));
                }
                (0, _) => {}
                (_, last) if last.map_or(&[][..], Vec::as_slice) >= start.as_slice() => {
                    return Err(wrong("expected regions in ascending order".to_owned()));
                }
                _ => split_keys.push(start),
            }
            for (sum, count) in sums.iter_mut().zip([read_requests, write_requests, store_megabytes]) {
                *sum = sum
                    .checked_add(count)
                    .ok_or_else(|| wrong("expected counts whose sum is below 2^64".to_owned()))?;
            }
            loads.push(RegionLoad { read_requests, write_requests, store_megabytes });
        }
        if loads.is_empty() {
            return Err((1, "expected a region on each line".to_owned()));
        }
        Ok(Self { split_keys, loads })
    }
}

impl RequestShares {
    pub(crate) fn of(loads: &[RegionLoad]) -> Self {
        let of = |count: fn(&RegionLoad) -> u64| Evenness::of(&loads.iter().map(count).collect::<Vec<_>>());
        Self { reads: of(|load| load.read_requests), writes: of(|load| load.write_requests) }
    }

    /// Names the regions with more requests than their share: `region 3 gets 80 % of the reads`.
    pub(crate) fn finding(&self, loads: &[RegionLoad]) -> Option<String> {
        let hottest = |evenness: &Evenness, count: fn(&RegionLoad) -> u64, requests: &str| {
            let (index, most) =
                loads.iter().map(count).enumerate().max_by_key(|&(index, it)| (it, usize::MAX - index))?;
            let all = loads.iter().map(count).sum();
            let share = percent(most, all);
            (!evenness.is_even()).then(|| format!("region {index} gets {share} of the {requests}"))
        };
        let reads = hottest(&self.reads, |load| load.read_requests, "reads");
        let writes = hottest(&self.writes, |load| load.write_requests, "writes");
        let hot: Vec<String> = reads.into_iter().chain(writes).collect();
        (!hot.is_empty()).then(|| hot.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "start,read_requests,write_requests,store_megabytes\n";

    fn read(lines: &str) -> Result<RegionLoads, (u64, String)> {
        RegionLoads::of(format!("{HEADER}{lines}").as_bytes())
    }

    #[test]
    fn loads_are_read_with_the_keys_between_them() {
        let found = read(",7,8,9\n01,1,2,3\n02fF,0,0,0\n").unwrap();
        assert_eq!(found.split_keys, [vec![1], vec![2, 0xFF]]);
        let last = RegionLoad { read_requests: 0, write_requests: 0, store_megabytes: 0 };
        assert_eq!((found.loads.len(), found.loads[2]), (3, last));
        let first = RegionLoad { read_requests: 7, write_requests: 8, store_megabytes: 9 };
        assert_eq!(found.loads[0], first);
    }

    #[test]
    fn a_wrong_line_is_named() {
        let wrong = |lines: &str| read(lines).unwrap_err();
        assert_eq!(wrong("01,1,2,3\n").0, 2);
        assert_eq!(wrong(",1,2,3\n,1,2,3\n"), (3, "expected regions in ascending order".to_owned()));
        assert_eq!(wrong(",1,2,3\n02,1,2,3\n01,1,2,3\n").0, 4);
        assert!(wrong(",1,2,3\n0,1,2,3\n").1.contains("in hex, found \"0\""));
        assert!(wrong(",1,x,3\n").1.contains("invalid digit"), "{}", wrong(",1,x,3\n").1);
        let most = u64::MAX;
        assert_eq!(
            wrong(&format!(",{most},2,3\n01,1,2,3\n")),
            (3, "expected counts whose sum is below 2^64".to_owned())
        );
        assert_eq!(wrong("").1, "expected a region on each line");
        assert!(RegionLoads::of(b"start,reads\n,1\n").unwrap_err().1.contains("read_requests"));
    }

    #[test]
    fn hot_regions_are_named() {
        let load = |(read_requests, write_requests)| RegionLoad { read_requests, write_requests, store_megabytes: 1 };
        let finding = |counts: [(u64, u64); 4]| {
            let loads = counts.map(load);
            RequestShares::of(&loads).finding(&loads)
        };
        assert_eq!(finding([(1_000, 0); 4]), None);
        assert_eq!(finding([(10, 50), (970, 50), (10, 50), (10, 50)]).unwrap(), "region 1 gets 97 % of the reads");
        // The first of two equally hot regions.
        let two = finding([(970, 50), (10, 50), (970, 50), (10, 50)]).unwrap();
        assert_eq!(two, "region 0 gets 49 % of the reads");
        let both = finding([(10, 50), (970, 50), (10, 5_000), (10, 50)]).unwrap();
        assert_eq!(both, "region 1 gets 97 % of the reads and region 2 gets 97 % of the writes");
    }
}
