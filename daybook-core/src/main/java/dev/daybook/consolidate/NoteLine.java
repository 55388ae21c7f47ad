package dev.daybook.consolidate;

import dev.daybook.data.Note;
import dev.daybook.data.Scope;
import dev.daybook.remember.DerivedStates;
import dev.daybook.spi.Store;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The intakes of which notes are still to be made, and their order: first those whose notes went with something forgotten,
 * each with an attempt of its own, then what was written after the mark of the line. While the first of them fails, the
 * others wait. Decisions 26 and 36.
 */
final class NoteLine {

    static final String NAME = DerivedStates.NOTES;

    /** The subject of what was written after its mark, which is the last intake that notes were made of. */
    static final String LINE = "";

    /** The subject of what stands in while the line waits. Its mark is the last intake that something stands in for. */
    static final String MEANWHILE = "meanwhile";

    /** So much without an intake is worth a mark, so that it is not read again after the next opening. */
    private static final long FAR = 5_000;

    private final Store store;
    private final Attempts attempts;
    private final Intakes intakes;
    private final LiveNotes notes;

    NoteLine(Means means, LiveNotes notes) {
        this.store = means.store();
        this.attempts = means.attempts();
        this.intakes = new Intakes(means.store());
        this.notes = notes;
    }

    /** How far the line has come in a scope. */
    private record Standing(List<String> again, Attempt head, Attempt line, Attempt meanwhile) {

        static Standing of(Map<String, Attempt> attempts) {
            List<Map.Entry<String, Attempt>> again = attempts.entrySet().stream()
                    .filter(attempt -> isAgain(attempt.getKey()))
                    .sorted(Comparator.comparingLong(
                            attempt -> attempt.getValue().watermark()))
                    .toList();
            Attempt line = attempts.getOrDefault(LINE, Attempt.NONE);
            Attempt head = again.isEmpty() ? line : again.get(0).getValue();
            List<String> ids = again.stream().map(Map.Entry::getKey).toList();
            return new Standing(ids, head, line, attempts.getOrDefault(MEANWHILE, Attempt.NONE));
        }

        boolean waits() {
            return head.failures() > 0;
        }
    }

    /** Whether a subject is the id of an intake that is made into notes again. */
    static boolean isAgain(String subject) {
        return !subject.equals(LINE) && !subject.equals(MEANWHILE);
    }

    private Standing standing(Scope scope) {
        return Standing.of(attempts.all(scope, NAME));
    }

    /** A line that waits is due all the same: that it has to wait is said by its attempt, and brings the worker back. */
    List<String> due(Scope scope) {
        Standing standing = standing(scope);
        Intakes.Found found = intakes.after(scope, standing.line().watermark());
        if (standing.again().isEmpty() && found.ids().isEmpty()) {
            return found.revision() - standing.line().watermark() > FAR ? List.of(LINE) : List.of();
        }
        String head = standing.again().isEmpty() ? LINE : standing.again().get(0);
        return standing.waits() && hasGap(scope, standing, found) ? List.of(head, MEANWHILE) : List.of(head);
    }

    /** Whether something waits that nothing stands in for. */
    private boolean hasGap(Scope scope, Standing standing, Intakes.Found found) {
        boolean isNew = !found.ids().isEmpty()
                && found.ids().lastKey() > standing.meanwhile().watermark();
        return isNew || !standing.again().isEmpty() && !stoodInFor(scope).containsAll(standing.again());
    }

    private Set<String> stoodInFor(Scope scope) {
        Set<String> ids = new HashSet<>();
        notes.of(scope).live().stream()
                .filter(Provisional::is)
                .map(Note::sources)
                .forEach(sources -> sources.forEach(source -> ids.add(source.id())));
        return ids;
    }

    /** What was written after the mark of the line. */
    Intakes.Found after(Scope scope, long mark) {
        return intakes.after(scope, mark);
    }

    Optional<Intake> find(Scope scope, String id) {
        return intakes.find(scope, id);
    }

    /** Whether somebody took out a note that was made of an intake: it is not made into notes again. */
    boolean isTakenOut(Scope scope, Intake intake) {
        return DerivedStates.isTakenOut(store, scope, intake.id());
    }

    /**
     * Intakes that something has to stand in for.
     *
     * @param again those whose notes went with something forgotten
     * @param fresh those that no notes were made of yet
     * @param mark up to where it was looked for fresh ones
     */
    record Waiting(List<Intake> again, List<Intake> fresh, long mark) {}

    /** All that waits, and was not looked at up to a mark; none if nothing holds up the line. */
    Waiting waiting(Scope scope, long mark) {
        Standing standing = standing(scope);
        if (!standing.waits()) {
            return new Waiting(List.of(), List.of(), mark);
        }
        TreeMap<Long, String> after =
                intakes.after(scope, standing.line().watermark()).ids();
        after.headMap(mark, true).clear();
        return new Waiting(
                all(scope, standing.again().stream()),
                all(
                        scope,
                        after.values().stream().filter(id -> !standing.again().contains(id))),
                after.isEmpty() ? mark : after.lastKey());
    }

    private List<Intake> all(Scope scope, Stream<String> ids) {
        return ids.flatMap(id -> intakes.find(scope, id).stream()).toList();
    }
}
