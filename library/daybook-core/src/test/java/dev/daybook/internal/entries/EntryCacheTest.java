package dev.daybook.internal.entries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.EpisodeCodec;
import dev.daybook.internal.entries.EntryCache.CachedScope;
import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.ledger.ErasureListeners;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.IndexRow;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntryCacheTest {

    private static final Scope MIRA = new Scope.User(Space.DEFAULT, "mira");
    private static final Scope TOMAS = new Scope.User(Space.DEFAULT, "tomas");
    private static final Scope OLA = new Scope.User(Space.DEFAULT, "ola");

    private final EntryCache cache = new EntryCache(1_000_000);

    private static Episode episode(String text) {
        return RowFixture.episode("e", "s", RowFixture.NOON, Message.user(text));
    }

    private static StoredEntry stored(String id, long revision, String text) {
        return new StoredEntry(
                new EntryKey(Kind.EPISODE, id),
                1,
                revision,
                "s",
                RowFixture.NOON.toInstant(),
                RowFixture.NOON.toInstant(),
                EntryPut.LIVE,
                EpisodeCodec.encode(episode(text)));
    }

    private static void keep(EntryCache cache, Scope scope, String id, long revision, String text) {
        cache.keep(cache.of(scope), stored(id, revision, text), episode(text));
    }

    private static @Nullable Entry find(EntryCache cache, Scope scope, String id, long revision) {
        return cache.of(scope)
                .find(new IndexRow(
                        new EntryKey(Kind.EPISODE, id),
                        1,
                        revision,
                        revision,
                        "s",
                        RowFixture.NOON.toInstant(),
                        EntryPut.LIVE,
                        Map.of()));
    }

    @Test
    void an_entry_is_found_by_scope_key_and_content_revision() {
        keep(cache, MIRA, "a", 3, "A kayak.");

        assertThat(find(cache, MIRA, "a", 3)).isEqualTo(episode("A kayak."));
        assertThat(find(cache, MIRA, "a", 4)).isNull();
        assertThat(find(cache, MIRA, "b", 3)).isNull();
        assertThat(find(cache, TOMAS, "a", 3)).isNull();
    }

    @Test
    void a_new_version_takes_the_place_of_the_earlier_one() {
        keep(cache, MIRA, "a", 3, "A kayak.");
        long one = cache.bytes();
        keep(cache, MIRA, "a", 4, "A canoe.");

        assertThat(find(cache, MIRA, "a", 3)).isNull();
        assertThat(find(cache, MIRA, "a", 4)).isEqualTo(episode("A canoe."));
        assertThat(cache.bytes()).isEqualTo(one);
    }

    @Test
    void a_dropped_scope_holds_nothing() {
        keep(cache, MIRA, "a", 3, "A kayak.");
        keep(cache, TOMAS, "a", 3, "A windmill.");
        cache.drop(MIRA);
        cache.drop(TOMAS);

        assertThat(cache.bytes()).isZero();
        assertThat(find(cache, MIRA, "a", 3)).isNull();
    }

    @Test
    void an_entry_read_before_a_drop_is_not_kept_after_it() {
        CachedScope before = cache.of(MIRA);
        cache.drop(MIRA);
        cache.keep(before, stored("a", 3, "A kayak."), episode("A kayak."));
        assertThat(cache.bytes()).isZero();

        cache.of(MIRA);
        cache.keep(before, stored("a", 3, "A kayak."), episode("A kayak."));
        assertThat(find(cache, MIRA, "a", 3)).as("after a later read").isNull();
    }

    @Test
    void the_least_recently_used_scope_is_dropped_above_the_limit() {
        String text = "A kayak. ".repeat(100);
        long one = EntryCache.SCOPE_BYTES
                + EntryCache.ENTRY_BYTES
                + 2L * stored("a", 1, text).body().size();
        EntryCache forTwo = new EntryCache(2 * one + one / 2);
        keep(forTwo, MIRA, "a", 1, text);
        keep(forTwo, TOMAS, "a", 1, text);
        find(forTwo, MIRA, "a", 1);
        keep(forTwo, OLA, "a", 1, text);

        assertThat(find(forTwo, TOMAS, "a", 1)).isNull();
        assertThat(find(forTwo, MIRA, "a", 1)).isNotNull();
        assertThat(find(forTwo, OLA, "a", 1)).isNotNull();
    }

    @Test
    void a_scope_beyond_the_limit_does_not_exceed_it() {
        EntryCache small = new EntryCache(20_000);
        for (int i = 0; i < 1_000; i++) {
            keep(small, MIRA, "a" + i, i, "A kayak.");
            assertThat(small.bytes()).isLessThanOrEqualTo(20_000);
        }
        keep(small, MIRA, "last", 1_000, "A kayak.");
        assertThat(find(small, MIRA, "last", 1_000)).isNotNull();
    }

    @Test
    void scopes_without_entries_do_not_exceed_the_limit() {
        EntryCache small = new EntryCache(20_000);
        for (int i = 0; i < 1_000; i++) {
            small.of(new Scope.User(Space.DEFAULT, "user" + i));
        }

        assertThat(small.bytes()).isLessThanOrEqualTo(20_000);
    }

    @Test
    void an_erasure_drops_its_scope_even_if_it_fails() {
        for (boolean fails : new boolean[] {false, true}) {
            keep(cache, MIRA, "a", 3, "A kayak.");
            keep(cache, TOMAS, "a", 3, "A windmill.");
            ErasureListeners caches = new ErasureListeners();
            caches.add(cache::drop);
            CacheEvictingStore store = new CacheEvictingStore(erasing(fails), caches);
            EraseRequest what = EraseRequest.of(List.of(new EntryKey(Kind.EPISODE, "a")), List.of());
            WriteBatch alongside = new WriteBatch(MIRA, "op", List.of(), List.of(), List.of(), null);
            if (fails) {
                assertThatThrownBy(() -> store.erase(MIRA, what, alongside)).isInstanceOf(StoreException.class);
            } else {
                store.erase(MIRA, what, alongside);
            }

            assertThat(find(cache, MIRA, "a", 3)).isNull();
            assertThat(find(cache, TOMAS, "a", 3)).isNotNull();
        }
    }

    /** Returns a store whose erasures may fail after their commit. */
    private static ForwardingStore erasing(boolean fails) {
        return new ForwardingStore(new InMemoryStore()) {
            @Override
            public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
                EraseResult result = super.erase(scope, what, alongside);
                if (fails) {
                    throw new StoreException("the answer was lost");
                }
                return result;
            }
        };
    }
}
