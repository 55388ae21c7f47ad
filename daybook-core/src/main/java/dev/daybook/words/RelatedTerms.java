package dev.daybook.words;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Which terms say nearly the same as another: who asks what was bought finds what was purchased. A table of 11,000 English
 * terms, made once of what a small neural network knows of single words and of the irregular forms of verbs and nouns; see
 * docs/decisions/0042. A term is found in it by halving, so that nothing is read but what is asked for.
 */
public final class RelatedTerms {

    /** Closeness stands in the table in hundredths. */
    private static final double WHOLE = 100;

    private static final byte[] TABLE = table();

    private RelatedTerms() {}

    /**
     * Another term.
     *
     * @param closeness above 0, at most 1: a form of the same word
     */
    public record Related(String term, double closeness) {}

    /** The terms related to one, the closest first; none for a term that is not in the table. */
    public static List<Related> of(String term) {
        byte[] sought = (term + " ").getBytes(StandardCharsets.UTF_8);
        int low = 0;
        int high = TABLE.length;
        while (low < high) {
            int line = beginning((low + high) >>> 1);
            int order = compare(sought, line);
            if (order == 0) {
                return read(line + sought.length);
            }
            if (order < 0) {
                high = line;
            } else {
                low = end(line) + 1;
            }
        }
        return List.of();
    }

    private static List<Related> read(int from) {
        String[] words = new String(TABLE, from, end(from) - from, StandardCharsets.UTF_8).split(" ");
        List<Related> related = new ArrayList<>(words.length / 2);
        for (int i = 0; i + 1 < words.length; i += 2) {
            related.add(new Related(words[i], Integer.parseInt(words[i + 1]) / WHOLE));
        }
        return related;
    }

    /** Where the line begins that a place is in. */
    private static int beginning(int place) {
        int begin = place;
        while (begin > 0 && TABLE[begin - 1] != '\n') {
            begin--;
        }
        return begin;
    }

    private static int end(int place) {
        int end = place;
        while (TABLE[end] != '\n') {
            end++;
        }
        return end;
    }

    /** The order of some bytes and those at a place. */
    private static int compare(byte[] sought, int place) {
        for (int i = 0; i < sought.length; i++) {
            int order = Byte.compareUnsigned(sought[i], TABLE[place + i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static byte[] table() {
        try (InputStream table = RelatedTerms.class.getResourceAsStream("related.txt")) {
            if (table == null) {
                throw new FileNotFoundException("the table of related words is not in the jar");
            }
            return table.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
