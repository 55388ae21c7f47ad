package dev.daybook.testkit.agent;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import java.nio.file.Path;

/**
 * Assertions on a memory, to be imported statically. A failure is an {@link AssertionError} that shows the query, the
 * expectation, the hits with scores and reasons, and the remedy. Texts are compared as parts, case ignored. An argument
 * that cannot be checked (a blank text) is an {@link IllegalArgumentException}.
 */
public final class MemoryAssertions {

    private MemoryAssertions() {}

    /** Asserts that a question recalls anything; the result asserts on its ten best hits. */
    public static RecallAssertion assertRecalls(Memory memory, String question) {
        return assertRecalls(memory, Query.of(question));
    }

    /**
     * Asserts that a query recalls anything; the result asserts on its hits.
     *
     * @param query its limit is the number of hits that count; with {@code asOf} it travels in time
     */
    public static RecallAssertion assertRecalls(Memory memory, Query query) {
        return new RecallAssertion(memory, query).isNotEmpty();
    }

    /** Asserts that none of the ten best hits for a question contains any of the texts. */
    public static void assertNeverRecalls(Memory memory, String question, String... texts) {
        assertNeverRecalls(memory, Query.of(question), texts);
    }

    /**
     * Asserts that no hit of a query contains any of the texts. A hybrid search of a small memory returns every entry, the
     * unrelated ones last: give the query the limit that the agent uses.
     */
    public static void assertNeverRecalls(Memory memory, Query query, String... texts) {
        new RecallAssertion(memory, query).omits(texts);
    }

    /** Assembles the context of a prompt within 2,000 tokens; the result asserts on it. */
    public static ContextAssertion assertContext(Memory memory, String session, String prompt) {
        return assertContext(memory, session, prompt, ContextOptions.defaults());
    }

    /** Assembles the context of a prompt; the result asserts on it. */
    public static ContextAssertion assertContext(Memory memory, String session, String prompt, ContextOptions options) {
        return new ContextAssertion(memory, session, prompt, options);
    }

    /**
     * Asserts that a text is in no scope of any space: in no recall, context, entry, earlier version, session or
     * quarantine, and, if the store has a folder, in none of its files. Waits up to a minute for the bytes of earlier
     * forgets. A text that was never remembered passes as well, and files are searched for its exact form; {@link
     * #assertForgets} is the stronger assertion.
     *
     * @param text of at least {@value dev.daybook.outcome.ErasureEvidence#MIN_TEXT_LENGTH} characters: a shorter one is in
     *     files for other reasons
     */
    public static void assertForgotten(LocalDaybook daybook, String text) {
        new ForgottenText(daybook, text).assertGone();
    }

    /**
     * Asserts that a text is remembered before a call and forgotten after it, as {@link #assertForgotten} checks it. The
     * files are searched before the call too, because a search that cannot find the text would prove nothing.
     *
     * @param text a part of one message, as it was written
     * @param forget the code under test that makes the memory forget
     */
    public static void assertForgets(LocalDaybook daybook, String text, Runnable forget) {
        ForgottenText forgotten = new ForgottenText(daybook, text);
        forgotten.assertPresent();
        forget.run();
        forgotten.assertGone();
    }

    /**
     * Asserts that questions recall the same texts in the same order as recorded in a file, so that an upgrade cannot
     * change the memory of an agent without notice. If the file is missing, it is written and the test is reported as
     * skipped, because it has compared nothing; review the file and commit it.
     *
     * <p>The system property {@code daybook.testkit.record} changes that: {@code missing} is the default, {@code all}
     * writes the file again, {@code never} fails if it is missing (for a build server). Scores are not recorded. Two tests
     * must not use one file at a time.
     *
     * @param file relative to the folder of the module: {@code Path.of("src/test/resources/kitchen.recall")}
     * @param questions each for its ten best hits, at least one
     */
    public static void assertRecallsAsRecorded(Memory memory, Path file, String... questions) {
        new RecallRecording(memory, file, TextMatch.parts(questions)).check();
    }
}
