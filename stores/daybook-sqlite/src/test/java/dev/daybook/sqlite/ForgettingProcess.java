package dev.daybook.sqlite;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.testkit.HashEmbedder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A process that remembers words, uses them in every view and forgets them. It computes the words from numbers, so that
 * no constant or argument of the process contains one.
 */
final class ForgettingProcess {

    /** The words that are erased. */
    static final int WORDS = 24;

    private static final int LETTERS = 26;
    private static final int LENGTH = 11;
    private static final int USER = 100;

    private ForgettingProcess() {}

    /** Returns a word that occurs nowhere else. */
    static String word(int number) {
        StringBuilder word = new StringBuilder("q");
        long seed = number * 7_368_787L + 1_299_709;
        for (int i = 0; i < LENGTH; i++) {
            seed = seed * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            word.append((char) ('a' + Long.remainderUnsigned(seed >>> 33, LETTERS)));
        }
        return word.append('k').toString();
    }

    public static void main(String[] arguments) throws InterruptedException {
        try (Daybook daybook = Daybook.builder(Path.of(arguments[1]))
                .embedder(new HashEmbedder())
                .open()) {
            use(daybook.user(word(USER)));
            Memory stays = daybook.user("stays");
            stays.session("s").remember(Message.user("Another user says something else."));
            if (arguments[0].equals("forget")) {
                Memory memory = daybook.user(word(USER));
                memory.operations().await(memory.forget(Selection.everything()), Duration.ofMinutes(1));
            }
            stays.recall("something else");
            System.out.println("done");
            Thread.sleep(120_000);
        }
    }

    private static void use(Memory ada) {
        String session = word(1);
        ada.remember(NewEpisode.of(
                        Message.user("My " + word(2) + " is " + word(3) + ". I live in " + word(4) + "."),
                        Message.assistant(word(5)))
                .session(session)
                .id(word(6))
                .metadata(Map.of(word(7), word(8))));
        ada.session(word(9)).remember(Message.user(word(10) + " " + word(11)), Message.assistant("Noted."));
        ada.session(session).change(options -> options.name(word(12)));
        ada.blocks().remember(NewBlock.of(word(13), word(14)));
        ada.facts().remember(NewFact.of(word(15), "owns", word(16)));
        ada.notes().remember(List.of(word(17) + " " + word(18)));
        ada.session(session).rememberSummary(word(19), 1);
        ada.consolidate();
        for (int i = 0; i < 20; i++) {
            ada.recall("what about " + word(i) + " and " + word(20));
            ada.recall(Query.of(word(i)).by(Query.By.TEXT));
            ada.session(session)
                    .context(word(21) + " " + word(i), ContextOptions.defaults().keep(true));
        }
        ada.facts().recall(word(16) + " " + word(22), 5);
        ada.session(session).turns(5);
        ada.sessions();
        ada.archive().profile();
        try (var all = ada.archive().exportAll()) {
            all.forEach(entry -> entry.text());
        }
    }
}
