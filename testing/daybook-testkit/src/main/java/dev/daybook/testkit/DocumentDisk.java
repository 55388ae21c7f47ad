package dev.daybook.testkit;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The disk under a {@link FlakyStore}: documents by name, each written whole or not at all. It outlives the store that
 * writes to it, and has no transactions. Thread-safe.
 */
public final class DocumentDisk {

    private final NavigableMap<String, StoredDocument> documents = new TreeMap<>();

    public DocumentDisk() {}

    /** The names of all documents, in order. */
    public synchronized List<String> names() {
        return List.copyOf(documents.keySet());
    }

    synchronized @Nullable StoredDocument get(String name) {
        return documents.get(name);
    }

    synchronized List<StoredDocument> startingWith(String prefix) {
        return documents.tailMap(prefix).entrySet().stream()
                .takeWhile(document -> document.getKey().startsWith(prefix))
                .map(Map.Entry::getValue)
                .toList();
    }

    synchronized void write(String name, @Nullable StoredDocument document) {
        if (document == null) {
            documents.remove(name);
        } else {
            documents.put(name, document);
        }
    }
}
