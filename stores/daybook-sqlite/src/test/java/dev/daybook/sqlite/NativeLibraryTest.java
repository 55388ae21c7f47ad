package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

class NativeLibraryTest {

    @TempDir
    Path cache;

    @Test
    void it_is_unpacked_once_for_its_owner_only() throws IOException {
        Path library = unpack();

        assertThat(library.getParent())
                .isEqualTo(cache.resolve("daybook").resolve("sqlite-jdbc-" + SQLiteJDBCLoader.getVersion()));
        assertThat(library).isNotEmptyFile();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(library.getParent())))
                .isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(library.getParent())) {
            assertThat(files).containsExactlyInAnyOrder(library, choice());
        }
        FileTime old = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(library, old);
        unpack();
        assertThat(Files.getLastModifiedTime(library)).isEqualTo(old);
    }

    @Test
    void one_that_was_cut_short_is_unpacked_again() throws IOException {
        Path library = unpack();
        byte[] sound = Files.readAllBytes(library);
        Files.write(library, new byte[10]);

        assertThat(unpack()).hasBinaryContent(sound);
    }

    @Test
    void a_folder_that_others_may_write_to_is_not_trusted() throws IOException {
        Path library = unpack();
        for (Path folder : new Path[] {library.getParent(), cache.resolve("daybook"), cache}) {
            Set<PosixFilePermission> before = Files.getPosixFilePermissions(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

            assertThatThrownBy(this::unpack).isInstanceOf(IOException.class).hasMessageContaining("other users may");

            Files.setPosixFilePermissions(folder, before);
            assertThat(unpack()).isEqualTo(library);
        }
    }

    @Test
    void a_link_in_place_of_the_folder_is_not_followed() throws IOException {
        Path planted = Files.createDirectory(cache.resolve("planted"));
        Files.createSymbolicLink(cache.resolve("daybook"), planted);

        assertThatThrownBy(this::unpack).isInstanceOf(IOException.class).hasMessageContaining("other users may");
    }

    @Test
    void one_that_no_folder_lets_load_is_an_error_with_the_remedy() {
        assertThatThrownBy(() -> NativeLibrary.load(() -> {
                    throw new IllegalStateException("No native library found for os.name=Linux");
                }))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("nor from the temporary folder " + System.getProperty("java.io.tmpdir"))
                .hasMessageContaining("No native library found for os.name=Linux")
                .hasMessageEndingWith("set XDG_CACHE_HOME or -Djava.io.tmpdir to a folder of a file system that permits"
                        + " programs, which one mounted with noexec does not");
    }

    @Test
    void the_driver_is_asked_once_which_library_is_the_right_one() throws IOException {
        Path library = unpack();
        byte[] sound = Files.readAllBytes(library);
        Path choice = choice();
        String chosen = Files.readString(choice);
        String other = chosen.endsWith("/Linux/aarch64/libsqlitejdbc.so")
                ? chosen.replace("aarch64", "x86_64")
                : "/org/sqlite/native/Linux/aarch64/libsqlitejdbc.so";
        Files.writeString(choice, other);
        try (var bytes = SQLiteJDBCLoader.class.getResourceAsStream(other)) {
            assertThat(unpack()).hasBinaryContent(bytes.readAllBytes());
        }

        Files.writeString(choice, "/org/sqlite/native/nowhere");
        assertThat(unpack()).hasBinaryContent(sound);
        assertThat(choice).hasContent(chosen);
    }

    private Path unpack() throws IOException {
        return NativeLibrary.unpack(cache).resolve(LibraryLoaderUtil.getNativeLibName());
    }

    /** The file that keeps which library of the jar is for this runtime. */
    private Path choice() throws IOException {
        try (Stream<Path> files = Files.list(NativeLibrary.unpack(cache))) {
            return files.filter(file -> file.toString().endsWith(".path"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
