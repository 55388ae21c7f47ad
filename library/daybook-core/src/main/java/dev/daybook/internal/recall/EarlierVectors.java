package dev.daybook.internal.recall;

import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EmbeddedTexts;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.internal.codec.TextVectors;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.model.Embedding;
import dev.daybook.model.Entry;
import dev.daybook.model.Scope;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The vectors of earlier versions. A store keeps vectors for current versions only, but a vector belongs to a text: a fact
 * that was ended, or a note that was superseded, has the text of before, and so its vector. Texts that no current version
 * has are embedded for the query, a limited number of them. A version without a vector is found by words. For one query.
 */
final class EarlierVectors {

    /** The most texts embedded for one query: with a small local model a fraction of a second. */
    private static final int MAX_EMBEDDED = 64;

    /** The most characters of these texts. Most embedders read only the beginning of a longer one. */
    private static final int MAX_CHARACTERS = 64_000;

    /** Current versions read at once. */
    private static final int READ = 200;

    private final Store store;
    private final Scope scope;
    private final Embedder embedder;

    EarlierVectors(Store store, Scope scope, Embedder embedder) {
        this.store = store;
        this.scope = scope;
        this.embedder = embedder;
    }

    /** An earlier version with its texts. */
    private record EarlierVersion(IndexRow row, EmbeddedTexts texts) {

        boolean isCovered(Map<String, Embedding> byText) {
            return byText.keySet().containsAll(texts.distinct());
        }
    }

    /**
     * Returns the rows of earlier versions with their vectors, without those that get none.
     *
     * @param rows the rows of versions that are not current
     * @param entries returns the entry of each of these rows
     * @param present the current rows
     */
    List<IndexRow> of(List<IndexRow> rows, Function<EntryKey, Entry> entries, Map<EntryKey, IndexRow> present) {
        List<IndexRow> found = new ArrayList<>();
        List<EarlierVersion> others = new ArrayList<>();
        Map<String, Embedding> kept = new HashMap<>();
        for (int from = 0; from < rows.size(); from += READ) {
            List<IndexRow> page = rows.subList(from, Math.min(rows.size(), from + READ));
            Map<String, Embedding> byText = byText(page, present);
            for (IndexRow row : page) {
                EarlierVersion version = new EarlierVersion(row, new EmbeddedTexts(entries.apply(row.key())));
                if (version.isCovered(byText)) {
                    found.add(with(version, byText));
                } else {
                    others.add(version);
                    version.texts().distinct().forEach(text -> keep(text, byText, kept));
                }
            }
        }
        found.addAll(embedded(others, kept));
        return found;
    }

    private static void keep(String text, Map<String, Embedding> byText, Map<String, Embedding> kept) {
        Embedding vector = byText.get(text);
        if (vector != null) {
            kept.put(text, vector);
        }
    }

    /** Returns the vectors of the current versions of some entries by text. */
    private Map<String, Embedding> byText(List<IndexRow> rows, Map<EntryKey, IndexRow> present) {
        Map<EntryKey, Blob> vectors = new HashMap<>();
        for (IndexRow row : rows) {
            IndexRow current = present.get(row.key());
            Blob sidecar = current == null ? null : current.sidecars().get(VectorCodec.sidecar(embedder));
            if (sidecar != null) {
                vectors.put(row.key(), sidecar);
            }
        }
        Map<String, Embedding> byText = new HashMap<>();
        for (StoredEntry stored : DamageTolerantReader.get(store, scope, vectors.keySet(), (damaged, damage) -> {})) {
            Entry current = EntryCodec.decode(stored);
            Blob sidecar = vectors.get(stored.key());
            // A vector that the caller supplied may be of any text.
            if (sidecar != null && EntryVectors.supplied(current).isEmpty()) {
                new EmbeddedTexts(current).addTo(byText, VectorCodec.decode(sidecar));
            }
        }
        return byText;
    }

    /** Embeds the texts that are missing, those of the newest versions first. */
    private List<IndexRow> embedded(List<EarlierVersion> versions, Map<String, Embedding> kept) {
        versions.sort(Comparator.comparing(EarlierVersion::row, EntryRanking::byTime));
        Set<String> texts = new LinkedHashSet<>();
        int characters = 0;
        for (EarlierVersion version : versions) {
            Set<String> more = new LinkedHashSet<>(version.texts().distinct());
            more.removeAll(kept.keySet());
            more.removeAll(texts);
            int length = more.stream().mapToInt(String::length).sum();
            if (texts.size() + more.size() <= MAX_EMBEDDED && characters + length <= MAX_CHARACTERS) {
                texts.addAll(more);
                characters += length;
            }
        }
        Map<String, Embedding> byText = new HashMap<>(kept);
        byText.putAll(new TextVectors(embedder, texts, () -> false).vectors());
        return versions.stream()
                .filter(version -> version.isCovered(byText))
                .map(version -> with(version, byText))
                .toList();
    }

    private IndexRow with(EarlierVersion version, Map<String, Embedding> byText) {
        EntryVectors vectors = version.texts().vectors(byText, embedder.dimensions());
        Map<String, Blob> sidecars = new HashMap<>(version.row().sidecars());
        sidecars.put(VectorCodec.sidecar(embedder), VectorCodec.encode(vectors));
        return version.row().withSidecars(sidecars);
    }
}
