package dev.daybook.internal.inference;

import dev.daybook.spi.PromptTemplates;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A task for a model with its data.
 *
 * @param name the stage, for messages and the token account
 * @param system the instructions
 * @param blocks the data, in order
 */
public record ModelPrompt(String name, String system, List<PromptData> blocks) {

    public ModelPrompt {
        blocks = List.copyOf(blocks);
    }

    /** Creates the task of a name, without data. */
    public static ModelPrompt of(PromptTemplates promptTemplates, String name) {
        return new ModelPrompt(name, promptTemplates.text(name), List.of());
    }

    /** Adds a block of data. */
    public ModelPrompt with(PromptData block) {
        return new ModelPrompt(
                name, system, Stream.concat(blocks.stream(), Stream.of(block)).toList());
    }

    /** Adds a note to the instructions. */
    public ModelPrompt with(String note) {
        return new ModelPrompt(name, system + "\n\n" + note, blocks);
    }

    /** Returns the data in the form of the request. */
    String user() {
        return blocks.stream().map(PromptData::inPrompt).collect(Collectors.joining("\n\n"));
    }
}
