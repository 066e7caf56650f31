//! The shares of regions, buckets and values: the rows of each, and the cause of uneven regions.
//!
//! Keys are counted one by one and then dropped. So the memory grows with the number of regions and of buckets with
//! rows, and not with the number of rows.

mod buckets;
mod element;
mod frequent;

use crate::evenness::Evenness;
use crate::loads::{RegionLoad, RequestShares};
use crate::words::{counted, name_regions, percent, shortened};
use rowkey_core::split::{region_of, to_short_string_binary};
use rowkey_core::{Explanation, Layout};
use serde::Serialize;

use buckets::BucketCounts;
pub(crate) use buckets::{BucketShare, BucketShares};
pub(crate) use element::LeadingElement;
use frequent::Frequent;

/// The number of values with exact counts. Of more values, only the most frequent ones are kept.
const COUNTED_VALUES: usize = 65_536;
/// The number of values in a report.
const SHOWN_VALUES: usize = 12;

/// The maximum number of characters of a value in a finding.
const LONGEST_VALUE: usize = 40;

/// Explains a key of one type.
type Explain = dyn Fn(&[u8]) -> Explanation;

/// Counts keys by region, by bucket, and by the value of the first element after the salt.
pub(crate) struct Shares {
    layout: &'static Layout,
    explain: Box<Explain>,
    split_keys: Vec<Vec<u8>>,
    leading: LeadingElement,
    rows: u64,
    key_bytes: u64,
    regions: Vec<u64>,
    /// `None` if the key does not have buckets.
    buckets: Option<BucketCounts>,
    values: Frequent,
}

impl Shares {
    /// Makes empty counts for keys of `layout` and the regions between `split_keys`, which ascend. `explain` explains a
    /// key of the type.
    pub(crate) fn new(
        layout: &'static Layout,
        explain: impl Fn(&[u8]) -> Explanation + 'static,
        split_keys: Vec<Vec<u8>>,
    ) -> Self {
        Self {
            layout,
            explain: Box::new(explain),
            leading: LeadingElement::of(layout),
            rows: 0,
            key_bytes: 0,
            regions: vec![0; split_keys.len() + 1],
            buckets: BucketCounts::of(layout),
            values: Frequent::new(COUNTED_VALUES),
            split_keys,
        }
    }

    /// Counts one key.
    pub(crate) fn add(&mut self, key: &[u8]) {
        self.rows += 1;
        self.key_bytes += key.len() as u64;
        self.regions[region_of(key, &self.split_keys)] += 1;
        if let (Some(buckets), Some(bucket)) = (&mut self.buckets, element::bucket_of(self.layout, key)) {
            buckets.add(bucket);
        }
        match self.leading.in_key(key) {
            Some(value) => self.values.add(value),
            // Only decoding finds the end of the element or the record type. It takes a microsecond.
            None => self.leading.explained(&(self.explain)(key)).iter().for_each(|value| self.values.add(value)),
        }
    }

    /// Returns the split keys of the table.
    pub(crate) fn split_keys(&self) -> &[Vec<u8>] {
        &self.split_keys
    }

    /// Returns the name of each region: its start in readable form.
    pub(crate) fn region_names(&self) -> Vec<String> {
        let name = |key: &Vec<u8>| self.leading.name_start(self.layout, key, &*self.explain);
        let others: Vec<String> = self.split_keys.iter().map(name).collect();
        let first = if others.first().is_some_and(|name| name == "bucket 1") { "bucket 0" } else { "start" };
        [first.to_owned()].into_iter().chain(others).collect()
    }

    /// Returns the counts so far.
    pub(crate) fn report(&self) -> ShareReport {
        let mut report = ShareReport {
            key: self.layout.name(),
            rows: self.rows,
            bytes_per_key: self.key_bytes as f64 / self.rows.max(1) as f64,
            regions: self.regions(),
            evenness: Evenness::of(&self.regions),
            requests: None,
            buckets: self.buckets.as_ref().map(BucketCounts::report),
            leading: LeadingShares {
                element: self.leading.name().to_owned(),
                distinct: self.values.distinct(),
                most_frequent: self.most_frequent(),
                undercounted_by: self.values.undercounted_by(),
            },
            cause: Cause::Even,
            finding: String::new(),
        };
        report.cause = self.cause(&report);
        report.finding = report.sentence();
        report
    }

