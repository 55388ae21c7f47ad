package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.daybook.error.ConflictException;
import dev.daybook.error.StoreException;
import dev.daybook.model.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.BatchPlan;
import dev.daybook.store.EntryKey;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The attempts to apply a change to a scope. An attempt reads the head of the partition and the numbers that the change
 * depends on, plans it, and sends one batch on condition that the head is still at the same turn. A batch whose answer is
 * lost is settled by a serial read of the row of its operation. If the row is absent and the turn is the same, the change
 * is sent again: both batches want the same turn, so at most one is applied.
 *
 * <p>Contents for the buckets of a large scope are written before the batch. Those of an attempt that was overtaken are
 * removed by the next one.
 */
final class ScopeTurn {

    private static final Duration MAX_DURATION = Duration.ofSeconds(40);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MAX_PAUSE_MILLIS = 200;

    private final CassandraDatabase database;
    private final ScopeRegistry registry;
    private final ContentBuckets buckets;
    private final long mostBytes;
    private final ByteBuffer key;
    private final ScopeChange change;
    private final ContentCleanup cleanup;
    private final long begin = System.nanoTime();

    /** The failure of a batch that may have been applied, or may yet be, and the turn that it was planned on. */
    private @Nullable DriverException unsettled;

    private long unsettledTurn;

    /** @param mostBytes the size of a batch that every node takes */
    ScopeTurn(
            CassandraDatabase database,
            ScopeRegistry registry,
            ContentBuckets buckets,
            long mostBytes,
            ByteBuffer key,
            ScopeChange change) {
        this.database = database;
        this.registry = registry;
        this.buckets = buckets;
        this.mostBytes = mostBytes;
        this.key = key;
        this.change = change;
        this.cleanup = new ContentCleanup(database, buckets, key);
    }

    /** Returns the result of the operation as {@link OperationResult} keeps it. */
    List<Long> take() {
        try {
            return attempts();
        } catch (DriverException | StoreException failure) {
            if (unsettled == null) {
                cleanup.abandon();
            }
            throw failure;
        }
    }

    private List<Long> attempts() {
        for (int attempt = 0; ; attempt++) {
            try {
                List<Long> result = attempt(attempt == 0);
                if (result != null) {
                    return result;
                }
            } catch (QueryValidationException refused) {
                throw refused;
            } catch (DriverException failure) {
                // The driver needs a moment to leave out a node that has died. An unknown outcome is worth more
                // patience.
                if (unsettled == null && isLongerThan(PATIENCE)) {
                    throw failure;
                }
            }
            if (isLongerThan(MAX_DURATION)) {
                throw unsettled == null ? crowded(attempt + 1) : CassandraFailures.unknownOutcome(unsettled);
            }
            pause(attempt);
        }
    }

    private boolean isLongerThan(Duration time) {
        return System.nanoTime() - begin > time.toNanos();
    }

    private static StoreException crowded(int attempts) {
        return new StoreException(
                "other processes write this scope all the time: " + attempts
                        + " attempts were overtaken; nothing was changed; try again, or send the requests of a user to one"
                        + " process",
                null,
                true);
    }

