package dev.daybook.testkit.agent;

import static dev.daybook.testkit.agent.MemoryAssertions.assertRecallsAsRecorded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.query.Selection;
import dev.daybook.testkit.FixedClock;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class RecallRecordingTest {

    @RegisterExtension
    static final DaybookExtension DAYBOOK = DaybookExtension.inMemory();

    private static final String ALLERGY = "what is she allergic to?";
    private static final String CITY = "which city did she move to?";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void remember(Memory ada, FixedClock clock) {
        SessionFixture.resource(RecallRecordingTest.class, "kitchen.txt").rememberIn(ada, clock);
        file = folder.resolve("new/kitchen.recall");
    }

    @AfterEach
    void clearProperty() {
        System.clearProperty(RecallRecording.PROPERTY);
    }

    @Test
    void the_first_run_writes_a_readable_file_and_is_skipped(Daybook daybook) throws Exception {
        Memory bob = daybook.user("bob");
        bob.session("s1").remember(Message.user("I live in Porto."), Message.assistant("By the river?"));

        assertThatThrownBy(() -> assertRecallsAsRecorded(bob, file, ALLERGY, CITY))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("recorded 2 questions in " + file)
                .hasMessageContaining("review the file, commit it");

        assertThat(Files.readString(file)).isEqualTo("""
                # Recorded recall; see MemoryAssertions.assertRecallsAsRecorded.

                question: what is she allergic to?
                1. episode: user: I live in Porto.\\nassistant: By the river?

                question: which city did she move to?
                1. episode: user: I live in Porto.\\nassistant: By the river?
                """);
    }

    @Test
    void a_later_run_compares_and_passes(Memory ada) {
        recorded(ada, ALLERGY, CITY);

        assertRecallsAsRecorded(ada, file, ALLERGY, CITY);
        System.setProperty(RecallRecording.PROPERTY, "never");
        assertRecallsAsRecorded(ada, file, CITY, ALLERGY);
    }

    @Test
    void a_changed_ranking_fails_with_both_ranks_the_reasons_and_the_way_to_record_again(Memory ada) {
        ada.session("diary").remember(Message.user("Pollen: she is allergic to it."));
        recorded(ada, ALLERGY, CITY);
        ada.forget(Selection.session("diary"));
        ada.session("diary").remember(Message.user("Cats: what is she allergic to?"));

        assertThatThrownBy(() -> assertRecallsAsRecorded(ada, file, ALLERGY, CITY))
                .isInstanceOfSatisfying(AssertionFailedError.class, failure -> {
                    assertThat(failure.getExpected().getStringRepresentation()).contains("Pollen");
                    assertThat(failure.getActual().getStringRepresentation()).contains("Cats");
                })
                .hasMessageStartingWith("recall differs from the recording")
                .hasMessageContaining("file:      " + file)
                .hasMessageContaining("changed:   2 of 2 questions")
                .hasMessageContaining("question:  \"what is she allergic to?\"")
                .hasMessageContaining("recorded rank, rank now:")
                .hasMessageContaining(" new -> 1    episode: user: Cats: what is she allergic to?")
                .hasMessageMatching("(?s).*\\d -> lost episode: user: Pollen: she is allergic to it\\..*")
                .hasMessageContaining("because words")
                .hasMessageContaining("-Ddaybook.testkit.record=all");
    }

    @Test
    void a_question_that_is_new_or_gone_is_named(Memory ada) {
        recorded(ada, ALLERGY);

        assertThatThrownBy(() -> assertRecallsAsRecorded(ada, file, CITY))
                .hasMessageContaining("nothing: the question is new")
                .hasMessageContaining("no longer asked:\n    " + ALLERGY);
    }

    @Test
    void the_property_writes_the_file_again(Memory ada) throws Exception {
        recorded(ada, ALLERGY);
        System.setProperty(RecallRecording.PROPERTY, "all");
        recorded(ada, CITY);

        assertThat(Files.readString(file)).contains(CITY).doesNotContain(ALLERGY);
    }

    @Test
    void the_property_forbids_a_missing_file(Memory ada) {
        System.setProperty(RecallRecording.PROPERTY, "never");

        assertThatThrownBy(() -> assertRecallsAsRecorded(ada, file, ALLERGY))
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageStartingWith("there is no recording to compare with")
                .hasMessageContaining("remedy:    run the test once");
        assertThat(file).doesNotExist();
    }

    @Test
    void an_unknown_value_of_the_property_and_a_damaged_file_are_refused(Memory ada) throws Exception {
        System.setProperty(RecallRecording.PROPERTY, "yes");
        assertThatThrownBy(() -> assertRecallsAsRecorded(ada, file, ALLERGY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("daybook.testkit.record is 'yes'; use 'missing'");
        System.clearProperty(RecallRecording.PROPERTY);

        Files.createDirectories(file.getParent());
        Files.writeString(file, "<<<<<<< HEAD\n");
        assertThatThrownBy(() -> assertRecallsAsRecorded(ada, file, ALLERGY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has the line '<<<<<<< HEAD'");
    }

    @Test
    void texts_with_line_breaks_and_backslashes_are_compared_exactly(Memory ada) {
        ada.session("diary").remember(Message.user("path C:\\new\\notes\r\nsecond line"));
        recorded(ada, "C:\\new\nnotes", "path");

        assertRecallsAsRecorded(ada, file, "C:\\new\nnotes", "path");
    }

    private void recorded(Memory ada, String... questions) {
        assertThatThrownBy(() -> assertRecallsAsRecorded(ada, file, questions))
                .isInstanceOf(TestAbortedException.class);
    }
}
