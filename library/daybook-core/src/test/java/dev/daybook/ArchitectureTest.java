package dev.daybook;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Where things may be. Ordinary tests, because ArchUnit's own fields are skipped without a word by Surefire (TNG/ArchUnit
 * issue 1442), and slices by full package name, because a pattern with {@code (*)} does not see the root package.
 */
class ArchitectureTest {

    /** The way down: a package may use its own floor and those above it in this list, never one below. */
    private static final List<Set<String>> FLOORS = List.of(
            Set.of("dev.daybook.internal.text"),
            Set.of("dev.daybook.internal.heap"),
            Set.of("dev.daybook.error"),
            Set.of("dev.daybook.internal.checks"),
            Set.of("dev.daybook.model"),
            Set.of("dev.daybook.internal.scopes"),
            Set.of("dev.daybook.access"),
            Set.of("dev.daybook.query"),
            Set.of("dev.daybook.outcome"),
            Set.of("dev.daybook.store"),
            Set.of("dev.daybook.spi"),
            Set.of("dev.daybook.internal.observe"),
            Set.of("dev.daybook.internal.store"),
            Set.of("dev.daybook.internal.copy"),
            Set.of("dev.daybook.internal.json"),
            Set.of("dev.daybook.internal.json.settings"),
            Set.of("dev.daybook.internal.interchange"),
            Set.of("dev.daybook.internal.inference"),
            Set.of(
                    "dev.daybook.local",
                    "dev.daybook.internal.codec",
                    "dev.daybook.internal.hash",
                    "dev.daybook.internal.words",
                    "dev.daybook.internal.dates"),
            Set.of("dev.daybook.internal.encryption"),
            Set.of("dev.daybook.internal.secrets", "dev.daybook.internal.grammar"),
            Set.of("dev.daybook.internal.extract"),
            Set.of("dev.daybook.internal.grounding"),
            Set.of("dev.daybook.internal.audit"),
            Set.of("dev.daybook.internal.commit"),
            Set.of("dev.daybook.internal.options"),
            Set.of("dev.daybook"),
            Set.of("dev.daybook.internal.settings"),
            Set.of("dev.daybook.internal.quarantine"),
            Set.of("dev.daybook.internal.expiry"),
            Set.of("dev.daybook.internal.ledger"),
            Set.of("dev.daybook.internal.entries", "dev.daybook.internal.index", "dev.daybook.internal.feed"),
            Set.of("dev.daybook.internal.scoring"),
            Set.of("dev.daybook.internal.recall"),
            Set.of(
                    "dev.daybook.internal.vectors",
                    "dev.daybook.internal.remember",
                    "dev.daybook.internal.context",
                    "dev.daybook.internal.forget"),
            Set.of("dev.daybook.internal.consolidate"),
            Set.of("dev.daybook.internal.statements"),
            Set.of("dev.daybook.internal.notes", "dev.daybook.internal.bank"),
            Set.of("dev.daybook.internal.sweep"),
            Set.of("dev.daybook.internal.embedded"),
            Set.of("dev.daybook.internal.erasure"),
            Set.of("dev.daybook.erasure", "dev.daybook.files", "dev.daybook.internal.window"));

    /** The model, the plug-in interfaces and the door alone are more: fewer means that the import went wrong. */
    private static final int MIN_CLASSES = 70;

    private static final Path MAIN_CLASSES = mainClasses();
    private static final JavaClasses CLASSES = new ClassFileImporter().importPath(MAIN_CLASSES);

    @Test
    void the_rules_see_the_library() {
        assertThat(CLASSES).hasSizeGreaterThanOrEqualTo(MIN_CLASSES);
        assertThat(packagesOf(CLASSES)).contains("dev.daybook", "dev.daybook.model", "dev.daybook.spi");
    }

    @Test
    void every_package_has_a_floor() {
        Set<String> placed = FLOORS.stream().flatMap(Set::stream).collect(toCollection(TreeSet::new));

        assertThat(packagesOf(CLASSES)).isSubsetOf(placed);
    }

