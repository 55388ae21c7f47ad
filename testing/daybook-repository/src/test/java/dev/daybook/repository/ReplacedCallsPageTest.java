package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the calls of Daybook in the pages for users of other memories are compiled, and that facts have sources. */
class ReplacedCallsPageTest {

    private static final String CALLS =
            "examples/daybook-examples/src/test/java/dev/daybook/examples/ReplacedCallsTest.java";
    private static final Pattern ROW = Pattern.compile("^\\|(.*)\\|(.*)\\|$", Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern SOURCE = Pattern.compile("]\\(https://[^)]+\\)");

    /** Names without an argument are prose; a call has parentheses with something in them. */
    private static final Pattern CALL = Pattern.compile(".*\\w\\(.+\\).*", Pattern.DOTALL);

    private final WorkingCopy workingCopy = WorkingCopy.here();

    @ParameterizedTest
    @ValueSource(strings = {"mem0", "spring-ai", "langchain4j", "zep"})
    void every_call_is_compiled_and_the_parts_are_there(String other) throws Exception {
        String page = workingCopy.read("docs/coming-from-" + other + ".md");
        String source = withoutSpaces(workingCopy.read(CALLS));
        String table = page.substring(page.indexOf("\n## Calls\n"), page.indexOf("\n## Differences\n"));

        List<String> calls = new ArrayList<>(MarkedPrograms.blocks(page, "java"));
        ROW.matcher(table)
                .results()
                .forEach(row -> CODE.matcher(row.group(2))
                        .results()
                        .map(code -> code.group(1))
                        .filter(code -> CALL.matcher(code).matches())
                        .forEach(calls::add));

        assertThat(calls)
                .hasSizeGreaterThan(6)
                .allSatisfy(call -> assertThat(source).contains(withoutSpaces(call)));
        assertThat(page).contains("\n## Moving the data\n", "\n## Not in Daybook\n");
        assertThat(SOURCE.matcher(page).results()).hasSizeGreaterThan(3);
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("\\s+", "");
    }
}
