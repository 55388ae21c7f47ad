package dev.daybook.examples;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Space;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.testkit.HashEmbedder;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The operations of Lyra's memory and their counterparts in Daybook. Makes a folder {@code memory}. The hash
 * embedder finds equal texts only; leave it out, and the bundled one finds by meaning.
 */
public final class LyraUser {

    private LyraUser() {}

    public static void main(String[] arguments) {
        try (Daybook daybook = Daybook.builder(Path.of("memory"))
                .embedder(new HashEmbedder(64))
                .open()) {
            Memory memory = daybook.space(Space.DEFAULT.id()).anonymous(); // one user, without a name

            // ensure_session, list_sessions
            memory.session("boats").change(options -> options.name("About boats"));
            memory.sessions().forEach(session -> System.out.println(session.id() + ": " + session.name()));

            // remember: one message at a time; its position is its number
            memory.session("boats").remember(Message.user("My boat is called Heron."));
            Receipt last = memory.session("boats").remember(Message.assistant("Where does she lie?"));
            memory.operations().await(last, Duration.ofSeconds(10));

            // recent, history
            memory.session("boats")
                    .turns(10)
                    .forEach(turn -> System.out.println(
                            turn.position() + " " + turn.message().text()));

            // recall, over all sessions or one
            Query question = Query.of("My boat is called Heron.")
                    .by(By.MEANING)
                    .kinds(Kind.EPISODE)
                    .limit(5);
            memory.recall(question.sessions("boats"))
                    .forEach(hit -> System.out.printf("%.2f %s%n", hit.score(), hit.text()));

            // store_summary, get_summary, unsummarized_count
            memory.session("boats").rememberSummary("They have a boat called Heron.", last.position());
            memory.session("boats").summary().ifPresent(gist -> System.out.println("gist: " + gist.text()));
            memory.session("boats").remember(Message.user("In the harbour."));
            System.out.println("pending: " + memory.session("boats").pending());

            // recall_summaries, of other sessions than the present one
            memory.recall(Query.of("They have a boat called Heron.")
                            .by(By.MEANING)
                            .kinds(Kind.SUMMARY)
                            .excludedSessions("today")
                            .limit(3))
                    .forEach(hit -> System.out.println("recalled: " + hit.text()));

            // delete_session
            memory.forget(Selection.session("boats"));
            System.out.println("left: " + memory.sessions().size());
        }
    }
}
