package dev.daybook.internal.forget;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.internal.ledger.FactLedger;
import dev.daybook.internal.quarantine.QuarantineStates.QuarantinedEntry;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Erasure cascade: finds every version in a scope that a forget must erase, and the form of the entries that stay.
 *
 * <p>The cascade is a breadth-first walk over citations. It starts at the selected episodes and versions. A version is
 * marked when it matches the selection or cites an affected entry. An entry is affected when it is erased or loses a
 * version, because a citing entry may have read just that version. The walk ends when no entry becomes affected any
 * more.
 *
 * <p>An entry that stays shows no trace of an erased one: the periods of the facts are computed without it; a note
 * superseded by an erased note, or a summary folded into an erased summary, is live again. Such entries are put back in
 * the same commit.
 *
 * <p>For a quarantine, {@link #kept()} separates the erased entries that are kept from the derived ones that are
 * derived again.
 */
final class ErasureCascade {

    private final Scope scope;
    private final Comparator<Fact> factOrder;
    private final Map<EntryKey, VersionedEntry> held = new LinkedHashMap<>();
    private final Set<EntryKey> erased = new LinkedHashSet<>();
    private final Set<EntryKey> selected = new HashSet<>();
    private final Map<EntryKey, Set<VersionedEntry>> citing = new HashMap<>();
    private final Deque<EntryKey> unfollowed = new ArrayDeque<>();

    /** @param factOrder the order of the facts on their timelines */
    ErasureCascade(Scope scope, Collection<VersionedEntry> held, Comparator<Fact> factOrder) {
        this.scope = scope;
        this.factOrder = factOrder;
        for (VersionedEntry each : held) {
            this.held.put(each.key(), each);
            each.versions().stream()
                    .flatMap(version -> version.sources().stream())
                    .filter(ref -> ref.scope().equals(scope))
                    .forEach(ref -> citing.computeIfAbsent(key(ref), unused -> new LinkedHashSet<>())
                            .add(each));
        }
    }

    private static EntryKey key(EntryRef ref) {
        return new EntryKey(ref.kind(), ref.id());
    }

    /** Marks an episode for erasure. Its citations are followed by the next call that marks versions. */
    void markEpisode(EntryKey episode) {
        erased.add(episode);
        unfollowed.add(episode);
    }

    /** Marks versions that the selection names itself, in contrast to entries reached by citation. */
    void markSelected(Predicate<VersionedEntry.Version> which) {
        held.values().stream()
                .filter(each -> each.versions().stream().anyMatch(which))
                .forEach(each -> selected.add(each.key()));
        mark(which);
    }

    /**
     * Marks the repetitions of facts that the selection names by their ids: what is shown of a fact is forgotten, not one
     * of its sources.
     */
    void markRepetitions(Set<String> facts) {
        Set<EntryKey> repetitions = held.values().stream()
                .filter(each -> each.isA(Kind.FACT) && each.repeatsAny(facts))
                .map(VersionedEntry::key)
                .collect(Collectors.toSet());
        selected.addAll(repetitions);
        mark(version -> repetitions.contains(version.stored().key()));
    }

    /** Marks versions of blocks that append to a marked version and so contain its text. */
    void markAppended() {
        Set<VersionedEntry.Version> appended = held.values().stream()
                .filter(each -> each.isA(Kind.BLOCK))
                .flatMap(each -> each.versions().stream().filter(each::appendsToMarked))
                .collect(Collectors.toSet());
        mark(appended::contains);
    }

    /** Marks versions and follows their citations to the end. */
    void mark(Predicate<VersionedEntry.Version> which) {
        held.values().forEach(each -> mark(each, which));
        while (!unfollowed.isEmpty()) {
            EntryRef cited = ref(unfollowed.remove());
            for (VersionedEntry each : citing.getOrDefault(key(cited), Set.of())) {
                mark(each, version -> version.sources().contains(cited));
            }
        }
    }

    private EntryRef ref(EntryKey key) {
        return new EntryRef(scope, key.kind(), key.id());
    }

    private void mark(VersionedEntry each, Predicate<VersionedEntry.Version> which) {
        VersionedEntry.Disposition before = each.disposition();
        each.mark(which);
        VersionedEntry.Disposition after = each.disposition();
        if (after == VersionedEntry.Disposition.ERASED) {
            erased.add(each.key());
        }
        if (before == VersionedEntry.Disposition.KEPT && after != before) {
            unfollowed.add(each.key());
        }
    }

    /** Returns whether the current version of an entry has ended at a time. */
    boolean hasEnded(EntryKey key, Instant at) {
        VersionedEntry each = held.get(key);
        return each != null && EntryCodec.isExpired(each.current().stored(), at);
    }

    /** Returns the entries that are marked so far. */
    Set<EntryKey> erased() {
        return Collections.unmodifiableSet(erased);
    }

    boolean isErased(EntryKey key) {
        return erased.contains(key);
    }

    ErasurePlan plan(List<String> states) {
        return ErasurePlan.of(scope, List.copyOf(erased), putBack(), states);
    }

    /**
     * Returns the entries to keep in quarantine, except episodes: erased entries that were asserted or selected.
     * Includes links: notes that stay and were replaced by a kept one. The periods of facts are computed at a release.
     */
    List<QuarantinedEntry> kept() {
        Map<EntryKey, Blob> left = putBack().stream().collect(Collectors.toMap(EntryPut::key, EntryPut::body));
        List<QuarantinedEntry> kept = new ArrayList<>();
        for (VersionedEntry each : held.values()) {
            each.newestMarked().filter(version -> isKept(each, version)).ifPresent(version -> {
                // The text of an earlier version stays replaced by later versions after a release.
                Blob replacement = version == each.current() ? left.get(each.key()) : null;
                kept.add(QuarantinedEntry.entry(version.stored(), replacement));
            });
        }
        Set<EntryKey> keys = kept.stream().map(QuarantinedEntry::key).collect(Collectors.toSet());
        held.values().stream()
                .filter(each -> !each.isA(Kind.FACT) && !isErased(each.key()) && left.containsKey(each.key()))
                .filter(each -> names(each.current().entry(), ref -> isWithin(ref) && keys.contains(key(ref))))
                .forEach(each -> kept.add(
                        QuarantinedEntry.link(each.current().stored(), Objects.requireNonNull(left.get(each.key())))));
        return kept;
    }

    /** Derived entries are rederived, and withdrawn ones are not visible, so neither is kept. */
    private boolean isKept(VersionedEntry each, VersionedEntry.Version version) {
        String status = version.stored().status();
        boolean isVisible = each.isA(Kind.BLOCK) ? status.equals(EntryPut.LIVE) : !status.equals(EntryLedger.WITHDRAWN);
        return isVisible
                && (selected.contains(each.key()) || version.entry().origin().source() != Origin.Source.DERIVATION);
    }

    RederivedInputs additions() {
        return RederivedInputs.of(held.values().stream().filter(each -> isErased(each.key())), selected, this::stays);
    }

    /**
     * Returns the ids of episodes that stay while facts are erased that follow from them and from an erased one. Facts
     * are derived from them again.
     */
    Set<String> factInputsToRederive() {
        return held.values().stream()
                .filter(each -> each.isA(Kind.FACT) && isErased(each.key()))
                .filter(each -> !selected.contains(each.key()) && !each.isWithdrawn())
                .map(each -> each.current().entry())
                .filter(fact -> fact.origin().source() == Origin.Source.DERIVATION)
                .flatMap(fact -> ((Fact) fact).ownSources().stream())
                .filter(ref -> ref.kind() == Kind.EPISODE && stays(ref))
                .map(EntryRef::id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Returns the ids of episodes that stay while blocks lose text of their notes. The core is derived from them again.
     */
    Set<String> coreInputsToRederive() {
        Set<String> episodes = new LinkedHashSet<>();
        held.values().stream().filter(each -> each.isA(Kind.BLOCK)).forEach(each -> {
            List<EntryRef> left =
                    isErased(each.key()) ? List.of() : each.survivor().sources();
            each.markedSources().stream()
                    .filter(ref -> ref.kind() == Kind.NOTE && stays(ref) && !left.contains(ref))
                    .map(ref -> held.get(key(ref)))
                    .filter(Objects::nonNull)
                    .flatMap(note -> note.current().sources().stream())
                    .filter(ref -> ref.kind() == Kind.EPISODE && stays(ref))
                    .forEach(ref -> episodes.add(ref.id()));
        });
        return episodes;
    }

    private boolean isWithin(EntryRef ref) {
        return ref.scope().equals(scope);
    }

    private boolean stays(EntryRef ref) {
        return isWithin(ref) && !isErased(key(ref));
    }

    private List<EntryPut> putBack() {
        Map<EntryKey, EntryWrite> facts = factsWithoutErased();
        Set<EntryRef> foldedInto = held.values().stream()
                .filter(each -> each.isA(Kind.SUMMARY) && isErased(each.key()))
                .flatMap(each -> each.versions().stream())
                .flatMap(version -> version.sources().stream())
                .collect(Collectors.toSet());
        List<EntryPut> puts = new ArrayList<>();
        for (VersionedEntry each : held.values()) {
            if (isErased(each.key())) {
                continue;
            }
            EntryWrite changed = facts.get(each.key());
            EntryWrite left = changed == null ? left(each, foldedInto) : changed;
            boolean names = each.versions().stream().anyMatch(version -> namesErased(version.entry()));
            if (each.disposition() == VersionedEntry.Disposition.LOSES_VERSIONS
                    || names
                    || changed != null
                    || !left.entry().equals(each.current().entry())) {
                puts.add(new EntryWrite(
                                left.entry(),
                                left.status(),
                                each.unchangedSince().stored().recorded(),
                                null)
                        .toPut());
            }
        }
        return puts;
    }

    private EntryWrite left(VersionedEntry each, Set<EntryRef> foldedInto) {
        EntryWrite left = EntryWrite.of(survivor(each, foldedInto));
        if (each.isA(Kind.FACT)) {
            return new EntryWrite(left.entry(), each.current().stored().status(), left.recorded(), null);
        }
        return each.isWithdrawn() ? left.withdrawn() : left;
    }

    /** Returns the facts that stay and change by the erasure; none if no fact is erased. */
    private Map<EntryKey, EntryWrite> factsWithoutErased() {
        Set<String> ids = erased.stream()
                .filter(key -> key.kind() == Kind.FACT)
                .map(EntryKey::id)
                .collect(Collectors.toSet());
        if (ids.isEmpty()) {
            return Map.of();
        }
        List<StoredEntry> current = held.values().stream()
                .filter(each -> each.isA(Kind.FACT))
                .map(each -> each.current().stored())
                .toList();
        return FactLedger.without(current, ids, factOrder).stream()
                .collect(Collectors.toMap(
                        write -> new EntryKey(Kind.FACT, write.entry().id()), write -> write));
    }

    private boolean namesErased(Entry entry) {
        return names(entry, this::isErased);
    }

    /** Tests whether an entry was ended or replaced by one of these. */
    private boolean names(Entry entry, Predicate<EntryRef> some) {
        return successors(scope, entry).anyMatch(some);
    }

    /** Returns references to the entries that ended, replaced or repeated an entry. */
    static Stream<EntryRef> successors(Scope scope, Entry entry) {
        if (entry instanceof Fact fact) {
            String by = fact.supersededBy();
            Stream<EntryRef> repeating =
                    fact.sources().stream().skip(fact.ownSources().size());
            return by == null ? repeating : Stream.concat(Stream.of(new EntryRef(scope, Kind.FACT, by)), repeating);
        }
        return entry instanceof Note note ? note.supersededBy().stream() : Stream.of();
    }

    private boolean isErased(EntryRef ref) {
        return isWithin(ref) && isErased(key(ref));
    }

    /** Returns an entry that stays in its new form, or the same object if it does not change. */
    private Entry survivor(VersionedEntry each, Set<EntryRef> foldedInto) {
        Entry survivor = each.survivor().entry();
        if (survivor instanceof Fact fact && each.isWithdrawn() && namesErased(fact)) {
            // A withdrawn fact is on no timeline: its own end is found again if it comes back.
            return fact.asStated();
        }
        if (survivor instanceof Note note && namesErased(note)) {
            return RemainingEntries.supersededBy(
                    note,
                    note.supersededBy().stream().filter(ref -> !isErased(ref)).toList());
        }
        if (survivor instanceof Summary summary
                && summary.state() == Summary.State.FOLDED
                && foldedInto.contains(ref(each.key()))) {
            return summary.in(Summary.State.LIVE, summary.updatedAt());
        }
        return survivor instanceof Block earlier
                        && each.current().entry() instanceof Block present
                        && !earlier.equals(present)
                ? RemainingEntries.inPlaceOf(present, earlier)
                : survivor;
    }
}
