package dev.daybook.internal.statements;

import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.ModelPrompt;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The prompt for the facts of a window: its messages with numbers and speakers, under a header for each session and
 * each later hour. A header begins with a bracket and a message with its number, so no message can pass for another.
 */
final class WindowPrompt {

    private static final String PROMPT = "facts";

    /** A later message stands under a header of its own. */
    private static final Duration SAME_TIME = Duration.ofHours(1);

    private WindowPrompt() {}

    static ModelPrompt of(ModelCaller modelCaller, ExtractionWindow window) {
        ModelPrompt prompt = modelCaller.prompt(PROMPT);
        List<String> known = window.known().stream().map(Fact::sentence).toList();
        if (!known.isEmpty()) {
            prompt = prompt.with(PromptData.list("known", known));
        }
        List<String> earlier = lines(window, false);
        if (!earlier.isEmpty()) {
            prompt = prompt.with(PromptData.list("earlier", earlier));
        }
        return prompt.with(PromptData.list("messages", lines(window, true)));
    }

    private static List<String> lines(ExtractionWindow window, boolean fresh) {
        List<String> lines = new ArrayList<>();
        @Nullable Episode last = null;
        for (int i = 0; i < window.messages().size(); i++) {
            WindowMessage message = window.messages().get(i);
            if (message.isNew() == fresh) {
                if (last == null || isApart(last, message.episode())) {
                    lines.add("[" + message.episode().occurredAt() + "]");
                }
                last = message.episode();
                lines.add((i + 1) + " " + message.speaker() + ": " + message.text());
            }
        }
        return lines;
    }

    private static boolean isApart(Episode one, Episode next) {
        return !Objects.equals(one.session(), next.session())
                || Duration.between(one.occurredAt(), next.occurredAt()).abs().compareTo(SAME_TIME) > 0;
    }
}
