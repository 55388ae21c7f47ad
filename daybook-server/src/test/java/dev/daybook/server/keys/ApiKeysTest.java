package dev.daybook.server.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.data.Principal;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.Trust;
import dev.daybook.server.problem.NotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiKeysTest {

    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    private static final int KEYS_OF_EACH = 40;

    @TempDir
    Path folder;

    @Test
    void a_key_is_found_by_its_text_and_by_nothing_else() {
        ApiKeys keys = at(NOON);
        ApiKeys.CreatedKey made = keys.create(Space.DEFAULT, null, Set.of(AccessRight.READ), null);

        assertThat(keys.find(made.text())).contains(made.key());
        assertThat(keys.find(made.text() + "0")).isEmpty();
        assertThat(keys.find(made.key().hash())).isEmpty();
        assertThat(keys.find("")).isEmpty();
    }

    @Test
    void the_file_holds_no_key_and_only_its_owner_can_read_it() throws Exception {
        ApiKeys.CreatedKey made = at(NOON).create(Space.DEFAULT, null, Set.of(AccessRight.READ), null);

        String file = Files.readString(folder.resolve("keys.json"));
        String secret = made.text().substring(made.text().lastIndexOf('_') + 1);
        assertThat(file).contains(made.key().hash()).doesNotContain(secret);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("keys.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void all_of_a_key_is_there_after_a_restart() {
        Space lab = new Space("lab");
        OffsetDateTime end = NOON.plus(Duration.ofDays(1)).atOffset(ZoneOffset.UTC);
        ApiKeys.CreatedKey made =
                at(NOON).create(lab, new Scope.User(lab, "ada"), Set.of(AccessRight.READ, AccessRight.FORGET), end);

        assertThat(at(NOON).all()).containsExactly(made.key());
    }

    @Test
    void a_key_ends_when_it_expires() {
        OffsetDateTime end = NOON.plusSeconds(60).atOffset(ZoneOffset.UTC);
        String text = at(NOON).create(Space.DEFAULT, null, Set.of(AccessRight.READ), end)
                .text();

        assertThat(at(NOON.plusSeconds(59)).find(text)).isPresent();
        assertThat(at(NOON.plusSeconds(60)).find(text)).isEmpty();
        assertThatThrownBy(() -> at(NOON.plusSeconds(60)).create(Space.DEFAULT, null, Set.of(AccessRight.READ), end))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("past");
    }

    @Test
    void a_change_of_another_process_is_seen_at_once() {
        ApiKeys server = at(NOON);
        ApiKeys.CreatedKey made = server.create(Space.DEFAULT, null, Set.of(AccessRight.READ), null);
        assertThat(server.find(made.text())).isPresent();

        at(NOON).revoke(made.key().id());

        assertThat(server.find(made.text())).isEmpty();
    }

    @Test
    void rotating_keeps_the_rights_of_the_key_and_ends_the_old_one() {
        ApiKeys keys = at(NOON);
        ApiKeys.CreatedKey old = keys.create(new Space("lab"), null, Set.of(AccessRight.ADMIN), null);

        ApiKeys.CreatedKey made = keys.rotate(old.key().id(), null);

        assertThat(made.key().rights()).containsExactly(AccessRight.ADMIN);
        assertThat(made.key().space().id()).isEqualTo("lab");
        assertThat(keys.find(old.text())).isEmpty();
        assertThat(keys.find(made.text())).isPresent();
    }

    @Test
    void a_key_that_is_not_there_cannot_be_ended() {
        assertThatThrownBy(() -> at(NOON).revoke("x"))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("'x'");
        assertThatThrownBy(() -> at(NOON).rotate("x", null)).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> at(NOON).create(Space.DEFAULT, null, Set.of(), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rights");
    }

    /** Makes keys in a process of its own. */
    static final class Maker {
        private Maker() {}

        public static void main(String[] arguments) {
            ApiKeys keys = new ApiKeys(Path.of(arguments[0]), Clock.systemUTC());
            System.out.println("ready");
            for (int i = 0; i < KEYS_OF_EACH; i++) {
                keys.create(Space.DEFAULT, null, Set.of(AccessRight.READ), null);
            }
        }
    }

    @Test
    void changes_of_several_processes_at_once_all_stay() throws Exception {
        List<String> revoked = new ArrayList<>();
        for (int i = 0; i < KEYS_OF_EACH; i++) {
            revoked.add(at(NOON).create(Space.DEFAULT, null, Set.of(AccessRight.READ), null)
                    .key()
                    .id());
        }
        List<Process> makers = List.of(maker(), maker());

        // As each call of the command line: all read anew. Both makers are at work by now.
        revoked.forEach(id -> at(NOON).revoke(id));
        for (Process maker : makers) {
            assertThat(maker.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(maker.exitValue()).isZero();
        }

        assertThat(at(NOON).all()).hasSize(3 * KEYS_OF_EACH);
        assertThat(at(NOON).all().stream()
                        .filter(key -> key.revokedAt() != null)
                        .map(ApiKey::id))
                .containsExactlyInAnyOrderElementsOf(revoked);
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
    }

    private Process maker() throws IOException {
        Process maker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Maker.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(maker.inputReader().readLine()).isEqualTo("ready");
        return maker;
    }

    @Test
    void threads_of_one_process_change_the_keys_one_after_the_other() {
        IntStream.range(0, 20)
                .parallel()
                .forEach(i -> at(NOON).create(Space.DEFAULT, null, Set.of(AccessRight.READ), null));

        assertThat(at(NOON).all()).hasSize(20);
    }

    private ApiKeys at(Instant time) {
        return new ApiKeys(folder, Clock.fixed(time, ZoneOffset.UTC));
    }

    @Test
    void the_bound_of_its_trust_stays_with_a_key_when_it_is_rotated() {
        ApiKeys keys = at(NOON);
        ApiKeys.CreatedKey made = keys.create(Space.DEFAULT, null, Set.of(AccessRight.WRITE), Trust.TOOL, null);
        ApiKeys.CreatedKey bare = keys.create(Space.DEFAULT, null, Set.of(AccessRight.WRITE), null);

        ApiKey rotated = keys.rotate(made.key().id(), null).key();

        assertThat(at(NOON).all()).contains(rotated, bare.key());
        assertThat(rotated.trust()).isEqualTo(Trust.TOOL);
        assertThat(new AuthenticatedCaller(rotated).principal())
                .isEqualTo(new Principal(rotated.id(), Trust.TOOL, true));
        assertThat(new AuthenticatedCaller(rotated).importing().atMost()).isEqualTo(Trust.TOOL);
        assertThat(new AuthenticatedCaller(bare.key()).principal().atMost()).isEqualTo(Trust.USER);
        assertThat(new AuthenticatedCaller(bare.key()).importing().atMost()).isEqualTo(Trust.SYSTEM);
    }
}
