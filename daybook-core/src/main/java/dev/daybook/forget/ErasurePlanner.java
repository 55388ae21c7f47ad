package dev.daybook.forget;

import dev.daybook.codec.EntryCodec;
import dev.daybook.data.EntryRef;
import dev.daybook.data.Kind;
import dev.daybook.data.Origin;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.ledger.DerivedStates;
import dev.daybook.ledger.EntryLedger.EntryWrite;
import dev.daybook.ledger.KeptContexts;
import dev.daybook.ledger.QuarantineStates;
import dev.daybook.ledger.QuarantineStates.QuarantinedEntry;
import dev.daybook.ledger.RefusalStates;
import dev.daybook.ledger.SessionStates;
import dev.daybook.ledger.SettingsStates;
import dev.daybook.ledger.SourceOrder;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Head;
import dev.daybook.store.PagedReads;
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
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns a selection into erasure plans, for a forget or a quarantine. Reads the store and changes nothing. */
final class ErasurePlanner {

    private static final int PAGE = 1_000;

    private final Store store;
    private final boolean keeping;
    private final @Nullable Instant asOf;

    /** @param keeping whether the selected entries are kept in quarantine */
    ErasurePlanner(Store store, boolean keeping) {
        this(store, keeping, null);
    }

    /**
     * @param keeping whether the selected entries are kept in quarantine
     * @param asOf the time whose versions are considered, for an erasure that is only supposed; null: all versions
     */
    ErasurePlanner(Store store, boolean keeping, @Nullable Instant asOf) {
        this.store = store;
        this.keeping = keeping;
        this.asOf = asOf;
    }

    /**
     * Plans the erasure in a scope of all that any of the selections matches.
     *
     * @param upTo the last revision of the scope to consider
     */
    ErasurePlan planScope(Scope scope, List<Selection> selections, long upTo) {
        Head head = store.head(scope);
        if (selections.stream().anyMatch(Selection::isEverything) && head.revision() <= upTo) {
            List<StateChange> kept = retainedSettings(scope);
            long present = kept.stream().filter(state -> state.bytes() != null).count();
            return isEmpty(scope, Math.toIntExact(present))
                    ? ErasurePlan.empty(scope)
                    : ErasurePlan.wholeScope(scope, head.counts()).withMarks(kept);
        }
        ErasureCascade erasureCascade = new ErasureCascade(scope, held(scope, head), new SourceOrder(store, scope));
        Set<String> sessions = new HashSet<>();
        for (Selection selection : selections) {
            if (selection.session() != null && selection.equals(Selection.session(selection.session()))) {
                sessions.add(selection.session());
            }
        }
        Set<String> touched = new HashSet<>(sessions);
        sessions.addAll(markEpisodes(scope, selections, upTo, erasureCascade, touched));
        Predicate<VersionedEntry.Version> selected = version -> version.stored().contentRevision() <= upTo
                && selections.stream().anyMatch(selection -> matches(selection, version));
        erasureCascade.markSelected(selected);
        if (keeping) {
            erasureCascade.markAppended();
            ErasurePlan plan = withDerivedStates(scope, erasureCascade.plan(List.of()), touched)
                    .withMarks(marks(scope, erasureCascade));
            return quarantine(plan, erasureCascade.kept());
        }
        ErasurePlan plan = withDerivedStates(scope, erasureCascade.plan(sessionStates(scope, sessions)), touched)
                .withMarks(marks(scope, erasureCascade));
        return plan.withoutQuarantined(forgotten(scope, plan.affectedRefs(), selected));
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

    /** Returns a plan that hides episodes instead of erasing them. */
    private ErasurePlan quarantine(ErasurePlan plan, List<QuarantinedEntry> others) {
        List<EntryKey> episodes =
                plan.erased().stream().filter(key -> key.kind() == Kind.EPISODE).toList();
        List<QuarantinedEntry> kept = new ArrayList<>(others);
        episodes.forEach(key -> kept.add(QuarantinedEntry.episode(key)));
        Map<EntryKey, StoredEntry> stored = store.get(plan.scope(), episodes).stream()
                .collect(Collectors.toMap(StoredEntry::key, episode -> episode));
        // In the order of the plan, as a store returns entries in any order.
        List<EntryPut> hidden = episodes.stream()
                .map(stored::get)
                .filter(Objects::nonNull)
                // Keeps the recording time, so that point-in-time queries find the episode as before once it is
                // released.
                .map(episode -> new EntryWrite(
                                EntryCodec.decode(episode), QuarantineStates.STATUS, episode.recorded(), episode)
                        .toPut())
                .toList();
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
            boolean matches = version == null
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
                ? quarantine(plan, erasureCascade.kept())
                : plan.withoutQuarantined(forgotten(shared, plan.affectedRefs().or(erased), version -> false));
    }

    /**
     * Queues derivations for episodes that stay while notes or core text derived from them are erased. A note that the
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
            each(scope, EntryScan.of(kind), stored -> each.accept(stored.key()));
        }
    }

    /**
     * Marks the selected episodes and returns the sessions that lose all of theirs.
     *
     * @param touched receives the sessions that lose any episode
     */
    private Set<String> markEpisodes(
            Scope scope,
            List<Selection> selections,
            long upTo,
            ErasureCascade erasureCascade,
            Set<String> touched) {
        List<Selection> ofEpisodes = selections.stream()
                .filter(selection -> selection.kind() == null || selection.kind() == Kind.EPISODE)
                .toList();
        if (ofEpisodes.isEmpty()) {
            return Set.of();
        }
        ofEpisodes.forEach(selection -> markEpisodes(scope, selection, upTo, erasureCascade));
        Set<String> emptied = new HashSet<>();
        Set<String> kept = new HashSet<>();
        each(scope, EntryScan.of(Kind.EPISODE), current -> {
            String session = current.session();
            if (session != null) {
                (erasureCascade.isErased(current.key()) ? emptied : kept).add(session);
            }
        });
        touched.addAll(emptied);
        emptied.removeAll(kept);
        return emptied;
    }

    private void markEpisodes(Scope scope, Selection selection, long upTo, ErasureCascade erasureCascade) {
        // One matching version marks the whole episode, because a corrected text was recorded as well.
        EntryScan versions = EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL);
        if (selection.id() == null && selection.before() == null) {
            versions = versions.inSession(selection.session());
        }
        Set<String> quarantined = keeping ? QuarantineStates.episodes(store, scope) : Set.of();
        each(scope, versions, version -> {
            if (version.contentRevision() <= upTo
                    && !quarantined.contains(version.key().id())
                    && matches(selection, version)) {
                erasureCascade.markEpisode(version.key());
            }
        });
    }

