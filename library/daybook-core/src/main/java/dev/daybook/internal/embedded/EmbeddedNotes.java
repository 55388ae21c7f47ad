package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Notes;
import dev.daybook.internal.checks.NotePlaces;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.consolidate.Consolidation;
import dev.daybook.internal.ledger.NoteLedger;
import dev.daybook.internal.notes.NoteInput;
import dev.daybook.internal.recall.NoteSearch;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewNote;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.SizeLimits;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The notes of one scope of a daybook in this process. */
final class EmbeddedNotes implements Notes {

    private final ScopeAccess access;
    private final Scope scope;
    private final NoteLedger ledger;
    private final NoteSearch search;
    private final WritePath writes;
    private final Consolidation consolidation;
    private final boolean notesAtOnce;

    /** @param notesAtOnce whether added texts become notes before the call returns, because no model is needed */
    EmbeddedNotes(
            ScopeAccess access,
            NoteLedger ledger,
            NoteSearch search,
            WritePath writes,
            Consolidation consolidation,
            boolean notesAtOnce) {
        this.access = access;
        this.scope = access.scope();
        this.ledger = ledger;
        this.search = search;
        this.writes = writes;
        this.consolidation = consolidation;
        this.notesAtOnce = notesAtOnce;
    }

    @Override
    public Optional<Receipt> remember(String text) {
        return NoteInput.ofText(checked("text", text)).map(this::write);
    }

    @Override
    public Optional<Receipt> remember(List<String> texts) {
        NullChecks.all("texts", texts).forEach(text -> checked("an element of texts", text));
        return NoteInput.ofItems(texts).map(this::write);
    }

    private static String checked(String argument, String text) {
        SizeLimits.check(argument, present(argument, text), SizeLimits.TEXT);
        return text;
    }

    @Override
    public Optional<Receipt> remember(List<String> texts, Origin origin) {
        present("origin", origin);
        return NoteInput.ofItems(NullChecks.all("texts", texts))
                .map(intake -> intake.origin(origin))
                .map(this::write);
    }

    @Override
    public Optional<Receipt> remember(NewNote note) {
        return NoteInput.of(present("note", note)).map(this::write);
    }

    @Override
    public List<Note> due(Instant until, int limit) {
        SizeLimits.time("until", present("until", until));
        return limit <= 0 ? List.of() : ledger.due(scope, until, limit);
    }

    private Receipt write(NewEpisode intake) {
        access.require(ProtectedOperation.ADD_NOTES);
        Receipt receipt = writes.write(access, intake);
        if (!notesAtOnce) {
            return receipt;
        }
        consolidation.notes(scope);
        writes.written(scope);
        return receipt.derived(Receipt.Progress.DONE);
    }

    @Override
    public List<Note> latest(int skip, int count) {
        int before = NotePlaces.skip(skip);
        return count <= 0 ? List.of() : ledger.latest(scope, before, count);
    }

    @Override
    public List<Hit> recall(String text, int limit) {
        present("text", text);
        return search.search(scope, text, limit);
    }

    @Override
    public Optional<Note> find(String id) {
        return ledger.find(scope, present("id", id));
    }

    @Override
    public List<Note> list() {
        return ledger.list(scope);
    }
}
