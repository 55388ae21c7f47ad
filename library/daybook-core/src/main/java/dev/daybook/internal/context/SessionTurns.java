package dev.daybook.internal.context;

import dev.daybook.internal.context.EarlierTurns.Turn;
import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Message;
import dev.daybook.outcome.Context.LeftOut;
import dev.daybook.query.RecentTurns;
import dev.daybook.spi.TokenCounter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The turns of the current session that were written last, as many as fit, in the order of writing. */
final class SessionTurns {

    private final EarlierTurns turns;
    private final RecentTurns recent;
    private final TokenCounter counter;
    private final List<String> quotedNewestFirst = new ArrayList<>();
    private final List<EntryRef> entriesNewestFirst = new ArrayList<>();
    private final Map<Place, Message> shown = new HashMap<>();
    private int spent;

    SessionTurns(EarlierTurns turns, RecentTurns recent, TokenCounter counter) {
        this.turns = turns;
        this.recent = recent;
        this.counter = counter;
    }

    /** Packs turns from the newest back until one does not fit: a dialogue with gaps would mislead. */
    void pack(int tokens) {
        for (Optional<Turn> next = next(); next.isPresent() && take(next.get(), tokens); next = next()) {}
    }

    /**
     * Packs more turns with the remainder of the details' budget. A turn already shown as a detail moves here, so that
     * no message is shown twice.
     */
    void packMore(int tokens, DetailSection details) {
        for (Optional<Turn> next = next(); next.isPresent(); next = next()) {
            Turn turn = next.get();
            int moving = details.shows(turn.place()) ? details.cost(turn.place()) : 0;
            if (!take(turn, tokens - details.spent() + moving)) {
                return;
            }
            details.remove(turn.place());
        }
    }

    private Optional<Turn> next() {
        return shown.size() < recent.most() ? turns.at(shown.size()) : Optional.empty();
    }

    private boolean take(Turn turn, int tokens) {
        String quoted = turn.quoted(turns.labels());
        int cost = TokenBudget.cost(counter, quoted) + (shown.isEmpty() ? TokenBudget.cost(counter, heading()) : 0);
        if (spent + cost > tokens) {
            return false;
        }
        spent += cost;
        shown.put(turn.place(), turn.episode().messages().get(turn.place().index()));
        quotedNewestFirst.add(quoted);
        entriesNewestFirst.add(turn.place().entry());
        return true;
    }

    private String heading() {
        return turns.labels().heading(DataFrame.SESSION_HEADING);
    }

    /** Returns whether all turns up to a position are shown, in which case their gist adds nothing. */
    boolean showAllUpTo(long position) {
        Optional<Turn> next = turns.at(shown.size());
        for (int number = shown.size(); next.isPresent(); next = turns.at(++number)) {
            if (next.get().episode().position() <= position) {
                return false;
            }
        }
        return true;
    }

    boolean shows(Place place) {
        return shown.containsKey(place);
    }

    /** Returns a turn if it is shown. */
    Optional<Message> shown(Place place) {
        return Optional.ofNullable(shown.get(place));
    }

    int spent() {
        return spent;
    }

    String text() {
        if (shown.isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>(quotedNewestFirst);
        lines.add(heading());
        Collections.reverse(lines);
        return String.join("\n", lines);
    }

    List<EntryRef> shown() {
        List<EntryRef> entries = new ArrayList<>(entriesNewestFirst);
        Collections.reverse(entries);
        return entries.stream().distinct().toList();
    }

    /**
     * Returns the requested turns that do not fit. Older turns are not listed, because a session may go back for years.
     */
    List<LeftOut> leftOut() {
        if (recent.most() <= shown.size()) {
            return List.of();
        }
        Set<EntryRef> entries = new LinkedHashSet<>();
        turns.readBeyond(shown.size()).stream()
                .limit(recent.most() - shown.size())
                .forEach(turn -> entries.add(turn.place().entry()));
        return entries.stream()
                .map(entry -> new LeftOut(entry, "earlier in this conversation, and the budget is spent"))
                .toList();
    }
}
