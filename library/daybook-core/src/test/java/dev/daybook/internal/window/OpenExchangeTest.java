package dev.daybook.internal.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.RefusedTextException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewFact;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings.Secrets;
import dev.daybook.store.CommitResult;
import dev.daybook.store.WriteBatch;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenExchangeTest {

    private static final Message MOVED = Message.user("I moved to Lisbon in May.");
    private static final Message SECRET = Message.user("My password is hunter2x!7");
    private static final Message LOVELY = Message.assistant("Lovely!");

    /** Loses the answers of its store, or the writes themselves. */
    private static final class DoubtfulStore extends ForwardingStore {
        private boolean loses;
        private boolean writes;

        DoubtfulStore() {
            super(new InMemoryStore());
        }

        @Override
        public CommitResult write(WriteBatch batch) {
            if (!loses || batch.puts().isEmpty()) {
                return super.write(batch);
            }
            loses = false;
            if (writes) {
                super.write(batch);
            }
            throw StoreException.unknownOutcome("no answer", null);
        }
    }

    private final DoubtfulStore store = new DoubtfulStore();
    private final Daybook daybook =
            Daybook.builder(store).noEmbedder().background(false).open();
    private final Memory ada = daybook.user("ada");

    @AfterEach
    void close() {
        daybook.close();
    }

    private OpenExchange exchange(Message question) {
        return OpenExchange.of(ada, "s", question);
    }

    private OpenExchange asked(boolean written) {
        store.loses = true;
        store.writes = written;
        OpenExchange exchange = exchange(MOVED);
        assertThatThrownBy(exchange::ask).isInstanceOf(StoreException.class);
        return exchange;
    }

    private List<String> texts() {
        return ada.session("s").turns(100).stream()
                .map(turn -> turn.message().text())
                .toList();
    }

    private void screen(Secrets secrets) {
        daybook.space("default").changeSettings(settings -> settings.secrets(secrets));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_doubtful_question_is_in_the_log_once_with_its_answer(boolean written) {
        asked(written).answer(List.of(LOVELY));

        assertThat(texts()).containsExactly(MOVED.text(), LOVELY.text());
    }

    @Test
    void a_doubtful_question_that_was_forgotten_does_not_come_back() {
        OpenExchange exchange = asked(true);
        ada.forget(Selection.session("s"));

        exchange.answer(List.of(LOVELY));

        assertThat(texts()).containsExactly(LOVELY.text());
    }

    @Test
    void a_doubtful_question_that_was_hidden_does_not_come_back() {
        OpenExchange exchange = asked(true);
        ada.quarantine().hide(Selection.session("s"));

        exchange.answer(List.of(LOVELY));

        assertThat(texts()).containsExactly(LOVELY.text());
    }

    @Test
    void a_doubtful_question_comes_back_after_entries_of_another_kind_were_erased() {
        ada.facts().remember(NewFact.of("ada", "likes", "tea").id("f1"));
        ada.forget(Selection.entry(Kind.FACT, "f1"));

        asked(false).answer(List.of(LOVELY));

        assertThat(texts()).containsExactly(MOVED.text(), LOVELY.text());
    }

    @Test
    void a_redacted_question_is_found_again() {
        screen(Secrets.REDACT);
        exchange(SECRET).ask();
        exchange(SECRET).ask();

        exchange(SECRET).resume(List.of(LOVELY));

        assertThat(texts()).containsExactly("My password is [redacted]", LOVELY.text());
    }

    @Test
    void a_withheld_question_is_found_again_and_is_no_other_question() {
        screen(Secrets.REJECT);
        assertThat(exchange(SECRET).ask()).containsInstanceOf(RefusedTextException.class);
        assertThat(exchange(SECRET).ask()).containsInstanceOf(RefusedTextException.class);
        assertThat(texts()).containsExactly(ExchangeWriter.WITHHELD);

        exchange(SECRET).resume(List.of(LOVELY));
        assertThat(texts()).containsExactly(ExchangeWriter.WITHHELD, LOVELY.text());

        exchange(SECRET).ask();
        exchange(MOVED).ask();
        assertThat(texts())
                .containsExactly(ExchangeWriter.WITHHELD, LOVELY.text(), ExchangeWriter.WITHHELD, MOVED.text());
    }

    @Test
    void the_exchange_with_which_a_session_ends_is_open_until_its_answer() {
        assertThat(OpenExchange.unanswered(ada, "s")).isEmpty();
        exchange(MOVED).ask();

        OpenExchange open = OpenExchange.unanswered(ada, "s").orElseThrow();
        assertThat(open.question()).isEqualTo(MOVED);
        open.answer(List.of(LOVELY));

        assertThat(texts()).containsExactly(MOVED.text(), LOVELY.text());
        assertThat(OpenExchange.unanswered(ada, "s")).isEmpty();
    }
}
