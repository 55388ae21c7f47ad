package dev.daybook.server.importing.table;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a table in a file, one at a time. */
public interface TableRows {

    /** Goes to the next row; false at the end. */
    boolean advance() throws IOException;

    /** Returns the number of this row, from 1. */
    long number();

    /**
     * Returns the fields of this row by their columns; an empty field is null or missing.
     *
     * @throws IllegalArgumentException if the row is unreadable
     */
    Map<String, @Nullable Object> fields();
}
