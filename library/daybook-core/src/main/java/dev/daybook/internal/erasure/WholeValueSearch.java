package dev.daybook.internal.erasure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Searches for short texts where one stands as a whole value: on a line of its own, in quotes, in a cell of a table with
 * tabs, or in a field of a record, behind its length. Within other words a short text stands for other reasons.
 */
final class WholeValueSearch {

    /** The minimum bytes of a text in bytes that are no text: fewer stand there by chance. */
    static final int MIN_IN_BINARY = 4;

    private final Map<String, List<Integer>> numbers = new HashMap<>();
    private final int first;
    private final int longest;

    /**
     * Creates a search.
     *
     * @param values texts in UTF-8. Of a text with quotes or line ends the longest part between them stands for it.
     * @param first the number of the first text
     */
    WholeValueSearch(List<byte[]> values, int first) {
        int max = 0;
        for (int i = 0; i < values.size(); i++) {
            String value = longestPart(values.get(i));
            max = Math.max(max, value.length());
            numbers.computeIfAbsent(value, unused -> new ArrayList<>()).add(i);
        }
        this.first = first;
        this.longest = max;
    }

    /** The bytes of a value as characters, one each, so that they can be looked up. */
    private static String characters(byte[] bytes, int from, int length) {
        return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    }

    private static String longestPart(byte[] value) {
        String best = "";
        int from = 0;
        for (int i = 0; i <= value.length; i++) {
            if (i == value.length || isDelimiter(value[i])) {
                String part = characters(value, from, i - from);
                String stripped =
                        part.substring(leading(part), Math.max(leading(part), part.length() - trailing(part)));
                best = stripped.length() > best.length() ? stripped : best;
                from = i + 1;
            }
        }
        return best;
    }

    private static int leading(String part) {
        int spaces = 0;
        while (spaces < part.length() && part.charAt(spaces) == ' ') {
            spaces++;
        }
        return spaces;
    }

    private static int trailing(String part) {
        return leading(new StringBuilder(part).reverse().toString());
    }

    private static boolean isDelimiter(byte next) {
        return next >= 0 && next < ' ' || next == '"';
    }

    /** Marks each text that is a field of a record: it stands behind its length. */
    void searchFields(byte[] record, BitSet found) {
        for (int at = 0; at < record.length; at++) {
            // The codec writes a length as a zigzag number: an even byte, twice the length.
            int length = record[at] % 2 == 0 ? record[at] / 2 : 0;
            if (length >= MIN_IN_BINARY && length <= longest && at + length < record.length) {
                mark(characters(record, at + 1, length), found);
            }
        }
    }

    private void mark(String value, BitSet found) {
        for (int number : numbers.getOrDefault(value, List.of())) {
            found.set(first + number);
        }
    }

    /** Begins the search of a stream of bytes. */
    ValuePass pass(boolean isText, BitSet found) {
        return new ValuePass(isText ? 1 : MIN_IN_BINARY, found);
    }

    /** The value that is being read, and the texts found so far. */
    final class ValuePass {

        private final int shortest;
        private final BitSet found;
        private final byte[] value = new byte[longest];
        private int length;
        private int spaces;
        private boolean tooLong;

        private ValuePass(int shortest, BitSet found) {
            this.shortest = shortest;
            this.found = found;
        }

        void take(byte[] bytes, int from, int to) {
            for (int at = from; at < to && longest > 0; at++) {
                byte next = bytes[at];
                if (isDelimiter(next)) {
                    end();
                } else if (next == ' ') {
                    spaces++;
                } else if (!tooLong) {
                    add(next);
                }
            }
        }

        /** Adds a byte and the spaces before it; those at both ends of a value do not count. */
        private void add(byte next) {
            int before = length == 0 ? 0 : spaces;
            spaces = 0;
            if (length + before + 1 > longest) {
                tooLong = true;
                return;
            }
            for (int i = 0; i < before; i++) {
                value[length++] = ' ';
            }
            value[length++] = next;
        }

        /** Ends a value. */
        void end() {
            if (length >= shortest && !tooLong) {
                mark(characters(value, 0, length), found);
            }
            length = 0;
            spaces = 0;
            tooLong = false;
        }
    }
}
