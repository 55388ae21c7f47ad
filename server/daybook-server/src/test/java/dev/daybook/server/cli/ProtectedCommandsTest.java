package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.doors.OperationTable;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every command that changes a memory is in the table of SECURITY.md. A command is the owner's, so none is refused. */
class ProtectedCommandsTest {

    private static final List<String> READING = List.of(
            "tour",
            "recall",
            "context",
            "export",
            "spaces",
            "history",
            "profile",
            "verify-erasure",
            "verify-certificate",
            "backup",
            "completion");

    @Test
    void every_command_reads_or_is_in_the_table() {
        TreeSet<String> commands = new TreeSet<>();
        OperationTable.read().calls("daybook .+").forEach(call -> commands.add(call.substring("daybook ".length())));
        commands.addAll(READING);

        assertThat(commands).isEqualTo(new TreeSet<>(CommandRunner.names()));
    }
}
