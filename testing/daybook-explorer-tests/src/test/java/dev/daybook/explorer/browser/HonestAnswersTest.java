package dev.daybook.explorer.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.daybook.Memory;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page says about an answer is what the answer says: what was cut, and why the hits have this order. */
class HonestAnswersTest {

    private static final String ADA = "v1/spaces/default/users/ada/";
    private static final OffsetDateTime BEGIN = OffsetDateTime.parse("2026-05-01T10:00:00Z");

    /** The colour of each signal in the legend. */
    private static final String COLOURS = """
            all => Object.fromEntries(all.map(each => [each.dataset.signal,
              getComputedStyle(each.querySelector('.swatch')).backgroundColor]))""";

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
    void nothing_was_cut_if_the_whole_scope_is_in_the_text() {
        memory.daybook.user("ada").remember(NewEpisode.of(Message.user("The ferry leaves at nine.")));

        assertThat(cut("When does the ferry leave?", 2_000))
                .hasText("Nothing was cut: the only entry of this scope is in the text.");
    }

    @Test
    void a_context_of_a_large_scope_says_how_much_of_it_is_in_the_text() {
        List<NewEpisode> all = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            all.add(NewEpisode.of(Message.user("Entry " + i + " of the harbour log: wind, tide and the ferry."))
                    .session("log")
                    .occurredAt(BEGIN.plusMinutes(i)));
        }
        memory.daybook.user("ada").remember(all);
        for (int budget : new int[] {2_000, 500}) {
            Map<?, ?> context = PlainJson.readObject(memory.rest(
                    "POST",
                    ADA + "context",
                    "{\"prompt\":\"When does the ferry leave?\",\"maxTokens\":" + budget + ",\"recent\":\"all\"}"));
            long shown = list(context, "sections").stream()
                    .flatMap(section -> list(section, "entries").stream())
                    .distinct()
                    .count();
            int left = list(context, "leftOut").size();
            assertThat(shown).isPositive();
            assertThat(left > 0).as("%s tokens", budget).isEqualTo(budget == 500);

            Locator said = cut("When does the ferry leave?", budget);

            assertThat(said)
                    .hasText((left == 0
                                    ? "No entry that was chosen for the prompt was cut."
                                    : left + " entries chosen for the prompt did not fit.")
                            + " The text shows " + shown + " of the 1,000 entries of this scope, whole or in part."
                            + " The other " + (1_000 - shown - left)
                            + " were not chosen for it, and the answer does not name them."
                            + (left == 0 ? "" : " The budget is nearly full; a larger one may show more."));
        }
    }

    @Test
    void hits_in_the_order_of_their_scores_say_so() {
        SampleMemory.fill(memory.daybook);

        Locator panel = ask("ferry to Capri");

        assertThat(panel.locator("[data-order]")).hasText("By their scores; of equal ones the newer first.");
        assertThat(panel.locator("[data-moved]")).hasCount(0);
    }

    @Test
    void a_hit_behind_a_lower_score_says_which_rule_moved_it() {
        Memory ada = memory.daybook.user("ada");
        for (int i = 0; i < 4; i++) {
            ada.remember(NewEpisode.of(Message.user("When is the wedding? The wedding is in room " + i + "."))
                    .session("page")
                    .origin(Origin.TOOL)
                    .occurredAt(BEGIN.plusMinutes(i)));
        }
        ada.remember(NewEpisode.of(Message.user("The wedding is on the third of October."))
                .session("talk")
                .occurredAt(BEGIN.plusDays(1)));
        List<Map<?, ?>> hits = list(
                PlainJson.readObject(
                        memory.rest("POST", ADA + "recall", "{\"query\":\"When is the wedding?\",\"explain\":true}")),
                "hits");
        List<Map<?, ?>> moved = new ArrayList<>();
        double lowest = Double.MAX_VALUE;
        for (Map<?, ?> hit : hits) {
            double score = ((Number) hit.get("score")).doubleValue();
            if (score > lowest) {
                moved.add(hit);
            }
            lowest = Math.min(lowest, score);
        }
        assertThat(moved).as("trust moves a hit back").isNotEmpty();

        Locator panel = ask("When is the wedding?");

        assertThat(panel.locator("[data-order]")).containsText("behind a lower one");
        for (Map<?, ?> hit : moved) {
            Locator card = panel.locator("[data-hit='" + hit.get("id") + "']");
            assertThat(card.locator("[data-moved]")).containsText("behind the lower score of ");
            for (Map<?, ?> reason : list(hit, "why")) {
                if ("trust".equals(reason.get("signal"))) {
                    assertThat(card).containsText((String) reason.get("detail"));
                }
            }
        }
        assertThat(panel.locator(".moved")).hasCount(moved.size());
    }

    @Test
    void a_signal_has_the_same_colour_in_every_query() {
        SampleMemory.fill(memory.daybook);
        Map<Object, Object> known = new HashMap<>();
        int repeated = 0;
        for (String query :
                List.of("ferry to Capri", "What colour has the kettle?", "I am allergic", "hotel harbour")) {
            Locator panel = ask(query);
            Map<?, ?> colours = (Map<?, ?>) panel.locator("[data-signal]").evaluateAll(COLOURS);
            assertThat(colours).as(query).isNotEmpty();
            for (var each : colours.entrySet()) {
                Object before = known.putIfAbsent(each.getKey(), each.getValue());
                assertThat(each.getValue())
                        .as(query + ": " + each.getKey())
                        .isEqualTo(before == null ? each.getValue() : before);
                repeated += before == null ? 0 : 1;
            }
        }
        assertThat(repeated).isGreaterThan(3);
        assertThat(known.values()).as("no two signals have one colour").doesNotHaveDuplicates();
    }

    private Locator cut(String prompt, int budget) {
        Locator panel = tab.show(memory, ExplorerPanel.CONTEXT);
        panel.getByLabel("Prompt").fill(prompt);
        panel.getByLabel("Token budget").fill("" + budget);
        assertThat(panel.locator(".budget figcaption")).containsText("of %,d tokens".formatted(budget));
        tab.settle();
        return panel.locator(".columns > div").last().locator(".empty");
    }

    private Locator ask(String query) {
        Locator panel = tab.show(memory, ExplorerPanel.RECALL);
        panel.getByLabel("Question").fill(query);
        panel.locator("[data-hit]").first().waitFor();
        tab.settle();
        return panel;
    }

    @SuppressWarnings("unchecked") // PlainJson makes lists of such maps
    private static List<Map<?, ?>> list(Map<?, ?> object, String field) {
        return (List<Map<?, ?>>) object.get(field);
    }
}
