package dev.daybook.internal.ledger;

import dev.daybook.model.Fact;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.outcome.FactAssessment.Effect;
import dev.daybook.outcome.FactAssessment.EffectKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The effects of facts that were added to a timeline: the shown facts before and after are compared. */
final class FactEffects {

    private final FactTimeline line;

    FactEffects(FactTimeline line) {
        this.line = line;
    }

    /** Returns the effects of one added fact on the facts that were shown before. */
    List<Effect> of(FactLedger.QuotedFact said, Fact added) {
        FactStatement statement = line.statement(added.id());
        Fact now = line.get(added.id()).orElse(added);
        List<Effect> effects = new ArrayList<>();
        for (Fact before : line.shownBefore()) {
            if (line.statement(before.id())
                    .relation()
                    .line()
                    .equals(statement.relation().line())) {
                effect(statement, now, before)
                        .ifPresent(kind -> effects.add(new Effect(kind, said.sentence(), said.fact(), before)));
            }
        }
        boolean repeatsItself = !line.isShown(added.id()) && now.supersededBy() != null;
        if (effects.isEmpty() && !repeatsItself) {
            effects.add(new Effect(EffectKind.NEW, said.sentence(), said.fact(), null));
        }
        return effects;
    }

    private Optional<EffectKind> effect(FactStatement added, Fact now, Fact before) {
        Fact after = line.get(before.id()).orElse(before);
        if (added.id().equals(after.supersededBy())) {
            return Optional.of(line.isShown(before.id()) ? EffectKind.ENDS : EffectKind.REPEATS);
        }
        if (now.supersededBy() != null && !line.isShown(now.id())) {
            return before.id().equals(now.supersededBy()) ? Optional.of(EffectKind.REPEATS) : Optional.empty();
        }
        boolean meet = added.isEnd() ? after.isValidAt(now.validFrom().toInstant()) : FactStatement.overlap(now, after);
        return meet ? beside(added, line.statement(before.id())) : Optional.empty();
    }

    /** Returns the effect of a statement on another one that holds at the same time. */
    private static Optional<EffectKind> beside(FactStatement added, FactStatement present) {
        boolean isSame = added.relation().equals(present.relation());
        boolean isLate = added.fact().validFrom().isBefore(present.fact().validFrom());
        boolean areOpposed = isLate ? present.opposes(added) : added.opposes(present);
        if (added.isEnd() ? isSame : areOpposed) {
            return Optional.of(EffectKind.CONTRADICTS);
        }
        if (isSame) {
            boolean isOfSameForm = kind(added) == kind(present)
                    && Objects.equals(added.fact().validUntil(), present.fact().validUntil());
            return Optional.of(isOfSameForm ? EffectKind.REPEATS : EffectKind.REFINES);
        }
        return !added.isEnd() && isDetail(added.relation(), present.relation())
                ? Optional.of(EffectKind.REFINES)
                : Optional.empty();
    }

    private static StatementKind kind(FactStatement said) {
        Statement statement = said.fact().statement();
        return statement == null ? StatementKind.STATE : statement.kind();
    }

    /** Returns whether an object has all words of another one and more: "green tea" and "tea". */
    private static boolean isDetail(FactRelation detailed, FactRelation plain) {
        Set<String> more = words(detailed.value());
        return detailed.isOpposite() == plain.isOpposite()
                && more.size() > words(plain.value()).size()
                && more.containsAll(words(plain.value()));
    }

    private static Set<String> words(String value) {
        return new HashSet<>(Arrays.asList(value.split(" ")));
    }
}
