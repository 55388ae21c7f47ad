package dev.daybook.ask;

import dev.daybook.spi.DataBlock;
import dev.daybook.spi.Prompts;
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
public record Prompt(String name, String system, List<DataBlock> blocks) {

    public Prompt {
        blocks = List.copyOf(blocks);
    }

    /** Creates the task of a name, without data. */
    public static Prompt of(Prompts prompts, String name) {
        return new Prompt(name, prompts.text(name), List.of());
    }

    /** Adds a block of data. */
    public Prompt with(DataBlock block) {
        return new Prompt(
                name, system, Stream.concat(blocks.stream(), Stream.of(block)).toList());
    }

    /** Adds a note to the instructions. */
    public Prompt with(String note) {
        return new Prompt(name, system + "\n\n" + note, blocks);
    }

    /** Returns the data as they stand in the request. */
    String user() {
        return blocks.stream().map(DataBlock::inPrompt).collect(Collectors.joining("\n\n"));
    }
}
