package dev.daybook.consolidate;

import dev.daybook.data.Scope;
import dev.daybook.spi.Head;
import dev.daybook.spi.Page;
import dev.daybook.spi.Row;
import dev.daybook.spi.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * What a derivation keeps of the rows of the scopes that it looked at lately: each scope is read once, then only what is
 * new, and anew after something was erased from it. Whoever shares the images must not use one from two threads at a time.
 */
final class Images<I extends Images.Image> {

    private static final int ROWS = 1_000;

    private final Store store;
    private final Map<Scope, I> images;

    /** What is kept of one scope. */
    abstract static class Image {

        final long epoch;
        long revision;

        /** @param revision what lies at or before it is not read */
        Image(long epoch, long revision) {
            this.epoch = epoch;
            this.revision = revision;
        }

        /** Up to where the scope was read. */
        long revision() {
            return revision;
        }

        final void read(List<Row> rows) {
            take(rows);
            if (!rows.isEmpty()) {
                revision = rows.get(rows.size() - 1).revision();
            }
        }

        /** Takes in rows that are new, in order of revision. */
        abstract void take(List<Row> rows);
    }

    /** @param scopes how many scopes are kept; the one that was not looked at for longest goes first */
    Images(Store store, int scopes) {
        this.store = store;
        this.images = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Scope, I> eldest) {
                return size() > scopes;
            }
        };
    }

    /**
     * The image of a scope as it is now.
     *
     * @param isGood whether one that is there can still be used
     * @param anew makes an empty one for an epoch
     */
    I of(Scope scope, Predicate<I> isGood, LongFunction<I> anew) {
        Head head = store.head(scope);
        I image = images.get(scope);
        if (image == null || image.epoch != head.epoch() || !isGood.test(image)) {
            image = anew.apply(head.epoch());
            images.put(scope, image);
        }
        boolean more = image.revision < head.revision();
        while (more) {
            Page<Row> page = store.rows(scope, image.revision, ROWS);
            image.read(page.items());
            more = page.cursor() != null;
        }
        return image;
    }
}
