package dev.daybook.examples;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.testkit.HashEmbedder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * The operations of jeevesagent's ChromaMemory and their counterparts in Daybook. Makes a folder
 * {@code memory}. The hash embedder finds equal texts only; leave it out, and the bundled one finds by meaning.
 */
public final class ChromaMemoryUser {

    private static final Path FOLDER = Path.of("memory");

    private ChromaMemoryUser() {}

    public static void main(String[] arguments) {
        // ChromaMemory.local(path, embedder, with_facts=True)
        try (Daybook daybook =
                Daybook.builder(FOLDER).embedder(new HashEmbedder(64)).open()) {
            Memory alice = daybook.user("alice");

            // update_block, append_block, working: these last, too
            alice.blocks().remember("persona", "You are brief.");
            alice.blocks().append("human", "Likes tea.");

            // remember, with an id of one's own: the same id again replaces
            Receipt receipt = alice.remember(NewEpisode.of(user("My boat is called Heron."), assistant("Noted."))
                    .id("e1")
                    .session("s1")
                    .occurredAt(OffsetDateTime.parse("2026-01-31T09:00:00+00:00")));
            alice.operations().await(receipt, Duration.ofSeconds(10)); // until it can be found by meaning

            // recall, within the user's own
            alice.recall(Query.of("My boat is called Heron.\nNoted.")
                            .by(By.MEANING)
                            .kinds(Kind.EPISODE)
                            .limit(5))
                    .forEach(hit -> System.out.printf("%.2f %s%n", hit.score(), hit.text()));

            // facts.append, recall_facts
            Receipt fact = alice.facts().remember(NewFact.of("Alice", "likes", "tea"));
            alice.operations().await(fact, Duration.ofSeconds(10));
            alice.facts()
                    .recall(
                            "Alice likes tea",
                            FactQuery.all().validAt(Instant.now()).limit(5))
                    .forEach(each -> System.out.println("fact: " + each.text()));
        }
        // After a restart everything is there, blocks too: working, session_messages, profile, export, forget.
        try (Daybook daybook =
                Daybook.builder(FOLDER).embedder(new HashEmbedder(64)).open()) {
            Memory alice = daybook.user("alice");
            alice.blocks().list().forEach(block -> System.out.println(block.text()));
            alice.session("s1")
                    .turns(20)
                    .forEach(
                            turn -> System.out.println("said: " + turn.message().text()));
            System.out.println("last seen: " + alice.archive().profile().lastSeen());
            System.out.println("exported: " + alice.archive().exportAll().count());
            System.out.println("forgotten: "
                    + alice.forget(Selection.session("s1").and(Selection.before(Instant.now())))
                            .count());
        }
    }
}