    fn regions(&self) -> Vec<RegionShare> {
        let starts = [None].into_iter().chain(self.split_keys.iter().map(Some));
        let stops = self.split_keys.iter().map(Some).chain([None]);
        let shown = |key: Option<&Vec<u8>>| key.map(|key| to_short_string_binary(key));
        let regions = starts.zip(stops).zip(self.region_names()).zip(&self.regions);
        let region = |(((start, stop), name), &rows): (((Option<&Vec<u8>>, _), _), &u64)| RegionShare {
            name,
            start: shown(start),
            stop: shown(stop),
            rows,
            dead: rows == 0 && self.is_dead(start, stop),
            load: None,
        };
        regions.map(region).collect()
    }

    /// Returns `true` if the region can hold no row.
    fn is_dead(&self, start: Option<&Vec<u8>>, stop: Option<&Vec<u8>>) -> bool {
        !self.layout.has_row_between(start.map_or(&[][..], Vec::as_slice), stop.map(Vec::as_slice))
    }

    fn most_frequent(&self) -> Vec<ValueShare> {
        let shown = |(value, rows): (&[u8], u64)| ValueShare { value: self.leading.show(value, &*self.explain), rows };
        let mut most = self.values.most_frequent(SHOWN_VALUES);
        // A count within the error has no meaning.
        most.retain(|&(_, rows)| rows > self.values.undercounted_by());
        most.into_iter().map(shown).collect()
    }

    /// Returns the cause of uneven regions.
    fn cause(&self, report: &ShareReport) -> Cause {
        if report.evenness.is_even() || self.rows == 0 {
            return Cause::Even;
        }
        let mean = self.rows as f64 / self.regions.len() as f64;
        let uneven = report.buckets.as_ref().is_some_and(|buckets| !buckets.evenness.is_even());
        if let Some(salt) = self.layout.salt().filter(|_| uneven) {
            let fields = self.layout.fields();
            let inputs = salt.inputs().iter().filter_map(|input| fields.get(input.field()));
            return Cause::Salt { inputs: inputs.map(|field| field.name().to_owned()).collect() };
        }
        match report.leading.most_frequent.first() {
            Some(value) if value.rows as f64 > mean * Evenness::MOST_EVEN => {
                Cause::Value { element: report.leading.element.clone(), value: value.value.clone(), rows: value.rows }
            }
            _ => Cause::SplitKeys { element: self.split_element() },
        }
    }

    /// Returns the element in which the split keys differ: `salt` or the leading element.
    fn split_element(&self) -> String {
        let label = self.layout.salt().map_or(0..0, |salt| {
            let at = self.layout.prefix().len();
            at..at + salt.label().width()
        });
        let cuts_label = self.split_keys.iter().all(|key| key.len() <= label.end);
        if cuts_label && !label.is_empty() { "salt".to_owned() } else { self.leading.name().to_owned() }
    }
}

/// The shares of a sample of keys, for a terminal, a page and JSON.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShareReport {
    /// The name of the key's type.
    pub(crate) key: &'static str,
    /// One sentence: the spread of the rows, and the cause of uneven regions.
    pub(crate) finding: String,
    pub(crate) rows: u64,
    pub(crate) bytes_per_key: f64,
    pub(crate) regions: Vec<RegionShare>,
    /// The evenness of the regions.
    pub(crate) evenness: Evenness,
    /// The evenness of the requests, or `None` without loads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) requests: Option<RequestShares>,
    /// `None` if the key does not have buckets.
    pub(crate) buckets: Option<BucketShares>,
    pub(crate) leading: LeadingShares,
    pub(crate) cause: Cause,
}

