package dev.daybook.chroma;

import dev.daybook.store.EraseRequest;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * The numbers of the {@linkplain EraseRequest erasures} of all spaces. A number is consumed before its erasure begins.
 */
final class ErasureCounter {

    private static final String ROW = "erasures";
    private static final String LAST = MetadataKeys.PREFIX + "last";

    private final SpaceCollections spaceCollections;
    private final WriterLease lease;
    private long last = -1;

    ErasureCounter(SpaceCollections spaceCollections, WriterLease lease) {
        this.spaceCollections = spaceCollections;
        this.lease = lease;
    }

    synchronized long next() {
        if (last < 0) {
            last = spaceCollections.get(SpaceCollection.SIDE, List.of(ROW)).stream()
                    .mapToLong(row -> row.metadata().path(LAST).asLong(0))
                    .findFirst()
                    .orElse(0);
        }
        ObjectNode keys = RowFilters.object().put(MetadataKeys.TYPE, ROW).put(LAST, last + 1);
        lease.check();
        spaceCollections
                .need(SpaceCollection.SIDE)
                .upsert(List.of(new ChromaDocument(ROW, keys, null, PrivateCollection.embedding(ROW))));
        return ++last;
    }
}
