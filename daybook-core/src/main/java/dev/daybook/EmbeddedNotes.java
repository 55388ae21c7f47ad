package dev.daybook;

import static dev.daybook.checks.NullChecks.present;

import dev.daybook.checks.NullChecks;
import dev.daybook.data.Hit;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Note;
import dev.daybook.data.Origin;
import dev.daybook.data.ProtectedOperation;
import dev.daybook.data.Receipt;
import dev.daybook.data.Scope;
import dev.daybook.data.SizeLimits;
import dev.daybook.notes.NoteInput;
import java.util.List;
import java.util.Optional;

/** The notes of one scope of a daybook in this process. */
final class EmbeddedNotes implements Notes {

    private final ScopeAccess access;
    private final DaybookWiring wiring;
    private final Scope scope;

    EmbeddedNotes(ScopeAccess access) {
        this.access = access;
        this.wiring = access.wiring();
        this.scope = access.scope();
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

    private Receipt write(NewEpisode intake) {
        access.require(ProtectedOperation.ADD_NOTES);
        Receipt receipt = access.write(List.of(intake)).get(0);
        if (!wiring.derived().notesAtOnce()) {
            return receipt;
        }
        wiring.derived().consolidation().notes(scope);
        access.written();
        return receipt.derived(Receipt.Progress.DONE);
    }

    @Override
    public List<Note> latest(int skip, int count) {
        if (skip < 0) {
            throw new IllegalArgumentException("skip is " + skip + "; give the number of notes to pass over, or 0");
        }
        return count <= 0 ? List.of() : wiring.writes().notes().latest(scope, skip, count);
    }

    @Override
    public List<Hit> recall(String text, int limit) {
        present("text", text);
        return wiring.reads().notes().search(scope, text, limit);
    }

    @Override
    public Optional<Note> find(String id) {
        return wiring.writes().notes().find(scope, present("id", id));
    }

    @Override
    public List<Note> list() {
        return wiring.writes().notes().list(scope);
    }
}
