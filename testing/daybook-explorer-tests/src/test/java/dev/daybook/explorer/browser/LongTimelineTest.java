package dev.daybook.explorer.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scope of 100,000 episodes: read in pages, with few rows in the document, and without a long pause. */
class LongTimelineTest {

    private static final int EPISODES = 100_000;
    private static final int BATCH = 1_000;

    /** Rows in view and some beyond, of the episodes and of the sessions. */
    private static final int MAX_ROWS = 120;

    /** The server reads the scope for the first time. */
    private static final double FIRST_PAGE_MILLISECONDS = 60_000;

    /** Scrolls by five screens each frame, at most 1,200 times, and records the time between frames. */
    private static final String SCROLL = """
            async () => {
              const box = document.querySelector('[aria-label^="Episodes"]');
              const frames = [];
              let rows = 0;
              let last = performance.now();
              let still = 0;
              for (let i = 0; i < 1200 && still < 300; i++) {
                const before = box.scrollTop;
                box.scrollTop += 5 * box.clientHeight;
                still = box.scrollTop === before ? still + 1 : 0;
                await new Promise(requestAnimationFrame);
                const now = performance.now();
                frames.push(now - last);
                last = now;
                rows = Math.max(rows, document.querySelectorAll('[data-row]').length);
              }
              frames.sort((one, other) => one - other);
              return { frames: frames.length, rows, median: frames[frames.length >> 1],
                p95: frames[Math.floor(frames.length * 0.95)], longest: frames.at(-1) };
            }""";

    @TempDir
    Path folder;

    @Test
    void a_hundred_thousand_episodes_scroll_in_pages_with_few_rows_in_the_document() {
        try (ExplorerTab tab = ExplorerTab.wide();
                ServedMemory memory = ServedMemory.open(folder)) {
            fill(memory.daybook.user("ada"));
            Locator panel = tab.show(memory, ExplorerPanel.TIMELINE);
            assertThat(panel.getByText(Pattern.compile("^100 episodes read")))
                    .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(FIRST_PAGE_MILLISECONDS));

            Map<?, ?> scrolled = (Map<?, ?>) tab.page.evaluate(SCROLL);

            System.out.println("scroll over 100,000 episodes, milliseconds between frames: " + scrolled);
            assertThat(((Number) scrolled.get("rows")).intValue()).isBetween(1, MAX_ROWS);
            assertThat(tab.requests.stream().filter(address -> address.contains("cursor=")))
                    .hasSizeGreaterThan(3);
            assertThat(tab.requests.stream().filter(address -> address.contains("/entries/")))
                    .isEmpty();
            assertThat(tab.complaints).isEmpty();
        }
    }

    private static void fill(Memory memory) {
        OffsetDateTime begin = OffsetDateTime.parse("2026-01-01T00:00:00Z");
        for (int from = 0; from < EPISODES; from += BATCH) {
            List<NewEpisode> batch = new ArrayList<>();
            for (int i = from; i < from + BATCH; i++) {
                batch.add(NewEpisode.of(Message.user("Note " + i + " of the harbour log: wind and tide."))
                        .id("e" + i)
                        .session("log-" + i / 5_000)
                        .occurredAt(begin.plusMinutes(i)));
            }
            memory.remember(batch);
        }
    }
}
