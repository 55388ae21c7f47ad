package dev.daybook.server.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.daybook.access.AccessRight;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.keys.KeyChange.Action;
import dev.daybook.server.problem.ForbiddenException;
import dev.daybook.server.problem.NotFoundException;
import dev.daybook.server.problem.UnauthorizedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The grants of a key: their form in the file, their limits, and who may change them. */
class KeyGrantsTest {

    private static final OffsetDateTime NOON = OffsetDateTime.of(2026, 5, 1, 12, 0, 0, 0, ZoneOffset.UTC);
    private static final Space LAB = new Space("lab");
    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final Scope BOB = new Scope.User(Space.DEFAULT, "bob");
    private static final Runnable NO_AUDIT = () -> {};

    @TempDir
    Path folder;

    private ApiKeys keys() {
        return new ApiKeys(folder, Clock.fixed(Instant.from(NOON), ZoneOffset.UTC));
    }

    private static KeyGrant grant(Scope scope, AccessRight... rights) {
        return new KeyGrant(GrantPlace.of(scope), Set.of(rights));
    }

    private ApiKeys.CreatedKey ofAda(AccessRight... rights) {
        return keys().create(Space.DEFAULT, ADA, Set.of(rights), null);
    }

    @Test
    void the_rights_in_a_scope_are_those_of_all_grants_that_cover_it() {
        ApiKey key = ofAda(AccessRight.READ).key();
        keys().grant(key.id(), new KeyGrant(GrantPlace.of(LAB), Set.of(AccessRight.READ)), Grantor.OWNER);
        Scope inLab = new Scope.User(LAB, "ada");
        ApiKey granted = keys().grant(key.id(), grant(inLab, AccessRight.WRITE), Grantor.OWNER);

        assertThat(granted.rights(inLab)).containsExactlyInAnyOrder(AccessRight.READ, AccessRight.WRITE);
        assertThat(granted.rights(new Scope.Agent(LAB, "ada", "a"))).contains(AccessRight.WRITE);
        assertThat(granted.rights(new Scope.User(LAB, "bob"))).containsExactly(AccessRight.READ);
        assertThat(granted.rights(GrantPlace.of(LAB))).containsExactly(AccessRight.READ);
        assertThat(granted.rights(GrantPlace.of(Space.DEFAULT))).isEmpty();
        assertThat(granted.rights(BOB)).isEmpty();
        assertThat(keys().all()).containsExactly(granted);
    }

    @Test
    void a_right_to_write_in_a_space_does_not_show_its_shared_scope_to_a_reader_of_a_user() {
        ApiKey key = ofAda(AccessRight.READ).key();
        GrantPlace space = GrantPlace.of(Space.DEFAULT);

        ApiKey writer = keys().grant(key.id(), new KeyGrant(space, Set.of(AccessRight.WRITE)), Grantor.OWNER);
        assertThat(writer.readsShared(GrantPlace.of(ADA))).isFalse();

        ApiKey reader = keys().grant(key.id(), grant(new Scope.Shared(Space.DEFAULT), AccessRight.READ), Grantor.OWNER);
        assertThat(reader.readsShared(GrantPlace.of(ADA))).isTrue();
    }

    @Test
    void a_key_with_the_grant_of_its_home_has_the_form_of_earlier_files() throws Exception {
        ApiKey key = ofAda(AccessRight.READ, AccessRight.WRITE).key();
        String before = Files.readString(folder.resolve("keys.json"));
        assertThat(before)
                .contains("\"scope\":\"user:ada\",\"rights\":\"read,write\"")
                .doesNotContain("grants");
        String fingerprint = KeysFile.fingerprint(key);

        keys().grant(key.id(), grant(BOB, AccessRight.READ), Grantor.OWNER);
        assertThat(Files.readString(folder.resolve("keys.json"))).contains("\"grants\":[");
        ApiKey again = keys().withdraw(key.id(), GrantPlace.of(BOB), Grantor.OWNER);

        assertThat(again).isEqualTo(key);
        assertThat(KeysFile.fingerprint(again)).isEqualTo(fingerprint);
        assertThat(Files.readString(folder.resolve("keys.json"))).doesNotContain("\"grants\"");
    }

