package dev.daybook.chroma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Space;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Turn;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.testkit.HashEmbedder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The real jeevesagent and Daybook on one server. Wanted: {@code -Ddaybook.python} with the program of a Python that has
 * jeevesagent and chromadb.
 */
@EnabledIfSystemProperty(named = RealServer.PROPERTY, matches = "http.+")
@EnabledIfSystemProperty(named = "daybook.python", matches = ".+")
class JeevesAgentTest {

    private static final OffsetDateTime MAY = OffsetDateTime.parse("2024-05-03T09:30:15.123456+02:00");

    @TempDir
    Path folder;

    private final String tenant = RealServer.freshTenant();

    private Daybook open() {
        return Daybook.builder(RealServer.at(tenant).lookEvery(Duration.ZERO).open())
                .embedder(new HashEmbedder())
                .open();
    }

    private Map<String, JsonNode> jeeves(String command) throws IOException, InterruptedException {
        Path script = folder.resolve("jeeves.py");
        try (InputStream in = JeevesAgentTest.class.getResourceAsStream("/jeeves.py")) {
            Files.copy(Objects.requireNonNull(in), script, StandardCopyOption.REPLACE_EXISTING);
        }
        Process python = new ProcessBuilder(
                        Objects.requireNonNull(System.getProperty("daybook.python")),
                        script.toString(),
                        RealServer.url().getHost(),
                        Integer.toString(RealServer.url().getPort()),
                        tenant,
                        command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor()).as(said).isZero();
        said.lines().forEach(line -> System.out.println("jeevesagent " + command + ": " + line));
        Map<String, JsonNode> answers = new HashMap<>();
        said.lines()
                .map(ChromaServer.JSON::readTree)
                .forEach(line -> line.properties().forEach(answer -> answers.put(answer.getKey(), answer.getValue())));
        return answers;
    }

    /** Each recall waits a while for vectors that are missing. */
    private static List<Hit> onceEmbedded(Memory memory, Query query) {
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        List<Hit> hits = memory.recall(query);
        while (hits.isEmpty() && System.nanoTime() < deadline) {
            hits = memory.recall(query);
        }
        return hits;
    }

    private static void show(String what, Object value) {
        System.out.println("daybook " + what + ": " + value);
    }

    @Test
    void entries_of_jeevesagent_are_read_as_our_own() throws Exception {
        open().close();
        jeeves("write");

        try (Daybook daybook = open()) {
            Memory ada = daybook.user("ada");
            List<Hit> hits = ada.recall("how much honey?");
            List<Turn> turns = ada.session("talk").turns(20);
            List<Fact> facts = ada.facts().list(FactQuery.all());
            show("recall", hits.stream().map(hit -> hit.id() + " " + hit.text()).toList());
            show("history", turns);
            show("facts", facts.stream().map(Fact::text).toList());

            assertThat(hits).first().extracting(Hit::id).isEqualTo("ep_one");
            assertThat(onceEmbedded(ada, Query.of("About nine jars a year.").by(Query.By.MEANING)))
                    .first()
                    .satisfies(hit -> assertThat(hit.id()).isEqualTo("ep_two"))
                    .satisfies(hit -> assertThat(hit.score()).isGreaterThan(0.999));
            assertThat(ada.find(Episode.class, "ep_one"))
                    .hasValueSatisfying(
                            episode -> assertThat(episode.occurredAt()).isEqualTo(MAY))
                    .hasValueSatisfying(episode ->
                            assertThat(episode.occurredAt().getOffset()).isEqualTo(MAY.getOffset()))
                    .map(Episode::output)
                    .contains("How much honey do they give?");
            assertThat(turns).hasSize(3);
            assertThat(facts).singleElement().satisfies(fact -> {
                assertThat(fact.sentence()).isEqualTo("user keeps bees");
                assertThat(fact.confidence()).isEqualTo(0.75);
                assertThat(fact.validFrom()).isAtSameInstantAs(MAY);
                assertThat(fact.sources()).extracting(ref -> ref.id()).containsExactly("ep_one");
            });
            assertThat(daybook.space(Space.DEFAULT.id()).anonymous().find(Episode.class, "ep_nobody"))
                    .isPresent();
            assertThat(daybook.user("bob").archive().profile().count(Kind.EPISODE))
                    .isZero();
        }
    }

    @Test
    void jeevesagent_reads_entries_of_daybook() throws Exception {
        try (Daybook daybook = open()) {
            Memory ada = daybook.user("ada");
            ada.remember(NewEpisode.of(
                            Message.user("My lathe is older than I am."), Message.assistant("Does it still run true?"))
                    .id("ep_lathe")
                    .session("shop")
                    .occurredAt(MAY));
            ada.facts()
                    .remember(
                            NewFact.of("user", "turns", "wood").id("fact_wood").validFrom(MAY));
            ada.blocks().remember(NewBlock.of("persona", "Short answers."));
            daybook.user("bob")
                    .remember(NewEpisode.of(Message.user("The same id as Ada's."))
                            .id("ep_lathe")
                            .session("shop")
                            .occurredAt(MAY));
        }
        Map<String, JsonNode> read = jeeves("read");

        String lathe = "[\"ep_lathe\",\"ada\",\"shop\",\"2024-05-03T09:30:15.123456+02:00\","
                + "\"My lathe is older than I am.\",\"Does it still run true?\"]";
        assertThat(read.get("recall")).hasToString("[" + lathe + "]");
        assertThat(read.get("recent")).hasToString("[" + lathe + "]");
        assertThat(read.get("session"))
                .hasToString(
                        "[[\"user\",\"My lathe is older than I am.\"],[\"assistant\",\"Does it still run true?\"]]");
        assertThat(read.get("facts")).hasToString("[[\"fact_wood\",\"user\",\"turns\",\"wood\",1.0,true,[]]]");
        assertThat(read.get("profile")).hasToString("{\"episode_count\":1,\"fact_count\":1}");
    }

    @Test
    void a_fact_that_jeevesagent_closes_is_closed_here_too() throws Exception {
        try (Daybook daybook = open()) {
            Memory ada = daybook.user("ada");
            ada.facts()
                    .remember(
                            NewFact.of("user", "turns", "wood").id("fact_wood").validFrom(MAY));
            jeeves("close");

            List<Fact> facts = ada.facts().list(FactQuery.all());
            show("facts", facts.stream().map(Fact::text).toList());
            assertThat(ada.facts().find("fact_wood"))
                    .map(Fact::validUntil)
                    .hasValueSatisfying(
                            until -> assertThat(until).isAtSameInstantAs(OffsetDateTime.parse("2025-06-01T00:00:00Z")));
            assertThat(facts).extracting(Fact::object).containsExactlyInAnyOrder("wood", "brass");
            assertThat(ada.facts().history("fact_wood")).hasSize(2);
        }
    }

    @Test
    void entries_forgotten_by_jeevesagent_are_no_longer_recalled() throws Exception {
        open().close();
        jeeves("write");
        try (Daybook daybook = open()) {
            assertThat(daybook.user("ada").recall("honey jars")).isNotEmpty();
        }
        jeeves("forget");

        try (Daybook daybook = open()) {
            assertThat(daybook.user("ada").recall(Query.of("honey jars").kinds(Kind.EPISODE)))
                    .isEmpty();
            assertThat(daybook.user("ada").archive().profile().count(Kind.EPISODE))
                    .isZero();
            assertThat(daybook.space(Space.DEFAULT.id())
                            .anonymous()
                            .archive()
                            .profile()
                            .count(Kind.EPISODE))
                    .isEqualTo(1);
        }
    }
}