    private static boolean matches(Selection selection, StoredEntry episode) {
        return matchesIdentity(selection, episode)
                && (selection.before() == null
                        || episode.time().isBefore(selection.before().toInstant()))
                && isSince(selection, episode)
                && (!hasOriginCondition(selection)
                        || isFrom(selection, EntryCodec.decode(episode).origin()));
    }

    /**
     * Tests a version of a derived or asserted entry. A derived entry has the age of its sources, so a time selects it
     * only through them, unless its id is given.
     */
    private static boolean matches(Selection selection, VersionedEntry.Version version) {
        boolean asserted = version.sources().isEmpty() || selection.id() != null;
        return matchesIdentity(selection, version.stored())
                && (selection.before() == null
                        || asserted && version.entry().recordedAt().isBefore(selection.before()))
                && (selection.since() == null || isWritten(selection, version) && isSince(selection, version.stored()))
                && isFrom(selection, version.entry().origin());
    }

    /**
     * Tests whether a version was written by a caller. Derived entries are selected through their sources, unless the
     * selection names an id or an origin. The label "derived" is trusted only if the entry has sources and came in
     * without a key, since any caller may write that label.
     */
    private static boolean isWritten(Selection selection, VersionedEntry.Version version) {
        Origin origin = version.entry().origin();
        return selection.id() != null
                || hasOriginCondition(selection)
                || origin.source() != Origin.Source.DERIVATION
                || origin.key() != null
                || version.sources().isEmpty();
    }

    private static boolean isSince(Selection selection, StoredEntry stored) {
        return selection.since() == null
                || !stored.recorded().isBefore(selection.since().toInstant());
    }

    private static boolean hasOriginCondition(Selection selection) {
        return selection.writer() != null || selection.source() != null || selection.key() != null;
    }

    private static boolean isFrom(Selection selection, Origin origin) {
        return (selection.writer() == null || selection.writer().equals(origin.writer()))
                && (selection.source() == null || selection.source() == origin.source())
                && (selection.key() == null || selection.key().equals(origin.key()));
    }

    private static boolean matchesIdentity(Selection selection, StoredEntry stored) {
        return (selection.session() == null || selection.session().equals(stored.session()))
                && (selection.kind() == null || selection.kind() == stored.key().kind())
                && (selection.id() == null || selection.id().equals(stored.key().id()));
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
                each(
                        scope,
                        EntryScan.of(kind).versions(EntryScan.Versions.ALL),
                        version -> held.computeIfAbsent(version.key(), VersionedEntry::new)
                                .add(version));
            }
        }
        return held.values();
    }

    private void each(Scope scope, EntryScan scan, Consumer<StoredEntry> reader) {
        boolean all = scan.versions().equals(EntryScan.Versions.ALL);
        EntryScan pages = (asOf == null || all ? scan : scan.versions(EntryScan.Versions.asOf(asOf))).limit(PAGE);
        PagedReads.all(cursor -> store.scan(scope, pages.after(cursor)))
                .filter(stored -> asOf == null || !stored.recorded().isAfter(asOf))
                .forEach(reader);
    }
}
