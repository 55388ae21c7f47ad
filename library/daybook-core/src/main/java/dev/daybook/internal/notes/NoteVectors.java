package dev.daybook.internal.notes;

import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EmbedderCalls;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.ledger.ErasureListeners;
import dev.daybook.model.Embedding;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The live notes of recently used scopes with their vectors. Each scope is read once, then only its new rows. A missing
 * vector is computed on demand, so that related notes never depend on the vector backlog. Only one worker uses the
 * notes of a scope at a time.
 */
public final class NoteVectors {

    private static final int ROWS = 500;

    /** Each holds its notes and vectors: some two megabytes for a thousand. */
    private static final int SCOPES = 20;

    /** The texts of one embedder call: some seconds of a small model. */
    private static final int STEP = 64;

    private final Store store;
    private final @Nullable Embedder embedder;
    private final Map<Scope, ScopeNotes> cached = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, ScopeNotes> eldest) {
            return size() > SCOPES;
        }
    };

    public NoteVectors(Store store, @Nullable Embedder embedder, ErasureListeners erasures) {
        this.store = store;
        this.embedder = embedder;
        erasures.add(this::drop);
    }

    private void drop(Scope scope) {
        synchronized (cached) {
            cached.remove(scope);
        }
    }

    /** Returns the present notes of a scope. */
    ScopeNotes of(Scope scope) {
        Head head = store.head(scope);
        ScopeNotes scopeNotes;
        synchronized (cached) {
            scopeNotes = cached.get(scope);
            if (scopeNotes == null || scopeNotes.epoch != head.epoch()) {
                scopeNotes = new ScopeNotes(head.epoch());
                cached.put(scope, scopeNotes);
            }
        }
        if (!head.counts().containsKey(Kind.NOTE)) {
            return scopeNotes;
        }
        boolean more = scopeNotes.revision < head.revision();
        while (more) {
            Page<IndexRow> page = store.rows(scope, scopeNotes.revision, ROWS);
            scopeNotes.read(scope, page.items());
            more = page.cursor() != null;
        }
        return scopeNotes;
    }

    /** The notes of one scope. */
    final class ScopeNotes {

        private final long epoch;
        private final Map<String, Note> live = new LinkedHashMap<>();
        private final Map<String, Embedding> vectors = new HashMap<>();
        private final Map<String, Set<String>> ofIntakes = new HashMap<>();
        private long revision;

        private ScopeNotes(long epoch) {
            this.epoch = epoch;
        }

        Collection<Note> live() {
            return live.values();
        }

        /** Returns the live provisional notes of an input. */
        List<Note> provisional(String intake) {
            return live.values().stream()
                    .filter(ProvisionalNotes::is)
                    .filter(note -> isMadeOf(note, intake))
                    .toList();
        }

        /** Returns the ids of all final notes of an input, including superseded ones. */
        Set<String> madeOf(String intake) {
            return ofIntakes.getOrDefault(intake, Set.of());
        }

        /** Returns the vectors of all live notes without an end, by id; a text that has ended goes to no embedder. */
        Map<String, Embedding> vectors(Embedder embedder) {
            List<Note> missing = live.values().stream()
                    .filter(note -> note.expiresAt() == null && !vectors.containsKey(note.id()))
                    .toList();
            for (int from = 0; from < missing.size(); from += STEP) {
                List<Note> step = missing.subList(from, Math.min(missing.size(), from + STEP));
                Map<String, Embedding> byText = EmbedderCalls.ofDocuments(
                        embedder,
                        step.stream()
                                .map(Note::text)
                                .filter(text -> !text.isBlank())
                                .distinct()
                                .toList());
                for (Note note : step) {
                    Embedding vector = byText.get(note.text());
                    if (vector != null) {
                        vectors.put(note.id(), vector);
                    }
                }
            }
            return vectors;
        }

        private void read(Scope scope, List<IndexRow> rows) {
            List<EntryKey> changed = new ArrayList<>();
            for (IndexRow row : rows) {
                revision = row.revision();
                if (row.key().kind() == Kind.NOTE) {
                    Note known = live.get(row.key().id());
                    if (known == null || known.revision() != row.contentRevision()) {
                        changed.add(row.key());
                    }
                    addVector(row);
                }
            }
            if (!changed.isEmpty()) {
                DamageTolerantReader.get(store, scope, changed, (key, damage) -> {})
                        .forEach(this::update);
            }
        }

        private void addVector(IndexRow row) {
            Blob bytes = embedder == null ? null : row.sidecars().get(VectorCodec.sidecar(embedder));
            if (bytes != null) {
                vectors.put(row.key().id(), VectorCodec.decode(bytes).entry());
            }
        }

        private void update(StoredEntry stored) {
            Note note = (Note) EntryCodec.decode(stored);
            if (!ProvisionalNotes.is(note)) {
                note.sources()
                        .forEach(source -> ofIntakes
                                .computeIfAbsent(source.id(), unused -> new LinkedHashSet<>())
                                .add(note.id()));
            }
            if (stored.status().equals(EntryPut.LIVE)) {
                live.put(note.id(), note);
            } else {
                live.remove(note.id());
                vectors.remove(note.id());
            }
        }
    }

    private static boolean isMadeOf(Note note, String intake) {
        return note.sources().stream()
                .filter(source -> source.kind() == Kind.EPISODE)
                .map(EntryRef::id)
                .anyMatch(intake::equals);
    }
}
