package dev.daybook.repository;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** The modules that a release publishes, and the data that a public repository demands of them. */
class PublishedModulesTest {

    private static final Pattern UNQUALIFIED_EXPORT = Pattern.compile("(?m)^\\s*exports ([a-z0-9.]+);");

    private final WorkingCopy workingCopy = WorkingCopy.here();
    private final Path root = workingCopy.root();

    @Test
    void the_bom_lists_every_published_module_and_no_other() throws Exception {
        List<String> modules = published().stream()
                .map(PomFile::name)
                .filter(name -> !name.equals("daybook-bom"))
                .toList();
        PomFile bom = PomFile.in(root.resolve("library/daybook-bom"));

        assertThat(modules).hasSizeGreaterThan(5).contains("daybook").doesNotContain("daybook-bench");
        assertThat(bom.all("dependency").map(PomFile::name)).containsExactlyInAnyOrderElementsOf(modules);
        assertThat(bom.all("dependency")).allMatch(PomFile::isOurs);
    }

    @Test
    void every_published_module_has_a_name_and_a_description_and_the_parent_the_rest() throws Exception {
        assertThat(published()).allSatisfy(module -> {
            assertThat(module.text("name")).as(module.name()).isNotBlank();
            assertThat(module.text("description")).as(module.name()).isNotBlank();
        });
        assertThat(published()).extracting(module -> module.text("name")).doesNotHaveDuplicates();
        assertThat(List.of("url", "licenses", "developers", "scm"))
                .allSatisfy(
                        name -> assertThat(PomFile.in(root).text(name)).as(name).isNotBlank());
    }

    @Test
    void packages_that_are_not_exported_are_below_internal_which_the_check_of_the_api_leaves_out() throws Exception {
        Set<String> internal = packages(root.resolve("library/daybook-core/src/main/java"));
        Set<String> exported = UNQUALIFIED_EXPORT
                .matcher(workingCopy.read("library/daybook-core/src/main/java/module-info.java"))
                .results()
                .map(result -> result.group(1))
                .collect(toCollection(TreeSet::new));
        assertThat(exported).contains("dev.daybook");
        internal.removeAll(exported);

        assertThat(internal).isNotEmpty().allMatch(name -> name.startsWith("dev.daybook.internal."));
        // The server is a program, whose classes are nobody's to call.
        assertThat(excludesOfTheApiCheck()).containsExactlyInAnyOrder("dev.daybook.internal", "dev.daybook.server");
    }

    @Test
    void the_jbang_catalogue_starts_the_program_of_a_published_module() throws Exception {
        String catalogue = workingCopy.read("jbang-catalog.json");
        MatchResult reference = Pattern.compile("\"script-ref\": \"dev\\.daybook:([a-z-]+):([^\"]+)\"")
                .matcher(catalogue)
                .results()
                .findFirst()
                .orElseThrow();
        PomFile module = published().stream()
                .filter(each -> each.name().equals(reference.group(1)))
                .findFirst()
                .orElseThrow();
        String main = module.all("mainClass").findFirst().orElseThrow().getTextContent();

        assertThat(catalogue).contains("\"main\": \"" + main + "\"");
        // Between releases it names the last one.
        String version = PomFile.in(root).text("version");
        assertThat(version.endsWith("-SNAPSHOT") || version.equals(reference.group(2)))
                .as(reference.group(2) + " while this is " + version)
                .isTrue();
    }

    private List<PomFile> published() throws Exception {
        List<PomFile> published = new ArrayList<>();
        for (Path folder : PomFile.in(root).modules()) {
            PomFile module = PomFile.in(folder);
            if (module.all("maven.deploy.skip").map(Element::getTextContent).noneMatch("true"::equals)) {
                published.add(module);
            }
        }
        return published;
    }

    private List<String> excludesOfTheApiCheck() throws Exception {
        return PomFile.in(root)
                .all("plugin")
                .filter(plugin -> PomFile.name(plugin).equals("japicmp-maven-plugin"))
                .flatMap(plugin -> PomFile.all(plugin, "exclude"))
                .map(Element::getTextContent)
                .toList();
    }

    /** The packages with sources in a folder of sources. */
    private static Set<String> packages(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> sources.relativize(file).getParent())
                    .filter(folder -> folder != null)
                    .map(folder -> folder.toString().replace('/', '.'))
                    .collect(toCollection(TreeSet::new));
        }
    }
}
