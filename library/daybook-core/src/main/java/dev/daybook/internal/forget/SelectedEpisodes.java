package dev.daybook.internal.forget;

import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.Selection;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The episodes of a scope that any of several selections matches. Reads only the episodes or the session that a selection
 * names, if it names any.
 */
final class SelectedEpisodes {

    private static final int PAGE = 1_000;

    /** The first one usually stays. */
    private static final int FEW = 50;

    /** Named episodes are often neighbours. Reading a few others between two costs less than another read. */
    private static final int MAX_GAP = 8;

    private final Store store;
    private final VersionReads versions;
    private final Scope scope;
    private final List<Selection> selections;
    private final List<Reach> reaches;

    /**
     * A selection of episodes.
     *
     * @param among reads the episodes that may be selected
     */
    private record Reach(Selection selection, EntryScan among) {

        @Nullable
        String session() {
            return selection instanceof Selection.Matching matching ? matching.session() : null;
        }

        /** Reads the versions that may be selected: another version of their episode may be of another session. */
        EntryScan inSession() {
            return selection instanceof Selection.Matching matching
                            && matching.ids().isEmpty()
                            && matching.before() == null
                    ? among.inSession(session())
                    : among;
        }
    }

    /** @param versions the versions to consider */
    SelectedEpisodes(Store store, VersionReads versions, Scope scope, List<Selection> selections) {
        this.store = store;
        this.versions = versions;
        this.scope = scope;
        this.selections = selections;
        this.reaches = selections.stream().flatMap(this::reach).toList();
    }

