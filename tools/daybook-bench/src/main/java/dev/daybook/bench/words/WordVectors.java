package dev.daybook.bench.words;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The static word vectors of the bundled model: the first table of the network, a row for each word
 * piece. Rows are moved so that their mean is nothing, and brought to length 1.
 */
final class WordVectors {

    private static final String FOLDER = "dev/daybook/embeddings/all-minilm-l6-v2-q";
    private static final int DIMENSIONS = 384;

    /** The pieces before it are markers, signs and places kept free. */
    private static final int FIRST_WORD = 1_000;

    private static final Pattern WORD = Pattern.compile("\"([a-z]{3,})\":\\s*(\\d+)");

    private final byte[] model;
    private final int table;
    private final double[] mean = new double[DIMENSIONS];

    /** Word to row, the words that are most used first. */
    private final Map<Integer, String> words = new TreeMap<>();

    WordVectors() throws IOException {
        model = resource(FOLDER + ".onnx");
        String tokenizer = new String(resource(FOLDER + "-tokenizer.json"), StandardCharsets.UTF_8);
        Matcher word = WORD.matcher(tokenizer);
        for (int from = tokenizer.indexOf("\"vocab\""); word.find(from); from = word.end()) {
            words.put(Integer.valueOf(word.group(2)), word.group(1));
        }
        int rows = pieces(tokenizer);
        table = find(rows * DIMENSIONS);
        for (int row = FIRST_WORD; row < rows; row++) {
            for (int i = 0; i < DIMENSIONS; i++) {
                mean[i] += (double) at(row, i) / (rows - FIRST_WORD);
            }
        }
    }

    /** The words that are one piece, by their rows: the most used first. */
    Map<Integer, String> words() {
        return words;
    }

    /** A word's vector, of length 1. */
    float[] vector(int row) {
        double squares = 0;
        for (int i = 0; i < DIMENSIONS; i++) {
            squares += Math.pow(at(row, i) - mean[i], 2);
        }
        float[] vector = new float[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS; i++) {
            vector[i] = (float) ((at(row, i) - mean[i]) / Math.sqrt(squares));
        }
        return vector;
    }

    /** The numbers are of eight bits without a sign; where their zero lies does not matter once the mean is taken off. */
    private int at(int row, int i) {
        return model[table + row * DIMENSIONS + i] & 0xFF;
    }

    private static int pieces(String tokenizer) {
        Matcher number = Pattern.compile("\":\\s*(\\d+)\\s*[,}]").matcher(tokenizer);
        int last = 0;
        for (int from = tokenizer.indexOf("\"vocab\""); number.find(from); from = number.end()) {
            last = Math.max(last, Integer.parseInt(number.group(1)));
        }
        return last + 1;
    }

    /** The one tensor of the model that has so many bytes: raw data is field 9 of a tensor, behind its length. */
    private int find(int bytes) {
        byte[] head = {
            (byte) (9 << 3 | 2),
            (byte) (bytes | 0x80),
            (byte) (bytes >> 7 | 0x80),
            (byte) (bytes >> 14 | 0x80),
            (byte) (bytes >> 21)
        };
        for (int at = 0; at + head.length + bytes <= model.length; at++) {
            int same = 0;
            while (same < head.length && model[at + same] == head[same]) {
                same++;
            }
            if (same == head.length) {
                return at + same;
            }
        }
        throw new IllegalStateException("the model has no table of " + bytes + " bytes");
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream resource = WordVectors.class.getClassLoader().getResourceAsStream(name)) {
            if (resource == null) {
                throw new FileNotFoundException(name + " is not there; put daybook-embeddings on the path");
            }
            return resource.readAllBytes();
        }
    }
}
