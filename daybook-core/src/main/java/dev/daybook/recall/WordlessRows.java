package dev.daybook.recall;

import dev.daybook.codec.EntryCodec;
import dev.daybook.codec.ReadableEntries;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.StoreException;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import dev.daybook.words.TermRecord;
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
    private final Consumer<Row> consumer;
    private final List<Row> wordless = new ArrayList<>();

    WordlessRows(Store store, Scope scope, Consumer<Row> consumer) {
        this.store = store;
        this.scope = scope;
        this.consumer = consumer;
    }

    void take(Row row) {
        boolean searched = row.key().kind() != Kind.BLOCK && row.status().equals(Put.LIVE);
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
        List<Key> keys = wordless.stream().map(Row::key).distinct().toList();
        Map<Key, Stored> entries = ReadableEntries.get(store, scope, keys, (key, damage) -> {}).stream()
                .collect(Collectors.toMap(Stored::key, stored -> stored));
        for (Row row : wordless) {
            Stored entry = entries.get(row.key());
            consumer.accept(
                    entry != null && entry.contentRevision() == row.contentRevision() ? withWords(row, entry) : row);
        }
    }

    private static Row withWords(Row row, Stored entry) {
        Map<String, Blob> sidecars = new HashMap<>(row.sidecars());
        try {
            sidecars.put(
                    TermRecord.SIDECAR, TermRecord.of(EntryCodec.decode(entry)).encode());
        } catch (StoreException damaged) {
            return row;
        }
        return new Row(
                row.key(),
                row.position(),
                row.revision(),
                row.contentRevision(),
                row.session(),
                row.time(),
                row.status(),
                sidecars);
    }
}
