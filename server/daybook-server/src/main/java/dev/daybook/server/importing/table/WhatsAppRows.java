package dev.daybook.server.importing.table;

import dev.daybook.server.json.JsonLines;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a chat that WhatsApp exported as text: {@code [31/12/23, 21:04:05] Ada: text} (iOS) or
 * {@code 12/31/23, 9:04 PM - Ada: text} (Android). A line without a date continues the message before it. The messages of
 * a day are a session.
 */
public final class WhatsAppRows implements TableRows {

    private static final Pattern HEAD = Pattern.compile(
            "\u200e?\\[?(\\d{1,4})([./-])(\\d{1,2})\\2(\\d{1,4}),? "
                    + "(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2}))?(?:[ \u202f\u00a0]?([AaPp])\\.?[ \u202f\u00a0]?[Mm]\\.?)?(?:\\] | - )(.*)");

    /** The names that the app gives to media, in every language: a kind, a date and a number. */
    private static final Pattern FILE = Pattern.compile("[A-Z]{3,5}-[\\w-]{1,40}\\.\\w{2,5}");

    /** The placeholder of media in an export without them: some words in angle brackets, without markup. */
    private static final Pattern OMITTED = Pattern.compile("<\\p{L}[\\p{L} ]{3,60}>");

    private static final int MAX_CHARACTERS = 16 << 20;

    /** The order of day, month and year in the dates of a chat, which depends on the language of the phone. */
    public enum DateOrder {
        DAY_FIRST,
        MONTH_FIRST,
        YEAR_FIRST;

        /** Finds the order by a number that is no month; otherwise the month is first beside a clock with AM and PM. */
        public static DateOrder of(InputStream in) {
            DateOrder order = DAY_FIRST;
            JsonLines lines = new JsonLines(in, MAX_CHARACTERS);
            while (lines.advance()) {
                Matcher head = HEAD.matcher(text(lines));
                if (!head.matches()) {
                    continue;
                }
                int first = Integer.parseInt(head.group(1));
                if (first > 12) {
                    return first > 31 ? YEAR_FIRST : DAY_FIRST;
                }
                if (Integer.parseInt(head.group(3)) > 12) {
                    return MONTH_FIRST;
                }
                order = "AP".contains(String.valueOf(head.group(8))) ? MONTH_FIRST : order;
            }
            return order;
        }
    }

    private final String chat;
    private final JsonLines lines;
    private final DateOrder order;
    private final Map<String, Integer> sameTime = new HashMap<>();
    private @Nullable LocalDate day;
    private @Nullable LocalDate lastDay;
    private int returns;
    private String suffix = "";
    private @Nullable String next;
    private String head = "";
    private final StringBuilder rest = new StringBuilder();
    private long number;

    /**
     * @param chat the name of the chat
     */
    public WhatsAppRows(String chat, InputStream in, DateOrder order) {
        this.chat = chat.endsWith(".txt") ? chat.substring(0, chat.length() - ".txt".length()) : chat;
        this.lines = new JsonLines(in, MAX_CHARACTERS);
        this.order = order;
        this.next = line();
    }

    private @Nullable String line() {
        return lines.advance() ? text(lines) : null;
    }

    /** Returns the line; one that is not UTF-8 becomes a replacement character, so that only its text is lost. */
    private static String text(JsonLines lines) {
        String text;
        try {
            text = lines.text();
        } catch (IllegalArgumentException unreadable) {
            return "\uFFFD";
        }
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    @Override
    public boolean advance() {
        if (next == null) {
            return false;
        }
        head = next;
        rest.setLength(0);
        for (next = line(); next != null && !HEAD.matcher(next).matches(); next = line()) {
            if (rest.length() + next.length() <= MAX_CHARACTERS) {
                rest.append('\n').append(next);
            }
        }
        number++;
        return true;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public Map<String, @Nullable Object> fields() {
        Matcher parts = HEAD.matcher(head);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "it does not begin with a date, a time and a sender; export the chat again, without changes");
        }
        LocalDateTime time = time(parts);
        String message = parts.group(9);
        int colon = message.indexOf(": ");
        Map<String, @Nullable Object> fields = new HashMap<>();
        String returned = turnTo(time.toLocalDate());
        fields.put("session", chat + " " + day);
        fields.put("id", time + " " + sameTime.merge(time.toString(), 1, Integer::sum) + returned);
        fields.put("time", time.toString());
        fields.put(
                "name",
                colon > 0 ? message.substring(0, colon).replace("\u200e", "").strip() : null);
        if (colon > 0) {
            content(fields, message.substring(colon + 2) + rest);
        }
        return fields;
    }

    /**
     * Turns to the day of a message. A phone whose clock was set back has days out of order.
     *
     * @return what distinguishes the ids of a day that may have come before; empty for a new day
     */
    private String turnTo(LocalDate next) {
        if (!next.equals(day)) {
            day = next;
            sameTime.clear();
            if (lastDay == null || next.isAfter(lastDay)) {
                lastDay = next;
                suffix = "";
            } else {
                suffix = "." + ++returns;
            }
        }
        return suffix;
    }

    /** Adds the text and the file of a message; neither for a notice of WhatsApp, and for media that are not in the export. */
    private static void content(Map<String, @Nullable Object> fields, String message) {
        String text = message.replace("\u200e", "");
        boolean isMarked = message.startsWith("\u200e");
        int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
        String file = file(text.substring(0, end), isMarked);
        if (file != null) {
            fields.put("media", file);
            fields.put("text", text.substring(end).strip());
        } else if (!isMarked && !OMITTED.matcher(text).matches()) {
            fields.put("text", text);
        }
    }

    /** Returns the name of a file that a line attaches, {@code <attached: NAME>} or {@code IMG-1.jpg (file attached)}, or null. */
    private static @Nullable String file(String line, boolean isMarked) {
        int colon = line.indexOf(": ");
        if (isMarked && line.startsWith("<") && line.endsWith(">") && colon > 0) {
            return line.substring(colon + 2, line.length() - 1);
        }
        int bracket = line.lastIndexOf(" (");
        String name = line.endsWith(")") && bracket > 0 ? line.substring(0, bracket) : "";
        return FILE.matcher(name).matches() ? name : null;
    }

    private LocalDateTime time(Matcher parts) {
        int first = Integer.parseInt(parts.group(1));
        int second = Integer.parseInt(parts.group(3));
        int third = Integer.parseInt(parts.group(4));
        int year = order == DateOrder.YEAR_FIRST ? first : third;
        int hour = Integer.parseInt(parts.group(5));
        String half = parts.group(8);
        try {
            return LocalDateTime.of(
                    year < 100 ? 2000 + year : year,
                    order == DateOrder.MONTH_FIRST ? first : second,
                    order == DateOrder.DAY_FIRST ? first : order == DateOrder.MONTH_FIRST ? second : third,
                    half == null ? hour : hour % 12 + (half.equalsIgnoreCase("p") ? 12 : 0),
                    Integer.parseInt(parts.group(6)),
                    parts.group(7) == null ? 0 : Integer.parseInt(parts.group(7)));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("its time cannot be read with the "
                    + order.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " (" + e.getMessage()
                    + "); the dates of a chat must be in one order");
        }
    }
}
