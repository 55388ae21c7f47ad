package dev.daybook.server.cli.memory;

import dev.daybook.Blocks;
import dev.daybook.Memory;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Block;
import dev.daybook.model.NewBlock;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.problem.NotFoundException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "blocks",
        header = "Shows and changes blocks: pinned texts that are part of every context.",
        description = "Every change creates a new version; 'history' lists all versions. TEXT may be - for stdin.",
        sortOptions = false)
final class BlocksCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Override
    public Integer call() {
        throw root.options()
                .wrongUsage("the subcommand of blocks is missing; use set, append, show, move, history or remove");
    }

    @Command(
            name = "set",
            description =
                    "Sets the text of a block and prints its version, a number that grows with each change in the scope.",
            sortOptions = false)
    int set(
            @Parameters(index = "0", paramLabel = "NAME", description = "Name of the block.") String name,
            @Parameters(index = "1", paramLabel = "TEXT", description = "Text of the block.") String text,
            @Option(
                            names = "--if-version",
                            paramLabel = "N",
                            description = "Only if the block is at this version; 0: only if it does not exist.")
                    @Nullable
                    Long version,
            @Option(
                            names = "--max-length",
                            paramLabel = "N",
                            description = "Maximum length in characters; 0: no limit.")
                    @Nullable
                    Integer maxLength,
            @Option(
                            names = "--agent-writable",
                            arity = "0..1",
                            fallbackValue = "true",
                            paramLabel = "true|false",
                            description = "Whether an agent may change the block by a tool call.")
                    @Nullable
                    Boolean agentWritable,
            @Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            description = "End of the block: from then on nothing shows it, and it is erased.")
                    @Nullable
                    String expires) {
        NewBlock given = NewBlock.of(name, root.text(text))
                .agentWritable(agentWritable)
                .maxLength(maxLength)
                .expiresAt(IsoTimes.instantOrDay("--expires", expires));
        NewBlock block = version == null ? given : given.version(version);
        return version(false, blocks -> blocks.remember(block));
    }

    @Command(
            name = "append",
            description =
                    "Appends text to a block and prints its version, a number that grows with each change in the scope.",
            sortOptions = false)
    int append(
            @Parameters(index = "0", paramLabel = "NAME", description = "Name of the block.") String name,
            @Parameters(index = "1", paramLabel = "TEXT", description = "Text to append.") String text,
            @Option(
                            names = "--separator",
                            paramLabel = "TEXT",
                            description = "Text between old and new (default a line break, unless there is one).")
                    @Nullable
                    String separator) {
        String added = root.text(text);
        return version(
                false,
                blocks -> blocks.append(name, added, separator == null ? lineBreak(blocks, name, added) : separator));
    }

    /** Separates an appended sentence from the one before; the library appends without a separator. */
    private static String lineBreak(Blocks blocks, String name, String added) {
        boolean separated = added.startsWith("\n")
                || blocks.find(name).map(block -> block.text().endsWith("\n")).orElse(false);
        return separated ? "" : "\n";
    }

    @Command(name = "show", description = "Shows one block, or all blocks in their order.", sortOptions = false)
    int show(
            @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "Show only this block.")
                    @Nullable
                    String name,
            @Option(
                            names = "--as-of",
                            paramLabel = "TIME",
                            description =
                                    "The blocks as of this time (point-in-time query), ISO 8601 with an offset, or a day.")
                    @Nullable
                    String asOf,
            @Option(names = "--core", description = "Print SOUL, TOOLS, RULE and USER as one Markdown document.")
                    boolean core) {
        if (core && (name != null || asOf != null)) {
            throw root.options()
                    .wrongUsage("--core prints the four core blocks as they are now; leave NAME and --as-of out");
        }
        return withBlocks(blocks -> {
            if (core) {
                return printCore(blocks.core());
            }
            List<Block> all = asOf == null
                    ? blocks.list()
                    : blocks.list(IsoTimes.parseTimeOrDay("--as-of", asOf).toInstant());
            if (name == null) {
                return print(all);
            }
            return all.stream()
                    .filter(block -> block.name().equals(name))
                    .findFirst()
                    .map(this::print)
                    .orElseThrow(() -> notThere(name));
        });
    }

    @Command(name = "move", description = "Moves a block to another position.", sortOptions = false)
    int move(
            @Parameters(index = "0", paramLabel = "NAME", description = "Name of the block.") String name,
            @Parameters(
                            index = "1",
                            paramLabel = "PLACE",
                            description = "New position, counted from 0; a larger number means the end.")
                    int place) {
        return version(true, blocks -> blocks.move(name, place).orElseThrow(() -> notThere(name)));
    }

    @Command(name = "history", description = "Lists all versions of a block, oldest first.", sortOptions = false)
    int history(@Parameters(index = "0", paramLabel = "NAME", description = "Name of the block.") String name) {
        return withBlocks(blocks -> {
            List<Block> versions = blocks.history(name);
            if (versions.isEmpty()) {
                throw notThere(name);
            }
            return root.list(
                    () -> AnswerJson.entries("versions", root.options().scope(), versions),
                    versions,
                    "",
                    version -> root.terminal()
                                    .dim(DisplayText.time(version.updatedAt()) + "  version " + version.revision())
                            + System.lineSeparator()
                            + DisplayText.harmless(version.content()));
        });
    }

    @Command(
            name = "remove",
            description = "Removes a block; its history is kept. Use 'daybook forget' to erase it.",
            sortOptions = false)
    int remove(@Parameters(index = "0", paramLabel = "NAME", description = "Name of the block.") String name) {
        return withBlocks(blocks -> {
            if (!blocks.end(name)) {
                throw notThere(name);
            }
            root.output().note("Removed.");
            return ExitCode.DONE;
        });
    }

    private int withBlocks(Function<Blocks, Integer> work) {
        return root.withExisting(memory -> work.apply(memory.blocks()));
    }

    private int version(boolean mustBeThere, Function<Blocks, Block> change) {
        Function<Memory, Integer> work = memory -> {
            Block block = change.apply(memory.blocks());
            return root.answer(() -> json(block), block.revision());
        };
        return mustBeThere ? root.withExisting(work) : root.withMemory(work);
    }

    private Map<String, @Nullable Object> json(Block block) {
        return EntryAnswers.write(root.options().scope(), block);
    }

    private int print(Block block) {
        return root.answer(() -> json(block), DisplayText.harmless(block.content()));
    }

    private int printCore(String markdown) {
        return root.answer(
                () -> PlainJson.object("core", markdown),
                () -> root.terminal().out().print(DisplayText.harmless(markdown)));
    }

    private int print(List<Block> blocks) {
        return root.list(
                () -> AnswerJson.entries("blocks", root.options().scope(), blocks),
                blocks,
                "No blocks in " + root.scope() + ".",
                block -> DisplayText.harmless(block.text()));
    }

    private NotFoundException notThere(String name) {
        return root.notThere("block", name, "daybook blocks show");
    }
}
