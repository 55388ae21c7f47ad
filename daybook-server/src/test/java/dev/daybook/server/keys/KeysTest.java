package dev.daybook.server.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.server.problem.NotFound;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysTest {

    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    @TempDir
    Path folder;

    @Test
    void a_key_is_found_by_its_text_and_by_nothing_else() {
        Keys keys = at(NOON);
        Keys.Made made = keys.create(Space.DEFAULT, null, Set.of(Right.READ), null);

        assertThat(keys.find(made.text())).contains(made.key());
        assertThat(keys.find(made.text() + "0")).isEmpty();
        assertThat(keys.find(made.key().hash())).isEmpty();
        assertThat(keys.find("")).isEmpty();
    }

    @Test
    void the_file_holds_no_key_and_only_its_owner_can_read_it() throws Exception {
        Keys.Made made = at(NOON).create(Space.DEFAULT, null, Set.of(Right.READ), null);

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
        Keys.Made made = at(NOON).create(lab, new Scope.User(lab, "ada"), Set.of(Right.READ, Right.FORGET), end);

        assertThat(at(NOON).all()).containsExactly(made.key());
    }

    @Test
    void a_key_ends_when_it_expires() {
        OffsetDateTime end = NOON.plusSeconds(60).atOffset(ZoneOffset.UTC);
        String text =
                at(NOON).create(Space.DEFAULT, null, Set.of(Right.READ), end).text();

        assertThat(at(NOON.plusSeconds(59)).find(text)).isPresent();
        assertThat(at(NOON.plusSeconds(60)).find(text)).isEmpty();
        assertThatThrownBy(() -> at(NOON.plusSeconds(60)).create(Space.DEFAULT, null, Set.of(Right.READ), end))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("past");
    }

    @Test
    void a_change_of_another_process_is_seen_at_once() {
        Keys server = at(NOON);
        Keys.Made made = server.create(Space.DEFAULT, null, Set.of(Right.READ), null);
        assertThat(server.find(made.text())).isPresent();

        at(NOON).revoke(made.key().id());

        assertThat(server.find(made.text())).isEmpty();
    }

    @Test
    void rotating_keeps_what_the_key_opens_and_ends_the_old_one() {
        Keys keys = at(NOON);
        Keys.Made old = keys.create(new Space("lab"), null, Set.of(Right.ADMIN), null);

        Keys.Made made = keys.rotate(old.key().id(), null);

        assertThat(made.key().rights()).containsExactly(Right.ADMIN);
        assertThat(made.key().space().id()).isEqualTo("lab");
        assertThat(keys.find(old.text())).isEmpty();
        assertThat(keys.find(made.text())).isPresent();
    }

    @Test
    void a_key_that_is_not_there_cannot_be_ended() {
        assertThatThrownBy(() -> at(NOON).revoke("x"))
                .isInstanceOf(NotFound.class)
                .hasMessageContaining("'x'");
        assertThatThrownBy(() -> at(NOON).rotate("x", null)).isInstanceOf(NotFound.class);
        assertThatThrownBy(() -> at(NOON).create(Space.DEFAULT, null, Set.of(), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rights");
    }

    private Keys at(Instant time) {
        return new Keys(folder, Clock.fixed(time, ZoneOffset.UTC));
    }
}
