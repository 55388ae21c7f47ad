package dev.daybook.replay;

import static java.util.stream.Collectors.toMap;

import dev.daybook.Memory;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The fact store of jeevesagent: our facts. */
record FactOperations(ReplayStage stage) {

    private static final int QUERY_LIMIT = 10;
    private static final int RECALL_LIMIT = 5;

    Map<String, SeedOperation> operations() {
        Map<String, SeedOperation> operations = new LinkedHashMap<>();
        for (String prefix : List.of("", "facts.")) {
            operations.put(prefix + "append", this::append);
            operations.put(prefix + "append_many", this::appendMany);
            operations.put(prefix + "query", this::query);
            operations.put(prefix + "recall_text", this::recall);
            operations.put(prefix + "all_facts", this::all);
        }
        operations.put("recall_facts", this::recall);
        operations.put(
                "facts left", given -> SeedJson.ids(facts().map(Held::fact).toList()));
        return operations;
    }

    private String append(StepArguments given) {
        Memory memory = memory(given);
        return ReplayStage.settled(memory, memory.facts().remember(fact(memory, given)));
    }

    /** One batch for each user; the ids are in the order in which the facts were given. */
    private List<String> appendMany(StepArguments given) {
        List<StepArguments> facts = given.objects("facts");
        Map<Scope, List<Integer>> places = new LinkedHashMap<>();
        IntStream.range(0, facts.size())
                .forEach(
                        place -> places.computeIfAbsent(memory(facts.get(place)).scope(), scope -> new ArrayList<>())
                                .add(place));
        Map<Integer, String> ids = places.values().stream()
                .flatMap(ofOne -> appendOfOne(facts, ofOne).entrySet().stream())
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
        return IntStream.range(0, facts.size()).mapToObj(ids::get).toList();
    }

    private Map<Integer, String> appendOfOne(List<StepArguments> facts, List<Integer> places) {
        Memory memory = memory(facts.get(places.get(0)));
        List<Receipt> receipts = memory.facts()
                .remember(places.stream()
                        .map(place -> fact(memory, facts.get(place)))
                        .toList());
        return IntStream.range(0, places.size())
                .boxed()
                .collect(toMap(places::get, place -> ReplayStage.settled(memory, receipts.get(place))));
    }

    private static NewFact fact(Memory memory, StepArguments given) {
        List<EntryRef> sources = given.texts("sources").stream()
                .map(id -> new EntryRef(memory.scope(), Kind.EPISODE, id))
                .toList();
        return NewFact.of(given.text("subject"), given.text("predicate"), given.text("object"))
                .id(given.id("id"))
                .confidence(given.decimal("confidence", 1))
                .validFrom(given.time("valid_from"))
                .validUntil(given.time("valid_until"))
                .recordedAt(given.time("recorded_at"))
                .sources(sources);
    }

    private List<String> query(StepArguments given) {
        return SeedJson.ids(memory(given)
                .facts()
                .list(FactQuery.all()
                        .subject(given.optionalText("subject"))
                        .predicate(given.optionalText("predicate"))
                        .object(given.optionalText("object_"))
                        .validAt(given.instant("valid_at"))
                        .limit(given.integer("limit", QUERY_LIMIT))));
    }

    private List<String> recall(StepArguments given) {
        return SeedJson.ids(memory(given)
                .facts()
                .recall(
                        given.text("query"),
                        FactQuery.all()
                                .validAt(given.instant("valid_at"))
                                .limit(given.integer("limit", RECALL_LIMIT))));
    }

    private List<@Nullable Object> all(StepArguments given) {
        return SeedJson.list(
                facts().map(held -> SeedJson.fact(held.memory(), held.fact())).toArray());
    }

    private record Held(Memory memory, Fact fact) {}

    private Stream<Held> facts() {
        return stage.memories()
                .flatMap(memory -> memory.facts().list(FactQuery.all()).stream().map(fact -> new Held(memory, fact)))
                .sorted(Comparator.comparing(held -> held.fact().id()));
    }

    private Memory memory(StepArguments given) {
        return stage.memory(given.optionalText("user_id"));
    }
}
