package dev.daybook.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The built page is of the sources beside it. Vite records the hash of each source and each built file, so that this
 * build needs no Node.
 */
class BuiltPageTest {

    private static final String REMEDY =
            "run 'npm ci && npm run build' in server/daybook-explorer/page, and commit the result";

    private static final Path SOURCES = Path.of("page");
    private static final Path BUILT = Path.of("src/main/resources/dev/daybook/explorer/page");
    private static final Path RECORD = Path.of("src/test/resources/dev/daybook/explorer/built-from.txt");

    @Test
    void the_page_is_built_from_these_sources() throws Exception {
        assertThat(recorded("source")).as(REMEDY).containsExactlyInAnyOrderElementsOf(hashes(SOURCES));
    }

    @Test
    void the_built_files_are_those_of_the_build() throws Exception {
        assertThat(recorded("built")).as(REMEDY).containsExactlyInAnyOrderElementsOf(hashes(BUILT));
    }

    @Test
    void the_lockfile_says_which_packages_and_not_where_they_are() throws Exception {
        String lockfile = Files.readString(SOURCES.resolve("package-lock.json"));

        assertThat(lockfile).contains("\"integrity\": \"sha512-").doesNotContain("\"resolved\"");
    }

    private static Set<String> recorded(String kind) throws IOException {
        Set<String> lines = new TreeSet<>();
        for (String line : Files.readAllLines(RECORD)) {
            if (line.startsWith(kind + " ")) {
                lines.add(line.substring(kind.length() + 1));
            }
        }
        assertThat(lines).isNotEmpty();
        return lines;
    }

    private static Set<String> hashes(Path folder) throws IOException, NoSuchAlgorithmException {
        Set<String> lines = new TreeSet<>();
        for (Path file : files(folder)) {
            String name = folder.relativize(file).toString().replace('\\', '/');
            lines.add(hash(file) + " " + name);
        }
        return lines;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !folder.relativize(file).startsWith("node_modules"))
                    .toList();
        }
    }

    /** Hashes the text with the line ends of Unix; git may check out others. */
    private static String hash(Path file) throws IOException, NoSuchAlgorithmException {
        byte[] text = Files.readString(file).replace("\r\n", "\n").getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    }
}
