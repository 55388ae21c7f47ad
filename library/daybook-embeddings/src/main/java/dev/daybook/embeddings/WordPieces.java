package dev.daybook.embeddings;

import java.text.Normalizer;
import java.util.Arrays;

/**
 * The WordPiece tokenizer of BERT: lowercases, removes accents, splits at spaces, punctuation and around each Chinese
 * character, then splits each word from its beginning into the longest pieces of the vocabulary. See Devlin et al.,
 * "BERT" (2019), and the tokenizer of its source.
 *
 * <p>A marker such as {@code [SEP]} in a text is plain text, so that stored text cannot control the model. Java
 * classifies letters and marks, so an older Java may split a character newer than its Unicode version differently; the
 * vocabulary has no such character.
 *
 * <p>Thread-safe.
 */
final class WordPieces {

    /** A longer word is unknown, as in the source: it is noise, and the search is quadratic. */
    private static final int MAX_WORD_LENGTH = 100;

    private static final String CONTINUED = "##";

    private final WordPieceVocabulary vocabulary;
    private final int unknown;

    WordPieces(WordPieceVocabulary vocabulary) {
        this.vocabulary = vocabulary;
        this.unknown = vocabulary.number("[UNK]");
    }

    /** Returns the numbers of the pieces, without the markers of beginning and end; empty for a text without a word. */
    int[] of(String text) {
        Numbers numbers = new Numbers();
        StringBuilder word = new StringBuilder();
        String letters = Normalizer.normalize(clean(text), Normalizer.Form.NFD);
        for (int i = 0, c; i < letters.length(); i += Character.charCount(c)) {
            c = letters.codePointAt(i);
            if (c == ' ') {
                cut(word, numbers);
            } else if (isPunctuation(c)) {
                cut(word, numbers);
                cut(word.appendCodePoint(c), numbers);
            } else if (Character.getType(c) != Character.NON_SPACING_MARK) {
                word.appendCodePoint(Character.toLowerCase(c));
            }
        }
        cut(word, numbers);
        return numbers.toArray();
    }

    /** Removes control characters, normalises spaces, and adds spaces around characters of scripts without them. */
    private static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length() + 16);
        for (int i = 0, c; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            if (c == '\t' || c == '\n' || c == '\r' || Character.isSpaceChar(c)) {
                clean.append(' ');
            } else if (isChinese(c)) {
                clean.append(' ').appendCodePoint(c).append(' ');
            } else if (!isDropped(c)) {
                clean.appendCodePoint(c);
            }
        }
        return clean.toString();
    }

    private static boolean isDropped(int c) {
        return c == 0xFFFD
                || switch (Character.getType(c)) {
                    // A mark is no part of a piece, and sorting a million marks of one letter (NFD) takes minutes.
                    case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE, Character.NON_SPACING_MARK -> true;
                    default -> false;
                };
    }

    private static boolean isPunctuation(int c) {
        // In ASCII, symbols count as punctuation too: $, +, <, =, >, ^, `, , ~.
        if (c < 128) {
            return c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
        }
        return switch (Character.getType(c)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }

    /** Returns whether a character is in the blocks of the source, which leave out Japanese syllables and Korean. */
    private static boolean isChinese(int c) {
        return c >= 0x4E00 && c <= 0x9FFF
                || c >= 0x3400 && c <= 0x4DBF
                || c >= 0x20000 && c <= 0x2A6DF
                || c >= 0x2A700 && c <= 0x2B73F
                || c >= 0x2B740 && c <= 0x2B81F
                || c >= 0x2B820 && c <= 0x2CEAF
                || c >= 0xF900 && c <= 0xFAFF
                || c >= 0x2F800 && c <= 0x2FA1F;
    }

    /** Adds the pieces of a word, or the unknown piece if any part of it is unknown; clears the word. */
    private void cut(StringBuilder word, Numbers numbers) {
        if (word.length() == 0) {
            return;
        }
        int begin = numbers.size;
        if (word.codePointCount(0, word.length()) > MAX_WORD_LENGTH || !cutKnown(word.toString(), numbers)) {
            numbers.size = begin;
            numbers.add(unknown);
        }
        word.setLength(0);
    }

    private boolean cutKnown(String word, Numbers numbers) {
        int from = 0;
        while (from < word.length()) {
            int to = word.length();
            Integer found = null;
            while (to > from) {
                String piece = word.substring(from, to);
                found = vocabulary.pieces().get(from == 0 ? piece : CONTINUED + piece);
                if (found != null) {
                    break;
                }
                to = word.offsetByCodePoints(to, -1);
            }
            if (found == null) {
                return false;
            }
            numbers.add(found);
            from = to;
        }
        return true;
    }

    private static final class Numbers {
        private int[] values = new int[64];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        int[] toArray() {
            return Arrays.copyOf(values, size);
        }
    }
}
