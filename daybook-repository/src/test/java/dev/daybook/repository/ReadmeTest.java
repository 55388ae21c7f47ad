package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the programs in the README are the compiled ones. */
class ReadmeTest {

    private static final String PROGRAM = "daybook-examples/src/main/java/dev/daybook/examples/FirstFiveMinutes.java";
    private static final Pattern JAVA_BLOCK =
            Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern MARKED =
            Pattern.compile("^ *// tag::readme\\[]\\n(.*?)^ *// end::readme\\[]$", Pattern.MULTILINE | Pattern.DOTALL);

    @Test
    void the_first_java_block_is_the_program_that_is_run() throws Exception {
        WorkingCopy workingCopy = WorkingCopy.here();

        String shown =
                first(JAVA_BLOCK, workingCopy.read("README.md"), "README.md has no block that begins with ```java");
        String run = first(MARKED, workingCopy.read(PROGRAM), PROGRAM + " has no region between the marks of readme");

        // A line break at the end would count as a line without indentation.
        assertThat(shown.stripTrailing().stripIndent())
                .isEqualTo(run.stripTrailing().stripIndent());
    }

    private static String first(Pattern pattern, String text, String problem) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(problem).isTrue();
        return matcher.group(1);
    }
}
