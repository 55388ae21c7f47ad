package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/**
 * Each version is written once, in the parent pom: two versions of one plugin do not make one build, and a version that
 * Maven brings along is another with another Maven. A module that imports a BOM of its own (decision 75) refers to the
 * version by its property. That none is left open, the enforcer sees.
 */
class VersionsTest {

    private final Path root = WorkingCopy.here().root();

    @Test
    void each_plugin_has_one_version_and_the_parent_says_which() throws Exception {
        List<String> managed = PomFile.in(root)
                .all("plugin")
                .filter(plugin ->
                        plugin.getParentNode().getParentNode().getNodeName().equals("pluginManagement"))
                .map(PomFile::name)
                .toList();

        assertThat(managed).isNotEmpty().doesNotHaveDuplicates();
        for (Path folder : folders()) {
            assertThat(PomFile.in(folder).all("plugin").map(PomFile::name))
                    .as(folder.toString())
                    .isSubsetOf(managed);
        }
    }

    @Test
    void no_other_pom_has_a_version_of_a_plugin_or_a_dependency() throws Exception {
        List<Path> modules =
                folders().stream().filter(folder -> !folder.equals(root)).toList();

        // The versions of the parent, as a module refers to them, and its own, which the BOM names for each module.
        List<String> allowed = new ArrayList<>(List.of("", "${project.version}"));
        PomFile.children(PomFile.in(root).all("properties").findFirst().orElseThrow())
                .forEach(property -> allowed.add("${" + property.getNodeName() + "}"));

        assertThat(modules).hasSizeGreaterThan(5);
        for (Path folder : modules) {
            assertThat(versioned(PomFile.in(folder)))
                    .as(folder.toString())
                    .isNotEmpty()
                    .allSatisfy(element -> assertThat(PomFile.text(element, "version"))
                            .as(PomFile.name(element))
                            .isIn(allowed));
        }
    }

    /** It has no parent, as a user's project has none. */
    @Test
    void the_consumer_of_a_release_has_the_versions_of_the_parent() throws Exception {
        PomFile parent = PomFile.in(root);
        PomFile consumer = PomFile.in(root.resolve("testing/consumers/release"));
        Map<String, String> managed = new TreeMap<>();
        versioned(parent)
                .filter(element -> !PomFile.text(element, "version").isEmpty())
                .forEach(element ->
                        managed.put(PomFile.name(element), parent.resolved(PomFile.text(element, "version"))));

        assertThat(versioned(consumer))
                .filteredOn(element -> !PomFile.isOurs(element))
                .hasSizeGreaterThan(3)
                .allSatisfy(element -> assertThat(PomFile.text(element, "version"))
                        .as(PomFile.name(element))
                        .isEqualTo(managed.get(PomFile.name(element))));
    }

    private static Stream<Element> versioned(PomFile pom) {
        return Stream.concat(pom.all("plugin"), pom.all("dependency"));
    }

    private List<Path> folders() throws Exception {
        List<Path> folders = new ArrayList<>(List.of(root));
        folders.addAll(PomFile.in(root).modules());
        return folders;
    }
}
