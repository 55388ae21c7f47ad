package dev.daybook.spring;

import dev.daybook.Memory;
import dev.daybook.data.Block;
import dev.daybook.data.NewBlock;
import dev.daybook.data.Origin;
import dev.daybook.data.StaleVersionException;
import dev.daybook.data.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The memory files of one scope. A file is a block of the name {@code memories/PATH}; a directory exists as long as a
 * file is in it. Each method returns its answer to the model, also for a wrong call.
 */
final class MemoryFiles {

    private static final Origin ORIGIN = new Origin(Origin.Source.ASSISTANT, "memory-tools");

    /** The depth of a listing; more is read one directory at a time. */
    private static final int LEVELS = 2;

    private final Memory memory;

    MemoryFiles(Memory memory) {
        this.memory = memory;
    }

    String view(String path, @Nullable String range) {
        MemoryPath target = MemoryPath.of(path);
        Optional<Block> file = file(target);
        if (file.isPresent()) {
            return "Content of " + target + " with line numbers:\n"
                    + NumberedLines.of(file.get().content()).view(range);
        }
        List<Block> inside = inside(target);
        return inside.isEmpty() && !target.isRoot() ? missing(target) : listing(target, inside);
    }

    String create(String path, String text) {
        MemoryPath target = MemoryPath.of(path);
        if (target.isRoot() || !inside(target).isEmpty()) {
            return "Error: " + target + " is a directory. Give the path of a file.";
        }
        Optional<MemoryPath> above = fileAbove(target);
        if (above.isPresent()) {
            return "Error: " + above.get() + " is a file. Nothing can be created below it.";
        }
        if (file(target).isPresent()) {
            return "Error: " + target + " already exists. Use MemoryStrReplace or MemoryInsert to change it.";
        }
        return put(
                NewBlock.of(target.block(), text)
                        .ifVersion(0)
                        .agentWritable(true)
                        .withOrigin(ORIGIN),
                "Created " + target + ".");
    }

    String replace(String path, String old, String replacement) {
        MemoryPath target = MemoryPath.of(path);
        Block file = file(target).orElse(null);
        if (file == null) {
            return missing(target);
        }
        if (old.isEmpty()) {
            return "Error: oldStr is empty. Give the text to replace.";
        }
        String content = file.content();
        int at = content.indexOf(old);
        if (at < 0) {
            return "Error: nothing replaced: oldStr does not appear verbatim in " + target + ".";
        }
        if (content.indexOf(old, at + 1) >= 0) {
            return "Error: nothing replaced: oldStr appears more than once in " + target + ", in the lines "
                    + NumberedLines.of(content).linesOf(old) + ". Add the text around it.";
        }
        String changed = content.substring(0, at) + replacement + content.substring(at + old.length());
        return edit(
                file,
                changed,
                "Edited " + target + ":\n" + NumberedLines.of(changed).around(at, at + replacement.length()));
    }

    String insert(String path, int line, String text) {
        MemoryPath target = MemoryPath.of(path);
        Block file = file(target).orElse(null);
        if (file == null) {
            return missing(target);
        }
        NumberedLines lines = NumberedLines.of(file.content());
        if (line < 0 || line > lines.count()) {
            return "Error: insertLine is " + line + ". It must be from 0 to " + lines.count() + ", the lines of "
                    + target + ".";
        }
        return edit(file, lines.inserted(line, text), "Inserted after line " + line + " of " + target + ".");
    }

    String delete(String path) {
        MemoryPath target = MemoryPath.of(path);
        if (target.isRoot()) {
            return "Error: /memories itself cannot be deleted.";
        }
        List<Block> files = at(target);
        if (files.isEmpty()) {
            return missing(target);
        }
        Optional<Block> kept = readOnly(files);
        if (kept.isPresent()) {
            return refusal(kept.get());
        }
        files.forEach(file -> memory.blocks().remove(file.name()));
        return "Deleted " + target + ".";
    }

    /** Writes each file at its new place before it removes the old one, so that a failure in between loses none. */
    String rename(String oldPath, String newPath) {
        MemoryPath from = MemoryPath.of(oldPath);
        MemoryPath to = MemoryPath.of(newPath);
        if (from.isRoot() || to.isRoot()) {
            return "Error: /memories itself cannot be renamed or replaced.";
        }
        List<Block> files = at(from);
        if (files.isEmpty()) {
            return missing(from);
        }
        if (!at(to).isEmpty() || fileAbove(to).isPresent() || from.contains(to)) {
            return "Error: the destination " + to + " already exists or lies below a file or the source.";
        }
        Optional<Block> kept = readOnly(files);
        if (kept.isPresent()) {
            return refusal(kept.get());
        }
        for (Block file : files) {
            MemoryPath moved = MemoryPath.ofBlock(file.name()).moved(from, to);
            String answer = put(
                    NewBlock.of(moved.block(), file.content())
                            .ifVersion(0)
                            .agentWritable(true)
                            .withOrigin(file.origin())
                            .withTrust(file.trust()),
                    "");
            if (!answer.isEmpty()) {
                return answer;
            }
            memory.blocks().remove(file.name());
        }
        return "Renamed " + from + " to " + to + ".";
    }

    private String edit(Block file, String content, String answer) {
        if (!file.agentWritable()) {
            return refusal(file);
        }
        return put(
                NewBlock.of(file.name(), content)
                        .ifVersion(file.revision())
                        .withOrigin(ORIGIN)
                        // An edit does not raise the trust of the text around it.
                        .withTrust(Trust.ASSISTANT.least(file.trust())),
                answer);
    }

    private String put(NewBlock block, String answer) {
        try {
            memory.blocks().put(block);
            return answer;
        } catch (StaleVersionException e) {
            return "Error: the file was changed by another call. View it and try again.";
        } catch (IllegalArgumentException e) {
            return "Error: " + e.getMessage();
        }
    }

    private Optional<Block> file(MemoryPath path) {
        return path.isRoot() ? Optional.empty() : memory.blocks().find(path.block());
    }

    private List<Block> inside(MemoryPath directory) {
        return memory.blocks().list().stream()
                .filter(block -> MemoryPath.isMemoryFile(block.name()))
                .filter(block -> directory.contains(MemoryPath.ofBlock(block.name())))
                .toList();
    }

    /** Returns the file of a path, or the files in it. */
    private List<Block> at(MemoryPath path) {
        return file(path).map(List::of).orElseGet(() -> inside(path));
    }

    private Optional<MemoryPath> fileAbove(MemoryPath path) {
        return memory.blocks().list().stream()
                .filter(block -> MemoryPath.isMemoryFile(block.name()))
                .map(block -> MemoryPath.ofBlock(block.name()))
                .filter(file -> file.contains(path))
                .findFirst();
    }

    private static Optional<Block> readOnly(List<Block> files) {
        return files.stream().filter(file -> !file.agentWritable()).findFirst();
    }

    private static String refusal(Block file) {
        return "Error: " + MemoryPath.ofBlock(file.name()) + " is read-only.";
    }

    private static String missing(MemoryPath path) {
        return "Error: " + path + " does not exist.";
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
