package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.DriverException;
import dev.daybook.store.BatchPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The removal of the contents that the attempts of one change leave in {@link ContentBuckets}, and of those that the change
 * erases or replaces. Contents that it does not reach, because the process dies or the cluster does not answer, are found
 * by a {@link ContentSweep}.
 */
final class ContentCleanup {

    private final CassandraDatabase database;
    private final ContentBuckets buckets;
    private final ByteBuffer scope;

    /** The contents of the attempts that are not known to be applied. */
    private final List<StagedContents> staged = new ArrayList<>();

    ContentCleanup(CassandraDatabase database, ContentBuckets buckets, ByteBuffer scope) {
        this.database = database;
        this.buckets = buckets;
        this.scope = scope;
    }

    /** Notes an attempt before its contents are written. */
    void add(StagedContents contents) {
        staged.add(contents);
    }

    /** Removes the contents of attempts that were not applied at the present turn and cannot be any more. */
    void discard(long present) {
        List<StagedContents> dead = staged.stream()
                .filter(contents -> !contents.mayBePublished(present))
                .toList();
        dead.forEach(StagedContents::discard);
        staged.removeAll(dead);
    }

    /** Removes the contents of all attempts, none of which was applied. */
    void abandon() {
        quietly(() -> discard(Long.MAX_VALUE));
    }

    /** Removes everything that is unnamed since an attempt was applied. */
    void applied(StagedContents contents, PartitionHead before, PartitionHead now, BatchPlan plan) {
        staged.remove(contents);
        quietly(() -> {
            discard(now.turn());
            buckets.deleteReplaced(scope, now.life(), plan.versions());
            buckets.deleteEntries(scope, before.life(), plan.removals());
            if (now.life() > before.life()) {
                buckets.deleteLivesBefore(scope, now.life(), before.numbers());
            }
            // A process that died may have left an erased entry at a position that another entry has now.
            LongStream erasedFrom = plan.removals().stream()
                    .mapToLong(removal -> removal.before().position())
                    .filter(buckets::isApart)
                    .map(buckets::bucket)
                    .distinct();
            sweep(erasedFrom);
        });
    }

    /**
     * Removes contents after the change was found to be applied, by one of the attempts or by an earlier call.
     *
     * @param erases whether the change is an erasure: the positions of its entries are not known any more
     */
    void appliedBefore(boolean erases) {
        quietly(() -> {
            if (erases) {
                newSweep().remove(false);
            } else {
                sweep(staged.stream().flatMapToLong(StagedContents::buckets).distinct());
            }
        });
    }

    private void sweep(LongStream some) {
        long[] swept = some.toArray();
        if (swept.length > 0) {
            newSweep().removeFrom(LongStream.of(swept));
        }
    }

    /** An operation is applied once, so all attempts of it are decided when one is applied. */
    private ContentSweep newSweep() {
        return new ContentSweep(
                database,
                buckets,
                scope,
                staged.stream().map(StagedContents::attempt).collect(Collectors.toSet()));
    }

    /** A failure does not undo the change, so it must not look like one of it. */
    private static void quietly(Runnable removal) {
        try {
            removal.run();
        } catch (DriverException failure) {
            System.getLogger(ContentCleanup.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "contents that no entry names could not be removed; a check with repair removes them",
                            failure);
        }
    }
}
