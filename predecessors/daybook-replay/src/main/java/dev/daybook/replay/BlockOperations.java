package dev.daybook.replay;

import dev.daybook.Memory;
import dev.daybook.model.Block;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The working blocks of jeevesagent: our blocks. */
record BlockOperations(ReplayStage stage) {

    Map<String, SeedOperation> operations() {
        return Map.of(
                "working", this::working,
                "update_block", this::update,
                "append_block", this::append,
                "format_blocks", this::texts,
                "snapshot_block_keys", this::keys);
    }

    private List<@Nullable Object> working(StepArguments given) {
        return SeedJson.blocks(memory(given).blocks().list());
    }

    private @Nullable Object update(StepArguments given) {
        memory(given).blocks().remember(given.text("name"), given.text("content"));
        return null;
    }

    private @Nullable Object append(StepArguments given) {
        memory(given).blocks().append(given.text("name"), given.text("content"));
        return null;
    }

    private List<String> texts(StepArguments given) {
        return memory(given).blocks().list().stream().map(Block::text).toList();
    }

    private List<String> keys(StepArguments given) {
        return stage.memories()
                .flatMap(memory -> memory.blocks().list().stream().map(block -> key(memory, block)))
                .sorted()
                .toList();
    }

    private static String key(Memory memory, Block block) {
        String user = SeedJson.user(memory.scope());
        return (user == null ? "" : user) + "::" + block.name();
    }

    private Memory memory(StepArguments given) {
        return stage.memory(given.optionalText("user_id"));
    }
}
