package dev.daybook.internal.grounding;

import dev.daybook.internal.words.RelatedTerms;
import dev.daybook.model.Message;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The sources of a check with their statistics: a rare word says more than a frequent one. Not thread-safe. */
final class SourceConversation {

    /** The value of a related word beside that of the word itself, where a whole message is sought. */
    static final double RELATED = 0.7;

    /** The same where content must be shown to be there: related words alone show little. */
    static final double HARDLY_RELATED = 0.3;

    private final List<SourceTurn> turns;
    private final Map<String, Integer> turnsByTerm = new HashMap<>();
    private final Map<String, List<RelatedTerms.Related>> related = new HashMap<>();
    private final Set<String> speakers = new LinkedHashSet<>();
    private final Set<String> people = new LinkedHashSet<>();
    private final TextCosines cosines;
    private @Nullable SourceNumbers numbers;

    SourceConversation(List<SourceMessage> sources, PausedEmbedder embedder) {
        cosines = new TextCosines(embedder);
        turns = sources.stream().map(SourceTurn::of).toList();
        for (SourceTurn turn : turns) {
            turn.terms().forEach(term -> turnsByTerm.merge(term, 1, Integer::sum));
            if (!turn.speaker().isEmpty()) {
                speakers.add(turn.speaker());
            }
            if (turn.isByPerson()) {
                people.add(turn.speaker());
            }
        }
    }

    List<SourceTurn> turns() {
        return turns;
    }

    /** Returns all speakers, in lower case. */
    Set<String> speakers() {
        return speakers;
    }

    /** Returns the speakers without assistants and tools, in lower case. */
    Set<String> people() {
        return people;
    }

    /** Computed at the first number of a statement: most have none, and the dates of all messages are read. */
    SourceNumbers saidNumbers() {
        SourceNumbers said = numbers == null ? SourceNumbers.of(turns) : numbers;
        numbers = said;
        return said;
    }

    TextCosines cosines() {
        return cosines;
    }

    boolean has(String term) {
        return turnsByTerm.containsKey(term);
    }

    /** Returns the name that a statement about "the user" is about; empty if there are several people. */
    String user() {
        return people.contains(Message.USER) || people.size() != 1
                ? Message.USER
                : people.iterator().next();
    }

    double weight(String term) {
        return Math.log(1 + turns.size() / (double) turnsByTerm.getOrDefault(term, 1));
    }

    double weight(Set<String> terms) {
        return terms.stream().mapToDouble(this::weight).sum();
    }

    /** Returns the part of some terms that a text has, by weight, from 0 to 1; no terms are there. */
    double share(Set<String> terms, Set<String> text, double ofRelated) {
        double all = 0;
        double found = 0;
        for (String term : terms) {
            double weight = weight(term);
            all += weight;
            found += weight * (text.contains(term) ? 1 : ofRelated * closeness(term, text));
        }
        return all == 0 ? 1 : found / all;
    }

    private double closeness(String term, Set<String> text) {
        double best = 0;
        for (RelatedTerms.Related other : related.computeIfAbsent(term, RelatedTerms::of)) {
            if (other.closeness() > best && text.contains(other.term())) {
                best = other.closeness();
            }
        }
        return best;
    }

    /** Returns the terms of the turns from {@code before} turns before an index to {@code after} turns after it. */
    Set<String> around(int index, int before, int after) {
        Set<String> terms = new HashSet<>();
        for (int i = Math.max(0, index - before); i <= Math.min(turns.size() - 1, index + after); i++) {
            terms.addAll(turns.get(i).terms());
        }
        return terms;
    }
}
