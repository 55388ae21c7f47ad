package dev.daybook.internal.settings;

import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The hashes of forgotten texts, as states of the shared scope: a scope that was forgotten as a whole has no state of its
 * own, and its name must leave the store. Each scope has states of up to {@value #CHUNK} hashes.
 */
public final class RefusalStates {

    /** The prefix of the states. A forget of the shared scope keeps them. */
    public static final String PREFIX = "refused/";

    /**
     * The maximum number of hashes of a scope: a decade of twenty messages a day. More texts than that are forgotten as
     * ever, and are not refused; the receipt tells how many hashes were kept.
     */
    public static final int MAX = 65_536;

    /** 16 KiB: rewritten by each forget that adds to it. */
    private static final int CHUNK = 1_024;

    private static final int CHUNKS = MAX / CHUNK;

    private RefusalStates() {}

    /** The states that add hashes, and the number of hashes that they add. */
    public record AddedHashes(List<StateChange> states, long count) {

        /** Nothing to add. */
        public static final AddedHashes NONE = new AddedHashes(List.of(), 0);

        public AddedHashes {
            states = List.copyOf(states);
        }

        /** Returns both as one; their scopes differ, and so do their states. */
        public AddedHashes and(AddedHashes more) {
            List<StateChange> all = new ArrayList<>(states);
            all.addAll(more.states);
            return new AddedHashes(all, count + more.count);
        }
    }

    /** Reads the texts that a scope refuses, in one call of the store. */
    public static RefusedTexts of(Store store, RefusalKey key, Scope scope) {
        Set<TextHash> hashes = new HashSet<>();
        chunks(store, key, scope).forEach(chunk -> hashes.addAll(decode(chunk)));
        return RefusedTexts.of(key, scope, hashes);
    }

    /** Returns the changes that add hashes to those of a scope; each expects the version that it replaces. */
    public static AddedHashes adding(Store store, RefusalKey key, Scope scope, Set<TextHash> more) {
        List<ScopeState> chunks = more.isEmpty() ? List.of() : chunks(store, key, scope);
        Set<TextHash> fresh = new LinkedHashSet<>(more);
        chunks.forEach(chunk -> fresh.removeAll(decode(chunk)));
        List<TextHash> kept = fresh.stream()
                .limit(Math.max(
                        0, MAX - chunks.stream().mapToLong(RefusalStates::size).sum()))
                .toList();
        List<StateChange> changes = new ArrayList<>();
        int last = chunks.size() - 1;
        int begin = 0;
        if (last >= 0 && size(chunks.get(last)) < CHUNK && !kept.isEmpty()) {
            ScopeState open = chunks.get(last);
            List<TextHash> all = new ArrayList<>(decode(open));
            begin = Math.min(kept.size(), CHUNK - all.size());
            all.addAll(kept.subList(0, begin));
            changes.add(new StateChange(open.name(), open.version(), encode(all)));
        }
        for (int number = chunks.size(); begin < kept.size(); number++) {
            int end = Math.min(kept.size(), begin + CHUNK);
            changes.add(new StateChange(name(key, scope, number), 0, encode(kept.subList(begin, end))));
            begin = end;
        }
        return new AddedHashes(changes, kept.size());
    }

    /** Returns the names of up to {@value PagedReads#SIZE} states of all scopes of a space. */
    static List<String> names(Store store, Space space) {
        return store.states(new Scope.Shared(space), PREFIX, null, PagedReads.SIZE).items().stream()
                .map(ScopeState::name)
                .toList();
    }

    private static List<ScopeState> chunks(Store store, RefusalKey key, Scope scope) {
        return store.states(new Scope.Shared(scope.space()), prefix(key, scope), null, CHUNKS)
                .items();
    }

    private static String prefix(RefusalKey key, Scope scope) {
        return PREFIX + key.name(scope) + "/";
    }

    private static String name(RefusalKey key, Scope scope, int number) {
        return prefix(key, scope) + String.format(Locale.ROOT, "%02d", number);
    }

    private static long size(ScopeState chunk) {
        return chunk.bytes().size() / TextHash.BYTES;
    }

    private static List<TextHash> decode(ScopeState chunk) {
        ByteBuffer in = chunk.bytes().read();
        List<TextHash> hashes = new ArrayList<>();
        while (in.remaining() >= TextHash.BYTES) {
            hashes.add(TextHash.read(in));
        }
        return hashes;
    }

    private static Blob encode(List<TextHash> hashes) {
        ByteBuffer out = ByteBuffer.allocate(hashes.size() * TextHash.BYTES);
        hashes.forEach(hash -> hash.write(out));
        return Blob.of(out.array());
    }
}
