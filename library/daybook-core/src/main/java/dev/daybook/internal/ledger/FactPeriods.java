package dev.daybook.internal.ledger;

import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Fact.Assertion;
import dev.daybook.model.Kind;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes when the statements of a line hold, from all of them at once, so that neither the order of their arrival nor a
 * statement that came and went matters.
 *
 * <p>In order of their start, each statement ends at the first later one that ends it, or at its own end if that is
 * earlier. A derived statement that repeats an open one is not shown: its sources are added to those of the open one. So
 * is an ending that ends nothing, which waits for an earlier statement to arrive.
 */
final class FactPeriods {

    private final List<FactStatement> line;
    private final Map<String, List<Integer>> byValue = new HashMap<>();
    private final List<Integer> endingOthers = new ArrayList<>();

    /** The index of the statement that ends another, by the index of the other. */
    private final Map<Integer, Integer> ends = new HashMap<>();

    private FactPeriods(List<FactStatement> line) {
        this.line = line;
    }

    /**
     * A fact as it is shown, or as it is kept while it is not shown.
     *
     * @param fact with its computed end and the sources of its repetitions
     */
    record Period(Fact fact, boolean isShown) {}

    /** Computes the periods of the statements of one line, in their order. */
    static List<Period> of(List<FactStatement> statements, Comparator<Fact> order) {
        FactPeriods periods = new FactPeriods(statements.stream()
                .sorted(Comparator.comparing(FactStatement::fact, order))
                .toList());
        periods.findEnds();
        return periods.all();
    }

    private void findEnds() {
        for (int i = 0; i < line.size(); i++) {
            byValue.computeIfAbsent(line.get(i).relation().value(), value -> new ArrayList<>())
                    .add(i);
            if (line.get(i).endsOthers()) {
                endingOthers.add(i);
            }
        }
        for (int i = 0; i < line.size(); i++) {
            int ofSameValue = firstEnding(byValue.get(line.get(i).relation().value()), i);
            int ofAnyValue = firstEnding(endingOthers, i);
            int first = Math.min(ofSameValue, ofAnyValue);
            OffsetDateTime own = line.get(i).fact().validUntil();
            if (first < line.size()
                    && (own == null || line.get(first).fact().validFrom().isBefore(own))) {
                ends.put(i, first);
            }
        }
    }

    /** Returns the first of some indexes behind a place whose statement ends the one at the place; the size: none. */
    private int firstEnding(List<Integer> indexes, int place) {
        int from = Collections.binarySearch(indexes, place + 1);
        for (int i = from < 0 ? -from - 1 : from; i < indexes.size(); i++) {
            if (line.get(indexes.get(i)).ends(line.get(place))) {
                return indexes.get(i);
            }
        }
        return line.size();
    }

    private List<Period> all() {
        Set<Integer> ending = new HashSet<>(ends.values());
        Map<Integer, Integer> repeated = new HashMap<>();
        Map<Integer, List<FactStatement>> repetitions = new HashMap<>();
        for (int i = 0; i < line.size(); i++) {
            Integer first = ending.contains(i) ? null : repeatedBy(i, repeated);
            if (first != null) {
                repeated.put(i, first);
                repetitions.computeIfAbsent(first, place -> new ArrayList<>()).add(line.get(i));
            }
        }
        List<Period> periods = new ArrayList<>();
        for (int i = 0; i < line.size(); i++) {
            FactStatement statement = line.get(i);
            Integer first = repeated.get(i);
            if (first != null) {
                periods.add(new Period(hidden(statement, line.get(first).id()), false));
            } else {
                periods.add(new Period(
                        shown(i, repetitions.getOrDefault(i, List.of())), !statement.isEnd() || ending.contains(i)));
            }
        }
        return periods;
    }

    /** Returns the index of the first shown statement that the one at a place repeats while it is open; null: none. */
    private @Nullable Integer repeatedBy(int place, Map<Integer, Integer> repeated) {
        FactStatement statement = line.get(place);
        for (int earlier : byValue.get(statement.relation().value())) {
            if (earlier >= place) {
                return null;
            }
            if (!repeated.containsKey(earlier)
                    && statement.repeats(line.get(earlier))
                    && ends.getOrDefault(earlier, line.size()) > place) {
                return earlier;
            }
        }
        return null;
    }

    private static Fact hidden(FactStatement statement, String by) {
        Fact fact = statement.fact();
        OffsetDateTime until = fact.validUntil();
        Assertion assertion =
                new Assertion(until, statement.isSingleValued(), fact.sources().size());
        return fact.until(null, by).asserted(until == null ? null : assertion);
    }

    private Fact shown(int place, List<FactStatement> repetitions) {
        FactStatement statement = line.get(place);
        Fact fact = statement.fact();
        Integer end = ends.get(place);
        Fact computed = end == null
                ? fact.until(fact.validUntil(), statement.closer())
                : fact.until(line.get(end).fact().validFrom(), line.get(end).id());
        Set<EntryRef> sources = new LinkedHashSet<>(fact.sources());
        repetitions.stream()
                .filter(FactStatement::isIndependent)
                .flatMap(repetition -> repetition.fact().sources().stream())
                .filter(source -> source.kind() == Kind.EPISODE)
                .forEach(sources::add);
        boolean isPlain = sources.size() == fact.sources().size()
                && (end == null || fact.validUntil() == null)
                && (statement.isSingleValued() || !FactStatement.isGiven(fact));
        Assertion assertion = new Assertion(
                fact.validUntil(), statement.isSingleValued(), fact.sources().size());
        return computed.withSources(List.copyOf(sources)).asserted(isPlain ? null : assertion);
    }
}