    @Test
    void only_a_key_with_the_right_to_propose_has_it_in_the_file() throws Exception {
        ofAda(AccessRight.READ, AccessRight.WRITE);
        assertThat(Files.readString(folder.resolve("keys.json"))).doesNotContain("propose");

        ApiKey proposer = ofAda(AccessRight.PROPOSE).key();

        assertThat(Files.readString(folder.resolve("keys.json"))).contains("\"rights\":\"propose\"");
        assertThat(keys().named(proposer.id()).homeRights()).containsExactly(AccessRight.PROPOSE);
    }

    @Test
    void a_file_with_a_place_twice_or_with_two_forms_of_grants_is_damaged() throws Exception {
        ApiKey key = ofAda(AccessRight.READ).key();
        keys().grant(key.id(), grant(BOB, AccessRight.READ), Grantor.OWNER);
        Path file = folder.resolve("keys.json");
        String good = Files.readString(file);

        for (String bad : List.of(
                good.replace("user:bob", "user:ada"),
                good.replace("\"grants\":", "\"rights\":\"read\",\"grants\":"),
                good.replaceFirst("\"grants\":\\[[^\\]]*]", "\"grants\":[]"),
                good.replaceFirst(",\"grants\":\\[[^\\]]*]", ""))) {
            assertThat(bad).isNotEqualTo(good);
            Files.writeString(file, bad);
            assertThat(keys().state()).as(bad).isEqualTo(ApiKeys.FileState.UNREADABLE);
        }
    }

    @Test
    void a_second_grant_of_a_place_takes_the_place_of_the_first() {
        ApiKey key = ofAda(AccessRight.READ, AccessRight.WRITE).key();

        ApiKey less = keys().grant(key.id(), grant(ADA, AccessRight.READ), Grantor.OWNER);

        assertThat(less.grants()).containsExactly(grant(ADA, AccessRight.READ));
        keys().grant(key.id(), grant(ADA, AccessRight.READ), Grantor.OWNER);
        assertThat(keys().changes()).extracting(KeyChange::action).containsExactly(Action.CREATED, Action.GRANTED);
    }

