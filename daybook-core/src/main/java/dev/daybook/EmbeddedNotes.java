package dev.daybook;

import static dev.daybook.NullChecks.present;

import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Note;
import dev.daybook.data.Origin;
import dev.daybook.data.Query;
import dev.daybook.data.Query.By;
import dev.daybook.data.Receipt;
import dev.daybook.data.Scope;
import dev.daybook.data.SizeLimits;
import dev.daybook.notes.NoteInput;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    public Optional<Receipt> add(String text) {
        return NoteInput.ofText(checked("text", text)).map(this::add);
    }

    @Override
    public Optional<Receipt> add(List<String> texts) {
        NullChecks.all("texts", texts).forEach(text -> checked("an element of texts", text));
        return NoteInput.ofItems(texts).map(this::add);
    }

    private static String checked(String argument, String text) {
        SizeLimits.check(argument, present(argument, text), SizeLimits.TEXT);
        return text;
    }

    @Override
    public Optional<Receipt> add(List<String> texts, Origin origin) {
        present("origin", origin);
        return NoteInput.ofItems(NullChecks.all("texts", texts))
                .map(intake -> intake.withOrigin(origin))
                .map(this::add);
    }

    private Receipt add(NewEpisode intake) {
        Receipt receipt = access.write(List.of(intake)).get(0);
        if (!wiring.derived().notesAtOnce()) {
            return receipt;
        }
        wiring.derived().consolidation().notes(scope);
        access.written();
        return receipt.derived(Receipt.Progress.DONE);
    }

    @Override
    public List<Note> latest(int begin, int count) {
        if (begin < 1) {
            throw new IllegalArgumentException("begin is " + begin + "; give the place of a note, counted from 1");
        }
        return count <= 0 ? List.of() : wiring.writes().notes().latest(scope, begin, count);
    }

    @Override
    public List<Hit> search(String text, int limit) {
        present("text", text);
        if (limit <= 0) {
            return List.of();
        }
        Query query = Query.of(text).kinds(Kind.NOTE).limit(limit);
        if (wiring.vectors().isEmpty()) {
            return access.search(query);
        }
        boolean whole =
                wiring.vectors().get().await(scope, wiring.visible().head(scope).revision(), Duration.ZERO);
        Query byMeaning = query.by(By.MEANING);
        return whole ? access.search(byMeaning) : withNamed(query, access.search(byMeaning.limit(Integer.MAX_VALUE)));
    }

    /** A note that has no vector yet is found by its words: it was learnt, whatever became of the embedder. */
    private List<Hit> withNamed(Query query, List<Hit> near) {
        Set<String> known = near.stream().map(hit -> hit.entry().id()).collect(Collectors.toSet());
        Stream<Hit> named = access.search(query.by(By.WORDS).limit(Integer.MAX_VALUE)).stream()
                .filter(hit -> !hit.fallback() || query.text().isBlank())
                .filter(hit -> !known.contains(hit.entry().id()));
        return Stream.concat(named, near.stream()).limit(query.limit()).toList();
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
