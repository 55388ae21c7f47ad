package dev.daybook.explorer.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.server.keys.KeyLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks, facts and notes are changed by the rules of the REST interface, and by those whose key may. */
class EditingTest {

    private static final String ADA = "v1/spaces/default/users/ada/";

    @TempDir
    Path folder;

    private ServedMemory memory;
    private ExplorerTab tab;

    @BeforeEach
    void start() {
        tab = ExplorerTab.wide();
        memory = ServedMemory.open(folder);
        SampleMemory.fill(memory.daybook);
    }

    @AfterEach
    void stop() {
        tab.close();
        if (memory != null) {
            memory.close();
        }
    }

    @Test
    void a_block_that_is_edited_has_a_new_version() {
        Locator panel = edit(tab, "Ada drinks cocoa at eight.");
        panel.getByRole(AriaRole.BUTTON, named("Save as a new version")).click();

        assertThat(panel.getByText("3 versions")).isVisible();
        assertThat(panel.locator("ins").first()).hasText("cocoa");
        assertThat(memory.rest(ADA + "blocks")).contains("Ada drinks cocoa at eight.");
    }

    @Test
    void a_block_that_was_changed_meanwhile_is_shown_beside_the_own_text_and_not_overwritten() {
        Locator panel = edit(tab, "Ada drinks cocoa at eight.");
        change("Ada drinks milk at seven.");
        panel.getByRole(AriaRole.BUTTON, named("Save as a new version")).click();

        Locator conflict = panel.locator("[data-conflict]");
        assertThat(conflict.getByLabel("The text there now")).hasText("Ada drinks milk at seven.");
        assertThat(conflict.locator("ins").first()).hasText("cocoa");
        assertThat(panel.getByLabel("Text of the block")).hasValue("Ada drinks cocoa at eight.");
        assertThat(memory.rest(ADA + "blocks")).contains("milk").doesNotContain("cocoa");

        conflict.getByRole(AriaRole.BUTTON, named("Write mine over it")).click();
        assertThat(panel.getByText("4 versions")).isVisible();
        assertThat(memory.rest(ADA + "blocks")).contains("cocoa");
    }

    @Test
    void after_a_conflict_the_text_there_now_can_be_edited() {
        Locator panel = edit(tab, "Ada drinks cocoa at eight.");
        change("Ada drinks milk at seven.");
        panel.getByRole(AriaRole.BUTTON, named("Save as a new version")).click();
        panel.getByRole(AriaRole.BUTTON, named("Edit the text there now")).click();

        assertThat(panel.getByLabel("Text of the block")).hasValue("Ada drinks milk at seven.");
        panel.getByLabel("Text of the block").fill("Ada drinks milk at nine.");
        panel.getByRole(AriaRole.BUTTON, named("Save as a new version")).click();
        assertThat(panel.getByText("4 versions")).isVisible();
        assertThat(memory.rest(ADA + "blocks")).contains("milk at nine");
    }

    @Test
    void a_fact_that_ends_without_a_successor_keeps_what_it_had_ended() {
        Locator drawer = fact("job-2");
        drawer.getByLabel("Ended at (UTC)").fill("2026-06-01T00:00");
        drawer.getByRole(AriaRole.BUTTON, named("End this fact")).click();

        assertThat(drawer.locator("[data-ended=true]")).containsText("2026-06-01 00:00Z");
        Map<String, @Nullable Object> ended = entry("job-2");
        assertThat(ended.get("validUntil")).isEqualTo("2026-06-01T00:00:00Z");
        assertThat(ended.get("supersededBy")).isNull();
        assertThat(ended.get("validFrom")).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(entry("job-1").get("supersededBy")).isEqualTo("job-2");
    }

    @Test
    void a_later_fact_ends_an_earlier_one() {
        Locator drawer = fact("job-2");
        drawer.getByLabel("Ended at (UTC)").fill("2026-06-01T00:00");
        drawer.getByLabel("What is true since then").fill("the lighthouse");
        drawer.getByRole(AriaRole.BUTTON, named("End this fact")).click();

        assertThat(drawer.locator("[data-ended=true]")).isVisible();
        assertThat(entry("job-2").get("supersededBy")).isNotNull();
        assertThat(memory.rest(ADA + "facts")).contains("the lighthouse");
    }

    @Test
    void an_end_before_the_beginning_shows_the_sentence_of_the_api() {
        Locator drawer = fact("job-2");
        drawer.getByLabel("Ended at (UTC)").fill("2019-01-01T00:00");
        drawer.getByRole(AriaRole.BUTTON, named("End this fact")).click();

        assertThat(drawer.getByRole(AriaRole.ALERT)).containsText("validUntil");
        assertThat(entry("job-2").get("validUntil")).isNull();
    }

    @Test
    void notes_are_listed_searched_and_kept() {
        memory.rest("POST", ADA + "notes", "{\"contents\":[\"Trains before planes.\"],\"wait\":true}");
        Locator panel = tab.show(memory, ExplorerPanel.NOTES);
        panel.getByText("Keep a note").click();
        panel.getByLabel("Text of the note").fill("The spare key is under the pot.");
        panel.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName("Keep").setExact(true))
                .click();

