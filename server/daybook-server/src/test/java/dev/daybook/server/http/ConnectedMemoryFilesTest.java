package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.files.MemoryFiles;
import dev.daybook.model.Block;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Origin;
import dev.daybook.model.Trust;
import dev.daybook.query.ClientOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory files over a connection, with a key that may read and write. */
class ConnectedMemoryFilesTest {

    @TempDir
    Path folder;

    private TestServer server;
    private Daybook connected;
    private Memory ada;
    private MemoryFiles files;

    @BeforeEach
    void connect() {
        server = TestServer.closed(folder);
        connected = Daybook.connect(
                server.uri(""), ClientOptions.DEFAULTS.key(server.key("default", AccessRight.READ, AccessRight.WRITE)));
        ada = connected.user("ada");
        files = MemoryFiles.of(ada);
    }

    @AfterEach
    void close() {
        connected.close();
        server.close();
    }

    private Block block(String path) {
        return ada.blocks().find("memories/" + path).orElseThrow();
    }

    @Test
    void the_six_commands_need_no_more_than_read_and_write() {
        files.create("/memories/likes/tea time.md", "green\n");
        files.insert("likes/tea time.md", 1, "black");
        files.strReplace("likes/tea time.md", "black", "white");
        files.rename("likes", "tastes");

        assertThat(files.view("/memories")).endsWith("\t/memories/tastes/tea time.md");
        assertThat(block("tastes/tea time.md").content()).isEqualTo("green\nwhite\n");
        assertThat(block("tastes/tea time.md").trust()).isEqualTo(Trust.ASSISTANT);
        assertThat(files.create("a.md", "one")).isEqualTo("Created /memories/a.md.");
        assertThatThrownBy(() -> files.create("a.md", "two")).isInstanceOf(IllegalArgumentException.class);
        files.delete("tastes");
        assertThat(ada.blocks().list()).extracting(Block::name).containsExactly("memories/a.md");
    }

    @ParameterizedTest
    @EnumSource(
            value = Trust.class,
            names = {"USER", "TOOL", "IMPORT"})
    void a_change_lowers_the_trust_by_its_origin(Trust before) {
        server.daybook
                .user("ada")
                .blocks()
                .remember(NewBlock.of("memories/web.md", "one")
                        .agentWritable(true)
                        .origin(new Origin(Origin.Source.IMPORT, "crawler"))
                        .trust(before));

        files.insert("web.md", 1, "two");
        assertThat(block("web.md").trust()).isEqualTo(Trust.ASSISTANT.least(before));
        files.rename("web.md", "page.md");
        assertThat(block("page.md").trust()).isEqualTo(Trust.ASSISTANT.least(before));
    }

    @Test
    void a_text_of_unknown_trust_can_be_changed_by_an_administrator_only() {
        server.daybook
                .user("ada")
                .blocks()
                .remember(NewBlock.of("memories/web.md", "one")
                        .agentWritable(true)
                        .trust(Trust.UNKNOWN));

        assertThatThrownBy(() -> files.insert("web.md", 1, "two"))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("admin");
        assertThat(block("web.md").content()).isEqualTo("one");
    }
}
