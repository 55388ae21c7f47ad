package dev.daybook.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Receipt;
import dev.daybook.testkit.FixedClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.MethodName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs test classes of a user with JUnit's launcher. They are static members, so that no other run finds them. */
class DaybookExtensionTest {

    /** The daybooks that the test classes below were given, in order. */
    private static final List<Daybook> GIVEN = new ArrayList<>();

    private static final List<Long> ENTRIES = new ArrayList<>();

    @BeforeEach
    void clear() {
        GIVEN.clear();
        ENTRIES.clear();
    }

    @Test
    void each_test_has_an_empty_daybook_which_is_closed_at_its_end() {
        assertThat(run(OneEach.class).getTestsSucceededCount()).isEqualTo(2);

        assertThat(GIVEN).hasSize(2).doesNotHaveDuplicates();
        assertThat(ENTRIES).containsExactly(0L, 0L);
        assertThat(GIVEN)
                .allSatisfy(
                        daybook -> assertThatThrownBy(() -> daybook.user("ada").recall("anything"))
                                .isInstanceOf(IllegalStateException.class));
    }

    static class OneEach {
        @RegisterExtension
        static final DaybookExtension DAYBOOK = DaybookExtension.inMemory();

        private final Daybook ofConstructor;

        OneEach(Daybook daybook) {
            ofConstructor = daybook;
        }

        @BeforeEach
        void count(Daybook daybook, Memory ada) {
            assertThat(daybook).isSameAs(ofConstructor);
            ENTRIES.add(ada.archive().profile().count(Kind.EPISODE));
        }

        @Test
        void first(Daybook daybook, Memory ada) {
            GIVEN.add(daybook);
            ada.session("s1").remember(Message.user("Hello."));
        }

        @Test
        void second(Daybook daybook, Memory ada) {
            first(daybook, ada);
        }
    }

    @Test
    void a_daybook_of_before_all_is_shared_by_the_tests_of_the_class() {
        assertThat(run(SharedByTests.class).getTestsSucceededCount()).isEqualTo(2);

        assertThat(GIVEN).hasSize(3).containsOnly(GIVEN.get(0));
        assertThat(ENTRIES).containsExactly(1L, 2L);
        assertThatThrownBy(() -> GIVEN.get(0).user("ada").recall("anything")).isInstanceOf(IllegalStateException.class);
    }

    @TestMethodOrder(MethodName.class)
    static class SharedByTests {
        @RegisterExtension
        static final DaybookExtension DAYBOOK = DaybookExtension.inMemory();

        @BeforeAll
        static void remember(Daybook daybook, Memory ada) {
            GIVEN.add(daybook);
            ada.session("s1").remember(Message.user("Hello."));
        }

        @Test
        void first(Daybook daybook, Memory ada) {
            GIVEN.add(daybook);
            ENTRIES.add(ada.archive().profile().count(Kind.EPISODE));
            ada.session("s1").remember(Message.user("Hello again."));
        }

        @Test
        void second(Daybook daybook, Memory ada) {
            first(daybook, ada);
        }
    }

    @RegisterExtension
    static final DaybookExtension DAYBOOK = DaybookExtension.inMemory()
            .user("bob")
            .startingAt(OffsetDateTime.parse("2027-01-01T00:00:00Z"))
            .with(parts -> parts.noEmbedder());

    @Test
    void user_clock_and_parts_are_those_of_the_extension(Daybook daybook, Memory bob, FixedClock clock) {
        Receipt receipt = bob.session("s1").remember(Message.user("Hello."));
        clock.advance(Duration.ofDays(1));
        bob.session("s1").remember(Message.user("Hello again."));

        assertThat(bob.scope()).isEqualTo(daybook.user("bob").scope()).isInstanceOf(Scope.User.class);
        assertThat(receipt.id()).isEqualTo("ep_1");
        assertThat(receipt.vector()).isEqualTo(Receipt.Progress.OFF);
        assertThat(bob.archive().exportAll().map(entry -> entry.recordedAt().toString()))
                .containsExactly("2027-01-01T00:00Z", "2027-01-02T00:00Z");
    }

    @Test
    void a_failing_test_shows_the_message_of_the_assertion() {
        TestExecutionSummary summary = run(WrongExpectation.class);

        assertThat(summary.getTestsFailedCount()).isEqualTo(1);
        assertThat(summary.getFailures().get(0).getException())
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageContaining("a first hit that contains \"bicycle\"")
                .hasMessageContaining("1. score");
    }

    static class WrongExpectation {
        @RegisterExtension
        static final DaybookExtension DAYBOOK = DaybookExtension.inMemory();

        @Test
        void recalls_a_bicycle(Memory ada) {
            ada.session("s1").remember(Message.user("I have a car."));
            MemoryAssertions.assertRecalls(ada, "what does she drive?").first("bicycle");
        }
    }

    /** This module has no store with files on its class path. */
    @Test
    void a_missing_store_is_reported_with_both_remedies() {
        TestExecutionSummary summary = run(WithoutStore.class);

        assertThat(failures(summary))
                .contains("no store is on the class path")
                .contains("add dev.daybook:daybook")
                .contains("a test without files uses DaybookExtension.inMemory()");
    }

    @ExtendWith(DaybookExtension.class)
    static class WithoutStore {
        @Test
        void opens(Daybook daybook) {
            GIVEN.add(daybook);
        }
    }

    private static String failures(TestExecutionSummary summary) {
        return summary.getFailures().stream()
                .map(failure -> {
                    StringWriter trace = new StringWriter();
                    failure.getException().printStackTrace(new PrintWriter(trace));
                    return trace.toString();
                })
                .collect(Collectors.joining());
    }

    private static TestExecutionSummary run(Class<?> test) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(test))
                                .build(),
                        listener);
        return listener.getSummary();
    }
}