        assertThat(panel.getByLabel("Notes, the latest first").locator("[data-row]"))
                .hasText(new Pattern[] {Pattern.compile("spare key"), Pattern.compile("Trains")});
        assertThat(memory.rest(ADA + "notes")).contains("The spare key is under the pot.");
        panel.getByLabel("Search").fill("key");
        Locator found = panel.getByLabel("Notes that match, the best first");
        assertThat(found.locator("[data-row]").first()).containsText("The spare key is under the pot.");
        found.locator("button").first().click();
        assertThat(tab.page.getByRole(AriaRole.DIALOG)).containsText("The spare key is under the pot.");
    }

    @Test
    void a_key_that_may_only_read_is_offered_no_change() {
        try (ServedMemory closed = ServedMemory.withKeys(folder.resolve("closed"))) {
            SampleMemory.fill(closed.daybook);
            tab.signIn(closed, closed.key("ada", AccessRight.READ));

            Locator blocks = tab.show(closed, ExplorerPanel.BLOCKS);
            assertThat(blocks.getByText("2 versions")).isVisible();
            assertThat(blocks.getByRole(AriaRole.BUTTON, named("Edit"))).hasCount(0);
            Locator notes = tab.show(closed, ExplorerPanel.NOTES);
            assertThat(notes.getByText("This scope has no note yet.")).isVisible();
            assertThat(notes.getByText("Keep a note")).hasCount(0);
            tab.show(closed, ExplorerPanel.FACTS).locator("[data-fact=job-2]").click();
            Locator drawer = tab.page.getByRole(AriaRole.DIALOG);
            assertThat(drawer.getByText("True in the world")).isVisible();
            assertThat(drawer.getByText("This is no longer true")).hasCount(0);
        }
    }

    @Test
    void a_key_with_less_trust_gets_the_sentence_of_the_api_and_ends_no_fact_of_the_user() {
        try (ServedMemory closed = ServedMemory.withKeys(folder.resolve("closed"))) {
            SampleMemory.fill(closed.daybook);
            tab.signIn(
                    closed,
                    closed.keys
                            .create(
                                    Space.DEFAULT,
                                    new Scope.User(Space.DEFAULT, "ada"),
                                    Set.of(AccessRight.READ, AccessRight.WRITE),
                                    new KeyLimits(Trust.TOOL, null),
                                    null)
                            .text());
            tab.show(closed, ExplorerPanel.FACTS).locator("[data-fact=job-2]").click();
            Locator drawer = tab.page.getByRole(AriaRole.DIALOG);
            drawer.getByText("This is no longer true").click();
            drawer.getByRole(AriaRole.BUTTON, named("End this fact")).click();

            assertThat(drawer.getByRole(AriaRole.ALERT)).containsText("trust");
            drawer.getByLabel("What is true since then").fill("the lighthouse");
            drawer.getByRole(AriaRole.BUTTON, named("End this fact")).click();

            assertThat(drawer.locator("[data-ended=false]")).containsText("this fact has no end");
            assertThat(drawer.getByText("until now")).isVisible();
        }
    }

    @Test
    void a_key_that_may_not_read_gets_the_sentence_of_the_api_for_an_export() {
        try (ServedMemory closed = ServedMemory.withKeys(folder.resolve("closed"))) {
            SampleMemory.fill(closed.daybook);
            tab.signIn(closed, closed.key("ada", AccessRight.WRITE));

            Locator timeline = tab.show(closed, ExplorerPanel.TIMELINE);
            timeline.getByRole(AriaRole.BUTTON, named("Export")).click();

            assertThat(timeline.getByRole(AriaRole.ALERT).last()).containsText("lacks the right 'read'");
        }
    }

    @Test
    void no_form_breaks_a_rule_in_light_or_dark_or_is_wider_than_a_telephone() {
        for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            try (ExplorerTab other = ExplorerTab.wide(colours)) {
                conflict(other);
                assertThat(AccessibilityTest.broken(other))
                        .as("block %s", colours)
                        .isEmpty();
                openFact(other, "job-2");
                assertThat(AccessibilityTest.broken(other))
                        .as("fact %s", colours)
                        .isEmpty();
            }
        }
        try (ExplorerTab narrow = ExplorerTab.narrow()) {
            conflict(narrow);
            assertThat(width(narrow)).isLessThanOrEqualTo(360);
            openFact(narrow, "job-2");
            assertThat(width(narrow)).isLessThanOrEqualTo(360);
        }
    }

    private void conflict(ExplorerTab where) {
        Locator panel = edit(where, "Ada drinks cocoa at eight.");
        change("Ada drinks milk at " + System.nanoTime() + ".");
        panel.getByRole(AriaRole.BUTTON, named("Save as a new version")).click();
        panel.locator("[data-conflict]").waitFor();
    }

    private Locator edit(ExplorerTab where, String text) {
        Locator panel = where.show(memory, ExplorerPanel.BLOCKS);
        panel.getByRole(AriaRole.BUTTON, named("Edit")).click();
        panel.getByLabel("Text of the block").fill(text);
        return panel;
    }

    private void change(String text) {
        memory.rest("PUT", ADA + "blocks/about", "{\"content\":\"" + text + "\"}");
    }

    private Locator fact(String id) {
        return openFact(tab, id);
    }

    private Locator openFact(ExplorerTab where, String id) {
        where.show(memory, ExplorerPanel.FACTS)
                .locator("[data-fact=" + id + "]")
                .click();
        Locator drawer = where.page.getByRole(AriaRole.DIALOG);
        drawer.getByText("This is no longer true").click();
        where.settle();
        return drawer;
    }

    private Map<String, @Nullable Object> entry(String fact) {
        return PlainJson.readObject(memory.rest(ADA + "entries/fact/" + fact));
    }

    private static int width(ExplorerTab where) {
        return ((Number) where.page.evaluate("document.documentElement.scrollWidth")).intValue();
    }

    private static Locator.GetByRoleOptions named(String name) {
        return new Locator.GetByRoleOptions().setName(name);
    }
}
