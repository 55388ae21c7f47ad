package dev.daybook.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Embedding;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.query.FactQuery;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.ScriptedModel;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A model that says what it read in its own words. */
class ParaphrasedStatementTest {

    private static final String PARAPHRASE = "Mira took in a long-eared animal.";

    private static final Embedder ANIMALS = Embedder.of(
            "animals",
            2,
            texts -> texts.stream()
                    .map(text -> Embedding.of(text.contains("donkey") || text.contains("long-eared") ? 1 : 0, 1))
                    .toList());

    private static Memory told(UnaryOperator<DaybookBuilder> setting) {
        String answer = PlainJson.write(
                Map.of("statements", List.of(Map.of("s", PARAPHRASE, "about", "Mira", "from", List.of(1)))));
        Memory ada = setting.apply(Daybook.builder(new InMemoryStore())
                        .languageModel(ScriptedModel.answering(answer))
                        .background(false))
                .open()
                .user("ada");
        ada.remember(NewEpisode.of(
                Message.user("I adopted a grey donkey, he is called Bruno.").withName("Mira")));
        ada.consolidate();
        return ada;
    }

    @Test
    void a_statement_in_other_words_is_kept_where_an_embedder_finds_it_in_its_message() {
        assertThat(told(builder -> builder.embedder(ANIMALS)).facts().list(FactQuery.all()))
                .extracting(Fact::sentence)
                .containsExactly(PARAPHRASE);
    }

    @Test
    void without_an_embedder_it_is_rejected_with_its_reason() {
        Memory ada = told(DaybookBuilder::noEmbedder);

        assertThat(ada.facts().list(FactQuery.all())).isEmpty();
        assertThat(ada.facts().rejected())
                .extracting(RejectedStatement::sentence, RejectedStatement::reason)
                .containsExactly(tuple(PARAPHRASE, "words"));
    }
}
