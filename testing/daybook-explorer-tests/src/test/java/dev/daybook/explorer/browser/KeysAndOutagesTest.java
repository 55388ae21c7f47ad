package dev.daybook.explorer.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.daybook.access.AccessRight;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.keys.ApiKeys.CreatedKey;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.keys.Grantor;
import dev.daybook.server.keys.KeyGrant;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page with keys that open much, little and nothing, and with a server that goes away. */
class KeysAndOutagesTest {

    @TempDir
    Path folder;

    private ExplorerTab tab;

    @BeforeEach
    void start() {
        tab = ExplorerTab.wide();
    }

    @AfterEach
    void stop() {
        tab.close();
    }

    @Test
    void a_key_of_one_user_shows_this_user_and_no_other() {
        try (ServedMemory memory = ServedMemory.withKeys(folder)) {
            SampleMemory.fill(memory.daybook);
            tab.signIn(memory, memory.key("ada", AccessRight.READ));

            tab.page.getByLabel("Scope").click();
            assertThat(tab.page.getByRole(AriaRole.LISTBOX).getByRole(AriaRole.OPTION))
                    .hasText(new String[] {"ada"});
            Locator access = tab.show(memory, ExplorerPanel.ACCESS);
            assertThat(access.getByLabel("Readable scopes").locator("[data-row]"))
                    .hasCount(1);
            access.getByLabel("User").fill("bob");
            access.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Ask"))
                    .click();
            assertThat(access.getByText("404: nothing is here for this key")).isVisible();
            assertThat(tab.page.locator("body")).not().containsText("Herbert");
        }
    }

    @Test
    void an_administrator_sees_who_may_read_what() {
        try (ServedMemory memory = ServedMemory.withKeys(folder)) {
            SampleMemory.fill(memory.daybook);
            CreatedKey planner = memory.keys.create(
                    Space.DEFAULT, new Scope.User(Space.DEFAULT, "ada"), Set.of(AccessRight.READ), null);
            GrantPlace foreign = GrantPlace.of(new Space("lab"));
            memory.keys.grant(planner.key().id(), new KeyGrant(foreign, Set.of(AccessRight.READ)), Grantor.OWNER);
            tab.signIn(memory, memory.key(null, AccessRight.READ, AccessRight.ADMIN));

            Locator access = tab.show(memory, ExplorerPanel.ACCESS);

            Locator grants = access.getByLabel("Grants of key " + planner.key().id());
            assertThat(grants).containsText("spaces/default/users/ada");
            assertThat(grants).containsText("read");
            assertThat(access).not().containsText("lab");
        }
    }

    @Test
    void a_key_is_in_no_address_and_in_no_lasting_storage() {
        try (ServedMemory memory = ServedMemory.withKeys(folder)) {
            SampleMemory.fill(memory.daybook);
            String key = memory.key(null, AccessRight.READ);
            tab.signIn(memory, key);

            assertThat(tab.page.url()).doesNotContain(key);
            assertThat(tab.requests).noneMatch(address -> address.contains(key));
            assertThat(tab.page
                            .evaluate("JSON.stringify(localStorage) + document.cookie")
                            .toString())
                    .doesNotContain(key);
        }
    }

    @Test
    void a_key_without_a_right_says_which_and_changes_nothing() {
        try (ServedMemory memory = ServedMemory.withKeys(folder)) {
            SampleMemory.fill(memory.daybook);
            tab.signIn(memory, memory.key("ada", AccessRight.READ));

            Locator forget = tab.show(memory, ExplorerPanel.FORGET);

            assertThat(forget.getByText("This key lacks the right forget").first())
                    .isVisible();
            assertThat(tab.show(memory, ExplorerPanel.WORK).getByText("a key of a space with the right admin"))
                    .isVisible();
        }
    }

    @Test
    void a_key_that_may_not_read_sees_its_rights_and_nothing_else() {
        try (ServedMemory memory = ServedMemory.withKeys(folder)) {
            SampleMemory.fill(memory.daybook);
            tab.signIn(memory, memory.key("ada", AccessRight.WRITE));

            assertThat(tab.show(memory, ExplorerPanel.ACCESS).getByText("Without the right read"))
                    .isVisible();
            assertThat(tab.show(memory, ExplorerPanel.TIMELINE)
                            .getByRole(AriaRole.ALERT)
                            .first())
                    .containsText("lacks the right 'read'");
        }
    }

    @Test
    void a_revoked_key_leads_back_to_the_question_for_one() {
        try (ServedMemory memory = ServedMemory.withKeys(folder)) {
            SampleMemory.fill(memory.daybook);
            CreatedKey made = memory.keys.create(Space.DEFAULT, null, Set.of(AccessRight.READ), null);
            tab.signIn(memory, made.text());
            memory.keys.revoke(made.key().id());

            tab.page
                    .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Refresh"))
                    .click();

            assertThat(tab.page.getByRole(AriaRole.ALERT)).containsText("revoked");
            assertThat(tab.key()).isVisible();
            assertThat(tab.page.locator("body")).not().containsText("ferry");
        }
    }

    @Test
    void a_server_that_goes_away_is_named_and_the_page_goes_on_when_it_is_back() {
        int port;
        try (ServedMemory memory = ServedMemory.open(folder)) {
            SampleMemory.fill(memory.daybook);
            port = memory.port();
            tab.show(memory, ExplorerPanel.RECALL).getByLabel("Question").fill("ferry");
            tab.page.locator("[data-hit=trip-1]").waitFor();
        }
        tab.page.getByLabel("Question").fill("kettle");
        assertThat(tab.page.locator(".away")).isVisible();

        try (ServedMemory memory = ServedMemory.again(folder, port)) {
            assertThat(tab.page.locator(".away")).isHidden(isHiddenWithin());
            assertThat(tab.page.locator("[data-hit=home-1]")).isVisible();
            assertThat(memory.port()).isEqualTo(port);
        }
    }

    @Test
    void times_are_those_of_the_writer_in_every_time_zone() {
        try (ServedMemory memory = ServedMemory.open(folder)) {
            SampleMemory.fill(memory.daybook);
            for (String zone : new String[] {"Pacific/Kiritimati", "America/St_Johns", "UTC"}) {
                try (ExplorerTab elsewhere = ExplorerTab.in(zone, "ar-EG")) {
                    Locator panel = elsewhere.show(memory, ExplorerPanel.RECALL);
                    panel.getByLabel("Question").fill("ferry");

                    assertThat(panel.locator("[data-hit=trip-1] time").first()).hasText("2026-05-01 10:00Z");
                }
            }
        }
    }

    /** The page asks again every few seconds. */
    private static LocatorAssertions.IsHiddenOptions isHiddenWithin() {
        return new LocatorAssertions.IsHiddenOptions().setTimeout(30_000);
    }
}
