package dev.daybook.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.error.EmbedderException;
import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.error.StaleVersionException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.json.PlainJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemTest {

    @ParameterizedTest
    @EnumSource(Trouble.class)
    void a_model_that_could_not_do_it_is_unavailable_and_says_whether_to_try_again(Trouble trouble) {
        ModelException failure = new ModelException(trouble, "the model 'm' gave no answer; ask again");

        Problem problem = Problem.of(failure);

        assertThat(PlainJson.readObject(problem.json()))
                .containsEntry("status", 503L)
                .containsEntry("code", "unavailable")
                .containsEntry("title", "Model unavailable")
                .containsEntry("detail", failure.getMessage())
                .containsEntry("trouble", trouble.name().toLowerCase(java.util.Locale.ROOT))
                .containsEntry("retryable", failure.retryable());
    }

    @Test
    void a_write_whose_outcome_is_unknown_names_the_ids_to_repeat_it_with() {
        StoreException failure = StoreException.unknownOutcome("cut off", null).of(List.of("ep_1"));

        assertThat(PlainJson.readObject(Problem.of(failure).json()))
                .containsEntry("status", 503L)
                .containsEntry("outcome", "unknown")
                .containsEntry("ids", List.of("ep_1"));
    }

    @Test
    void an_embedder_that_does_not_work_is_no_mistake_of_the_caller() {
        assertThat(PlainJson.readObject(Problem.of(new EmbedderException("embedder x gave null"))
                        .json()))
                .containsEntry("status", 503L)
                .containsEntry("title", "Embedder unavailable");
    }

    @Test
    void a_stale_version_is_a_failed_precondition() {
        assertThat(PlainJson.readObject(
                        Problem.of(new StaleVersionException("read it again")).json()))
                .containsEntry("status", 412L)
                .containsEntry("code", "precondition")
                .doesNotContainKey("trouble");
    }
}
