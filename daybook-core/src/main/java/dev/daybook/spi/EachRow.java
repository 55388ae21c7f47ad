package dev.daybook.spi;

import dev.daybook.data.Scope;
import java.util.function.Consumer;

/** Reads all rows of a scope, a page at a time. */
final class EachRow {

    private static final int ROWS = 5_000;

    private EachRow() {}

    static void of(Store store, Scope scope, Consumer<Row> reader) {
        long revision = 0;
        boolean more = true;
        while (more) {
            Page<Row> page = store.rows(scope, revision, ROWS);
            for (Row row : page.items()) {
                reader.accept(row);
                revision = row.revision();
            }
            more = page.cursor() != null;
        }
    }
}
