package dev.daybook.chroma;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.Head;
import dev.daybook.store.ScopeNumbers;
import java.util.EnumMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The counters of a scope that never decrease.
 *
 * @param positions the last position by kind
 * @param audits the number of audit entries
 * @param chain the hash of the last audit entry
 * @param named whether the scope is one to copy: it was written, and not erased as a whole since
 */
record ScopeCounters(long revision, long epoch, Map<Kind, Long> positions, long audits, String chain, boolean named) {

    static final ScopeCounters NONE = new ScopeCounters(0, 0, Map.of(), 0, "", false);

    private static final String EPOCH = MetadataKeys.PREFIX + "epoch";
    private static final String AUDITS = MetadataKeys.PREFIX + "audits";
    private static final String CHAIN = MetadataKeys.PREFIX + "chain";
    private static final String STATES = MetadataKeys.PREFIX + "states";
    private static final String NAMED = MetadataKeys.PREFIX + "named";
    private static final String LAST = MetadataKeys.PREFIX + "last_";
    private static final String COUNT = MetadataKeys.PREFIX + "count_";

    ScopeCounters {
        positions = Map.copyOf(positions);
    }

    /** Encodes the row of the scope, with the values that a list of scopes shows. */
    ObjectNode keys(Scope scope, Map<Kind, Long> counts, int states) {
        ObjectNode keys = RowFilters.object()
                .put(MetadataKeys.TYPE, "scope")
                .put(MetadataKeys.SCOPE, scope.code())
                .put(MetadataKeys.REVISION, revision)
                .put(EPOCH, epoch)
                .put(AUDITS, audits)
                .put(CHAIN, chain)
                .put(STATES, states);
        for (Kind kind : Kind.values()) {
            keys.put(LAST + kind.label(), positions.getOrDefault(kind, 0L));
            keys.put(COUNT + kind.label(), counts.getOrDefault(kind, 0L));
        }
        // Only where it does not follow from the others; null removes the key.
        return named && !holdsSomething(keys) ? keys.put(NAMED, true) : keys.putNull(NAMED);
    }

    static ScopeCounters read(JsonNode keys) {
        return new ScopeCounters(
                keys.path(MetadataKeys.REVISION).asLong(0),
                keys.path(EPOCH).asLong(0),
                numbers(keys, LAST),
                keys.path(AUDITS).asLong(0),
                keys.path(CHAIN).asString(""),
                isNamed(keys));
    }

    static Head head(JsonNode keys) {
        return new Head(
                keys.path(MetadataKeys.REVISION).asLong(0), keys.path(EPOCH).asLong(0), numbers(keys, COUNT));
    }

    static boolean isNamed(JsonNode keys) {
        return keys.path(NAMED).asBoolean(false) || holdsSomething(keys);
    }

    static boolean holdsSomething(JsonNode keys) {
        return keys.path(STATES).asLong(0) > 0 || !numbers(keys, COUNT).isEmpty();
    }

    private static Map<Kind, Long> numbers(JsonNode keys, String prefix) {
        Map<Kind, Long> numbers = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            long number = keys.path(prefix + kind.label()).asLong(0);
            if (number > 0) {
                numbers.put(kind, number);
            }
        }
        return numbers;
    }

    /** Returns the numbers of the scope. */
    ScopeNumbers numbers(Map<Kind, Long> counts) {
        return new ScopeNumbers(revision, epoch, positions, counts);
    }

    /** Returns a copy no lower than the position and revision of a row. */
    ScopeCounters atLeast(IndexedEntry indexedEntry) {
        Map<Kind, Long> higher = new EnumMap<>(Kind.class);
        higher.putAll(positions);
        higher.merge(indexedEntry.key().kind(), indexedEntry.position(), Math::max);
        return new ScopeCounters(Math.max(revision, indexedEntry.revision()), epoch, higher, audits, chain, named);
    }
}
