package dev.daybook.server.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.daybook.access.AccessRight;
import dev.daybook.access.Principal;
import dev.daybook.error.StoreException;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.server.keys.KeyChange.Action;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
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
    void a_damaged_file_leaves_the_keys_that_were_read_before_in_force_and_takes_no_change() throws Exception {
        ApiKeys keys = at(NOON);
        ApiKeys.CreatedKey made = keys.create(Space.DEFAULT, null, Set.of(AccessRight.READ), null);
        Path file = folder.resolve("keys.json");
        String good = Files.readString(file);

        for (String damaged :
                List.of("", good.substring(0, good.length() / 2), "[]", "{\"keys\":[{}],\"changes\":[]}")) {
            Files.writeString(file, damaged);

            assertThat(keys.find(made.text())).as(damaged).contains(made.key());
            assertThat(keys.find("daybook_x_y")).isEmpty();
            assertThat(keys.state()).isEqualTo(ApiKeys.FileState.DAMAGED);
            assertThatThrownBy(() -> keys.create(Space.DEFAULT, null, Set.of(AccessRight.READ), null))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("keys.json is damaged");
            assertThatThrownBy(() -> at(NOON).find(made.text()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageNotContaining("column");
            assertThat(at(NOON).state()).isEqualTo(ApiKeys.FileState.UNREADABLE);
            assertThat(Files.readString(file)).isEqualTo(damaged);
        }

        Path backup = Files.writeString(folder.resolve("backup.keys.json"), good);
        assertThat(KeyFileCopies.copy(backup, file)).isTrue();
        assertThat(keys.state()).isEqualTo(ApiKeys.FileState.GOOD);
        assertThat(keys.all()).hasSize(1);
        Files.delete(file);
        assertThat(keys.find(made.text())).isEmpty();
    }

    @Test
    void a_file_that_everybody_may_write_gives_no_key() throws Exception {
        ApiKeys.CreatedKey made = at(NOON).create(Space.DEFAULT, null, Set.of(AccessRight.READ), null);
        Path file = folder.resolve("keys.json");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThat(at(NOON).state()).isEqualTo(ApiKeys.FileState.UNREADABLE);
        assertThatThrownBy(() -> at(NOON).all()).cause().hasMessageContaining("chmod 600");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        assertThat(at(NOON).find(made.text())).contains(made.key());
        assertThat(folder.toFile().list()).noneMatch(name -> name.startsWith(".owner"));
    }

    /** The message of a file system is often the path alone. */
    @Test
    void a_file_that_cannot_be_written_is_refused_with_the_kind_of_its_failure() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> new ApiKeys(file, Clock.systemUTC())
                        .create(Space.DEFAULT, null, Set.of(AccessRight.READ), null))
                .hasMessageStartingWith(
                        "cannot write the keys to keys.json (java.nio.file.FileAlreadyExistsException: ");
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

        assertThat(made.key().homeRights()).containsExactly(AccessRight.ADMIN);
        assertThat(made.key().home().space().id()).isEqualTo("lab");
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
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
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

    @Test
    void each_change_is_in_the_log_with_its_time_and_its_maker() {
        ApiKey old = at(NOON).create(Space.DEFAULT, null, Set.of(AccessRight.READ), null)
                .key();
        ApiKey made = at(NOON.plusSeconds(1)).rotate(old.id(), null).key();
        at(NOON.plusSeconds(2)).revoke(made.id());
        at(NOON.plusSeconds(3)).revoke(made.id());

        assertThat(at(NOON).changes())
                .extracting(change -> change.at().toInstant(), KeyChange::action, KeyChange::key)
                .containsExactly(
                        tuple(NOON, Action.CREATED, old.id()),
                        tuple(NOON.plusSeconds(1), Action.REVOKED, old.id()),
                        tuple(NOON.plusSeconds(1), Action.CREATED, made.id()),
                        tuple(NOON.plusSeconds(2), Action.REVOKED, made.id()));
        assertThat(at(NOON).changes())
                .allSatisfy(change -> assertThat(change.by()).isEqualTo(System.getProperty("user.name")));
        assertThat(at(NOON).contradiction()).isEmpty();
    }

    @Test
    void a_change_of_the_file_by_another_program_is_found() throws Exception {
        OffsetDateTime end = NOON.plusSeconds(60).atOffset(ZoneOffset.UTC);
        ApiKey first = at(NOON).create(Space.DEFAULT, null, Set.of(AccessRight.READ), end)
                .key();
        ApiKey second = at(NOON).create(Space.DEFAULT, null, Set.of(AccessRight.READ), null)
                .key();
        at(NOON).revoke(second.id());

        assertContradiction("\"rights\":\"read\"", "\"rights\":\"read,admin\"", first.id());
        assertContradiction("2026-05-01T12:01:00Z", "2036-05-01T12:01:00Z", first.id());
        assertContradiction("\"revokedAt\":\"2026-05-01T12:00:00Z\"", "\"revokedAt\":null", second.id());
        assertContradiction(first.hash(), second.hash(), first.id());
        assertContradiction("\"action\":\"revoked\"", "\"action\":\"created\"", "record 3");
        assertContradiction("\"by\":\"" + System.getProperty("user.name") + "\"", "\"by\":\"another\"", "record 1");
    }

    private void assertContradiction(String stored, String edited, String named) throws IOException {
        Path file = folder.resolve("keys.json");
        String before = Files.readString(file);
        assertThat(before).contains(stored);
        Files.writeString(file, before.replaceFirst(Pattern.quote(stored), Matcher.quoteReplacement(edited)));
        assertThat(at(NOON).contradiction())
                .get(InstanceOfAssertFactories.STRING)
                .contains(named);
        Files.writeString(file, before);
    }

    @Test
    void a_removed_key_or_record_is_found() {
        KeyRegister register = KeyRegister.EMPTY;
        for (String id : List.of("a", "b", "c")) {
            register = register.created(key(id), NOON.atOffset(ZoneOffset.UTC), "operator");
        }
        List<ApiKey> keys = register.keys();
        List<KeyChange> changes = register.changes();

        assertThat(register.contradiction()).isEmpty();
        assertThat(new KeyRegister(keys.subList(0, 2), changes).contradiction())
                .contains("key 'c' of the change log is missing from the keys");
        assertThat(new KeyRegister(keys, changes.subList(0, 2)).contradiction())
                .contains("key 'c' is not in the change log");
        assertThat(new KeyRegister(keys, List.of(changes.get(0), changes.get(2))).contradiction())
                .contains("record 2 of the change log breaks the hash chain");
    }

    private static ApiKey key(String id) {
        return new ApiKey(
                id,
                Space.DEFAULT,
                null,
                Set.of(AccessRight.READ),
                KeyLimits.NONE,
                "hash of " + id,
                NOON.atOffset(ZoneOffset.UTC),
                null,
                null);
    }

    @Test
    void keys_from_before_the_log_are_adopted_with_the_first_change() throws Exception {
        Files.writeString(folder.resolve("keys.json"), """
                {"keys":[{"id":"old","space":"default","scope":null,"rights":"read","trust":"tool","hash":"00",
                "createdAt":"2026-01-01T00:00:00Z","expiresAt":null,"revokedAt":null}]}
                """);
        assertThat(at(NOON).changes()).isEmpty();
        assertThat(at(NOON).contradiction()).isEmpty();

        at(NOON).revoke("old");

        assertThat(at(NOON).changes()).extracting(KeyChange::action).containsExactly(Action.ADOPTED, Action.REVOKED);
        assertThat(at(NOON).contradiction()).isEmpty();
    }

    @Test
    void restored_keys_are_in_the_log_of_the_folder() {
        ApiKeys keys = at(NOON);
        ApiKey saved =
                keys.create(Space.DEFAULT, null, Set.of(AccessRight.READ), null).key();
        Path backup = folder.resolve("backup.keys.json");
        KeyFileCopies.copy(folder.resolve("keys.json"), backup);
        ApiKey later =
                keys.create(Space.DEFAULT, null, Set.of(AccessRight.READ), null).key();

        KeyFileCopies.copy(backup, folder.resolve("keys.json"));

        assertThat(keys.all()).containsExactly(saved);
        assertThat(keys.changes())
                .extracting(KeyChange::action, KeyChange::key)
                .containsExactly(
                        tuple(Action.CREATED, saved.id()),
                        tuple(Action.CREATED, later.id()),
                        tuple(Action.RESTORED, ""),
                        tuple(Action.ADOPTED, saved.id()));
        assertThat(keys.contradiction()).isEmpty();
    }

    private ApiKeys at(Instant time) {
        return new ApiKeys(folder, Clock.fixed(time, ZoneOffset.UTC));
    }

    @Test
    void the_limits_stay_with_a_key_when_it_is_rotated() {
        ApiKeys keys = at(NOON);
        ApiKeys.CreatedKey made =
                keys.create(Space.DEFAULT, null, Set.of(AccessRight.READ), new KeyLimits(Trust.TOOL, 7), null);
        ApiKeys.CreatedKey bare = keys.create(Space.DEFAULT, null, Set.of(AccessRight.WRITE), null);

        ApiKey rotated = keys.rotate(made.key().id(), null).key();

        assertThat(at(NOON).all()).contains(rotated, bare.key());
        assertThat(rotated.limits()).isEqualTo(new KeyLimits(Trust.TOOL, 7));
        Scope ada = new Scope.User(Space.DEFAULT, "ada");
        assertThat(new AuthenticatedCaller(rotated).principal(ada))
                .isEqualTo(new Principal(rotated.id(), Trust.TOOL, true, Set.of(AccessRight.READ)));
        assertThat(new AuthenticatedCaller(rotated).importing(ada).atMost()).isEqualTo(Trust.TOOL);
        assertThat(new AuthenticatedCaller(bare.key()).principal(ada).atMost()).isEqualTo(Trust.USER);
        assertThat(new AuthenticatedCaller(bare.key()).importing(ada).atMost()).isEqualTo(Trust.SYSTEM);
    }
}
