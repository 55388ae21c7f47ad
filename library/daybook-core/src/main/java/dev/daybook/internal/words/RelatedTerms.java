package dev.daybook.internal.words;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Synonyms and other related terms for query expansion: a question about things bought also finds purchases. A table of
 * 11,000 English terms, built once from the word vectors of a small neural network and from the irregular forms of
 * verbs and nouns; see docs/decisions/0046. Binary search finds a term.
 */
public final class RelatedTerms {

    /** The table stores closeness in hundredths. */
    private static final double SCALE = 100;

    private static final byte[] TABLE = table();

    /** The offset of each line of the table, and that of its end. */
    private static final int[] LINES = lines();

    private RelatedTerms() {}

    /**
     * A related term.
     *
     * @param closeness above 0, at most 1: a form of the same word
     */
    public record Related(String term, double closeness) {}

    /** Returns the terms related to a term, closest first; empty if the table does not contain it. */
    public static List<Related> of(String term) {
        byte[] sought = (term + " ").getBytes(StandardCharsets.UTF_8);
        int low = 0;
        int high = LINES.length - 1;
        while (low < high) {
            int line = (low + high) >>> 1;
            int order = compare(sought, LINES[line]);
            if (order == 0) {
                return read(LINES[line] + sought.length, LINES[line + 1] - 1);
            }
            if (order < 0) {
                high = line;
            } else {
                low = line + 1;
            }
        }
        return List.of();
    }

    private static List<Related> read(int from, int to) {
        String[] words = new String(TABLE, from, to - from, StandardCharsets.UTF_8).split(" ");
        List<Related> related = new ArrayList<>(words.length / 2);
        for (int i = 0; i + 1 < words.length; i += 2) {
            related.add(new Related(words[i], Integer.parseInt(words[i + 1]) / SCALE));
        }
        return related;
    }

    /** Compares a term with the one at an offset. */
    private static int compare(byte[] sought, int place) {
        for (int i = 0; i < sought.length; i++) {
            int order = Byte.compareUnsigned(sought[i], TABLE[place + i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int[] lines() {
        return IntStream.concat(
                        IntStream.of(0),
                        IntStream.range(0, TABLE.length)
                                .filter(place -> TABLE[place] == '\n')
                                .map(place -> place + 1))
                .toArray();
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
