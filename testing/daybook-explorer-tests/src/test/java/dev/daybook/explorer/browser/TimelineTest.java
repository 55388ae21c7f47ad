package dev.daybook.explorer.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lanes of the sessions, the conversation of one, and the export of all. */
class TimelineTest {

    private static final String ADA = "v1/spaces/default/users/ada/";

    /** How many pixels of the mark of a lane lie within its track. */
    private static final String VISIBLE_MARK = """
            lane => {
              const mark = lane.querySelector('.part').getBoundingClientRect();
              const track = lane.querySelector('.track').getBoundingClientRect();
              return Math.min(mark.right, track.right) - Math.max(mark.left, track.left);
            }""";

    /** The distances of the ends of the dates from the ends of the lanes. */
    private static final String DATES_FROM_LANES = """
            panel => {
              const dates = [...panel.querySelectorAll('.axis span span')].filter(each => each.textContent);
              const track = panel.querySelector('.track').getBoundingClientRect();
              return [dates[0].getBoundingClientRect().left - track.left,
                dates.at(-1).getBoundingClientRect().right - track.right];
            }""";

    @TempDir
    Path folder;

    private ServedMemory memory;

    @BeforeEach
    void start() {
        HeadlessChromium.get();
        memory = ServedMemory.open(folder);
    }

    @AfterEach
    void stop() {
        if (memory != null) {
            memory.close();
        }
    }

    @Test
    void every_session_of_one_moment_has_a_mark_the_newest_too() {
        remember("kettle", "2026-05-01T10:00:00Z", 1);
        remember("ferry", "2026-05-01T12:00:00Z", 1);
        remember("mail", "2026-05-03T12:00:00Z", 1);
        try (ExplorerTab tab = ExplorerTab.wide()) {
            Locator lanes = tab.show(memory, ExplorerPanel.TIMELINE).locator(".lane[aria-pressed]");
            assertThat(lanes).hasCount(3);

            for (Locator lane : lanes.all()) {
                assertThat(((Number) lane.evaluate(VISIBLE_MARK)).doubleValue())
                        .as(lane.textContent())
                        .isGreaterThanOrEqualTo(4);
            }
        }
    }

    @Test
    void the_axis_of_one_day_names_the_day_once() {
        remember("kettle", "2026-05-01T10:00:00Z", 1);
        remember("ferry", "2026-05-01T12:00:00Z", 1);
        try (ExplorerTab tab = ExplorerTab.wide()) {
            Locator axis = tab.show(memory, ExplorerPanel.TIMELINE).locator(".axis");

            assertThat(axis).hasText("01 May 2026, 10:00Z11:00Z12:00Z");
        }
    }

    @Test
    void the_axis_of_two_days_names_each_once() {
        remember("kettle", "2026-05-01T10:00:00Z", 1);
        remember("ferry", "2026-05-02T12:00:00Z", 1);
        try (ExplorerTab tab = ExplorerTab.wide()) {
            assertThat(tab.show(memory, ExplorerPanel.TIMELINE).locator(".axis"))
                    .hasText("01 May 202602 May 2026");
        }
    }

    @Test
    void the_dates_stand_over_the_ends_of_the_lanes_on_a_telephone_too() {
        remember("kettle", "2026-05-01T10:00:00Z", 1);
        remember("ferry", "2026-05-09T12:00:00Z", 1);
        for (ExplorerTab tab : List.of(ExplorerTab.wide(), ExplorerTab.narrow())) {
            try (tab) {
                Locator panel = tab.show(memory, ExplorerPanel.TIMELINE);
                panel.locator(".track").first().waitFor();

                List<?> distances = (List<?>) panel.evaluate(DATES_FROM_LANES);

                assertThat(distances)
                        .hasSize(2)
                        .allSatisfy(each ->
                                assertThat(((Number) each).doubleValue()).isBetween(-2.0, 2.0));
            }
        }
    }

    @Test
    void a_missing_summary_names_the_panel_that_makes_one_as_it_is_called() {
        remember("kettle", "2026-05-01T10:00:00Z", 1);
        try (ExplorerTab tab = ExplorerTab.wide()) {
            Locator panel = tab.show(memory, ExplorerPanel.TIMELINE);
            Locator named = panel.locator(".empty").getByRole(AriaRole.BUTTON);
            String name = named.textContent();
            named.click();

            tab.page.locator(ExplorerPanel.WORK.selector()).waitFor();
            assertThat(tab.page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setSelected(true)))
                    .hasText(name);
        }
    }

    @Test
    void a_conversation_is_read_from_top_to_bottom_in_pages() {
        remember("log", "2026-05-01T10:00:00Z", 120);
        try (ExplorerTab tab = ExplorerTab.wide()) {
            Locator timeline = tab.show(memory, ExplorerPanel.TIMELINE);
            timeline.locator(".lane[aria-pressed]").first().click();
            timeline.getByRole(AriaRole.BUTTON, named("Read this conversation")).click();
            Locator panel = tab.page.locator(ExplorerPanel.CONVERSATION.selector());

            assertThat(panel.locator("[data-episode]")).hasCount(50);
            assertThat(episodes(panel)).isEqualTo(ids("log", 70, 120));
            panel.getByRole(AriaRole.BUTTON, named("Earlier")).first().click();
            assertThat(panel.locator("[data-episode=log-20]")).isVisible();
            assertThat(episodes(panel)).isEqualTo(ids("log", 20, 70));
            panel.getByRole(AriaRole.BUTTON, named("Earlier")).first().click();
            assertThat(panel.locator("[data-episode=log-0]")).isVisible();
            assertThat(panel.getByRole(AriaRole.BUTTON, named("Earlier")).first())
                    .isDisabled();
            panel.getByRole(AriaRole.BUTTON, named("Later")).first().click();
            assertThat(panel.locator("[data-episode=log-69]")).containsText("Entry 69 of log");
        }
    }

    @Test
    void an_export_saves_the_lines_of_the_rest_interface() throws Exception {
        remember("log", "2026-05-01T10:00:00Z", 30);
        try (ExplorerTab tab = ExplorerTab.wide()) {
            Locator panel = tab.show(memory, ExplorerPanel.TIMELINE);

            var saved = tab.page.waitForDownload(
                    () -> panel.getByRole(AriaRole.BUTTON, named("Export")).click());

            assertThat(saved.suggestedFilename()).isEqualTo("daybook-default-user-ada.jsonl");
            assertThat(Files.readString(saved.path()))
                    .isEqualTo(memory.rest(ADA + "export"))
                    .contains("Entry 29 of log");
            assertThat(tab.complaints).isEmpty();
        }
    }

    private void remember(String session, String begin, int episodes) {
        Memory ada = memory.daybook.user("ada");
        List<NewEpisode> all = new ArrayList<>();
        for (int i = 0; i < episodes; i++) {
            all.add(NewEpisode.of(Message.user("Entry " + i + " of " + session))
                    .id(session + "-" + i)
                    .session(session)
                    .occurredAt(OffsetDateTime.parse(begin).plusMinutes(i)));
        }
        ada.remember(all);
    }

    private static Object episodes(Locator panel) {
        return panel.locator("[data-episode]").evaluateAll("all => all.map(each => each.dataset.episode)");
    }

    private static List<String> ids(String session, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> session + "-" + i).toList();
    }

    private static Locator.GetByRoleOptions named(String name) {
        return new Locator.GetByRoleOptions().setName(name);
    }
}
