package dev.daybook.internal.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
class FileListingTest {

    private Path root;
    private Path elsewhere;
    private Path file;

    @BeforeEach
    void makeFolders(@TempDir Path temporary) throws IOException {
        Path real = temporary.toRealPath();
        root = Files.createDirectory(real.resolve("root"));
        elsewhere = Files.createDirectory(real.resolve("elsewhere"));
        file = Files.writeString(elsewhere.resolve("export.jsonl"), "{}");
    }

    @Test
    void a_place_that_is_a_link_is_where_the_link_leads() throws IOException {
        Path link = Files.createSymbolicLink(root.resolve("link"), elsewhere);

        assertThat(FileListing.of(List.of(link)).files()).containsExactly(file);
    }

    @Test
    void links_within_a_folder_are_followed_and_each_file_is_listed_once() throws IOException {
        Files.createSymbolicLink(root.resolve("daily"), elsewhere);
        Files.createSymbolicLink(root.resolve("weekly"), elsewhere);
        Files.createSymbolicLink(root.resolve("latest.jsonl"), file);

        FileListing listing = FileListing.of(List.of(root, elsewhere));

        assertThat(listing.files()).containsExactly(file);
        assertThat(listing.unsearched()).isEmpty();
    }

    @Test
    void links_that_lead_round_in_circles_end() throws IOException {
        int folders = 12;
        for (int i = 0; i < folders; i++) {
            Files.createDirectory(root.resolve("f" + i));
        }
        for (int i = 0; i < folders; i++) {
            Files.createSymbolicLink(root.resolve("f" + i).resolve("up"), root);
            for (int j = 0; j < folders; j++) {
                Files.createSymbolicLink(root.resolve("f" + i).resolve("to" + j), root.resolve("f" + j));
            }
        }
        Path deep = Files.writeString(root.resolve("f3").resolve("deep"), "x");

        FileListing listing = FileListing.of(List.of(root));

        assertThat(listing.files()).containsExactly(deep);
        assertThat(listing.unsearched()).isEmpty();
    }

    @Test
    void a_link_to_nowhere_is_named() throws IOException {
        Path dangling = Files.createSymbolicLink(root.resolve("gone"), root.resolve("nowhere"));

        assertThat(FileListing.of(List.of(root)).unsearched()).containsOnlyKeys(dangling);
    }

    @Test
    void a_place_without_a_file_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FileListing.of(List.of(elsewhere, root)))
                .withMessageContaining(root.toString())
                .withMessageContaining("holds no file");
    }

    @Test
    void a_compressed_file_and_one_that_cannot_be_read_are_named_as_not_searched() throws IOException {
        Path zip = Files.write(elsewhere.resolve("old.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
        Path folder = Files.createDirectory(elsewhere.resolve("folder"));

        FolderScan.ScanResult found =
                FolderScan.run(List.of(file, zip, folder), new TextSearch(List.of(), List.of()), each -> {});

        assertThat(found.unsearched().keySet()).containsExactly(zip, folder);
    }
}
