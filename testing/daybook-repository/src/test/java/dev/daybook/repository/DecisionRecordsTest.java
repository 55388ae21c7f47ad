package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that every number of a decision leads to its record. */
class DecisionRecordsTest {

    private static final String FOLDER = "docs/decisions";

    private static final Pattern NUMBER = Pattern.compile("\\d{4}");

    private static final Pattern REPLACED = Pattern.compile("(?m)^\\*Replaces ([^.]+)\\.");

    private static final Pattern EARLIER =
            Pattern.compile("(?m)^\\| ([\\d, ]+) \\| \\[(\\d{4})]\\(\\2-[a-z0-9-]+\\.md\\) \\|$");

    /** One number after the word, several, or that of a file. */
    private static final Pattern REFERENCE = Pattern.compile(
            "\\b[Dd]ecisions? \\[?(?<list>\\d{1,4}(?:(?:, | and )\\d{1,4})*)\\b|docs/decisions/(?<file>\\d{4})");

    private final WorkingCopy repository = WorkingCopy.here();

    @Test
    void every_reference_names_a_record() throws Exception {
        Set<Integer> records = records().keySet();
        List<String> unknown = new ArrayList<>();
        int references = 0;
        for (Path file : repository.textFiles()) {
            for (String list : REFERENCE
                    .matcher(Files.readString(file))
                    .results()
                    .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                    .toList()) {
                for (String number : list.split("\\D+")) {
                    references++;
                    if (!records.contains(Integer.parseInt(number))) {
                        unknown.add(repository.root().relativize(file) + ": decision " + number);
                    }
                }
            }
        }

        assertThat(references).isGreaterThan(records.size());
        assertThat(unknown).isEmpty();
    }

    @Test
    void the_index_has_every_record_and_every_replaced_number() throws Exception {
        String index = repository.read(FOLDER + "/README.md");
        Set<String> expected = new TreeSet<>();
        for (Map.Entry<Integer, Path> record : records().entrySet()) {
            String name = record.getValue().getFileName().toString();
            assertThat(index).contains("](" + name + ") |");
            REPLACED.matcher(Files.readString(record.getValue()))
                    .results()
                    .flatMap(replaced -> NUMBER.matcher(replaced.group(1)).results())
                    .forEach(number -> expected.add(number.group() + " in " + name.substring(0, 4)));
        }
        Set<String> listed = EARLIER.matcher(index)
                .results()
                .flatMap(row ->
                        NUMBER.matcher(row.group(1)).results().map(number -> number.group() + " in " + row.group(2)))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(listed).isNotEmpty().isEqualTo(expected);
    }

    private Map<Integer, Path> records() throws IOException {
        try (Stream<Path> files = Files.list(repository.root().resolve(FOLDER))) {
            return files.filter(file ->
                            NUMBER.matcher(file.getFileName().toString()).lookingAt())
                    .collect(Collectors.toMap(
                            file -> Integer.parseInt(
                                    file.getFileName().toString().substring(0, 4)),
                            file -> file));
        }
    }
}
