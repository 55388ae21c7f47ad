package dev.daybook;

import static dev.daybook.NullChecks.present;

import dev.daybook.data.Fact;
import dev.daybook.data.FactQuery;
import dev.daybook.data.Kind;
import dev.daybook.data.NewFact;
import dev.daybook.data.Query;
import dev.daybook.data.Query.By;
import dev.daybook.data.Receipt;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.recall.FactWordMatch;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The facts of one scope of a daybook in this process. */
final class EmbeddedFacts implements Facts {

    private final ScopeAccess access;
    private final DaybookWiring wiring;
    private final Scope scope;

    EmbeddedFacts(ScopeAccess access) {
        this.access = access;
        this.wiring = access.wiring();
        this.scope = access.scope();
    }

    @Override
    public Receipt assertFact(NewFact fact) {
        return assertAll(List.of(present("fact", fact))).get(0);
    }

    @Override
    public List<Receipt> assertAll(List<NewFact> facts) {
        List<Receipt> receipts = wiring.writes().facts().write(scope, NullChecks.all("facts", facts), access.policy());
        access.written();
        return receipts;
    }

    @Override
    public Optional<Fact> find(String id) {
        return wiring.writes().facts().find(scope, present("id", id));
    }

    @Override
    public List<Fact> list(FactQuery query) {
        return wiring.writes().facts().list(scope, present("query", query));
    }

    @Override
    public List<Fact> recall(String text, FactQuery query) {
        present("text", text);
        present("query", query);
        wiring.reads().isolation().recalls(scope, Kind.FACT);
        if (query.limit() <= 0) {
            return List.of();
        }
        if (wiring.vectors().isPresent() && !text.isBlank()) {
            return byMeaning(text, query);
        }
        return new FactWordMatch(text).best(list(query.limit(Integer.MAX_VALUE)), query.limit());
    }

    /** A fact that has no vector yet is found by its words: it was learnt, whatever became of the embedder. */
    private List<Fact> byMeaning(String text, FactQuery wanted) {
        Query query = Query.of(text)
                .by(By.MEANING)
                .kinds(Kind.FACT)
                .asOf(wanted.asOf())
                .limit(Integer.MAX_VALUE);
        List<Fact> near = access.search(query).stream()
                .map(hit -> (Fact) hit.entry())
                .filter(wanted::matches)
                .toList();
        Set<String> known = near.stream().map(Fact::id).collect(Collectors.toSet());
        List<Fact> others = list(wanted.limit(Integer.MAX_VALUE)).stream()
                .filter(fact -> !known.contains(fact.id()))
                .toList();
        FactWordMatch words = new FactWordMatch(text);
        List<Fact> named = words.best(others, wanted.limit());
        Stream<Fact> found = words.areUsable()
                ? Stream.concat(named.stream(), near.stream())
                : Stream.concat(near.stream(), named.stream());
        return found.limit(wanted.limit()).toList();
    }

    @Override
    public List<Fact> history(String id) {
        return wiring.writes().facts().history(scope, present("id", id));
    }

    @Override
    public boolean remove(String id) {
        Selection fact = Selection.entry(Kind.FACT, present("id", id));
        return access.forget(fact).counts().containsKey(Kind.FACT);
    }
}
