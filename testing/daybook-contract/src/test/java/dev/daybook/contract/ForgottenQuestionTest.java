package dev.daybook.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.internal.window.ExchangeWriter;
import dev.daybook.internal.window.ExchangeWriter.MessageMetadata;
import dev.daybook.internal.window.LoggedWindow;
import dev.daybook.internal.window.OpenExchange;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.outcome.Turn;
import dev.daybook.query.Selection;
import dev.daybook.store.CommitResult;
import dev.daybook.store.WriteBatch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A question that was forgotten while its answer was awaited does not come back with it. */
class ForgottenQuestionTest {

    private static final Message QUESTION = Message.user("My key is under the mat.");
    private static final Message ANSWER = Message.assistant("Noted.");

    private static final class LosingStore extends ForwardingStore {
        private boolean losesAnswer;
        private boolean losesWrite;

        LosingStore() {
            super(new InMemoryStore());
        }

        @Override
        public CommitResult write(WriteBatch batch) {
            if (losesWrite) {
                throw StoreException.unknownOutcome("no connection", null);
            }
            CommitResult commit = super.write(batch);
            if (losesAnswer) {
                throw StoreException.unknownOutcome("no answer", null);
            }
            return commit;
        }
    }

    private final LosingStore store = new LosingStore();
    private final LocalDaybook daybook =
            Daybook.builder(store).noEmbedder().background(false).open();
    private final Memory ada = daybook.user("ada");

    @AfterEach
    void close() {
        daybook.close();
    }

    private List<Message> turns() {
        return ada.session("s").turns(10).stream().map(Turn::message).toList();
    }

    private OpenExchange doubted() {
        OpenExchange exchange = OpenExchange.of(ada, "s", QUESTION);
        assertThatThrownBy(exchange::ask).isInstanceOf(StoreException.class);
        store.losesAnswer = false;
        store.losesWrite = false;
        return exchange;
    }

    @Test
    void not_even_if_the_store_did_not_say_that_it_was_written() {
        store.losesAnswer = true;
        OpenExchange exchange = doubted();
        ada.forget(Selection.session("s"));

        exchange.answer(List.of(ANSWER));

        assertThat(turns()).containsExactly(ANSWER);
    }

    @Test
    void a_question_that_was_not_written_is_written_with_its_answer() {
        store.losesWrite = true;
        OpenExchange exchange = doubted();

        exchange.answer(List.of(ANSWER));

        assertThat(turns()).containsExactly(QUESTION, ANSWER);
    }

    @Test
    void not_even_if_it_was_forgotten_while_the_answer_was_being_written() {
        String id = new ExchangeWriter(ada, "s")
                .write(null, List.of(QUESTION), Map.of(), MessageMetadata.NONE)
                .episode();
        Episode asked = ada.find(Episode.class, id).orElseThrow();
        ada.forget(Selection.session("s"));

        new ExchangeWriter(ada, "s").write(asked, List.of(ANSWER), Map.of(), MessageMetadata.NONE);
        LoggedWindow.rewrite(ada, asked, "window", "{}");

        assertThat(turns()).containsExactly(ANSWER);
    }
}
