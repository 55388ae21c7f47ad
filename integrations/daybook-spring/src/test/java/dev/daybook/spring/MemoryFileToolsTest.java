package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.model.Block;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Origin;
import dev.daybook.model.Trust;
import dev.daybook.query.Selection;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;

class MemoryFileToolsTest {

    private static final String TEA = "/memories/likes/tea.md";

    private final FailingStore store = new FailingStore();
    private final Daybook daybook = Daybook.builder(store).noEmbedder().open();
    private final Memory ada = daybook.user("ada");
    private final MemoryFileTools tools = MemoryFileTools.of(ada);

    @AfterEach
    void close() {
        store.recover();
        daybook.close();
    }

    private String content(String path) {
        return ada.blocks().find("memories/" + path).map(Block::content).orElse("(none)");
    }

    @Test
    void a_file_is_viewed_with_line_numbers() {
        assertThat(tools.create(TEA, "green\nblack\nwhite\n")).isEqualTo("Created /memories/likes/tea.md.");

        assertThat(tools.view(TEA, null))
                .isEqualTo("Content of /memories/likes/tea.md with line numbers:\n"
                        + "     1\tgreen\n     2\tblack\n     3\twhite");
        assertThat(tools.view("likes/tea.md", "2,3")).endsWith("numbers:\n     2\tblack\n     3\twhite");
        assertThat(tools.view(TEA, "[3, -1]")).endsWith("numbers:\n     3\twhite");
        assertThat(tools.view(TEA, "4,5")).endsWith("Error: viewRange is 4,5; the file has the lines 1 to 3.");
    }

    @Test
    void a_directory_lists_two_levels() {
        tools.create("MEMORY.md", "index");
        tools.create("likes/tea.md", "green");
        tools.create("likes/music/jazz.md", "Coltrane");

        assertThat(tools.view("/memories", null).lines().skip(1))
                .containsExactly(
                        "5\t/memories/MEMORY.md",
                        "13\t/memories/likes/",
                        "8\t/memories/likes/music/",
                        "5\t/memories/likes/tea.md");
        assertThat(tools.view("/memories/likes/music/", null).lines().skip(1))
                .containsExactly("8\t/memories/likes/music/jazz.md");
        assertThat(tools.view("/memories/dislikes", null)).isEqualTo("Error: /memories/dislikes does not exist.");
    }

    @Test
    void an_empty_root_is_no_error() {
        assertThat(tools.view("/", null)).endsWith("(none)");
        assertThat(tools.view("", null)).isEqualTo(tools.view("/memories/", null));
    }

    @Test
    void a_file_is_not_created_twice() {
        tools.create(TEA, "green");

        assertThat(tools.create("likes/tea.md", "black")).startsWith("Error: /memories/likes/tea.md already exists.");
        assertThat(tools.create("likes", "black")).contains("is a directory");
        assertThat(tools.create("likes/tea.md/more", "black")).contains("is a file");
        assertThat(content("likes/tea.md")).isEqualTo("green");
    }

    @Test
    void a_text_is_replaced_if_it_appears_once() {
        tools.create(TEA, "I like green tea.\nI like black tea.\n");

        assertThat(tools.replace(TEA, "black", "white")).contains("     2\tI like white tea.");
        assertThat(content("likes/tea.md")).isEqualTo("I like green tea.\nI like white tea.\n");
        assertThat(tools.replace(TEA, "like", "love"))
                .contains("more than once")
                .contains("lines 1, 2.");
        assertThat(tools.replace(TEA, "oolong", "love")).contains("does not appear verbatim");
        assertThat(tools.replace(TEA, "", "love")).startsWith("Error: oldStr is empty.");
        assertThat(tools.replace("none.md", "a", "b")).isEqualTo("Error: /memories/none.md does not exist.");
        assertThat(content("likes/tea.md")).isEqualTo("I like green tea.\nI like white tea.\n");
    }

