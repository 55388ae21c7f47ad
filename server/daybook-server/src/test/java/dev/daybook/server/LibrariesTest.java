package dev.daybook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the server is made of: the class path of this test, which has everything that the jar brings. */
class LibrariesTest {

    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    /** Far fewer than there are: to look at none is to find nothing. */
    private static final int MIN_LIBRARIES = 40;

    private static final Pattern VERSION = Pattern.compile("-(\\d[\\w.]*)\\.jar$");

    @Test
    void the_licence_goes_with_each_of_our_jars() throws IOException {
        String licence = Files.readString(ROOT.resolve("LICENSE"));
        List<Path> ours = entries().stream()
                .filter(entry -> entry.startsWith(ROOT) && !entry.endsWith("test-classes"))
                .toList();

        assertThat(ours)
                .hasSizeGreaterThanOrEqualTo(6)
                .allSatisfy(entry -> assertThat(read(entry, "META-INF/LICENSE"))
                        .as(entry.toString())
                        .isEqualTo(licence));
    }

    /** In one jar of all, the one that came first would hide the other. */
    @Test
    void no_class_is_in_two_libraries() throws IOException {
        Map<String, List<Path>> places = new TreeMap<>();
        for (Path jar : jars()) {
            try (JarFile open = new JarFile(jar.toFile())) {
                open.stream()
                        .map(JarEntry::getName)
                        .filter(name -> name.endsWith(".class"))
                        .filter(name -> !name.startsWith("META-INF/") && !name.endsWith("module-info.class"))
                        .forEach(name -> places.computeIfAbsent(name, first -> new ArrayList<>())
                                .add(jar.getFileName()));
            }
        }

        assertThat(places).hasSizeGreaterThan(10_000);
        assertThat(places).allSatisfy((name, in) -> assertThat(in).as(name).hasSize(1));
    }

    @Test
    void libraries_that_belong_together_are_of_one_version() throws IOException {
        // Micrometer Tracing has versions of its own.
        for (String family : List.of(
                "jetty-",
                "tools/jackson/",
                "micrometer-(?!tracing)",
                "micrometer-tracing",
                "io/opentelemetry/opentelemetry-",
                "langchain4j-")) {
            Predicate<String> isMember = Pattern.compile("/" + family).asPredicate();
            List<String> versions = jars().stream()
                    .map(Path::toString)
                    .filter(jar -> isMember.test(jar.replace(File.separatorChar, '/')))
                    .map(LibrariesTest::version)
                    .toList();

            assertThat(versions).as(family).hasSizeGreaterThan(1);
            assertThat(versions.stream().distinct()).as(family).hasSize(1);
        }
    }

    private static String version(String jar) {
        return VERSION.matcher(jar)
                .results()
                .findFirst()
                .map(found -> found.group(1))
                .orElse(jar);
    }

    private static List<Path> entries() {
        return Arrays.stream(System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator)))
                .map(entry -> Path.of(entry).toAbsolutePath().normalize())
                .toList();
    }

    private static List<Path> jars() {
        List<Path> jars = entries().stream()
                .filter(entry -> entry.toString().endsWith(".jar") && Files.isRegularFile(entry))
                .toList();
        assertThat(jars).hasSizeGreaterThan(MIN_LIBRARIES);
        return jars;
    }

    private static String read(Path entry, String name) throws IOException {
        if (Files.isDirectory(entry)) {
            return Files.readString(entry.resolve(name));
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            JarEntry found = jar.getJarEntry(name);
            assertThat(found).as(name + " in " + entry).isNotNull();
            return new String(jar.getInputStream(found).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
