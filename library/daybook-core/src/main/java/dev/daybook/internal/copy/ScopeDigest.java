package dev.daybook.internal.copy;

import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.internal.text.Sha256Hash;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a scope and a hash over all that its store holds of it: entries of all versions, sidecars, states, audit
 * entries, positions, revisions and the epoch. Two stores with the same digest answer every call on the scope alike.
 *
 * @param versions the stored versions of entries
 * @param rows the entries with their sidecars
 * @param states the states
 * @param audits the audit entries
 * @param sha256 the hash as 64 hexadecimal digits
 */
public record ScopeDigest(long versions, long rows, long states, long audits, String sha256) {

    /** Reads a scope whole. While it is written, the digest is of no one moment. */
    public static ScopeDigest of(CopyableStore store, Scope scope) {
        return of(store, scope, Set.of());
    }

    /** Reads a scope without some entries, those that one of two stores cannot read. */
    static ScopeDigest of(CopyableStore store, Scope scope, Set<EntryKey> without) {
        ContentHash hash = new ContentHash();
        hash.numbers(store.numbers(scope));
        long[] counts = new long[4];
        for (Kind kind : Kind.values()) {
            versions(store, scope, kind, unused -> {}, version -> {
                if (!without.contains(version.key())) {
                    hash.version(version);
                    counts[0]++;
                }
            });
        }
        PagedReads.rows(store, scope, 0)
                .filter(row -> !without.contains(row.key()))
                .forEach(row -> {
                    hash.row(row);
                    counts[1]++;
                });
        states(store, scope, hash, counts);
        PagedReads.<AuditRecord>all(cursor -> store.audits(scope, cursor, PagedReads.SIZE))
                .forEach(audit -> {
                    hash.audit(audit);
                    counts[3]++;
                });
        return new ScopeDigest(counts[0], counts[1], counts[2], counts[3], hash.hex());
    }

    /** Returns a hash that differs after most changes of a scope, without reading its entries and audit entries. */
    static String brief(CopyableStore store, Scope scope) {
        ContentHash hash = new ContentHash();
        hash.numbers(store.numbers(scope));
        states(store, scope, hash, new long[4]);
        return hash.hex();
    }

    private static void states(Store store, Scope scope, ContentHash hash, long[] counts) {
        StateFamilies.all(store, scope, "").forEach(state -> {
            hash.state(state);
            counts[2]++;
        });
    }

    /** Reads all versions of a kind in order of position, those of an entry oldest first. */
    static void versions(
            Store store, Scope scope, Kind kind, Consumer<EntryKey> damaged, Consumer<StoredEntry> version) {
        EntryScan scan = EntryScan.of(kind).versions(EntryScan.Versions.ALL).limit(PagedReads.SIZE);
        PagedReads.<StoredEntry>all(cursor -> store.scan(scope, scan.after(cursor), damaged))
                .forEach(version);
    }

    /** A SHA-256 over values, each of a fixed size or with its length before it. */
    private static final class ContentHash {

        private final MessageDigest sha = Sha256Hash.digest();
        private final DataOutputStream out = new DataOutputStream(
                new BufferedOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), sha)));

        void numbers(ScopeNumbers numbers) {
            number(numbers.revision());
            number(numbers.epoch());
            for (Kind kind : Kind.values()) {
                number(numbers.positions().getOrDefault(kind, 0L));
            }
        }

        void version(StoredEntry version) {
            text("version");
            key(version.key());
            number(version.position());
            number(version.contentRevision());
            text(version.session());
            time(version.time());
            time(version.recorded());
            text(version.status());
            blob(version.body());
        }

        void row(IndexRow row) {
            text("row");
            key(row.key());
            number(row.position());
            number(row.revision());
            number(row.contentRevision());
            text(row.session());
            time(row.time());
            text(row.status());
            for (Map.Entry<String, Blob> sidecar : new TreeMap<>(row.sidecars()).entrySet()) {
                text(sidecar.getKey());
                blob(sidecar.getValue());
            }
        }

        void state(ScopeState state) {
            text("state");
            text(state.name());
            number(state.version());
            blob(state.bytes());
        }

        void audit(AuditRecord audit) {
            text("audit");
            text(audit.operation());
            text(audit.action());
            time(audit.at());
            text(audit.detail());
        }

        private void key(EntryKey key) {
            text(key.kind().name());
            text(key.id());
        }

        private void time(Instant time) {
            number(time.getEpochSecond());
            number(time.getNano());
        }

        private void text(@Nullable String text) {
            if (text == null) {
                number(-1);
            } else {
                blob(Blob.of(text.getBytes(StandardCharsets.UTF_8)));
            }
        }

        private void blob(Blob blob) {
            number(blob.size());
            try {
                out.write(blob.toArray());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void number(long number) {
            try {
                out.writeLong(number);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String hex() {
            try {
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return HexFormat.of().formatHex(sha.digest());
        }
    }
}
