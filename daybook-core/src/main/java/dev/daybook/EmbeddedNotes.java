package dev.daybook;

import static dev.daybook.Arguments.present;

import dev.daybook.consolidate.Intake;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Note;
import dev.daybook.data.Query;
import dev.daybook.data.Query.By;
import dev.daybook.data.Receipt;
import dev.daybook.data.Scope;
import java.util.List;
import java.util.Optional;

/** The notes of one scope of a daybook in this process. */
final class EmbeddedNotes implements Notes {

    private final EmbeddedDaybook.Parts parts;
    private final EmbeddedMemory memory;
    private final Scope scope;

    EmbeddedNotes(EmbeddedDaybook.Parts parts, EmbeddedMemory memory) {
        this.parts = parts;
        this.memory = memory;
        this.scope = memory.scope();
    }

    @Override
    public Optional<Receipt> add(String text) {
        return Intake.ofText(present("text", text)).map(this::add);
    }

    @Override
    public Optional<Receipt> add(List<String> texts) {
        return Intake.ofItems(Arguments.all("texts", texts)).map(this::add);
    }

    private Receipt add(NewEpisode intake) {
        Receipt receipt = memory.write(List.of(intake)).get(0);
        if (!parts.notesAtOnce()) {
            return receipt;
        }
        parts.consolidation().notes(scope);
        parts.written(scope);
        return receipt.derived(Receipt.Progress.DONE);
    }

    @Override
    public List<Note> latest(int begin, int count) {
        if (begin < 1) {
            throw new IllegalArgumentException("begin is " + begin + "; give the place of a note, counted from 1");
        }
        return count <= 0 ? List.of() : parts.notes().latest(scope, begin, count);
    }

    @Override
    public List<Hit> search(String text, int limit) {
        present("text", text);
        if (limit <= 0) {
            return List.of();
        }
        By by = parts.vectors().isPresent() ? By.MEANING : By.BEST;
        return memory.search(Query.of(text).by(by).kinds(Kind.NOTE).limit(limit));
    }

    @Override
    public Optional<Note> find(String id) {
        return parts.notes().find(scope, present("id", id));
    }

    @Override
    public List<Note> list() {
        return parts.notes().list(scope);
    }
}
