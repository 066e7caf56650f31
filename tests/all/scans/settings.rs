//! The settings that a builder and its plan both take: each gives the same plan, and the same errors.

use rowkey::{CursorError, Plan, RowKey, ScanError, one_of};

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 3, of(device)))]
struct Reading {
    device: u8,
    metric: u8,
    at: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Inner {
    device: u8,
    metric: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Outer {
    inner: Inner,
    at: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Named {
    reversed: u8,
    at_most: u8,
    refuse_full_scan: u8,
}

type Made = Result<Plan<Reading>, ScanError>;

/// Compares all that a plan shows.
fn same(built: Made, planned: Made) -> Made {
    match (&built, &planned) {
        (Ok(built), Ok(planned)) => {
            let shown = |plan: &Plan<Reading>| {
                let cursor = plan.cursor(&Reading { device: 7, metric: 1, at: 2 }.key());
                (plan.explain().to_string(), plan.row_limit(), plan.is_reversed(), cursor, plan.cost())
            };
            assert_eq!(shown(built), shown(planned));
            assert!(built.ranges().eq(planned.ranges()));
        }
        _ => assert_eq!(built.as_ref().err(), planned.as_ref().err()),
    }
    planned
}

#[test]
fn a_builder_and_its_plan_take_the_same_settings() {
    for devices in [&[7][..], &[7, 8], &[7, 8, 9, 10]] {
        let scan = || Reading::scan().device(one_of(devices.iter().copied()));
        let plan = || scan().plan().unwrap();
        let open = || Reading::scan().filter_at(1..9);

        let limited = same(scan().limit(3).plan(), Ok(plan().limit(3))).unwrap();
        assert_eq!(limited.row_limit(), Some(3));
        assert_eq!(same(scan().limit(3).limit(5).plan(), Ok(plan().limit(3).limit(5))).unwrap().row_limit(), Some(5));

        assert!(same(scan().reversed().plan(), Ok(plan().reversed())).unwrap().is_reversed());
        assert!(!same(scan().reversed().reversed().plan(), Ok(plan().reversed().reversed())).unwrap().is_reversed());

        for most in 0..6 {
            let checked = same(scan().at_most(most).plan(), plan().at_most(most));
            assert_eq!(checked.is_ok(), devices.len() <= most);
            // Both checks count, in each order.
            for other in 0..6 {
                let built = scan().at_most(most).at_most(other).plan();
                let planned = plan().at_most(most).and_then(|plan| plan.at_most(other));
                assert_eq!([built.is_ok(), planned.is_ok()], [devices.len() <= most.min(other); 2]);
            }
        }

        assert!(same(scan().refuse_full_scan().plan(), plan().refuse_full_scan()).is_ok());
        let refused = same(open().refuse_full_scan().plan(), open().plan().unwrap().refuse_full_scan());
        assert_eq!(refused.unwrap_err(), ScanError::FullScan { key: "Reading", field: "device" });
        // A full scan is one also with a limit on its ranges.
        let both = same(
            open().at_most(2).refuse_full_scan().plan(),
            open().plan().unwrap().at_most(2).and_then(Plan::refuse_full_scan),
        );
        assert!(matches!(both, Err(ScanError::TooManyRanges { found: 3, most: 2, .. })));
        let both = same(
            open().at_most(3).refuse_full_scan().plan(),
            open().plan().unwrap().at_most(3).and_then(Plan::refuse_full_scan),
        );
        assert!(matches!(both, Err(ScanError::FullScan { .. })));
    }
}

#[test]
fn a_plan_resumes_like_its_builder() {
    let scan = || Reading::scan().device(one_of([7, 8, 9])).filter_at(1..);
    let other = Reading::scan().device(7).plan().unwrap();
    let keys = [7u8, 8, 9].into_iter().flat_map(|device| (0..3).map(move |at| Reading { device, metric: 1, at }));
    for key in keys.map(|key| key.key()) {
        for reversed in [false, true] {
            let in_order = || if reversed { scan().reversed() } else { scan() };
            let plan = in_order().plan().unwrap();
            let cursor = plan.cursor(&key);
            let resumed = same(in_order().resume(Some(&cursor)).plan(), plan.clone().resume(Some(&cursor))).unwrap();
            // The ranges that are left count.
            let left = resumed.ranges().len();
            for most in 0..4 {
                let checked = same(
                    in_order().at_most(most).resume(Some(&cursor)).plan(),
                    plan.clone().resume(Some(&cursor)).and_then(|plan| plan.at_most(most)),
                );
                assert_eq!(checked.is_ok(), left <= most);
            }
            // Another cursor replaces the first one, and no cursor begins anew.
            let last = plan.cursor(&Reading { device: 9, metric: 255, at: 255 }.key());
            same(in_order().resume(Some(&last)).plan(), resumed.clone().resume(Some(&last))).unwrap();
            same(in_order().plan(), resumed.clone().resume(None)).unwrap();
            // A cursor of another scan, and damaged text.
            let refused = |text: &str| match same(in_order().resume(Some(text)).plan(), plan.clone().resume(Some(text)))
            {
                Err(ScanError::Cursor { reason, .. }) => reason,
                found => panic!("{found:?}"),
            };
            assert!(matches!(refused(&other.cursor(&key)), CursorError::Query { .. }));
            assert_eq!(refused("7"), CursorError::Damaged);
        }
    }
}

#[test]
fn a_nested_scan_takes_no_order() {
    let inner = || Inner::scan().device(7);
    assert!(Outer::scan().inner(inner()).plan().is_ok());
    for refused in [inner().reversed(), inner().limit(1)] {
        let plan = Outer::scan().inner(refused).plan();
        assert!(matches!(plan, Err(ScanError::Bound { key: "Outer", field: "inner", .. })));
    }
}

#[test]
fn fields_keep_the_names_of_settings() {
    let scan = Named::scan().reversed(1).at_most(2).refuse_full_scan(3);
    let plan = scan.with_reversed().with_at_most(1).with_refuse_full_scan().plan().unwrap();
    assert!(plan.is_reversed());
    assert!(plan.only_range().unwrap().contains(&[1, 2, 3]));
}

rowkey::laws!(Reading, Inner, Outer, Named);
