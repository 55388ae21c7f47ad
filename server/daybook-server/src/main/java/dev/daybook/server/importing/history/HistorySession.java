package dev.daybook.server.importing.history;

import java.time.OffsetDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session of a chat history.
 *
 * @param id its id in the history
 * @param name its title, or null
 * @param created its time of creation, or null
 * @param metadata the metadata of its episodes
 */
public record HistorySession(
        String id, @Nullable String name, @Nullable OffsetDateTime created, Map<String, Object> metadata) {}
