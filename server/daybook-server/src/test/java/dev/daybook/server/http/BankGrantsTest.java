package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.query.SpaceSettings;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.keys.Grantor;
import dev.daybook.server.keys.KeyGrant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bank over REST is in the shared scope: a grant of that scope opens its summaries. */
class BankGrantsTest {

    private static final String BANK = "/v1/spaces/default/bank";
    private static final String MINE =
            "{\"level\":\"day\",\"text\":\"The tower is closed.\",\"period\":\"2026-11-27\"}";
    private static final String OF_ADA =
            "{\"level\":\"session\",\"text\":\"x\",\"chat\":{\"user\":\"ada\",\"session\":\"s-of-ada\"}}";
    private static final Scope SHARED = new Scope.Shared(Space.DEFAULT);

    @TempDir
    Path folder;

    private TestServer server;

    @BeforeEach
    void serve() {
        server = TestServer.withMem0(Daybook.builder(new InMemoryStore()).noEmbedder(), folder);
        var space = server.daybook.space("default");
        space.changeSettings(settings -> settings.bank(SpaceSettings.Bank.OFF.enabled(true)));
        var session = space.user("ada").session("s-of-ada");
        session.remember(Message.user("We meet at the tower."));
        space.bank()
                .remember(NewSummary.of(Summary.Level.SESSION, "A meeting at the tower.")
                        .session(new SessionRef(new Scope.User(Space.DEFAULT, "ada"), "s-of-ada"))
                        .lastSourceAt(server.daybook
                                .user("ada")
                                .session("s-of-ada")
                                .turns(1)
                                .get(0)
                                .occurredAt()));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String[] ofShared(AccessRight... rights) {
        return bearer(
                server.keys.create(Space.DEFAULT, SHARED, Set.of(rights), null).text());
    }

    @Test
    void a_grant_of_the_shared_scope_reads_the_bank() {
        String[] key = ofShared(AccessRight.READ);

        assertThat(server.get(BANK, key).body()).contains("A meeting at the tower.");
        assertThat(server.get(BANK + "/preview", key).body()).contains("A meeting at the tower.");
        server.daybook.space("default").bank().compress(1);
        assertThat(server.get(BANK + "?archive=true", key).body()).contains("A meeting at the tower.");
    }

    @Test
    void a_grant_of_the_shared_scope_opens_no_sessions_of_users() {
        String[] key = ofShared(AccessRight.values());

        for (String rest : List.of("/summarize", "/run")) {
            assertThat(server.post(BANK + rest, "{}", key).status()).as(rest).isEqualTo(404);
        }
        assertThat(server.get(BANK + "/due", key).status()).isEqualTo(404);
        assertThat(server.post(BANK, OF_ADA, key).status()).isEqualTo(404);
        assertThat(server.get("/v1/spaces/default/settings", key).status()).isEqualTo(404);
    }

    @Test
    void each_call_needs_its_right_in_the_shared_scope() {
        String[] reader = ofShared(AccessRight.READ);
        String[] writer = ofShared(AccessRight.WRITE);
        String[] eraser = ofShared(AccessRight.FORGET);

        assertThat(server.post(BANK, MINE, reader).status()).isEqualTo(403);
        assertThat(server.delete(BANK, writer).status()).isEqualTo(403);
        assertThat(server.get(BANK, writer).status()).isEqualTo(403);
        assertThat(server.post(BANK, MINE, writer).status()).isEqualTo(201);
        assertThat(server.post(BANK + "/compress", "{\"maxTokens\":5000}", writer)
                        .status())
                .isEqualTo(200);
        assertThat(server.delete(BANK, eraser).at("cleared")).isEqualTo(2L);
    }

    @Test
    void a_grant_of_a_user_opens_the_bank_when_the_shared_scope_is_granted_too() {
        var made =
                server.keys.create(Space.DEFAULT, new Scope.User(Space.DEFAULT, "bob"), Set.of(AccessRight.READ), null);
        assertThat(server.get(BANK, bearer(made.text())).status()).isEqualTo(404);

        server.keys.grant(
                made.key().id(), new KeyGrant(GrantPlace.of(SHARED), Set.of(AccessRight.READ)), Grantor.OWNER);

        assertThat(server.get(BANK, bearer(made.text())).status()).isEqualTo(200);
        assertThat(server.post(
                                "/v1/spaces/default/users/bob/context",
                                PlainJson.write(Map.of("prompt", "where?", "with", List.of(Map.of("scope", "shared")))),
                                bearer(made.text()))
                        .body())
                .contains("A meeting at the tower.");
    }
}
