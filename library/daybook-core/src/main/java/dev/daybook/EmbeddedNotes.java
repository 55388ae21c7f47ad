package dev.daybook;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.internal.checks.NotePlaces;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.notes.NoteInput;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.SizeLimits;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
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
        return count <= 0 ? List.of() : wiring.writes().notes().latest(scope, NotePlaces.skip(skip), count);
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
