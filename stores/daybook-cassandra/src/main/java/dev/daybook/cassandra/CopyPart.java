package dev.daybook.cassandra;

import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.IndexRow;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A part of copied rows that fits into one batch. The parts of the same rows are always the same, whatever the scope
 * holds, so that a repeated copy has the same operations; each part can be applied again.
 */
final class CopyPart {

    /** The columns beside texts and bytes, in all rows that an entry has. */
    private static final long ROW_BYTES = 1_000;

    private final List<StoredEntry> versions = new ArrayList<>();
    private final List<IndexRow> rows = new ArrayList<>();
    private final List<RowChange.Value> states = new ArrayList<>();
    private final List<AuditRecord> audits = new ArrayList<>();

    private CopyPart() {}

    /**
     * Returns the parts of some rows, at least one, which sets the numbers of the scope.
     *
     * @param mostBytes the estimated size of a part; a larger row is a part of its own
     */
    static List<ScopeRows> of(ScopeRows all, long mostBytes) {
        Cutting cutting = new Cutting(mostBytes);
        cutting.add(all.versions(), part -> part.versions, CopyPart::bytes);
        cutting.add(all.rows(), part -> part.rows, CopyPart::bytes);
        cutting.add(all.states(), part -> part.states, CopyPart::bytes);
        cutting.add(all.audits(), part -> part.audits, CopyPart::bytes);
        List<ScopeRows> parts = new ArrayList<>();
        for (CopyPart part : cutting.parts) {
            parts.add(new ScopeRows(
                    all.scope(),
                    all.operation() + "/" + parts.size(),
                    part.versions,
                    part.rows,
                    part.states,
                    part.audits,
                    all.numbers()));
        }
        return parts;
    }

    private static final class Cutting {

        private final long mostBytes;
        private final List<CopyPart> parts = new ArrayList<>(List.of(new CopyPart()));
        private long bytes;

        Cutting(long mostBytes) {
            this.mostBytes = mostBytes;
        }

        <T> void add(List<T> items, Function<CopyPart, List<T>> list, ToLongFunction<T> size) {
            for (T item : items) {
                long next = ROW_BYTES + size.applyAsLong(item);
                if (bytes > 0 && bytes + next > mostBytes) {
                    parts.add(new CopyPart());
                    bytes = 0;
                }
                list.apply(parts.get(parts.size() - 1)).add(item);
                bytes += next;
            }
        }
    }

    private static long bytes(StoredEntry version) {
        return version.body().size();
    }

    private static long bytes(IndexRow row) {
        return row.sidecars().values().stream().mapToLong(Blob::size).sum();
    }

    private static long bytes(RowChange.Value value) {
        ScopeState state = value.state();
        return state == null ? 0 : state.bytes().size();
    }

    private static long bytes(AuditRecord audit) {
        // A character has up to three bytes, and the index holds the operation again.
        return 3L * audit.detail().length();
    }
}
