package dev.daybook.internal.forget;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.context.KeptContexts;
import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.internal.ledger.SessionStates;
import dev.daybook.internal.ledger.SourceOrder;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.quarantine.QuarantineStates.QuarantinedEntry;
import dev.daybook.internal.settings.RefusalStates;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.Selection;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Head;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns a selection into erasure plans, for a forget or a quarantine. Reads the store and changes nothing. */
final class ErasurePlanner {

    private final Store store;
    private final boolean keeping;
    private final VersionReads versions;
    private final @Nullable Instant endedAt;

    /** @param keeping whether the selected entries are kept in quarantine */
    ErasurePlanner(Store store, boolean keeping) {
        this(store, keeping, null);
    }

    /**
     * @param keeping whether the selected entries are kept in quarantine
     * @param asOf the time whose versions are considered, for an erasure that is only supposed; null: all versions
     */
    ErasurePlanner(Store store, boolean keeping, @Nullable Instant asOf) {
        this(store, keeping, asOf, null);
    }

    private ErasurePlanner(Store store, boolean keeping, @Nullable Instant asOf, @Nullable Instant endedAt) {
        this.store = store;
        this.keeping = keeping;
        this.versions = new VersionReads(store, asOf);
        this.endedAt = endedAt;
    }

    /**
     * Returns a planner of the erasure of ended entries. Of the selected ones it takes only those that have ended: a kept
     * version in quarantine may have, while the entry of its id is live, and the other way round.
     *
     * @param at the time at which they have ended
     */
    static ErasurePlanner ofEnded(Store store, Instant at) {
        return new ErasurePlanner(store, false, null, at);
    }

    /**
     * Plans the erasure in a scope of all that any of the selections matches.
     *
     * @param upTo the last revision of the scope to consider
     */
    ErasurePlan planScope(Scope scope, List<Selection> selections, long upTo) {
        Head head = store.head(scope);
        if (selections.stream().anyMatch(Selection.Everything.class::isInstance) && head.revision() <= upTo) {
            List<StateChange> kept = retainedSettings(scope);
            long present = kept.stream().filter(state -> state.bytes() != null).count();
            return isEmpty(scope, Math.toIntExact(present))
                    ? ErasurePlan.empty(scope)
                    : ErasurePlan.wholeScope(scope, head.counts()).withMarks(kept);
        }
        ErasureCascade erasureCascade = new ErasureCascade(scope, held(scope, head), new SourceOrder(store, scope));
        Set<String> sessions = new HashSet<>();
        for (Selection selection : selections) {
            if (selection instanceof Selection.Matching matching
                    && matching.session() != null
                    && matching.equals(Selection.session(matching.session()))) {
                sessions.add(matching.session());
            }
        }
        Set<String> touched = new HashSet<>(sessions);
        SelectedEpisodes episodes = new SelectedEpisodes(store, versions, scope, selections);
        Map<EntryKey, StoredEntry> survivors =
                keeping ? episodes.markToHide(upTo, erasureCascade) : episodes.mark(upTo, erasureCascade);
        sessions.addAll(episodes.emptied(erasureCascade.erased(), survivors.keySet(), touched));
        Predicate<VersionedEntry.Version> selected = version -> version.stored().contentRevision() <= upTo
                && selections.stream().anyMatch(selection -> SelectionMatch.matches(selection, version));
        mark(erasureCascade, selections, selected);
        if (keeping) {
            erasureCascade.markAppended();
            ErasurePlan plan = withDerivedStates(scope, erasureCascade.plan(List.of()), touched)
                    .withMarks(marks(scope, erasureCascade));
            return quarantine(plan, erasureCascade.kept(), survivors);
        }
        ErasurePlan plan = withDerivedStates(scope, erasureCascade.plan(sessionStates(scope, sessions)), touched)
                .withMarks(marks(scope, erasureCascade))
                .withSurvivors(survivors.values().stream()
                        .map(ErasurePlanner::withoutVersions)
                        .toList());
        Instant at = endedAt;
        return plan.withoutQuarantined(forgotten(
                scope,
                plan.affectedRefs(),
                at == null ? selected : selected.and(kept -> EntryCodec.isExpired(kept.stored(), at))));
    }

    private void mark(
            ErasureCascade erasureCascade, List<Selection> selections, Predicate<VersionedEntry.Version> selected) {
        Instant at = endedAt;
        if (at != null) {
            // Nobody chose these: a repetition with another end stays, and what has other sources is derived again.
            erasureCascade.mark(selected.and(
                    version -> erasureCascade.hasEnded(version.stored().key(), at)));
            return;
        }
        erasureCascade.markSelected(selected);
        Set<String> facts =
                selections.stream().flatMap(ErasurePlanner::selectedFacts).collect(Collectors.toSet());
        if (!facts.isEmpty()) {
            erasureCascade.markRepetitions(facts);
        }
    }

