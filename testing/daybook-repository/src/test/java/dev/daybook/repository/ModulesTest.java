package dev.daybook.repository;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The allowed dependencies of each module, between modules and on libraries. A change of direction is a change of these tables. */
class ModulesTest {

    /** Beside these, any module but the library itself may have the testkit and the contract for its tests. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            entry("daybook-bom", Set.of()),
            entry("daybook-core", Set.of()),
            entry("daybook-testkit", Set.of("daybook-core")),
            entry("daybook-contract", Set.of("daybook-core", "daybook-testkit")),
            entry("daybook-sqlite", Set.of("daybook-core")),
            entry("daybook-embeddings", Set.of("daybook-core")),
            entry("daybook-langchain4j", Set.of("daybook-core")),
            entry("daybook-frameworks", Set.of("daybook-core")),
            entry("daybook-chroma", Set.of("daybook-core")),
            entry("daybook-postgres", Set.of("daybook-core")),
            entry("daybook-cassandra", Set.of("daybook-core")),
            entry("daybook-client", Set.of("daybook-core")),
            entry("daybook", Set.of("daybook-core", "daybook-sqlite", "daybook-embeddings")),
            entry("daybook-micrometer", Set.of("daybook-core")),
            entry("daybook-spring", Set.of("daybook", "daybook-client", "daybook-micrometer")),
            entry("daybook-explorer", Set.of()),
            entry(
                    "daybook-server",
                    Set.of(
                            "daybook",
                            "daybook-chroma",
                            "daybook-explorer",
                            "daybook-langchain4j",
                            "daybook-micrometer",
                            "daybook-postgres",
                            "daybook-cassandra")),
            entry("daybook-examples", Set.of("daybook", "daybook-langchain4j", "daybook-testkit")),
            entry("daybook-spring-example", Set.of("daybook-spring")),
            entry("daybook-replay", Set.of("daybook", "daybook-testkit")),
            entry("daybook-repository", Set.of()),
            entry("daybook-fuzz", Set.of()),
            entry("daybook-bench", Set.of("daybook", "daybook-testkit", "daybook-postgres", "daybook-cassandra")),
            entry("daybook-consumer-class-path", Set.of("daybook")),
            entry("daybook-consumer-module-path", Set.of("daybook")));

    /** A dependency of ours is forced on every user, so each one is a decision. */
    private static final Map<String, Set<String>> MAY_BRING = Map.ofEntries(
            entry("daybook-core", Set.of("jspecify", "lucene-analysis-common")),
            entry("daybook-testkit", Set.of("jspecify", "junit-jupiter-api", "junit-jupiter-params", "assertj-core")),
            entry("daybook-sqlite", Set.of("jspecify", "sqlite-jdbc")),
            entry("daybook-embeddings", Set.of("jspecify", "onnxruntime")),
            entry("daybook-langchain4j", Set.of("jspecify", "langchain4j-core")),
            entry("daybook-frameworks", Set.of("jspecify")),
            entry("daybook-chroma", Set.of("jspecify", "jackson-databind")),
            entry("daybook-postgres", Set.of("jspecify", "postgresql")),
            entry("daybook-cassandra", Set.of("jspecify", "java-driver-core")),
            entry("daybook-client", Set.of("jspecify")),
            entry("daybook-micrometer", Set.of("jspecify", "micrometer-observation")),
            entry("daybook-explorer", Set.of("jspecify")),
            entry("daybook-spring", Set.of("spring-boot-autoconfigure", "spring-ai-client-chat")),
            entry("daybook", Set.of()));

    @Test
    void every_module_has_its_place() throws Exception {
        assertThat(modules()).extracting(Module::name).containsExactlyInAnyOrderElementsOf(MAY_USE.keySet());
    }

    @Test
    void modules_depend_in_one_direction() throws Exception {
        for (Module module : modules()) {
            assertThat(module.uses()).as(module.name()).isSubsetOf(MAY_USE.get(module.name()));
        }
    }

    @Test
    void tests_may_use_the_testkit_but_for_those_of_the_library() throws Exception {
        for (Module module : modules()) {
            Set<String> allowed = switch (module.name()) {
                case "daybook-core" -> Set.of();
                // All parsers are in its reach.
                case "daybook-fuzz" -> Set.of("daybook-testkit", "daybook-server", "daybook-client");
                default -> Set.of("daybook-testkit", "daybook-contract", "daybook", "daybook-client");
            };
            assertThat(module.testsUse()).as(module.name()).isSubsetOf(allowed);
        }
    }

    @Test
    void libraries_have_only_the_listed_dependencies() throws Exception {
        List<Module> libraries = modules().stream()
                .filter(module -> MAY_BRING.containsKey(module.name()))
                .toList();
        assertThat(libraries).hasSameSizeAs(MAY_BRING.keySet());

        for (Module library : libraries) {
            assertThat(library.brings()).as(library.name()).isSubsetOf(MAY_BRING.get(library.name()));
        }
    }

    private static List<Module> modules() throws Exception {
        Path root = WorkingCopy.here().root();
        List<Module> modules = new ArrayList<>();
        for (Element folder :
                children(child(project(root), "modules"), "module").toList()) {
            modules.add(Module.of(project(root.resolve(folder.getTextContent()))));
        }
        return modules;
    }

    private static Element project(Path folder) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("pom.xml").toFile())
                .getDocumentElement();
    }

    private static Stream<Element> children(Element parent, String name) {
        return IntStream.range(0, parent.getChildNodes().getLength())
                .mapToObj(parent.getChildNodes()::item)
                .filter(node -> node.getNodeType() == Node.ELEMENT_NODE
                        && node.getNodeName().equals(name))
                .map(Element.class::cast);
    }

    private static Element child(Element parent, String name) {
        return children(parent, name).findFirst().orElseThrow(() -> new AssertionError("no <" + name + "> in the pom"));
    }

    private static String text(Element parent, String name, String otherwise) {
        return children(parent, name).map(Element::getTextContent).findFirst().orElse(otherwise);
    }

    private record Module(String name, List<Dependency> dependencies) {

        static Module of(Element project) {
            return new Module(
                    text(project, "artifactId", ""),
                    children(project, "dependencies")
                            .flatMap(list -> children(list, "dependency"))
                            .map(Dependency::of)
                            .toList());
        }

        Set<String> uses() {
            return names(dependency -> dependency.isOurs() && !dependency.isForTests());
        }

        Set<String> testsUse() {
            return names(dependency -> dependency.isOurs() && dependency.isForTests());
        }

        Set<String> brings() {
            return names(dependency -> !dependency.isOurs() && !dependency.isForTests() && !dependency.isOptional());
        }

        private Set<String> names(Predicate<Dependency> which) {
            return dependencies.stream().filter(which).map(Dependency::name).collect(toCollection(TreeSet::new));
        }
    }

    private record Dependency(String group, String name, String scope, boolean isOptional) {

        static Dependency of(Element dependency) {
            return new Dependency(
                    text(dependency, "groupId", ""),
                    text(dependency, "artifactId", ""),
                    text(dependency, "scope", "compile"),
                    Boolean.parseBoolean(text(dependency, "optional", "false")));
        }

        boolean isOurs() {
            return group.equals("dev.daybook");
        }

        boolean isForTests() {
            return scope.equals("test");
        }
    }
}