    @Test
    void packages_have_no_cycles() {
        slices().assignedFrom(byFullPackageName()).should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void dependencies_only_point_downwards() {
        List<String> upwards = CLASSES.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> isOurs(dependency.getTargetClass()))
                .filter(dependency -> floorOf(dependency.getOriginClass()) < floorOf(dependency.getTargetClass()))
                .map(Dependency::getDescription)
                .toList();

        assertThat(upwards).isEmpty();
    }

    @Test
    void writing_and_reading_do_not_know_each_other() {
        String[] reading = {"dev.daybook.internal.index", "dev.daybook.internal.scoring", "dev.daybook.internal.recall"
        };
        noClasses()
                .that(resideInAPackage("dev.daybook.internal.remember"))
                .should()
                .dependOnClassesThat(resideInAnyPackage(reading))
                .check(CLASSES);
        noClasses()
                .that(resideInAnyPackage(reading))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.daybook.internal.remember"))
                .check(CLASSES);
    }

    @Test
    void the_public_api_names_no_package_private_type() throws IOException {
        Set<String> exported = exportedPackages();
        List<JavaClass> seen = CLASSES.stream()
                .filter(type -> exported.contains(type.getPackageName()))
                .filter(ArchitectureTest::isVisible)
                .toList();
        assertThat(seen).hasSizeGreaterThan(MIN_CLASSES / 2);

        List<String> leaks = seen.stream()
                .flatMap(type -> surfaceOf(type)
                        .filter(ArchitectureTest::isOurs)
                        .filter(named -> !exported.contains(named.getPackageName()))
                        .map(named -> type.getName() + " shows " + named.getName()))
                .distinct()
                .toList();

        assertThat(leaks).isEmpty();
    }

    @Test
    void the_packages_that_are_exported_are_those_of_the_design() throws IOException {
        assertThat(exportedPackages())
                .containsExactlyInAnyOrder(
                        "dev.daybook",
                        "dev.daybook.access",
                        "dev.daybook.error",
                        "dev.daybook.model",
                        "dev.daybook.outcome",
                        "dev.daybook.query",
                        "dev.daybook.erasure",
                        "dev.daybook.files",
                        "dev.daybook.spi",
                        "dev.daybook.store",
                        "dev.daybook.local");
    }

    /** A store that other programs read too has to look into entries; see docs/decisions/0030. */
    @Test
    void qualified_exports_are_those_of_the_design() throws IOException {
        Map<String, Set<String>> qualified = exports()
                .filter(ModuleDescriptor.Exports::isQualified)
                .collect(toMap(ModuleDescriptor.Exports::source, ModuleDescriptor.Exports::targets));

        assertThat(qualified)
                .isEqualTo(Map.ofEntries(
                        entry("dev.daybook.internal.codec", Set.of("dev.daybook.chroma")),
                        entry("dev.daybook.internal.words", Set.of("dev.daybook.chroma")),
                        entry(
                                "dev.daybook.internal.checks",
                                Set.of(
                                        "dev.daybook.client",
                                        "dev.daybook.frameworks",
                                        "dev.daybook.langchain4j",
                                        "dev.daybook.spring")),
                        entry("dev.daybook.internal.json", Set.of("dev.daybook.client", "dev.daybook.micrometer")),
                        entry("dev.daybook.internal.json.settings", Set.of("dev.daybook.client")),
                        entry("dev.daybook.internal.scopes", Set.of("dev.daybook.client")),
                        entry("dev.daybook.internal.observe", Set.of("dev.daybook.client")),
                        entry(
                                "dev.daybook.internal.inference",
                                Set.of(
                                        "dev.daybook",
                                        "dev.daybook.langchain4j",
                                        "dev.daybook.spring",
                                        "dev.daybook.testkit")),
                        entry(
                                "dev.daybook.internal.erasure",
                                Set.of("dev.daybook.server", "dev.daybook.spring", "dev.daybook.testkit")),
                        entry("dev.daybook.internal.heap", Set.of("dev.daybook.server")),
                        entry(
                                "dev.daybook.internal.copy",
                                Set.of("dev.daybook.server", "dev.daybook.sqlite", "dev.daybook.testkit")),
                        entry(
                                "dev.daybook.internal.encryption",
                                Set.of(
                                        "dev.daybook.cassandra",
                                        "dev.daybook.postgres",
                                        "dev.daybook.server",
                                        "dev.daybook.sqlite",
                                        "dev.daybook.testkit")),
                        entry(
                                "dev.daybook.internal.store",
                                Set.of(
                                        "dev.daybook",
                                        "dev.daybook.cassandra",
                                        "dev.daybook.server",
                                        "dev.daybook.sqlite",
                                        "dev.daybook.testkit")),
                        entry(
                                "dev.daybook.internal.interchange",
                                Set.of(
                                        "dev.daybook.client",
                                        "dev.daybook.server",
                                        "dev.daybook.sqlite",
                                        "dev.daybook.testkit")),
                        entry(
                                "dev.daybook.internal.hash",
                                Set.of("dev.daybook.chroma", "dev.daybook.server", "dev.daybook.testkit")),
                        entry(
                                "dev.daybook.internal.window",
                                Set.of(
                                        "dev.daybook.frameworks",
                                        "dev.daybook.langchain4j",
                                        "dev.daybook.server",
                                        "dev.daybook.spring"))));
    }

