package dev.daybook.testkit.agent;

import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.query.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The reason why no hit of a query contains a text: the entries that contain it, each with the rule or the rank that
 * kept it out, and the remedy.
 *
 * @param isFound whether such an entry is a hit of the query all the same
 */
record MissingText(List<String> places, String remedy, boolean isFound) {

    /** Entries beyond these are not explained: three show the reason. */
    private static final int EXPLAINED = 3;

    static MissingText of(Memory memory, Query query, String text) {
        List<Entry> entries = containing(memory.archive().exportAll(), text);
        if (!entries.isEmpty()) {
            return excluded(memory, query, entries);
        }
        for (QuarantineReceipt hidden : memory.quarantine().list()) {
            List<Entry> quarantined = containing(memory.quarantine().entries(hidden.operation()), text);
            if (!quarantined.isEmpty()) {
                return new MissingText(
                        List.of(HitLines.place(quarantined.get(0)) + ": in quarantine " + hidden.operation()),
                        "release the quarantine, or expect no recall while it lasts",
                        false);
            }
        }
        return new MissingText(
                List.of("no entry of this scope contains it"),
                "check that the agent wrote it, with this user id and in these words, and that nothing forgot it",
                false);
    }

    private static List<Entry> containing(Stream<Entry> all, String text) {
        try (Stream<Entry> entries = all) {
            return entries.filter(entry -> TextMatch.contains(entry.text(), text))
                    .limit(EXPLAINED)
                    .toList();
        }
    }

    private static MissingText excluded(Memory memory, Query query, List<Entry> entries) {
        List<String> places = new ArrayList<>();
        Entry best = entries.get(0);
        Explanation ofBest = explain(memory, query, best);
        for (Entry entry : entries) {
            Explanation explanation = explain(memory, query, entry);
            if (explanation.score() > ofBest.score()) {
                best = entry;
                ofBest = explanation;
            }
            places.add(HitLines.place(entry) + ": " + reason(explanation));
            if (!explanation.why().isEmpty()) {
                places.add("   " + HitLines.why(explanation.why()));
            }
        }
        return new MissingText(places, remedy(query, best, ofBest), ofBest.returned());
    }

    private static Explanation explain(Memory memory, Query query, Entry entry) {
        return memory.explain(query, new EntryRef(memory.scope(), entry.kind(), entry.id()));
    }

    private static String reason(Explanation explanation) {
        String rank = explanation.rank() > 0
                ? "rank " + explanation.rank() + ", score " + HitLines.number(explanation.score())
                : "";
        String rule = explanation.keptOut() == null ? "" : "left out: " + explanation.keptOut();
        return rank + (rank.isEmpty() || rule.isEmpty() ? "" : ", ") + rule;
    }

    private static String remedy(Query query, Entry entry, Explanation explanation) {
        Instant asOf = query.asOf();
        if (asOf != null && entry.recordedAt().toInstant().isAfter(asOf)) {
            return "it was recorded at " + entry.recordedAt() + ", after the time of the query; ask as of a later time";
        }
        if (explanation.returned()) {
            return "it is a hit, but with other words; compare the texts of the hits";
        }
        if (explanation.rank() > query.limit()) {
            return "ask for at least " + explanation.rank() + " hits (Query.of(text).limit(" + explanation.rank()
                    + ")), or ask with words of the entry";
        }
        if (explanation.rank() > 0) {
            return "lower the minimum score, or ask with words of the entry";
        }
        return "change the condition of the query that leaves it out, or ask with words of the entry";
    }
}
