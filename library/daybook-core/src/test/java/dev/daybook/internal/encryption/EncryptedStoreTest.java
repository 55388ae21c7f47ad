package dev.daybook.internal.encryption;

import static dev.daybook.internal.encryption.EncryptedRows.ADA;
import static dev.daybook.internal.encryption.EncryptedRows.BOB;
import static dev.daybook.internal.encryption.EncryptedRows.NOON;
import static dev.daybook.internal.encryption.EncryptedRows.episode;
import static dev.daybook.internal.encryption.EncryptedRows.flipped;
import static dev.daybook.internal.encryption.EncryptedRows.put;
import static dev.daybook.internal.encryption.EncryptedRows.with;
import static dev.daybook.internal.encryption.EncryptedRows.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.ConflictException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptedStoreTest {

    private final EncryptedRows rows = new EncryptedRows();

    private void fill() {
        write(
                rows.store,
                ADA,
                List.of(put("violin", "The violin is from Cremona."), put("heron", "A heron fishes.")),
                new StateChange("session/trip", EntryPut.ANY, Blob.of("Trip to Porto")),
                new StateChange("session/home", EntryPut.ANY, Blob.of("At home")));
        write(rows.store, BOB, List.of(put("violin", "Mine is from Vienna.")));
    }

    private void assertDamaged() {
        assertThatThrownBy(() -> rows.store.get(ADA, List.of(episode("violin"))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the store is damaged")
                .hasMessageContaining("violin");
        assertThatThrownBy(() -> rows.store.scan(ADA, EncryptedRows.everyVersion()))
                .isInstanceOf(StoreException.class);
        List<EntryKey> damaged = new ArrayList<>();
        assertThat(rows.store
                        .scan(ADA, EncryptedRows.everyVersion().versions(EntryScan.Versions.CURRENT), damaged::add)
                        .items())
                .extracting(StoredEntry::key)
                .containsExactly(episode("heron"));
        assertThat(damaged).containsExactly(episode("violin"));
        assertThat(finding("encrypted records").level()).isEqualTo(Level.FAIL);
        assertThat(finding("encrypted records").detail()).contains("episode at position 1 of the space default");
    }

    private Finding finding(String aspect) {
        return rows.store.check(false).findings().stream()
                .filter(each -> each.aspect().equals(aspect))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_check_reads_sound_records_and_names_the_master_key() {
        fill();
        assertThat(rows.store.check(false).ok()).isTrue();
        assertThat(finding("encrypted records").level()).isEqualTo(Level.OK);
        assertThat(finding("master key").detail()).contains(EncryptedRows.MASTER.id());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 12, 27, 28, 40})
    void a_flipped_bit_of_a_body_is_damage(int at) {
        fill();
        EntryPut row = rows.row(ADA, "violin");
        rows.edit(ADA, with(row, flipped(row.body(), at)));
        assertDamaged();
    }

    @Test
    void a_cut_body_is_damage() {
        fill();
        rows.edit(ADA, with(rows.row(ADA, "violin"), Blob.EMPTY));
        assertDamaged();
    }

    @Test
    void a_body_in_clear_is_damage() {
        fill();
        rows.edit(ADA, with(rows.row(ADA, "violin"), Blob.of("The violin is a fake, and was never in Cremona.")));
        assertDamaged();
    }

    @Test
    void the_body_of_another_entry_is_damage() {
        fill();
        rows.edit(ADA, with(rows.row(ADA, "violin"), rows.row(ADA, "heron").body()));
        assertDamaged();
    }

    @Test
    void the_body_of_the_entry_with_the_same_id_in_another_scope_is_damage() {
        fill();
        rows.edit(ADA, with(rows.row(ADA, "violin"), rows.row(BOB, "violin").body()));
        assertDamaged();
    }

    @Test
    void the_body_of_an_earlier_version_is_damage() {
        fill();
        EntryPut earlier = rows.row(ADA, "violin");
        write(
                rows.store,
                ADA,
                List.of(new EntryPut(
                        episode("violin"),
                        "trip",
                        NOON,
                        NOON.plusSeconds(1),
                        EntryPut.LIVE,
                        Blob.of("It is from Genoa."),
                        Map.of(),
                        EntryPut.ANY)));
        rows.edit(ADA, with(rows.row(ADA, "violin"), earlier.body()));
        assertDamaged();
    }

    static Stream<Arguments> editsOfColumns() {
        return Stream.of(
                edit("session", row -> of(row, null, row.status(), 0)),
                edit("status", row -> of(row, row.session(), "superseded", 0)),
                edit("times", row -> of(row, row.session(), row.status(), 60)));
    }

    private static Arguments edit(String column, UnaryOperator<EntryPut> edit) {
        return Arguments.of(column, edit);
    }

    private static EntryPut of(EntryPut row, String session, String status, int seconds) {
        return new EntryPut(
                row.key(),
                session,
                row.time().plusSeconds(seconds),
                row.recorded().plusSeconds(seconds),
                status,
                row.body(),
                row.sidecars(),
                row.expected());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("editsOfColumns")
    void an_edited_column_is_damage(String column, UnaryOperator<EntryPut> edit) {
        fill();
        rows.edit(ADA, edit.apply(rows.row(ADA, "violin")));
        assertDamaged();
    }

    @Test
    void a_row_that_is_moved_into_another_scope_is_damage_there() {
        fill();
        rows.edit(ADA, rows.row(BOB, "violin"));
        List<EntryKey> damaged = new ArrayList<>();
        assertThat(rows.store
                        .scan(ADA, EncryptedRows.everyVersion(), damaged::add)
                        .items())
                .extracting(StoredEntry::key)
                .containsExactly(episode("violin"), episode("heron"));
        assertThat(damaged).hasSize(1);
        for (int limit : new int[] {1, 10}) {
            assertThat(PagedReads.<IndexRow>all(
                                    cursor -> rows.store.rows(ADA, cursor == null ? 0 : Long.parseLong(cursor), limit))
                            .map(IndexRow::key))
                    .containsExactly(episode("violin"), episode("heron"));
        }
        assertThat(rows.store.rows(ADA, 2, 1).items()).isEmpty();
        assertThat(finding("encrypted records").level()).isEqualTo(Level.FAIL);
    }

    @Test
    void a_damaged_sidecar_is_left_out_and_found_by_a_check() {
        fill();
        EntryPut row = rows.row(ADA, "violin");
        rows.edit(
                ADA,
                new EntryPut(
                        row.key(),
                        row.session(),
                        row.time(),
                        row.recorded(),
                        row.status(),
                        row.body(),
                        rows.row(ADA, "heron").sidecars(),
                        row.expected()));
        assertThat(rows.store.rows(ADA, 0, 10).items())
                .filteredOn(each -> each.key().equals(episode("violin")))
                .extracting(IndexRow::sidecars)
                .containsExactly(Map.of());
        assertThat(finding("sidecars").level()).isEqualTo(Level.WARN);
        assertThat(rows.store.get(ADA, List.of(episode("violin")))).hasSize(1);
    }

    @Test
    void an_edited_state_and_one_of_another_name_are_damage() {
        fill();
        ScopeState trip = rows.state(ADA, "session/trip");
        rows.edit(
                ADA,
                new ScopeState(trip.name(), 1, rows.state(ADA, "session/home").bytes()));
        assertThatThrownBy(() -> rows.store.state(ADA, "session/trip"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("session/");
        assertThat(finding("encrypted records").detail()).contains("a state of the space default");

        rows.edit(ADA, new ScopeState(trip.name(), 1, flipped(trip.bytes(), 30)));
        assertThatThrownBy(() -> rows.store.states(ADA, "session/", null, 10)).isInstanceOf(StoreException.class);

        rows.edit(ADA, trip);
        assertThat(rows.store.state(ADA, "session/trip").orElseThrow().bytes().text())
                .isEqualTo("Trip to Porto");
    }

    @Test
    void a_page_of_states_opens_the_contents_of_its_own_states_alone() {
        fill();
        ScopeState trip = rows.state(ADA, "session/trip");
        rows.edit(ADA, new ScopeState(trip.name(), 1, flipped(trip.bytes(), 30)));
        Page<ScopeState> first = rows.store.states(ADA, "session/", null, 1);
        assertThat(first.items()).extracting(ScopeState::name).containsExactly("session/home");
        assertThatThrownBy(() -> rows.store.states(ADA, "session/", first.cursor(), 1))
                .isInstanceOf(StoreException.class);
    }

    @Test
    void the_database_has_no_text_no_id_and_no_name() {
        fill();
        StringBuilder dump = new StringBuilder();
        for (Scope scope : rows.database.scopes(null, 10).items()) {
            dump.append(scope.code());
            for (StoredEntry entry :
                    rows.database.scan(scope, EncryptedRows.everyVersion()).items()) {
                dump.append(entry.key().id())
                        .append(entry.session())
                        .append(entry.body().text());
            }
            rows.database
                    .rows(scope, 0, 10)
                    .items()
                    .forEach(row -> row.sidecars().values().forEach(each -> dump.append(each.text())));
            rows.database
                    .states(scope, "", null, 10)
                    .items()
                    .forEach(state ->
                            dump.append(state.name()).append(state.bytes().text()));
        }
        assertThat(dump).isNotEmpty();
        assertThat(dump.toString())
                .doesNotContain(
                        "ada",
                        "bob",
                        "example.org",
                        "violin",
                        "heron",
                        "trip",
                        "home",
                        "Porto",
                        "Cremona",
                        "Vienna",
                        "terms of");
    }

    @Test
    void equal_texts_ids_and_names_of_two_scopes_are_different_in_the_database() {
        write(rows.store, ADA, List.of(put("same", "Same.")));
        write(rows.store, BOB, List.of(put("same", "Same.")));
        assertThat(rows.row(ADA, "same").key())
                .isNotEqualTo(rows.row(BOB, "same").key());
        assertThat(rows.row(ADA, "same").session())
                .isNotEqualTo(rows.row(BOB, "same").session());
        assertThat(rows.row(ADA, "same").body())
                .isNotEqualTo(rows.row(BOB, "same").body());
    }

    @Test
    void a_conflict_names_the_entry_and_the_state_and_not_their_encrypted_names() {
        fill();
        EntryPut again = new EntryPut(episode("violin"), null, NOON, NOON, EntryPut.LIVE, Blob.EMPTY, Map.of(), 0);
        assertThatThrownBy(() -> write(rows.store, ADA, List.of(again)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("'violin'");
        assertThatThrownBy(() -> write(rows.store, ADA, List.of(), new StateChange("session/trip", 0, Blob.EMPTY)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("'session/trip'");
    }

    @Test
    void a_read_of_the_states_of_one_user_in_the_shared_scope_reads_no_others() {
        Scope shared = new Scope.Shared(Space.DEFAULT);
        for (String family : List.of("context/", "refused/")) {
            write(
                    rows.store,
                    shared,
                    List.of(),
                    new StateChange(family + "ada/1", 0, Blob.of("of ada")),
                    new StateChange(family + "ada/2", 0, Blob.of("of ada, too")),
                    new StateChange(family + "adam/1", 0, Blob.of("of adam")),
                    new StateChange(family + "whole", 0, Blob.of("of nobody")));
            assertThat(rows.store.states(shared, family, null, 10).items())
                    .extracting(ScopeState::name)
                    .containsExactly(family + "ada/1", family + "ada/2", family + "adam/1", family + "whole");
            assertThat(rows.store.states(shared, family + "ada", null, 10).items())
                    .hasSize(3);
            assertThat(rows.store.state(shared, family + "whole").orElseThrow().bytes())
                    .isEqualTo(Blob.of("of nobody"));
            // A state of the family that is damaged stops a read of the whole family alone.
            rows.edit(shared, new ScopeState(family + "damaged", 1, Blob.EMPTY));
            assertThatThrownBy(() -> rows.store.states(shared, family, null, 10))
                    .isInstanceOf(StoreException.class);
            assertThat(rows.store.states(shared, family + "ada/", null, 10).items())
                    .extracting(ScopeState::name)
                    .containsExactly(family + "ada/1", family + "ada/2");
            assertThat(rows.store.states(shared, family + "ada/2", null, 10).items())
                    .hasSize(1);
        }
    }

    @Test
    void a_state_in_the_group_of_another_user_is_damage() {
        Scope shared = new Scope.Shared(Space.DEFAULT);
        write(
                rows.store,
                shared,
                List.of(),
                new StateChange("context/ada/1", 0, Blob.of("of ada")),
                new StateChange("context/bob/1", 0, Blob.of("of bob")));
        ScopeState ada = rows.state(shared, "context/ada/1");
        String bob = rows.state(shared, "context/bob/1").name();
        rows.edit(
                shared,
                new ScopeState(
                        bob.substring(0, bob.indexOf('/', 8) + 1)
                                + ada.name().substring(ada.name().indexOf('/', 8) + 1),
                        1,
                        ada.bytes()));
        assertThatThrownBy(() -> rows.store.states(shared, "context/bob/", null, 10))
                .isInstanceOf(StoreException.class);
        assertThat(rows.store.states(shared, "context/ada/", null, 10).items()).hasSize(1);
    }

    @Test
    void a_copy_into_other_positions_names_the_entry_and_not_its_encrypted_id() {
        fill();
        StoredEntry heron = rows.store.get(ADA, List.of(episode("heron"))).get(0);
        StoredEntry moved = new StoredEntry(
                heron.key(),
                heron.position() + 7,
                heron.contentRevision(),
                heron.session(),
                heron.time(),
                heron.recorded(),
                heron.status(),
                heron.body());
        ScopeRows copied =
                new ScopeRows(ADA, "copy", List.of(moved), List.of(), List.of(), List.of(), rows.store.numbers(ADA));
        assertThatThrownBy(() -> rows.store.copy(copied))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'heron'");
    }

    @Test
    void a_damaged_entry_is_named_once_and_an_unreadable_id_in_hexadecimal() {
        fill();
        write(rows.store, ADA, List.of(put("violin", "The violin is from Genoa.")));
        EntryPut row = rows.row(ADA, "violin");
        for (int edit = 1; edit <= 3; edit++) {
            rows.edit(ADA, with(row, Blob.of("edit " + edit)));
        }
        EntryPut foreign = new EntryPut(
                episode("\u0001in clear"), null, NOON, NOON, EntryPut.LIVE, Blob.EMPTY, Map.of(), EntryPut.ANY);
        rows.edit(ADA, foreign);
        List<EntryKey> damaged = new ArrayList<>();
        rows.store.scan(ADA, EncryptedRows.everyVersion(), damaged::add);
        assertThat(damaged).hasSize(2).contains(episode("violin"));
        assertThat(damaged).anyMatch(key -> key.id().startsWith("#01696e"));
    }

    @Test
    void no_call_reaches_the_place_of_the_key() {
        fill();
        Scope place = DatabaseKey.PLACE;
        WriteBatch nothing = new WriteBatch(place, "op", List.of(), List.of(), List.of(), null);
        assertThatThrownBy(() -> rows.store.erase(place, EraseRequest.EVERYTHING, nothing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("daybook:encryption");
        assertThatThrownBy(() -> rows.store.write(nothing)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> rows.store.states(place, "", null, 10)).isInstanceOf(IllegalArgumentException.class);
        assertThat(rows.store.heads(place.space(), null, 10).items()).isEmpty();
        assertThat(rows.store.spaces(null, 1).items()).containsExactly(Space.DEFAULT);
        assertThat(rows.store.scopes(null, 10).items()).containsExactlyInAnyOrder(ADA, BOB);
        assertThat(rows.store.scopes(null, 1).items()).isNotEmpty();
    }

    @Test
    void scopes_that_are_renamed_or_in_clear_in_the_database_are_left_out_and_found_by_a_check() {
        fill();
        for (int i = 0; i < 5; i++) {
            write(
                    rows.database,
                    new Scope.User(Space.DEFAULT, "mallory" + i),
                    List.of(),
                    new StateChange("a/b", 0, Blob.EMPTY));
        }
        for (int limit : new int[] {1, 2, 10}) {
            assertThat(PagedReads.<ScopeHead>all(cursor -> rows.store.heads(Space.DEFAULT, cursor, limit))
                            .map(ScopeHead::scope))
                    .containsExactlyInAnyOrder(ADA, BOB);
            assertThat(PagedReads.<Scope>all(cursor -> rows.store.scopes(cursor, limit)))
                    .containsExactlyInAnyOrder(ADA, BOB);
        }
        assertThat(rows.store.heads(Space.DEFAULT, null, 1).items()).hasSize(1);
        assertThat(finding("encrypted records").detail()).contains("the name of a scope of the space default");
        assertThat(finding("encrypted records").remedy()).contains("delete these rows");
    }
}
