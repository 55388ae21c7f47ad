package dev.daybook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The jar that holds everything, which the profile one-jar makes and then has tested. */
@EnabledIfSystemProperty(named = "daybook.one-jar", matches = ".+")
class OneJarTest {

    private final Path jar = Path.of(System.getProperty("daybook.one-jar", ""));

    @Test
    void the_first_licence_in_it_is_ours() throws IOException {
        assertThat(read("META-INF/LICENSE")).isEqualTo(Files.readString(Path.of("..", "..", "LICENSE")));
        assertThat(read("META-INF/NOTICE")).contains("Daybook core", "Daybook embeddings");
    }

    @Test
    void it_names_each_library_in_it_with_its_licence() throws IOException {
        String notices = read("META-INF/THIRD-PARTY.txt");

        assertThat(notices.lines().filter(line -> line.contains(" - "))).hasSizeGreaterThan(40);
        assertThat(notices)
                .contains("io.javalin:javalin:", "org.xerial:sqlite-jdbc:", "com.microsoft.onnxruntime:onnxruntime:")
                .contains("tools.jackson.core:jackson-databind:", "org.slf4j:slf4j-api:", "MIT")
                .doesNotContain("dev.daybook:", "org.junit", "Unknown license");
        // What only the libraries themselves say of their licences.
        assertThat(read("META-INF/LICENSE.txt")).contains("Apache License", "QOS.ch");
        assertThat(read("ThirdPartyNotices.txt")).isNotBlank();
    }

    /** Only the jar that is started is asked; each jar that java -jar starts here loads SQLite. */
    @Test
    void the_jars_that_are_started_allow_native_libraries() throws IOException {
        for (Path started : new Path[] {jar, jar.resolveSibling("daybook.jar")}) {
            try (JarFile open = new JarFile(started.toFile())) {
                assertThat(open.getManifest().getMainAttributes().getValue("Enable-Native-Access"))
                        .as(started.getFileName().toString())
                        .isEqualTo("ALL-UNNAMED");
            }
        }
    }

    private String read(String name) throws IOException {
        try (JarFile open = new JarFile(jar.toFile())) {
            JarEntry entry = open.getJarEntry(name);
            assertThat(entry).as(name).isNotNull();
            return new String(open.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
