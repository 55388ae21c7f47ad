package dev.daybook.internal.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Memory;
import dev.daybook.error.StaleVersionException;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Selection;
import dev.daybook.query.VersionCondition;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoreGuarantees;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A write of one episode under a new id costs no read and waits for no other writer of its scope. */
class NewEpisodeWritesTest {

    private final InMemoryStore kept = new InMemoryStore();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile Runnable beforeWrite = () -> {};

    private final DaybookWiring wiring = new DaybookWiring(
            new ForwardingStore(kept) {
                @Override
                public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
                    reads.incrementAndGet();
                    return super.get(scope, keys);
                }

                @Override
                public CommitResult write(WriteBatch batch) {
                    beforeWrite.run();
                    return super.write(batch);
                }
            },
            WiringFixture.options(null, new SettableClock("2026-03-02T12:00:00Z"), ModelOptions.DEFAULTS));

    private final Memory ada = wiring.daybook().space(Space.DEFAULT.id()).user("ada");

    @AfterEach
    void close() {
        wiring.stop();
        kept.close();
    }

    private static NewEpisode episode(String id, String text) {
        return NewEpisode.of(Message.user(text)).id(id);
    }

    @Test
    void a_new_id_is_written_without_a_read() {
        ada.remember(episode("first", "I live in Porto."));
        int before = reads.get();

        ada.remember(episode("second", "I work as a baker."));

        assertThat(reads).hasValue(before);
    }

    @Test
    void a_repeated_write_is_found_by_a_read() {
        Receipt first = ada.remember(episode("first", "I live in Porto."));
        int before = reads.get();

        Receipt again = ada.remember(episode("first", "I live in Porto."));

        assertThat(reads.get()).isGreaterThan(before);
        assertThat(again.revision()).isEqualTo(first.revision());
        assertThat(ada.find(Episode.class, "first")).isPresent();
    }

    @Test
    void a_condition_on_the_present_version_is_tested_with_it() {
        Receipt first = ada.remember(episode("first", "I live in Porto."));

        ada.remember(episode("first", "I live in Lisbon."), VersionCondition.of(first.revision()));

        assertThatThrownBy(() -> ada.remember(episode("second", "I live in Faro."), VersionCondition.existing()))
                .isInstanceOf(StaleVersionException.class);
        assertThat(ada.find(Episode.class, "second")).isEmpty();
    }

    @Test
    void two_writers_of_a_scope_are_in_the_store_at_the_same_time() throws Exception {
        ada.remember(episode("first", "I live in Porto."));
        CyclicBarrier both = new CyclicBarrier(2);
        beforeWrite = () -> {
            try {
                both.await(20, TimeUnit.SECONDS);
            } catch (Exception alone) {
                throw new IllegalStateException("the other writer waits for this one", alone);
            }
        };

        CompletableFuture<Receipt> other =
                CompletableFuture.supplyAsync(() -> ada.remember(episode("second", "I work as a baker.")));
        ada.remember(episode("third", "I have a cat."));
        other.get();

        assertThat(List.of("second", "third"))
                .allMatch(id -> ada.find(Episode.class, id).isPresent());
    }

    @Test
    void a_forget_of_the_scope_during_a_write_leaves_a_key_that_proves_it() {
        ada.remember(episode("first", "I live in Porto."));
        beforeWrite = () -> {
            beforeWrite = () -> {};
            ada.forget(Selection.everything());
        };

        ada.remember(episode("second", "I work as a baker."));

        assertThat(ada.find(Episode.class, "second")).isPresent();
        assertThat(AuditTrail.storedKey(kept, ada.scope())).isPresent();
    }

    @Test
    void a_store_without_conditions_is_read_first() {
        InMemoryStore plain = new InMemoryStore();
        DaybookWiring unconditional = new DaybookWiring(
                new ForwardingStore(plain) {
                    @Override
                    public StoreGuarantees guarantees() {
                        return new StoreGuarantees(false, true, false, false, true, 1_000);
                    }

                    @Override
                    public CommitResult write(WriteBatch batch) {
                        List<EntryPut> puts = batch.puts().stream()
                                .map(put -> new EntryPut(
                                        put.key(),
                                        put.session(),
                                        put.time(),
                                        put.recorded(),
                                        put.status(),
                                        put.body(),
                                        put.sidecars(),
                                        EntryPut.ANY))
                                .toList();
                        return super.write(new WriteBatch(
                                batch.scope(),
                                batch.operation(),
                                puts,
                                batch.sidecars(),
                                batch.states(),
                                batch.audit()));
                    }
                },
                WiringFixture.options(null, new SettableClock("2026-03-02T12:00:00Z"), ModelOptions.DEFAULTS));
        try {
            Memory bob = unconditional.daybook().space(Space.DEFAULT.id()).user("bob");
            Receipt first = bob.remember(episode("first", "I live in Porto."));

            assertThat(bob.remember(episode("first", "I live in Porto.")).revision())
                    .isEqualTo(first.revision());
            assertThatThrownBy(() -> bob.remember(episode("first", "I live in Faro."), VersionCondition.absent()))
                    .isInstanceOf(StaleVersionException.class);
        } finally {
            unconditional.stop();
            plain.close();
        }
    }
}
