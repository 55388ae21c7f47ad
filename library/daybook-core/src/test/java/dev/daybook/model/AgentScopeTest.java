package dev.daybook.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The codes of agents, beside those of users. */
class AgentScopeTest {

    private static final String[] PIECES = {
        "agent",
        "-of",
        "user",
        ":",
        "/",
        "%",
        "25",
        "2F",
        "2f",
        "anonymous",
        "shared",
        "ada",
        "\\",
        "~",
        " x",
        "\u00e9",
        "\u2215"
    };

    private final Random random = new Random(36);

    private String id() {
        StringBuilder id = new StringBuilder();
        for (int pieces = 1 + random.nextInt(5); pieces > 0; pieces--) {
            id.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return id.toString();
    }

    private List<Scope> scopes() {
        List<Scope> scopes =
                new ArrayList<>(List.of(new Scope.Anonymous(Space.DEFAULT), new Scope.Shared(Space.DEFAULT)));
        for (int i = 0; i < 5_000; i++) {
            scopes.add(new Scope.User(Space.DEFAULT, id()));
            scopes.add(new Scope.Agent(Space.DEFAULT, null, id()));
            scopes.add(new Scope.Agent(Space.DEFAULT, id(), id()));
        }
        return scopes;
    }

    @Test
    void no_two_scopes_have_one_code_and_each_is_read_from_its_own() {
        Set<Scope> scopes = new HashSet<>(scopes());

        assertThat(scopes).hasSizeGreaterThan(10_000);
        assertThat(scopes)
                .allSatisfy(scope ->
                        assertThat(Scope.of(Space.DEFAULT, scope.code())).isEqualTo(scope));
        assertThat(scopes.stream().map(Scope::code)).doesNotHaveDuplicates();
    }

    @Test
    void the_code_of_a_user_is_what_it_was_whatever_the_id() {
        for (String id : List.of("agent:planner", "agent-of:ada/planner", "ada/planner", "ada%2Fplanner")) {
            assertThat(new Scope.User(Space.DEFAULT, id).code()).isEqualTo("user:" + id);
            assertThat(Scope.of(Space.DEFAULT, "user:" + id)).isEqualTo(new Scope.User(Space.DEFAULT, id));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "agent-of:ada",
                "agent-of:/planner",
                "agent-of:ada/",
                "agent-of:a%da/planner",
                "agent-of:a%2fda/planner",
                "agent:",
                "agent:a\u0000b",
                "agent-of:a\nda/planner",
                "agents:planner"
            })
    void a_text_that_is_no_code_is_refused(String code) {
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.of(Space.DEFAULT, code));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000b", "a\u0085b", "\ud800"})
    void an_agent_has_ids_as_a_user_has(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Scope.Agent(Space.DEFAULT, "ada", id))
                .withMessageContaining("agent");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Scope.Agent(Space.DEFAULT, id, "planner"))
                .withMessageContaining("user");
    }
}
