package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the programs of docs/guide.md are those that GuideTest runs, and that its contents list its chapters. */
class GuidePageTest {

    private static final String PAGE = "docs/guide.md";
    private static final String PROGRAMS =
            "examples/daybook-examples/src/test/java/dev/daybook/examples/GuideTest.java";
    private static final Pattern CHAPTER = Pattern.compile("^## (\\d+\\. .*)$", Pattern.MULTILINE);
    private static final Pattern LISTED = Pattern.compile("^(\\d+\\. )\\[([^]]+)]\\(#", Pattern.MULTILINE);

    /** At least three characters: smaller numbers are in the benchmarks anyway. */
    private static final Pattern FIGURE = Pattern.compile("(?<![\\w.,])\\d[\\d,.]+\\d(?!\\w)");

    private final WorkingCopy workingCopy = WorkingCopy.here();

    @Test
    void every_java_block_is_a_program_that_is_run() throws Exception {
        List<String> shown = MarkedPrograms.blocks(workingCopy.read(PAGE), "java");

        assertThat(shown).hasSizeGreaterThan(10).hasSameElementsAs(MarkedPrograms.regions(workingCopy.read(PROGRAMS)));
    }

    @Test
    void the_figures_beside_a_link_to_the_benchmarks_are_theirs() throws Exception {
        List<String> figures = Pattern.compile("\n\n")
                .splitAsStream(workingCopy.read(PAGE))
                .filter(paragraph -> paragraph.contains("](benchmarks.md#"))
                .flatMap(paragraph -> figures(paragraph).stream())
                .toList();

        assertThat(figures).hasSizeGreaterThan(8);
        assertThat(figures(workingCopy.read("docs/benchmarks.md"))).containsAll(figures);
    }

    @Test
    void the_contents_list_the_ten_chapters() throws Exception {
        String page = workingCopy.read(PAGE);
        List<String> chapters = CHAPTER.matcher(page)
                .results()
                .map((MatchResult chapter) -> chapter.group(1))
                .toList();
        List<String> listed = LISTED.matcher(page)
                .results()
                .map(entry -> entry.group(1) + entry.group(2))
                .toList();

        assertThat(chapters).hasSize(10).isEqualTo(listed);
    }

    private static List<String> figures(String text) {
        return FIGURE.matcher(text).results().map(MatchResult::group).toList();
    }
}
