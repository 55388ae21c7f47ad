package dev.daybook.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Block;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of Anthropic's memory tool, with inputs in the form of its documentation. */
class MemoryToolInputTest {

    private final Daybook daybook =
            Daybook.builder(new InMemoryStore()).noEmbedder().open();
    private final Memory ada = daybook.user("ada");
    private final MemoryFiles files = MemoryFiles.of(ada);

    @AfterEach
    void close() {
        daybook.close();
    }

    private String call(String input) {
        return files.call(input.replace('\'', '"'));
    }

    private String content(String path) {
        return ada.blocks().find("memories/" + path).map(Block::content).orElse("(none)");
    }

    /** Shown in docs/memory-files.md. */
    @Test
    void the_program_of_the_page_runs() {
        // The input of a tool_use block of the model, whose name is "memory".
        String input = "{\"command\":\"create\",\"path\":\"/memories/tea.md\",\"file_text\":\"She likes green tea.\"}";
        // tag::call[]
        MemoryFiles files = MemoryFiles.of(daybook.user("ada"));
        String content = files.call(input); // of the tool_result block
        // end::call[]
        assertThat(content).isEqualTo("Created /memories/tea.md.");
        assertThat(content("tea.md")).isEqualTo("She likes green tea.");
    }

    @Test
    void the_six_commands_reach_the_files() {
        assertThat(call("{'command':'view','path':'/memories'}")).endsWith("(none)");
        assertThat(call("{'command':'create','path':'/memories/todo.txt','file_text':'one\\ntwo\\nthree\\n'}"))
                .isEqualTo("Created /memories/todo.txt.");
        assertThat(call("{'command':'str_replace','path':'/memories/todo.txt','old_str':'two','new_str':'2'}"))
                .startsWith("Edited /memories/todo.txt:")
                .contains("     2\t2");
        assertThat(call("{'command':'insert','path':'/memories/todo.txt','insert_line':0,'insert_text':'zero\\n'}"))
                .isEqualTo("Inserted after line 0 of /memories/todo.txt.");
        assertThat(content("todo.txt")).isEqualTo("zero\none\n2\nthree\n");
        assertThat(call("{'command':'view','path':'/memories/todo.txt','view_range':[2,-1]}"))
                .endsWith("numbers:\n     2\tone\n     3\t2\n     4\tthree");
        assertThat(call("{'command':'rename','old_path':'/memories/todo.txt','new_path':'/memories/done.txt'}"))
                .isEqualTo("Renamed /memories/todo.txt to /memories/done.txt.");
        assertThat(call("{'command':'delete','path':'/memories/done.txt'}")).isEqualTo("Deleted /memories/done.txt.");
        assertThat(ada.blocks().list()).isEmpty();
        assertThat(ada.blocks().history("memories/todo.txt")).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'path':'a.md'} | field 'command' is missing",
                "{'command':'erase','path':'a.md'} | view, create, str_replace, insert, delete or rename",
                "{'command':'view'} | field 'path' is missing",
                "{'command':'view','path':7} | field 'path' is 7",
                "{'command':'view','path':'a.md','view_range':5} | field 'view_range' is 5",
                "{'command':'view','path':'a.md','view_range':[1]} | field 'view_range' is an array; use two line numbers, such as [1, 50]",
                "{'command':'view','path':'a.md','view_range':['1',2]} | field 'view_range'",
                "{'command':'view','path':'a.md','view_range':[2,-1]} | Error: view_range is 2,-1; the file has the lines 1 to 1",
                "{'command':'view','path':'a.md','view_range':[3,4]} | Error: view_range is 3,4; the file has the lines 1 to 1",
                "{'command':'view','path':'a.md','view_range':[-3,4]} | Error: view_range is not 'first,last'",
                "{'command':'insert','path':'a.md','insert_line':2,'insert_text':'x'} | Error: insert_line is 2.",
                "{'command':'str_replace','path':'a.md','old_str':'','new_str':'x'} | Error: old_str is empty.",
                "{'command':'str_replace','path':'a.md','old_str':'two','new_str':'x'} | Error: nothing replaced: old_str does not",
                "{'command':'create','path':'b.md'} | field 'file_text' is missing",
                "{'command':'str_replace','path':'a.md','new_str':'x'} | field 'old_str' is missing",
                "{'command':'str_replace','path':'a.md','old_str':'one'} | field 'new_str' is missing",
                "{'command':'insert','path':'a.md','insert_text':'x'} | field 'insert_line' is missing",
                "{'command':'insert','path':'a.md','insert_line':null,'insert_text':'x'} | field 'insert_line' is missing",
                "{'command':'insert','path':'a.md','insert_line':-1,'insert_text':'x'} | field 'insert_line' is -1",
                "{'command':'insert','path':'a.md','insert_line':99999999999,'insert_text':'x'} | field 'insert_line'",
                "{'command':'insert','path':'a.md','insert_line':0} | field 'insert_text' is missing",
                "{'command':'delete'} | field 'path' is missing",
                "{'command':'rename','old_path':'a.md'} | field 'new_path' is missing",
                "{'command':'rename','new_path':'b.md'} | field 'old_path' is missing",
                "{'command':'create','path':'../b.md','file_text':'x'} | the path is not plain: '../b.md'",
                "{'command':'create','path':'/etc/b.md','file_text':'x'} | not below /memories: '/etc/b.md'",
                "[] | give an object",
                "no JSON | JSON"
            })
    void a_wrong_call_is_answered_with_its_field_and_changes_nothing(String input, String named) {
        files.create("a.md", "one");

        assertThat(call(input)).startsWith("Error: ").contains(named);
        assertThat(content("a.md")).isEqualTo("one");
        assertThat(ada.blocks().list()).hasSize(1);
    }

    @Test
    void all_lines_of_an_empty_file_are_none() {
        files.create("a.md", "");

        assertThat(call("{'command':'view','path':'a.md','view_range':[1,-1]}")).endsWith("numbers:\n");
    }

    @Test
    void a_field_of_a_later_version_is_ignored() {
        assertThat(call("{'command':'create','path':'a.md','file_text':'x','description':'new'}"))
                .isEqualTo("Created /memories/a.md.");
    }
}