    /** The case methods of the JDK take quadratic time on some letters, and their normalizer on some marks; see LetterCase and PlainForm. */
    @Test
    void letters_change_case_in_one_place() {
        List<String> calls = CLASSES.stream()
                .flatMap(type -> type.getMethodCallsFromSelf().stream())
                .filter(call -> call.getTargetOwner().isEquivalentTo(String.class))
                .filter(call -> Set.of("toLowerCase", "toUpperCase").contains(call.getName()))
                .map(call -> call.getOriginOwner().getName())
                .distinct()
                .toList();

        assertThat(calls).containsExactly("dev.daybook.internal.text.LetterCase");
    }

    @Test
    void only_the_package_of_words_knows_lucene() {
        List<String> knowing = CLASSES.stream()
                .filter(type -> type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(dependency ->
                                dependency.getTargetClass().getPackageName().startsWith("org.apache.lucene")))
                .map(JavaClass::getPackageName)
                .distinct()
                .toList();

        assertThat(knowing).containsExactly("dev.daybook.internal.words");
    }

    /** Every type that a user of this one can be handed, or has to hand over. */
    private static Stream<JavaClass> surfaceOf(JavaClass type) {
        Stream<JavaClass> above = Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
        Stream<JavaClass> fields = type.getFields().stream()
                .filter(field -> isVisible(field.getModifiers()))
                .flatMap(field -> field.getAllInvolvedRawTypes().stream());
        Stream<JavaClass> codeUnits = type.getCodeUnits().stream()
                .filter(codeUnit -> isVisible(codeUnit.getModifiers()))
                .flatMap(ArchitectureTest::signatureOf);
        return Stream.of(above, fields, codeUnits).flatMap(types -> types);
    }

    private static Stream<JavaClass> signatureOf(JavaCodeUnit codeUnit) {
        return Stream.concat(
                codeUnit.getAllInvolvedRawTypes().stream(), codeUnit.getThrowsClause().getTypes().stream());
    }

    private static boolean isVisible(JavaClass type) {
        return isVisible(type.getModifiers())
                && type.getEnclosingClass().map(ArchitectureTest::isVisible).orElse(true);
    }

    private static boolean isVisible(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().startsWith("dev.daybook");
    }

    private static int floorOf(JavaClass type) {
        for (int floor = 0; floor < FLOORS.size(); floor++) {
            if (FLOORS.get(floor).contains(type.getPackageName())) {
                return floor;
            }
        }
        throw new AssertionError(type.getName() + " has no floor; add its package to FLOORS");
    }

    private static Set<String> packagesOf(JavaClasses classes) {
        return classes.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.isEmpty())
                .collect(toCollection(TreeSet::new));
    }

    private static Set<String> exportedPackages() throws IOException {
        return exports()
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(toCollection(TreeSet::new));
    }

    private static Stream<ModuleDescriptor.Exports> exports() throws IOException {
        try (InputStream descriptor = Files.newInputStream(MAIN_CLASSES.resolve("module-info.class"))) {
            return ModuleDescriptor.read(descriptor).exports().stream();
        }
    }

    private static Path mainClasses() {
        try {
            return Path.of(Daybook.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static SliceAssignment byFullPackageName() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return isOurs(type) ? SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "the packages";
            }
        };
    }
}
