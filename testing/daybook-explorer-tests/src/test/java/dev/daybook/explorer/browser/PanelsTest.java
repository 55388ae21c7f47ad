package dev.daybook.explorer.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.daybook.internal.json.PlainJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each panel shows what the REST interface answers. */
class PanelsTest {

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
    void a_context_shows_the_tokens_of_each_section_and_what_was_cut() {
        Locator panel = tab.show(memory, ExplorerPanel.CONTEXT);
        panel.getByLabel("Prompt").fill("When does the ferry leave?");
        panel.getByLabel("Token budget").fill("50");
        Map<String, @Nullable Object> context = PlainJson.readObject(memory.rest(
                "POST",
                ADA + "context",
                "{\"prompt\":\"When does the ferry leave?\",\"maxTokens\":50,\"recent\":\"all\"}"));

        assertThat(panel.locator(".budget figcaption")).containsText(context.get("tokens") + " of 50 tokens");
        for (Map<?, ?> section : list(context, "sections")) {
            assertThat(panel.locator("[data-section='" + section.get("name") + "']"))
                    .hasAttribute("data-tokens", section.get("tokens").toString());
        }
        List<Map<?, ?>> cut = list(context, "leftOut");
        assertThat(cut).isNotEmpty();
        assertThat(panel.getByRole(AriaRole.HEADING, named("What was cut"))).containsText("" + cut.size());
    }

    @Test
    void a_recall_shows_the_hits_in_their_order_with_the_parts_of_their_scores() {
        Locator panel = tab.show(memory, ExplorerPanel.RECALL);
        panel.getByLabel("Question").fill("ferry to Capri");
        List<Map<?, ?>> hits = list(
                PlainJson.readObject(
                        memory.rest("POST", ADA + "recall", "{\"query\":\"ferry to Capri\",\"explain\":true}")),
                "hits");

        assertThat(panel.locator("[data-hit]")).hasCount(hits.size());
        assertThat(panel.locator("[data-hit]").evaluateAll("all => all.map(each => each.dataset.hit)"))
                .isEqualTo(hits.stream().map(hit -> (Object) hit.get("id")).toList());
        Locator first = panel.locator("[data-hit]").first();
        first.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Why"))
                .click();
        for (Map<?, ?> reason : list(hits.get(0), "why")) {
            assertThat(first.getByRole(AriaRole.TABLE)).containsText((String) reason.get("signal"));
            assertThat(first.getByRole(AriaRole.TABLE))
                    .containsText("%.3f".formatted(((Number) reason.get("contribution")).doubleValue()));
        }
    }

    @Test
    void a_recall_shows_what_would_have_come_without_an_entry() {
        Locator panel = tab.show(memory, ExplorerPanel.RECALL);
        panel.getByLabel("Question").fill("ferry to Capri");
        panel.locator("[data-hit=trip-1]")
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Without it"))
                .click();

        Locator without = panel.getByLabel("Without this entry");
        assertThat(without.getByRole(AriaRole.LISTITEM).first()).containsText("not a hit");
        assertThat(without.getByRole(AriaRole.LISTITEM).first()).containsText("The ferry to Capri leaves at nine.");
    }

    @Test
    void a_timeline_shows_the_sessions_the_summaries_and_the_episodes() {
        Locator panel = tab.show(memory, ExplorerPanel.TIMELINE);

        Locator sessions = panel.getByLabel("Sessions", new Locator.GetByLabelOptions().setExact(true));
        assertThat(sessions.locator("[data-row]")).hasCount(2);
        assertThat(sessions).containsText("trip");
        assertThat(panel.getByText("4 episodes read, these are all")).isVisible();
        assertThat(list(PlainJson.readObject(memory.rest(ADA + "summaries")), "summaries"))
                .isNotEmpty()
                .allSatisfy(summary -> assertThat(panel.locator(".digest")
                                .filter(new Locator.FilterOptions().setHasText((String) summary.get("session"))))
                        .hasCount(1));
        sessions.getByText("trip").click();
        assertThat(panel.getByText("3 episodes read, these are all")).isVisible();
    }

    @Test
    void facts_follow_the_slider_of_the_time_at_which_they_were_known() {
        Locator panel = tab.show(memory, ExplorerPanel.FACTS);
        List<Map<?, ?>> facts = list(PlainJson.readObject(memory.rest(ADA + "facts")), "facts");

        assertThat(panel.locator("[data-fact]")).hasCount(facts.size());
        assertThat(panel.locator("[data-fact=job-1]")).containsText("ended by a later one");
        Locator slider = panel.getByLabel("As of, in the memory");
        slider.fill("0");
        assertThat(panel.locator("[data-fact]")).hasCount(0);
        slider.fill("1000");
        assertThat(panel.locator("[data-fact]")).hasCount(facts.size());
        panel.getByLabel("Valid at, in the world").fill("0");
        assertThat(panel.locator("[data-fact=job-2]")).hasClass(Pattern.compile(".*faded.*"));
    }

