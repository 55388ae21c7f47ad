package dev.daybook.recall;

import dev.daybook.codec.EntryVectors;
import dev.daybook.codec.EpisodeCodec;
import dev.daybook.codec.VectorCodec;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import dev.daybook.data.Scope;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Row;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import dev.daybook.words.TermRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A scope as it was at some time, read and analysed for one question. Slow beside a partition that is kept, and right:
 * the words of an earlier version are not stored, so they are made again. Of earlier versions only vectors that
 * were supplied exist.
 */
final class Past {

    private static final int ROWS = 5_000;

    private final Store store;

    Past(Store store) {
        this.store = store;
    }

    /**
     * The scope at a time.
     *
     * @param embedder whose vectors it is searched with, or null
     */
    Pool asOf(Scope scope, Instant time, Query.By by, Question question, @Nullable Embedder embedder) {
        Partition partition = new Partition(embedder == null ? null : VectorCodec.sidecar(embedder));
        Map<String, Episode> episodes = new HashMap<>();
        Map<Key, Row> present = embedder == null ? Map.of() : present(scope);
        Scan scan = Scan.of(Kind.EPISODE).versions(Scan.Versions.asOf(time));
        for (Page<Stored> page = store.scan(scope, scan); ; page = store.scan(scope, scan.after(page.cursor()))) {
            for (Stored stored : page.items()) {
                Episode episode = EpisodeCodec.decode(stored);
                episodes.put(episode.id(), episode);
                partition.take(row(stored, episode, present.get(stored.key()), embedder));
            }
            if (page.cursor() == null) {
                break;
            }
        }
        partition.place();
        return new Pool(scope, partition, Scoring.score(partition, by, question), ids -> some(episodes, ids));
    }

    private static Map<String, Episode> some(Map<String, Episode> episodes, Collection<String> ids) {
        return ids.stream().collect(Collectors.toMap(id -> id, episodes::get));
    }

    /** What is there now: a version that is still the current one has its vector there. */
    private Map<Key, Row> present(Scope scope) {
        Map<Key, Row> present = new HashMap<>();
        long revision = 0;
        boolean more = true;
        while (more) {
            Page<Row> rows = store.rows(scope, revision, ROWS);
            for (Row row : rows.items()) {
                present.put(row.key(), row);
                revision = row.revision();
            }
            more = rows.cursor() != null;
        }
        return present;
    }

    private static Row row(Stored stored, Episode episode, @Nullable Row present, @Nullable Embedder embedder) {
        Map<String, Blob> sidecars = new HashMap<>();
        sidecars.put(TermRecord.SIDECAR, TermRecord.of(episode).encode());
        if (embedder != null) {
            vectors(embedder, stored, episode, present)
                    .ifPresent(vectors -> sidecars.put(VectorCodec.sidecar(embedder), vectors));
        }
        return new Row(
                stored.key(),
                stored.position(),
                stored.contentRevision(),
                stored.contentRevision(),
                stored.session(),
                stored.time(),
                stored.status(),
                sidecars);
    }

    /** A vector that came with an entry is of the embedder of its time, as what is beside the current version shows. */
    private static Optional<Blob> vectors(Embedder embedder, Stored stored, Episode episode, @Nullable Row present) {
        if (present != null && present.contentRevision() == stored.contentRevision()) {
            Map<String, Blob> sidecars = present.sidecars();
            if (sidecars.keySet().stream().anyMatch(VectorCodec::isVectors)) {
                return Optional.ofNullable(sidecars.get(VectorCodec.sidecar(embedder)));
            }
        }
        return Optional.ofNullable(episode.embedding())
                .filter(supplied -> supplied.dimensions() == embedder.dimensions())
                .map(supplied -> VectorCodec.encode(
                        EntryVectors.supplied(supplied, episode.messages().size())));
    }
}
