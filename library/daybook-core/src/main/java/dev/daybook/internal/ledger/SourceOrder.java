package dev.daybook.internal.ledger;

import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Store;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Orders facts by start. At the same start the fact that was said later comes last, independent of the order of
 * learning, which a failing model reverses: by time and position of the newest source episode, without a known one by the
 * time of learning. Episodes are looked up on demand and cached. For one caller.
 */
public final class SourceOrder implements Comparator<Fact> {

    private final Store store;
    private final Scope scope;
    private final Map<String, Optional<Said>> episodes = new HashMap<>();

    public SourceOrder(Store store, Scope scope) {
        this.store = store;
        this.scope = scope;
    }

    /** Adds an episode that is not written yet: of its time it is said last. */
    public SourceOrder with(Episode unwritten) {
        episodes.put(unwritten.id(), Optional.of(new Said(unwritten.occurredAt().toInstant(), Long.MAX_VALUE)));
        return this;
    }

    /** The time at which a fact was said, and the position of its source; 0: it has none. */
    private record Said(Instant at, long position) implements Comparable<Said> {

        @Override
        public int compareTo(Said other) {
            int times = at.compareTo(other.at);
            return times != 0 ? times : Long.compare(position, other.position);
        }
    }

    @Override
    public int compare(Fact one, Fact other) {
        int begins = one.validFrom().toInstant().compareTo(other.validFrom().toInstant());
        int said = begins != 0 ? begins : said(one).compareTo(said(other));
        return said != 0 ? said : Long.compare(learned(one), learned(other));
    }

    private Said said(Fact fact) {
        return fact.ownSources().stream()
                .filter(source ->
                        source.kind() == Kind.EPISODE && source.scope().equals(scope))
                .flatMap(source -> episode(source).stream())
                .max(Comparator.naturalOrder())
                .orElseGet(() -> new Said(fact.recordedAt().toInstant(), 0));
    }

    private Optional<Said> episode(EntryRef source) {
        return episodes.computeIfAbsent(
                source.id(),
                id -> store.get(scope, List.of(new EntryKey(Kind.EPISODE, id))).stream()
                        .findFirst()
                        .map(stored -> new Said(stored.time(), stored.position())));
    }

    /** A fact without a position is being written now. */
    private static long learned(Fact fact) {
        return fact.position() == 0 ? Long.MAX_VALUE : fact.position();
    }
}
