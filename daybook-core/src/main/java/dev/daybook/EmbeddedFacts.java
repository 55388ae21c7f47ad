package dev.daybook;

import static dev.daybook.Arguments.present;

import dev.daybook.data.Fact;
import dev.daybook.data.FactQuery;
import dev.daybook.data.Kind;
import dev.daybook.data.NewFact;
import dev.daybook.data.Query;
import dev.daybook.data.Query.By;
import dev.daybook.data.Receipt;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.recall.FactWords;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The facts of one scope of a daybook in this process. */
final class EmbeddedFacts implements Facts {

    private final EmbeddedDaybook.Parts parts;
    private final EmbeddedMemory memory;
    private final Scope scope;

    EmbeddedFacts(EmbeddedDaybook.Parts parts, EmbeddedMemory memory) {
        this.parts = parts;
        this.memory = memory;
        this.scope = memory.scope();
    }

    @Override
    public Receipt assertFact(NewFact fact) {
        return assertAll(List.of(present("fact", fact))).get(0);
    }

    @Override
    public List<Receipt> assertAll(List<NewFact> facts) {
        List<Receipt> receipts = parts.facts().write(scope, Arguments.all("facts", facts));
        parts.isolation().wrote(scope);
        parts.written(scope);
        return receipts;
    }

    @Override
    public Optional<Fact> find(String id) {
        return parts.facts().find(scope, present("id", id));
    }

    @Override
    public List<Fact> list(FactQuery query) {
        return parts.facts().list(scope, present("query", query));
    }

    @Override
    public List<Fact> recall(String text, int limit, @Nullable OffsetDateTime validAt) {
        present("text", text);
        parts.isolation().recalls(scope, Kind.FACT);
        if (limit <= 0) {
            return List.of();
        }
        if (parts.vectors().isPresent() && !text.isBlank()) {
            Query byMeaning = Query.of(text).by(By.MEANING).kinds(Kind.FACT).limit(Integer.MAX_VALUE);
            return memory.search(byMeaning).stream()
                    .map(hit -> (Fact) hit.entry())
                    .filter(fact -> validAt == null || fact.isValidAt(validAt))
                    .limit(limit)
                    .toList();
        }
        return new FactWords(text).best(list(FactQuery.all().validAt(validAt)), limit);
    }

    @Override
    public List<Fact> history(String id) {
        return parts.facts().history(scope, present("id", id));
    }

    @Override
    public boolean remove(String id) {
        Selection fact = Selection.entry(Kind.FACT, present("id", id));
        return memory.forget(fact).counts().containsKey(Kind.FACT);
    }
}
