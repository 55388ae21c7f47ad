package dev.daybook.internal.dates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.recall.AllocatedBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DateReaderTest {

    /** A Monday. */
    private static final LocalDate MONDAY = LocalDate.of(2023, 6, 12);

    private static List<String> message(String text, LocalDate said) {
        return DateReader.ofMessage(text, "en", said).stream()
                .map(DateInterval::text)
                .toList();
    }

    private static List<String> question(String text, LocalDate asked) {
        return DateReader.ofQuestion(text, "en", asked).stream()
                .map(DateInterval::text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        I saw her on 7 May 2023                      | 2023-05-07
        I saw her on May 7, 2023.                    | 2023-05-07
        It was the 7th of May, 2023                  | 2023-05-07
        It was on May 7th                            | 2023-05-07
        Due Jan. 5, as they said                     | 2023-01-05
        We meet on 2023-05-07 at noon                | 2023-05-07
        The invoice of 2023-05 is there              | 2023-05-01 to 2023-05-31
        That was back in May 2023                    | 2023-05-01 to 2023-05-31
        She was born in 1994                         | 1994-01-01 to 1994-12-31
        We went there in the summer of 2021          | 2021-06-01 to 2021-08-31
        It was cold in winter 2021                   | 2021-12-01 to 2022-02-28
        On Friday the 5th we leave                   | 2023-05-05
        He comes on Friday, 16 June                  | 2023-06-16
        The rent is due by the 15th? On the 15th!    | 2023-06-15
        Mid-August 2023 would suit me                | 2023-08-11 to 2023-08-20
        At the end of July we move                   | 2023-07-21 to 2023-07-31
        In early 2022 I quit                         | 2022-01-01 to 2022-05-01
        On Christmas 2022 it snowed                  | 2022-12-24 to 2022-12-26
        From 3 March to 5 April 2023 I was away      | 2023-03-03 to 2023-04-05
        Between May and July 2022 it was closed      | 2022-05-01 to 2022-07-31
        """)
    void an_absolute_date_is_read(String text, String interval) {
        assertThat(message(text, MONDAY)).contains(interval);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        We are going today                           | 2023-06-12
        I baked a cake yesterday                     | 2023-06-11
        Last night I could not sleep                 | 2023-06-11
        The day before yesterday it rained           | 2023-06-10
        Tomorrow is the exam                         | 2023-06-13
        The day after tomorrow we fly                | 2023-06-14
        Two days ago I fell                          | 2023-06-10
        3 days ago I fell                            | 2023-06-09
        A couple of days ago I fell                  | 2023-06-09 to 2023-06-11
        The other day I met him                      | 2023-06-05 to 2023-06-11
        I started a week ago                         | 2023-06-02 to 2023-06-08
        Two weeks ago I started                      | 2023-05-26 to 2023-06-01
        A few months ago I started                   | 2023-02-10 to 2023-04-11
        Three years ago we married                   | 2019-12-13 to 2020-12-11
        Last week was hard                           | 2023-06-05 to 2023-06-11
        Last weekend was fun                         | 2023-06-10 to 2023-06-11
        This weekend is free                         | 2023-06-17 to 2023-06-18
        Two weekends ago we hiked                    | 2023-06-03 to 2023-06-04
        Last month I moved                           | 2023-05-01 to 2023-05-31
        Next month I move                            | 2023-07-01 to 2023-07-31
        This year I move                             | 2023-01-01 to 2023-12-31
        Last year I moved                            | 2022-01-01 to 2022-12-31
        In two weeks I move                          | 2023-06-23 to 2023-06-29
        Over the past three weeks I have run         | 2023-05-22 to 2023-06-12
        The next two days I am off                   | 2023-06-12 to 2023-06-14
        Last summer I ran                            | 2022-06-01 to 2022-08-31
        This summer I will run                       | 2023-06-01 to 2023-08-31
        Next spring I will run                       | 2024-03-01 to 2024-05-31
        Last May I ran                               | 2023-05-01 to 2023-05-31
        Last Christmas you told me                   | 2022-12-24 to 2022-12-26
        Last Friday I ran                            | 2023-06-09
        Next Friday I will run                       | 2023-06-16
        On Saturday I ran                            | 2023-06-10
        The week before 6 June I ran                 | 2023-05-30 to 2023-06-05
        The weekend after 6 June I ran               | 2023-06-10 to 2023-06-11
        The Friday before 6 June I ran               | 2023-06-02
        The day after Christmas 2022 I ran           | 2022-12-27
        In the week of 1 June 2023 I ran             | 2023-05-29 to 2023-06-04
        Two days before 1 June 2023 I ran            | 2023-05-30
        Since March I run                            | 2023-03-01 to 2023-06-12
        """)
    void a_relative_date_of_a_message_is_resolved_by_the_day_it_was_said(String text, String interval) {
        assertThat(message(text, MONDAY)).containsExactly(interval);
    }

    @Test
    void phrases_of_five_languages_are_read() throws IOException {
        List<String[]> phrases;
        try (InputStream file = DateReaderTest.class.getResourceAsStream("phrases.txt")) {
            phrases = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" \\| "))
                    .toList();
        }

        assertThat(phrases).hasSizeGreaterThan(150).allSatisfy(phrase -> {
            String text = phrase[2].replace("\\u200B", "\u200B");
            List<DateInterval> dates = DateReader.ofMessage(text, phrase[0], LocalDate.parse(phrase[1]));
            String read = dates.stream().map(DateInterval::text).collect(Collectors.joining("; "));
            assertThat(read.isEmpty() ? "-" : read).as(text).isEqualTo(phrase[3].strip());
        });
    }

    @Test
    void the_leap_day_is_in_leap_years_only() {
        assertThat(question("What did I do in February?", LocalDate.of(2025, 1, 10)))
                .containsExactly("2024-02-01 to 2024-02-29");
        assertThat(question("What did I do on 29 February?", LocalDate.of(2027, 1, 10)))
                .containsExactly("2024-02-29");
        DateInterval february = DateInterval.of(LocalDate.of(2023, 2, 1), LocalDate.of(2023, 2, 28));
        assertThat(february.plusYears(1).plusYears(-1)).isEqualTo(february);
        assertThat(february.inYear(2024))
                .contains(DateInterval.of(LocalDate.of(2024, 2, 1), LocalDate.of(2024, 2, 29)));
        assertThat(DateInterval.day(LocalDate.of(2024, 2, 29)).inYear(2023)).isEmpty();
    }

    @Test
    void a_language_without_phrases_has_dates_in_digits() {
        assertThat(DateReader.ofMessage("2023-05-07に会った", "ja", MONDAY)).hasSize(1);
    }

    @Test
    void a_date_without_a_year_is_the_nearest_in_a_message() {
        assertThat(message("We marry in May", LocalDate.of(2023, 3, 1))).containsExactly("2023-05-01 to 2023-05-31");
        assertThat(message("We married in May", LocalDate.of(2023, 8, 1))).containsExactly("2023-05-01 to 2023-05-31");
        assertThat(message("We fly on 2 January", LocalDate.of(2023, 12, 20))).containsExactly("2024-01-02");
        assertThat(message("At New Year's Eve we sang", LocalDate.of(2024, 1, 5)))
                .containsExactly("2023-12-31 to 2024-01-01");
    }

    @Test
    void a_question_without_a_year_asks_about_any_year_first_about_the_last_one() {
        assertThat(DateReader.ofQuestion("What did I do in May?", "en", LocalDate.of(2023, 3, 1)))
                .singleElement()
                .satisfies(date -> {
                    assertThat(date.yearly()).isTrue();
                    assertThat(date.from().getMonthValue()).isEqualTo(5);
                });
        assertThat(DateReader.ofQuestion("What did I do in May 2022?", "en", LocalDate.of(2023, 3, 1)))
                .containsExactly(DateInterval.of(LocalDate.of(2022, 5, 1), LocalDate.of(2022, 5, 31)));
    }

    @Test
    void a_weekday_of_a_question_is_the_last_one() {
        assertThat(question("What did we eat on Saturday?", MONDAY)).containsExactly("2023-06-10");
        assertThat(question("What did we eat on Wednesday?", MONDAY)).containsExactly("2023-06-07");
    }

    @Test
    void before_and_after_a_date_leave_one_end_open() {
        assertThat(question("What did I do before May 2023?", MONDAY)).containsExactly("0001-01-01 to 2023-04-30");
        assertThat(question("What did I do after last summer?", MONDAY)).containsExactly("2022-09-01 to 9999-12-31");
        assertThat(message("It was before May 2023", MONDAY)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "When did she go to the support group?",
                "May I ask something? I may go, and they march.",
                "The chapter has 2000 words, and 31 people read 1999 of them.",
                "It may last two weeks.",
                "Every Friday I swim, and every summer I sail.",
                "June told April that Jan would marry Augustus.",
                "At 10:30 the score was 7.5 to 3/4, for 12,000 francs.",
                "I was there before the move and after the wedding.",
                "31 June and 30 February are no days.",
                "The next step is the last chapter; this part is next to it.",
                "",
                "..."
            })
    void other_words_are_no_date(String text) {
        assertThat(message(text, MONDAY)).isEmpty();
        assertThat(question(text, MONDAY)).isEmpty();
    }

    @Test
    void a_phrase_does_not_go_on_in_the_next_sentence() {
        assertThat(message("I will be there in May. 5 people will come.", MONDAY))
                .containsExactly("2024-05-05");
        assertThat(message("He said in May! Two more came.", MONDAY)).containsExactly("2023-05-01 to 2023-05-31");
        assertThat(message("I went last\nweek", MONDAY)).isEmpty();
    }

    @Test
    void the_longest_phrase_counts() {
        assertThat(message("the day before yesterday", MONDAY)).containsExactly("2023-06-10");
        assertThat(message("in the summer of 2021", MONDAY)).containsExactly("2021-06-01 to 2021-08-31");
        assertThat(message("at the end of last May", MONDAY)).containsExactly("2023-05-21 to 2023-05-31");
    }

    @Test
    void a_text_has_sixteen_dates_at_most_each_once() {
        StringBuilder text = new StringBuilder("yesterday, yesterday, ");
        for (int day = 1; day <= 31; day++) {
            text.append("on ").append(day).append(" May 2022, ");
        }

        assertThat(message(text.toString(), MONDAY)).hasSize(16).startsWith("2023-06-11", "2022-05-01");
    }

    @Test
    void a_message_of_an_impossible_time_has_no_dates() {
        assertThat(message("yesterday", LocalDate.MAX)).isEmpty();
        assertThat(message("yesterday", LocalDate.MIN)).isEmpty();
    }

    /** Sequences of the words of the vocabulary, most of them without sense. */
    @Test
    void no_text_fails() {
        String[] words =
                ("the a in on of last next this week weekend month year day may 31 5th 2023 2023-02-30 2023-05-07 1"
                                + " before after since between and from to until summer end mid early ago few couple two friday"
                                + " feb 29 february every christmas new s eve . , - ! 99999 366 years ago from now")
                        .split(" ");
        Random random = new Random(7);
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < 12; word++) {
                text.append(words[random.nextInt(words.length)]).append(' ');
            }
            LocalDate day = LocalDate.of(1000 + random.nextInt(8000), 1 + random.nextInt(12), 1 + random.nextInt(28));
            found += DateReader.ofMessage(text.toString(), "en", day).size()
                    + DateReader.ofQuestion(text.toString(), "en", day).size();
        }
        assertThat(found).isGreaterThan(20_000);
    }

    @Test
    void a_text_with_numbers_allocates_little() {
        String numbers = "17 boats, 18 boats, 19 boats, 20 boats, 21 boats, 22 boats";
        DateReader.ofMessage(numbers, "en", MONDAY);

        // Measured: 7.7 kB. A number begins dozens of templates; with an object for each it was 37 kB.
        assertThat(AllocatedBytes.by(() -> DateReader.ofMessage(numbers, "en", MONDAY)))
                .isLessThan(15_000L);
    }
}
