package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Blocks;
import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.ledger.BlockLedger;
import dev.daybook.internal.notes.CoreMarkdown;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Block;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Scope;
import dev.daybook.model.SizeLimits;
import dev.daybook.query.VersionCondition;
import dev.daybook.store.EntryScan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The blocks of one scope of a daybook in this process. */
final class EmbeddedBlocks implements Blocks {

    private final BlockLedger blocks;
    private final ScopeAccess access;
    private final Scope scope;

    EmbeddedBlocks(ScopeAccess access, BlockLedger blocks) {
        this.blocks = blocks;
        this.access = access;
        this.scope = access.scope();
    }

    @Override
    public List<Block> list() {
        return blocks.list(scope, EntryScan.Versions.CURRENT);
    }

    @Override
    public List<Block> list(Instant asOf) {
        SizeLimits.time("asOf", present("asOf", asOf));
        return blocks.list(scope, EntryScan.Versions.asOf(asOf));
    }

    @Override
    public Optional<Block> find(String name) {
        return blocks.find(scope, present("name", name));
    }

    @Override
    public Block remember(String name, String content) {
        return remember(NewBlock.of(name, content));
    }

    @Override
    public Block remember(NewBlock block) {
        return remember(block, VersionCondition.NONE);
    }

    @Override
    public Block remember(NewBlock block, VersionCondition condition) {
        access.require(ProtectedOperation.CHANGE_BLOCKS);
        return blocks.put(scope, present("block", block), present("condition", condition), access.policy());
    }

    @Override
    public Block append(String name, String text) {
        return append(name, text, "");
    }

    @Override
    public Block append(String name, String text, String separator) {
        return append(name, text, separator, VersionCondition.NONE);
    }

    @Override
    public Block append(String name, String text, String separator, VersionCondition condition) {
        access.require(ProtectedOperation.CHANGE_BLOCKS);
        BlockLedger.AppendedText appended =
                new BlockLedger.AppendedText(present("text", text), present("separator", separator));
        return blocks.append(
                scope,
                ArgumentChecks.id("block name", name),
                appended,
                present("condition", condition),
                access.policy());
    }

    @Override
    public Optional<Block> move(String name, int place) {
        return move(name, place, VersionCondition.NONE);
    }

    @Override
    public Optional<Block> move(String name, int place, VersionCondition condition) {
        access.require(ProtectedOperation.CHANGE_BLOCKS);
        return blocks.move(scope, present("name", name), place, present("condition", condition), access.policy());
    }

    @Override
    public boolean end(String name) {
        return end(name, VersionCondition.NONE);
    }

    @Override
    public boolean end(String name, VersionCondition condition) {
        access.require(ProtectedOperation.CHANGE_BLOCKS);
        return blocks.remove(scope, present("name", name), present("condition", condition), access.policy());
    }

    @Override
    public String core() {
        Map<String, String> contents = list().stream().collect(Collectors.toMap(Block::name, Block::content));
        return CoreMarkdown.of(name -> contents.getOrDefault(name, ""));
    }

    @Override
    public List<Block> history(String name) {
        return blocks.history(scope, present("name", name));
    }
}
