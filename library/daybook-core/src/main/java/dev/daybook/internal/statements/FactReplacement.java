package dev.daybook.internal.statements;

import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.ledger.FactLedger;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the facts found earlier in the same episodes. A fact belongs to its first source, and facts found again stay
 * unchanged, but for the trust and the end of their sources. A fact of another episode that rests on an earlier text of
 * one of these goes, and its episode is read again.
 */
final class FactReplacement {

    private final FactLedger facts;
    private final Scope scope;
    private final Map<EntryRef, Episode> read;

    /** @param episodes the episodes that were read */
    FactReplacement(FactLedger facts, Scope scope, List<Episode> episodes) {
        this.facts = facts;
        this.scope = scope;
        this.read = episodes.stream()
                .collect(Collectors.toMap(
                        episode -> new EntryRef(scope, Kind.EPISODE, episode.id()), Function.identity()));
    }

    void write(List<NewFact> found, EntryLedger.Change change) {
        Set<String> outdated = new HashSet<>();
        facts.replace(change, scope, statements -> replacement(found, statements, outdated));
        outdated.forEach(id -> change.state(DerivedStates.due(DerivedStates.FACTS, id, 0)));
    }

    /** Adds the ids of the episodes whose facts follow from an earlier version of a message. */
    private FactLedger.Replacement replacement(List<NewFact> found, List<Fact> statements, Set<String> outdated) {
        Set<String> withdrawn = new HashSet<>();
        Map<String, NewFact> kept = new HashMap<>();
        List<Fact> derived = statements.stream()
                .filter(fact -> fact.method() != SummaryMethod.GIVEN)
                .toList();
        List<Fact> before = derived.stream()
                .filter(fact -> owner(fact).filter(read::containsKey).isPresent())
                .toList();
        for (Fact fact : before) {
            found.stream()
                    .filter(again -> isSame(again, fact))
                    .findFirst()
                    .ifPresentOrElse(again -> kept.put(fact.id(), again), () -> withdrawn.add(fact.id()));
        }
        for (Fact fact : derived) {
            Optional<EntryRef> owner = owner(fact).filter(source -> !read.containsKey(source));
            if (owner.isPresent() && isOutdated(fact)) {
                withdrawn.add(fact.id());
                outdated.add(owner.get().id());
            }
        }
        return new FactLedger.Replacement(
                found.stream()
                        .filter(fact -> before.stream().noneMatch(there -> isSame(fact, there)))
                        .toList(),
                withdrawn,
                kept);
    }

    private static Optional<EntryRef> owner(Fact fact) {
        return fact.sources().stream()
                .filter(source -> source.kind() == Kind.EPISODE)
                .findFirst();
    }

    private boolean isOutdated(Fact fact) {
        return fact.sources().stream()
                .map(read::get)
                .filter(Objects::nonNull)
                .anyMatch(episode -> episode.revision() > fact.revision());
    }

    private static boolean isSame(NewFact found, Fact fact) {
        return found.subject().equals(fact.subject())
                && found.predicate().equals(fact.predicate())
                && found.object().equals(fact.object())
                && found.confidence() == fact.confidence()
                && found.method() == fact.method()
                && found.sources().equals(fact.sources())
                && Objects.equals(found.statement(), fact.statement())
                && fact.validFrom().equals(found.validFrom())
                && isSameEnd(found.validUntil(), fact);
    }

    /** A user may have ended the fact since, but an ending of another fact is never what a fact without an end says. */
    private static boolean isSameEnd(@Nullable OffsetDateTime found, Fact fact) {
        return found == null ? !fact.validFrom().equals(fact.validUntil()) : found.equals(fact.validUntil());
    }
}
