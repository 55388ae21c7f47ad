package dev.daybook.internal.sqlite.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "its file system has other permissions")
class PrivateFolderTest {

    private static final Logger LOGGER = Logger.getLogger(PrivateFolder.class.getName());

    @TempDir
    private Path folder;

    private List<String> warningsOfOpening(String permissions) throws IOException {
        List<String> warnings = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord message) {
                warnings.add(message.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
        LOGGER.addHandler(handler);
        try {
            SqliteStore.open(folder).close();
        } finally {
            LOGGER.removeHandler(handler);
        }
        return warnings;
    }

    @Test
    void a_folder_that_everybody_may_write_is_opened_with_a_warning() throws IOException {
        assertThat(warningsOfOpening("rwxrwxrwx"))
                .singleElement()
                .asString()
                .contains(folder.toRealPath().toString(), "chmod 700");
        assertThat(warningsOfOpening("rwxrwx---")).isEmpty();
        assertThat(warningsOfOpening("rwxr-xr-x")).isEmpty();
    }

    @Test
    void a_failure_names_the_remedy_that_helps_against_its_cause() {
        IOException cause = new IOException("no");
        assertThat(PrivateFolder.failure("what", cause, true, true))
                .hasMessageContaining("mount it writable")
                .hasMessageNotContaining("right to");
        assertThat(PrivateFolder.failure("what", cause, false, true))
                .hasMessageContaining("free space and try again")
                .satisfies(full -> assertThat(full.retryable()).isTrue());
        assertThat(PrivateFolder.failure("what", folder.resolve("not/there"), cause))
                .hasMessageContaining("check the disk")
                .hasMessageNotContaining("right to");
        assertThat(PrivateFolder.failure("what", folder, new AccessDeniedException("lock")))
                .hasMessageContaining("give this user the right to write it");
    }
}
