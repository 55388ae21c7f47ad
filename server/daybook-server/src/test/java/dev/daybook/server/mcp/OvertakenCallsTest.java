package dev.daybook.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Episode;
import dev.daybook.query.Selection;
import dev.daybook.server.problem.NotFoundException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls of {@code remember} that another call overtakes between their look at an entry and their write. */
class OvertakenCallsTest {

    private static final Map<String, Object> FIRST = Map.of("text", "Order 17 was shipped.", "idempotencyKey", "k");

    private final LocalDaybook daybook =
            Daybook.builder(new InMemoryStore()).noEmbedder().background(false).open();
    private final Memory ada = daybook.user("ada");

    @AfterEach
    void close() {
        daybook.close();
    }

    private static Map<String, Object> remember(Memory memory, Map<String, Object> arguments) {
        McpContext context = new McpContext(memory, "s9", Clock.systemUTC(), AgentOptions.NONE, false);
        return WritingTools.remember(context, new JsonFields(arguments)).content();
    }

    /** Returns Ada's memory, in which another call takes effect after the first look at an entry. */
    private Memory overtakenBy(Runnable other) {
        AtomicBoolean isOvertaken = new AtomicBoolean();
        return (Memory) Proxy.newProxyInstance(
                Memory.class.getClassLoader(), new Class<?>[] {Memory.class}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(ada, arguments);
                        if (method.getName().equals("find") && isOvertaken.compareAndSet(false, true)) {
                            other.run();
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void a_key_that_another_text_used_meanwhile_is_refused() {
        Memory memory = overtakenBy(() -> remember(ada, FIRST));

        assertThatThrownBy(() -> remember(memory, Map.of("text", "Order 17 was returned.", "idempotencyKey", "k")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'idempotencyKey' belongs to a call with other content");
        assertThat(ada.archive().exportAll())
                .singleElement()
                .satisfies(entry -> assertThat(entry.text()).contains("shipped"));
    }

    @Test
    void a_statement_that_was_stored_meanwhile_by_the_same_call_is_not_written_again() {
        Memory memory = overtakenBy(() -> remember(ada, FIRST));

        Map<String, Object> answer = remember(memory, FIRST);

        assertThat(ada.archive().history(String.valueOf(answer.get("id")))).hasSize(1);
    }

    @Test
    void a_correction_brings_nothing_back_that_was_forgotten_meanwhile() {
        String id = String.valueOf(remember(ada, FIRST).get("id"));
        Memory memory = overtakenBy(() -> ada.forget(Selection.episode(id)));

        assertThatThrownBy(() -> remember(memory, Map.of("text", "Order 17 was returned.", "id", id)))
                .isInstanceOf(NotFoundException.class);
        assertThat(ada.find(Episode.class, id)).isEmpty();
    }
}
