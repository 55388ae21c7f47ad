package dev.daybook.all;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The model of one scope: plain lists and maps, and the rules of the documentation in their shortest form. */
final class PlainMemory {

    private static final Pattern STATEMENT = Pattern.compile("(\\w+) (likes|lives_in) (\\w+)\\.");

    /** An episode; {@code due} is the time of its last writing, or null if it was read for facts since. */
    record PlainEpisode(
            String session,
            String text,
            OffsetDateTime at,
            @Nullable OffsetDateTime due) {}

    /** A block or its newest version. */
    record PlainBlock(String content, OffsetDateTime recordedAt) {}

    /** What a consolidation or an undo wrote and withdrew. */
    record PlainOperation(String id, List<PlainFact> written, List<PlainFact> withdrawn) {}

    /** In order of time, which is that of writing. */
    final Map<String, PlainEpisode> episodes = new LinkedHashMap<>();

    final Map<String, PlainBlock> blocks = new LinkedHashMap<>();
    final Map<String, String> names = new HashMap<>();
    final List<PlainFact> facts = new ArrayList<>();
    final List<PlainOperation> operations = new ArrayList<>();

    /** The facts that were known after each step. */
    final TreeMap<OffsetDateTime, List<PlainFact>> known = new TreeMap<>();

    /** Ends a step at a time. */
    void ended(OffsetDateTime now) {
        known.put(now, List.copyOf(facts));
    }

    Set<String> sessions() {
        Set<String> sessions = new LinkedHashSet<>(names.keySet());
        episodes.values().forEach(episode -> sessions.add(episode.session()));
        return sessions;
    }

    void put(PlainFact fact) {
        facts.removeIf(earlier -> fact.id() != null && fact.id().equals(earlier.id()));
        facts.add(fact);
    }

    /**
     * Erases facts. Facts that the erased ones had ended are put back without their history, so what was known before
     * cannot be told any more.
     */
    void erase(Predicate<PlainFact> erased) {
        boolean wasKnown = known.values().stream().flatMap(List::stream).anyMatch(erased);
        if (facts.removeIf(erased) || wasKnown) {
            known.clear();
        }
    }

    /** Erases episodes, the facts derived from them, and the names of sessions that have lost their last episode. */
    void forget(Predicate<Map.Entry<String, PlainEpisode>> forgotten) {
        List<String> ids = episodes.entrySet().stream()
                .filter(forgotten)
                .map(Map.Entry::getKey)
                .toList();
        List<String> touched =
                ids.stream().map(id -> episodes.get(id).session()).toList();
        episodes.keySet().removeAll(ids);
        erase(fact -> fact.source() != null && ids.contains(fact.source()));
        names.keySet()
                .removeIf(session -> touched.contains(session)
                        && episodes.values().stream()
                                .noneMatch(left -> left.session().equals(session)));
    }

    void forgetBefore(OffsetDateTime time) {
        forget(episode -> episode.getValue().at().isBefore(time));
        erase(fact -> fact.source() == null && fact.recordedAt().isBefore(time));
        blocks.values().removeIf(block -> block.recordedAt().isBefore(time));
    }

    void forgetAll() {
        episodes.clear();
        blocks.clear();
        names.clear();
        operations.clear();
        erase(fact -> true);
    }

    /** Returns the ids of the episodes to read for facts, in order of their last writing. */
    List<String> due() {
        return episodes.entrySet().stream()
                .filter(episode -> episode.getValue().due() != null)
                .sorted(Comparator.comparing(
                        episode -> Objects.requireNonNull(episode.getValue().due())))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Reads an episode: facts that it does not state any more are withdrawn, facts that are there stay. */
    void derive(String id, @Nullable String operation, OffsetDateTime now) {
        PlainEpisode episode = episodes.get(id);
        List<PlainFact> found = statements(id, episode, now).toList();
        List<PlainFact> before =
                facts.stream().filter(fact -> id.equals(fact.source())).toList();
        List<PlainFact> withdrawn = before.stream()
                .filter(old -> found.stream().noneMatch(again -> again.shown().equals(old.shown())))
                .toList();
        List<PlainFact> written = found.stream()
                .filter(again -> before.stream().noneMatch(old -> again.shown().equals(old.shown())))
                .toList();
        facts.removeAll(withdrawn);
        facts.addAll(written);
        episodes.put(id, new PlainEpisode(episode.session(), episode.text(), episode.at(), null));
        if (operation != null) {
            operations.add(new PlainOperation(operation, written, withdrawn));
        }
    }

    private static Stream<PlainFact> statements(String id, PlainEpisode episode, OffsetDateTime now) {
        return STATEMENT
                .matcher(episode.text())
                .results()
                .map(found ->
                        new PlainFact(null, found.group(1), found.group(2), found.group(3), episode.at(), now, id));
    }

    void undo(PlainOperation undone, String operation) {
        facts.removeAll(undone.written());
        facts.addAll(undone.withdrawn());
        operations.remove(undone);
        operations.add(new PlainOperation(operation, undone.withdrawn(), undone.written()));
    }

    /** Returns the facts that hold at a time, as texts in alphabetical order. */
    static List<String> holding(OffsetDateTime time, List<PlainFact> facts) {
        return facts.stream()
                .filter(fact -> fact.repeated(facts).isEmpty() && fact.holds(time, facts))
                .map(PlainFact::shown)
                .sorted()
                .toList();
    }
}
