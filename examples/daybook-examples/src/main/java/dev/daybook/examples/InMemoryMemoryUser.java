package dev.daybook.examples;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** The operations of jeevesagent's InMemoryMemory and their counterparts in Daybook. Keeps nothing. */
public final class InMemoryMemoryUser {

    private InMemoryMemoryUser() {}

    public static void main(String[] arguments) {
        try (Daybook daybook = Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            Memory alice = daybook.user("alice"); // user_id="alice"; daybook.anonymous() is user_id=None

            // update_block, append_block, working
            alice.blocks().remember("persona", "You are brief.");
            alice.blocks().append("human", "Likes tea.");
            alice.blocks().append("human", "Has a boat.", " ");
            alice.blocks().list().forEach(block -> System.out.println(block.text()));

            // remember, session_messages
            alice.session("s1").remember(user("My boat is called Heron."), assistant("A fine name."));
            alice.session("s1")
                    .turns(20)
                    .forEach(turn -> System.out.println(
                            turn.message().role() + ": " + turn.message().text()));

            // recall: a text as it stands, else the newest; a blank one: the newest
            Query named = Query.of("heron").by(By.TEXT).kinds(Kind.EPISODE).limit(5);
            alice.recall(named.fallback(true)).forEach(hit -> System.out.println("text: " + hit.text()));
            OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
            alice.recall(Query.of("").from(now.minusHours(1).toInstant()).to(now.toInstant()))
                    .forEach(hit -> System.out.println("newest: " + hit.text()));

            // the fact store: append, query, recall_facts
            alice.facts().remember(NewFact.of("Alice", "lives_in", "Porto"));
            alice.facts().remember(NewFact.of("Alice", "lives_in", "Faro"));
            alice.facts()
                    .list(FactQuery.all().subject("Alice").validAt(Instant.now()))
                    .forEach(fact -> System.out.println("now: " + fact.text()));
            alice.facts().recall("where in Porto", 5).forEach(fact -> System.out.println("fact: " + fact.text()));

            // profile, export, forget
            System.out.println("episodes: " + alice.archive().profile().count(Kind.EPISODE));
            System.out.println("exported: " + alice.archive().exportAll().count());
            System.out.println(
                    "forgotten: " + alice.forget(Selection.everything()).count());
        }
    }
}
