package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.EntrySlot;
import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryFilterTest {

    private static final Query QUERY = Query.of("Kayak");
    private static final OffsetDateTime NOON = RowFixture.NOON;
    private static final OffsetDateTime BEFORE = NOON.minusNanos(1_000);
    private static final OffsetDateTime AFTER = NOON.plusNanos(1_000);

    private static final Scope MINE = new Scope.User(Space.DEFAULT, "mira");
    private static final Scope SHARED = new Scope.Shared(Space.DEFAULT);

    private static final ScopeIndex PARTITION =
            new RowFixture().put("in", "s", "x").put("alone", null, "x").scopeIndex();
    private static final EntrySlot IN_SESSION = PARTITION.slots().get(0);
    private static final EntrySlot ALONE = PARTITION.slots().get(1);

    private static String ofSlot(Query query, EntrySlot slot) {
        return new QueryFilter(query, Instant.EPOCH).exclusion(slot).orElse("passes");
    }

    private static String ofEpisode(Query query, Scope scope, boolean sensitive) {
        Episode episode = new Episode(
                "e",
                null,
                NOON,
                NOON,
                List.of(Message.user("Rowing is fun."), Message.assistant("A red KAYAK, then.")),
                List.of(),
                Map.of("place", "lake"),
                new Provenance(1, 1, Origin.USER, Trust.USER),
                sensitive,
                null);
        return new QueryFilter(query, Instant.EPOCH)
                .exclusion(MINE, scope, episode)
                .orElse("passes");
    }

    @Test
    void a_query_without_filters_excludes_nothing() {
        assertThat(ofSlot(QUERY, IN_SESSION)).isEqualTo("passes");
        assertThat(ofSlot(QUERY, ALONE)).isEqualTo("passes");
        assertThat(ofEpisode(QUERY, MINE, true)).isEqualTo("passes");
    }

    @Test
    void another_kind_is_excluded() {
        assertThat(ofSlot(QUERY.kinds(Kind.EPISODE, Kind.FACT), ALONE)).isEqualTo("passes");
        assertThat(ofSlot(QUERY.kinds(Kind.FACT), ALONE)).isEqualTo("kind episode was not asked for");
    }

    @Test
    void another_session_is_excluded_and_so_is_no_session() {
        String keptOut = "it is in none of the sessions that were asked for";

        assertThat(ofSlot(QUERY.sessions("s", "t"), IN_SESSION)).isEqualTo("passes");
        assertThat(ofSlot(QUERY.sessions("t"), IN_SESSION)).isEqualTo(keptOut);
        assertThat(ofSlot(QUERY.sessions("t"), ALONE)).isEqualTo(keptOut);
    }

    @Test
    void a_session_may_be_excluded() {
        assertThat(ofSlot(QUERY.excludedSessions("s"), IN_SESSION)).isEqualTo("its session was left out");
        assertThat(ofSlot(QUERY.excludedSessions("t"), IN_SESSION)).isEqualTo("passes");
        assertThat(ofSlot(QUERY.excludedSessions("s"), ALONE)).isEqualTo("passes");
    }

    @Test
    void both_bounds_of_time_are_inclusive() {
        assertThat(ofSlot(QUERY.from(NOON.toInstant()).to(NOON.toInstant()), ALONE))
                .isEqualTo("passes");
        assertThat(ofSlot(QUERY.from(AFTER.toInstant()), ALONE))
                .isEqualTo("it happened before the time that was asked for");
        assertThat(ofSlot(QUERY.to(BEFORE.toInstant()), ALONE))
                .isEqualTo("it happened after the time that was asked for");
    }

    @Test
    void metadata_must_pass_the_filter() {
        assertThat(ofEpisode(QUERY.filter(Filter.equal("place", "lake")), MINE, false))
                .isEqualTo("passes");
        assertThat(ofEpisode(QUERY.filter(Filter.equal("place", "sea")), MINE, false))
                .isEqualTo("its metadata does not pass the filter");
    }

    @Test
    void a_sensitive_entry_is_not_shown_outside_its_scope() {
        assertThat(ofEpisode(QUERY, SHARED, false)).isEqualTo("passes");
        assertThat(ofEpisode(QUERY, SHARED, true)).startsWith("it is marked as sensitive");
    }

    @Test
    void a_text_search_matches_messages_in_any_case() {
        assertThat(ofEpisode(QUERY.by(Query.By.TEXT), MINE, false)).isEqualTo("passes");
        assertThat(ofEpisode(Query.of(" red kayak ").by(Query.By.TEXT), MINE, false))
                .isEqualTo("passes");
        assertThat(ofEpisode(Query.of("kayak red").by(Query.By.TEXT), MINE, false))
                .isEqualTo("it does not hold the text");
        assertThat(ofEpisode(Query.of("fun. a red").by(Query.By.TEXT), MINE, false))
                .as("across two messages")
                .isEqualTo("it does not hold the text");
    }
}
