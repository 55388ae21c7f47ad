package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Each version is written once, in the parent pom: two versions of one plugin do not make one build, and a version that
 * Maven brings along is another with another Maven. A module that imports a BOM of its own (decision 73) refers to the
 * version by its property. That none is left open, the enforcer sees.
 */
class VersionsTest {

    private final Path root = WorkingCopy.here().root();

    @Test
    void each_plugin_has_one_version_and_the_parent_says_which() throws Exception {
        List<String> managed = plugins(parse(root), "pluginManagement");

        assertThat(managed).isNotEmpty().doesNotHaveDuplicates();
        for (Path folder : folders()) {
            assertThat(plugins(parse(folder), null)).as(folder.toString()).isSubsetOf(managed);
        }
    }

    @Test
    void no_other_pom_has_a_version_of_a_plugin_or_a_dependency() throws Exception {
        List<Path> modules =
                folders().stream().filter(folder -> !folder.equals(root)).toList();

        // The versions of the parent, as a module refers to them.
        List<String> allowed = new ArrayList<>(List.of(""));
        elements(all(parse(root), "properties").findFirst().orElseThrow().getChildNodes())
                .forEach(property -> allowed.add("${" + property.getNodeName() + "}"));

        assertThat(modules).hasSizeGreaterThan(5);
        for (Path folder : modules) {
            Document pom = parse(folder);
            assertThat(Stream.concat(all(pom, "plugin"), all(pom, "dependency")))
                    .as(folder.toString())
                    .isNotEmpty()
                    .allSatisfy(element -> assertThat(text(element, "version"))
                            .as(text(element, "artifactId"))
                            .isIn(allowed));
        }
    }

    private List<Path> folders() throws Exception {
        List<Path> folders = new ArrayList<>(List.of(root));
        all(parse(root), "module").forEach(module -> folders.add(root.resolve(module.getTextContent())));
        return folders;
    }

    /** The names of the plugins, in the element of that name only; null: anywhere. */
    private static List<String> plugins(Document pom, @Nullable String within) {
        return all(pom, "plugin")
                .filter(plugin -> within == null
                        || plugin.getParentNode().getParentNode().getNodeName().equals(within))
                .map(plugin -> text(plugin, "artifactId"))
                .toList();
    }

    private static Stream<Element> all(Document pom, String name) {
        return elements(pom.getElementsByTagName(name));
    }

    private static String text(Element parent, String name) {
        return elements(parent.getChildNodes())
                .filter(child -> child.getNodeName().equals(name))
                .map(Element::getTextContent)
                .findFirst()
                .orElse("");
    }

    private static Stream<Element> elements(NodeList nodes) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(node -> node.getNodeType() == Node.ELEMENT_NODE)
                .map(Element.class::cast);
    }

    private static Document parse(Path folder) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("pom.xml").toFile());
    }
}
