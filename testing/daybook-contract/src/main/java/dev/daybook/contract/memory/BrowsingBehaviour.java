package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.contract.memory.MessageFixture.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.outcome.Turn;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.RecentTurns;
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

        assertThat(ada.sessions())
                .containsExactly(
                        new SessionInfo("newer", null, NOON.minusHours(1), NOON.minusHours(1), 1, false, null),
                        new SessionInfo("older", null, NOON.minusHours(5), NOON.minusHours(2), 2, false, null));
    }

    @Test
    void a_session_that_was_named_is_listed_without_episodes() {
        Memory ada = contract.ada();
        SessionInfo made = ada.session("s1").change(options -> options.name("Boats"));
        assertThat(made).isEqualTo(new SessionInfo("s1", "Boats", NOON, NOON, 0, false, null));
        assertThat(ada.sessions()).containsExactly(made);
        assertThat(ada.archive().profile().sessions()).isEqualTo(1);

        contract.clock().advance(Duration.ofHours(1));
        assertThat(ada.session("s1").change(options -> options.name("Boats"))).isEqualTo(made);
        assertThat(ada.session("s1").change(options -> options)).isEqualTo(made);
        assertThat(ada.session("s1").change(options -> options.name("Canoes")).name())
                .isEqualTo("Canoes");
        assertThat(ada.session("s1").change(options -> options).name()).isEqualTo("Canoes");
        assertThat(ada.session("s1").change(options -> options).created()).isEqualTo(NOON);
        assertThat(ada.session("s2").change(options -> options).name()).isNull();
        assertThat(ada.sessions()).extracting(SessionInfo::id).containsExactlyInAnyOrder("s1", "s2");
    }

    @Test
    void a_session_begins_when_it_was_made_by_name_or_else_with_its_first_episode() {
        Memory ada = contract.ada();
        ada.session("named first").change(options -> options.name("n"));
        ada.remember(said("e1", "named first", NOON.plusHours(3), "one"));
        ada.remember(said("e2", "said first", NOON.minusHours(3), "two"));
        ada.session("said first").change(options -> options.name("n"));

        assertThat(ada.sessions())
                .containsExactly(
                        new SessionInfo("named first", "n", NOON, NOON.plusHours(3), 1, false, null),
                        new SessionInfo("said first", "n", NOON, NOON.minusHours(3), 1, false, null));
    }

    @Test
    void a_session_is_found_by_its_id_as_it_is_listed() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "said", NOON.minusHours(3), "one"));
        ada.session("named").change(options -> options.name("n"));
        ada.remember(said("e2", "both", NOON.minusHours(2), "two"));
        ada.session("both").change(options -> options.isPrivate(true));

        assertThat(ada.sessions())
                .hasSize(3)
                .allSatisfy(
                        session -> assertThat(ada.session(session.id()).info()).contains(session));
        assertThat(ada.session("sai").info()).isEmpty();
        assertThat(ada.session("saids").info()).isEmpty();
        assertThat(contract.daybook().user("bob").session("said").info()).isEmpty();
    }

    @Test
    void a_session_is_put_with_the_properties_that_are_given_and_keeps_the_others() {
        Memory ada = contract.ada();
        SessionInfo made = ada.session("s1")
                .change(options -> options.name("Boats").isPrivate(true).created(NOON.minusDays(3)));

        assertThat(made).isEqualTo(new SessionInfo("s1", "Boats", NOON.minusDays(3), NOON.minusDays(3), 0, true, null));
        assertThat(ada.session("s1").change(options -> options.isPrivate(false)))
                .isEqualTo(new SessionInfo("s1", "Boats", NOON.minusDays(3), NOON.minusDays(3), 0, false, null));
        assertThat(ada.session("s1").change(options -> options.name("Canoes")).created())
                .isEqualTo(NOON.minusDays(3));
        assertThat(ada.session("s1").change(options -> options.created(NOON)).name())
                .isEqualTo("Canoes");
        assertThat(ada.sessions()).hasSize(1);
    }

    @Test
    void a_session_can_have_a_retention_period() {
        Memory ada = contract.ada();
        ada.session("s1").change(options -> options.isPrivate(true));

        assertThat(ada.session("s1")
                        .change(options -> options.retentionDays(30))
                        .retentionDays())
                .isEqualTo(30);
        assertThat(ada.session("s1").change(options -> options.name("Boats")))
                .isEqualTo(new SessionInfo("s1", "Boats", NOON, NOON, 0, true, 30));
        assertThat(ada.sessions()).extracting(SessionInfo::retentionDays).containsExactly(30);

        assertThat(ada.session("s1").change(options -> options.retentionDays(0)))
                .isEqualTo(new SessionInfo("s1", "Boats", NOON, NOON, 0, true, null));
        for (int days : new int[] {-1, 36_526}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ada.session("s1").change(options -> options.retentionDays(days)))
                    .withMessageContaining("retention is " + days + " days");
        }
    }

    @Test
    void a_name_with_the_name_of_another_session_in_front_is_its_own() {
        Memory ada = contract.ada();
        ada.session("s").change(options -> options.name("short"));
        ada.session("s1").change(options -> options.name("long"));
        ada.session("s/1").change(options -> options.name("with a slash"));

        assertThat(ada.session("s").change(options -> options).name()).isEqualTo("short");
        assertThat(ada.session("s1").change(options -> options).name()).isEqualTo("long");
        assertThat(ada.session("s/1").change(options -> options).name()).isEqualTo("with a slash");
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

        assertThat(texts(ada.session("s1").turns(3))).containsExactly("answer 3", "question 4", "answer 4");
        assertThat(ada.session("s1").turns(1))
                .containsExactly(
                        new Turn("e4", 5, 1, NOON.plusMinutes(4), Message.assistant("answer 4"), Trust.ASSISTANT));
        assertThat(ada.session("s1").turns(1_000)).hasSize(10);
        assertThat(texts(ada.session("s1").turns(1_000))).startsWith("question 0", "answer 0");
        assertThat(ada.session("s1").turns(0)).isEmpty();
        assertThat(ada.session("s1").turns(-1)).isEmpty();
        assertThat(ada.session("nowhere").turns(10)).isEmpty();
    }

    @Test
    void history_is_in_the_order_of_writing_whatever_the_times_say() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "first"));
        ada.remember(said("e2", "s1", NOON, "second"));
        ada.remember(said("e3", "s1", NOON.minusYears(1), "third, as the clock was set back"));
        ada.remember(said("e1", "s1", NOON, "first, mended"));

        assertThat(texts(ada.session("s1").turns(10)))
                .containsExactly("first, mended", "second", "third, as the clock was set back");
        assertThat(texts(ada.session("s1").turns(1))).containsExactly("third, as the clock was set back");
        assertThat(ada.session("s1")
                        .context("", ContextOptions.defaults().recent(RecentTurns.last(1)))
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

        assertThat(texts(ada.session("s1").turns(2))).containsExactly("one", "two");
        assertThat(ada.session("s1").turns(2).get(1).index()).isEqualTo(1);
    }

    @Test
    void a_profile_counts_exactly() {
        Memory ada = contract.ada();
        assertThat(ada.archive().profile())
                .isEqualTo(new Profile(ada.scope(), Map.of(), 0, null, null, List.of(), List.of()));
        IntStream.range(0, 12).forEach(i -> ada.remember(said("e" + i, "s" + i, NOON.plusHours(i), "one")));
        ada.remember(said("e12", "s0", NOON.minusDays(3), "two"));
        ada.remember(said("e12", "s0", NOON.minusDays(3), "two again"));
        ada.remember(
                said("e13", "no session").occurredAt(NOON.plusDays(9).withOffsetSameInstant(ZoneOffset.ofHours(-7))));
        Profile profile = ada.archive().profile();

        assertThat(profile.counts()).isEqualTo(Map.of(Kind.EPISODE, 14L));
        assertThat(profile.sessions()).isEqualTo(12);
        assertThat(profile.firstSeen()).isEqualTo(NOON.minusDays(3));
        assertThat(profile.lastSeen())
                .hasToString(NOON.plusDays(9)
                        .withOffsetSameInstant(ZoneOffset.ofHours(-7))
                        .toString());
        assertThat(profile.recentSessions()).isEqualTo(ada.sessions().subList(0, 10));
    }

    @Test
    void an_export_is_complete_and_in_order_of_time() {
        Memory ada = contract.ada();
        // More than the library reads from a store in one go, written in no order.
        List<Integer> order =
                IntStream.range(0, 1_201).mapToObj(i -> i * 700 % 1_201).toList();
        for (List<Integer> part : List.of(order.subList(0, 600), order.subList(600, 1_201))) {
            ada.remember(part.stream()
                    .map(i -> said("e" + i, "s" + i % 7, NOON.plusSeconds(i), "text " + i))
                    .toList());
        }
        ada.remember(said("e0", "mended"));
        contract.clock().advance(Duration.ofDays(1));
        List<String> expected = IntStream.range(1, 1_201).mapToObj(i -> "e" + i).toList();

        assertThat(ids(ada.archive().exportAll().filter(entry -> !entry.id().equals("e0"))))
                .isEqualTo(expected);
        assertThat(ada.archive().exportAll()).hasSize(1_201);
    }

    @Test
    void an_episode_that_is_not_there_is_none() {
        assertThat(contract.ada().find(Episode.class, "nobody")).isEmpty();
    }
}
