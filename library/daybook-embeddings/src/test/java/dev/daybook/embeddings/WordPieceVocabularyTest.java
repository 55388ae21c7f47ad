package dev.daybook.embeddings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WordPieceVocabularyTest {

    @Test
    void pieces_that_look_like_json_are_pieces() throws IOException {
        String json = """
                {"model": {"type": "WordPiece", "vocab": {"{": 0, "}": 1, "\\"": 2, "\\\\": 3, ",": 4, "7": 5,
                "\\u00e9": 6, "##ing" : 7}, "after": {"x": 9}}}""";

        assertThat(WordPieceVocabulary.parse(json).pieces())
                .isEqualTo(Map.of("{", 0, "}", 1, "\"", 2, "\\", 3, ",", 4, "7", 5, "é", 6, "##ing", 7));
    }

    @Test
    void a_file_without_a_vocabulary_is_an_error() {
        assertThatThrownBy(() -> WordPieceVocabulary.parse("{}"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no vocabulary");
    }

    @Test
    void a_vocabulary_without_the_markers_is_an_error() throws IOException {
        WordPieceVocabulary foreign = WordPieceVocabulary.parse("{\"vocab\":{\"a\":0}}");

        assertThatThrownBy(() -> foreign.number("[CLS]"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[CLS]");
    }
}
