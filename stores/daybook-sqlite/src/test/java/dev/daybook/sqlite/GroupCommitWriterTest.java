package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.ConflictException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.store.CommitResult;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class GroupCommitWriterTest {

    private static final int WRITERS = 16;

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void many_writers_get_contiguous_positions_and_share_flushes() throws Exception {
        AtomicInteger commits = new AtomicInteger();
        try (SqliteStore store = SqliteStore.open(folder, sql -> {
            commits.incrementAndGet();
            sql.update("COMMIT");
        })) {
            CountDownLatch gate = holdWriter(store);
            List<Future<CommitResult>> writes = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                String id = "e" + i;
                writes.add(threads.submit(() -> store.write(batch(ADA, put(id, id)))));
            }
            awaitQueue(store, WRITERS);
            gate.countDown();

            List<Long> positions = new ArrayList<>();
            for (Future<CommitResult> write : writes) {
                positions.add(write.get().placed().get(0).position());
            }
            assertThat(positions)
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.rangeClosed(1, WRITERS).boxed().toList());
            assertThat(commits).hasValue(1);
        }
    }

    @Test
    void a_conflicting_batch_in_a_group_fails_alone() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("there", "x")));
            CountDownLatch gate = holdWriter(store);
            Future<CommitResult> before = threads.submit(() -> store.write(batch(ADA, put("a", "x"))));
            awaitQueue(store, 1);
            Future<CommitResult> conflict =
                    threads.submit(() -> store.write(batch(ADA, put("b", "x"), put("there", "y", 0))));
            awaitQueue(store, 2);
            Future<CommitResult> after = threads.submit(() -> store.write(batch(ADA, put("c", "x"))));
            awaitQueue(store, 3);
            gate.countDown();

            assertThat(before.get().placed().get(0).position()).isEqualTo(2);
            assertThatThrownBy(conflict::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(ConflictException.class);
            assertThat(after.get().placed().get(0).position()).isEqualTo(3);
            assertThat(store.head(ADA).revision()).isEqualTo(3);
            assertThat(store.check(false).ok()).isTrue();
        }
    }

    /** SQLite ends the transaction when it cannot read a page. */
    @Test
    void a_read_that_fails_in_the_pass_over_old_records_fails_alone() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            CountDownLatch gate = holdWriter(store);
            Future<CommitResult> before = threads.submit(() -> store.write(batch(ADA, put("a", "x"))));
            awaitQueue(store, 1);
            Future<?> pass = threads.submit(() -> store.writer()
                    .write(
                            sql -> {
                                sql.update("ROLLBACK");
                                throw OldRecordPass.refused(
                                        new DatabaseFile(folder),
                                        new SQLiteException("a bad sector", SQLiteErrorCode.SQLITE_IOERR_READ));
                            },
                            done -> {}));
            awaitQueue(store, 2);
            gate.countDown();

            assertThat(before.get().placed().get(0).position()).isEqualTo(1);
            assertThatThrownBy(pass::get).isInstanceOf(ExecutionException.class);
            assertThat(store.write(batch(ADA, put("b", "x"))).revision()).isEqualTo(2);
        }
    }

    @Test
    void a_full_disk_refuses_writes_that_do_not_fit_and_goes_on_when_there_is_space() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "small")));
            store.writer().alone(sql -> sql.number("PRAGMA max_page_count = " + (sql.number("PRAGMA page_count") + 2)));
            CountDownLatch gate = holdWriter(store);
            Future<CommitResult> large =
                    threads.submit(() -> store.write(batch(ADA, put("b", "large ".repeat(10_000)))));
            awaitQueue(store, 1);
            Future<CommitResult> small = threads.submit(() -> store.write(batch(ADA, put("c", "small"))));
            awaitQueue(store, 2);
            gate.countDown();

            assertThatThrownBy(large::get)
                    .cause()
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            full -> assertThat(full.retryable()).isTrue())
                    .hasMessageContaining("disk full")
                    .hasMessageContaining("free space and try again");
            assertThat(small.get().placed().get(0).position()).isEqualTo(2);

            store.writer().alone(sql -> sql.number("PRAGMA max_page_count = 100000"));
            assertThat(store.write(batch(ADA, put("b", "large ".repeat(10_000))))
                            .revision())
                    .isEqualTo(3);
            assertThat(store.check(false).ok()).isTrue();
        }
    }

    @Test
    void after_a_failed_flush_the_store_only_reads_until_it_is_opened_again() {
        AtomicInteger commits = new AtomicInteger();
        try (SqliteStore store = SqliteStore.open(folder, sql -> {
            if (commits.incrementAndGet() == 2) {
                throw new SQLiteException("flush failed", SQLiteErrorCode.SQLITE_IOERR_FSYNC);
            }
            sql.update("COMMIT");
        })) {
            store.write(batch(ADA, put("a", "x")));
            assertThatThrownBy(() -> store.write(batch(ADA, put("b", "x")))).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> store.write(batch(ADA, put("c", "x"))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("only reads")
                    .hasMessageContaining("open it again");

            assertThat(store.head(ADA).revision()).isEqualTo(1);
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.write(batch(ADA, put("d", "x"))).revision()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SQLITE_FULL", "SQLITE_IOERR_WRITE"})
    void a_disk_that_fails_at_the_end_loses_nothing_that_was_acknowledged_and_is_no_exception(SQLiteErrorCode code)
            throws Exception {
        SqliteStore store = SqliteStore.open(folder, new GroupCommitWriter.Committer() {
            @Override
            public void commit(SqlConnection sql) throws SQLException {
                sql.update("COMMIT");
            }

            @Override
            public void emptyLog(SqlConnection sql) throws SQLException {
                throw new SQLiteException("no space", code);
            }
        });
        store.write(batch(ADA, put("a", "small")));
        store.writer().alone(sql -> sql.number("PRAGMA max_page_count = " + (sql.number("PRAGMA page_count") + 2)));
        assertThatThrownBy(() -> store.write(batch(ADA, put("b", "large ".repeat(10_000)))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("disk full");
        assertThat(store.write(batch(ADA, put("c", "small"))).revision()).isEqualTo(2);

        assertThatCode(store::close).doesNotThrowAnyException();

        try (SqliteStore again = SqliteStore.open(folder)) {
            assertThat(again.get(ADA, List.of(episode("a"), episode("b"), episode("c"))))
                    .extracting(stored -> stored.key().id())
                    .containsExactly("a", "c");
            assertThat(again.check(false).ok()).isTrue();
        }
    }

    @Test
    void a_failure_at_the_end_that_is_not_of_the_disk_is_reported() {
        SqliteStore store = SqliteStore.open(folder, new GroupCommitWriter.Committer() {
            @Override
            public void commit(SqlConnection sql) throws SQLException {
                sql.update("COMMIT");
            }

            @Override
            public void emptyLog(SqlConnection sql) throws SQLException {
                throw new SQLiteException("malformed", SQLiteErrorCode.SQLITE_CORRUPT);
            }
        });
        assertThatThrownBy(store::close).isInstanceOf(StoreException.class).hasMessageContaining("is damaged");
    }

    @Test
    void a_failure_after_a_commit_is_answered_as_written_and_the_store_goes_on() throws Exception {
        Error escaped = new AssertionError("my secret text");
        try (SqliteStore store = SqliteStore.open(folder)) {
            CountDownLatch gate = holdWriter(store);
            Future<Integer> unlucky = threads.submit(() -> store.writer().write(sql -> 1, one -> {
                throw escaped;
            }));
            awaitQueue(store, 1);
            Future<CommitResult> beside = threads.submit(() -> store.write(batch(ADA, put("a", "x"))));
            awaitQueue(store, 2);
            Future<Integer> behind = threads.submit(() -> store.writer().alone(sql -> 1));
            awaitQueue(store, 3);
            gate.countDown();

            assertThat(beside.get(1, TimeUnit.MINUTES).revision()).isEqualTo(1);
            assertThat(unlucky.get(1, TimeUnit.MINUTES)).isEqualTo(1);
            assertThat(behind.get(1, TimeUnit.MINUTES)).isEqualTo(1);
            assertThat(store.write(batch(ADA, put("b", "x"))).revision()).isEqualTo(2);
        }
    }

    @Test
    void an_error_in_one_write_is_no_error_of_those_beside_it_which_may_come_again() throws Exception {
        Error mine = new StackOverflowError();
        try (SqliteStore store = SqliteStore.open(folder)) {
            CountDownLatch gate = holdWriter(store);
            Future<CommitResult> before = threads.submit(() -> store.write(batch(ADA, put("a", "x"))));
            awaitQueue(store, 1);
            Future<Integer> failing = threads.submit(() -> store.writer()
                    .write(
                            sql -> {
                                throw mine;
                            },
                            none -> {}));
            awaitQueue(store, 2);
            Future<CommitResult> after = threads.submit(() -> store.write(batch(ADA, put("b", "x"))));
            awaitQueue(store, 3);
            gate.countDown();

            assertThatThrownBy(() -> failing.get(1, TimeUnit.MINUTES)).hasCause(mine);
            for (Future<CommitResult> other : List.of(before, after)) {
                assertThatThrownBy(() -> other.get(1, TimeUnit.MINUTES))
                        .cause()
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                failure -> assertThat(failure.retryable()).isTrue())
                        .hasMessageContaining("try it again")
                        .hasNoCause();
            }
            assertThat(store.head(ADA).revision()).isZero();
            assertThat(store.write(batch(ADA, put("a", "x"))).revision()).isEqualTo(1);
        }
    }

    @Test
    void a_failure_that_cannot_be_told_counts_as_one_of_the_disk() {
        AtomicInteger commits = new AtomicInteger();
        try (SqliteStore store = SqliteStore.open(folder, sql -> {
            if (commits.incrementAndGet() == 1) {
                // Its translation needs its code, so this escapes the writer's own handling of failures.
                throw new SQLiteException("fails while it is told", SQLiteErrorCode.SQLITE_BUSY) {
                    private static final long serialVersionUID = 1;

                    @Override
                    public SQLiteErrorCode getResultCode() {
                        throw new AssertionError("no memory");
                    }
                };
            }
            sql.update("COMMIT");
        })) {
            Future<CommitResult> first = threads.submit(() -> store.write(batch(ADA, put("a", "x"))));
            assertThatThrownBy(() -> first.get(1, TimeUnit.MINUTES)).cause().isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> store.write(batch(ADA, put("b", "x"))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("only reads");
            assertThat(store.head(ADA).revision()).isZero();
        }
    }

    @Test
    void a_disk_without_room_for_a_larger_log_accepts_writes_that_fit_the_existing_log() {
        AtomicInteger commits = new AtomicInteger();
        List<Long> logs = new ArrayList<>();
        try (SqliteStore store = SqliteStore.open(folder, sql -> {
            if (commits.incrementAndGet() == 3) {
                // As SQLite does when the log cannot grow.
                throw new SQLiteException("full", SQLiteErrorCode.SQLITE_FULL);
            }
            sql.update("COMMIT");
            logs.add(folder.resolve("daybook.db-wal").toFile().length());
        })) {
            store.write(batch(ADA, put("a", "x")));
            store.write(batch(ADA, put("b", "x")));
            store.write(batch(ADA, put("c", "x")));
            assertThat(store.head(ADA).revision()).isEqualTo(3);
            // The log was taken in and is written over from its beginning.
            assertThat(logs.get(2)).isEqualTo(logs.get(1));
        }
    }

    @Test
    void a_caller_interrupted_while_it_waits_loses_nothing() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            CountDownLatch gate = holdWriter(store);
            CountDownLatch interruptedBefore = new CountDownLatch(1);
            Thread caller = new Thread(() -> {
                store.write(batch(ADA, put("a", "x")));
                if (Thread.currentThread().isInterrupted()) {
                    interruptedBefore.countDown();
                }
            });
            caller.start();
            awaitQueue(store, 1);
            caller.interrupt();
            gate.countDown();
            caller.join();

            assertThat(interruptedBefore.getCount()).isZero();
            assertThat(store.head(ADA).revision()).isEqualTo(1);
        }
    }

    /** Keeps the writer busy until the latch is let go. */
    private CountDownLatch holdWriter(SqliteStore store) throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        threads.submit(() -> store.writer().alone(sql -> {
            held.countDown();
            try {
                return gate.await(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        held.await();
        return gate;
    }

    private static void awaitQueue(SqliteStore store, int waiting) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (store.writer().waiting() < waiting && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(store.writer().waiting()).isEqualTo(waiting);
    }
}
