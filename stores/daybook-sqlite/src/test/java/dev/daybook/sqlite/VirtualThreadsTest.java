package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.query.Query;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plain call that blocks is all that a virtual thread needs. Skipped in a Java that has none. */
class VirtualThreadsTest {

    private static final int THREADS = 500;

    @TempDir
    Path folder;

    @Test
    void far_more_callers_than_cores_are_all_served() throws Exception {
        ExecutorService threads = onePerTask();
        try (Daybook daybook =
                Daybook.builder(SqliteStore.open(folder)).noEmbedder().open()) {
            List<Callable<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                String user = "user" + i % 10;
                String text = "heron " + i;
                calls.add(() -> {
                    daybook.user(user).session("s1").remember(Message.user(text));
                    return daybook.user(user)
                            .recall(Query.of(text).by(Query.By.TEXT))
                            .size();
                });
            }
            for (Future<Integer> found : threads.invokeAll(calls, 120, TimeUnit.SECONDS)) {
                assertThat(found.isCancelled()).as("served in time").isFalse();
                assertThat(found.get()).isPositive();
            }

            for (int user = 0; user < 10; user++) {
                assertThat(daybook.user("user" + user).archive().profile().count(Kind.EPISODE))
                        .isEqualTo(THREADS / 10);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Named by reflection, because this is compiled for 17. */
    private static ExecutorService onePerTask() throws ReflectiveOperationException {
        Method make = null;
        try {
            make = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
        } catch (NoSuchMethodException older) {
            Assumptions.abort("skipped: Java " + Runtime.version().feature() + " has no virtual threads");
        }
        return (ExecutorService) make.invoke(null);
    }
}
