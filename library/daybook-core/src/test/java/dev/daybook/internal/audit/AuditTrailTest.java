package dev.daybook.internal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StateChange;
import dev.daybook.store.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class AuditTrailTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");

    private final InMemoryStore store = new InMemoryStore();
    private final AuditTrail trail = new AuditTrail(store);

    private AuditTrail.AuditWrite record(List<String> ids) {
        return trail.record(ADA, "op_1", "remember", Instant.EPOCH, ids, EntryPut.ANY);
    }

    @Test
    void a_digest_is_the_beginning_of_an_hmac() throws Exception {
        Random random = new Random(2);
        for (String id : List.of("e1", "", "\ud83d\ude00", "n".repeat(512), "ep_01ARZ3NDEKTSV4RRFFQ69G5FAV")) {
            byte[] key = new byte[32];
            random.nextBytes(key);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            String expected = HexFormat.of().formatHex(mac.doFinal(id.getBytes(StandardCharsets.UTF_8)), 0, 8);

            assertThat(AuditTrail.digest(Blob.of(key), id)).isEqualTo(expected);
        }
    }

    @Test
    void a_record_gives_no_id_away() {
        String detail = record(List.of("my-secret-diary")).audit().detail();

        assertThat(detail).matches("count=1 [0-9a-f]{16}");
    }

    @Test
    void many_ids_are_counted_only() {
        String detail = record(IntStream.range(0, 500).mapToObj(i -> "e" + i).toList())
                .audit()
                .detail();

        assertThat(detail).startsWith("count=500 ");
        assertThat(detail.split(" ")).hasSize(21);
    }

    @Test
    void the_key_of_a_scope_is_made_once_and_kept() {
        StateChange key = record(List.of("e1")).newKey().orElseThrow();
        store.write(new WriteBatch(ADA, "op_1", List.of(), List.of(), List.of(key), null));
        AuditTrail.AuditWrite second = record(List.of("e1"));

        assertThat(second.newKey()).isEmpty();
        assertThat(second.audit().detail())
                .endsWith(AuditTrail.digest(java.util.Objects.requireNonNull(key.bytes()), "e1"));
        assertThat(record(List.of("e1"))).isEqualTo(second);
        assertThat(new AuditTrail(store).record(ADA, "op_1", "remember", Instant.EPOCH, List.of("e1"), EntryPut.ANY))
                .isEqualTo(second);
    }

    @Test
    void two_scopes_have_two_keys() {
        Scope bob = new Scope.User(Space.DEFAULT, "bob");
        assertThat(record(List.of("e1")).newKey())
                .isNotEqualTo(trail.record(bob, "op_2", "remember", Instant.EPOCH, List.of("e1"), EntryPut.ANY)
                        .newKey());
    }
}
