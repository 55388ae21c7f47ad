package dev.daybook.testkit.memory;

import static dev.daybook.testkit.MemoryContract.NOON;
import static dev.daybook.testkit.memory.MessageFixture.ids;
import static dev.daybook.testkit.memory.MessageFixture.said;
import static dev.daybook.testkit.memory.MessageFixture.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Memory;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.NewSession;
import dev.daybook.data.Profile;
import dev.daybook.data.RecentTurns;
import dev.daybook.data.Session;
import dev.daybook.data.Trust;
import dev.daybook.data.Turn;
import dev.daybook.testkit.MemoryContract;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Browsing a scope: sessions, history, profile, export. */
public abstract class BrowsingBehaviour {

    private final MemoryContract contract;

    protected BrowsingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    @Test
    void sessions_are_listed_latest_activity_first() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "older", NOON.minusHours(2), "one"));
        ada.remember(said("e2", "newer", NOON.minusHours(1), "two"));
        ada.remember(said("e3", "older", NOON.minusHours(5), "three"));
        ada.remember(said("e4", "no session at all"));

        assertThat(ada.sessions().list())
                .containsExactly(
                        new Session("newer", null, NOON.minusHours(1), NOON.minusHours(1), 1),
                        new Session("older", null, NOON.minusHours(5), NOON.minusHours(2), 2));
    }

    @Test
    void a_session_that_was_named_is_listed_without_episodes() {
        Memory ada = contract.ada();
        Session made = ada.sessions().name("s1", "Boats");
        assertThat(made).isEqualTo(new Session("s1", "Boats", NOON, NOON, 0));
        assertThat(ada.sessions().list()).containsExactly(made);
        assertThat(ada.profile().sessions()).isEqualTo(1);

        contract.clock().advance(Duration.ofHours(1));
        assertThat(ada.sessions().name("s1", "Boats")).isEqualTo(made);
        assertThat(ada.sessions().put(NewSession.of("s1"))).isEqualTo(made);
        assertThat(ada.sessions().name("s1", "Canoes").name()).isEqualTo("Canoes");
        assertThat(ada.sessions().put(NewSession.of("s1")).name()).isEqualTo("Canoes");
        assertThat(ada.sessions().put(NewSession.of("s1")).created()).isEqualTo(NOON);
        assertThat(ada.sessions().put(NewSession.of("s2")).name()).isNull();
        assertThat(ada.sessions().list()).extracting(Session::id).containsExactlyInAnyOrder("s1", "s2");
    }

    @Test
    void a_session_begins_when_it_was_made_by_name_or_else_with_its_first_episode() {
        Memory ada = contract.ada();
        ada.sessions().name("named first", "n");
        ada.remember(said("e1", "named first", NOON.plusHours(3), "one"));
        ada.remember(said("e2", "said first", NOON.minusHours(3), "two"));
        ada.sessions().name("said first", "n");

        assertThat(ada.sessions().list())
                .containsExactly(
                        new Session("named first", "n", NOON, NOON.plusHours(3), 1),
                        new Session("said first", "n", NOON, NOON.minusHours(3), 1));
    }

    @Test
    void a_session_is_found_by_its_id_as_it_is_listed() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "said", NOON.minusHours(3), "one"));
        ada.sessions().name("named", "n");
        ada.remember(said("e2", "both", NOON.minusHours(2), "two"));
        ada.sessions().setPrivate("both", true);

        assertThat(ada.sessions().list())
                .hasSize(3)
                .allSatisfy(
                        session -> assertThat(ada.sessions().find(session.id())).contains(session));
        assertThat(ada.sessions().find("sai")).isEmpty();
        assertThat(ada.sessions().find("saids")).isEmpty();
        assertThat(contract.daybook().user("bob").sessions().find("said")).isEmpty();
    }

    @Test
    void a_session_is_put_with_the_properties_that_are_given_and_keeps_the_others() {
        Memory ada = contract.ada();
        NewSession given = NewSession.of("s1").name("Boats").isPrivate(true).created(NOON.minusDays(3));

        Session made = ada.sessions().put(given);

        assertThat(made).isEqualTo(new Session("s1", "Boats", NOON.minusDays(3), NOON.minusDays(3), 0, true, null));
        assertThat(ada.sessions().put(NewSession.of("s1").isPrivate(false)))
                .isEqualTo(new Session("s1", "Boats", NOON.minusDays(3), NOON.minusDays(3), 0));
        assertThat(ada.sessions().put(NewSession.of("s1").name("Canoes")).created())
                .isEqualTo(NOON.minusDays(3));
        assertThat(ada.sessions().put(NewSession.of("s1").created(NOON)).name()).isEqualTo("Canoes");
        assertThat(ada.sessions().list()).hasSize(1);
    }

    @Test
    void a_session_can_have_a_retention_period() {
        Memory ada = contract.ada();
        ada.sessions().setPrivate("s1", true);

        assertThat(ada.sessions().setRetention("s1", 30).retentionDays()).isEqualTo(30);
        assertThat(ada.sessions().name("s1", "Boats")).isEqualTo(new Session("s1", "Boats", NOON, NOON, 0, true, 30));
        assertThat(ada.sessions().list()).extracting(Session::retentionDays).containsExactly(30);

        assertThat(ada.sessions().setRetention("s1", 0))
                .isEqualTo(new Session("s1", "Boats", NOON, NOON, 0, true, null));
        for (int days : new int[] {-1, 36_526}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ada.sessions().setRetention("s1", days))
                    .withMessageContaining("retention is " + days + " days");
        }
    }

    @Test
    void a_name_with_the_name_of_another_session_in_front_is_its_own() {
        Memory ada = contract.ada();
        ada.sessions().name("s", "short");
        ada.sessions().name("s1", "long");
        ada.sessions().name("s/1", "with a slash");

        assertThat(ada.sessions().put(NewSession.of("s")).name()).isEqualTo("short");
        assertThat(ada.sessions().put(NewSession.of("s1")).name()).isEqualTo("long");
        assertThat(ada.sessions().put(NewSession.of("s/1")).name()).isEqualTo("with a slash");
    }

    @Test
    void history_gives_the_last_messages_oldest_first() {
        Memory ada = contract.ada();
        for (int i = 0; i < 5; i++) {
            ada.remember(NewEpisode.of(Message.user("question " + i), Message.assistant("answer " + i))
                    .id("e" + i)
                    .session("s1")
                    .occurredAt(NOON.plusMinutes(i)));
        }
        ada.remember(said("other", "s2", NOON.plusHours(1), "elsewhere"));

        assertThat(texts(ada.sessions().history("s1", 3))).containsExactly("answer 3", "question 4", "answer 4");
        assertThat(ada.sessions().history("s1", 1))
                .containsExactly(
                        new Turn("e4", 5, 1, NOON.plusMinutes(4), Message.assistant("answer 4"), Trust.ASSISTANT));
        assertThat(ada.sessions().history("s1", 1_000)).hasSize(10);
        assertThat(texts(ada.sessions().history("s1", 1_000))).startsWith("question 0", "answer 0");
        assertThat(ada.sessions().history("s1", 0)).isEmpty();
        assertThat(ada.sessions().history("s1", -1)).isEmpty();
        assertThat(ada.sessions().history("nowhere", 10)).isEmpty();
    }

    @Test
    void history_is_in_the_order_of_writing_whatever_the_times_say() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "first"));
        ada.remember(said("e2", "s1", NOON, "second"));
        ada.remember(said("e3", "s1", NOON.minusYears(1), "third, as the clock was set back"));
        ada.remember(said("e1", "s1", NOON, "first, mended"));

        assertThat(texts(ada.sessions().history("s1", 10)))
                .containsExactly("first, mended", "second", "third, as the clock was set back");
        assertThat(texts(ada.sessions().history("s1", 1))).containsExactly("third, as the clock was set back");
        assertThat(ada.context("s1", "", ContextOptions.defaults().recent(RecentTurns.last(1)))
                        .text())
                .contains("third")
                .doesNotContain("second");
    }

    @Test
    void empty_texts_are_no_turns() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "one"));
        for (int i = 2; i < 30; i++) {
            ada.remember(NewEpisode.of(Message.user(""), Message.assistant(""))
                    .id("e" + i)
                    .session("s1")
                    .occurredAt(NOON.plusMinutes(i)));
        }
        ada.remember(NewEpisode.of(Message.user(""), Message.assistant("two"))
                .id("e30")
                .session("s1")
                .occurredAt(NOON.plusHours(1)));
        ada.remember(NewEpisode.of(List.of()).id("e31").session("s1").occurredAt(NOON.plusHours(2)));

        assertThat(texts(ada.sessions().history("s1", 2))).containsExactly("one", "two");
        assertThat(ada.sessions().history("s1", 2).get(1).index()).isEqualTo(1);
    }

    @Test
    void a_profile_counts_exactly() {
        Memory ada = contract.ada();
        assertThat(ada.profile()).isEqualTo(new Profile(ada.scope(), Map.of(), 0, null, null, List.of(), List.of()));
        IntStream.range(0, 12).forEach(i -> ada.remember(said("e" + i, "s" + i, NOON.plusHours(i), "one")));
        ada.remember(said("e12", "s0", NOON.minusDays(3), "two"));
        ada.remember(said("e12", "s0", NOON.minusDays(3), "two again"));
        ada.remember(
                said("e13", "no session").occurredAt(NOON.plusDays(9).withOffsetSameInstant(ZoneOffset.ofHours(-7))));
        Profile profile = ada.profile();

        assertThat(profile.counts()).isEqualTo(Map.of(Kind.EPISODE, 14L));
        assertThat(profile.sessions()).isEqualTo(12);
        assertThat(profile.firstSeen()).isEqualTo(NOON.minusDays(3));
        assertThat(profile.lastSeen())
                .hasToString(NOON.plusDays(9)
                        .withOffsetSameInstant(ZoneOffset.ofHours(-7))
                        .toString());
        assertThat(profile.recentSessions()).isEqualTo(ada.sessions().list().subList(0, 10));
    }

    @Test
    void an_export_is_complete_and_in_order_of_time() {
        Memory ada = contract.ada();
        // More than the library reads from a store in one go, written in no order.
        List<Integer> order =
                IntStream.range(0, 1_201).mapToObj(i -> i * 700 % 1_201).toList();
        for (List<Integer> part : List.of(order.subList(0, 600), order.subList(600, 1_201))) {
            ada.rememberAll(part.stream()
                    .map(i -> said("e" + i, "s" + i % 7, NOON.plusSeconds(i), "text " + i))
                    .toList());
        }
        ada.remember(said("e0", "mended"));
        contract.clock().advance(Duration.ofDays(1));
        List<String> expected = IntStream.range(1, 1_201).mapToObj(i -> "e" + i).toList();

        assertThat(ids(ada.exportAll().filter(entry -> !entry.id().equals("e0"))))
                .isEqualTo(expected);
        assertThat(ada.exportAll()).hasSize(1_201);
    }

    @Test
    void an_episode_that_is_not_there_is_none() {
        assertThat(contract.ada().episode("nobody")).isEmpty();
    }
}
