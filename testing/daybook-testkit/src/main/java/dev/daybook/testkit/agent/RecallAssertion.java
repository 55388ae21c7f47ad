package dev.daybook.testkit.agent;

import dev.daybook.Memory;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import java.util.List;

/**
 * The hits of a query, to be asserted on; {@link MemoryAssertions#assertRecalls} makes one. The query runs once, so all
 * methods see the same hits. Texts are compared as parts, case ignored. Each method throws an {@link AssertionError}
 * unless it holds, and returns this assertion otherwise. Immutable.
 */
public final class RecallAssertion {

    private final Memory memory;
    private final Query query;
    private final List<Hit> hits;

    RecallAssertion(Memory memory, Query query) {
        this.memory = memory;
        this.query = query;
        this.hits = memory.recall(query);
    }

    /** Returns the hits, the best first, for assertions of your own. */
    public List<Hit> hits() {
        return hits;
    }

    /** Asserts that for each of the texts there is a hit that contains it. */
    public RecallAssertion contains(String... texts) {
        for (String text : TextMatch.parts(texts)) {
            if (rankOf(text) < 0) {
                throw missing(
                        "no hit contains the expected text", "a hit that contains " + TextMatch.quoted(text), text);
            }
        }
        return this;
    }

    /** Asserts that the best hit contains a text. */
    public RecallAssertion first(String text) {
        int rank = rankOf(TextMatch.part(text));
        String expected = "a first hit that contains " + TextMatch.quoted(text);
        if (rank < 0) {
            throw missing("no hit contains the expected text", expected, text);
        }
        if (rank > 0) {
            throw report("the expected text is hit " + (rank + 1) + ", not the first", expected)
                    .lines("hits", HitLines.of(hits))
                    .field(
                            "remedy",
                            "compare the reasons of hit 1 and hit " + (rank + 1)
                                    + "; ask with words that only the expected entry has, or accept contains(…)")
                    .error();
        }
        return this;
    }

    /** Asserts that no hit contains any of the texts. */
    public RecallAssertion omits(String... texts) {
        for (String text : TextMatch.parts(texts)) {
            int rank = rankOf(text);
            if (rank >= 0) {
                throw report(
                                "hit " + (rank + 1) + " contains a text that must not be recalled",
                                "no hit that contains " + TextMatch.quoted(text))
                        .lines("hits", HitLines.of(hits))
                        .field(
                                "remedy",
                                "forget or quarantine the entry if the memory must not have it; otherwise narrow the query"
                                        + " (limit, minimumScore, kinds, sessions, validAt)")
                        .error();
            }
        }
        return this;
    }

    RecallAssertion isNotEmpty() {
        if (hits.isEmpty()) {
            long entries = memory.archive().profile().counts().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            throw report("nothing is recalled", "at least one hit")
                    .lines("hits", HitLines.of(hits))
                    .field(
                            "remedy",
                            entries == 0
                                    ? "the scope is empty: check that the agent wrote to it, with this user id"
                                    : "the scope has " + entries + " entries, but the query leaves out all of them;"
                                            + " remove a condition, or ask with words of the entry")
                    .error();
        }
        return this;
    }

    private int rankOf(String text) {
        for (int i = 0; i < hits.size(); i++) {
            if (TextMatch.contains(hits.get(i).text(), text)) {
                return i;
            }
        }
        return -1;
    }

    private AssertionError missing(String headline, String expected, String text) {
        MissingText missing = MissingText.of(memory, query, text);
        return report(headline, expected)
                .lines("hits", HitLines.of(hits))
                .lines("elsewhere", missing.places())
                .field("remedy", missing.remedy())
                .error();
    }

    private FailureReport report(String headline, String expected) {
        return new FailureReport(headline)
                .memory(memory.scope())
                .field("query", HitLines.query(query))
                .field("expected", expected);
    }
}
