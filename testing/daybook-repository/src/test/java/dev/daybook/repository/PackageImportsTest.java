package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The imports between the packages of the core, also those for javadoc alone, which no rule about compiled classes sees. A reader
 * follows imports: so they form no cycle.
 */
class PackageImportsTest {

    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?(dev\\.daybook(?:\\.[a-z]\\w*)*)\\.[A-Z]", Pattern.MULTILINE);

    /** Far fewer than there are: a test that reads none proves nothing. */
    private static final int MIN_PACKAGES = 20;

    @Test
    void imports_between_packages_form_no_cycle() throws Exception {
        Map<String, Set<String>> imports = imports();

        assertThat(imports).hasSizeGreaterThan(MIN_PACKAGES);
        assertThat(imports.keySet())
                .allSatisfy(each -> assertThat(reachable(each, imports)).doesNotContain(each));
    }

    private static Set<String> reachable(String from, Map<String, Set<String>> imports) {
        Set<String> reached = new TreeSet<>();
        Set<String> next = new HashSet<>(imports.get(from));
        while (!next.isEmpty()) {
            reached.addAll(next);
            Set<String> further = new HashSet<>();
            next.forEach(each -> further.addAll(imports.getOrDefault(each, Set.of())));
            further.removeAll(reached);
            next = further;
        }
        return reached;
    }

    private static Map<String, Set<String>> imports() throws IOException {
        Map<String, Set<String>> imports = new TreeMap<>();
        for (Path source : sources()) {
            String text = Files.readString(source);
            String importing = PACKAGE.matcher(text)
                    .results()
                    .findFirst()
                    .map(found -> found.group(1))
                    .orElseThrow();
            Set<String> imported = imports.computeIfAbsent(importing, unused -> new TreeSet<>());
            IMPORT.matcher(text)
                    .results()
                    .map(found -> found.group(1))
                    .filter(found -> !found.equals(importing))
                    .forEach(imported::add);
        }
        return imports;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files =
                Files.walk(WorkingCopy.here().root().resolve("library/daybook-core/src/main/java/dev"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .toList();
        }
    }
}
