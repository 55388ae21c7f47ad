package dev.daybook.explorer.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The header says where the page looks: the scope is found by a part of its name, and a telephone keeps its room. */
class HeaderTest {

    private static final int USERS = 405;

    @TempDir
    Path folder;

    private ServedMemory memory;

    @BeforeEach
    void start() {
        HeadlessChromium.get();
        memory = ServedMemory.open(folder);
        for (int i = 0; i < USERS; i++) {
            memory.daybook.user(user(i)).remember(NewEpisode.of(Message.user("I am number " + i + ".")));
        }
        memory.daybook.user("ada").blocks().remember("about", "Ada drinks tea.");
        memory.daybook.user("ada").blocks().remember("about", "Ada drinks coffee.");
    }

    @AfterEach
    void stop() {
        if (memory != null) {
            memory.close();
        }
    }

    @Test
    void the_keyboard_finds_one_scope_of_many_by_a_part_of_its_name() {
        try (ExplorerTab tab = ExplorerTab.wide()) {
            tab.show(memory, ExplorerPanel.TIMELINE);
            Locator scope = tab.page.getByRole(AriaRole.COMBOBOX, labelled("Scope"));
            scope.focus();
            assertThat(scope).hasAttribute("aria-expanded", "false");
            tab.page.keyboard().type("40");

            Locator options = options(tab);
            assertThat(options).hasText(new String[] {
                "user-040",
                "user-140",
                "user-240",
                "user-340",
                "user-400",
                "user-401",
                "user-402",
                "user-403",
                "user-404"
            });
            assertThat(scope).hasAttribute("aria-expanded", "true");
            tab.page.keyboard().press("ArrowDown");
            Locator active = tab.page.locator(
                    "#" + scope.getAttribute("aria-activedescendant").replace(":", "\\:"));
            assertThat(active).hasText("user-140");
            assertThat(active).hasAttribute("aria-selected", "true");
            assertThat(tab.page.locator(
                            "#" + scope.getAttribute("aria-controls").replace(":", "\\:")))
                    .hasAttribute("role", "listbox");
            tab.page.keyboard().press("Enter");

            assertThat(tab.page).hasURL(Pattern.compile("scope=user%3Auser-140"));
            assertThat(scope).hasValue("user-140");
            assertThat(tab.page.locator(ExplorerPanel.TIMELINE.selector())).containsText("I am number 140.");
        }
    }

    @Test
    void escape_and_leaving_the_field_change_no_scope() {
        try (ExplorerTab tab = ExplorerTab.wide()) {
            tab.show(memory.address(), ExplorerPanel.TIMELINE, "user:ada");
            Locator scope = tab.page.getByRole(AriaRole.COMBOBOX, labelled("Scope"));
            scope.fill("user-1");
            scope.press("Escape");
            assertThat(scope).hasValue("ada");
            scope.fill("nobody");
            assertThat(tab.page.getByText("None matches.")).isVisible();
            scope.press("Enter");
            scope.press("Tab");

            assertThat(scope).hasValue("ada");
            assertThat(tab.page).hasURL(Pattern.compile("scope=user:ada"));
            assertThat(options(tab)).hasCount(0);
        }
    }

    @Test
    void a_long_list_shows_its_beginning_and_how_long_it_is() {
        try (ExplorerTab tab = ExplorerTab.wide()) {
            tab.show(memory.address(), ExplorerPanel.TIMELINE, "user:ada");
            tab.page.getByRole(AriaRole.COMBOBOX, labelled("Scope")).click();

            assertThat(options(tab)).hasCount(50);
            assertThat(tab.page.getByText("50 of 406; type to find others.")).isVisible();
        }
    }

