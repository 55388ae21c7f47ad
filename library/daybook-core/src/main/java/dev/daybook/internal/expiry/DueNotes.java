package dev.daybook.internal.expiry;

import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.model.Kind;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The notes of a scope by due time, one state for each. Its name begins with the time, so that the notes that are due first
 * are read first, and no others. Only the note itself tells whether it is live.
 */
public final class DueNotes {

    private static final String PREFIX = "due/";

    /** In UTC and of one length, so that names sort by time. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSX", Locale.ROOT);

    /** The notes of one read: those that a context shows. */
    private static final int BATCH = 20;

    private static final Blob NOTHING = Blob.of("");

    private DueNotes() {}

    /**
     * Returns the live notes that are due, the earliest first.
     *
     * @param store the store without ended entries
     * @param until the time at which they are due
     */
    public static List<Note> due(Store store, Scope scope, Instant until, int limit) {
        List<Note> found = new ArrayList<>();
        Page<ScopeState> page;
        @Nullable String cursor = null;
        boolean isEnd;
        do {
            page = store.states(scope, PREFIX, cursor, PagedReads.SIZE);
            List<ScopeState> due = page.items().stream()
                    .takeWhile(state -> !time(state).isAfter(until))
                    .toList();
            for (int from = 0; from < due.size() && found.size() < limit; from += BATCH) {
                live(store, scope, due.subList(from, Math.min(due.size(), from + BATCH)))
                        .limit(limit - found.size())
                        .forEach(found::add);
            }
            isEnd = due.size() < page.items().size();
            cursor = page.cursor();
        } while (cursor != null && !isEnd && found.size() < limit);
        return found;
    }

    private static Stream<Note> live(Store store, Scope scope, List<ScopeState> states) {
        Map<EntryKey, StoredEntry> present = new HashMap<>();
        List<EntryKey> keys = states.stream().map(DueNotes::key).distinct().toList();
        DamageTolerantReader.get(store, scope, keys, (key, failure) -> {})
                .forEach(stored -> present.put(stored.key(), stored));
        return states.stream()
                .flatMap(state -> Stream.ofNullable(present.get(key(state)))
                        .filter(stored -> stored.status().equals(EntryPut.LIVE))
                        .map(stored -> (Note) EntryCodec.decode(stored))
                        // A later version may have another due time, and another state.
                        .filter(note ->
                                note.dueAt() != null && note.dueAt().toInstant().equals(time(state))));
    }

    static StateChange state(Note note, OffsetDateTime dueAt) {
        String time = TIME.format(dueAt.withOffsetSameInstant(ZoneOffset.UTC));
        return new StateChange(PREFIX + time + "/" + note.id(), EntryPut.ANY, NOTHING);
    }

    /** Streams the names of the states of some notes. */
    static Stream<String> names(Store store, Scope scope, Collection<EntryKey> notes) {
        return noted(store, scope).filter(state -> notes.contains(key(state))).map(ScopeState::name);
    }

    private static Stream<ScopeState> noted(Store store, Scope scope) {
        return StateFamilies.all(store, scope, PREFIX);
    }

    private static Instant time(ScopeState state) {
        return Instant.parse(state.name().substring(PREFIX.length(), end(state)));
    }

    private static EntryKey key(ScopeState state) {
        return new EntryKey(Kind.NOTE, state.name().substring(end(state) + 1));
    }

    private static int end(ScopeState state) {
        return state.name().indexOf('/', PREFIX.length());
    }
}
