package dev.daybook.explorer.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Response;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageLoadTest {

    /** The promise of the page, as the browser receives it: with gzip. */
    private static final int MAX_COMPRESSED_BYTES = 100_000;

    private static final String FIRST_PAINT = """
            () => new Promise(done => new PerformanceObserver(list => {
              const paint = list.getEntriesByName('first-contentful-paint')[0];
              if (paint) done(paint.startTime);
            }).observe({ type: 'paint', buffered: true }))""";

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
    void the_browser_receives_at_most_100_kb() {
        List<Response> answers = new ArrayList<>();
        tab.page.onResponse(answers::add);

        tab.page.navigate(memory.address());
        tab.page.locator("main").waitFor();

        int bytes = 0;
        int files = 0;
        // A call of the browser reports further answers, so the list is copied.
        for (Response answer : List.copyOf(answers)) {
            if (!answer.url().contains("/v1/")) {
                assertThat(answer.headerValue("content-encoding"))
                        .as(answer.url())
                        .isEqualTo("gzip");
                bytes += Integer.parseInt(answer.headerValue("content-length"));
                files++;
            }
        }
        System.out.println("page weight: " + bytes + " bytes with gzip in " + files + " files");
        assertThat(files).isGreaterThan(1);
        assertThat(bytes).isLessThanOrEqualTo(MAX_COMPRESSED_BYTES);
    }

    @Test
    void nothing_is_loaded_from_elsewhere_and_the_browser_refuses_nothing() {
        for (ExplorerPanel panel : ExplorerPanel.values()) {
            tab.show(memory, panel);
        }

        assertThat(tab.requests).isNotEmpty().allMatch(address -> address.startsWith(memory.address()));
        assertThat(tab.complaints).isEmpty();
    }

    /** Shows that the test above would see it. */
    @Test
    void the_browser_refuses_a_script_that_is_in_the_page() {
        tab.page.navigate(memory.address());

        tab.page.evaluate("() => { const s = document.createElement('script'); s.textContent = 'window.ran = true';"
                + " document.body.append(s); }");

        assertThat(tab.page.evaluate("window.ran === true")).isEqualTo(false);
        assertThat(tab.complaints).anyMatch(text -> text.contains("Content Security Policy"));
    }

    /** Shows that a missing file or call would be seen. */
    @Test
    void an_answer_of_404_is_a_complaint_unless_it_is_expected() {
        tab.page.navigate(memory.address());

        tab.page.evaluate(
                "async () => { await fetch('./v1/spaces/default/bank'); await fetch('./assets/absent.js'); }");

        assertThat(tab.complaints).singleElement().asString().contains("404", "assets/absent.js");
    }

    /** Figures are printed and not asserted: another machine has others. */
    @Test
    void the_first_paint_is_measured() {
        List<Double> paints = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            tab.page.navigate(memory.address());
            paints.add(((Number) tab.page.evaluate(FIRST_PAINT)).doubleValue());
        }

        System.out.println("first paint in ms, first visit and four more: " + paints);
        assertThat(paints).hasSize(5).allMatch(each -> each > 0);
    }
}
