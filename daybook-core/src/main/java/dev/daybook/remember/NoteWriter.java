package dev.daybook.remember;

import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Kind;
import dev.daybook.data.Method;
import dev.daybook.data.Note;
import dev.daybook.data.Origin;
import dev.daybook.data.Provenance;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Trust;
import dev.daybook.remember.Ledger.Change;
import dev.daybook.remember.Ledger.Posting;
import dev.daybook.spi.IdSource;
import dev.daybook.spi.Key;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Put;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Stored;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads notes, and posts them: a new one takes the place of earlier ones, which stay and say by what. Thread-safe. */
public final class NoteWriter {

    private static final int PAGE = 1_000;

    /** Notes are told apart by their time, and the order of the newest goes by it. */
    private static final Duration STEP = Duration.ofMillis(1);

    private final Ledger ledger;
    private final IdSource ids;

    public NoteWriter(Ledger ledger, IdSource ids) {
        this.ledger = ledger;
        this.ids = ids;
    }

    /** Notes that are live, the newest first: those from a place, counted from 1. */
    public List<Note> latest(Scope scope, int begin, int count) {
        Scan newest = newest(Set.of(Put.LIVE), (int) Math.min(PAGE, begin - 1L + count));
        return Pages.all(cursor -> ledger.page(scope, newest.after(cursor)))
                .skip(begin - 1L)
                .limit(count)
                .map(NoteWriter::decode)
                .toList();
    }

    /** Those that were superseded too, in order of position. */
    public List<Note> list(Scope scope) {
        return ledger.all(scope, Scan.of(Kind.NOTE)).stream()
                .filter(NoteWriter::isThere)
                .map(NoteWriter::decode)
                .toList();
    }

    /** A note, also one that was superseded. */
    public Optional<Note> find(Scope scope, String id) {
        return find(scope, List.of(id)).stream().findFirst();
    }

    /** The notes of some ids, in their order; those that are not there are left out. */
    public List<Note> find(Scope scope, List<String> ids) {
        Map<Key, Stored> present =
                ledger.present(scope, ids.stream().map(NoteWriter::key).toList());
        return ids.stream()
                .flatMap(id -> Optional.ofNullable(present.get(key(id))).stream())
                .filter(NoteWriter::isThere)
                .map(NoteWriter::decode)
                .toList();
    }

    /**
     * A note to be written.
     *
     * @param supersedes the notes that it takes the place of
     */
    public record Draft(String text, List<Note> supersedes) {}

    /** What notes that are written together have in common. */
    public record Making(Ref source, Method method, Origin origin, Trust trust) {}

    /** Puts notes as a part of a change, each a millisecond after the one before, and marks what they take the place of. */
    public void post(Change change, Scope scope, List<Draft> drafts, Making making) {
        OffsetDateTime now = ledger.now();
        OffsetDateTime time = next(scope, now);
        Map<String, List<Ref>> supersededBy = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (Draft draft : drafts) {
            Ref note = new Ref(scope, Kind.NOTE, freshId(scope, taken));
            change.put(Posting.of(note(note.id(), time, now, draft, making, scope)));
            draft.supersedes()
                    .forEach(earlier -> supersededBy
                            .computeIfAbsent(earlier.id(), unused -> new ArrayList<>())
                            .add(note));
            time = time.plus(STEP);
        }
        Map<Key, Stored> present = ledger.present(
                scope, supersededBy.keySet().stream().map(NoteWriter::key).toList());
        supersededBy.forEach((id, by) -> {
            Stored stored = Objects.requireNonNull(present.get(key(id)), "what is superseded was read in this change");
            change.put(Posting.of(supersededBy(decode(stored), by, now), stored));
        });
    }

    /** Puts notes as they are but with another origin: what was provisional stands. */
    public void confirm(Change change, Scope scope, List<Note> notes, Origin origin) {
        OffsetDateTime now = ledger.now();
        Map<Key, Stored> present =
                ledger.present(scope, notes.stream().map(note -> key(note.id())).toList());
        for (Note note : notes) {
            Note confirmed = note.withRecordedAt(now).withProvenance(Provenance.unwritten(origin, note.trust()));
            change.put(Posting.of(confirmed, present.get(key(note.id()))));
        }
    }

    /** Later than any note there is, whatever the clock says: it may have been set back. */
    private OffsetDateTime next(Scope scope, OffsetDateTime now) {
        return ledger.readable(scope, newest(Set.of(), 1))
                .limit(1)
                .map(last -> last.time().plus(STEP))
                .filter(after -> after.isAfter(now.toInstant()))
                .map(after -> after.atOffset(now.getOffset()))
                .findFirst()
                .orElse(now);
    }

    private static Scan newest(Set<String> statuses, int limit) {
        return new Scan(
                Set.of(Kind.NOTE),
                null,
                null,
                null,
                statuses,
                Scan.Versions.CURRENT,
                Scan.Order.NEWEST_TIME,
                null,
                limit);
    }

    /** A supplied source of ids may begin anew where notes were imported. */
    private String freshId(Scope scope, Set<String> taken) {
        String id = ids.next(Kind.NOTE);
        while (!taken.add(id) || !ledger.present(scope, List.of(key(id))).isEmpty()) {
            id = ids.next(Kind.NOTE);
        }
        return id;
    }

    private static Note note(
            String id, OffsetDateTime time, OffsetDateTime now, Draft draft, Making making, Scope scope) {
        return new Note(
                id,
                draft.text(),
                time,
                now,
                draft.supersedes().stream()
                        .map(earlier -> new Ref(scope, Kind.NOTE, earlier.id()))
                        .toList(),
                List.of(),
                List.of(making.source()),
                making.method(),
                Provenance.unwritten(making.origin(), making.trust()));
    }

    private static Note supersededBy(Note note, List<Ref> by, OffsetDateTime now) {
        return note.withSupersededBy(by)
                .withRecordedAt(now)
                .withProvenance(note.provenance().unwritten());
    }

    /** Live or superseded; one that was taken back by an undo is neither. */
    private static boolean isThere(Stored stored) {
        return stored.status().equals(Put.LIVE) || stored.status().equals(Ledger.SUPERSEDED);
    }

    private static Key key(String id) {
        return new Key(Kind.NOTE, id);
    }

    private static Note decode(Stored stored) {
        return (Note) EntryCodec.decode(stored);
    }
}
