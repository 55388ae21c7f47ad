package dev.daybook.internal.vectors;

import dev.daybook.error.EmbedderException;
import dev.daybook.error.StoreException;
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
import dev.daybook.store.Sidecar;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Embeds a batch of entries and sorts them by result. Not thread-safe. */
final class EntryEmbedding {

    private final Embedder embedder;
    private final List<Sidecar> sidecars = new ArrayList<>();
    private final Map<UnembeddedEntry, Throwable> failed = new LinkedHashMap<>();
    private final Set<UnembeddedEntry> unreached = new LinkedHashSet<>();
    private final Set<UnembeddedEntry> settled = new LinkedHashSet<>();
    private @Nullable Throwable outage;

    /** Embeds entries until all are done, the work is stopped or the embedder is unavailable. */
    EntryEmbedding(Store store, Embedder embedder, Scope scope, List<UnembeddedEntry> due, BooleanSupplier stopped) {
        this.embedder = embedder;
        settled.addAll(due);
        if (!due.isEmpty()) {
            // Keeps the order of the backlog, which is that of the rows.
            Map<EntryKey, UnembeddedEntry> byKey = new LinkedHashMap<>();
            due.forEach(entry -> byKey.put(entry.key(), entry));
            List<StoredEntry> bodies = DamageTolerantReader.get(
                    store, scope, byKey.keySet(), (key, damage) -> failed.put(byKey.get(key), damage));
            embed(bodies, due, stopped);
        }
        settled.removeAll(failed.keySet());
        settled.removeAll(unreached);
    }

    /** Returns the vectors to write. */
    List<Sidecar> sidecars() {
        return sidecars;
    }

    /** Returns the entries that failed while the embedder works, with the causes. */
    Map<UnembeddedEntry, Throwable> failed() {
        return failed;
    }

    /** Returns the entries with nothing left to do: they have vectors, were erased or have newer content. */
    Collection<UnembeddedEntry> settled() {
        return settled;
    }

    /** Returns the lowest revision of an entry not reached. */
    long firstUnreached() {
        return unreached.stream().mapToLong(UnembeddedEntry::revision).min().orElse(Long.MAX_VALUE);
    }

    /** Tests whether the embedder is unavailable. */
    boolean isUnavailable() {
        return outage != null;
    }

    /** Throws if the embedder is unavailable. The message contains no stored text. */
    void throwIfUnavailable() {
        if (outage != null) {
            throw new EmbedderException("the embedder " + embedder.name() + " is unavailable: " + outage, outage);
        }
    }

    private void embed(List<StoredEntry> bodies, List<UnembeddedEntry> due, BooleanSupplier stopped) {
        Map<Long, UnembeddedEntry> byContent =
                due.stream().collect(Collectors.toMap(UnembeddedEntry::contentRevision, Function.identity()));
        Map<UnembeddedEntry, EmbeddedTexts> toEmbed = new LinkedHashMap<>();
        Set<String> texts = new LinkedHashSet<>();
        for (StoredEntry stored : bodies) {
            UnembeddedEntry entry = byContent.get(stored.contentRevision());
            if (entry == null) {
                continue;
            }
            try {
                Entry content = EntryCodec.decode(stored);
                Optional<EntryVectors> supplied = supplied(content, entry);
                if (supplied.isPresent()) {
                    sidecars.add(sidecar(entry, VectorCodec.encodeSupplied(supplied.get())));
                } else {
                    EmbeddedTexts embedded = new EmbeddedTexts(content);
                    toEmbed.put(entry, embedded);
                    texts.addAll(embedded.distinct());
                }
            } catch (StoreException damaged) {
                failed.put(entry, damaged);
            }
        }
        TextVectors vectors = new TextVectors(embedder, texts, stopped);
        outage = vectors.outage();
        toEmbed.forEach((entry, embedded) -> assign(entry, embedded, vectors));
    }

    /**
     * A supplied vector belongs to the embedder in use when it was written: the present one only if no other was used.
     */
    private Optional<EntryVectors> supplied(Entry content, UnembeddedEntry entry) {
        return EntryVectors.supplied(content)
                .filter(vectors -> !entry.elsewhere() && vectors.entry().dimensions() == embedder.dimensions());
    }

    private void assign(UnembeddedEntry entry, EmbeddedTexts embedded, TextVectors vectors) {
        Optional<Throwable> failure = embedded.distinct().stream()
                .flatMap(text -> Optional.ofNullable(vectors.failures().get(text)).stream())
                .findFirst();
        Map<String, Embedding> byText = vectors.vectors();
        if (failure.isPresent()) {
            failed.put(entry, failure.get());
        } else if (byText.keySet().containsAll(embedded.distinct())) {
            sidecars.add(sidecar(entry, VectorCodec.encode(embedded.vectors(byText, embedder.dimensions()))));
        } else {
            unreached.add(entry);
        }
    }

    private Sidecar sidecar(UnembeddedEntry entry, Blob vectors) {
        return new Sidecar(entry.key(), entry.contentRevision(), VectorCodec.sidecar(embedder), vectors);
    }
}
