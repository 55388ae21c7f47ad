package dev.daybook.internal.context;

import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.Filter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The turns of a session, the one written last first, read lazily. Not thread-safe. */
final class EarlierTurns {

    /** The number of turns that fit into usual contexts. */
    private static final int LABELLED = 20;

    private final Scope scope;
    private final @Nullable Filter filter;
    private final Iterator<List<Episode>> parts;
    private final List<Turn> read = new ArrayList<>();
    private @Nullable SectionLabels labels;

    EarlierTurns(Scope scope, @Nullable Filter filter, Iterator<List<Episode>> parts) {
        this.scope = scope;
        this.filter = filter;
        this.parts = parts;
    }

    /** A message that is not blank, with its place. */
    record Turn(Place place, Episode episode) {

        /**
         * A question without an answer is no last word of the conversation that a model should answer now, and the part of
         * one no sentence that it should complete.
         *
         * @param copies the number of turns that this one stands for
         */
        String quoted(SectionLabels labels, int copies) {
            String turn = DataFrame.turn(episode, place.index(), labels);
            String quoted = DataFrame.repeated(turn, copies, episode);
            if (place.index() < episode.messages().size() - 1) {
                return quoted;
            }
            String remark = episode.isUnanswered() ? DataFrame.UNANSWERED : DataFrame.BROKEN_OFF;
            return episode.isUnanswered() || episode.isBrokenOff() ? quoted + "\n" + remark : quoted;
        }
    }

    /** Returns a turn by its distance from the newest, which is 0; empty beyond the first turn of the session. */
    Optional<Turn> at(int number) {
        while (number >= read.size() && parts.hasNext()) {
            parts.next().stream()
                    .filter(episode -> filter == null || filter.matches(episode.metadata()))
                    .forEach(this::add);
        }
        return number < read.size() ? Optional.of(read.get(number)) : Optional.empty();
    }

    /** Returns the labels of the newest turns. An older turn of other trust has a label of its own. */
    SectionLabels labels() {
        SectionLabels known = labels;
        if (known == null) {
            at(LABELLED);
            known = SectionLabels.ofTurns(read.stream()
                    .limit(LABELLED)
                    .map(turn -> turn.episode().trustOf(turn.place().index()))
                    .toList());
            labels = known;
        }
        return known;
    }

    private void add(Episode episode) {
        EntryRef entry = new EntryRef(scope, Kind.EPISODE, episode.id());
        for (int index = episode.messages().size() - 1; index >= 0; index--) {
            if (!episode.messages().get(index).shownText().isEmpty()) {
                read.add(new Turn(new Place(entry, index), episode));
            }
        }
    }

    /** Returns the turns already read beyond a number of turns. */
    List<Turn> readBeyond(int number) {
        return read.subList(Math.min(number, read.size()), read.size());
    }
}
