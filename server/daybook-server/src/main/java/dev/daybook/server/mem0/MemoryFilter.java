package dev.daybook.server.mem0;

import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A filter of mem0, read and checked.
 *
 * @param ids the ids that the filter requires; of them only the user decides on the scope
 * @param isScoped whether the filter names any id
 * @param condition compares the {@link StoredMemory#fields()}; null: every memory fulfils the filter
 */
record MemoryFilter(
        EntityIds ids, boolean isScoped, @Nullable Predicate<Map<String, Object>> condition) {

    boolean isOpen() {
        return condition == null;
    }

    boolean matches(StoredMemory memory) {
        return condition == null || condition.test(memory.fields());
    }
}
