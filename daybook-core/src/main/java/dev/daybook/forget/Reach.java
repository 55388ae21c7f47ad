package dev.daybook.forget;

import dev.daybook.data.Block;
import dev.daybook.data.Entry;
import dev.daybook.data.Fact;
import dev.daybook.data.Kind;
import dev.daybook.data.Note;
import dev.daybook.data.Origin;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Summary;
import dev.daybook.remember.FactWriter;
import dev.daybook.remember.Ledger;
import dev.daybook.remember.Ledger.Posting;
import dev.daybook.remember.QuarantineStates.Kept;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How far a forget reaches in one scope. It begins with what matches, and goes on to what was derived from that, and from
 * that again. A version of an entry is doomed when it matches or cites something that goes. Who cites an entry that loses
 * only a version may have read just that one, so it is doomed as well.
 *
 * <p>What stays must show no trace of what goes: a fact that was ended by one that goes holds again, a note that was
 * superseded by one that goes is live again, and so is a summary that was folded into one that goes.
 */
final class Reach {

    private final Scope scope;
    private final ToLongFunction<Fact> sayings;
    private final Map<Key, Held> held = new LinkedHashMap<>();
    private final Set<Key> gone = new LinkedHashSet<>();
    private final Set<Key> meant = new HashSet<>();
    private final Map<Key, Set<Held>> citing = new HashMap<>();
    private final Deque<Key> spreading = new ArrayDeque<>();

    /** @param sayings where the log has what facts were taken from */
    Reach(Scope scope, Collection<Held> held, ToLongFunction<Fact> sayings) {
        this.scope = scope;
        this.sayings = sayings;
        for (Held each : held) {
            this.held.put(each.key(), each);
            each.versions().stream()
                    .flatMap(version -> version.sources().stream())
                    .filter(ref -> ref.scope().equals(scope))
                    .forEach(ref -> citing.computeIfAbsent(key(ref), unused -> new LinkedHashSet<>())
                            .add(each));
        }
    }

    private static Key key(Ref ref) {
        return new Key(ref.kind(), ref.id());
    }

    /** An episode goes. */
    void take(Key episode) {
        gone.add(episode);
        spreading.add(episode);
    }

    /** Versions go, of whatever entry, because somebody wants just these gone. */
    void takeMeant(Predicate<Held.Version> which) {
        held.values().stream()
                .filter(each -> each.versions().stream().anyMatch(which))
                .forEach(each -> meant.add(each.key()));
        take(which);
    }

    /** What was written on top of versions of blocks that go, and takes their text along, goes as well. */
    void takeWhatGoesOn() {
        Set<Held.Version> going = held.values().stream()
                .filter(each -> each.isA(Kind.BLOCK))
                .flatMap(each -> each.versions().stream().filter(each::goesOnFromDoomed))
                .collect(Collectors.toSet());
        take(going::contains);
    }

    /** Versions go, of whatever entry. */
    void take(Predicate<Held.Version> which) {
        held.values().forEach(each -> doom(each, which));
        while (!spreading.isEmpty()) {
            Ref cited = ref(spreading.remove());
            for (Held each : citing.getOrDefault(key(cited), Set.of())) {
                doom(each, version -> version.sources().contains(cited));
            }
        }
    }

    private Ref ref(Key key) {
        return new Ref(scope, key.kind(), key.id());
    }

    private void doom(Held each, Predicate<Held.Version> which) {
        Held.Fate before = each.fate();
        each.doom(which);
        Held.Fate after = each.fate();
        if (after == Held.Fate.GOES) {
            gone.add(each.key());
        }
        if (before == Held.Fate.STAYS && after != before) {
            spreading.add(each.key());
        }
    }

    boolean goes(Key key) {
        return gone.contains(key);
    }

    Doom doom(List<String> states) {
        return Doom.some(scope, List.copyOf(gone), putBack(), states);
    }

    /**
     * What is kept in quarantine of all that goes but episodes: what somebody wrote, or wants there. Besides, what stays and was
     * ended or replaced by that.
     */
    List<Kept> kept() {
        Map<Key, Blob> left = putBack().stream().collect(Collectors.toMap(Put::key, Put::body));
        List<Kept> kept = new ArrayList<>();
        for (Held each : held.values()) {
            each.newestDoomed().filter(version -> isKept(each, version)).ifPresent(version -> {
                // What an earlier version said stays replaced by what was said since.
                Blob since = version == each.current() ? left.get(each.key()) : null;
                kept.add(Kept.entry(version.stored(), since));
            });
        }
        Set<Key> keys = kept.stream().map(Kept::key).collect(Collectors.toSet());
        held.values().stream()
                .filter(each -> !goes(each.key()) && left.containsKey(each.key()))
                .filter(each -> names(each.current().entry(), ref -> isWithin(ref) && keys.contains(key(ref))))
                .forEach(each ->
                        kept.add(Kept.link(each.current().stored(), Objects.requireNonNull(left.get(each.key())))));
        return kept;
    }

    /** What Daybook made itself it makes again; what was taken back before nobody misses. */
    private boolean isKept(Held each, Held.Version version) {
        String status = version.stored().status();
        boolean isThere = each.isA(Kind.BLOCK) ? status.equals(Put.LIVE) : !status.equals(Ledger.WITHDRAWN);
        return isThere
                && (meant.contains(each.key()) || version.entry().origin().source() != Origin.Source.DERIVATION);
    }