/// The rows of one region.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RegionShare {
    /// Its start in readable form.
    pub(crate) name: String,
    /// The split key at its start, in the notation of HBase's shell. `None` for the first region.
    pub(crate) start: Option<String>,
    /// The split key at its end, which is outside the region. `None` for the last region.
    pub(crate) stop: Option<String>,
    pub(crate) rows: u64,
    /// `true` if no key of the layout can be in it.
    pub(crate) dead: bool,
    /// The counts of its server, if known.
    #[serde(flatten)]
    pub(crate) load: Option<RegionLoad>,
}

/// The rows per value of the first element after the salt.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LeadingShares {
    /// Its name. `kind` if it identifies the record type of an enum.
    pub(crate) element: String,
    /// The number of values, or `None` if there were too many to keep.
    pub(crate) distinct: Option<usize>,
    /// The most frequent values, in descending order of rows. Empty if too many values are equally rare.
    pub(crate) most_frequent: Vec<ValueShare>,
    /// The maximum number of rows that a count is short of: 0 if all values were kept.
    pub(crate) undercounted_by: u64,
}

/// The rows of one value.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ValueShare {
    pub(crate) value: String,
    pub(crate) rows: u64,
}

/// The cause of uneven regions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub(crate) enum Cause {
    /// The regions are even.
    Even,
    /// The buckets are uneven. A few values of the salt's inputs have many rows, or the salt spreads the values badly.
    Salt { inputs: Vec<String> },
    /// One value has more rows than a region should have. Split keys cannot divide it unless they include the next
    /// element.
    Value { element: String, value: String, rows: u64 },
    /// No single value is the cause: the split keys are not among the rows.
    SplitKeys { element: String },
}

impl ShareReport {
    /// Adds the loads of the regions, as counted by the servers.
    pub(crate) fn with_loads(mut self, loads: &[RegionLoad]) -> Self {
        let requests = RequestShares::of(loads);
        if let Some(hot) = requests.finding(loads) {
            let but = if self.cause == Cause::Even { "but" } else { "and" };
            self.finding = format!("{}, {but} {hot}", self.finding);
        }
        for (region, load) in self.regions.iter_mut().zip(loads) {
            region.load = Some(*load);
        }
        self.requests = Some(requests);
        self
    }

    /// Returns the regions with a known load, each with its number and name.
    pub(crate) fn loaded_regions(&self) -> impl Iterator<Item = (String, &RegionShare, RegionLoad)> {
        let regions = self.regions.iter().enumerate();
        regions.filter_map(|(index, region)| Some((format!("{index}: {}", region.name), region, region.load?)))
    }

    fn sentence(&self) -> String {
        let regions = self.regions.len() as u64;
        match self.rows {
            0 => return "no rows".to_owned(),
            rows if rows < regions => {
                return format!("no verdict: only {} in {regions} regions", counted(rows, "row"));
            }
            _ => {}
        }
        let never = self.sentence_of_empty();
        let main = self.sentence_of_full();
        match (&self.cause, never) {
            (Cause::Even, Some(never)) => format!("{main}, but {never}"),
            (_, Some(never)) => format!("{main}, and {never}"),
            (_, None) => main,
        }
    }

    fn sentence_of_full(&self) -> String {
        let largest = self.regions.iter().enumerate().max_by_key(|(index, region)| (region.rows, usize::MAX - index));
        let (index, rows) = largest.map_or((0, 0), |(index, region)| (index, region.rows));
        let share = percent(rows, self.rows);
        let gets = format!("region {index} gets {share} of the rows");
        match &self.cause {
            Cause::Even if self.regions.len() == 1 => "the table is one region, which gets all rows".to_owned(),
            Cause::Even => "the rows are spread evenly over the regions".to_owned(),
            Cause::Salt { inputs } => format!("{gets}, because the salt spreads `{}` badly", inputs.join("`, `")),
            Cause::Value { element, value, rows } => {
                let (share, value) = (percent(*rows, self.rows), shortened(value, LONGEST_VALUE));
                format!("{gets}, because {share} of them have one value of `{element}`, {value}")
            }
            Cause::SplitKeys { element } => {
                format!("{gets}, because the split keys are not among the values of `{element}`")
            }
        }
    }

