//! The races of the protocol, each with its schedule, and with the mutant of the step that decides it.

use rowkey_store::__moving::Place;

use super::client::Written;
use super::message::Request;
use super::mutants::Mutant;
use super::passes::Phase;
use super::script::{Script, copies, marks, puts_copy, writes};
use super::server::Engine;
use super::steps::Step;
use super::transactions::Transaction;
use super::world::Fate;

/// A schedule: its name, its steps, and a mutant that it finds.
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
                for engine in Mutant::$mutant.engines() {
                    if let Err(failure) = run(steps::$name, *engine, None) {
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
    /// With the proposal of the issue, a program that reads the old table does not see a row of the next step.
    an_old_first_program_reads_what_a_new_first_program_puts(s) fails by AsProposed {
        let (before, after) = (s.client(Step::OldFirst, 0), s.client(Step::NewFirst, 0));
        s.put(after, 0, "v1");
        s.run(after);
        s.expect(before, 0, Some("v1"));
        s.put_if_absent(before, 0, "v2");
        s.run(before);
        s.expect_written(before, Written::Differs);
    }

    /// A rollback from `NewFirst` finds all rows.
    a_rollback_to_old_first_finds_what_was_written(s) fails by WritesNewAlone {
        let client = s.client(Step::NewFirst, 0);
        s.put(client, 0, "v1");
        s.run(client);
        s.replace(client, Step::OldFirst);
        s.expect(client, 0, Some("v1"));
    }

    /// `put_if_absent` keeps a row that a program of `OldOnly` has replaced in the old table.
    a_copy_replaces_a_row_that_old_only_has_replaced(s) fails by CopyKeepsRows {
        let (before, after) = (s.client(Step::OldOnly, 0), s.client(Step::OldFirst, 0));
        s.put(after, 0, "v1");
        s.run(after);
        s.put(before, 0, "v2");
        s.run(before);
        s.replace(before, Step::OldFirst);
        s.copy(after);
        s.replace(after, Step::NewFirst);
        s.expect(after, 0, Some("v2"));
    }

    /// The new table has a row that a program of `OldOnly` has deleted from the old one.
    a_copy_deletes_a_row_that_old_only_has_deleted(s) fails by CopyKeepsDeletedRows {
        let (before, after) = (s.client(Step::OldOnly, 0), s.client(Step::OldFirst, 0));
        s.put(after, 0, "v1");
        s.run(after);
        s.delete(before, 0);
        s.run(before);
        s.replace(before, Step::OldFirst);
        s.copy(after);
        s.replace(after, Step::NewFirst);
        s.expect(after, 0, None);
    }

    /// A row is deleted between the read and the write of its copy.
    a_row_that_is_deleted_during_its_copy_stays_deleted(s) fails by CopiesInTwoTransactions {
        let (mover, writer) = (s.client(Step::OldFirst, 0), s.client(Step::OldFirst, 0));
        s.put_old(0, "o");
        s.pass(mover, Phase::Copy);
        s.until(mover, |request| matches!(request, Request::Transact(Transaction::PutCopy(..))));
        s.delete(writer, 0);
        s.run(writer);
        s.run(mover);
        s.replace(writer, Step::NewFirst);
        s.expect(writer, 0, None);
    }

    /// A program of `OldFirst` reads and writes a row that has moved.
    an_old_first_program_follows_the_mark(s) fails by IgnoresMarks {
        let (before, after) = (s.client(Step::OldFirst, 0), s.client(Step::NewFirst, 0));
        s.put_old(0, "o");
        s.put(after, 0, "v1");
        s.run(after);
        s.expect(before, 0, Some("v1"));
        s.put(before, 0, "v2");
        s.run(before);
        s.expect(after, 0, Some("v2"));
    }

    /// The old row changes between its copy and its mark.
    a_put_between_copy_and_mark_makes_the_hand_over_begin_again(s) fails by MarksWithoutCondition {
        let (before, after) = (s.client(Step::OldFirst, 0), s.client(Step::NewFirst, 0));
        s.put_old(0, "o");
        s.put(after, 0, "v1");
        s.until(after, marks);
        s.put(before, 0, "v2");
        s.run(before);
        s.crash(after, true);
        s.arrive();
        s.expect(before, 0, Some("v2"));
        s.expect(after, 0, Some("v2"));
    }

    /// Two clients hand a row over. The slow one copies when the row has changed at its new place.
    a_slow_copy_does_not_replace_a_newer_row(s) fails by CopiesWithoutCondition {
        let (slow, fast) = (s.client(Step::NewFirst, 50), s.client(Step::NewFirst, 0));
        s.put_old(0, "o");
        s.put(slow, 0, "v1");
        s.until(slow, copies);
        s.put(fast, 0, "v2");
        s.run(fast);
        s.send(slow, Fate::Arrives);
        s.expect(fast, 0, Some("v2"));
        s.crash(slow, false);
    }

    /// A row is deleted after its copy, by a program that does not move it.
    a_pass_hands_over_deleted_rows(s) fails by PassSkipsTombstones {
        let (before, after) = (s.client(Step::OldFirst, 0), s.client(Step::NewFirst, 0));
        s.put_old(0, "o");
        s.copy(after);
        s.delete(before, 0);
        s.run(before);
        s.replace(before, Step::NewFirst);
        s.mark(after);
        s.replace(after, Step::NewOnly);
        s.expect(after, 0, None);
        s.expect(before, 0, None);
    }

    /// A copy does not count as long as its old row has no mark.
    a_copy_without_a_mark_is_not_read(s) fails by BelievesCopies {
        let (before, after) = (s.client(Step::OldFirst, 0), s.client(Step::NewFirst, 0));
        s.put_old(0, "o");
        s.copy(after);
        s.delete(before, 0);
        s.run(before);
        s.expect(after, 0, None);
    }

    /// Without the version, Bigtable would return a copy that arrives after a delete.
    a_copy_that_arrives_after_a_delete_changes_nothing(s) fails by BelievesCells {
        let client = s.client(Step::NewFirst, 0);
        s.put_old(0, "o");
        s.pass(client, Phase::Copy);
        s.until(client, puts_copy);
        s.send(client, Fate::ArrivesTwice);
        s.run(client);
        s.mark(client);
        s.delete(client, 0);
        s.run(client);
        s.arrive();
        s.expect(client, 0, None);
        s.replace(client, Step::NewOnly);
        s.expect(client, 0, None);
    }

    /// The same, without the tombstone.
    a_delete_leaves_a_tombstone_in_the_new_table(s) fails by NoTombstones {
        let (client, other) = (s.client(Step::NewFirst, 0), s.client(Step::NewFirst, 0));
        s.put_old(0, "o");
        s.put(other, 0, "v1");
        s.until(other, copies);
        s.send(other, Fate::ArrivesTwice);
        s.run(other);
        s.delete(client, 0);
        s.run(client);
        s.arrive();
        s.expect(client, 0, None);
        s.pass(client, Phase::Mark);
        s.run(client);
        s.put(client, 0, "v2");
        s.until(client, writes);
        s.delete(other, 0);
        s.run(other);
        s.run(client);
        s.arrive();
        s.expect(client, 0, Some("v2"));
    }

    /// The clock of the client that copies is fast, and its copy is late.
    a_late_copy_of_a_fast_clock_hides_nothing(s) fails by CopiesAtNow {
        let (fast, slow) = (s.client(Step::NewFirst, 500), s.client(Step::NewFirst, -50));
        s.put_old(0, "o");
        s.pass(fast, Phase::Copy);
        s.until(fast, puts_copy);
        s.crash(fast, true);
        s.put(slow, 0, "v1");
        s.run(slow);
        s.arrive();
        s.expect(slow, 0, Some("v1"));
    }

    /// An older copy has a later time than the newest old row.
    a_copy_of_another_version_is_not_marked(s) fails by ComparesTimesOfCopies {
        let (before, fast, mover) = (s.client(Step::OldFirst, -50), s.client(Step::NewFirst, 500), s.client(Step::NewFirst, 0));
        s.put_old(0, "o");
        s.put(fast, 0, "v1");
        s.until(fast, marks);
        s.crash(fast, false);
        s.put(before, 0, "v2");
        s.run(before);
        s.mark(mover);
        s.expect(mover, 0, Some("v2"));
    }

    /// A row moves between the two reads of a get.
    a_get_beside_a_hand_over_finds_the_row(s) fails by ReadsNewBeforeOld {
        let (reader, mover) = (s.client(Step::NewFirst, 0), s.client(Step::NewFirst, 0));
        s.put_old(0, "o");
        s.begin_get(reader, 0);
        s.send(reader, Fate::Arrives);
        s.mark(mover);
        s.run(reader);
        s.expect_read(reader, Some("o"));
    }

    /// A row moves between the two tables of a scan.
    a_scan_by_range_beside_a_hand_over_finds_the_row(s) fails by ScansNewRowsFirst {
        let (reader, mover) = (s.client(Step::NewFirst, 0), s.client(Step::NewFirst, 0));
        s.put_old(0, "o");
        s.put_old(1, "p");
        s.world.scan_by_range(reader);
        s.send(reader, Fate::Arrives);
        // All rows of one table are read.
        s.until(reader, |request| matches!(request, Request::NextIn(_, None)));
        s.mark(mover);
        s.run(reader);
    }

    /// A row moves between the two pages of a window.
    a_scan_in_order_beside_a_hand_over_finds_the_row(s) fails by ScansNewPageFirst {
        let (reader, mover) = (s.client(Step::NewFirst, 0), s.client(Step::NewFirst, 0));
        s.put_old(0, "o");
        s.put_old(1, "p");
        s.world.scan(reader);
        s.send(reader, Fate::Arrives);
        s.until(reader, |request| matches!(request, Request::NextIn(_, None)));
        s.mark(mover);
        s.run(reader);
    }

    /// A row of the second window moves after the first one. The first window reads no row of the new table that it could
    /// keep.
    a_scan_in_order_reads_the_new_rows_of_each_window(s) fails by KeepsNewRows {
        let (reader, mover) = (s.client(Step::NewFirst, 0), s.client(Step::NewFirst, 0));
        (0..3).for_each(|row| s.put_old(row, "o"));
        s.world.scan(reader);
        s.until(reader, |request| matches!(request, Request::NextIn(Place::Old, Some(1))));
        s.mark(mover);
        s.run(reader);
    }

    /// A row is in the old page, and then in the new one.
    a_scan_in_order_returns_a_moved_row_once(s) fails by ReturnsMovedRowsTwice {
        let (reader, mover) = (s.client(Step::NewFirst, 0), s.client(Step::NewFirst, 0));
        s.put_old(0, "o");
        s.world.scan(reader);
        s.until(reader, |request| matches!(request, Request::NextIn(Place::New, _)));
        s.mark(mover);
        s.run(reader);
    }

    /// A put of `OldFirst` arrives when programs of `NewOnly` run.
    late_puts_of_old_first_arrive_before_the_pass(s) fails by DoesNotWaitForLateMessages {
        let (before, after) = (s.client(Step::OldFirst, 0), s.client(Step::NewFirst, 0));
        s.put(before, 0, "v1");
        s.until(before, writes);
        s.crash(before, true);
        s.replace(before, Step::NewFirst);
        s.wait_unless(Mutant::DoesNotWaitForLateMessages);
        s.mark(after);
        s.arrive();
        s.begin_get(after, 0);
        s.run(after);
        s.replace(before, Step::NewOnly);
        s.begin_get(before, 0);
        s.run(before);
    }

    /// A put of `NewOnly` arrives when programs of `OldFirst` run again.
    late_puts_of_new_only_arrive_before_the_programs_go_back(s) fails by GoesBackWithoutWait {
        let (before, after) = (s.client(Step::NewFirst, 0), s.client(Step::NewOnly, 0));
        s.put(after, 0, "v1");
        s.until(after, writes);
        s.crash(after, true);
        s.replace(after, Step::NewFirst);
        s.wait_unless(Mutant::GoesBackWithoutWait);
        s.replace(before, Step::OldFirst);
        s.put(before, 0, "v2");
        s.run(before);
        s.arrive();
        s.put(after, 0, "v3");
        s.until(after, writes);
        s.crash(after, false);
        s.expect(before, 0, Some("v2"));
        s.mark(after);
        s.replace(before, Step::NewFirst);
        s.replace(after, Step::NewOnly);
        s.expect(after, 0, Some("v2"));
    }

    /// The answer to the swap of a put is lost, and so is the put.
    an_unknown_outcome_is_decided_by_the_version(s) fails by LostSwapIsDone {
        let client = s.client(Step::NewFirst, 0);
        s.put_old(0, "o");
        s.put(client, 0, "v1");
        s.until(client, writes);
        s.send(client, Fate::IsLost);
        s.run(client);
        s.expect_written(client, Written::Done);
        s.expect(client, 0, Some("v1"));
    }
}

/// Each schedule finds its mutant on an engine on which the mutant differs.
#[test]
fn each_schedule_finds_its_mutant() {
    for (name, steps, mutant) in SCHEDULES {
        let is_found = mutant.engines().iter().any(|engine| run(*steps, *engine, Some(*mutant)).is_err());
        assert!(is_found, "{name} does not find {mutant:?}");
    }
}

/// A client crashes after any number of messages of a put, in the middle of the hand-over. The row has the old or the
/// new value, and other clients can write it.
#[test]
fn a_crash_after_any_step_loses_no_row() {
    for engine in [Engine::HBase, Engine::Bigtable] {
        for (messages, is_late) in (0..12).flat_map(|messages| [(messages, false), (messages, true)]) {
            let mut s = Script::new(engine, None);
            let (crashed, before, after) =
                (s.client(Step::NewFirst, 0), s.client(Step::OldFirst, 0), s.client(Step::NewFirst, 0));
            s.put_old(0, "o");
            s.put(crashed, 0, "v1");
            (0..messages).for_each(|_| s.send(crashed, Fate::Arrives));
            s.crash(crashed, is_late);
            s.begin_get(before, 0);
            s.run(before);
            s.put(before, 0, "v2");
            s.run(before);
            s.expect_written(before, Written::Done);
            s.arrive();
            s.expect(after, 0, Some("v2"));
            if let Err(failure) = s.end() {
                panic!("on {engine:?}, after {messages} messages: {failure}");
            }
        }
    }
}