    /** Random, so that processes do not meet again and again. */
    private void pause(int attempt) {
        int most = Math.min(MAX_PAUSE_MILLIS, 4 << Math.min(attempt, 6));
        try {
            TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(most));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (unsettled != null) {
                throw CassandraFailures.unknownOutcome(unsettled);
            }
            throw new StoreException("the write was interrupted; nothing was changed", e, true);
        }
    }

    /** Returns null if another attempt is needed. */
    private @Nullable List<Long> attempt(boolean first) {
        PartitionHead head = first ? PartitionHead.read(database, key) : PartitionHead.readSettled(database, key);
        if (!first) {
            List<Long> result = appliedBefore();
            if (result != null) {
                return result;
            }
            if (head.turn() > unsettledTurn) {
                // The turn of the lost batch was taken by another one.
                unsettled = null;
            }
            cleanup.discard(head.turn());
        }
        try {
            return send(head, first);
        } catch (ConflictException conflict) {
            // A repeated batch conflicts with its own first application.
            List<Long> result = appliedBefore();
            if (result != null) {
                return result;
            }
            throw conflict;
        }
    }

    /** Returns the result of the operation if it was applied by an attempt whose answer was lost, or within a day. */
    private @Nullable List<Long> appliedBefore() {
        List<Long> result = OperationResult.find(database, key, change.operation());
        if (result != null) {
            cleanup.appliedBefore(change.erases());
        }
        return result;
    }

    private @Nullable List<Long> send(PartitionHead head, boolean first) {
        // A put of a new entry needs no read: that the key is absent is a condition of the batch.
        Set<EntryKey> unread = first ? change.mustBeNew() : Set.of();
        Map<EntryKey, PartitionEntries.KnownEntry> known = head.turn() == 0
                ? Map.of()
                : new PartitionEntries(database, buckets, key, head.life()).known(read(unread));
        Map<String, Long> states =
                head.turn() == 0 ? Map.of() : PartitionStates.versions(database, key, head.life(), change.states());
        BatchPlan plan = new BatchPlan(
                head.numbers(),
                entry -> {
                    PartitionEntries.KnownEntry found = known.get(entry);
                    return found == null ? null : found.numbers();
                },
                name -> states.getOrDefault(name, 0L));

        List<Long> result = change.planning().apply(plan);
        PartitionHead next = next(head, plan);
        StagedContents contents = new StagedContents(database, buckets, key, next.life(), head.turn());
        TurnBatch turn = new TurnBatch(database, key, next.life(), contents);
        if (change.erasesAll()) {
            turn.removeEarlierLives();
        }
        turn.remove(plan.removals(), known, plan.versions());
        turn.write(plan.versions(), plan.additions(), known, unread);
        turn.change(plan.values());
        turn.audit(change.audits(), head.audited(), head.chain());
        turn.operation(change.operation(), result);
        Scope scope = change.scope();
        BatchStatement statement =
                turn.after(head, next, registry.store(), scope.space().id());
        requireSize(statement);
        contents.inserts().forEach(this::requireSize);
        if (next.code() != null && (head.code() == null || next.life() != head.life())) {
            registry.register(scope.space(), key, next.life());
        }
        cleanup.add(contents);
        contents.write(head.numbers(), next.numbers());
        if (!applies(statement, head, contents)) {
            return null;
        }
        cleanup.applied(contents, head, next, plan);
        return result;
    }

    private List<EntryKey> read(Set<EntryKey> unread) {
        return change.entries().stream()
                .filter(entry -> !unread.contains(entry))
                .toList();
    }

    private PartitionHead next(PartitionHead head, BatchPlan plan) {
        long audited = head.audited();
        ByteBuffer chain = head.chain();
        for (AuditRecord audit : change.audits()) {
            audited++;
            chain = ChainedAudits.chain(chain, audited, audit);
        }
        String code = change.erasesAll() ? null : head.code();
        return new PartitionHead(
                head.turn() + 1,
                change.erasesAll() ? head.life() + 1 : head.life(),
                plan.numbers(),
                audited,
                chain,
                change.names() ? change.scope().code() : code);
    }

    private void requireSize(Statement<?> statement) {
        long bytes = database.size(statement);
        if (bytes > mostBytes) {
            throw new StoreException("a batch of " + bytes + " bytes is larger than the " + mostBytes
                    + " bytes that the cluster takes in one step; nothing was changed; write fewer or smaller entries at"
                    + " once, or raise commitlog_segment_size (a batch may have half of it) and"
                    + " native_transport_max_frame_size on all nodes");
        }
    }

    /** Returns false also if the outcome is unknown; then {@link #unsettled} is set. */
    private boolean applies(BatchStatement statement, PartitionHead head, StagedContents contents) {
        contents.underWay(true);
        try {
            boolean applied = database.apply(statement);
            contents.underWay(false);
            return applied;
        } catch (QueryValidationException refused) {
            throw refused;
        } catch (DriverException unknown) {
            unsettled = unknown;
            unsettledTurn = head.turn();
            return false;
        }
    }
}
