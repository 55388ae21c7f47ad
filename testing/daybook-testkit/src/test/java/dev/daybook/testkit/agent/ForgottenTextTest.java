package dev.daybook.testkit.agent;

import static dev.daybook.testkit.agent.MemoryAssertions.assertForgets;
import static dev.daybook.testkit.agent.MemoryAssertions.assertForgotten;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewFact;
import dev.daybook.model.Space;
import dev.daybook.query.IsolationPolicy;
import dev.daybook.query.Selection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ForgottenTextTest {

    @RegisterExtension
    static final DaybookExtension DAYBOOK =
            DaybookExtension.inMemory().with(parts -> parts.isolation(IsolationPolicy.REFUSE));

    private static final String SECRET = "the safe is behind the mirror";

    @Test
    void it_passes_after_the_forget(LocalDaybook daybook, Memory ada) {
        ada.session("s1").remember(Message.user("Remember: " + SECRET + "."));

        assertForgets(daybook, SECRET, () -> ada.forget(Selection.session("s1")));
        assertForgotten(daybook, SECRET);
    }

    @Test
    void a_forget_that_does_nothing_fails_with_each_view_that_still_shows_the_text(LocalDaybook daybook, Memory ada) {
        ada.session("s1").remember(Message.user("Remember: " + SECRET + "."));

        assertThatThrownBy(() -> assertForgets(daybook, SECRET, () -> ada.forget(Selection.session("s2"))))
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageStartingWith("a forgotten text is still shown")
                .hasMessageContaining("text:      \"the safe is behind the mirror\"")
                .hasMessageContaining("user:ada in space default: entry: episode ep_1, session s1")
                .hasMessageContaining("user:ada in space default: turns of session s1")
                .hasMessageContaining("user:ada in space default: recall by words: episode ep_1")
                .hasMessageContaining("user:ada in space default: context of session a new session")
                .hasMessageContaining("remedy:    forget the entries that are listed");
    }

    @Test
    void a_text_that_was_never_remembered_proves_nothing(LocalDaybook daybook) {
        assertThatThrownBy(() -> assertForgets(daybook, SECRET, () -> {}))
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageContaining("forgetting it proves nothing")
                .hasMessageContaining("remedy:    remember it first");
    }

    @Test
    void a_copy_in_another_scope_or_space_is_found(LocalDaybook daybook, Memory ada) {
        ada.session("s1").remember(Message.user(SECRET));
        daybook.space("work").shared().session("s9").remember(Message.user("Ada says: " + SECRET));
        daybook.space(Space.DEFAULT.id()).anonymous().session("s8").remember(Message.user("Somebody says: " + SECRET));

        assertThatThrownBy(() -> assertForgets(daybook, SECRET, () -> ada.forget(Selection.everything())))
                .hasMessageContaining("shared in space work: entry: episode")
                .hasMessageContaining("anonymous in space default: entry: episode");
    }

    @Test
    void an_earlier_version_a_tool_call_and_a_quarantine_are_views_too(LocalDaybook daybook, Memory ada) {
        ada.blocks().remember("persona", SECRET);
        ada.blocks().remember("persona", "I am a cook.");
        shown(daybook, "user:ada in space default: history: block persona");
        ada.forget(Selection.entry(Kind.BLOCK, "persona"));
        assertForgotten(daybook, SECRET);

        ada.facts().remember(NewFact.of("safe", "is", SECRET));
        ada.quarantine().hide(Selection.entry(Kind.FACT, "fact_1"));
        shown(daybook, "user:ada in space default: quarantine: fact fact_1");
        ada.forget(Selection.everything());
        assertForgotten(daybook, SECRET);

        ada.session("s3").change(options -> options.name(SECRET));
        shown(daybook, "user:ada in space default: session s3");
    }

    private static void shown(LocalDaybook daybook, String view) {
        assertThatThrownBy(() -> assertForgotten(daybook, SECRET)).hasMessageContaining(view);
    }

    @Test
    void a_text_that_is_too_short_for_a_search_of_files_is_refused(LocalDaybook daybook) {
        assertThatThrownBy(() -> assertForgotten(daybook, "peanuts"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("text has 7 characters")
                .hasMessageContaining("give at least 12");
    }
}