    /** Returns the reach of a selection in parts, or none if it names another kind or episodes that do not exist. */
    private Stream<Reach> reach(Selection selection) {
        EntryScan all = EntryScan.of(Kind.EPISODE);
        if (!(selection instanceof Selection.Matching matching)
                || matching.ids().isEmpty()) {
            return Stream.of(new Reach(selection, all));
        }
        if (matching.kind() != Kind.EPISODE) {
            return Stream.empty();
        }
        List<EntryKey> named = matching.ids().stream()
                .map(id -> new EntryKey(Kind.EPISODE, id))
                .toList();
        long[] positions = store.get(scope, named).stream()
                .mapToLong(StoredEntry::position)
                .sorted()
                .toArray();
        List<Reach> parts = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < positions.length; i++) {
            if (i + 1 == positions.length || positions[i + 1] - positions[i] > MAX_GAP) {
                parts.add(new Reach(selection, all.positions(positions[first], positions[i])));
                first = i + 1;
            }
        }
        return parts.stream();
    }

    /**
     * Marks the episodes with a selected version. What another writer wrote over a version that is selected by its origin
     * stays.
     *
     * @param upTo the last revision of the scope to consider
     * @return the versions that stay, by episode
     */
    Map<EntryKey, StoredEntry> mark(long upTo, ErasureCascade erasureCascade) {
        Set<EntryKey> ofWriters = new HashSet<>();
        Set<EntryKey> whole = new HashSet<>();
        Set<EntryScan> byOrigin = new HashSet<>();
        for (Reach reach : reaches) {
            boolean hasOrigin = SelectionMatch.hasOriginCondition(reach.selection());
            Set<EntryKey> marked = hasOrigin ? ofWriters : whole;
            // One matching version marks the whole episode, because a corrected text was recorded as well.
            versions.read(scope, reach.inSession().versions(EntryScan.Versions.ALL))
                    .filter(version ->
                            version.contentRevision() <= upTo && SelectionMatch.matches(reach.selection(), version))
                    .map(StoredEntry::key)
                    .forEach(key -> {
                        erasureCascade.markEpisode(key);
                        marked.add(key);
                    });
            if (hasOrigin) {
                byOrigin.add(reach.among());
            }
        }
        ofWriters.removeAll(whole);
        Map<EntryKey, StoredEntry> survivors = new HashMap<>();
        if (!ofWriters.isEmpty()) {
            byOrigin.forEach(among -> versions.read(scope, among)
                    .filter(current -> ofWriters.contains(current.key()) && !isSelected(current))
                    .forEach(current -> survivors.put(current.key(), current)));
        }
        return survivors;
    }

    private boolean isSelected(StoredEntry version) {
        return selections.stream().anyMatch(selection -> SelectionMatch.matches(selection, version));
    }

    /**
     * Marks the episodes whose current version is selected. An episode that a writer with more trust has written again
     * stays, although a version of it is selected.
     *
     * @param upTo the last revision of the scope to consider
     * @return the newest version of each marked episode that is not selected, if there is one: it comes back. If it
     *     came back before, its first form, so that all that the selection wrote over it is hidden
     */
    Map<EntryKey, StoredEntry> markToHide(long upTo, ErasureCascade erasureCascade) {
        Map<EntryKey, List<StoredEntry>> remaining = new HashMap<>();
        Map<EntryKey, Set<Instant>> hiddenAt = new HashMap<>();
        Predicate<StoredEntry> hidden = QuarantineStates.hiddenVersions(store, scope);
        for (Reach reach : reaches) {
            versions.read(scope, reach.among().inSession(reach.session()))
                    .filter(current -> current.contentRevision() <= upTo
                            && !QuarantineStates.isIn(current)
                            && SelectionMatch.matches(reach.selection(), current))
                    .forEach(current -> erasureCascade.markEpisode(current.key()));
        }
        for (Reach reach : reaches) {
            versions.read(scope, reach.among().versions(EntryScan.Versions.ALL))
                    .filter(version -> erasureCascade.isErased(version.key()))
                    .forEach(version -> {
                        if (version.status().equals(EntryPut.LIVE) && !isSelected(version) && !hidden.test(version)) {
                            remaining
                                    .computeIfAbsent(version.key(), key -> new ArrayList<>())
                                    .add(version);
                        } else {
                            hiddenAt.computeIfAbsent(version.key(), key -> new HashSet<>())
                                    .add(version.recorded());
                        }
                    });
        }
        Map<EntryKey, StoredEntry> survivors = new HashMap<>();
        remaining.forEach((key, versions) ->
                survivors.put(key, firstAsNewest(versions, hiddenAt.getOrDefault(key, Set.of()))));
        return survivors;
    }

    /**
     * Returns the newest version in its first form: one that came back is written again, with the time of the version that
     * was hidden.
     *
     * @param hiddenAt the recording times of the hidden versions
     */
    private static StoredEntry firstAsNewest(List<StoredEntry> versions, Set<Instant> hiddenAt) {
        versions.sort(Comparator.comparingLong(StoredEntry::contentRevision).reversed());
        StoredEntry first = versions.get(0);
        for (StoredEntry older : versions.subList(1, versions.size())) {
            if (!hiddenAt.contains(first.recorded()) || !isSame(older, first)) {
                break;
            }
            first = older;
        }
        return first;
    }

    private static boolean isSame(StoredEntry one, StoredEntry other) {
        return one.body().equals(other.body())
                && one.time().equals(other.time())
                && Objects.equals(one.session(), other.session());
    }

    /**
     * Returns the sessions that lose all of their episodes.
     *
     * @param marked the episodes that were marked
     * @param survivors those of them that stay in part
     * @param touched receives the sessions that lose any episode; a session that is in it already loses all
     */
    Set<String> emptied(Set<EntryKey> marked, Set<EntryKey> survivors, Set<String> touched) {
        Predicate<EntryKey> gone = key -> marked.contains(key) && !survivors.contains(key);
        Set<String> sessions = sessions(marked);
        Set<String> kept = sessions.stream()
                .filter(session -> !touched.contains(session) && !isEmptied(session, gone))
                .collect(Collectors.toSet());
        touched.addAll(sessions);
        sessions.removeAll(kept);
        return sessions;
    }

    /** Returns the sessions of the current versions of some episodes. */
    private Set<String> sessions(Set<EntryKey> episodes) {
        Set<String> sessions = new HashSet<>();
        Set<EntryKey> elsewhere = new HashSet<>(episodes);
        reaches.stream()
                .map(reach -> reach.inSession().session())
                .filter(Objects::nonNull)
                .distinct()
                .flatMap(session -> versions.read(scope, inTimeOrder(session)))
                .filter(current -> elsewhere.remove(current.key()))
                .forEach(current -> sessions.add(Objects.requireNonNull(current.session())));
        current(elsewhere)
                .filter(current -> elsewhere.contains(current.key()))
                .map(StoredEntry::session)
                .filter(Objects::nonNull)
                .forEach(sessions::add);
        return sessions;
    }

    /** Returns the current versions of some episodes; of an earlier time, with those of others. */
    private Stream<StoredEntry> current(Set<EntryKey> episodes) {
        if (episodes.isEmpty()) {
            return Stream.empty();
        }
        if (versions.asOf() != null) {
            return reaches.stream().map(Reach::among).distinct().flatMap(among -> versions.read(scope, among));
        }
        List<EntryKey> keys = new ArrayList<>(episodes);
        return PagedReads.all(cursor -> {
            int from = cursor == null ? 0 : Integer.parseInt(cursor);
            int to = Math.min(keys.size(), from + PAGE);
            return new Page<>(
                    store.get(scope, keys.subList(from, to)), to == keys.size() ? null : Integer.toString(to));
        });
    }

    private static EntryScan inTimeOrder(String session) {
        return EntryScan.of(Kind.EPISODE).inSession(session).order(EntryScan.Order.OLDEST_TIME);
    }

    /** Reads the session up to the first episode that stays, and so costs the erased ones and not the scope. */
    private boolean isEmptied(String session, Predicate<EntryKey> gone) {
        return versions.read(scope, inTimeOrder(session), FEW).allMatch(episode -> gone.test(episode.key()));
    }
}
