package dev.daybook.files;

import dev.daybook.internal.checks.ShortenedText;
import dev.daybook.internal.text.LetterCase;
import java.util.Arrays;
import java.util.List;

/**
 * The path of a memory file below {@code /memories}. It is a name, never a path of a file system, and names only blocks
 * whose names begin with {@code memories/}.
 *
 * @param name the path without {@code /memories/}; empty: the root
 */
record MemoryPath(String name) {

    private static final String ROOT = "memories";

    /** Longer paths would be no block name: 512 characters, with the prefix. */
    private static final int MAX_LENGTH = 500;

    /**
     * Parses a path of a model: {@code /memories/a/b.md} or {@code a/b.md}; the root is {@code /memories}, {@code /} or
     * empty.
     *
     * @throws IllegalArgumentException if it is a path outside the root or not in its plain form
     */
    static MemoryPath of(String path) {
        String inner = path.strip();
        if (inner.equals("/") || inner.equals("/" + ROOT)) {
            return new MemoryPath("");
        }
        if (inner.startsWith("/" + ROOT + "/")) {
            inner = inner.substring(ROOT.length() + 2);
        } else if (inner.startsWith("/")) {
            throw new IllegalArgumentException(
                    "the path is not below /memories: '" + ShortenedText.of(path) + "'; use /memories/name.md");
        }
        if (inner.endsWith("/")) {
            inner = inner.substring(0, inner.length() - 1);
        }
        return inner.isEmpty() ? new MemoryPath("") : checked(inner);
    }

    private static MemoryPath checked(String inner) {
        List<String> steps = Arrays.asList(inner.split("/", -1));
        boolean plain = steps.stream().noneMatch(step -> step.isBlank() || step.equals(".") || step.equals(".."))
                && !inner.contains("\\")
                && !LetterCase.lower(inner).contains("%2e")
                && inner.codePoints().noneMatch(Character::isISOControl);
        if (!plain) {
            throw new IllegalArgumentException("the path is not plain: '" + ShortenedText.of(inner)
                    + "'; use names and '/', without '.', '..', '\\' and control characters");
        }
        return bounded(inner);
    }

    private static MemoryPath bounded(String name) {
        if (name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("the path has " + name.length() + " characters: '"
                    + ShortenedText.of(name) + "'; use at most " + MAX_LENGTH);
        }
        return new MemoryPath(name);
    }

    static boolean isMemoryFile(String block) {
        return block.startsWith(ROOT + "/");
    }

    static MemoryPath ofBlock(String block) {
        return new MemoryPath(block.substring(ROOT.length() + 1));
    }

    boolean isRoot() {
        return name.isEmpty();
    }

    String block() {
        return ROOT + "/" + name;
    }

    /** Returns whether another path lies in this directory, at any depth. */
    boolean contains(MemoryPath other) {
        return isRoot() || other.name.startsWith(name + "/");
    }

    /** Returns the names from this directory down to a path in it. */
    List<String> stepsTo(MemoryPath inside) {
        return List.of(inside.name.substring(isRoot() ? 0 : name.length() + 1).split("/"));
    }

    /**
     * Returns the same path in another directory.
     *
     * @throws IllegalArgumentException if it is too long there
     */
    MemoryPath moved(MemoryPath from, MemoryPath to) {
        return bounded(to.name + name.substring(from.name.length()));
    }

    @Override
    public String toString() {
        return isRoot() ? "/" + ROOT : "/" + ROOT + "/" + name;
    }
}
