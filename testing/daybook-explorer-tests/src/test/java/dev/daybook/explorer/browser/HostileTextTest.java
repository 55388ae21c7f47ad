package dev.daybook.explorer.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored texts are shown as what they are: they run nothing, hide nothing and stop nothing. */
class HostileTextTest {

    private static final String MARKUP =
            "ferry <img src=x onerror=\"window.ran=1\"><script>window.ran=1</script><style>body{display:none}</style>"
                    + "<a href=\"javascript:window.ran=1\">go</a>";

    private static final int MEGABYTE = 1_000_000;

    @TempDir
    Path folder;

    private ServedMemory memory;
    private ExplorerTab tab;

    @BeforeEach
    void start() {
        tab = ExplorerTab.wide();
        memory = ServedMemory.open(folder);
    }

    @AfterEach
    void stop() {
        tab.close();
        if (memory != null) {
            memory.close();
        }
    }

    @Test
    void markup_is_shown_as_text_in_every_panel() {
        remember("markup", "<b>session</b>", MARKUP);
        memory.daybook.user("ada").facts().remember(NewFact.of("<i>Ada</i>", "<u>says</u>", MARKUP));
        memory.daybook.user("ada").blocks().remember("about", MARKUP);
        memory.daybook.user("ada").consolidate();

        for (ExplorerPanel panel : ExplorerPanel.values()) {
            Locator shown = tab.show(memory, panel);
            if (panel == ExplorerPanel.RECALL) {
                shown.getByLabel("Question").fill("ferry");
                assertThat(shown.locator("[data-hit=markup]")).containsText("<script>window.ran=1</script>");
            }
            tab.settle();
            assertThat(shown.locator("img, script, style, b > b, a[href^=javascript]")
                            .count())
                    .as(panel.name())
                    .isZero();
        }

        assertThat(tab.page.evaluate("window.ran === undefined")).isEqualTo(true);
        assertThat(tab.complaints).isEmpty();
    }

    @Test
    void characters_that_turn_or_hide_a_text_are_shown_by_their_names() {
        remember("turned", "s", "ferry invoice\u202egpj.exe and pass\u200bword\u200d");

        Locator hit = recalled("turned");

        assertThat(hit).containsText("U+202E");
        assertThat(hit).containsText("U+200B");
        assertThat(hit.locator(".stored").first().textContent()).doesNotContain("\u202e", "\u200b");
    }

    @Test
    void a_text_from_right_to_left_stays_in_its_own_line() {
        remember("hebrew", "s", "ferry שלום עולם");

        Locator hit = recalled("hebrew");

        assertThat(hit.locator("[dir=auto]").first()).containsText("שלום עולם");
    }

    @Test
    void a_megabyte_in_one_message_is_cut_until_it_is_asked_for() {
        StringBuilder text = new StringBuilder("ferry ");
        while (text.length() < MEGABYTE) {
            text.append("word").append(text.length()).append(' ');
        }
        remember("long", "s", text.toString());

        Locator hit = recalled("long");
        assertThat(((Number) hit.evaluate("each => each.textContent.length")).intValue())
                .isLessThan(5_000);
        hit.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Show all"))
                .click();

        assertThat(hit.getByText("Show the beginning only")).isVisible();
        assertThat(((Number) hit.evaluate("each => each.textContent.length")).intValue())
                .isGreaterThan(MEGABYTE);
        tab.show(memory, ExplorerPanel.TIMELINE);
        assertThat(tab.complaints).isEmpty();
    }

    private Locator recalled(String id) {
        Locator panel = tab.show(memory, ExplorerPanel.RECALL);
        panel.getByLabel("Question").fill("ferry");
        Locator hit = panel.locator("[data-hit=" + id + "]");
        hit.waitFor();
        return hit;
    }

    private void remember(String id, String session, String text) {
        memory.daybook
                .user("ada")
                .remember(NewEpisode.of(Message.user(text)).id(id).session(session));
    }
}
