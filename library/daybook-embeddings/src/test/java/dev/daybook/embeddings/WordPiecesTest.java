package dev.daybook.embeddings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The expected pieces come from the tokenizer of the model's training (Hugging Face tokenizers 0.23). */
class WordPiecesTest {

    private static final WordPieceVocabulary VOCABULARY = vocabulary();
    private static final WordPieces WORD_PIECES = new WordPieces(VOCABULARY);
    private static final Map<Integer, String> PIECES = pieces();

    @Test
    void words_and_punctuation_become_pieces() {
        assertThat(pieces("The kettle is on.")).containsExactly("the", "kettle", "is", "on", ".");
        assertThat(pieces("don't pay $100")).containsExactly("don", "'", "t", "pay", "$", "100");
    }

    @Test
    void an_unknown_word_is_split_into_the_longest_known_pieces() {
        assertThat(pieces("Unbelievably, the café re-opened!"))
                .containsExactly("un", "##bel", "##ie", "##va", "##bly", ",", "the", "cafe", "re", "-", "opened", "!");
    }

    @Test
    void capitals_and_accents_do_not_count() {
        assertThat(pieces("İstanbul")).containsExactly("istanbul");
        assertThat(pieces("CAFE\u0301 Café")).containsExactly("cafe", "cafe");
        assertThat(pieces("ΟΔΟΣ")).as("no final sigma").containsExactly("ο", "##δ", "##ο", "##σ");
    }

    @Test
    void ligatures_and_fractions_stay_unchanged() {
        assertThat(pieces("ﬁre ½")).containsExactly("ﬁ", "##re", "½");
    }

    @Test
    void each_chinese_character_stands_alone_and_the_rest_of_japanese_does_not() {
        assertThat(pieces("木曜日は雨です")).containsExactly("木", "[UNK]", "日", "は", "[UNK]", "て", "##す");
    }

    @Test
    void korean_is_split_into_letters() {
        assertThat(pieces("한국어")).containsExactly("ᄒ", "##ᅡ", "##ᆫ", "##ᄀ", "##ᅮ", "##ᆨ", "##ᄋ", "##ᅥ");
    }

    @Test
    void a_word_with_an_unknown_letter_is_one_unknown_piece() {
        assertThat(pieces("🌧️")).containsExactly("[UNK]");
        assertThat(pieces("a 𝔘niversity")).containsExactly("a", "[UNK]");
    }

    @Test
    void invisible_characters_are_removed_and_spaces_normalised() {
        assertThat(pieces("a\u0000b\u200bc\tD\u00a0e\u3000f")).containsExactly("abc", "d", "e", "f");
        assertThat(pieces(" \n ")).isEmpty();
        assertThat(pieces("")).isEmpty();
    }

    @Test
    void a_word_of_more_than_a_hundred_letters_is_unknown() {
        assertThat(pieces("x".repeat(100))).hasSizeGreaterThan(1).doesNotContain("[UNK]");
        assertThat(pieces("x".repeat(101))).containsExactly("[UNK]");
    }

    /** Differs from the original on purpose: there the text would end for the model. */
    @Test
    void a_marker_in_a_text_is_text() {
        assertThat(pieces("[SEP]")).containsExactly("[", "sep", "]");
    }

    private static List<String> pieces(String text) {
        return Arrays.stream(WORD_PIECES.of(text)).mapToObj(PIECES::get).toList();
    }

    private static Map<Integer, String> pieces() {
        Map<Integer, String> pieces = new HashMap<>();
        VOCABULARY.pieces().forEach((piece, number) -> pieces.put(number, piece));
        return pieces;
    }

    private static WordPieceVocabulary vocabulary() {
        try (InputStream json =
                Objects.requireNonNull(SentenceModel.class.getResourceAsStream(SentenceModel.TOKENIZER))) {
            return WordPieceVocabulary.read(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
