package dev.daybook.internal.context;

import dev.daybook.internal.ledger.FactContradictions;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Statement;
import dev.daybook.outcome.Hit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The facts recalled for a prompt, each in one of three groups: those that contradict each other, statements, which stand
 * for their messages, and all others.
 */
final class RecalledFacts {

    private final List<List<Hit>> contradictions = new ArrayList<>();
    private final List<Hit> statements = new ArrayList<>();
    private final List<Hit> others = new ArrayList<>();

    RecalledFacts(List<Hit> hits) {
        Map<Hit, List<Hit>> groups = groups(hits);
        for (Hit hit : hits) {
            List<Hit> group = groups.get(hit);
            Statement statement = ((Fact) hit.entry()).statement();
            if (group != null) {
                if (!contradictions.contains(group)) {
                    contradictions.add(group);
                }
            } else if (statement == null) {
                others.add(hit);
            } else if (statement.grounding() != GroundingClass.INFERRED) {
                // A statement that its messages do not show to be said is not shown either.
                (statement.messages().isEmpty() ? others : statements).add(hit);
            }
        }
    }

    private static Map<Hit, List<Hit>> groups(List<Hit> hits) {
        Map<Hit, List<Hit>> groups = new HashMap<>();
        hits.stream().collect(Collectors.groupingBy(Hit::scope)).values().forEach(ofScope -> {
            Map<Fact, Hit> byFact = ofScope.stream()
                    .collect(Collectors.toMap(hit -> (Fact) hit.entry(), hit -> hit, (one, same) -> one));
            FactContradictions.among(byFact.keySet()).forEach(facts -> {
                List<Hit> group = facts.stream().map(byFact::get).toList();
                group.forEach(hit -> groups.put(hit, group));
            });
        });
        return groups;
    }

    /** Returns the facts that contradict each other, the newest of each contradiction first. */
    List<List<Hit>> contradictions() {
        return contradictions;
    }

    /** Returns the statements with known messages. */
    List<Hit> statements() {
        return statements;
    }

    /** Returns triples, and statements without a message. */
    List<Hit> others() {
        return others;
    }
}