    private static Stream<String> selectedFacts(Selection selection) {
        return selection instanceof Selection.Matching matching && matching.kind() == Kind.FACT
                ? matching.ids().stream()
                : Stream.empty();
    }

    /**
     * Returns whether a scope has no entry and no further state.
     *
     * @param states the number of states that do not count
     */
    boolean isEmpty(Scope scope, int states) {
        return store.head(scope).counts().isEmpty()
                && store.states(scope, "", null, states + 1).items().size() == states;
    }

    /**
     * Returns the settings, the model costs and the hashes of forgotten texts of a space, which a forget of everything
     * keeps: erasing memory must not change permissions. They expect the versions that are read here, and 0 where nothing
     * is set: a change takes no revision, so the head does not show one that comes before the erasure.
     */
    private List<StateChange> retainedSettings(Scope scope) {
        if (!(scope instanceof Scope.Shared)) {
            return List.of();
        }
        Map<String, StateChange> kept = new TreeMap<>();
        Stream.concat(SettingsStates.NAMES.stream(), Stream.of(DerivedStates.SPENT))
                .forEach(name -> kept.put(name, new StateChange(name, 0, null)));
        Stream.of(SettingsStates.PREFIX, DerivedStates.SPENT, RefusalStates.PREFIX)
                .flatMap(prefix -> PagedReads.all(cursor -> store.states(scope, prefix, cursor, PagedReads.SIZE)))
                .forEach(
                        state -> kept.put(state.name(), new StateChange(state.name(), state.version(), state.bytes())));
        return List.copyOf(kept.values());
    }

    /**
     * Returns a plan that hides episodes instead of erasing them. Where the current version replaced one that is not
     * selected, that one comes back.
     *
     * @param survivors the newest version of each such episode that is not selected
     */
    private ErasurePlan quarantine(
            ErasurePlan plan, List<QuarantinedEntry> others, Map<EntryKey, StoredEntry> survivors) {
        List<EntryKey> episodes =
                plan.erased().stream().filter(key -> key.kind() == Kind.EPISODE).toList();
        List<QuarantinedEntry> kept = new ArrayList<>(others);
        Map<EntryKey, StoredEntry> stored = store.get(plan.scope(), episodes).stream()
                .collect(Collectors.toMap(StoredEntry::key, episode -> episode));
        // In the order of the plan, as a store returns entries in any order.
        List<EntryPut> hidden = new ArrayList<>();
        for (EntryKey key : episodes) {
            StoredEntry episode = stored.get(key);
            StoredEntry survivor = survivors.get(key);
            if (episode == null || survivor == null) {
                kept.add(QuarantinedEntry.episode(key));
            } else {
                kept.add(QuarantinedEntry.versions(episode, survivor.body(), survivor.contentRevision() + 1));
            }
            if (episode != null) {
                // Keeps the recording time, so that point-in-time queries find the episode as before once it is
                // released, and never the version that is hidden.
                hidden.add(new EntryWrite(
                                EntryCodec.decode(survivor == null ? episode : survivor),
                                survivor == null ? QuarantineStates.STATUS : EntryPut.LIVE,
                                episode.recorded(),
                                episode)
                        .toPut());
            }
        }
        return plan.withKept(kept, hidden);
    }

    /**
     * Returns the entries to erase from quarantine: selected entries, entries that cite an erased one, and links to
     * both.
     */
    private List<QuarantinedEntry> forgotten(
            Scope scope, Predicate<EntryRef> erased, Predicate<VersionedEntry.Version> selected) {
        List<QuarantinedEntry> all = QuarantineStates.all(store, scope).toList();
        Set<QuarantinedEntry> forgotten = new LinkedHashSet<>();
        for (QuarantinedEntry each : all) {
            StoredEntry version = each.version();
            boolean matches = version == null || each.key().kind() == Kind.EPISODE
                    ? erased.test(ref(scope, each.key()))
                    : selected.test(new VersionedEntry.Version(version))
                            || citesAny(new VersionedEntry.Version(version), erased);
            if (matches || each.isLink() && erased.test(ref(scope, each.key()))) {
                forgotten.add(each);
            }
        }
        Set<EntryKey> keys = forgotten.stream().map(QuarantinedEntry::key).collect(Collectors.toSet());
        all.stream()
                .filter(each -> each.isLink()
                        && each.entry().stream()
                                .flatMap(entry -> ErasureCascade.successors(scope, entry))
                                .anyMatch(ref -> keys.contains(new EntryKey(ref.kind(), ref.id()))))
                .forEach(forgotten::add);
        return List.copyOf(forgotten);
    }

