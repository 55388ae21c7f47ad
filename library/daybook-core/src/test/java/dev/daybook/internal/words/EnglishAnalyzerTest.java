package dev.daybook.internal.words;

import static dev.daybook.internal.words.EnglishAnalyzer.terms;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tartarus.snowball.ext.EnglishStemmer;

class EnglishAnalyzerTest {

    @ParameterizedTest
    @CsvSource({
        "boats, boat",
        "Boating, boat",
        "BOATED, boat",
        "hopping, hop",
        "happy, happiness",
        "generously, generous",
        "Jos\u00e9, Jose",
        "na\u00efve, naive",
        "\u00c5se, ase",
        "Ada's, Ada",
        "Ada\u2019s, Ada",
        "U.S.A., u.s.a",
    })
    void forms_of_a_word_are_one_term(String one, String other) {
        assertThat(terms(one)).hasSize(1).isEqualTo(terms(other));
    }

    @ParameterizedTest
    @CsvSource({"boat, coat", "universe, uniform", "7, 17", "3.14, 3.15", "new, news"})
    void different_words_are_different_terms(String one, String other) {
        assertThat(terms(one)).hasSize(1).isNotEqualTo(terms(other));
    }

    @Test
    void stop_words_are_left_out() {
        assertThat(terms("The and of WHAT is it to be, or not to be? Where were they all?"))
                .isEmpty();
        assertThat(terms("What's there? Who's that?")).isEmpty();
    }

    @Test
    void contractions_are_left_out() {
        assertThat(terms("I'm, I've, I'll, don't, didn't, you're, we'd")).isEmpty();
    }

    @Test
    void terms_come_in_order_with_repetitions() {
        assertThat(terms("Boats, nets and boats.")).isEqualTo(List.of("boat", "net", "boat"));
    }

    @Test
    void digits_are_terms() {
        assertThat(terms("Room 42, 19:30, 3.14, 4th, B2B"))
                .contains("42", "19", "30", "3.14", "4th", "b2b")
                .contains("room");
    }

    @Test
    void an_empty_text_has_no_terms() {
        assertThat(terms("")).isEmpty();
        assertThat(terms(" \n\t\u0000 ... !? \ud83c\udff3")).isNotNull();
    }

    @Test
    void other_scripts_come_out_as_terms_that_find_themselves() {
        for (String text : List.of(
                "\u4f60\u597d\u4e16\u754c",
                "\u041f\u0440\u0438\u0432\u0435\u0442",
                "\u0645\u0631\u062d\u0628\u0627",
                "\u3053\u3093\u306b\u3061\u306f",
                "\uc548\ub155",
                "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35")) {
            assertThat(terms(text)).isNotEmpty().isEqualTo(terms(text));
        }
    }

    @Test
    void a_megabyte_is_analysed_whole() {
        String text = "the boats and the nets ".repeat(45_000);
        assertThat(text.length()).isGreaterThan(1_000_000);
        assertThat(terms(text)).hasSize(90_000).contains("boat", "net");
        assertThat(terms("a".repeat(1_000_000))).isNotEmpty();
        assertThat(terms("\u4f60".repeat(100_000))).isNotEmpty();
    }

    @Test
    void many_threads_get_the_same_terms() {
        List<String> expected = terms("Boats and nets of Mira's brother");
        assertThat(IntStream.range(0, 500).parallel().mapToObj(i -> terms("Boats and nets of Mira's brother")))
                .allMatch(expected::equals);
    }

    private static final List<String> SUFFIXES = List.of(
            "", "'", "s", "es", "sses", "ied", "ies", "us", "ss", "eed", "eedly", "ed", "edly", "ing", "ingly", "y",
            "tional", "enci", "anci", "abli", "entli", "izer", "ization", "ational", "ation", "ator", "alism", "aliti",
            "alli", "fulness", "ousli", "ousness", "iveness", "iviti", "biliti", "bli", "ogi", "logi", "ogist", "fulli",
            "lessli", "li", "ly", "alize", "icate", "iciti", "ical", "ful", "ness", "ative", "al", "ance", "ence", "er",
            "ic", "able", "ible", "ant", "ement", "ment", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "sion",
            "tion", "e", "ll", "l");

    private static final List<String> EXCEPTIONS = List.of(
            "skis",
            "skies",
            "dying",
            "lying",
            "tying",
            "idly",
            "gently",
            "ugly",
            "early",
            "singly",
            "sky",
            "news",
            "howe",
            "atlas",
            "cosmos",
            "bias",
            "andes",
            "inning",
            "outing",
            "canning",
            "herring",
            "earring",
            "proceed",
            "exceed",
            "succeed",
            "communism",
            "generation",
            "arsenal",
            "rock'n'roll",
            "o'clock");

    private static String letters(Random random, int length) {
        return random.ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** All ends of three letters, all suffixes of the stemmer, and its exceptions. */
    private static Stream<String> words() {
        Random random = new Random(8);
        Stream<String> ends = IntStream.range(0, 26 * 26 * 26)
                .mapToObj(i -> new String(
                        new char[] {(char) ('a' + i / 676), (char) ('a' + i / 26 % 26), (char) ('a' + i % 26)}))
                .flatMap(end -> Stream.of(end, letters(random, 2) + end, letters(random, 5) + end));
        Stream<String> suffixed = SUFFIXES.stream()
                .flatMap(suffix ->
                        IntStream.range(0, 300).mapToObj(i -> letters(random, 1 + random.nextInt(7)) + suffix));
        return Stream.of(ends, suffixed, EXCEPTIONS.stream()).flatMap(Function.identity());
    }

    @Test
    void every_word_becomes_the_stem_that_the_stemmer_alone_finds() {
        EnglishStemmer stemmer = new EnglishStemmer();
        int changed = 0;
        for (String word : words().toList()) {
            stemmer.setCurrent(word);
            stemmer.stem();
            String stem = stemmer.getCurrent();
            List<String> terms = terms(word);
            if (!terms.isEmpty() && !word.endsWith("'") && !word.endsWith("'s")) {
                assertThat(terms).as(word).containsExactly(stem);
                changed += stem.equals(word) ? 0 : 1;
            }
        }
        assertThat(changed).isGreaterThan(10_000);
    }
}
