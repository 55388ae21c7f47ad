package dev.daybook.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The consolidator of the recorded runs. */
class ConsolidateOperationsTest {

    private static final Map<String, Object> EPISODE = Map.of(
            "id", "e1",
            "user_id", "ada",
            "occurred_at", "2026-02-03T04:05:06+00:00",
            "input", "I live in Porto.",
            "output", "Nice.");

    private static Map<String, Object> run(String operation, Map<String, Object> arguments) {
        RecordedScenario scenario = new RecordedScenario(
                Map.of(),
                null,
                false,
                null,
                Instant.EPOCH,
                List.of(new RecordedScenario.Step(operation, new StepArguments(arguments), null)));
        List<Map<String, Object>> outcomes = new ArrayList<>();
        InMemorySeed seed = new InMemorySeed(scenario);
        try (ReplayStage stage = seed.stage()) {
            assertThat(stage).isNotNull();
            new ScenarioPlayer(seed).play(scenario.steps(), outcomes::add);
        }
        return outcomes.get(0);
    }

    private static Object consolidate(String output) {
        return run("consolidate", Map.of("model_output", output, "episode", EPISODE))
                .get("result");
    }

    private static String item(String object, String confidence) {
        return "{\"subject\":\"user\",\"predicate\":\"likes\",\"object\":\"" + object + "\",\"confidence\":"
                + confidence + "}";
    }

    @Test
    void a_list_of_facts_is_answered_in_order_with_its_source() {
        assertThat(consolidate("```json\n[" + item("tea", "0.5") + ",{\"subject\":\"x\"}," + item("fog", "7") + ","
                        + item("rain", "\"much\"") + "]\n```"))
                .isEqualTo(List.of(fact("tea", 0.5), fact("fog", 1.0), fact("rain", 1.0)));
    }

    private static Map<String, Object> fact(String object, double confidence) {
        return Map.of(
                "user_id", "ada",
                "s", "user",
                "p", "likes",
                "o", object,
                "confidence", confidence,
                "valid_from", "2026-02-03T04:05:06+00:00",
                "sources", List.of("e1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no",
                "{}",
                "null",
                "7",
                "[1, null]",
                "[{\"subject\":\"a\",\"predicate\":\"b\",\"object\":null}]"
            })
    void anything_else_is_no_fact_and_no_error(String output) {
        assertThat(consolidate(output)).isEqualTo(List.of());
    }

    @Test
    void only_the_first_twenty_are_checked() {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            items.add(item("thing" + i, "1"));
        }

        assertThat((List<?>) consolidate(items.toString())).hasSize(20);
    }

    @Test
    void each_episode_is_read_once_and_an_overwritten_one_again() {
        assertThat(run("memory.consolidate", Map.of("episodes", List.of("e1", "e2"), "then", "…"))
                        .get("result"))
                .isEqualTo(Map.of("model_calls_after_each", List.of(2L, 2L, 3L)));
    }
}