    @Test
    void overlapping_matches_are_more_than_one() {
        tools.create("a.md", "aaa");

        assertThat(tools.replace("a.md", "aa", "b")).contains("more than once");
    }

    @Test
    void a_replacement_that_is_left_out_deletes_the_text() {
        tools.create("a.md", "one two");

        tools.replace("a.md", " two", null);

        assertThat(content("a.md")).isEqualTo("one");
    }

    @Test
    void lines_are_inserted_after_a_line() {
        tools.create("a.md", "one\nthree\n");

        tools.insert("a.md", 1, "two\n");
        tools.insert("a.md", 0, "zero");
        tools.insert("a.md", 4, "four\nfive");

        assertThat(content("a.md")).isEqualTo("zero\none\ntwo\nthree\nfour\nfive\n");
        assertThat(tools.insert("a.md", 7, "x"))
                .isEqualTo("Error: insertLine is 7. It must be from 0 to 6, the lines of /memories/a.md.");
        assertThat(tools.insert("a.md", -1, "x")).startsWith("Error: insertLine is -1.");
    }

    @Test
    void lines_are_inserted_into_an_empty_file() {
        tools.create("a.md", "");
        tools.insert("a.md", 0, "one\n");

        assertThat(content("a.md")).isEqualTo("one\n");
    }

    @Test
    void a_directory_is_deleted_with_its_files() {
        tools.create("likes/tea.md", "green");
        tools.create("likes/music/jazz.md", "Coltrane");
        tools.create("likesnot.md", "rain");

        assertThat(tools.delete("likes")).isEqualTo("Deleted /memories/likes.");

        assertThat(tools.view("/", null).lines().skip(1)).containsExactly("4\t/memories/likesnot.md");
        assertThat(tools.delete("likes")).isEqualTo("Error: /memories/likes does not exist.");
        assertThat(tools.delete("/memories")).contains("cannot be deleted");
    }

    @Test
    void a_directory_is_renamed_with_its_files() {
        tools.create("likes/tea.md", "green");
        tools.create("likes/music/jazz.md", "Coltrane");
        tools.create("old.md", "rain");

        assertThat(tools.rename("likes", "tastes/2026")).isEqualTo("Renamed /memories/likes to /memories/tastes/2026.");

        assertThat(content("tastes/2026/tea.md")).isEqualTo("green");
        assertThat(content("tastes/2026/music/jazz.md")).isEqualTo("Coltrane");
        assertThat(content("likes/tea.md")).isEqualTo("(none)");
        assertThat(tools.rename("tastes", "old.md")).contains("destination /memories/old.md already exists");
        assertThat(tools.rename("tastes", "tastes/inner")).startsWith("Error: the destination");
        assertThat(tools.rename("none", "other")).isEqualTo("Error: /memories/none does not exist.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "../secret",
                "/memories/../SOUL",
                "a/./b",
                "a//b",
                "..\\secret",
                "%2e%2e/secret",
                "a/%2E%2E/b",
                "a\u0000b",
                "/memories/a\nb",
                "/memoriesx/a"
            })
    void a_path_outside_the_memories_is_refused(String path) {
        assertThat(tools.create(path, "x")).startsWith("Error: the path is not");
        assertThat(tools.view(path, null)).startsWith("Error: the path is not");
        assertThat(tools.delete(path)).startsWith("Error: the path is not");
        assertThat(tools.rename(path, "a.md")).startsWith("Error: the path is not");
        assertThat(ada.blocks().list()).isEmpty();
    }

    @Test
    void other_blocks_and_other_users_are_out_of_reach() {
        ada.blocks().remember("SOUL", "I am kind.");
        MemoryFileTools.of(daybook.user("bob")).create("bob.md", "Bob's");

        assertThat(tools.view("SOUL", null)).contains("does not exist");
        assertThat(tools.delete("SOUL")).contains("does not exist");
        assertThat(tools.view("/", null)).endsWith("(none)");
        assertThat(ada.blocks().find("SOUL")).isPresent();
    }

