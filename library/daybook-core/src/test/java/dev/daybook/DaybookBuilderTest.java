package dev.daybook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.hash.HashVectors;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.Space;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaybookBuilderTest {

    @Test
    void without_a_store_on_the_path_the_artifact_to_add_is_named(@TempDir Path folder) {
        assertThatIllegalStateException()
                .isThrownBy(() -> Daybook.open(folder))
                .withMessageContaining("dev.daybook:daybook")
                .withMessageContaining("daybook-sqlite")
                .withMessageContaining("Daybook.builder(store)");
    }

    @Test
    void a_budget_that_cannot_be_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Daybook.builder(new InMemoryStore()).memoryBudget(0))
                .withMessageContaining("memoryBudget is 0");
    }

    @Test
    void a_time_for_questions_that_is_not_positive_is_refused() {
        for (Duration none : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Daybook.builder(new InMemoryStore()).questionTimeout(none))
                    .withMessageContaining("questionTimeout is " + none);
        }
    }

    @Test
    void a_part_that_is_null_is_refused_by_name() {
        DaybookBuilder builder = Daybook.builder(new InMemoryStore());
        Map<String, UnaryOperator<DaybookBuilder>> parts = Map.of(
                "embedder", each -> each.embedder(null),
                "previousEmbedder", each -> each.previousEmbedder(null),
                "tokenCounter", each -> each.tokenCounter(null),
                "clock", each -> each.clock(null),
                "ids", each -> each.ids(null));

        parts.forEach((name, setter) -> assertThatIllegalArgumentException()
                .isThrownBy(() -> setter.apply(builder))
                .withMessage(name + " is null; give a value"));
    }

    @Test
    void the_default_parts_make_a_daybook() {
        try (Daybook daybook = Daybook.builder(new InMemoryStore()).open()) {
            String id = daybook.user("ada")
                    .session("s1")
                    .remember(Message.user("hello"))
                    .id();
            assertThat(id).matches("ep_[0-9A-Z]{26}");
            assertThat(daybook.user("ada").recall("hello")).hasSize(1);
        }
    }

    @Test
    void two_memories_of_one_process_share_nothing() {
        try (Daybook one = Daybook.builder(new InMemoryStore()).open();
                Daybook other = Daybook.builder(new InMemoryStore()).open()) {
            one.user("ada").session("s1").remember(Message.user("The gate code is on the fridge."));

            assertThat(one.user("ada").recall("gate")).hasSize(1);
            assertThat(other.user("ada").recall("gate")).isEmpty();
            assertThat(other.user("ada").archive().profile().counts()).isEmpty();
        }
    }

    @Test
    void a_second_close_does_nothing_and_the_store_is_closed_with_it() {
        InMemoryStore store = new InMemoryStore();
        Daybook daybook = Daybook.builder(store).noEmbedder().open();
        daybook.close();
        daybook.close();

        assertThatIllegalStateException().isThrownBy(() -> store.spaces(null, 1));
    }

    @Test
    void a_thread_whose_context_class_loader_sees_no_library_opens_a_daybook() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try (Daybook daybook = Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            assertThat(daybook.spaces()).isEmpty();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void an_embedder_that_is_refused_leaves_no_open_store() {
        InMemoryStore store = new InMemoryStore();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Daybook.builder(store)
                        .noEmbedder()
                        .previousEmbedder(new HashVectors(8).embedder())
                        .open())
                .withMessageStartingWith("previousEmbedder is ");

        assertThatIllegalStateException().isThrownBy(() -> store.spaces(null, 1));
    }

    @Test
    void a_daybook_that_cannot_be_opened_closes_its_store_and_leaves_no_thread() {
        InMemoryStore store = new InMemoryStore();
        Store unreadable = new ForwardingStore(store) {
            @Override
            public Page<Space> spaces(@Nullable String cursor, int limit) {
                throw new StoreException("the disk fails");
            }
        };
        assertThatThrownBy(() -> Daybook.builder(unreadable)
                        .embedder(new HashVectors(8).embedder())
                        .open())
                .isInstanceOf(StoreException.class)
                .hasMessage("the disk fails");

        assertThatIllegalStateException().isThrownBy(() -> store.spaces(null, 1));
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("daybook-vectors");
    }
}
