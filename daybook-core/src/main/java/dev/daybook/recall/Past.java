package dev.daybook.recall;

import dev.daybook.codec.EpisodeCodec;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import dev.daybook.data.Scope;
import dev.daybook.spi.Blob;
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
import java.util.stream.Collectors;

/**
 * A scope as it was at some time, read and analysed for one question. Slow beside a partition that is kept, and right:
 * the words of an earlier version are not stored, so they are made again. Vectors of earlier versions do not exist.
 */
final class Past {

    private final Store store;

    Past(Store store) {
        this.store = store;
    }

    Pool asOf(Scope scope, Instant time, Query.By by, Question question) {
        Partition partition = new Partition(null);
        Map<String, Episode> episodes = new HashMap<>();
        Scan scan = Scan.of(Kind.EPISODE).versions(Scan.Versions.asOf(time));
        for (Page<Stored> page = store.scan(scope, scan); ; page = store.scan(scope, scan.after(page.cursor()))) {
            for (Stored stored : page.items()) {
                Episode episode = EpisodeCodec.decode(stored);
                episodes.put(episode.id(), episode);
                partition.take(row(stored, episode));
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

    private static Row row(Stored stored, Episode episode) {
        Map<String, Blob> sidecars =
                Map.of(TermRecord.SIDECAR, TermRecord.of(episode).encode());
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
}
