package dev.daybook.ask;

import dev.daybook.spi.DataBlock;
import dev.daybook.spi.Prompts;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A task for a model, with its data.
 *
 * @param name the stage, in messages and in the account of tokens
 * @param system what to do
 * @param blocks what to do it with, in order
 */
public record Prompt(String name, String system, List<DataBlock> blocks) {

    public Prompt {
        blocks = List.copyOf(blocks);
    }

    /** The task of a name, still without data. */
    public static Prompt of(Prompts prompts, String name) {
        return new Prompt(name, prompts.text(name), List.of());
    }

    /** The same with one more block. */
    public Prompt with(DataBlock block) {
        return new Prompt(
                name, system, Stream.concat(blocks.stream(), Stream.of(block)).toList());
    }

    /** The same with something more to say about the task. */
    public Prompt with(String note) {
        return new Prompt(name, system + "\n\n" + note, blocks);
    }

    /** The data as they stand in the request. */
    String user() {
        return blocks.stream().map(DataBlock::inPrompt).collect(Collectors.joining("\n\n"));
    }
}
