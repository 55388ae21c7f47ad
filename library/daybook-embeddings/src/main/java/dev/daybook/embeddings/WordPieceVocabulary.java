package dev.daybook.embeddings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The word pieces of a model with their numbers. A piece that begins with {@code ##} continues a word.
 *
 * @param pieces from piece to number
 */
record WordPieceVocabulary(Map<String, Integer> pieces) {

    private static final String BEGIN = "\"vocab\":";
    private static final Pattern WORD_PIECE = Pattern.compile("\"type\"\\s*:\\s*\"WordPiece\"");
    private static final Pattern LOWERCASES = Pattern.compile("\"lowercase\"\\s*:\\s*true");

    /** Reads the vocabulary from a {@code tokenizer.json}: the object under {@code vocab} maps strings to integers. */
    static WordPieceVocabulary read(InputStream json) throws IOException {
        return parse(new String(json.readAllBytes(), StandardCharsets.UTF_8));
    }

    /** Reads the vocabulary of an unknown {@code tokenizer.json}; refuses one that {@link WordPieces} cannot follow. */
    static WordPieceVocabulary readUncased(InputStream json) throws IOException {
        String text = new String(json.readAllBytes(), StandardCharsets.UTF_8);
        if (!WORD_PIECE.matcher(text).find() || !LOWERCASES.matcher(text).find()) {
            throw new IOException("the tokenizer is no WordPiece tokenizer that lowercases; use a model with one, or"
                    + " Embedder.of with a tokenizer of your own");
        }
        return parse(text);
    }

    /** A parser for this one object, so that the module needs no JSON library. */
    static WordPieceVocabulary parse(String json) throws IOException {
        int vocabulary = json.indexOf(BEGIN);
        if (vocabulary < 0) {
            throw new IOException("the tokenizer file has no vocabulary");
        }
        Map<String, Integer> pieces = new HashMap<>(1 << 16);
        StringBuilder piece = new StringBuilder();
        int at = json.indexOf('{', vocabulary) + 1;
        while (at < json.length() && json.charAt(at) != '}') {
            if (json.charAt(at) != '"') {
                at++;
                continue;
            }
            piece.setLength(0);
            at = unquote(json, at + 1, piece);
            while (at < json.length() && !isDigit(json.charAt(at))) {
                at++;
            }
            int from = at;
            while (at < json.length() && isDigit(json.charAt(at))) {
                at++;
            }
            pieces.put(piece.toString(), Integer.valueOf(json.substring(from, at)));
        }
        return new WordPieceVocabulary(pieces);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /**
     * Appends the string that begins at an index.
     *
     * @return the index after its closing quote
     */
    private static int unquote(String json, int from, StringBuilder text) throws IOException {
        for (int i = from; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '"') {
                return i + 1;
            }
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char escaped = json.charAt(++i);
            if (escaped == 'u') {
                text.append((char) Integer.parseInt(json, i + 1, i + 5, 16));
                i += 4;
            } else if (escaped == '"' || escaped == '\\' || escaped == '/') {
                text.append(escaped);
            } else {
                throw new IOException("the vocabulary has the escape \\" + escaped + ", which no word piece needs");
            }
        }
        throw new IOException("the vocabulary ends inside a word piece");
    }

    /** Returns the number of a required piece. */
    int number(String piece) {
        Integer number = pieces.get(piece);
        if (number == null) {
            throw new IllegalArgumentException("the vocabulary has no " + piece + "; it is not that of a BERT model");
        }
        return number;
    }
}
