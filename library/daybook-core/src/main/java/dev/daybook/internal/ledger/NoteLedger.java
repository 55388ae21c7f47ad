package dev.daybook.internal.ledger;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.internal.ledger.EntryLedger.Change;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.spi.IdGenerator;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.StoredEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes notes. A new note supersedes earlier ones, which stay and name their successors. Thread-safe. */
public final class NoteLedger {

    private static final int PAGE = 1_000;

    /** Notes written together differ in time by this, because the order of the newest goes by time. */
    private static final Duration STEP = Duration.ofMillis(1);

    private final EntryLedger ledger;
    private final IdGenerator ids;

    public NoteLedger(EntryLedger ledger, IdGenerator ids) {
        this.ledger = ledger;
        this.ids = ids;
    }

    /** Returns live notes, newest first, from a place counted from 1. */
    public List<Note> latest(Scope scope, int skip, int count) {
        EntryScan newest = newest(Set.of(EntryPut.LIVE), (int) Math.min(PAGE, (long) skip + count));
        return PagedReads.all(cursor -> ledger.page(scope, newest.after(cursor)))
                .skip(skip)
                .limit(count)
                .map(NoteLedger::kept)
                .toList();
    }

    /** Returns live notes that are due at a time, the earliest first; reads no others. */
    public List<Note> due(Scope scope, Instant until, int limit) {
        return ledger.due(scope, until, limit);
    }

    /** Lists live and superseded notes, in order of position. */
    public List<Note> list(Scope scope) {
        return ledger.all(scope, EntryScan.of(Kind.NOTE)).stream()
                .filter(NoteLedger::isVisible)
                .map(NoteLedger::decode)
                .toList();
    }

    /** Finds a live or superseded note. */
    public Optional<Note> find(Scope scope, String id) {
        return find(scope, List.of(id)).stream().findFirst();
    }

    /** Returns the notes of these ids in order, leaving out missing ones. */
    public List<Note> find(Scope scope, List<String> ids) {
        Map<EntryKey, StoredEntry> present =
                ledger.present(scope, ids.stream().map(NoteLedger::key).toList());
        return ids.stream()
                .flatMap(id -> Optional.ofNullable(present.get(key(id))).stream())
                .filter(NoteLedger::isVisible)
                .map(NoteLedger::decode)
                .toList();
    }

    /**
     * A note to write.
     *
     * @param supersedes the notes it replaces
     */
    public record NoteDraft(String text, List<Note> supersedes) {}

    /**
     * The common properties of notes written together.
     *
     * @param dueAt their due time; null: none
     */
    public record NoteAttribution(
            EntryRef source,
            SummaryMethod method,
            Origin origin,
            Trust trust,
            @Nullable OffsetDateTime dueAt) {}

    /**
     * Puts notes as part of a change, each a millisecond after the previous one, and marks the notes they supersede.
     */
    public void post(Change change, Scope scope, List<NoteDraft> drafts, NoteAttribution making) {
        OffsetDateTime now = ledger.now();
        OffsetDateTime time = next(scope, now);
        Map<String, List<EntryRef>> supersededBy = new LinkedHashMap<>();
        Set<String> used = new HashSet<>();
        for (NoteDraft draft : drafts) {
            EntryRef note = new EntryRef(scope, Kind.NOTE, freshId(scope, used));
            change.put(EntryWrite.of(note(note.id(), time, now, draft, making, scope)));
            draft.supersedes()
                    .forEach(earlier -> supersededBy
                            .computeIfAbsent(earlier.id(), unused -> new ArrayList<>())
                            .add(note));
            time = time.plus(STEP);
        }
        Map<EntryKey, StoredEntry> present = ledger.present(
                scope, supersededBy.keySet().stream().map(NoteLedger::key).toList());
        supersededBy.forEach((id, by) -> {
            StoredEntry stored =
                    Objects.requireNonNull(present.get(key(id)), "superseded notes were read in this change");
            change.put(EntryWrite.of(supersededBy(decode(stored), by, now), stored));
        });
    }

    /** Puts provisional notes again with a final origin. */
    public void confirm(Change change, Scope scope, List<Note> notes, Origin origin) {
        OffsetDateTime now = ledger.now();
        Map<EntryKey, StoredEntry> present =
                ledger.present(scope, notes.stream().map(note -> key(note.id())).toList());
        for (Note note : notes) {
            Note confirmed = note.withRecordedAt(now)
                    .withProvenance(note.provenance().unwritten().by(origin, note.trust()));
            change.put(EntryWrite.of(confirmed, present.get(key(note.id()))));
        }
    }

    /** Returns a time after every note, even if the clock was set back. */
    private OffsetDateTime next(Scope scope, OffsetDateTime now) {
        return ledger.readable(scope, newest(Set.of(), 1))
                .limit(1)
                .map(last -> last.time().plus(STEP))
                .filter(after -> after.isAfter(now.toInstant()))
                .map(after -> after.atOffset(now.getOffset()))
                .findFirst()
                .orElse(now);
    }

    private static EntryScan newest(Set<String> statuses, int limit) {
        return new EntryScan(
                Set.of(Kind.NOTE),
                null,
                null,
                null,
                statuses,
                EntryScan.Versions.CURRENT,
                EntryScan.Order.NEWEST_TIME,
                null,
                limit);
    }

    /** A supplied id source may restart after an import of notes. */
    private String freshId(Scope scope, Set<String> used) {
        String id = ids.next(Kind.NOTE);
        while (!used.add(id) || !ledger.present(scope, List.of(key(id))).isEmpty()) {
            id = ids.next(Kind.NOTE);
        }
        return id;
    }

    private static Note note(
            String id, OffsetDateTime time, OffsetDateTime now, NoteDraft draft, NoteAttribution making, Scope scope) {
        return new Note(
                id,
                draft.text(),
                time,
                now,
                draft.supersedes().stream()
                        .map(earlier -> new EntryRef(scope, Kind.NOTE, earlier.id()))
                        .toList(),
                List.of(),
                List.of(making.source()),
                making.method(),
                Provenance.unwritten(making.origin(), making.trust()),
                making.dueAt());
    }

    private static Note supersededBy(Note note, List<EntryRef> by, OffsetDateTime now) {
        return note.withSupersededBy(by)
                .withRecordedAt(now)
                .withProvenance(note.provenance().unwritten());
    }

    /** Tests whether a note is live or superseded; a note withdrawn by an undo is neither. */
    private static boolean isVisible(StoredEntry stored) {
        return stored.status().equals(EntryPut.LIVE) || stored.status().equals(EntryLedger.SUPERSEDED);
    }

    private static EntryKey key(String id) {
        return new EntryKey(Kind.NOTE, id);
    }

    private static Note kept(StoredEntry stored) {
        ReadBudget.takeEntry(stored.body().size());
        return decode(stored);
    }

    private static Note decode(StoredEntry stored) {
        return (Note) EntryCodec.decode(stored);
    }
}
