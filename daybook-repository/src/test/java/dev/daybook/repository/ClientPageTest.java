package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the program in docs/client.md is the compiled one. */
class ClientPageTest {

    private static final String PAGE = "docs/client.md";
    private static final String PROGRAM =
            "daybook-server/src/test/java/dev/daybook/server/http/ConnectedClientsTest.java";
    private static final Pattern JAVA_BLOCK =
            Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern MARKED =
            Pattern.compile("^ *// tag::client\\[]\\n(.*?)^ *// end::client\\[]$", Pattern.MULTILINE | Pattern.DOTALL);

    @Test
    void its_program_is_a_test_that_runs() throws Exception {
        WorkingCopy workingCopy = WorkingCopy.here();
        Matcher shown = JAVA_BLOCK.matcher(workingCopy.read(PAGE));
        Matcher run = MARKED.matcher(workingCopy.read(PROGRAM));

        assertThat(shown.find()).as(PAGE).isTrue();
        assertThat(run.find()).as(PROGRAM).isTrue();
        assertThat(shown.group(1).stripTrailing().stripIndent())
                .isEqualTo(run.group(1).stripTrailing().stripIndent());
    }
}
