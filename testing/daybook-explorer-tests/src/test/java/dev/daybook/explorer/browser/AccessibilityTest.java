package dev.daybook.explorer.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.AxeResults;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.daybook.access.AccessRight;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page keeps the rules of WCAG 2.2 AA that axe-core can check, and can be used by keyboard and on a telephone. */
class AccessibilityTest {

    private static final List<String> RULES =
            List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");

    /** Those of {@link #RULES} that depend on colours. */
    private static final List<String> COLOUR_RULES = List.of("color-contrast", "link-in-text-block");

    /** All tests only read it. */
    private static ServedMemory memory;

    @BeforeAll
    static void start(@TempDir Path folder) {
        HeadlessChromium.get();
        memory = ServedMemory.open(folder);
        SampleMemory.fill(memory.daybook);
    }

    @AfterAll
    static void stop() {
        if (memory != null) {
            memory.close();
        }
    }

    @ParameterizedTest
    @EnumSource(ExplorerPanel.class)
    void no_panel_breaks_a_rule_in_light_or_dark(ExplorerPanel panel) {
        try (ExplorerTab tab = ExplorerTab.wide(ColorScheme.LIGHT)) {
            fill(tab.show(memory, panel), panel);
            tab.settle();
            assertThat(broken(tab)).as("light").isEmpty();

            tab.page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));

            // Only the colours change.
            assertThat(broken(axe(tab).withRules(COLOUR_RULES))).as("dark").isEmpty();
        }
    }

    /** Shows that the test above would see it. */
    @Test
    void a_button_without_a_name_breaks_a_rule() {
        try (ExplorerTab tab = ExplorerTab.wide()) {
            tab.show(memory, ExplorerPanel.CONTEXT);
            tab.page.evaluate("document.querySelector('main').append(document.createElement('button'))");

            assertThat(broken(tab)).anyMatch(rule -> rule.startsWith("button-name"));
        }
    }

    @Test
    void the_question_for_a_key_breaks_no_rule(@TempDir Path folder) {
        try (ServedMemory closed = ServedMemory.withKeys(folder);
                ExplorerTab tab = ExplorerTab.wide()) {
            closed.key(null, AccessRight.READ);
            tab.page.navigate(closed.address());
            tab.key().waitFor();

            assertThat(broken(tab)).isEmpty();
        }
    }

    @Test
    void an_open_entry_breaks_no_rule_and_closes_with_escape() {
        try (ExplorerTab tab = ExplorerTab.wide()) {
            tab.show(memory, ExplorerPanel.FACTS).locator("[data-fact=job-1]").click();
            Locator drawer = tab.page.getByRole(AriaRole.DIALOG);
            drawer.waitFor();
            tab.settle();
            assertThat(broken(tab)).isEmpty();

            tab.page.keyboard().press("Escape");

            assertThat(drawer.count()).isZero();
            assertThat(tab.page.evaluate("document.activeElement.dataset.fact"))
                    .as("the focus goes back")
                    .isEqualTo("job-1");
        }
    }

    @ParameterizedTest
    @EnumSource(ExplorerPanel.class)
    void no_panel_is_wider_than_a_small_telephone(ExplorerPanel panel) {
        try (ExplorerTab tab = ExplorerTab.narrow()) {
            fill(tab.show(memory, panel), panel);
            tab.settle();

            Number width = (Number) tab.page.evaluate("document.documentElement.scrollWidth");
            assertThat(width.intValue()).isBetween(1, 360);
        }
    }

    @Test
    void the_keyboard_reaches_every_panel() {
        try (ExplorerTab tab = ExplorerTab.wide()) {
            tab.show(memory, ExplorerPanel.CONTEXT);
            tab.page.keyboard().press("Tab");
            assertThat(focused(tab)).isEqualTo("Skip to the content");
            tab.page.getByRole(AriaRole.TAB).first().focus();
            for (ExplorerPanel panel : ExplorerPanel.values()) {
                tab.page.locator(panel.selector()).waitFor();
                tab.page.keyboard().press("ArrowDown");
            }
            tab.page.locator(ExplorerPanel.CONTEXT.selector()).waitFor();
        }
    }

    @Test
    void the_keyboard_alone_asks_a_question_and_opens_a_hit() {
        try (ExplorerTab tab = ExplorerTab.wide()) {
            tab.show(memory, ExplorerPanel.RECALL);
            tab.page.keyboard().press("/");
            tab.page.keyboard().type("ferry to Capri");
            tab.page.locator("[data-hit=trip-1]").waitFor();
            for (int i = 0; i < 20 && !focused(tab).equals("Open"); i++) {
                tab.page.keyboard().press("Tab");
            }
            tab.page.keyboard().press("Enter");

            tab.page
                    .getByRole(AriaRole.DIALOG)
                    .getByText("The ferry to Capri leaves at nine.")
                    .first()
                    .waitFor();
        }
    }

    private static void fill(Locator panel, ExplorerPanel which) {
        if (which == ExplorerPanel.RECALL) {
            panel.getByLabel("Question").fill("ferry to Capri");
            panel.locator("[data-hit=trip-1]")
                    .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Why"))
                    .click();
        }
        panel.locator("details.snippet summary").first().click();
    }

    private static String focused(ExplorerTab tab) {
        return String.valueOf(tab.page.evaluate("document.activeElement.textContent"));
    }

    static List<String> broken(ExplorerTab tab) {
        return broken(axe(tab).withTags(RULES));
    }

    /** The page has no frames, so axe can run in it alone; otherwise it also loads itself into a second page. */
    private static AxeBuilder axe(ExplorerTab tab) {
        return new AxeBuilder(tab.page).setLegacyMode(true);
    }

    private static List<String> broken(AxeBuilder axe) {
        AxeResults results = axe.analyze();
        assertThat(results.getPasses()).as("axe has run").isNotEmpty();
        return results.getViolations().stream().map(AccessibilityTest::shown).toList();
    }

    private static String shown(Rule rule) {
        return rule.getId() + ": " + rule.getHelp() + " "
                + rule.getNodes().stream().map(node -> node.getHtml()).limit(3).toList();
    }
}
