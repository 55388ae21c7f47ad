package dev.daybook.remember;

import dev.daybook.codec.EntryCodec;
import dev.daybook.codec.EntryVectors;
import dev.daybook.codec.ReadableEntries;
import dev.daybook.codec.VectorCodec;
import dev.daybook.data.EmbedderException;
import dev.daybook.data.Embedding;
import dev.daybook.data.Entry;
import dev.daybook.data.Scope;
import dev.daybook.data.StoreException;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.Key;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
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

/** The vectors of a batch of entries, and what became of those that got none. Not thread-safe. */
final class EntryEmbedding {

    private final Embedder embedder;
    private final List<Sidecar> sidecars = new ArrayList<>();
    private final Map<DueEntry, Throwable> failed = new LinkedHashMap<>();
    private final Set<DueEntry> left = new LinkedHashSet<>();
    private final Set<DueEntry> settled = new LinkedHashSet<>();
    private @Nullable Throwable away;

    /** Embeds entries until all are done, it is stopped, or the embedder turns out to be away. */
    EntryEmbedding(Store store, Embedder embedder, Scope scope, List<DueEntry> due, BooleanSupplier stopped) {
        this.embedder = embedder;
        settled.addAll(due);
        if (!due.isEmpty()) {
            // In the order in which they are due, which is that of their rows to be.
            Map<Key, DueEntry> byKey = new LinkedHashMap<>();
            due.forEach(entry -> byKey.put(entry.key(), entry));
            List<Stored> bodies = ReadableEntries.get(
                    store, scope, byKey.keySet(), (key, damage) -> failed.put(byKey.get(key), damage));
            embed(bodies, due, stopped);
        }
        settled.removeAll(failed.keySet());
        settled.removeAll(left);
    }

    /** The vectors, to be written. */
    List<Sidecar> sidecars() {
        return sidecars;
    }

    /** The entries that could not be embedded although the embedder works, and why. */
    Map<DueEntry, Throwable> failed() {
        return failed;
    }

    /** The entries for which there is no more to do: they have vectors, or are gone, or have another content by now. */
    Collection<DueEntry> settled() {
        return settled;
    }

    /** The lowest revision of an entry to which it has not come. */
    long firstLeft() {
        return left.stream().mapToLong(DueEntry::revision).min().orElse(Long.MAX_VALUE);
    }

    /** Whether the embedder is away, so that nothing more can be embedded now. */
    boolean isAway() {
        return away != null;
    }

    /** Fails if the embedder is away. The message holds no text of anybody. */
    void throwIfAway() {
        if (away != null) {
            throw new EmbedderException("the embedder " + embedder.name() + " does not answer: " + away, away);
        }
    }

    private void embed(List<Stored> bodies, List<DueEntry> due, BooleanSupplier stopped) {
        Map<Long, DueEntry> byContent =
                due.stream().collect(Collectors.toMap(DueEntry::contentRevision, Function.identity()));
        Map<DueEntry, EmbeddedTexts> toEmbed = new LinkedHashMap<>();
        Set<String> texts = new LinkedHashSet<>();
        for (Stored stored : bodies) {
            DueEntry entry = byContent.get(stored.contentRevision());
            if (entry == null) {
                continue;
            }
            try {
                Entry content = EntryCodec.decode(stored);
                Optional<EntryVectors> supplied = supplied(content, entry);
                if (supplied.isPresent()) {
                    sidecars.add(sidecar(entry, supplied.get()));
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
        away = vectors.away();
        toEmbed.forEach((entry, embedded) -> sort(entry, embedded, vectors));
    }

    /** A vector that came with an entry is of the embedder of its time; this one only if no other has been there. */
    private Optional<EntryVectors> supplied(Entry content, DueEntry entry) {
        return EntryVectors.supplied(content)
                .filter(vectors -> !entry.elsewhere() && vectors.entry().dimensions() == embedder.dimensions());
    }

    private void sort(DueEntry entry, EmbeddedTexts embedded, TextVectors vectors) {
        Optional<Throwable> failure = embedded.distinct().stream()
                .flatMap(text -> Optional.ofNullable(vectors.failures().get(text)).stream())
                .findFirst();
        Map<String, Embedding> byText = vectors.vectors();
        if (failure.isPresent()) {
            failed.put(entry, failure.get());
        } else if (byText.keySet().containsAll(embedded.distinct())) {
            sidecars.add(sidecar(entry, embedded.vectors(byText, embedder.dimensions())));
        } else {
            left.add(entry);
        }
    }

    private Sidecar sidecar(DueEntry entry, EntryVectors vectors) {
        return new Sidecar(
                entry.key(), entry.contentRevision(), VectorCodec.sidecar(embedder), VectorCodec.encode(vectors));
    }
}
