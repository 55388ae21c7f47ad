package org.example.diary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.Daybook;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query.By;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiaryTest {

    @TempDir
    Path folder;

    @Test
    void it_runs_as_a_module_and_so_does_the_library() {
        assertThat(Diary.class.getModule().getName()).isEqualTo("org.example.diary");
        assertThat(Daybook.class.getModule().getName()).isEqualTo("dev.daybook.core");
    }

    @Test
    void notes_are_found_by_keyword_search_after_reopening() {
        note("The ferry to the island leaves at seven.", "Bread is cheapest on Mondays.");

        try (Diary diary = new Diary(folder)) {
            assertThat(diary.find(By.WORDS, "when does the ferry leave?"))
                    .first()
                    .extracting(Hit::text)
                    .isEqualTo("user: The ferry to the island leaves at seven.");
        }
    }

    @Test
    void notes_are_found_by_semantic_search_after_reopening() {
        note("The ferry to the island leaves at seven.", "Bread is cheapest on Mondays.");

        try (Diary diary = new Diary(folder)) {
            Hit best = diary.find(By.MEANING, "Bread is cheapest on Mondays.").get(0);

            assertThat(best.text()).isEqualTo("user: Bread is cheapest on Mondays.");
            assertThat(best.score()).as("cosine of a text with itself").isCloseTo(1.0, within(1e-3));
        }
    }

    private void note(String... texts) {
        try (Diary diary = new Diary(folder)) {
            for (String text : texts) {
                diary.note(text);
            }
        }
    }
}
