package dev.daybook.sqlite;

import dev.daybook.Memory;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.query.Selection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The writes of one writer in a scope of its own, the same for the same seed, so that a reader knows the scope after each of
 * them. A step can be repeated: an unanswered one and its repetition have the effect of one.
 */
final class WriterScript {

    private static final int[] TEXT_LENGTHS = {30, 30, 60, 300, 3_000, 30_000};
    private static final int BATCH = 8;
    private static final int SESSIONS = 4;
    private static final int BLOCKS = 3;

    /** A write. */
    enum Action {
        REMEMBER,
        REMEMBER_ALL,
        PUT_BLOCK,
        ASSERT_FACT,
        FORGET
    }

    /** A write with its effect on the texts by key; an empty text is that of an erased entry. */
    record Step(int number, Action action, Map<String, String> texts) {

        private String id() {
            return texts.keySet().iterator().next().substring(2);
        }

        private String text() {
            return texts.values().iterator().next();
        }

        void apply(Memory memory) {
            switch (action) {
                case REMEMBER -> memory.remember(episode(id(), text()));
                case REMEMBER_ALL ->
                    memory.remember(texts.entrySet().stream()
                            .map(each -> episode(each.getKey().substring(2), each.getValue()))
                            .toList());
                case PUT_BLOCK -> memory.blocks().remember(id(), text());
                case ASSERT_FACT ->
                    memory.facts()
                            .remember(
                                    NewFact.of("subject " + id(), "is", text()).id(id()));
                case FORGET -> memory.forget(Selection.episode(id()));
            }
        }

        private NewEpisode episode(String id, String text) {
            return NewEpisode.of(Message.user(text)).id(id).session("s" + number % SESSIONS);
        }
    }

    private final Random random;
    private final List<Step> steps = new ArrayList<>();
    private final List<String> episodes = new ArrayList<>();

    WriterScript(long seed, int writer, int count) {
        random = new Random(seed * 31 + writer);
        for (int number = 0; number < count; number++) {
            steps.add(next(number));
        }
    }

    List<Step> steps() {
        return steps;
    }

    /** Returns the texts by key after some steps. */
    Map<String, String> after(int count) {
        Map<String, String> texts = new TreeMap<>();
        for (Step step : steps.subList(0, count)) {
            texts.putAll(step.texts());
        }
        texts.values().removeIf(String::isEmpty);
        return texts;
    }

    /** Returns the texts by key of a scope. */
    static Map<String, String> texts(Memory memory) {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Entry> entries = memory.archive().exportAll()) {
            entries.forEach(entry -> {
                if (entry instanceof Episode episode) {
                    texts.put("e:" + episode.id(), episode.messages().get(0).text());
                } else if (entry instanceof Fact fact) {
                    texts.put("f:" + fact.id(), fact.object());
                } else if (entry instanceof Block block) {
                    texts.put("b:" + block.name(), block.content());
                }
            });
        }
        return texts;
    }

    private Step next(int number) {
        int dice = random.nextInt(100);
        Map<String, String> texts = new LinkedHashMap<>();
        if (dice < 50 || episodes.isEmpty()) {
            texts.put(newEpisode("e" + number), text());
            return new Step(number, Action.REMEMBER, texts);
        }
        if (dice < 62) {
            for (int i = 0; i < BATCH; i++) {
                texts.put(newEpisode("e" + number + "-" + i), text());
            }
            return new Step(number, Action.REMEMBER_ALL, texts);
        }
        if (dice < 75) {
            texts.put("b:block" + random.nextInt(BLOCKS), text());
            return new Step(number, Action.PUT_BLOCK, texts);
        }
        if (dice < 85) {
            texts.put("f:f" + number, "object " + number);
            return new Step(number, Action.ASSERT_FACT, texts);
        }
        String old = episodes.get(random.nextInt(episodes.size()));
        if (dice < 90) {
            texts.put(old, text());
            return new Step(number, Action.REMEMBER, texts);
        }
        episodes.remove(old);
        texts.put(old, "");
        return new Step(number, Action.FORGET, texts);
    }

    private String newEpisode(String id) {
        String key = "e:" + id;
        episodes.add(key);
        return key;
    }

    private String text() {
        int length = TEXT_LENGTHS[random.nextInt(TEXT_LENGTHS.length)];
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append("word").append(random.nextInt(1_000)).append(' ');
        }
        return text.toString().strip();
    }
}
