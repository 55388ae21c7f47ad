package dev.daybook.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.data.ProtectedOperation;
import dev.daybook.server.doors.OperationTable;
import dev.daybook.server.mcp.MemoryTool.Effect;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every tool that changes a memory is in the table of SECURITY.md with its right. */
class ProtectedToolsTest {

    @Test
    void every_tool_reads_or_is_in_the_table_with_its_right() {
        OperationTable table = OperationTable.read();
        TreeSet<String> changing = new TreeSet<>();
        for (MemoryTool tool : MemoryTools.of(new AgentOptions(true, true))) {
            if (tool.effect() != Effect.READS) {
                String call = "mcp " + tool.name();
                changing.add(call);
                assertThat(table.operations(call))
                        .as(call)
                        .extracting(ProtectedOperation::right)
                        .containsExactly(tool.right());
            }
        }

        assertThat(table.calls("mcp .+")).isEqualTo(changing);
    }
}
