package dev.daybook.internal.window;

import dev.daybook.model.Episode;
import dev.daybook.outcome.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The durable list of the messages in a window, as metadata of the newest episode of the window: ranges of places, and
 * messages of the episode itself, which has no position before it is written. {@code 17:0-23:0 +0} is the messages from
 * episode 17 to 23 of the session, then the first of this episode. Places instead of a number of turns, because turns
 * of another writer of the session do not belong to the window.
 */
public final class WindowRecord {

    /** Digits that fit into a number. Another caller may write metadata too; a part in any other form is none. */
    private static final Pattern PART = Pattern.compile("(?<![0-9:+-])"
            + "(?:\\+([0-9]{1,9}+)|([0-9]{1,18}+):([0-9]{1,9}+)-([0-9]{1,18}+):([0-9]{1,9}+))(?![0-9])");

    /** A part of a window: the places from one to another, both inclusive. */
    public record Range(TurnPlace first, TurnPlace last) {

        /** Returns whether a place is in the range. */
        public boolean contains(TurnPlace place) {
            return first.compareTo(place) <= 0 && place.compareTo(last) <= 0;
        }
    }

    private WindowRecord() {}

    /**
     * Writes the metadata.
     *
     * @param window the places in the order of the window; a null stands for the next message of the new episode
     * @param history the turns of the session that were read, in the order of writing
     */
    public static String write(List<@Nullable TurnPlace> window, List<Turn> history) {
        return text(window, places(history));
    }

    /**
     * Writes the metadata of an exchange that new messages join.
     *
     * @param window a null stands for the next new message
     * @param exchange null: the new messages are an episode of their own
     */
    public static String write(List<@Nullable TurnPlace> window, List<Turn> history, @Nullable Episode exchange) {
        if (exchange == null) {
            return write(window, history);
        }
        List<TurnPlace> places = new ArrayList<>(places(history));
        List<@Nullable TurnPlace> placed = new ArrayList<>();
        int next = exchange.messages().size();
        int behind = 1 + lastOf(exchange.position(), places);
        for (TurnPlace known : window) {
            TurnPlace place = known == null ? new TurnPlace(exchange.position(), next++) : known;
            placed.add(place);
            if (known == null) {
                // Otherwise a range over the exchange would seem exact, and would show the new message twice.
                places.add(behind++, place);
            }
        }
        return text(placed, places);
    }

    private static List<TurnPlace> places(List<Turn> history) {
        return history.stream().map(TurnPlace::of).toList();
    }

    private static int lastOf(long position, List<TurnPlace> places) {
        int last = places.size() - 1;
        while (last >= 0 && places.get(last).position() != position) {
            last--;
        }
        return last < 0 ? places.size() - 1 : last;
    }

    private static String text(List<@Nullable TurnPlace> window, List<TurnPlace> places) {
        StringBuilder text = new StringBuilder();
        int added = 0;
        for (int i = 0; i < window.size(); ) {
            TurnPlace first = window.get(i);
            text.append(text.isEmpty() ? "" : " ");
            if (first == null) {
                text.append('+').append(added++);
                i++;
            } else {
                int length = run(window.subList(i, window.size()), places);
                TurnPlace last = Objects.requireNonNull(window.get(i + length - 1));
                text.append(text(first)).append('-').append(text(last));
                i += length;
            }
        }
        return text.toString();
    }

    /**
     * Returns the number of leading places that are one range. A history is in the order of positions, so the turns of a
     * run are exactly those between the first and the last.
     */
    private static int run(List<@Nullable TurnPlace> window, List<TurnPlace> places) {
        int start = places.indexOf(window.get(0));
        int length = 1;
        while (start >= 0
                && length < window.size()
                && start + length < places.size()
                && places.get(start + length).equals(window.get(length))) {
            length++;
        }
        return length;
    }

    private static String text(TurnPlace place) {
        return place.position() + ":" + place.index();
    }

    /**
     * Reads the metadata of an episode.
     *
     * @param position the position of the episode, which places its own messages
     */
    public static List<Range> read(String metadata, long position) {
        List<Range> ranges = new ArrayList<>();
        Matcher part = PART.matcher(metadata);
        while (part.find()) {
            if (part.group(1) != null) {
                TurnPlace own = new TurnPlace(position, Integer.parseInt(part.group(1)));
                ranges.add(new Range(own, own));
            } else {
                ranges.add(new Range(place(part, 2), place(part, 4)));
            }
        }
        return ranges;
    }

    private static TurnPlace place(Matcher part, int group) {
        return new TurnPlace(Long.parseLong(part.group(group)), Integer.parseInt(part.group(group + 1)));
    }
}
