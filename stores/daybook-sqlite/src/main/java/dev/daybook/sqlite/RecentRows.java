package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.table.WrittenRows;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.RowChange;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entries of the last commits of some scopes, in memory. The first recall after a write asks for the rows behind the
 * revision of its index, and for the entry; both were just written, and two reads of the database take three times as long as
 * the rest of that recall.
 *
 * <p>The commits of a scope are kept as long as each begins at the revision at which the one before ended. They answer only for
 * a head of exactly the last one; any other commit, erasure or repair leaves a gap, and the database answers. Thread-safe.
 */
final class RecentRows {

    /** Of all scopes together at most 4 MB of bodies, sidecars, ids and sessions. */
    static final int SCOPES = 64;

    static final int BYTES_OF_A_SCOPE = 64_000;

    static final int ROWS_OF_A_SCOPE = 32;

    private final HeadCache heads;

    /** In the order of their last commits. Guarded by this. */
    private final Map<Scope, Commits> scopes = new LinkedHashMap<>();

    RecentRows(HeadCache heads) {
        this.heads = heads;
    }

    /** Consecutive commits of a scope. */
    private static final class Commits {
        private final long begin;
        private Head head;
        private long bytes;

        /** By key, in order of revision. */
        private final Map<EntryKey, RowChange.Version> versions = new LinkedHashMap<>();

        Commits(WrittenRows first) {
            this.begin = first.before();
            this.head = first.head();
        }

        boolean endsAt(long epoch, long revision) {
            return head.epoch() == epoch && head.revision() == revision;
        }

        void add(WrittenRows next) {
            for (RowChange.Version version : next.versions()) {
                // A replaced version leaves its place: rows are in order of revision.
                RowChange.Version replaced = versions.remove(version.key());
                versions.put(version.key(), version);
                bytes += RecentRows.bytes(version) - (replaced == null ? 0 : RecentRows.bytes(replaced));
            }
            head = next.head();
        }

        boolean isTooLarge() {
            return bytes > BYTES_OF_A_SCOPE || versions.size() > ROWS_OF_A_SCOPE;
        }
    }

    private static long bytes(RowChange.Version version) {
        EntryPut put = version.put();
        long sidecars = put.sidecars().values().stream().mapToLong(Blob::size).sum();
        int session = put.session() == null ? 0 : put.session().length();
        return put.body().size() + sidecars + version.key().id().length() + session;
    }

    private static boolean isTooLarge(WrittenRows written) {
        return written.versions().size() > ROWS_OF_A_SCOPE
                || written.versions().stream().mapToLong(RecentRows::bytes).sum() > BYTES_OF_A_SCOPE;
    }

    /** Keeps the entries of a batch that is durable. Call it in the order of the commits. */
    synchronized void committed(Scope scope, WrittenRows written) {
        Commits before = scopes.remove(scope);
        if (!written.isComplete() || isTooLarge(written)) {
            return;
        }
        boolean follows = before != null && before.endsAt(written.head().epoch(), written.before());
        Commits commits = follows ? before : new Commits(written);
        commits.add(written);
        if (commits.isTooLarge()) {
            commits = new Commits(written);
            commits.add(written);
        }
        scopes.put(scope, commits);
        if (scopes.size() > SCOPES) {
            scopes.remove(scopes.keySet().iterator().next());
        }
    }

    /**
     * Returns the index rows after a revision, in order of revision; null if they are not all known, or more than the limit.
     */
    synchronized @Nullable List<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        Commits commits = present(scope);
        if (commits == null || afterRevision < commits.begin) {
            return null;
        }
        List<IndexRow> rows = new ArrayList<>();
        for (RowChange.Version version : commits.versions.values()) {
            long revision = version.numbers().revision();
            if (revision > afterRevision) {
                rows.add(IndexRow.of(version.stored(), revision, version.put().sidecars()));
            }
        }
        return rows.size() > limit ? null : rows;
    }

    /** Returns entries in the order of their keys; null if one of them is not known, or there are no keys. */
    synchronized @Nullable List<StoredEntry> entries(Scope scope, Collection<EntryKey> keys) {
        Commits commits = present(scope);
        if (commits == null || keys.isEmpty()) {
            return null;
        }
        List<StoredEntry> entries = new ArrayList<>();
        for (EntryKey key : keys) {
            RowChange.Version version = commits.versions.get(key);
            if (version == null) {
                return null;
            }
            entries.add(version.stored());
        }
        return entries;
    }

    /** Returns the commits of a scope if they end at its present head. */
    private @Nullable Commits present(Scope scope) {
        Commits commits = scopes.get(scope);
        Head head = heads.known(scope);
        return commits != null && head != null && commits.endsAt(head.epoch(), head.revision()) ? commits : null;
    }

    /** Drops the entries of a scope: no erased text may stay in memory. */
    synchronized void drop(Scope scope) {
        scopes.remove(scope);
    }

    synchronized void clear() {
        scopes.clear();
    }

    /** For tests: returns the number of scopes with entries. */
    synchronized int size() {
        return scopes.size();
    }
}