    @Test
    void every_change_is_a_version_until_the_application_erases_them() {
        tools.create("a.md", "My code is 4711.");
        tools.replace("a.md", "4711", "0815");
        tools.delete("a.md");

        assertThat(ada.blocks().history("memories/a.md"))
                .extracting(Block::content)
                .containsExactly("My code is 4711.", "My code is 0815.");
        ada.forget(Selection.entry(Kind.BLOCK, "memories/a.md"));
        assertThat(ada.blocks().history("memories/a.md")).isEmpty();
    }

    @Test
    void a_file_has_the_trust_of_the_assistant_at_most() {
        tools.create("a.md", "one");
        ada.blocks()
                .remember(NewBlock.of("memories/web.md", "from the web")
                        .agentWritable(true)
                        .origin(Origin.TOOL));
        tools.insert("web.md", 1, "and more");

        assertThat(ada.blocks().find("memories/a.md").orElseThrow().trust()).isEqualTo(Trust.ASSISTANT);
        assertThat(ada.blocks().find("memories/web.md").orElseThrow().trust()).isEqualTo(Trust.TOOL);
    }

    @Test
    void a_read_only_file_can_be_viewed_only() {
        ada.blocks()
                .remember(NewBlock.of("memories/rules/house.md", "No shoes.").agentWritable(false));

        assertThat(tools.view("rules/house.md", null)).contains("No shoes.");
        assertThat(tools.insert("rules/house.md", 1, "x")).isEqualTo("Error: /memories/rules/house.md is read-only.");
        assertThat(tools.replace("rules/house.md", "No", "Yes")).endsWith("is read-only.");
        assertThat(tools.delete("rules")).endsWith("is read-only.");
        assertThat(tools.rename("rules", "r")).endsWith("is read-only.");
        assertThat(content("rules/house.md")).isEqualTo("No shoes.");
    }

    @Test
    void a_text_that_is_too_long_is_refused_with_its_limit() {
        assertThat(tools.create("a.md", "x".repeat(1_000_001))).contains("at most 1,000,000");
    }

    @Test
    void an_argument_that_the_model_leaves_out_is_named() {
        assertThat(tools.create("a.md", null)).isEqualTo("Error: fileText is missing; give it.");
        assertThat(tools.insert("a.md", null, "x")).isEqualTo("Error: insertLine is missing; give it.");
    }

    @Test
    void a_store_that_fails_is_an_exception() {
        store.failWrites();

        assertThatThrownBy(() -> tools.create("a.md", "one")).isInstanceOf(StoreException.class);
    }

    @Test
    void a_model_sees_six_tools_and_their_arguments() {
        Map<String, String> schemas = Arrays.stream(ToolCallbacks.from(tools))
                .map(ToolCallback::getToolDefinition)
                .collect(Collectors.toMap(tool -> tool.name(), tool -> tool.inputSchema()));

        assertThat(schemas)
                .containsOnlyKeys(
                        "MemoryView",
                        "MemoryCreate",
                        "MemoryStrReplace",
                        "MemoryInsert",
                        "MemoryDelete",
                        "MemoryRename");
        assertThat(schemas.get("MemoryView").replaceAll("\\s", "")).contains("\"required\":[\"path\"]");
        assertThat(schemas.get("MemoryRename")).contains("oldPath", "newPath");
    }

    @Test
    void a_tool_call_of_a_model_reaches_the_file() {
        ToolCallback create = Arrays.stream(ToolCallbacks.from(tools))
                .filter(tool -> tool.getToolDefinition().name().equals("MemoryCreate"))
                .findFirst()
                .orElseThrow();

        String answer = create.call("{\"path\":\"/memories/a.md\",\"fileText\":\"She likes tea.\"}");

        assertThat(answer).contains("Created /memories/a.md.");
        assertThat(ada.session("s").context("What does she like?").text()).contains("She likes tea.");
    }
}
