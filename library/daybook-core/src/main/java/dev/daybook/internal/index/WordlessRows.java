package dev.daybook.internal.index;

import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Completes index rows that have no words with the words of their entries. A store rebuilds a damaged row without
 * words. Such rows are few; a scope with many of them, such as one indexed by another analyzer, is left to a rebuild.
 */
final class WordlessRows {

    /** Reading more entries than this would hold up a first recall. */
    private static final int MAX_ENTRIES = 1_000;

    private final Store store;
    private final Scope scope;
    private final Consumer<IndexRow> consumer;
    private final List<IndexRow> wordless = new ArrayList<>();

    WordlessRows(Store store, Scope scope, Consumer<IndexRow> consumer) {
        this.store = store;
        this.scope = scope;
        this.consumer = consumer;
    }

    void take(IndexRow row) {
        boolean searched = row.key().kind() != Kind.BLOCK && row.status().equals(EntryPut.LIVE);
        if (searched && !row.sidecars().containsKey(TermRecord.SIDECAR) && wordless.size() < MAX_ENTRIES) {
            wordless.add(row);
        } else {
            consumer.accept(row);
        }
    }

    void completeWordless() {
        if (wordless.isEmpty()) {
            return;
        }
        List<EntryKey> keys = wordless.stream().map(IndexRow::key).distinct().toList();
        Map<EntryKey, StoredEntry> entries = DamageTolerantReader.get(store, scope, keys, (key, damage) -> {}).stream()
                .collect(Collectors.toMap(StoredEntry::key, stored -> stored));
        for (IndexRow row : wordless) {
            StoredEntry entry = entries.get(row.key());
            consumer.accept(
                    entry != null && entry.contentRevision() == row.contentRevision() ? withWords(row, entry) : row);
        }
    }

    private static IndexRow withWords(IndexRow row, StoredEntry entry) {
        Map<String, Blob> sidecars = new HashMap<>(row.sidecars());
        try {
            sidecars.put(
                    TermRecord.SIDECAR, TermRecord.of(EntryCodec.decode(entry)).encode());
        } catch (StoreException damaged) {
            return row;
        }
        return row.withSidecars(sidecars);
    }
}
