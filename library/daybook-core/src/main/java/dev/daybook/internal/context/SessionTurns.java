package dev.daybook.internal.context;

import dev.daybook.internal.context.EarlierTurns.Turn;
import dev.daybook.internal.context.SpokenText.Said;
import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Message;
import dev.daybook.model.Trust;
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

/**
 * The turns of the current session that were written last, as many as fit, in the order of writing. The newest of near-equal
 * turns stands for those before it. A question, or a turn of few words, is told again where what follows it is not a repetition:
 * the answer would have no question, or the question no answer.
 */
final class SessionTurns {

    /** A session may repeat one turn for years. */
    private static final int MAX_REPEATED = 1_000;

    private final ContextMaterial material;
    private final EarlierTurns turns;
    private final RecentTurns recent;
    private final TokenCounter counter;
    private final List<Line> newestFirst = new ArrayList<>();
    private final Map<Said, Integer> lines = new HashMap<>();
    private final ToldTexts told = new ToldTexts();

    /** The turns with a line, of their own or of another. */
    private final Map<Place, Message> shown = new HashMap<>();

    /** True if the turn that was read last has no line of its own. */
    private boolean repeats;

    private int spent;

    /** @param copies the number of turns that this one stands for */
    private record Line(Turn turn, int copies) {}

    SessionTurns(ContextMaterial material) {
        this.material = material;
        this.turns = material.turns();
        this.recent = material.asked().recent();
        this.counter = material.counter();
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
            if (isDetail(turn, details)) {
                cover(turn);
                continue;
            }
            int moving = details.shows(turn.place()) ? details.cost(turn.place()) : 0;
            if (!take(turn, tokens - details.spent() + moving)) {
                return;
            }
            details.remove(turn.place());
        }
    }

    private Optional<Turn> next() {
        boolean mayRead = shown.size() < recent.most() && shown.size() - newestFirst.size() < MAX_REPEATED;
        return mayRead ? turns.at(shown.size()) : Optional.empty();
    }

    /** Returns whether a turn repeats another message, which is shown as a detail. */
    private boolean isDetail(Turn turn, DetailSection details) {
        return !details.shows(turn.place())
                && spoken(turn)
                        .filter(text -> mayRepeat(text) && details.tells(text))
                        .isPresent();
    }

    private Optional<SpokenText> spoken(Turn turn) {
        return material.spoken(turn.place(), turn.episode());
    }

    /** Returns whether a turn may be left out as a repetition, by what follows it. */
    private boolean mayRepeat(SpokenText text) {
        boolean isStatement = !text.asks() && !text.said().text().isShort();
        boolean repeatsNext = Integer.valueOf(newestFirst.size() - 1).equals(lines.get(text.said()));
        return isStatement || repeats || repeatsNext;
    }

    private boolean take(Turn turn, int tokens) {
        Optional<SpokenText> text = spoken(turn);
        Optional<SpokenText> repeated = text.filter(known -> told.tells(known) && mayRepeat(known));
        if (repeated.isPresent()) {
            return repeat(turn, lines.get(repeated.get().said()), tokens);
        }
        if (!spend(
                cost(new Line(turn, 1)) + (newestFirst.isEmpty() ? TokenBudget.cost(counter, heading()) : 0), tokens)) {
            return false;
        }
        shown.put(turn.place(), message(turn));
        text.ifPresent(known -> {
            told.tell(known);
            lines.put(known.said(), newestFirst.size());
        });
        newestFirst.add(new Line(turn, 1));
        repeats = false;
        return true;
    }

    /** Counts a turn to the line of a newer one, unless it is believed less. */
    private boolean repeat(Turn turn, int number, int tokens) {
        Line line = newestFirst.get(number);
        boolean counts = !trust(turn).isBelow(trust(line.turn()));
        Line more = new Line(line.turn(), line.copies() + (counts ? 1 : 0));
        if (!spend(cost(more) - cost(line), tokens)) {
            return false;
        }
        newestFirst.set(number, more);
        cover(turn);
        return true;
    }

    private void cover(Turn turn) {
        shown.put(turn.place(), message(turn));
        repeats = true;
    }

    private static Trust trust(Turn turn) {
        return turn.episode().trustOf(turn.place().index());
    }

    private static Message message(Turn turn) {
        return turn.episode().messages().get(turn.place().index());
    }

    private boolean spend(int cost, int tokens) {
        boolean fits = spent + cost <= tokens;
        spent += fits ? cost : 0;
        return fits;
    }

    private int cost(Line line) {
        return TokenBudget.cost(counter, quoted(line));
    }

    private String quoted(Line line) {
        return line.turn().quoted(turns.labels(), line.copies());
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

    /** Returns whether a message repeats a turn that is shown. */
    boolean tells(SpokenText text) {
        return told.tells(text);
    }

    /** Returns a turn if it is shown. */
    Optional<Message> shown(Place place) {
        return Optional.ofNullable(shown.get(place));
    }

    int spent() {
        return spent;
    }

    String text() {
        if (newestFirst.isEmpty()) {
            return "";
        }
        List<String> text =
                new ArrayList<>(newestFirst.stream().map(this::quoted).toList());
        text.add(heading());
        Collections.reverse(text);
        return String.join("\n", text);
    }

    List<EntryRef> shown() {
        List<EntryRef> entries = new ArrayList<>(
                newestFirst.stream().map(line -> line.turn().place().entry()).toList());
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
