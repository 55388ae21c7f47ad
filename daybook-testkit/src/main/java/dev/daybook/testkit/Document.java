package dev.daybook.testkit;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Blob;
import dev.daybook.spi.EntryNumbers;
import dev.daybook.spi.Key;
import dev.daybook.spi.Row;
import dev.daybook.spi.Stored;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a {@link FlakyStore} writes. All are values, so keeping one is as good as keeping its bytes. */
sealed interface Document {

    /** A name of parts that cannot run into each other, whatever is in them. */
    static String name(String... parts) {
        return Arrays.stream(parts)
                .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8))
                .collect(Collectors.joining("/"));
    }

    /** All documents that one operation writes or (null) removes, in order. Doing it twice does no more than once. */
    record Intent(List<Step> steps) implements Document {
        public Intent {
            steps = List.copyOf(steps);
        }

        record Step(String name, @Nullable Document document) {}
    }

    /** The numbers of a scope that must not go back. */
    record Counters(Scope scope, long revision, long epoch, Map<Kind, Long> positions, long audits)
            implements Document {
        public Counters {
            positions = Map.copyOf(positions);
        }
    }

    record Audited(Scope scope, Audit audit) implements Document {}

    record Erasures(long last) implements Document {}

    record Named(String name, long version, Blob value) implements Document {}

    /** An entry with all its versions, oldest first, and what lies beside the last of them. */
    record Held(List<Stored> versions, long revision, Map<String, Blob> sidecars) implements Document {
        public Held {
            versions = List.copyOf(versions);
            sidecars = Map.copyOf(sidecars);
        }

        Key key() {
            return current().key();
        }

        Stored current() {
            return versions.get(versions.size() - 1);
        }

        EntryNumbers numbers() {
            return new EntryNumbers(current().position(), current().contentRevision(), revision);
        }

        Row row() {
            Stored now = current();
            return new Row(
                    now.key(),
                    now.position(),
                    revision,
                    now.contentRevision(),
                    now.session(),
                    now.time(),
                    now.status(),
                    sidecars);
        }
    }
}
