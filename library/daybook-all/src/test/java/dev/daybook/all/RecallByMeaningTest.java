package dev.daybook.all;

import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecallByMeaningTest {

    @TempDir
    Path folder;

    @Test
    void with_the_one_dependency_a_memory_is_found_by_semantic_search_without_a_word_in_common() {
        try (Daybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            List.of(
                            "My bicycle was stolen last night.",
                            "The dentist moved the appointment to Friday.",
                            "Our neighbour keeps bees behind the garage.")
                    .forEach(text ->
                            ada.operations().await(ada.session("s1").remember(user(text)), Duration.ofMinutes(1)));

            assertThat(ada.recall(Query.of("Who makes honey?").by(By.MEANING)))
                    .extracting(Hit::text)
                    .first()
                    .asString()
                    .contains("Our neighbour keeps bees behind the garage.");
        }
    }
}
