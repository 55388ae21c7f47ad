package dev.daybook.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.HashEmbedder;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.output.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LangChain4jEmbedderTest {

    private final List<String> asked = new ArrayList<>();
    private final List<EmbeddingInputType> types = new ArrayList<>();

    @Test
    void vectors_are_those_of_the_model_in_order() {
        Embedder embedder = LangChain4jEmbedder.of("goats-1", 8, model());

        assertThat(embedder.name()).isEqualTo("goats-1");
        assertThat(embedder.dimensions()).isEqualTo(8);
        assertThat(embedder.embedDocuments(List.of("one", "two")))
                .isEqualTo(new HashEmbedder(8).embedDocuments(List.of("one", "two")));
        assertThat(embedder.embedQueries(List.of("one"))).isEqualTo(embedder.embedDocuments(List.of("one")));
    }

    @Test
    void without_texts_the_model_is_not_called() {
        assertThat(LangChain4jEmbedder.of("goats-1", 8, model()).embedQueries(List.of()))
                .isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void a_blank_text_has_a_vector_although_models_reject_it() {
        assertThat(LangChain4jEmbedder.of("goats-1", 8, model()).embedQueries(List.of(" ", "one")))
                .hasSize(2);
        assertThat(asked).containsExactly(".", "one");
    }

    @Test
    void the_dimensions_are_requested_if_not_given() {
        assertThat(LangChain4jEmbedder.of("goats-1", model()).dimensions()).isEqualTo(8);
    }

    @Test
    void a_model_that_distinguishes_queries_is_reported() {
        Embedder embedder = LangChain4jEmbedder.of("goats-1", 8, typed());

        embedder.embedQueries(List.of("one"));
        embedder.embedDocuments(List.of("two"));

        assertThat(types).containsExactly(EmbeddingInputType.QUERY, EmbeddingInputType.DOCUMENT);
        assertThat(asked).containsExactly("one", "two");
    }

    @Test
    void its_failures_are_translated() {
        EmbeddingModel limited = new EmbeddingModel() {
            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
                throw new RateLimitException("slowly");
            }
        };

        ModelException thrown = catchThrowableOfType(
                ModelException.class,
                () -> LangChain4jEmbedder.of("goats-1", 8, limited).embedQueries(List.of("one")));
        assertThat(thrown.trouble()).isEqualTo(Trouble.LIMITED);
        assertThat(catchThrowableOfType(ModelException.class, () -> LangChain4jEmbedder.of("goats-1", limited)))
                .isNotNull();
    }

    @Test
    @SuppressWarnings("NullAway")
    void a_model_that_is_null_is_the_mistake_of_the_caller_and_no_failure_of_a_model() {
        assertThatThrownBy(() -> LangChain4jEmbedder.of("goats-1", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("model is null; give a value");
        assertThatThrownBy(() -> LangChain4jEmbedder.of(null, model()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name is null; give a value");
    }

    @Test
    void a_name_is_required() {
        assertThatThrownBy(() -> LangChain4jEmbedder.of(" ", 8, model()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name is blank");
        assertThatThrownBy(() -> LangChain4jEmbedder.of("goats-1", 0, model()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dimensions is 0");
    }

    private EmbeddingModel model() {
        return new EmbeddingModel() {
            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
                return Response.from(vectors(segments));
            }
        };
    }

    private EmbeddingModel typed() {
        return new EmbeddingModel() {
            @Override
            public Set<EmbeddingParameter<?>> supportedParameters() {
                return Set.of(EmbeddingRequestParameters.INPUT_TYPE);
            }

            @Override
            public EmbeddingResponse doEmbed(EmbeddingRequest request) {
                types.add(request.parameters().inputType());
                List<TextSegment> segments = request.inputs().stream()
                        .map(input -> TextSegment.from(input.text()))
                        .toList();
                return EmbeddingResponse.builder().embeddings(vectors(segments)).build();
            }
        };
    }

    private List<Embedding> vectors(List<TextSegment> segments) {
        List<String> texts = segments.stream().map(TextSegment::text).toList();
        asked.addAll(texts);
        return new HashEmbedder(8)
                .embedDocuments(texts).stream()
                        .map(vector -> Embedding.from(vector.toArray()))
                        .toList();
    }
}
