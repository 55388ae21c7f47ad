package dev.daybook.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.ToolCall;
import dev.daybook.query.Query;
import dev.daybook.testkit.FixedClock;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SessionFixtureTest {

    @RegisterExtension
    static final DaybookExtension DAYBOOK = DaybookExtension.inMemory();

    private static final OffsetDateTime NINE = OffsetDateTime.parse("2026-03-01T09:00:00+01:00");

    @Test
    void an_empty_line_ends_an_episode_and_a_session_has_a_time() {
        SessionFixture fixture = SessionFixture.parse("""
                # a comment
                session kitchen 2026-03-01T09:00:00+01:00
                user: I bake on Sundays.
                assistant: Bread or cake?

                user: Bread.
                session garden
                user: The roses are out.
                """);

        assertThat(fixture.episodes())
                .containsExactly(
                        NewEpisode.of(Message.user("I bake on Sundays."), Message.assistant("Bread or cake?"))
                                .session("kitchen")
                                .occurredAt(NINE),
                        NewEpisode.of(Message.user("Bread.")).session("kitchen").occurredAt(NINE),
                        NewEpisode.of(Message.user("The roses are out.")).session("garden"));
    }

    @Test
    void a_message_has_a_speaker_and_several_lines_if_they_are_given() {
        SessionFixture fixture = SessionFixture.parse("""
                at 2026-03-01T09:00:00+01:00
                user Ada: Two things:
                  bread and salt.
                system:
                tool: {"ok":true}
                """);

        assertThat(fixture.episodes())
                .containsExactly(NewEpisode.of(
                                Message.user("Two things:\nbread and salt.").withName("Ada"),
                                Message.system(""),
                                Message.tool("{\"ok\":true}"))
                        .occurredAt(NINE));
    }

    @Test
    void a_line_of_json_is_an_episode_of_the_interchange_format() {
        SessionFixture fixture = SessionFixture.parse("{\"id\":\"ep_a\",\"session\":\"s1\",\"messages\":[{\"role\":"
                + "\"assistant\",\"text\":\"\",\"toolCalls\":[{\"name\":\"oven\",\"arguments\":\"180\"}]}]}");

        assertThat(fixture.episodes()).hasSize(1).first().satisfies(episode -> {
            assertThat(episode.id()).isEqualTo("ep_a");
            assertThat(episode.session()).isEqualTo("s1");
            assertThat(episode.messages().get(0).toolCalls())
                    .extracting(ToolCall::name)
                    .containsExactly("oven");
        });
    }

    @Test
    void a_resource_is_read_beside_the_class() {
        assertThat(SessionFixture.resource(SessionFixtureTest.class, "kitchen.txt")
                        .episodes())
                .hasSize(3);
        assertThatThrownBy(() -> SessionFixture.resource(SessionFixtureTest.class, "cellar.txt"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'cellar.txt'")
                .hasMessageContaining("src/test/resources");
    }

    @Test
    void with_the_clock_each_episode_is_recorded_at_its_own_time(Memory ada, FixedClock clock) {
        SessionFixture.resource(SessionFixtureTest.class, "kitchen.txt").rememberIn(ada, clock);

        assertThat(ada.archive().exportAll())
                .allMatch(entry -> entry.recordedAt().isEqual(entry.occurredAt()));
        assertThat(ada.recall(Query.of("Lisbon").asOf(NINE.plusDays(1).toInstant())))
                .extracting(hit -> hit.id())
                .containsExactlyInAnyOrder("ep_1", "ep_2");
        assertThat(OffsetDateTime.now(clock)).isEqualTo(DaybookExtension.START);
    }

    @Test
    void the_clock_stays_at_an_episode_that_is_later_than_its_time(Memory ada, FixedClock clock) {
        SessionFixture.parse("at 2030-01-01T00:00:00Z\nuser: Happy new year!").rememberIn(ada, clock);

        assertThat(clock.instant()).isEqualTo("2030-01-01T00:00:00Z");
    }

    @Test
    void without_the_clock_all_episodes_are_recorded_now(Memory ada) {
        SessionFixture.resource(SessionFixtureTest.class, "kitchen.txt").rememberIn(ada);

        assertThat(ada.archive().exportAll()).extracting(Entry::recordedAt).containsOnly(DaybookExtension.START);
    }

    @Test
    void a_line_of_another_form_is_refused_with_its_number_and_the_forms() {
        refuses("user: hello\nhello", "line 2 of the fixture is 'hello'", "'user:'");
        refuses("  hello", "line 1 of the fixture is indented", "'user:'");
        refuses("session s1 yesterday\n", "the time 'yesterday'", "2026-03-02T09:00:00+01:00");
        refuses("\n{\"messages\":7}", "line 2 of the fixture: ");
        refuses(
                "{\"user\":\"bob\",\"messages\":[{\"role\":\"user\",\"text\":\"a\"}]}",
                "names user:bob",
                "leave out 'user'");
        refuses("{\"kind\":\"session\",\"id\":\"s1\"}", "is not an episode");
        refuses("# nothing but a comment", "the fixture has no episode");
    }

    private static void refuses(String text, String... parts) {
        assertThatThrownBy(() -> SessionFixture.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(parts);
    }
}