    fn sentence_of_empty(&self) -> Option<String> {
        let numbers = |filter: &dyn Fn(&RegionShare) -> bool| -> Vec<usize> {
            let regions = self.regions.iter().enumerate();
            regions.filter(|(_, region)| filter(region)).map(|(index, _)| index).collect()
        };
        let (dead, empty) = (numbers(&|region| region.dead), numbers(&|region| region.rows == 0 && !region.dead));
        let all = self.regions.len();
        match (&dead[..], &empty[..]) {
            ([], []) => None,
            ([], empty) => Some(format!("{} got no rows", name_regions(empty, all))),
            (dead, _) => Some(format!("{} can never get rows", name_regions(dead, all))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowkey::RowKey;
    use std::collections::HashMap;

    #[derive(RowKey, Debug)]
    struct ByTail {
        #[pad(6)]
        tail: String,
        at: u32,
    }

    #[derive(RowKey, Debug)]
    struct Salted {
        #[salt(buckets = 4)]
        #[rowkey(terminated)]
        tail: String,
        at: u32,
    }

    #[derive(RowKey, Debug)]
    #[rowkey(separator = "_", split(after = "|", regions = 4, allow(dead)))]
    struct Old {
        #[salt(modulo, buckets = 3, digits(2))]
        number: u64,
        side: bool,
    }

    #[derive(RowKey, Debug)]
    enum Row {
        #[rowkey(tag = 1)]
        User(ByTail),
        #[rowkey(tag = 2)]
        Post(Salted),
    }

    fn shares<K: RowKey + 'static>(rows: impl Iterator<Item = K>, split_keys: &[&[u8]]) -> ShareReport {
        let mut shares = Shares::new(K::LAYOUT, K::explain, split_keys.iter().map(|key| key.to_vec()).collect());
        rows.for_each(|row| shares.add(row.encode().unwrap().as_ref()));
        shares.report()
    }

    fn rows_of(report: &ShareReport) -> Vec<u64> {
        report.regions.iter().map(|region| region.rows).collect()
    }

    fn bucket_rows(report: &ShareReport) -> Vec<u64> {
        report.buckets.as_ref().unwrap().rows.iter().map(|bucket| bucket.rows).collect()
    }

    /// Returns the plane of a row. One plane has the second half of the rows.
    fn tail(row: u32) -> String {
        format!("N{}", if row < 5_000 { 100 + row * 7_919 % 800 } else { 404 })
    }

    #[test]
    fn rows_are_counted_as_a_map_counts_them() {
        let rows = || (0..10_000).map(|at| Salted { tail: tail(at), at });
        let found = shares(rows(), Salted::SPLIT_KEYS);
        let (mut regions, mut tails, mut bytes) = (vec![0; 4], HashMap::new(), 0);
        for row in rows() {
            let key = row.encode().unwrap();
            regions[row.region().unwrap()] += 1;
            *tails.entry(format!("{:?}", row.tail)).or_insert(0) += 1;
            bytes += key.len();
        }
        assert_eq!((rows_of(&found), bucket_rows(&found)), (regions.clone(), regions));
        assert_eq!((found.rows, found.bytes_per_key), (10_000, bytes as f64 / 10_000.0));
        assert_eq!((found.leading.element.as_str(), found.leading.distinct), ("tail", Some(tails.len())));
        assert!(found.leading.most_frequent.iter().all(|value| tails[&value.value] == value.rows));
        assert_eq!(found.leading.most_frequent[0].value, "\"N404\"");
    }

    #[test]
    fn the_field_that_makes_regions_uneven_is_named() {
        let rows = || (0..10_000).map(|at| ByTail { tail: tail(at), at });
        let found = shares(rows(), &[b"N3", b"N5", b"N7"]);
        assert_eq!(
            found.finding,
            "region 1 gets 63 % of the rows, because 50 % of them have one value of `tail`, \"N404\""
        );
        // Without the busy plane, no single value is the cause.
        let quiet = || rows().take(5_000);
        let found = shares(quiet(), &[b"A", b"F", b"P"]);
        assert_eq!(
            found.finding,
            "region 2 gets 100 % of the rows, because the split keys are not among the values of `tail`, \
             and regions 0, 1, and 3 got no rows"
        );
        assert_eq!(found.evenness.largest_over_mean, 4.0);
        assert_eq!(shares(quiet(), &[b"N3", b"N5", b"N7"]).finding, "the rows are spread evenly over the regions");
        let found = shares((0..10_000).map(|at| Salted { tail: tail(at), at }), Salted::SPLIT_KEYS);
        assert!(found.finding.ends_with("of the rows, because the salt spreads `tail` badly"), "{}", found.finding);
    }

    #[test]
    fn a_region_that_no_key_can_fall_into_is_dead() {
        let found = shares((0..3_000).map(|number| Old { number, side: false }), Old::SPLIT_KEYS);
        assert_eq!(rows_of(&found), [1_000, 1_000, 1_000, 0]);
        assert_eq!(found.regions.iter().map(|region| region.dead).collect::<Vec<_>>(), [false, false, false, true]);
        assert_eq!(found.finding, "the rows are spread evenly over the regions, but region 3 can never get rows");
        let last = &found.regions[3];
        assert_eq!((&*last.name, last.start.as_deref(), last.stop.as_deref()), ("02|", Some("02|"), None));
        assert_eq!(bucket_rows(&found), [1_000; 3]);
    }

    #[test]
    fn millions_of_buckets_take_as_much_room_as_those_with_rows() {
        #[derive(RowKey)]
        #[rowkey(split(regions = 4))]
        struct Wide {
            #[salt(buckets = 268_435_456)]
            number: u32,
        }
        let found = shares((0..10_000).map(|number| Wide { number }), &[]);
        let buckets = found.buckets.as_ref().unwrap();
        assert_eq!((buckets.count, buckets.rows.len(), buckets.has_all()), (1 << 28, 64, false));
        assert!(buckets.evenness.is_even() && buckets.rows.is_sorted_by_key(|bucket| u64::MAX - bucket.rows));
    }

    #[test]
    fn older_rows_are_counted_in_their_own_buckets() {
        #[derive(RowKey)]
        struct Fewer {
            #[salt(modulo, buckets = 2, was(8))]
            number: u8,
        }
        #[derive(RowKey)]
        struct Older {
            #[salt(modulo, buckets = 8)]
            number: u8,
        }
        let newer = || (0..100).map(|number| Fewer { number }.encode().unwrap().to_vec());
        let older = (100..180).map(|number| Older { number }.encode().unwrap().to_vec());
        let count = |keys: &mut dyn Iterator<Item = Vec<u8>>| {
            let mut shares = Shares::new(Fewer::LAYOUT, Fewer::explain, Vec::new());
            keys.for_each(|key| shares.add(&key));
            bucket_rows(&shares.report())
        };
        assert_eq!(count(&mut newer()), [50, 50]);
        assert_eq!(count(&mut newer().chain(older)), [60, 60, 10, 10, 10, 10, 10, 10]);
    }

    #[test]
    fn a_long_value_is_shortened_in_the_finding() {
        #[derive(RowKey)]
        struct Long {
            text: String,
        }
        let rows =
            || (0..2_000).map(|row| Long { text: if row < 1_500 { "x".repeat(9_000) } else { row.to_string() } });
        let found = shares(rows(), &[b"16", b"17", b"18", b"19"]);
        assert!(
            found.finding.contains("have one value of `text`, \"xxx") && found.finding.len() < 150,
            "{}",
            found.finding
        );
        assert_eq!(found.leading.most_frequent[0].value.len(), 9_002);
    }

    #[test]
    fn counts_of_too_many_values_are_not_shown() {
        let rows = 4 * COUNTED_VALUES as u32;
        // Plane 7 has each third row. Every other row has a different plane.
        let tail = |row: u32| if row.is_multiple_of(3) { "7".to_owned() } else { format!("{row:06}") };
        let found = shares((0..rows).map(|at| ByTail { tail: tail(at), at }), &[]);
        let values = &found.leading.most_frequent;
        assert_eq!((values.len(), &*values[0].value, found.leading.distinct), (1, "\"7\"", None));
        assert!(values[0].rows + found.leading.undercounted_by >= u64::from(rows.div_ceil(3)));
    }

    #[test]
    fn rows_of_an_enum_are_counted_by_kind() {
        let user = |at| Row::User(ByTail { tail: tail(at), at });
        let post = |at| Row::Post(Salted { tail: tail(at), at });
        let found = shares((0..30).map(|at| if at % 3 == 0 { user(at) } else { post(at) }), &[]);
        let kinds: Vec<_> = found.leading.most_frequent.iter().map(|kind| (&*kind.value, kind.rows)).collect();
        assert_eq!((found.leading.element.as_str(), kinds), ("kind", vec![("Post", 20), ("User", 10)]));
        assert_eq!(found.finding, "the table is one region, which gets all rows");
        assert_eq!(shares::<ByTail>([].into_iter(), &[]).finding, "no rows");
        assert_eq!(shares([user(1)].into_iter(), &[&[2], &[3]]).finding, "no verdict: only 1 row in 3 regions");
    }

    #[test]
    fn kinds_are_counted_by_tags_of_any_width() {
        #[derive(RowKey)]
        enum Event {
            #[rowkey(tag = "a")]
            Started { at: u32 },
            #[rowkey(tag = "stop", was(tag = "halt"))]
            Stopped { at: u32 },
            #[rowkey(other)]
            Unknown(Vec<u8>),
        }
        let events = (0..6).map(|at| match at % 3 {
            0 => Event::Unknown(b"x".to_vec()),
            1 => Event::Started { at },
            _ => Event::Stopped { at },
        });
        let mut shares = Shares::new(Event::LAYOUT, Event::explain, vec![b"halt".to_vec(), b"stop".to_vec()]);
        events.for_each(|event| shares.add(event.encode().unwrap().as_ref()));
        shares.add(b"halt\0\0\0\x01");
        assert_eq!(shares.region_names(), ["start", "Stopped", "Stopped"]);
        let found = shares.report();
        let kinds: Vec<_> = found.leading.most_frequent.iter().map(|kind| (&*kind.value, kind.rows)).collect();
        assert_eq!(kinds, [("Stopped", 3), ("Started", 2), ("other", 2)]);
        assert_eq!((&*found.leading.element, found.leading.distinct), ("kind", Some(3)));
    }

    #[test]
    fn kinds_without_tags_are_counted() {
        #[derive(RowKey)]
        enum Place {
            Country { country: u16 },
            Town { country: u16, town: u32 },
        }
        let place = |row: u16| match row % 3 {
            0 => Place::Country { country: row },
            _ => Place::Town { country: row, town: 7 },
        };
        let found = shares((0..30).map(place), &[&[0, 9]]);
        let kinds: Vec<_> = found.leading.most_frequent.iter().map(|kind| (&*kind.value, kind.rows)).collect();
        assert_eq!((&*found.leading.element, kinds), ("kind", vec![("Town", 20), ("Country", 10)]));
    }

    #[test]
    fn regions_are_named_by_what_they_start_with() {
        #[derive(RowKey)]
        struct Newest {
            #[reverse_ts]
            at: i64,
        }
        let names = |layout, explain: fn(&[u8]) -> Explanation, keys: &[&[u8]]| {
            Shares::new(layout, explain, keys.iter().map(|key| key.to_vec()).collect()).region_names().split_off(1)
        };
        assert_eq!(names(Salted::LAYOUT, Salted::explain, &[&[1], &[2, 0x41]]), ["bucket 1", r"\x02A"]);
        // There is no bucket 4.
        assert_eq!(names(Salted::LAYOUT, Salted::explain, &[&[3], &[4]]), ["bucket 3", r"\x04"]);
        assert_eq!(names(ByTail::LAYOUT, ByTail::explain, &[b"N5", b"N404\0\0\0"]), ["N5", "\"N404\""]);
        let key = Newest { at: 1_512_101_400_000 }.key();
        assert_eq!(names(Newest::LAYOUT, Newest::explain, &[&key]), ["2017-12-01 04:10"]);
    }

    rowkey::laws!(ByTail, Salted, Old, Row);
}