    Additions additions() {
        return Additions.of(held.values().stream().filter(each -> goes(each.key())), meant, this::stays);
    }

    /** Episodes that stay, of whose notes text went into blocks that goes with something else: it is asked for again. */
    Set<String> robbedOfCore() {
        Set<String> episodes = new LinkedHashSet<>();
        held.values().stream().filter(each -> each.isA(Kind.BLOCK)).forEach(each -> {
            List<Ref> left = goes(each.key()) ? List.of() : each.survivor().sources();
            each.doomedSources().stream()
                    .filter(ref -> ref.kind() == Kind.NOTE && stays(ref) && !left.contains(ref))
                    .map(ref -> held.get(key(ref)))
                    .filter(Objects::nonNull)
                    .flatMap(note -> note.current().sources().stream())
                    .filter(ref -> ref.kind() == Kind.EPISODE && stays(ref))
                    .forEach(ref -> episodes.add(ref.id()));
        });
        return episodes;
    }

    private boolean isWithin(Ref ref) {
        return ref.scope().equals(scope);
    }

    private boolean stays(Ref ref) {
        return isWithin(ref) && !goes(key(ref));
    }

    private List<Put> putBack() {
        Map<String, Fact> reopened = reopened();
        Set<Ref> foldedInto = held.values().stream()
                .filter(each -> each.isA(Kind.SUMMARY) && goes(each.key()))
                .flatMap(each -> each.versions().stream())
                .flatMap(version -> version.sources().stream())
                .collect(Collectors.toSet());
        List<Put> puts = new ArrayList<>();
        for (Held each : held.values()) {
            if (goes(each.key())) {
                continue;
            }
            Entry left = left(each, reopened, foldedInto);
            boolean names = each.versions().stream().anyMatch(version -> namesGone(version.entry()));
            if (each.fate() == Held.Fate.LOSES_VERSIONS
                    || names
                    || !left.equals(each.current().entry())) {
                Posting posting =
                        Posting.of(left).recorded(each.since().stored().recorded());
                puts.add((each.isWithdrawn() ? posting.withdrawn() : posting).toPut());
            }
        }
        return puts;
    }

    private boolean namesGone(Entry entry) {
        return names(entry, this::goes);
    }

    /** Whether an entry was ended or replaced by one of some. */
    private boolean names(Entry entry, Predicate<Ref> some) {
        return enders(scope, entry).anyMatch(some);
    }

    /** What ended or replaced an entry. */
    static Stream<Ref> enders(Scope scope, Entry entry) {
        if (entry instanceof Fact fact) {
            String by = fact.supersededBy();
            return by == null ? Stream.of() : Stream.of(new Ref(scope, Kind.FACT, by));
        }
        return entry instanceof Note note ? note.supersededBy().stream() : Stream.of();
    }

    private boolean goes(Ref ref) {
        return isWithin(ref) && goes(key(ref));
    }

    /** What is left of an entry that stays; the same object if it stays as it is. */
    private Entry left(Held each, Map<String, Fact> reopened, Set<Ref> foldedInto) {
        Entry survivor = each.survivor().entry();
        if (survivor instanceof Fact fact) {
            return reopened.getOrDefault(fact.id(), fact);
        }
        if (survivor instanceof Note note && namesGone(note)) {
            return Copies.supersededBy(
                    note, note.supersededBy().stream().filter(ref -> !goes(ref)).toList());
        }
        if (survivor instanceof Summary summary
                && summary.state() == Summary.State.FOLDED
                && foldedInto.contains(ref(each.key()))) {
            return summary.in(Summary.State.LIVE, summary.updatedAt());
        }
        return survivor instanceof Block earlier
                        && each.current().entry() instanceof Block present
                        && !earlier.equals(present)
                ? Copies.inPlaceOf(present, earlier)
                : survivor;
    }

    private Map<String, Fact> reopened() {
        List<Fact> current = held.values().stream()
                .filter(each -> each.isA(Kind.FACT))
                .map(each -> (Fact) each.current().entry())
                .toList();
        Set<String> ids = gone.stream()
                .filter(key -> key.kind() == Kind.FACT)
                .map(Key::id)
                .collect(Collectors.toSet());
        return FactWriter.reopened(current, ids, sayings).stream()
                .map(this::notBeyondItsOwnEnd)
                .collect(Collectors.toMap(Fact::id, fact -> fact));
    }

    /** An end that it was asserted with comes back, if nothing ends it before. */
    private Fact notBeyondItsOwnEnd(Fact fact) {
        @Nullable OffsetDateTime own = null;
        Held versions = Objects.requireNonNull(held.get(new Key(Kind.FACT, fact.id())));
        for (Held.Version version : versions.versions()) {
            Fact earlier = (Fact) version.entry();
            if (earlier.supersededBy() == null) {
                own = earlier.validUntil();
            }
        }
        OffsetDateTime until = fact.validUntil();
        return own == null || until != null && until.isBefore(own) ? fact : fact.until(own, null);
    }
}
