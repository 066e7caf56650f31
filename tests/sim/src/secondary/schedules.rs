//! The races of the [protocol](rowkey_store::versions), each with its schedule, and with the mutant of the step that decides it.

use super::message::{Fate, Message};
use super::mutants::Mutant;
use super::protocol::Written;
use super::script::{Script, deletes_entry, puts_entry, writes_row};
use super::server::Engine;

/// A schedule: its name, its steps, and the mutant that no other schedule finds.
type Schedule = (&'static str, fn(&mut Script), Mutant);

/// Defines a test of each schedule, and the list of all of them.
macro_rules! schedules {
    ($($(#[$doc:meta])* $name:ident($script:ident) fails by $mutant:ident $steps:block)*) => {
        const SCHEDULES: &[Schedule] = &[$((stringify!($name), steps::$name, Mutant::$mutant)),*];

        mod steps {
            use super::*;

            $($(#[$doc])* pub(super) fn $name($script: &mut Script) $steps)*
        }

        $(
            #[test]
            fn $name() {
                for engine in [Engine::HBase, Engine::Bigtable] {
                    if let Err(failure) = run(steps::$name, engine, None) {
                        panic!("on {engine:?}: {failure}");
                    }
                }
            }
        )*
    };
}

fn run(steps: fn(&mut Script), engine: Engine, mutant: Option<Mutant>) -> Result<(), String> {
    let mut script = Script::new(engine, mutant);
    steps(&mut script);
    script.end()
}

schedules! {
    /// A reader sees an entry whose row is not written yet.
    a_reader_between_the_writes_of_a_put_removes_nothing(s) fails by ReaderRepairs {
        let (writer, reader) = (s.client(0), s.client(0));
        s.put(writer, 0, "1:a");
        s.until(writer, writes_row);
        s.read_by(reader);
        s.run(reader);
        s.run(writer);
        s.expect_value(0, Some("1:a"));
    }

    /// A delete of an entry arrives again, after another put of the entry.
    a_late_delete_leaves_an_entry_that_was_written_again(s) fails by DeletesUpToNow {
        let writer = s.client(0);
        s.put(writer, 0, "1:a");
        s.run(writer);
        s.put(writer, 0, "2:");
        s.until(writer, deletes_entry);
        s.send(writer, Fate::ArrivesTwice);
        s.wait(10);
        s.put(writer, 0, "3:a");
        s.run(writer);
        s.arrive();
    }

    /// A sweep deletes an entry, and the swap that follows it fails.
    a_sweep_between_entry_and_row_makes_the_put_begin_again(s) fails by NoFence {
        let (writer, sweeper) = (s.client(0), s.client(0));
        s.put(writer, 0, "1:");
        s.run(writer);
        s.put(writer, 0, "2:a");
        s.until(writer, writes_row);
        s.wait(10);
        s.sweep(sweeper);
        s.run(sweeper);
        s.run(writer);
        s.expect_value(0, Some("2:a"));
    }

    /// A sweep stalls before it deletes an entry, which is put again in the meantime.
    a_sweep_that_stalls_before_its_delete_removes_nothing_live(s) fails by SweepDeletesMoreThanSeen {
        let (writer, sweeper) = (s.client(0), s.client(0));
        s.put(writer, 0, "1:a");
        s.run(writer);
        s.put(writer, 0, "2:");
        s.until(writer, deletes_entry);
        s.crash(writer, false);
        s.sweep(sweeper);
        s.until(sweeper, deletes_entry);
        s.put(writer, 0, "3:a");
        s.run(writer);
        s.run(sweeper);
    }

    /// A sweep finds the entry of a row that is being loaded.
    a_sweep_beside_a_load_leaves_no_row_without_entries(s) fails by ShortGrace {
        let (loader, sweeper) = (s.client(0), s.client(0));
        s.load(loader, 0, "1:a");
        s.until(loader, writes_row);
        s.wait(10);
        s.sweep(sweeper);
        s.run(sweeper);
        s.run(loader);
        s.expect_value(0, Some("1:a"));
    }

    /// Two writers read one version, and choose the same next time.
    two_writers_of_one_version_leave_one_value_and_its_entries(s) fails by SwapComparesTimes {
        let (first, second) = (s.client(0), s.client(0));
        s.put(first, 0, "1:a");
        s.run(first);
        s.put(first, 0, "2:ab");
        s.put(second, 0, "3:c");
        s.until(first, writes_row);
        s.until(second, writes_row);
        s.run(second);
        s.run(first);
        s.expect_value(0, Some("2:ab"));
    }

    /// A copy of an entry arrives when its row no longer has it.
    a_late_entry_is_never_returned(s) fails by ReaderBelievesEntries {
        let (writer, reader) = (s.client(0), s.client(0));
        s.put(writer, 0, "1:a");
        s.until(writer, puts_entry);
        s.send(writer, Fate::ArrivesTwice);
        s.run(writer);
        s.put(writer, 0, "2:b");
        s.run(writer);
        s.arrive();
        s.read_by(reader);
        s.run(reader);
    }

    /// The second writer's clock is 100 ms behind that of the first.
    a_row_that_is_deleted_and_made_again_by_a_slow_clock_is_found(s) fails by VersionIsNow {
        let (fast, slow) = (s.client(50), s.client(-50));
        s.put(fast, 0, "1:a");
        s.run(fast);
        s.delete(fast, 0);
        s.until(fast, deletes_entry);
        s.send(fast, Fate::ArrivesTwice);
        s.wait(5);
        s.put(slow, 0, "2:a");
        s.run(slow);
        s.arrive();
        s.expect_value(0, Some("2:a"));
    }

    /// The answer to a swap is lost. The first swap was made. The second one was not, and another writer has chosen the
    /// same time.
    an_unknown_outcome_is_decided_by_the_version(s) fails by VersionWithoutNonce {
        let (first, second) = (s.client(0), s.client(0));
        s.put(first, 0, "1:a");
        s.until(first, writes_row);
        s.send(first, Fate::LosesAnswer);
        s.run(first);
        s.expect_written(first, Written::Done);
        s.put(first, 0, "2:b");
        s.put(second, 0, "3:c");
        s.until(first, writes_row);
        s.until(second, writes_row);
        s.send(first, Fate::IsLost);
        s.run(second);
        s.run(first);
        s.expect_written(first, Written::Unknown);
        s.expect_value(0, Some("3:c"));
    }

    /// A swap is late, so the writer fences it and begins again.
    a_put_that_arrives_after_the_fence_changes_nothing(s) fails by NoFenceWhenUnknown {
        let writer = s.client(0);
        s.put(writer, 0, "1:");
        s.run(writer);
        s.put(writer, 0, "2:a");
        s.until(writer, writes_row);
        s.send(writer, Fate::IsLate);
        s.wait(10);
        s.until(writer, writes_row);
        s.arrive();
        s.expect_value(0, Some("1:"));
        s.run(writer);
        s.expect_value(0, Some("2:a"));
        s.expect_written(writer, Written::Done);
    }

    /// A put, a delete, or a load ends after each of its messages. The next message is lost, or late.
    a_crash_after_any_step_leaves_no_row_without_entries(s) fails by RowBeforeEntries {
        for steps in 0..10 {
            for (is_late, kind) in [(false, 0), (true, 0), (false, 1), (true, 1), (false, 2), (true, 2)] {
                let mut other = s.another();
                crash_after(&mut other, steps, is_late, kind);
                s.adopt(other.end());
            }
        }
    }

    /// Programs write rows while a build puts the entries of a new key. One of the entries was deleted before.
    a_build_beside_writers_misses_nothing(s) fails by BuildWithoutTime {
        let (writer, builder, plain) = (s.client(0), s.client(0), s.client(0));
        s.put(writer, 0, "1:a");
        s.run(writer);
        s.put(writer, 0, "2:");
        s.run(writer);
        s.put(writer, 1, "3:b");
        s.run(writer);
        s.wait(10);
        // A program that knows no secondary key.
        s.put_plain(plain, 0, "p4:a");
        s.deploy();
        s.build(builder);
        s.until(builder, puts_entry);
        // Of the entries of row 1, it puts only `c`: the build puts the others.
        s.put(writer, 1, "5:bc");
        s.until(writer, writes_row);
        s.run(builder);
        s.run(writer);
        s.expect_value(0, Some("p4:a"));
        s.expect_value(1, Some("5:bc"));
    }

    /// A program that keeps no entries has written the old value.
    a_put_over_a_plain_value_puts_all_its_entries(s) fails by PutTrustsEveryValue {
        let (writer, plain) = (s.client(0), s.client(0));
        s.put(writer, 0, "1:b");
        s.run(writer);
        s.wait(10);
        s.put_plain(plain, 0, "p2:a");
        s.put(writer, 0, "3:a");
        s.run(writer);
        s.expect_value(0, Some("3:a"));
    }

    /// A value expires while a put counts on its entries, and a sweep finds them.
    a_sweep_after_an_expiry_makes_the_put_begin_again(s) fails by SweepTrustsEveryValue {
        let (writer, sweeper) = (s.client(0), s.client(0));
        s.world.ttl = Some(100);
        s.put(writer, 0, "1:a");
        s.run(writer);
        s.wait(80);
        s.put(writer, 0, "2:a");
        s.until(writer, writes_row);
        s.wait(20);
        s.sweep(sweeper);
        s.run(sweeper);
        s.run(writer);
        s.expect_value(0, Some("2:a"));
    }

    /// A value expires while a put counts on its entries, before the build of the key has put them.
    a_build_after_an_expiry_makes_the_put_begin_again(s) fails by BuildDoesNotFence {
        let (writer, builder) = (s.client(0), s.client(0));
        s.world.ttl = Some(100);
        s.put(writer, 0, "1:a");
        s.run(writer);
        s.deploy();
        s.wait(80);
        s.put(writer, 0, "2:a");
        s.until(writer, writes_row);
        s.wait(20);
        s.build(builder);
        s.run(builder);
        s.run(writer);
        s.expect_value(0, Some("2:a"));
    }

    /// The row is from before the table had secondary keys.
    a_delete_of_a_row_without_a_version_deletes_it(s) fails by DeleteNeedsVersion {
        let writer = s.client(0);
        s.world.put_old_row(&[0], b"o1:a");
        s.wait(10);
        s.delete(writer, 0);
        s.run(writer);
        s.expect_value(0, None);
        s.get(writer, 0);
    }

    /// The row of a load arrives again, after a delete of the row.
    a_late_copy_of_a_load_restores_no_row(s) fails by LoadPutsOnBigtable {
        let (loader, writer) = (s.client(0), s.client(0));
        s.load(loader, 0, "1:a");
        s.until(loader, writes_row);
        s.send(loader, Fate::ArrivesTwice);
        s.run(loader);
        s.wait(10);
        s.delete(writer, 0);
        s.run(writer);
        s.arrive();
        s.expect_value(0, None);
    }

    /// On Bigtable, another writer creates a row that is being loaded.
    a_load_of_a_row_that_another_writer_creates_replaces_it(s) fails by TakenLoadIsDone {
        let (loader, writer) = (s.client(0), s.client(0));
        s.load(loader, 0, "1:a");
        s.until(loader, writes_row);
        if !s.world.loads_by_put() {
            s.put_if_absent(writer, 0, "2:b");
            s.run(writer);
            s.expect_written(writer, Written::Done);
        }
        s.run(loader);
        s.expect_written(loader, Written::Done);
        s.expect_value(0, Some("1:a"));
    }

    /// The answer to the put of a load is lost. The first put was made, and the second one was not.
    a_load_whose_answer_is_lost_is_decided_by_the_row(s) fails by LostLoadIsDone {
        let loader = s.client(0);
        for (row, fate) in [(0, Fate::LosesAnswer), (1, Fate::IsLost)] {
            s.load(loader, row, "1:");
            s.until(loader, writes_row);
            s.send(loader, fate);
            s.run(loader);
            s.expect_written(loader, Written::Done);
            s.expect_value(row, Some("1:"));
        }
    }

    /// The put of a load is late, and the load does not know whether it was made. A sweep finds its entries.
    a_sweep_beside_a_late_load_leaves_its_entries(s) fails by FencesLostLoad {
        let (loader, sweeper) = (s.client(0), s.client(0));
        s.load(loader, 0, "1:a");
        s.until(loader, writes_row);
        s.wait(10);
        s.send(loader, Fate::IsLate);
        s.until(loader, Message::is_write);
        s.wait(10);
        s.send(loader, Fate::Arrives);
        s.sweep(sweeper);
        s.run(sweeper);
        s.arrive();
        s.run(loader);
    }

    /// A put does not delete the entries of the old value, and the first sweep does not either.
    a_sweep_deletes_what_lost_deletes_have_left(s) fails by SweepDeletesNothing {
        let (writer, sweeper) = (s.client(0), s.client(0));
        s.put(writer, 0, "1:a");
        s.run(writer);
        s.put(writer, 0, "2:b");
        s.until(writer, deletes_entry);
        s.send(writer, Fate::IsLost);
        s.expect_written(writer, Written::Done);
        s.sweep(sweeper);
        s.until(sweeper, deletes_entry);
        s.send(sweeper, Fate::IsLost);
        s.run(sweeper);
        s.sweep(sweeper);
        s.run(sweeper);
        s.expect_no_stale_entries();
    }
}

/// A row that does not decode keeps its value and its entries.
fn write_of_an_unreadable_row(s: &mut Script) {
    let (writer, sweeper, plain) = (s.client(0), s.client(0), s.client(0));
    s.put(writer, 0, "1:a");
    s.run(writer);
    s.put_plain(plain, 0, "x2");
    let entries: Vec<_> = s.world.server.entries().cloned().collect();
    s.put(writer, 0, "3:b");
    s.run(writer);
    s.delete(writer, 0);
    s.run(writer);
    s.sweep(sweeper);
    s.run(sweeper);
    s.expect_value(0, Some("x2"));
    if s.world.server.entries().ne(&entries) {
        s.world.fail("an entry of an unreadable row is lost".into());
    }
}

#[test]
fn a_write_of_an_unreadable_row_changes_nothing() {
    for engine in [Engine::HBase, Engine::Bigtable] {
        run(write_of_an_unreadable_row, engine, None).unwrap_or_else(|failure| panic!("on {engine:?}: {failure}"));
    }
}

/// A load crashes, and its put is late. The next load begins when the put has arrived, or never will.
fn load_after_a_crashed_load(s: &mut Script) {
    let (first, second, sweeper) = (s.client(0), s.client(0), s.client(0));
    s.load(first, 0, "1:a");
    s.until(first, writes_row);
    s.crash(first, true);
    s.wait(10);
    if !s.world.is(Mutant::LoadsAgainAtOnce) {
        s.arrive();
    }
    s.load(second, 0, "2:b");
    s.until(second, writes_row);
    s.arrive();
    s.wait(10);
    s.sweep(sweeper);
    s.run(sweeper);
    s.run(second);
    s.expect_value(0, Some("2:b"));
}

#[test]
fn a_load_after_a_crashed_load_waits_for_its_put() {
    for engine in [Engine::HBase, Engine::Bigtable] {
        run(load_after_a_crashed_load, engine, None).unwrap_or_else(|failure| panic!("on {engine:?}: {failure}"));
        let at_once = run(load_after_a_crashed_load, engine, Some(Mutant::LoadsAgainAtOnce));
        // A swap finds the version of the late row.
        assert_eq!(at_once.is_err(), engine == Engine::HBase);
    }
}

/// Runs an operation that ends early, and then others on the same row.
fn crash_after(s: &mut Script, steps: usize, is_late: bool, kind: u8) {
    let client = s.client(0);
    if kind != 2 {
        s.put(client, 0, "1:ab");
        s.run(client);
        s.wait(5);
    }
    match kind {
        0 => s.put(client, 0, "2:bc"),
        1 => s.delete(client, 0),
        _ => s.load(client, 0, "2:bc"),
    }
    for _ in 0..steps {
        s.send(client, Fate::Arrives);
    }
    s.crash(client, is_late);
    s.check_rows();
    s.arrive();
    s.check_rows();
    s.wait(5);
    s.sweep(client);
    s.run(client);
    s.put(client, 0, "3:ac");
    s.run(client);
    s.expect_value(0, Some("3:ac"));
}

#[test]
fn each_schedule_fails_by_its_own_mutant_alone() {
    for (owner, _, mutant) in SCHEDULES {
        let fails = |(_, steps, _): &&Schedule| {
            [Engine::HBase, Engine::Bigtable].into_iter().any(|engine| run(*steps, engine, Some(*mutant)).is_err())
        };
        let failed: Vec<_> = SCHEDULES.iter().filter(fails).map(|(name, ..)| *name).collect();
        assert_eq!(failed, [*owner], "{mutant:?}");
    }
}

/// The number of writers of one row.
const WRITERS: usize = 64;

#[test]
fn many_writers_of_one_row_all_end() {
    for engine in [Engine::HBase, Engine::Bigtable] {
        let mut script = Script::new(engine, None);
        for number in 0..WRITERS {
            let client = script.client(number as i64 % 5);
            script.put(client, 0, &format!("{number}:{}", ["a", "b", "ab"][number % 3]));
        }
        // In each round, every writer sends a message. One of them succeeds at least every five rounds.
        for _ in 0..5 * WRITERS {
            (0..WRITERS).for_each(|client| script.send(client, Fate::Arrives));
        }
        let running = (0..WRITERS).filter(|client| !script.is_over(*client)).count();
        assert_eq!(running, 0, "on {engine:?}");
        script.end().unwrap_or_else(|failure| panic!("on {engine:?}: {failure}"));
    }
}
