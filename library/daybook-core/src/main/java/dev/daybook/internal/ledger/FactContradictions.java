package dev.daybook.internal.ledger;

import dev.daybook.internal.words.MessageLanguage;
import dev.daybook.model.Fact;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the facts that hold at one time and cannot be true together, because the timeline could not decide between them: the
 * later one has too little trust to end the other, or they are a sentence and its denial without a relation.
 */
public final class FactContradictions {

    private static final Comparator<Fact> NEWEST_FIRST = Comparator.comparing(
                    (Fact fact) -> fact.validFrom().toInstant(), Comparator.reverseOrder())
            .thenComparing(FactLedger.NEWEST_FIRST)
            .thenComparing(Fact::id);

    private final Map<String, Set<Fact>> groups = new HashMap<>();

    private FactContradictions() {}

    /** A fact, and what it does to others. */
    private record Claim(Fact fact, FactStatement statement) {

        /** Returns whether the later of two claims of one line is against the other, which it may not end. */
        boolean isUndecided(Claim other) {
            Claim later = statement.mayEnd(other.statement) ? other : this;
            Claim earlier = later == this ? other : this;
            return !later.statement.mayEnd(earlier.statement)
                    && !later.fact.validFrom().isBefore(earlier.fact.validFrom())
                    && earlier.statement.isFirm()
                    && later.statement.opposes(earlier.statement);
        }

        /** Returns whether one of two claims with the same content denies it. What happened once may not happen again. */
        boolean isDenial(Claim other) {
            return isNegated(fact) != isNegated(other.fact)
                    && isLasting(fact)
                    && isLasting(other.fact)
                    && statement.isFirm()
                    && other.statement.isFirm();
        }

        boolean overlaps(Claim other) {
            return FactStatement.overlap(fact, other.fact);
        }
    }

    /**
     * Groups facts of one scope by their contradictions, each group newest first. A fact that none contradicts is in no
     * group.
     */
    public static List<List<Fact>> among(Collection<Fact> facts) {
        FactContradictions found = new FactContradictions();
        boolean someDeny = facts.stream().anyMatch(FactContradictions::isNegated);
        Map<FactRelation.Line, List<Claim>> byLine = new LinkedHashMap<>();
        Map<Set<String>, List<Claim>> byContent = new LinkedHashMap<>();
        for (Fact fact : facts) {
            Claim claim = new Claim(fact, FactStatement.of(fact, true));
            List<Claim> ofLine =
                    byLine.computeIfAbsent(claim.statement().relation().line(), line -> new ArrayList<>());
            ofLine.stream()
                    .filter(claim::overlaps)
                    .filter(claim::isUndecided)
                    .forEach(other -> found.add(claim, other));
            ofLine.add(claim);
            if (someDeny) {
                List<Claim> ofContent = byContent.computeIfAbsent(content(fact), content -> new ArrayList<>());
                ofContent.stream()
                        .filter(claim::overlaps)
                        .filter(claim::isDenial)
                        .forEach(other -> found.add(claim, other));
                ofContent.add(claim);
            }
        }
        return found.groups.values().stream()
                .distinct()
                .map(List::copyOf)
                .sorted(Comparator.comparing(group -> group.get(0), NEWEST_FIRST))
                .toList();
    }

    private void add(Claim one, Claim other) {
        Set<Fact> group = new TreeSet<>(NEWEST_FIRST);
        for (Fact fact : List.of(one.fact(), other.fact())) {
            group.add(fact);
            group.addAll(groups.getOrDefault(fact.id(), Set.of()));
        }
        group.forEach(fact -> groups.put(fact.id(), group));
    }

    private static boolean isNegated(Fact fact) {
        return fact.statement() != null && fact.statement().negated();
    }

    private static boolean isLasting(Fact fact) {
        Statement statement = fact.statement();
        return statement == null || statement.kind() != StatementKind.EVENT;
    }

    private static Set<String> content(Fact fact) {
        return MessageLanguage.of(fact.sentence()).contentOf(fact.sentence());
    }
}