    private static boolean citesAny(VersionedEntry.Version version, Predicate<EntryRef> erased) {
        return version.sources().stream().anyMatch(erased);
    }

    private static EntryRef ref(Scope scope, EntryKey key) {
        return new EntryRef(scope, key.kind(), key.id());
    }

    /** Adds the derived states that concern the erased entries. */
    ErasurePlan withDerivedStates(Scope scope, ErasurePlan plan, Set<String> sessions) {
        Set<EntryKey> keys = new HashSet<>(plan.erase().keys());
        ErasurePlan derived = plan.withStates(DerivedStates.concerning(store, scope, keys, sessions));
        // Kept contexts are in the shared scope. Those that show an entry of another scope are found with the shared
        // entries that cite it.
        return scope instanceof Scope.Shared && !keys.isEmpty()
                ? derived.withStates(KeptContexts.citing(store, scope.space(), plan.affectedRefs()))
                : derived;
    }

    /** Returns the names of the states of a scope with this prefix. */
    List<String> states(Scope scope, String prefix) {
        return PagedReads.all(cursor -> store.states(scope, prefix, cursor, PagedReads.SIZE))
                .map(ScopeState::name)
                .toList();
    }

    /**
     * Plans the erasure in the shared scope: the entries that cite erased entries of a scope, and states about them.
     */
    ErasurePlan planCiting(Scope shared, Scope scope, Predicate<EntryRef> erased, List<String> states) {
        ErasureCascade erasureCascade =
                new ErasureCascade(shared, held(shared, store.head(shared)), new SourceOrder(store, shared));
        erasureCascade.mark(version -> citesAny(version, erased));
        List<String> concerned = new ArrayList<>(states);
        concerned.addAll(KeptContexts.citing(store, scope, erased));
        ErasurePlan plan = withDerivedStates(shared, erasureCascade.plan(concerned), Set.of())
                .withMarks(marks(shared, erasureCascade));
        return keeping
                ? quarantine(plan, erasureCascade.kept(), Map.of())
                : plan.withoutQuarantined(forgotten(shared, plan.affectedRefs().or(erased), version -> false));
    }

    /**
     * Queues derivations for episodes that stay while notes, facts or core text derived from them are erased. A note that the
     * selection names itself is not derived again.
     */
    private List<StateChange> marks(Scope scope, ErasureCascade erasureCascade) {
        RederivedInputs rederivedInputs = erasureCascade.additions();
        List<StateChange> marks = new ArrayList<>();
        episodes(scope, rederivedInputs.excluded())
                .forEach(episode ->
                        marks.add(DerivedStates.removedNote(episode.key().id())));
        episodes(scope, rederivedInputs.inputsToRederive())
                .forEach(episode -> marks.add(
                        DerivedStates.due(DerivedStates.NOTES, episode.key().id(), episode.contentRevision())));
        episodes(scope, erasureCascade.factInputsToRederive())
                .forEach(episode -> marks.add(
                        DerivedStates.due(DerivedStates.FACTS, episode.key().id(), episode.contentRevision())));
        episodes(scope, erasureCascade.coreInputsToRederive())
                .forEach(episode -> marks.add(
                        DerivedStates.due(DerivedStates.CORE, episode.key().id(), episode.contentRevision())));
        return marks;
    }

    private List<StoredEntry> episodes(Scope scope, Set<String> ids) {
        return store.get(
                scope, ids.stream().map(id -> new EntryKey(Kind.EPISODE, id)).toList());
    }

    /** Visits the keys of all entries of a scope. */
    void keys(Scope scope, Consumer<EntryKey> each) {
        for (Kind kind : store.head(scope).counts().keySet()) {
            versions.read(scope, EntryScan.of(kind)).map(StoredEntry::key).forEach(each);
        }
    }

    private static EntryPut withoutVersions(StoredEntry survivor) {
        return new EntryWrite(EntryCodec.decode(survivor), survivor.status(), survivor.recorded(), null).toPut();
    }

    private List<String> sessionStates(Scope scope, Set<String> sessions) {
        return sessions.stream()
                .filter(session -> SessionStates.isKnown(store, scope, session))
                .map(SessionStates::name)
                .toList();
    }

    private Collection<VersionedEntry> held(Scope scope, Head head) {
        Map<EntryKey, VersionedEntry> held = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            if (kind != Kind.EPISODE && head.counts().containsKey(kind)) {
                versions.read(scope, EntryScan.of(kind).versions(EntryScan.Versions.ALL))
                        .forEach(version -> held.computeIfAbsent(version.key(), VersionedEntry::new)
                                .add(version));
            }
        }
        return held.values();
    }
}
