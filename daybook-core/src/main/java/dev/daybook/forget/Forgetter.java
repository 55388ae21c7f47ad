package dev.daybook.forget;

import dev.daybook.data.Erasure;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.remember.AuditTrail;
import dev.daybook.remember.FactWriter;
import dev.daybook.remember.SessionStates;
import dev.daybook.remember.Turns;
import dev.daybook.remember.Ulids;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Erased;
import dev.daybook.spi.Head;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Forgets: finds what a selection means, and erases it in one step with the record that it was done. The record holds
 * counts and keyed hashes of ids, and the key goes with the scope. Thread-safe.
 */
public final class Forgetter {

    private static final int PAGE = 1_000;

    private final Store store;
    private final Clock clock;
    private final Turns turns;
    private final AuditTrail audit;
    private final FactWriter facts;
    private final Ulids operations;

    public Forgetter(Store store, Clock clock, Turns turns, AuditTrail audit, FactWriter facts) {
        this.facts = facts;
        this.store = store;
        this.clock = clock;
        this.turns = turns;
        this.audit = audit;
        this.operations = new Ulids(clock);
    }

    /** What would go. */
    public Erasure preview(Scope scope, Selection selection) {
        Map<Kind, Long> counts = selection.isEverything()
                ? store.head(scope).counts()
                : counts(matches(scope, selection).keys());
        return new Erasure("", counts, now(), 0, Erasure.Bytes.KEPT);
    }

    public Erasure forget(Scope scope, Selection selection) {
        return turns.take(scope, () -> selection.isEverything() ? everything(scope) : some(scope, selection));
    }

    /** Erases one fact, after what it had ended was let go on; whether it was there. */
    public boolean forgetFact(Scope scope, String id) {
        return turns.take(scope, () -> {
            Key key = new Key(Kind.FACT, id);
            if (store.get(scope, List.of(key)).isEmpty()) {
                return false;
            }
            facts.release(scope, Set.of(id));
            erase(scope, Erase.of(List.of(key), List.of()), "forget", List.of(id));
            return true;
        });
    }

    /** The erasure as it is after waiting for at most some time. */
    public Erasure await(Erasure erasure, Duration timeout) {
        if (erasure.bytes() != Erasure.Bytes.PENDING) {
            return erasure;
        }
        return new Erasure(
                erasure.operation(),
                erasure.counts(),
                erasure.at(),
                erasure.number(),
                store.bytes(erasure.number(), timeout));
    }

    private Erasure everything(Scope scope) {
        Head head = store.head(scope);
        boolean empty = head.counts().isEmpty()
                && store.states(scope, "", null, 1).items().isEmpty();
        if (empty) {
            return nothing();
        }
        Erasure erasure = erase(scope, Erase.EVERYTHING, "forget everything", List.of());
        audit.drop(scope);
        return erasure;
    }

    private Erasure some(Scope scope, Selection selection) {
        Matches matches = matches(scope, selection);
        List<String> states = matches.emptied().stream()
                .filter(session -> SessionStates.isKnown(store, scope, session))
                .map(SessionStates::name)
                .toList();
        if (matches.keys().isEmpty() && states.isEmpty()) {
            return nothing();
        }
        return erase(
                scope,
                Erase.of(List.copyOf(matches.keys()), states),
                "forget",
                matches.keys().stream().map(Key::id).toList());
    }

    private Erasure erase(Scope scope, Erase what, String action, List<String> ids) {
        OffsetDateTime at = now();
        String operation = operations.next("op_");
        AuditTrail.Entry entry = audit.record(scope, operation, action, at.toInstant(), ids);
        Batch alongside = new Batch(scope, operation, List.of(), List.of(), List.of(), entry.audit());
        Erased erased = store.erase(scope, what, alongside);
        return new Erasure(
                operation, erased.counts(), at, erased.number(), store.bytes(erased.number(), Duration.ZERO));
    }

    /**
     * What a selection means.
     *
     * @param keys the entries to erase
     * @param emptied the sessions that have no entry left then
     */
    private record Matches(Set<Key> keys, Set<String> emptied) {}

    private Matches matches(Scope scope, Selection selection) {
        Set<Key> keys = new LinkedHashSet<>();
        Set<String> sessions = new HashSet<>();
        Set<String> kept = new HashSet<>();
        // One earlier version that matches takes the whole episode along: a text that was corrected was said all the
        // same.
        Scan versions = Scan.of(Kind.EPISODE).versions(Scan.Versions.ALL).limit(PAGE);
        if (selection.episode() == null && selection.before() == null) {
            versions = versions.in(selection.session());
        }
        each(scope, versions, version -> {
            if (matches(selection, version)) {
                keys.add(version.key());
            }
        });
        each(scope, Scan.of(Kind.EPISODE).limit(PAGE), current -> {
            String session = current.session();
            if (session != null) {
                (keys.contains(current.key()) ? sessions : kept).add(session);
            }
        });
        if (selection.session() != null && selection.before() == null && selection.episode() == null) {
            sessions.add(selection.session());
        }
        sessions.removeAll(kept);
        return new Matches(keys, sessions);
    }

    private static boolean matches(Selection selection, Stored version) {
        return (selection.session() == null || selection.session().equals(version.session()))
                && (selection.before() == null
                        || version.time().isBefore(selection.before().toInstant()))
                && (selection.episode() == null
                        || selection.episode().equals(version.key().id()));
    }

    private void each(Scope scope, Scan scan, Consumer<Stored> reader) {
        Page<Stored> page = store.scan(scope, scan);
        page.items().forEach(reader);
        while (page.cursor() != null) {
            page = store.scan(scope, scan.after(page.cursor()));
            page.items().forEach(reader);
        }
    }

    private static Map<Kind, Long> counts(Set<Key> keys) {
        return keys.stream().collect(Collectors.groupingBy(Key::kind, Collectors.counting()));
    }

    private Erasure nothing() {
        return new Erasure("", Map.of(), now(), 0, Erasure.Bytes.GONE);
    }

    private OffsetDateTime now() {
        return OffsetDateTime.now(clock);
    }
}
