package dev.daybook.internal.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    private static final byte[] KEY = new byte[32];

    @Test
    void packed_bytes_are_ascii_and_come_back() {
        Random random = new Random(7);
        for (int size = 0; size < 200; size++) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            String text = PackedText.pack(bytes);
            assertThat(text.chars()).allMatch(each -> each < 128);
            assertThat(text.length()).isLessThanOrEqualTo(size * 8 / 7 + 1);
            assertThat(PackedText.unpack(text)).isEqualTo(bytes);
        }
    }

    @Test
    void another_text_unpacks_to_nothing() {
        assertThat(PackedText.unpack("\u00e4")).isNull();
        assertThat(PackedText.unpack("a")).isNull();
        assertThat(PackedText.unpack(PackedText.pack(new byte[] {1, 2, 3}) + "a"))
                .isNull();
    }

    @Test
    void a_name_opens_in_its_context_only_and_unchanged_only() {
        NameCipher names = new NameCipher(KEY);
        byte[] sealed = names.seal(new ContextFields("a").add("b"), "ada");
        assertThat(names.seal(new ContextFields("a").add("b"), "ada")).isEqualTo(sealed);
        assertThat(names.open(new ContextFields("a").add("b"), sealed)).isEqualTo("ada");
        assertThat(names.open(new ContextFields("ab"), sealed)).isNull();
        for (int at = 0; at < sealed.length; at++) {
            byte[] changed = sealed.clone();
            changed[at] ^= 4;
            assertThat(names.open(new ContextFields("a").add("b"), changed)).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ada@example.org", "~", "a/b%2F", "\ud83d\ude00"})
    void users_and_agents_are_sealed_and_come_back(String id) {
        ScopeNames names = new ScopeNames(KEY);
        Space space = new Space("acme");
        for (String each : new String[] {
            id, id.repeat(20), "n".repeat(367), "n".repeat(368), "n".repeat(512), "\ud83d\ude00".repeat(512)
        }) {
            for (Scope scope : new Scope[] {
                new Scope.User(space, each), new Scope.Agent(space, each, id), new Scope.Agent(space, null, each)
            }) {
                assertThat(names.open(names.seal(scope))).isEqualTo(scope);
            }
        }
        assertThat(names.seal(new Scope.User(space, "n".repeat(367))).code()).doesNotContain("nnnn");
        assertThat(names.seal(new Scope.User(space, id)).code()).doesNotContain(id.repeat(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {259, 300, 367})
    void an_id_that_another_one_is_sealed_to_is_refused(int length) {
        ScopeNames names = new ScopeNames(KEY);
        Space space = new Space("acme");
        Scope.User user = (Scope.User) names.seal(new Scope.User(space, "n".repeat(length)));
        Scope.Agent agent =
                (Scope.Agent) names.seal(new Scope.Agent(space, user.id().substring(1, 300), "n".repeat(length)));
        for (Scope taken :
                new Scope[] {user, new Scope.Agent(space, user.id(), "notes"), new Scope.Agent(space, null, agent.id())
                }) {
            assertThatThrownBy(() -> names.seal(taken))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("use an id that does not begin with '~'");
        }
        // In another space, or as another kind, it is the sealed form of nothing.
        for (Scope other :
                new Scope[] {new Scope.User(new Space("other"), user.id()), new Scope.User(space, agent.id())}) {
            assertThat(names.open(names.seal(other))).isEqualTo(other);
        }
    }

    @Test
    void a_user_of_another_space_does_not_open() {
        ScopeNames names = new ScopeNames(KEY);
        Scope.User sealed = (Scope.User) names.seal(new Scope.User(new Space("acme"), "ada"));
        assertThatThrownBy(() -> names.open(new Scope.User(new Space("other"), sealed.id())))
                .isInstanceOf(DamagedRecordException.class);
    }
}
