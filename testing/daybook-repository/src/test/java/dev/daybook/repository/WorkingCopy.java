package dev.daybook.repository;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The working copy that this build runs in. Tests that look at it are skipped, visibly, in a source archive. */
record WorkingCopy(Path root) {

    /** Beyond this a file without a zero byte is taken for text, as git does. */
    private static final int BYTES_THAT_TELL_TEXT = 8_000;

    /** The nearest folder upwards that is a git working copy. */
    static WorkingCopy here() {
        Optional<Path> root = Optional.empty();
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"))) {
                root = Optional.of(folder);
                break;
            }
        }
        Assumptions.assumeTrue(root.isPresent(), "skipped: this is no git working copy");
        return new WorkingCopy(root.orElseThrow());
    }

    String read(String name) throws IOException {
        return Files.readString(root.resolve(name), StandardCharsets.UTF_8);
    }

    /** The text files that git tracks, and those that it would with the next {@code git add}. */
    List<Path> textFiles() throws IOException, InterruptedException {
        Process git = new ProcessBuilder("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String names;
        try (InputStream output = git.getInputStream()) {
            names = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (git.waitFor() != 0) {
            throw new IOException("git ls-files ended with " + git.exitValue() + " in " + root);
        }
        return Arrays.stream(names.split("\0"))
                .distinct()
                .map(root::resolve)
                .filter(WorkingCopy::isText)
                .toList();
    }

    private static boolean isText(Path file) {
        // A file that was deleted but is still in the index is none.
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream bytes = Files.newInputStream(file)) {
            for (byte each : bytes.readNBytes(BYTES_THAT_TELL_TEXT)) {
                if (each == 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
