package dev.daybook.chroma;

import dev.daybook.spi.Erase;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The numbers of the {@linkplain Erase erasures} of all spaces. A number is consumed before its erasure begins. */
final class Erasures {

    private static final String ROW = "erasures";
    private static final String LAST = Keys.PREFIX + "last";

    private final Shelves shelves;
    private final Lease lease;
    private long last = -1;

    Erasures(Shelves shelves, Lease lease) {
        this.shelves = shelves;
        this.lease = lease;
    }

    synchronized long next() {
        if (last < 0) {
            last = shelves.get(Shelf.SIDE, List.of(ROW)).stream()
                    .mapToLong(row -> row.metadata().path(LAST).asLong(0))
                    .findFirst()
                    .orElse(0);
        }
        ObjectNode keys = Filters.object().put(Keys.TYPE, ROW).put(LAST, last + 1);
        lease.check();
        shelves.need(Shelf.SIDE).upsert(List.of(new ChromaDocument(ROW, keys, null, Side.embedding(ROW))));
        return ++last;
    }
}
