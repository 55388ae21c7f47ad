package dev.daybook.server.importing.history;

import org.jspecify.annotations.Nullable;

/**
 * The choices for the import of a chat history.
 *
 * @param isOwn whether the messages in the role of the user are the words of the user of the scope; otherwise all have
 *     the trust {@code import}
 * @param allBranches whether branches beside the current one are imported
 * @param toolOutput the maximum number of characters of a tool's output
 * @param columns the columns of a table, or null for another format
 */
public record HistoryOptions(
        boolean isOwn,
        boolean allBranches,
        int toolOutput,
        @Nullable ColumnMap columns) {}
