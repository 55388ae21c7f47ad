package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteJDBCLoader;

class NativeLibraryTest {

    @TempDir
    Path cache;

    @Test
    void it_is_unpacked_once_for_its_owner_only() throws IOException {
        Path library = NativeLibrary.unpack(cache);

        assertThat(library.getParent())
                .isEqualTo(cache.resolve("daybook").resolve("sqlite-jdbc-" + SQLiteJDBCLoader.getVersion()));
        assertThat(library).isNotEmptyFile();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(library.getParent())))
                .isEqualTo("rwx------");
        try (var files = Files.list(library.getParent())) {
            assertThat(files).containsExactly(library);
        }
        FileTime old = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(library, old);
        NativeLibrary.unpack(cache);
        assertThat(Files.getLastModifiedTime(library)).isEqualTo(old);
    }

    @Test
    void one_that_was_cut_short_is_unpacked_again() throws IOException {
        Path library = NativeLibrary.unpack(cache);
        byte[] sound = Files.readAllBytes(library);
        Files.write(library, new byte[10]);

        assertThat(NativeLibrary.unpack(cache)).hasBinaryContent(sound);
    }
}
