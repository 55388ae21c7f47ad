package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataQuestion;
import dev.daybook.bench.quality.data.DataTurn;
import dev.daybook.local.ApproximateTokens;
import dev.daybook.model.Message;
import dev.daybook.outcome.Context;
import dev.daybook.spi.TokenCounter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The turns that fit a token budget: those of a ranking, taken greedily, and those that the memory's own context
 * shows.
 *
 * @param byRank for each budget the ids of the turns
 * @param byContext for each budget the ids of the turns
 */
record PackedTurns(Map<Integer, Set<String>> byRank, Map<Integer, Set<String>> byContext) {

    static final List<Integer> BUDGETS = List.of(1_000, 2_000);

    /** For rankings that no context is made of, and questions that are not scored. */
    static final PackedTurns NOTHING = new PackedTurns(Map.of(), Map.of());

    /** The token counter of the daybook, which has no other set. */
    private static final TokenCounter COUNTER = new ApproximateTokens();

    static PackedTurns of(RememberedConversation remembered, DataQuestion question, List<DataTurn> ranked) {
        Map<Integer, Set<String>> byRank = new HashMap<>();
        Map<Integer, Set<String>> byContext = new HashMap<>();
        for (int budget : BUDGETS) {
            byRank.put(budget, greedy(ranked, budget));
            byContext.put(budget, shown(remembered, remembered.context(question, budget)));
        }
        return new PackedTurns(byRank, byContext);
    }

    Set<String> within(int budget) {
        return byRank.getOrDefault(budget, Set.of());
    }

    Set<String> inContext(int budget) {
        return byContext.getOrDefault(budget, Set.of());
    }

    /** From the first on, each turn that still fits. */
    static Set<String> greedy(List<DataTurn> ranked, int budget) {
        Set<String> taken = new HashSet<>();
        int left = budget;
        for (DataTurn turn : ranked) {
            int cost = COUNTER.count(rendered(turn));
            if (cost <= left) {
                left -= cost;
                taken.add(turn.id());
            }
        }
        return taken;
    }

    /** The line for a reader: the day, the speaker and the text. */
    static String rendered(DataTurn turn) {
        return turn.at().toLocalDate() + " " + turn.message().speaker() + ": "
                + turn.message().text() + "\n";
    }

    /** Returns the ids of the turns that a context shows. */
    static Set<String> shown(RememberedConversation remembered, Context context) {
        Set<String> shown = new HashSet<>();
        for (Context.Section section : context.sections()) {
            section.entries().forEach(entry -> {
                List<DataTurn> turns = remembered.turns(entry);
                for (DataTurn turn : turns) {
                    // A section names the episode; of an episode of two messages it may show one.
                    if (turns.size() == 1 || context.text().contains(opening(turn))) {
                        shown.add(turn.id());
                    }
                }
            });
        }
        return shown;
    }

    private static String opening(DataTurn turn) {
        Message message = turn.message();
        String speaker = message.name() == null ? message.role() : message.name() + " (" + message.role() + ")";
        return speaker + ": " + message.text().lines().findFirst().orElse("");
    }
}