    @Test
    void a_key_has_at_most_64_grants() {
        ApiKey key = ofAda(AccessRight.READ).key();
        for (int i = 1; i < ApiKey.MAX_GRANTS; i++) {
            keys().grant(key.id(), grant(new Scope.User(LAB, "u" + i), AccessRight.READ), Grantor.OWNER);
        }

        assertThatThrownBy(() -> keys().grant(key.id(), grant(BOB, AccessRight.READ), Grantor.OWNER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("64 grants")
                .hasMessageContaining("withdraw one");
        assertThat(keys().named(key.id()).grants()).hasSize(64);
        keys().grant(key.id(), grant(ADA, AccessRight.WRITE), Grantor.OWNER);
    }

    @Test
    void the_home_of_a_key_stays_when_its_grant_is_withdrawn() {
        ApiKey key = ofAda(AccessRight.READ).key();
        keys().grant(key.id(), grant(BOB, AccessRight.READ), Grantor.OWNER);

        ApiKey homeless = keys().withdraw(key.id(), GrantPlace.of(ADA), Grantor.OWNER);
        assertThat(homeless.hasHome()).isFalse();
        assertThat(homeless.home()).isEqualTo(GrantPlace.of(ADA));
        assertThat(keys().named(key.id())).isEqualTo(homeless);
        assertThatThrownBy(() -> new AuthenticatedCaller(homeless).home())
                .isInstanceOf(ForbiddenException.class)
                .hasMessageContaining("grant the scope again");

        ApiKey again = keys().grant(key.id(), grant(ADA, AccessRight.READ), Grantor.OWNER);
        assertThat(new AuthenticatedCaller(again).home()).isEqualTo(GrantPlace.of(ADA));
    }

    @Test
    void the_withdrawal_of_the_last_grant_revokes_the_key() {
        ApiKeys.CreatedKey made = ofAda(AccessRight.READ);
        String id = made.key().id();
        assertThatThrownBy(() -> keys().withdraw(id, GrantPlace.of(BOB), Grantor.OWNER))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("spaces/default/users/bob");

        assertThat(keys().withdraw(id, GrantPlace.of(ADA), Grantor.OWNER).revokedAt())
                .isEqualTo(NOON);

        assertThat(keys().find(made.text())).isEmpty();
        assertThatThrownBy(() -> keys().grant(id, grant(BOB, AccessRight.READ), Grantor.OWNER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is revoked");
    }

    @Test
    void each_change_of_grants_is_in_the_log_with_its_maker() throws Exception {
        ApiKey admin = keys().create(Space.DEFAULT, null, Set.of(AccessRight.ADMIN, AccessRight.READ), null)
                .key();
        ApiKey key = ofAda(AccessRight.READ).key();

        keys().grant(key.id(), grant(BOB, AccessRight.READ), Grantor.of(admin, NO_AUDIT));
        keys().withdraw(key.id(), GrantPlace.of(BOB), Grantor.OWNER);

        List<KeyChange> changes = keys().changes();
        assertThat(changes.get(2).action()).isEqualTo(Action.GRANTED);
        assertThat(changes.get(2).by()).isEqualTo("key " + admin.id());
        assertThat(changes.get(3).action()).isEqualTo(Action.WITHDRAWN);
        assertThat(changes.get(3).by()).isEqualTo(System.getProperty("user.name"));
        assertThat(keys().contradiction()).isEmpty();

        keys().grant(key.id(), grant(BOB, AccessRight.READ), Grantor.OWNER);
        Path file = folder.resolve("keys.json");
        Files.writeString(file, Files.readString(file).replace("user:bob", "user:eve"));
        assertThat(keys().contradiction().orElseThrow()).contains(key.id());
    }

    private static KeyRegister created(KeyRegister register, String id) {
        ApiKey key = new ApiKey(
                id, Space.DEFAULT, null, Set.of(AccessRight.READ), KeyLimits.NONE, "hash of " + id, NOON, null, null);
        return register.created(key, NOON.plusSeconds(1), "operator");
    }

    /** The next grant of many, each of which changes the key. */
    private static KeyRegister changed(KeyRegister register, int i) {
        AccessRight right = i % 2 == 0 ? AccessRight.FORGET : AccessRight.WRITE;
        return register.granted("a", grant(ADA, right), NOON.plusMinutes(i), "key a");
    }

    @Test
    void a_log_that_becomes_too_long_keeps_its_newest_records() {
        KeyRegister register = created(created(created(KeyRegister.EMPTY, "a"), "b"), "c");
        register = register.revoked("b", NOON.plusSeconds(2), "operator");
        int longest = 0;
        int changes = 0;
        KeyRegister before = register;
        while (changes <= KeyRegister.MAX_CHANGES && register.changes().get(0).action() != Action.SHORTENED) {
            before = register;
            register = changed(register, changes++);
            longest = Math.max(longest, register.changes().size());
        }

        List<KeyChange> log = register.changes();
        assertThat(longest).isEqualTo(KeyRegister.MAX_CHANGES + 4);
        assertThat(log).hasSize(1 + 3 + KeyRegister.KEPT_CHANGES);
        assertThat(log.get(0).by()).isEqualTo("key a");
        assertThat(log.subList(1, 4))
                .extracting(KeyChange::action, KeyChange::key, KeyChange::by, KeyChange::at)
                .containsExactly(
                        tuple(Action.ADOPTED, "b", "", NOON),
                        tuple(Action.REVOKED, "b", "", NOON.plusSeconds(2)),
                        tuple(Action.ADOPTED, "c", "", NOON));
        // The change that made the log too long is there.
        assertThat(log.get(log.size() - 1).at()).isEqualTo(NOON.plusMinutes(changes - 1));
        List<KeyChange> old = before.changes();
        assertThat(log.subList(4, log.size() - 1))
                .isEqualTo(old.subList(old.size() - KeyRegister.KEPT_CHANGES + 1, old.size()));
        assertThat(register.contradiction()).isEmpty();
        for (int i = 0; i < 2 * KeyRegister.MAX_CHANGES; i++) {
            register = changed(register, changes++);
        }
        assertThat(register.contradiction()).isEmpty();
        assertThat(register.changes().get(register.changes().size() - 1).at()).isEqualTo(NOON.plusMinutes(changes - 1));
    }

    @Test
    void a_shortened_log_shows_records_and_keys_that_were_changed_by_hand() {
        KeyRegister register = created(created(KeyRegister.EMPTY, "a"), "c");
        for (int i = 0; i < KeyRegister.MAX_CHANGES + 1; i++) {
            register = changed(register, i);
        }
        List<KeyChange> log = register.changes();
        assertThat(log.get(0).action()).isEqualTo(Action.SHORTENED);
        assertThat(register.contradiction()).isEmpty();

        for (int gone : List.of(0, 1, 2, 3, 100)) {
            List<KeyChange> less = new ArrayList<>(log);
            less.remove(gone);
            assertThat(new KeyRegister(register.keys(), less).contradiction())
                    .as("record %d", gone)
                    .isPresent();
        }
        assertThat(new KeyRegister(register.keys().subList(0, 1), log).contradiction())
                .isPresent();
    }

    @Test
    void a_key_that_was_edited_by_hand_stays_a_contradiction_when_the_log_is_shortened() {
        KeyRegister register = created(created(KeyRegister.EMPTY, "a"), "c");
        ApiKey edited = register.named("c").with(List.of(grant(BOB, AccessRight.FORGET)));
        register = new KeyRegister(List.of(register.named("a"), edited), register.changes());
        assertThat(register.contradiction().orElseThrow()).contains("'c'");

        for (int i = 0; i < KeyRegister.MAX_CHANGES + 1; i++) {
            register = changed(register, i);
        }

        assertThat(register.changes().get(0).action()).isEqualTo(Action.SHORTENED);
        assertThat(register.contradiction().orElseThrow()).contains("'c'");
    }

    @Test
    void a_grantor_passes_on_its_own_rights_only_where_it_administers() {
        ApiKey admin = ofAda(AccessRight.ADMIN, AccessRight.READ).key();
        ApiKey known = ofAda(AccessRight.WRITE).key();
        ApiKey foreign =
                keys().create(LAB, null, Set.of(AccessRight.READ), null).key();
        Grantor grantor = Grantor.of(admin, NO_AUDIT);

        assertThatThrownBy(() -> keys().grant(known.id(), grant(ADA, AccessRight.FORGET), grantor))
                .isInstanceOf(ForbiddenException.class)
                .hasMessageContaining("'forget'");
        assertThatThrownBy(() -> keys().grant(known.id(), grant(ADA, AccessRight.SHARED), grantor))
                .isInstanceOf(ForbiddenException.class);
        for (String id : List.of(foreign.id(), "absent")) {
            assertThatThrownBy(() -> keys().grant(id, grant(ADA, AccessRight.READ), grantor))
                    .isInstanceOf(NotFoundException.class)
                    .hasMessage(AuthenticatedCaller.NOT_HERE);
        }
        assertThatThrownBy(() -> keys().grant(known.id(), grant(BOB, AccessRight.READ), grantor))
                .isInstanceOf(NotFoundException.class)
                .hasMessage(AuthenticatedCaller.NOT_HERE);
        assertThatThrownBy(() -> keys().withdraw(foreign.id(), GrantPlace.of(LAB), grantor))
                .isInstanceOf(NotFoundException.class)
                .hasMessage(AuthenticatedCaller.NOT_HERE);
        assertThat(keys().all()).containsExactly(admin, known, foreign);

        Scope agent = new Scope.Agent(Space.DEFAULT, "ada", "planner");
        ApiKey granted = keys().grant(known.id(), grant(agent, AccessRight.READ), grantor);
        assertThat(granted.grants()).hasSize(2);
    }

    @Test
    void the_right_to_the_shared_scope_is_passed_on_by_who_administers_that_scope() {
        Scope shared = new Scope.Shared(Space.DEFAULT);
        ApiKey admin = ofAda(AccessRight.ADMIN, AccessRight.READ).key();
        ApiKey key = ofAda(AccessRight.WRITE).key();
        keys().grant(admin.id(), grant(shared, AccessRight.READ), Grantor.OWNER);

        assertThatThrownBy(() -> keys().grant(key.id(), grant(ADA, AccessRight.SHARED), Grantor.of(admin, NO_AUDIT)))
                .isInstanceOf(ForbiddenException.class)
                .hasMessageContaining("'shared'");
        assertThat(keys().named(key.id())).isEqualTo(key);

        keys().grant(admin.id(), grant(shared, AccessRight.READ, AccessRight.ADMIN), Grantor.OWNER);
        assertThat(keys().grant(key.id(), grant(ADA, AccessRight.SHARED), Grantor.of(admin, NO_AUDIT))
                        .grants())
                .containsExactly(grant(ADA, AccessRight.SHARED));
    }

    @Test
    void a_grant_that_another_one_covers_is_refused_to_every_grantor() {
        ApiKey key = ofAda(AccessRight.READ, AccessRight.WRITE).key();
        Scope agent = new Scope.Agent(Space.DEFAULT, "ada", "planner");

        assertThatThrownBy(() -> keys().grant(key.id(), grant(agent, AccessRight.READ), Grantor.OWNER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'spaces/default/users/ada/agents/planner'")
                .hasMessageContaining("leave the new grant out");
        assertThat(keys().all()).containsExactly(key);
        assertThat(keys().changes()).hasSize(1);

        keys().grant(key.id(), grant(agent, AccessRight.READ, AccessRight.FORGET), Grantor.OWNER);
        KeyGrant all = new KeyGrant(
                GrantPlace.of(Space.DEFAULT), Set.of(AccessRight.READ, AccessRight.WRITE, AccessRight.FORGET));
        ApiKey both = keys().grant(key.id(), all, Grantor.OWNER);
        // The same again is no new one.
        assertThat(keys().grant(key.id(), grant(agent, AccessRight.READ, AccessRight.FORGET), Grantor.OWNER))
                .isEqualTo(both);
    }

    @Test
    void an_administrator_of_one_user_cannot_take_all_grants_of_a_key() {
        ApiKey admin = ofAda(AccessRight.ADMIN, AccessRight.READ).key();
        ApiKey key = ofAda(AccessRight.WRITE).key();
        Grantor grantor = Grantor.of(admin, NO_AUDIT);
        for (int i = 1; i < Grantor.MAX_ADMINISTERED; i++) {
            keys().grant(key.id(), grant(new Scope.Agent(Space.DEFAULT, "ada", "a" + i), AccessRight.READ), grantor);
        }
        KeyGrant more = grant(new Scope.Agent(Space.DEFAULT, "ada", "more"), AccessRight.READ);

        assertThatThrownBy(() -> keys().grant(key.id(), more, grantor))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 16")
                .hasMessageContaining("withdraw one");
        assertThat(keys().named(key.id()).grants()).hasSize(16);
        keys().grant(key.id(), grant(ADA, AccessRight.READ), grantor);
        keys().withdraw(key.id(), GrantPlace.of(ADA), grantor);
        keys().grant(key.id(), more, grantor);
        keys().grant(key.id(), grant(BOB, AccessRight.READ), Grantor.OWNER);
        keys().grant(key.id(), grant(new Scope.Agent(Space.DEFAULT, "ada", "last"), AccessRight.READ), Grantor.OWNER);
    }

    @Test
    void the_right_of_a_grantor_is_that_of_the_moment_of_the_change() {
        ApiKey admin = keys().create(Space.DEFAULT, null, Set.of(AccessRight.ADMIN, AccessRight.READ), null)
                .key();
        ApiKey key = ofAda(AccessRight.READ).key();
        Grantor grantor = Grantor.of(admin, NO_AUDIT);

        keys().grant(admin.id(), new KeyGrant(GrantPlace.of(Space.DEFAULT), Set.of(AccessRight.READ)), Grantor.OWNER);
        assertThatThrownBy(() -> keys().grant(key.id(), grant(BOB, AccessRight.READ), grantor))
                .isInstanceOf(ForbiddenException.class);
        keys().revoke(admin.id());
        assertThatThrownBy(() -> keys().grant(key.id(), grant(BOB, AccessRight.READ), grantor))
                .isInstanceOf(UnauthorizedException.class);
        assertThat(keys().named(key.id())).isEqualTo(key);
    }

    /** Two keys can give each other rights; neither gets one that none of them had. */
    @Test
    void a_cycle_of_grants_gives_no_right_that_was_not_there() {
        ApiKey ada = keys().create(Space.DEFAULT, null, Set.of(AccessRight.ADMIN, AccessRight.READ), null)
                .key();
        ApiKey bob = keys().create(Space.DEFAULT, null, Set.of(AccessRight.ADMIN, AccessRight.READ), null)
                .key();
        KeyGrant all = new KeyGrant(GrantPlace.of(Space.DEFAULT), Set.of(AccessRight.ADMIN, AccessRight.READ));

        keys().grant(bob.id(), all, Grantor.of(ada, NO_AUDIT));
        keys().grant(ada.id(), all, Grantor.of(bob, NO_AUDIT));
        KeyGrant more = new KeyGrant(GrantPlace.of(Space.DEFAULT), Set.of(AccessRight.FORGET));
        assertThatThrownBy(() -> keys().grant(ada.id(), more, Grantor.of(bob, NO_AUDIT)))
                .isInstanceOf(ForbiddenException.class);
        keys().withdraw(ada.id(), GrantPlace.of(Space.DEFAULT), Grantor.of(bob, NO_AUDIT));

        assertThatThrownBy(() -> keys().grant(bob.id(), all, Grantor.of(ada, NO_AUDIT)))
                .isInstanceOf(UnauthorizedException.class);
    }

    @Test
    void a_change_is_done_only_after_its_audit_and_nobody_waits_for_it() {
        ApiKeys keys = keys();
        ApiKeys.CreatedKey admin = keys.create(Space.DEFAULT, null, Set.of(AccessRight.ADMIN, AccessRight.READ), null);
        ApiKey key = ofAda(AccessRight.READ).key();
        AtomicBoolean isFound = new AtomicBoolean();
        Grantor failing = Grantor.of(admin.key(), () -> {
            isFound.set(CompletableFuture.supplyAsync(() -> keys.find(admin.text()))
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join()
                    .isPresent());
            throw new IllegalStateException("the audit log is away");
        });

        assertThatThrownBy(() -> keys.grant(key.id(), grant(BOB, AccessRight.READ), failing))
                .hasMessage("the audit log is away");

        assertThat(isFound).isTrue();
        assertThat(keys.named(key.id())).isEqualTo(key);
    }

    @Test
    void a_place_is_written_as_its_path_and_read_again() {
        for (GrantPlace place : List.of(
                GrantPlace.of(LAB),
                GrantPlace.of(ADA),
                GrantPlace.of(new Scope.User(LAB, "a/b ~c")),
                GrantPlace.of(new Scope.Anonymous(LAB)),
                GrantPlace.of(new Scope.Shared(new Space("a/shared"))),
                GrantPlace.of(new Scope.Agent(LAB, null, "x/agents/y")),
                GrantPlace.of(new Scope.Agent(LAB, "ada/agents", "x")))) {
            assertThat(GrantPlace.read("scope", place.path())).as(place.path()).isEqualTo(place);
        }
        assertThat(GrantPlace.of(ADA).path()).isEqualTo("spaces/default/users/ada");
        for (String wrong : List.of(
                "",
                "spaces",
                "spaces/",
                "/v1/spaces/lab",
                "spaces/lab/",
                "spaces/lab/users",
                "spaces/lab/users/",
                "spaces/lab/users/ada/",
                "spaces/lab/users/ada/sessions/s",
                "spaces/lab/shared/x",
                "spaces/~*/shared",
                "spaces/lab/users/~%",
                "spaces/lab/users/ada%40x.org",
                "spaces/lab/users/ada/agents/100%",
                "spaces/l%61b")) {
            assertThatThrownBy(() -> GrantPlace.read("scope", wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'scope'");
        }
        assertThatThrownBy(() -> GrantPlace.read("scope", "spaces/lab/users/ada%40x.org"))
                .hasMessageContaining("'~' and the base64url");
        GrantPlace percent = GrantPlace.of(new Scope.User(LAB, "ada%40x.org"));
        assertThat(GrantPlace.read("scope", percent.path())).isEqualTo(percent);
    }
}
