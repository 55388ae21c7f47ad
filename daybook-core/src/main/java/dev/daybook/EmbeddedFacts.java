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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        List<Receipt> receipts = parts.facts().write(scope, Arguments.all("facts", facts), memory.policy());
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
    public List<Fact> recall(String text, FactQuery query) {
        present("text", text);
        present("query", query);
        parts.isolation().recalls(scope, Kind.FACT);
        if (query.limit() <= 0) {
            return List.of();
        }
        if (parts.vectors().isPresent() && !text.isBlank()) {
            return byMeaning(text, query);
        }
        return new FactWords(text).best(list(query.limit(Integer.MAX_VALUE)), query.limit());
    }

    /** A fact that has no vector yet is found by its words: it was learnt, whatever became of the embedder. */
    private List<Fact> byMeaning(String text, FactQuery wanted) {
        Query query = Query.of(text)
                .by(By.MEANING)
                .kinds(Kind.FACT)
                .asOf(wanted.asOf())
                .limit(Integer.MAX_VALUE);
        List<Fact> near = memory.search(query).stream()
                .map(hit -> (Fact) hit.entry())
                .filter(wanted::matches)
                .toList();
        Set<String> known = near.stream().map(Fact::id).collect(Collectors.toSet());
        List<Fact> others = list(wanted.limit(Integer.MAX_VALUE)).stream()
                .filter(fact -> !known.contains(fact.id()))
                .toList();
        FactWords words = new FactWords(text);
        List<Fact> named = words.best(others, wanted.limit());
        Stream<Fact> found = words.areUsable()
                ? Stream.concat(named.stream(), near.stream())
                : Stream.concat(near.stream(), named.stream());
        return found.limit(wanted.limit()).toList();
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
