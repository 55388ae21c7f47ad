package dev.daybook.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Each method that takes a time with an offset takes an instant too, which is the same time in UTC. */
class InstantFormsTest {

    private static final Instant INSTANT = Instant.parse("2026-03-01T09:00:00.123456Z");
    private static final OffsetDateTime TIME = INSTANT.atOffset(ZoneOffset.UTC);

    @Test
    void a_query_takes_instants() {
        Query query = Query.of("tea");

        assertThat(query.asOf(INSTANT)).isEqualTo(query.asOf(TIME));
        assertThat(query.validAt(INSTANT)).isEqualTo(query.validAt(TIME));
        assertThat(query.between(INSTANT, null).from()).isEqualTo(TIME);
        assertThat(query.between(null, INSTANT)).isEqualTo(query.between(null, TIME));
    }

    @Test
    void options_of_a_context_take_instants() {
        ContextOptions options = ContextOptions.defaults();

        assertThat(options.asOf(INSTANT)).isEqualTo(options.asOf(TIME));
        assertThat(options.validAt(INSTANT)).isEqualTo(options.validAt(TIME));
    }

    @Test
    void a_query_of_facts_takes_instants() {
        assertThat(FactQuery.all().asOf(INSTANT)).isEqualTo(FactQuery.all().asOf(TIME));
        assertThat(FactQuery.all().validAt(INSTANT)).isEqualTo(FactQuery.all().validAt(TIME));
    }

    @Test
    void new_entries_take_instants() {
        NewEpisode episode = NewEpisode.of(Message.user("tea"));
        NewFact fact = NewFact.of("ada", "likes", "tea");
        NewSummary summary = NewSummary.of(Summary.Level.DAY, "tea");

        assertThat(episode.at(INSTANT)).isEqualTo(episode.at(TIME));
        assertThat(fact.validFrom(INSTANT)).isEqualTo(fact.validFrom(TIME));
        assertThat(fact.validUntil(INSTANT)).isEqualTo(fact.validUntil(TIME));
        assertThat(fact.recordedAt(INSTANT)).isEqualTo(fact.recordedAt(TIME));
        assertThat(summary.lastSourceAt(INSTANT)).isEqualTo(summary.lastSourceAt(TIME));
    }

    @Test
    void a_new_session_takes_an_instant() {
        SessionOptions session = SessionOptions.UNCHANGED;

        assertThat(session.created(INSTANT).created()).isEqualTo(TIME);
    }

    @Test
    void a_selection_takes_instants() {
        assertThat(Selection.before(INSTANT)).isEqualTo(Selection.before(TIME));
        assertThat(Selection.since(INSTANT)).isEqualTo(Selection.since(TIME));
        assertThat(Selection.session("s").andBefore(INSTANT))
                .isEqualTo(Selection.session("s").andBefore(TIME));
        assertThat(Selection.session("s").andSince(INSTANT))
                .isEqualTo(Selection.session("s").andSince(TIME));
    }

    @Test
    void an_instant_that_is_null_is_refused_by_name() {
        Instant none = null;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Query.of("tea").validAt(none))
                .withMessage("validAt is null; give a value");
    }
}
