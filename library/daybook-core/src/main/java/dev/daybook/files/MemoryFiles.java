package dev.daybook.files;

import dev.daybook.Memory;
import dev.daybook.error.AccessRefusedException;
import dev.daybook.error.LegalHoldException;
import dev.daybook.error.StaleVersionException;
import dev.daybook.model.Block;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Origin;
import dev.daybook.model.Trust;
import dev.daybook.query.Selection;
import dev.daybook.query.VersionCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The files of a model below {@code /memories} in one scope, with the six commands of Anthropic's memory tool. A file is
 * a block of the name {@code memories/PATH}; a directory exists as long as a file is in it. {@link #call} takes the
 * input of that tool; the other methods are for tools of your own.
 *
 * <p>Each change is a new version, and every context of the scope shows the files, within the share of the blocks. A
 * path never leaves {@code /memories}, so the commands reach no other block. A file that the application has made
 * read-only ({@code NewBlock.agentWritable(false)}) can be viewed only. A deleted file leaves the context; its versions
 * stay readable by {@code memory.blocks().history("memories/PATH")}, until the application erases them by
 * {@code memory.forget(Selection.entry(Kind.BLOCK, "memories/PATH"))}.
 *
 * <p>A text or a name from the model has the trust of the assistant, or of the file that it changes, if that is less.
 *
 * <p>Each method returns the text for the model. A wrong call throws an {@link IllegalArgumentException} with a message
 * for the model, and of two changes that were made to the same version the second throws a
 * {@link StaleVersionException}. Changes are durable on return; a command on a directory is one write per file.
 * Thread-safe. Works over an embedded daybook and over a connection.
 */
public final class MemoryFiles {

    private static final String WRITER = "memory-tools";

    /** The depth of a listing; more is read one directory at a time. */
    private static final int LEVELS = 2;

    /** The changes that may overtake a rename: each attempt means that one was written. */
    private static final int MAX_ATTEMPTS = 20;

    private final Memory memory;
    private final String writer;

    private MemoryFiles(Memory memory, String writer) {
        this.memory = memory;
        this.writer = writer;
    }

    /** Creates the files of one scope, usually of a user. */
    public static MemoryFiles of(Memory memory) {
        return of(memory, WRITER);
    }

    /**
     * Creates the files of one scope.
     *
     * @param writer the name of the calling program, for the origin of its changes
     */
    public static MemoryFiles of(Memory memory, String writer) {
        return new MemoryFiles(given("memory", memory), given("writer", writer));
    }

    /** Returns whether a block of a name is a memory file. */
    public static boolean isFile(String block) {
        return MemoryPath.isMemoryFile(block);
    }

    /**
     * Runs a command of Anthropic's memory tool ({@code memory_20250818}). A wrong call, also an input that is no
     * command, returns a sentence that begins with "Error:".
     *
     * @param input the input of the tool call as a JSON object, such as {@code {"command":"view","path":"/memories"}}
     */
    public String call(String input) {
        try {
            return MemoryToolInput.of(given("input", input)).answer(this);
        } catch (IllegalArgumentException | AccessRefusedException | StaleVersionException e) {
            return "Error: " + MemoryToolInput.renamed(e.getMessage());
        }
    }

    /** Returns a file with line numbers, or the files of a directory. Short for all lines. */
    public String view(String path) {
        return view(path, null);
    }

    /**
     * Returns lines of a file with their numbers, or the files of a directory.
     *
     * @param viewRange the first and the last line, as {@code 1,50}; -1 as the last means the end; null: all
     */
    public String view(String path, @Nullable String viewRange) {
        MemoryPath target = path("path", path);
        Optional<Block> file = file(target);
        if (file.isPresent()) {
            return "Content of " + target + " with line numbers:\n"
                    + NumberedLines.of(file.get().content()).view(viewRange);
        }
        List<Block> inside = inside(target);
        if (inside.isEmpty() && !target.isRoot()) {
            throw missing(target);
        }
        return listing(target, inside);
    }

    /** Creates a file; refuses a path that exists. */
    public String create(String path, String fileText) {
        MemoryPath target = path("path", path);
        if (target.isRoot() || !inside(target).isEmpty()) {
            throw new IllegalArgumentException(target + " is a directory. Give the path of a file.");
        }
        fileAbove(target).ifPresent(above -> {
            throw new IllegalArgumentException(above + " is a file. Nothing can be created below it.");
        });
        if (file(target).isPresent()) {
            throw new IllegalArgumentException(
                    target + " already exists. Change it by a replacement or an insertion, or use another path.");
        }
        NewBlock file = NewBlock.of(target.block(), given("fileText", fileText))
                .version(0)
                .agentWritable(true);
        memory.blocks().remember(written(file, Trust.ASSISTANT));
        return "Created " + target + ".";
    }

    /** Replaces a text that appears exactly once in a file. */
    public String strReplace(String path, String oldStr, String newStr) {
        MemoryPath target = path("path", path);
        Block file = file(target).orElseThrow(() -> missing(target));
        if (given("oldStr", oldStr).isEmpty()) {
            throw new IllegalArgumentException("oldStr is empty. Give the text to replace.");
        }
        String content = file.content();
        int at = content.indexOf(oldStr);
        if (at < 0) {
            throw new IllegalArgumentException("nothing replaced: oldStr does not appear verbatim in " + target + ".");
        }
        if (content.indexOf(oldStr, at + 1) >= 0) {
            throw new IllegalArgumentException("nothing replaced: oldStr appears more than once in " + target
                    + ", in the lines " + NumberedLines.of(content).linesOf(oldStr) + ". Add the text around it.");
        }
        String changed = content.substring(0, at) + given("newStr", newStr) + content.substring(at + oldStr.length());
        edit(file, changed);
        return "Edited " + target + ":\n" + NumberedLines.of(changed).around(at, at + newStr.length());
    }

    /**
     * Inserts lines into a file.
     *
     * @param insertLine the number of the line before the new lines; 0: at the beginning
     */
    public String insert(String path, int insertLine, String insertText) {
        MemoryPath target = path("path", path);
        Block file = file(target).orElseThrow(() -> missing(target));
        NumberedLines lines = NumberedLines.of(file.content());
        if (insertLine < 0 || insertLine > lines.count()) {
            throw new IllegalArgumentException("insertLine is " + insertLine + ". It must be from 0 to " + lines.count()
                    + ", the lines of " + target + ".");
        }
        edit(file, lines.inserted(insertLine, given("insertText", insertText)));
        return "Inserted after line " + insertLine + " of " + target + ".";
    }

    /** Removes a file, or a directory with its files. */
    public String delete(String path) {
        MemoryPath target = path("path", path);
        if (target.isRoot()) {
            throw new IllegalArgumentException("/memories itself cannot be deleted.");
        }
        List<Block> files = at(target);
        files.forEach(MemoryFiles::requireWritable);
        files.forEach(this::end);
        return "Deleted " + target + ".";
    }

    /**
     * Renames a file or a directory; refuses a destination that exists. Writes each file at its new place before it
     * removes the old one, so that a failure in between loses none. A file that is changed meanwhile is moved with its new
     * text.
     */
    public String rename(String oldPath, String newPath) {
        MemoryPath from = path("oldPath", oldPath);
        MemoryPath to = path("newPath", newPath);
        if (from.isRoot() || to.isRoot()) {
            throw new IllegalArgumentException("/memories itself cannot be renamed or replaced.");
        }
        List<Block> files = at(from);
        if (file(to).isPresent() || !inside(to).isEmpty() || fileAbove(to).isPresent() || from.contains(to)) {
            throw new IllegalArgumentException(
                    "the destination " + to + " already exists or lies below a file or the source.");
        }
        files.forEach(MemoryFiles::requireWritable);
        // All paths are made before the first is written: one that is too long moves nothing.
        files.forEach(file -> moved(file, from, to));
        List<Block> gone = files.stream().filter(file -> !move(file, from, to)).toList();
        if (gone.size() == files.size()) {
            throw missing(from);
        }
        return "Renamed " + from + " to " + to + ".";
    }

    /**
     * Moves a file, with the text that another change gives it meanwhile.
     *
     * @return false if it is gone meanwhile; it is not brought back
     */
    private boolean move(Block found, MemoryPath from, MemoryPath to) {
        Optional<Block> file = Optional.of(found);
        for (int attempt = 1; file.isPresent(); attempt++) {
            Block copy = memory.blocks().remember(moved(file.get(), from, to));
            try {
                if (end(file.get())) {
                    return true;
                }
                erase(copy);
            } catch (StaleVersionException changedMeanwhile) {
                end(copy);
                if (attempt == MAX_ATTEMPTS) {
                    throw changedMeanwhile;
                }
            }
            file = file(MemoryPath.ofBlock(found.name()));
        }
        return false;
    }

    /** Erases the copy of a text that may have been erased; without the right to, or under a legal hold, ends it. */
    private void erase(Block copy) {
        try {
            memory.forget(Selection.entry(Kind.BLOCK, copy.name()));
        } catch (AccessRefusedException | LegalHoldException refused) {
            end(copy);
        }
    }

    private NewBlock moved(Block file, MemoryPath from, MemoryPath to) {
        String name = MemoryPath.ofBlock(file.name()).moved(from, to).block();
        NewBlock copy = NewBlock.of(name, file.content())
                .version(0)
                .agentWritable(true)
                .maxLength(file.maxLength())
                .sources(file.sources())
                .expiresAt(file.expiresAt());
        return written(copy, file.trust());
    }

    /** Removes a file at the version that was read; returns false if it is gone. */
    private boolean end(Block file) {
        return memory.blocks().end(file.name(), VersionCondition.of(file.revision()));
    }

    private void edit(Block file, String content) {
        requireWritable(file);
        NewBlock changed = NewBlock.of(file.name(), content)
                .version(file.revision())
                // Without them an erasure of a source would not reach the text that cites it.
                .sources(file.sources());
        memory.blocks().remember(written(changed, file.trust()));
    }

    /**
     * States the writer of a change, with the trust of the assistant or of the text before, whichever is less. The trust
     * follows from the origin where one has that trust, because over a connection only an administrator may state it.
     */
    private NewBlock written(NewBlock file, Trust before) {
        return switch (before) {
            case TOOL -> file.origin(new Origin(Origin.Source.TOOL, writer));
            case IMPORT -> file.origin(new Origin(Origin.Source.IMPORT, writer));
            case UNKNOWN ->
                file.origin(new Origin(Origin.Source.ASSISTANT, writer)).trust(before);
            default -> file.origin(new Origin(Origin.Source.ASSISTANT, writer));
        };
    }

    private static MemoryPath path(String argument, String path) {
        return MemoryPath.of(given(argument, path));
    }

    /** Checks an argument, because a model can leave out a required one. */
    private static <T> T given(String argument, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(argument + " is missing; give it.");
        }
        return value;
    }

    private Optional<Block> file(MemoryPath path) {
        return path.isRoot() ? Optional.empty() : memory.blocks().find(path.block());
    }

    private List<Block> inside(MemoryPath directory) {
        return memory.blocks().list().stream()
                .filter(block -> isFile(block.name()))
                .filter(block -> directory.contains(MemoryPath.ofBlock(block.name())))
                .toList();
    }

    /** Returns the file of a path, or the files in it. */
    private List<Block> at(MemoryPath path) {
        List<Block> files = file(path).map(List::of).orElseGet(() -> inside(path));
        if (files.isEmpty()) {
            throw missing(path);
        }
        return files;
    }

    private Optional<MemoryPath> fileAbove(MemoryPath path) {
        return memory.blocks().list().stream()
                .filter(block -> isFile(block.name()))
                .map(block -> MemoryPath.ofBlock(block.name()))
                .filter(file -> file.contains(path))
                .findFirst();
    }

    private static void requireWritable(Block file) {
        if (!file.agentWritable()) {
            throw new IllegalArgumentException(MemoryPath.ofBlock(file.name()) + " is read-only.");
        }
    }

    private static IllegalArgumentException missing(MemoryPath path) {
        return new IllegalArgumentException(path + " does not exist.");
    }

    /** Lists files with their characters, and directories with those of their files. */
    private static String listing(MemoryPath directory, List<Block> inside) {
        TreeMap<String, Integer> sizes = new TreeMap<>();
        for (Block block : inside) {
            List<String> steps = directory.stepsTo(MemoryPath.ofBlock(block.name()));
            List<String> shown = new ArrayList<>();
            for (int level = 1; level <= Math.min(LEVELS, steps.size()); level++) {
                shown.add(String.join("/", steps.subList(0, level)) + (level < steps.size() ? "/" : ""));
            }
            shown.forEach(path -> sizes.merge(path, block.content().length(), Integer::sum));
        }
        String lines = sizes.entrySet().stream()
                .map(each -> "\n" + each.getValue() + "\t" + directory + "/" + each.getKey())
                .collect(Collectors.joining());
        return "Files and directories in " + directory + ", two levels deep, with their characters:"
                + (lines.isEmpty() ? "\n(none)" : lines);
    }
}
