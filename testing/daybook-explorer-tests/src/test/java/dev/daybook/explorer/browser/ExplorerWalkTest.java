package dev.daybook.explorer.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The walk of {@code docs/explorer.md} over the sample session of the tour. With {@code -Ddaybook.screenshots=FOLDER}
 * it writes the pictures of that page.
 */
class ExplorerWalkTest {

    private static final String WEDDING = "When is the wedding?";
    private static final String SCREENSHOTS = System.getProperty("daybook.screenshots", "");

    @TempDir
    Path temporary;

    @Test
    void a_wrong_memory_is_found_and_corrected_and_a_person_is_forgotten_with_a_certificate() throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("tour"));
        try (ExplorerTab tab = ExplorerTab.ofPictures();
                TourProcess tour = TourProcess.start(folder)) {
            tab.expectErasedEntries();
            lookAround(tab, tour);
            findTheReason(tab, tour);
            correct(tab, tour);
            forgetASession(tab, tour);
            forgetAPerson(tab, tour);
            assertThat(tab.complaints).isEmpty();
        }
    }

    private static void lookAround(ExplorerTab tab, TourProcess tour) {
        Locator timeline = tab.show(tour.address, ExplorerPanel.TIMELINE, "user:ottilie");
        assertThat(timeline.getByText("wedding").first()).isVisible();
        picture(tab, "timeline");

        Locator conversation = tab.show(tour.address, ExplorerPanel.CONVERSATION, "user:ottilie");
        ExplorerTab.choose(conversation.getByLabel("Session"), "wedding");
        assertThat(conversation.locator("[data-episode]").first()).isVisible();
        picture(tab, "conversation");

        Locator context = tab.show(tour.address, ExplorerPanel.CONTEXT, "user:ottilie");
        context.getByLabel("Prompt").fill("What do I have to mind with the wedding cake?");
        context.getByLabel("Token budget").fill("300");
        assertThat(context.locator("figcaption")).containsText("of 300 tokens used");
        assertThat(context.locator(".sheet")).containsText("walnuts");
        assertThat(context.getByRole(AriaRole.HEADING, named("What was cut"))).containsText("What was cut");
        picture(tab, "context");

        Locator facts = tab.show(tour.address, ExplorerPanel.FACTS, "user:ottilie");
        assertThat(facts.getByText("the puppet theatre")).isVisible();
        picture(tab, "facts");

        assertThat(tab.show(tour.address, ExplorerPanel.BLOCKS, "user:ottilie").locator("ins"))
                .containsText("cello");
        picture(tab, "blocks");
    }

    private static void findTheReason(ExplorerTab tab, TourProcess tour) {
        Locator recall = ask(tab, tour);
        Locator wrong = recall.locator("[data-hit=mail-1]");
        assertThat(wrong).containsText("tool");
        wrong.getByRole(AriaRole.BUTTON, named("Why")).click();
        assertThat(wrong.getByRole(AriaRole.TABLE)).containsText("words");
        wrong.getByRole(AriaRole.TABLE).scrollIntoViewIfNeeded();
        picture(tab, "why");

        wrong.getByRole(AriaRole.BUTTON, named("Without it")).click();
        assertThat(recall.getByLabel("Without this entry")
                        .getByRole(AriaRole.LISTITEM)
                        .first())
                .containsText("→ not a hit");
        picture(tab, "without");
    }

    private static void correct(ExplorerTab tab, TourProcess tour) {
        ask(tab, tour)
                .locator("[data-hit=mail-1]")
                .getByRole(AriaRole.BUTTON, named("Open"))
                .click();
        tab.page
                .getByRole(AriaRole.DIALOG)
                .getByRole(AriaRole.BUTTON, named("Quarantine"))
                .click();
        Locator forget = tab.page.locator(ExplorerPanel.FORGET.selector());
        forget.getByRole(AriaRole.BUTTON, named("Hide 1 entry")).click();
        assertThat(forget.getByRole(AriaRole.BUTTON, named("Release"))).isVisible();
        picture(tab, "quarantine");

        Locator recall = ask(tab, tour);
        assertThat(recall.locator("[data-hit]").first()).containsText("wedding");
        assertThat(recall.locator("[data-hit=mail-1]")).hasCount(0);
    }

    private static void forgetASession(ExplorerTab tab, TourProcess tour) throws Exception {
        Locator forget = tab.show(tour.address, ExplorerPanel.FORGET, "user:ottilie");
        forget.getByLabel("one session").check();
        ExplorerTab.choose(forget.getByLabel("Session", new Locator.GetByLabelOptions().setExact(true)), "knee");
        forget.getByRole(AriaRole.BUTTON, named("Preview")).click();
        forget.getByLabel("Type the scope to confirm").fill("user:ottilie");
        assertThat(forget.locator("[data-count=episode]")).containsText("4");
        tab.settle();
        picture(tab, "preview");
        forget.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName("Forget").setExact(true))
                .click();
        assertThat(forget.locator("[data-receipt]")).containsText("gone");
        assertThat(forget.locator("[data-receipt]")).containsText("are no longer found");
        picture(tab, "receipt");

        tour.run("verify-erasure");
    }

    /** The proof reads the texts of every scope, so it is a command; the page names it and shows what is left. */
    private void forgetAPerson(ExplorerTab tab, TourProcess tour) throws Exception {
        Locator forget = tab.show(tour.address, ExplorerPanel.FORGET, "user:bram");
        forget.getByLabel("the whole scope").check();
        assertThat(forget.locator("[data-as=command]")).containsText("--prove");

        String certificate = temporary.resolve("bram.json").toString();
        String proof = tour.run("forget", "--all", "--user", "bram", "--yes", "--prove", "--certificate", certificate);

        assertThat(proof).contains("after:  found 0");
        assertThat(tour.run("verify-certificate", certificate)).contains("valid");
        tab.page
                .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Refresh"))
                .click();
        Locator access = tab.show(tour.address, ExplorerPanel.ACCESS, "user:ottilie");
        assertThat(access.getByLabel("Readable scopes")).not().containsText("bram");
        picture(tab, "access");
    }

    private static Locator ask(ExplorerTab tab, TourProcess tour) {
        Locator recall = tab.show(tour.address, ExplorerPanel.RECALL, "user:ottilie");
        recall.getByLabel("Question").fill(WEDDING);
        recall.locator("[data-hit]").first().waitFor();
        return recall;
    }

    private static Locator.GetByRoleOptions named(String name) {
        return new Locator.GetByRoleOptions().setName(name);
    }

    private static void picture(ExplorerTab tab, String name) {
        if (!SCREENSHOTS.isEmpty()) {
            tab.settle();
            tab.page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(SCREENSHOTS, name + ".png")));
        }
    }
}