    @Test
    void an_open_list_of_scopes_breaks_no_rule_and_fits_a_telephone() {
        for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            try (ExplorerTab tab = ExplorerTab.wide(colours)) {
                tab.show(memory, ExplorerPanel.TIMELINE);
                tab.page.getByRole(AriaRole.COMBOBOX, labelled("Scope")).fill("user-1");
                options(tab).first().waitFor();
                tab.settle();

                assertThat(AccessibilityTest.broken(tab)).as("%s", colours).isEmpty();
            }
        }
        try (ExplorerTab tab = ExplorerTab.narrow()) {
            tab.show(memory, ExplorerPanel.TIMELINE);
            tab.page.getByRole(AriaRole.COMBOBOX, labelled("Scope")).fill("user-1");
            Locator option = options(tab).nth(1);
            option.waitFor();

            var box = option.boundingBox();
            assertThat(box.x).isNotNegative();
            assertThat(box.x + box.width).isLessThanOrEqualTo(360);
            option.click();
            assertThat(tab.page).hasURL(Pattern.compile("scope=user%3Auser-1"));
        }
    }

    @Test
    void the_header_takes_a_tenth_of_a_telephone_until_more_is_asked_for() {
        try (ExplorerTab tab = ExplorerTab.narrow()) {
            tab.show(memory, ExplorerPanel.CONTEXT);
            Locator header = tab.page.getByRole(AriaRole.BANNER);

            assertThat(header.boundingBox().height).isLessThanOrEqualTo(64);
            assertThat(tab.page.getByLabel("Colours")).isHidden();
            Locator more = tab.page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("More"));
            assertThat(more).hasAttribute("aria-expanded", "false");
            more.click();
            for (String each : List.of("Space", "Session", "Colours")) {
                assertThat(header.getByLabel(each)).isVisible();
            }
            assertThat(header.getByText("Refresh")).isVisible();
            assertThat(((Number) tab.page.evaluate("document.documentElement.scrollWidth")).intValue())
                    .isLessThanOrEqualTo(360);
            assertThat(AccessibilityTest.broken(tab)).isEmpty();
        }
    }

    @Test
    void the_header_of_a_desk_has_one_line_and_everything_in_it() {
        try (ExplorerTab tab = ExplorerTab.wide()) {
            tab.show(memory, ExplorerPanel.CONTEXT);

            assertThat(tab.page.getByRole(AriaRole.BANNER).boundingBox().height).isLessThanOrEqualTo(64);
            assertThat(tab.page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("More")))
                    .isHidden();
        }
    }

    @Test
    void the_colours_are_chosen_by_their_name_and_kept() {
        try (ExplorerTab tab = ExplorerTab.wide(ColorScheme.LIGHT)) {
            tab.show(memory, ExplorerPanel.CONTEXT);
            assertThat(tab.page.getByText("Auto", new Page.GetByTextOptions().setExact(true)))
                    .hasCount(0);
            tab.page.getByLabel("Colours").selectOption("dark");
            assertThat(tab.page.locator("html")).hasAttribute("data-theme", "dark");

            tab.show(memory, ExplorerPanel.CONTEXT);

            assertThat(tab.page.getByLabel("Colours")).hasValue("dark");
            assertThat(tab.page.locator("html")).hasAttribute("data-theme", "dark");
        }
    }

    @Test
    void the_badge_of_a_chosen_version_stands_out_from_its_line() {
        for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            try (ExplorerTab tab = ExplorerTab.wide(colours)) {
                Locator blocks = tab.show(memory.address(), ExplorerPanel.BLOCKS, "user:ada");
                Locator line = blocks.locator(".line[aria-pressed=true]");

                assertThat(line.locator(".tag").evaluate("each => getComputedStyle(each).backgroundColor"))
                        .isNotEqualTo(line.evaluate("each => getComputedStyle(each).backgroundColor"));
                assertThat(blocks).not().containsText("revision");
            }
        }
    }

    private static Locator options(ExplorerTab tab) {
        return tab.page.getByRole(AriaRole.LISTBOX).getByRole(AriaRole.OPTION);
    }

    private static String user(int number) {
        return String.format("user-%03d", number);
    }

    private static Page.GetByRoleOptions labelled(String name) {
        return new Page.GetByRoleOptions().setName(name);
    }
}
