package dev.daybook.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Blocks;
import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.access.Principal;
import dev.daybook.error.AccessRefusedException;
import dev.daybook.error.StaleVersionException;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Block;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Origin;
import dev.daybook.model.Trust;
import dev.daybook.query.Selection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules of the files; the answers of each command are tested in MemoryFileToolsTest and MemoryToolInputTest. */
class MemoryFilesTest {

    private final LocalDaybook daybook =
            Daybook.builder(new InMemoryStore()).noEmbedder().open();
    private final Memory ada = daybook.user("ada");
    private final MemoryFiles files = MemoryFiles.of(ada, "my-agent");

    @AfterEach
    void close() {
        daybook.close();
    }

    private Block block(String path) {
        return ada.blocks().find("memories/" + path).orElseThrow();
    }

    @Test
    void a_file_is_in_every_context() {
        files.create("/memories/tea.md", "Ada likes green tea.");

        assertThat(ada.session("s").context("What does she like?").text()).contains("likes green tea");
    }

    @Test
    void a_wrong_call_is_an_exception_that_changes_nothing() {
        files.create("a.md", "one");

        assertThatIllegalArgumentException().isThrownBy(() -> files.create("a.md", "two"));
        assertThatIllegalArgumentException().isThrownBy(() -> files.strReplace("a.md", "two", "three"));
        assertThatIllegalArgumentException().isThrownBy(() -> files.insert("a.md", 2, "three"));
        assertThatIllegalArgumentException().isThrownBy(() -> files.view("a.md", "2,3"));
        assertThatIllegalArgumentException().isThrownBy(() -> files.rename("none.md", "b.md"));
        assertThatIllegalArgumentException().isThrownBy(() -> files.delete("../a.md"));
        assertThatIllegalArgumentException().isThrownBy(() -> files.view(null)).withMessageContaining("path");

        assertThat(block("a.md").content()).isEqualTo("one");
        assertThat(ada.blocks().list()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Trust.class)
    void a_change_has_the_trust_of_the_assistant_or_of_the_text_before(Trust before) {
        ada.blocks()
                .remember(NewBlock.of("memories/a.md", "one")
                        .agentWritable(true)
                        .maxLength(100)
                        .trust(before));
        Trust after = Trust.ASSISTANT.least(before);

        files.insert("a.md", 1, "two");
        assertThat(block("a.md").trust()).isEqualTo(after);
        assertThat(block("a.md").origin().writer()).isEqualTo("my-agent");

        files.rename("a.md", "b.md");
        assertThat(block("b.md").trust()).isEqualTo(after);
        assertThat(block("b.md").maxLength()).isEqualTo(100);
        assertThat(block("b.md").agentWritable()).isTrue();
    }

    @Test
    void a_new_file_has_the_origin_assistant() {
        files.create("a.md", "one");

        assertThat(block("a.md").origin()).isEqualTo(new Origin(Origin.Source.ASSISTANT, "my-agent"));
    }

    @Test
    void a_key_with_less_trust_than_the_assistant_changes_no_file() {
        files.create("a.md", "one");
        MemoryFiles restricted = MemoryFiles.of(daybook.space("default", new Principal("key_1", Trust.TOOL, false))
                .user("ada"));

        assertThat(restricted.view("a.md")).endsWith("\tone");
        assertThatExceptionOfType(AccessRefusedException.class).isThrownBy(() -> restricted.create("b.md", "two"));
        assertThatExceptionOfType(AccessRefusedException.class).isThrownBy(() -> restricted.insert("a.md", 1, "two"));
        assertThatExceptionOfType(AccessRefusedException.class).isThrownBy(() -> restricted.rename("a.md", "b.md"));
        assertThatExceptionOfType(AccessRefusedException.class)
                .isThrownBy(() -> restricted.delete("a.md"))
                .withMessageContaining("the trust of key 'key_1' is at most tool");
        assertThat(block("a.md").content()).isEqualTo("one");
        assertThat(ada.blocks().list()).hasSize(1);
    }

    @Test
    void an_erasure_reaches_a_file_that_cites_the_erased_entry_after_changes() {
        String id = ada.session("s1").remember(Message.user("My code is 4711.")).id();
        ada.blocks()
                .remember(NewBlock.of("memories/code.md", "The code is 4711.")
                        .agentWritable(true)
                        .sources(List.of(new EntryRef(ada.scope(), Kind.EPISODE, id))));
        files.insert("code.md", 1, "Keep it.");
        files.rename("code.md", "secret/code.md");

        ada.forget(Selection.episode(id));

        assertThat(ada.archive().exportAll().map(Object::toString)).noneMatch(entry -> entry.contains("4711"));
        assertThat(files.view("/memories")).endsWith("(none)");
    }

    @Test
    void of_two_changes_to_one_version_the_second_is_refused() {
        files.create("a.md", "one");
        MemoryFiles late = MemoryFiles.of(interrupted(() -> files.insert("a.md", 1, "two")));

        assertThatThrownBy(() -> late.insert("a.md", 1, "three")).isInstanceOf(StaleVersionException.class);
        assertThat(block("a.md").content()).isEqualTo("one\ntwo");

        MemoryFiles later = MemoryFiles.of(interrupted(() -> files.insert("a.md", 2, "four")));
        String answer =
                later.call("{\"command\":\"insert\",\"path\":\"a.md\",\"insert_line\":1,\"insert_text\":\"x\"}");
        assertThat(answer).startsWith("Error: ").contains("read it again");
    }

    /** The files of a program, one of whose looks at a path is followed by a change of another program. */
    private MemoryFiles late(int look, Runnable change) {
        AtomicInteger looks = new AtomicInteger();
        return MemoryFiles.of(interrupted(() -> {
            if (looks.incrementAndGet() == look) {
                change.run();
            }
        }));
    }

    @Test
    void a_file_that_was_changed_meanwhile_is_not_removed() {
        files.create("a.md", "one");

        assertThatThrownBy(() -> late(1, () -> files.insert("a.md", 0, "new")).delete("a.md"))
                .isInstanceOf(StaleVersionException.class);

        assertThat(block("a.md").content()).isEqualTo("new\none");
    }

    @Test
    void files_that_are_changed_meanwhile_are_moved_with_their_new_text() {
        files.create("d/a.md", "one");
        files.create("d/b.md", "two");

        late(2, () -> files.insert("d/b.md", 0, "new")).rename("d", "e");

        assertThat(ada.blocks().list())
                .extracting(Block::name)
                .containsExactlyInAnyOrder("memories/e/a.md", "memories/e/b.md");
        assertThat(block("e/b.md").content()).isEqualTo("new\ntwo");
    }

    @Test
    void a_file_that_is_gone_meanwhile_is_not_brought_back_by_a_rename() {
        List<Runnable> removals =
                List.of(() -> files.delete("a.md"), () -> ada.forget(Selection.entry(Kind.BLOCK, "memories/a.md")));
        for (Runnable removal : removals) {
            files.create("a.md", "one");

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> late(2, removal).rename("a.md", "b.md"))
                    .withMessage("/memories/a.md does not exist.");

            assertThat(ada.blocks().list()).isEmpty();
            assertThat(ada.blocks().history("memories/b.md")).isEmpty();
        }
    }

