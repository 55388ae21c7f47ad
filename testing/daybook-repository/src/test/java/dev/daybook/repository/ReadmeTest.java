package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the programs in the README are the compiled ones, and its figures those of the benchmarks. */
class ReadmeTest {

    private static final List<String> PROGRAMS = List.of(
            "examples/daybook-examples/src/main/java/dev/daybook/examples/FirstFiveMinutes.java",
            "examples/daybook-examples/src/main/java/dev/daybook/examples/LangChain4jChat.java",
            "examples/daybook-spring-example/src/main/java/dev/daybook/chat/ChatAssistant.java");
    private static final int MAX_WORDS = 1200;
    private static final Pattern FIGURE = Pattern.compile("(?<![\\w.])\\d+\\.\\d+(?![\\w.])");
    private static final Pattern REFERENCE = Pattern.compile("]\\[([\\w-]+)]");

    private final WorkingCopy workingCopy = WorkingCopy.here();

    @Test
    void the_java_blocks_are_the_programs_that_are_run() throws Exception {
        List<String> programs = new ArrayList<>();
        for (String program : PROGRAMS) {
            programs.addAll(MarkedPrograms.regions(workingCopy.read(program)));
        }

        assertThat(programs).hasSize(3);
        assertThat(MarkedPrograms.blocks(workingCopy.read("README.md"), "java")).isEqualTo(programs);
    }

    @Test
    void a_newcomer_reads_it_in_some_minutes() throws Exception {
        assertThat(workingCopy.read("README.md").split("\\s+")).hasSizeLessThanOrEqualTo(MAX_WORDS);
    }

    @Test
    void the_measured_figures_are_those_of_the_benchmarks() throws Exception {
        List<String> measured = figures(section("Measured"));

        assertThat(measured).hasSizeGreaterThan(6);
        assertThat(figures(workingCopy.read("docs/benchmarks.md"))).containsAll(measured);
    }

    @Test
    void each_source_of_the_comparison_has_an_address() throws Exception {
        String comparison = workingCopy.read("docs/other-memories.md");
        Matcher references = REFERENCE.matcher(comparison);
        List<String> names = references.results().map(name -> name.group(1)).toList();

        assertThat(names).hasSizeGreaterThan(10);
        assertThat(names).allSatisfy(name -> assertThat(comparison).contains("\n[" + name + "]: https://"));
    }

    private String section(String heading) throws Exception {
        String readme = workingCopy.read("README.md");
        int begin = readme.indexOf("\n## " + heading + "\n");
        assertThat(begin).as(heading).isPositive();
        return readme.substring(begin, readme.indexOf("\n## ", begin + 1));
    }

    private static List<String> figures(String text) {
        return FIGURE.matcher(text).results().map(figure -> figure.group()).toList();
    }
}
