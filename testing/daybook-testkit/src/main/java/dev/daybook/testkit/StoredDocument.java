package dev.daybook.testkit;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.IndexRow;
import dev.daybook.store.StoredEntry;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A document of a {@link FlakyStore}. All are values, so keeping one is as good as keeping its bytes. */
sealed interface StoredDocument {

    /** Returns an unambiguous name of parts with any content. */
    static String name(String... parts) {
        return Arrays.stream(parts)
                .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8))
                .collect(Collectors.joining("/"));
    }

    /** All documents that one operation writes or (null) removes, in order. Doing it twice does no more than once. */
    record Intent(List<Step> steps) implements StoredDocument {
        public Intent {
            steps = List.copyOf(steps);
        }

        record Step(String name, @Nullable StoredDocument document) {}
    }

    /** The numbers of a scope that must not go back. */
    record Counters(Scope scope, long revision, long epoch, Map<Kind, Long> positions, long audits)
            implements StoredDocument {
        public Counters {
            positions = Map.copyOf(positions);
        }
    }

    record Audited(Scope scope, AuditRecord audit) implements StoredDocument {}

    record Erasures(long last) implements StoredDocument {}

    record Named(String name, long version, Blob value) implements StoredDocument {}

    /** An entry with all its versions, oldest first, and the sidecars of the last of them. */
    record Held(List<StoredEntry> versions, long revision, Map<String, Blob> sidecars) implements StoredDocument {
        public Held {
            versions = List.copyOf(versions);
            sidecars = Map.copyOf(sidecars);
        }

        EntryKey key() {
            return current().key();
        }

        StoredEntry current() {
            return versions.get(versions.size() - 1);
        }

        EntryNumbers numbers() {
            return new EntryNumbers(current().position(), current().contentRevision(), revision);
        }

        IndexRow row() {
            StoredEntry now = current();
            return IndexRow.of(now, revision, sidecars);
        }
    }
}
