package dev.daybook.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Event;
import dev.daybook.query.SpaceSettings;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BankRoundsTest {

    @Test
    void a_session_that_has_rested_is_summarized_by_the_clock_where_the_bank_is_on() throws Exception {
        BlockingQueue<DerivationOutcome> outcomes = new LinkedBlockingQueue<>();
        try (Daybook daybook = Daybook.builder(new InMemoryStore())
                .background(false)
                .listener(event -> {
                    if (event instanceof Event.Derived derived) {
                        outcomes.add(derived.outcome());
                    }
                })
                .open()) {
            for (String space : new String[] {"on", "off"}) {
                for (int i = 0; i < 8; i++) {
                    daybook.space(space)
                            .user("ada")
                            .remember(
                                    NewEpisode.of(Message.user("The tram to Belem runs every " + i + " minutes today."))
                                            .session("s1")
                                            .occurredAt(OffsetDateTime.now().minusHours(2)));
                }
            }
            daybook.space("on").settings(SpaceSettings.DEFAULTS.bank(SpaceSettings.Bank.OFF.enabled(true)));
            try (BankRounds rounds = new BankRounds(daybook, Duration.ofMillis(20))) {
                assertThat(rounds).isNotNull();
                assertThat(outcomes.poll(30, TimeUnit.SECONDS)).isNotNull();
            }
            assertThat(daybook.space("on").bank().list().summaries()).hasSize(1);
            assertThat(daybook.space("off").bank().list().summaries()).isEmpty();
        }
    }
}
