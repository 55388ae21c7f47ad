package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One vocabulary: unique type names, the terms of the glossary, and javadoc that uses nouns. */
class VocabularyTest {

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);

    private static final Pattern QUESTION_WORD =
            Pattern.compile("(?i)(?:what|whatever|who|whoever|whose|whom|how|that|whether|where)\\b.*");

    /** A term of the glossary, or a word of a name. */
    private static final Pattern QUOTED_NAME = Pattern.compile("`([A-Z]\\w*)");

    private static final Pattern SECOND_WORD = Pattern.compile("[a-z0-9][A-Z]");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");

    /** Libraries that engineers read with ease stay below one; daybook wrote twenty before it had a glossary. */
    private static final int MAX_WHAT_PER_THOUSAND_WORDS = 3;

    /** Far fewer than there are: a test that reads none proves nothing. */
    private static final int MIN_TYPES = 500;

    private static final Pattern OTHER_BOUND =
            Pattern.compile("\\b(MOST|LONGEST|LARGEST|FEWEST|SHORTEST|SMALLEST|LEAST)(_[A-Z_]+)? =");

    private final WorkingCopy repository = WorkingCopy.here();

    @Test
    void a_type_name_is_given_once() throws Exception {
        List<Path> sources = sources();
        TreeMap<String, List<Path>> byName = sources.stream()
                .collect(Collectors.groupingBy(VocabularyTest::typeName, TreeMap::new, Collectors.toList()));

        assertThat(byName.size()).isGreaterThan(MIN_TYPES);
        assertThat(byName.values()).allSatisfy(files -> assertThat(files).hasSize(1));
    }

    @Test
    void a_type_name_of_one_word_is_a_term_of_the_glossary() throws Exception {
        Set<String> terms = quotedNames("docs/glossary.md");

        List<String> others = sources().stream()
                .map(VocabularyTest::typeName)
                .filter(name -> !SECOND_WORD.matcher(name).find())
                .filter(name -> !terms.contains(name))
                .toList();

        assertThat(others).isEmpty();
    }

    @Test
    void the_glossary_and_the_architecture_name_types_that_exist() throws Exception {
        Set<String> types = sources().stream().map(VocabularyTest::typeName).collect(Collectors.toSet());

        assertThat(types).containsAll(quotedNames("docs/glossary.md"));
        assertThat(types).containsAll(quotedNames("docs/architecture.md"));
    }

    @Test
    void a_bound_is_named_max_or_min() throws Exception {
        List<String> others = new ArrayList<>();
        for (Path source : sources()) {
            OTHER_BOUND
                    .matcher(Files.readString(source))
                    .results()
                    .forEach(bound -> others.add(source.getFileName() + ": " + bound.group()));
        }

        assertThat(others).isEmpty();
    }

    @Test
    void links_between_documents_lead_to_files() throws Exception {
        List<String> broken = new ArrayList<>();
        for (Path file : repository.textFiles()) {
            if (!file.toString().endsWith(".md")) {
                continue;
            }
            LINK.matcher(Files.readString(file))
                    .results()
                    .map(link -> link.group(1))
                    .filter(target -> !target.contains("://") && !target.startsWith("mailto:"))
                    .filter(target -> !Files.exists(file.resolveSibling(target)))
                    .forEach(target -> broken.add(repository.root().relativize(file) + ": " + target));
        }

        assertThat(broken).isEmpty();
    }

    @Test
    void javadoc_names_its_subjects() throws Exception {
        long words = 0;
        long what = 0;
        for (Path source : mainSources()) {
            for (String comment : comments(source)) {
                for (String word : comment.split("[^A-Za-z']+")) {
                    words += word.isEmpty() ? 0 : 1;
                    what += word.equalsIgnoreCase("what") ? 1 : 0;
                }
            }
        }

        assertThat(words).isGreaterThan(MIN_TYPES);
        assertThat(what * 1000 / words).isLessThanOrEqualTo(MAX_WHAT_PER_THOUSAND_WORDS);
    }

    @Test
    void no_javadoc_begins_with_a_clause() throws Exception {
        List<String> clauses = new ArrayList<>();
        for (Path source : mainSources()) {
            for (String comment : comments(source)) {
                if (QUESTION_WORD.matcher(comment.strip()).lookingAt()) {
                    clauses.add(source.getFileName() + ": "
                            + comment.strip().lines().findFirst().orElse(""));
                }
            }
        }

        assertThat(clauses).isEmpty();
    }

    private List<Path> sources() throws IOException, InterruptedException {
        return repository.textFiles().stream()
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.toString().endsWith("-info.java"))
                // Two programs of users, alike on purpose: one on the class path, one on the module path.
                .filter(file -> !repository.root().relativize(file).startsWith("testing/consumers"))
                .toList();
    }

    private List<Path> mainSources() throws IOException, InterruptedException {
        return sources().stream()
                .filter(file -> file.toString().contains("/src/main/"))
                .toList();
    }

    private Set<String> quotedNames(String document) throws IOException {
        return QUOTED_NAME
                .matcher(repository.read(document))
                .results()
                .map(name -> name.group(1))
                // Names of blocks, and of abbreviations, are no types.
                .filter(name -> !name.equals(name.toUpperCase(java.util.Locale.ROOT)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String typeName(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }

    private static List<String> comments(Path source) throws IOException {
        Matcher javadoc = JAVADOC.matcher(Files.readString(source));
        return javadoc.results()
                .map((MatchResult comment) ->
                        comment.group(1).replaceAll("(?m)^\\s*\\*", "").replaceAll("<[^>]*>", " "))
                .toList();
    }
}