    @Test
    void a_block_shows_its_versions_and_their_difference() {
        Locator panel = tab.show(memory, ExplorerPanel.BLOCKS);
        List<Map<?, ?>> versions = list(PlainJson.readObject(memory.rest(ADA + "blocks/about/versions")), "versions");

        for (Map<?, ?> version : versions) {
            assertThat(panel.locator("[data-version='" + version.get("revision") + "']"))
                    .isVisible();
        }
        assertThat(panel.locator("ins")).hasText("tea");
        assertThat(panel.locator("del")).hasText("coffee");
    }

    @Test
    void a_forget_shows_its_preview_wants_the_scope_typed_and_leaves_a_receipt() {
        Locator panel = tab.show(memory, ExplorerPanel.FORGET);
        panel.getByLabel("one session").check();
        ExplorerTab.choose(panel.getByLabel("Session", new Locator.GetByLabelOptions().setExact(true)), "home");
        panel.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Preview"))
                .click();
        Map<?, ?> counts = (Map<?, ?>)
                PlainJson.readObject(memory.rest("POST", ADA + "forget", "{\"session\":\"home\",\"dryRun\":true}"))
                        .get("counts");

        counts.forEach((kind, count) ->
                assertThat(panel.locator("[data-count='" + kind + "']")).containsText(count.toString()));
        Locator forget = panel.getByRole(
                AriaRole.BUTTON,
                new Locator.GetByRoleOptions().setName("Forget").setExact(true));
        assertThat(forget).isDisabled();
        panel.getByLabel("Type the scope to confirm").fill("user:bob");
        assertThat(forget).isDisabled();
        panel.getByLabel("Type the scope to confirm").fill("user:ada");
        forget.click();

        Locator receipt = panel.locator("[data-receipt]");
        assertThat(receipt).containsText("gone");
        assertThat(receipt).containsText("are no longer found");
        assertThat(memory.rest("v1/operations/" + receipt.getAttribute("data-receipt")))
                .contains("\"forget\"");
        assertThat(memory.rest(ADA + "sessions")).doesNotContain("home");
    }

    @Test
    void an_entry_in_quarantine_is_in_no_recall_until_it_is_released() {
        Locator panel = tab.show(memory, ExplorerPanel.FORGET);
        panel.getByText("Put entries into quarantine").click();
        panel.getByLabel("Entries of").selectOption("entry");
        panel.getByLabel("kind/id").fill("episode/trip-1");
        panel.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Hide"))
                .click();
        Locator release = panel.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Release"));
        assertThat(release).isVisible();
        assertThat(memory.rest("POST", ADA + "recall", "{\"query\":\"ferry\"}")).doesNotContain("trip-1");
        panel.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName("Review").setExact(true))
                .click();
        assertThat(panel.getByLabel("Entries in quarantine")).containsText("The ferry to Capri leaves at nine.");

        release.click();

        assertThat(panel.getByText("Nothing is in quarantine.")).isVisible();
        assertThat(memory.rest("POST", ADA + "recall", "{\"query\":\"ferry\"}")).contains("trip-1");
    }

    @Test
    void the_access_shows_every_scope_and_that_the_server_is_open() {
        Locator panel = tab.show(memory, ExplorerPanel.ACCESS);

        assertThat(panel.getByLabel("Readable scopes").locator("[data-row]")).hasCount(2);
        assertThat(panel.getByText("everybody who reaches its address")).isVisible();
    }

    @Test
    void the_health_shows_the_process_and_derives_on_demand() {
        Locator panel = tab.show(memory, ExplorerPanel.WORK);

        assertThat(panel.locator(".tile").first()).containsText("ready");
        memory.rest("POST", ADA + "episodes", "{\"id\":\"late\",\"session\":\"late\",\"input\":\"I play the cello.\"}");
        panel.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Derive"))
                .click();

        assertThat(panel.locator(".outcomes").last()).containsText("late");
        assertThat(memory.rest(ADA + "summaries")).contains("late");
    }

    @Test
    void every_panel_names_the_same_call_and_the_same_command() {
        for (ExplorerPanel panel : ExplorerPanel.values()) {
            Locator shown = tab.show(memory, panel);
            if (panel == ExplorerPanel.RECALL) {
                shown.getByLabel("Question").fill("ferry");
            }

            assertThat(shown.locator("[data-as=rest]")).containsText("curl");
            assertThat(shown.locator("[data-as=command]")).containsText("daybook ");
        }
    }

    private static Locator.GetByRoleOptions named(String name) {
        return new Locator.GetByRoleOptions().setName(name);
    }

    @SuppressWarnings("unchecked") // PlainJson makes lists of such maps
    private static List<Map<?, ?>> list(Map<?, ?> object, String field) {
        return (List<Map<?, ?>>) object.get(field);
    }
}