    @Test
    void a_directory_whose_paths_would_be_too_long_stays_as_it_is() {
        files.create("d/a.md", "one");
        files.create("d/" + "b".repeat(60), "two");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> files.rename("d", "e".repeat(440)))
                .withMessageContaining("501 characters");
        assertThat(ada.blocks().list()).extracting(Block::content).containsExactly("one", "two");
        assertThat(block("d/a.md").content()).isEqualTo("one");
    }

    @Test
    void a_renamed_file_keeps_its_end() {
        Instant end = Instant.parse("2199-01-01T00:00:00Z");
        ada.blocks()
                .remember(
                        NewBlock.of("memories/a.md", "one").agentWritable(true).expiresAt(end));

        files.rename("a.md", "b.md");

        assertThat(block("b.md").expiresAt()).isEqualTo(end);
    }

    /** Returns the memory of Ada with a change by another call between a read of a block and the write. */
    private Memory interrupted(Runnable change) {
        return proxy(
                Memory.class,
                ada,
                (name, answer) -> name.equals("blocks")
                        ? proxy(Blocks.class, ada.blocks(), (call, found) -> {
                            if (call.equals("find")) {
                                change.run();
                            }
                            return found;
                        })
                        : answer);
    }

    private interface After {
        Object answer(String method, Object answer);
    }

    private static <T> T proxy(Class<T> type, T target, After after) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return after.answer(method.getName(), method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
