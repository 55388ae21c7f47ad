package dev.daybook.replay;

import dev.daybook.model.Block;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A prompt as the agent loop of jeevesagent puts it together: lines of role and text. */
final class SeedPrompt {

    static final int FACTS = 5;
    static final int EPISODES = 3;

    private final List<@Nullable Object> lines = new ArrayList<>();

    void system(String text) {
        lines.add(List.of(Message.SYSTEM, text));
    }

    void blocks(List<Block> blocks) {
        if (!blocks.isEmpty()) {
            system(blocks.stream().map(Block::text).collect(Collectors.joining("\n\n")));
        }
    }

    void recalled(List<Fact> facts, List<Episode> episodes) {
        String text = Stream.of(
                        part("Known facts:", facts.stream().map(Fact::text)),
                        part("Relevant past episodes:", episodes.stream().map(Episode::line)))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("\n\n"));
        if (!text.isEmpty()) {
            system(text);
        }
    }

    private static String part(String heading, Stream<String> items) {
        String listed = items.map(item -> "\n- " + item).collect(Collectors.joining());
        return listed.isEmpty() ? "" : heading + listed;
    }

    void message(Message message) {
        lines.add(List.of(message.role(), message.text()));
    }

    List<@Nullable Object> lines() {
        return lines;
    }
}
