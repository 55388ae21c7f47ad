package dev.daybook.client;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Blocks;
import dev.daybook.internal.json.NewEntryCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Block;
import dev.daybook.model.NewBlock;
import dev.daybook.model.SizeLimits;
import dev.daybook.query.VersionCondition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The blocks of one scope of a server. */
record RemoteBlocks(ScopeConnection scope) implements Blocks {

    private static final List<String> CORE = List.of("SOUL", "TOOLS", "RULE", "USER");

    @Override
    public List<Block> list() {
        return list(ServerRequest.get(scope.path("blocks")));
    }

    @Override
    public List<Block> list(Instant asOf) {
        SizeLimits.time("asOf", present("asOf", asOf));
        return list(ServerRequest.get(scope.path("blocks")).with("asOf", asOf));
    }

    private List<Block> list(ServerRequest request) {
        return scope.list(Block.class, request, "blocks");
    }

    @Override
    public Optional<Block> find(String name) {
        present("name", name);
        return scope.entry(Block.class, name);
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
        Long version = present("block", block).version();
        VersionCondition all = present("condition", condition)
                .and(version == null ? VersionCondition.NONE : VersionCondition.of(version));
        ServerRequest request = ServerRequest.put(
                        scope.path("blocks", block.name()),
                        NewEntryCodec.importedBlock(block.name()).write(block, scope.scope()))
                .importing(NewEntryCodec.isImport(block));
        // The same content again writes no version; of a version that was read, a second attempt would find another.
        return scope.send(
                Block.class, all.equals(VersionCondition.NONE) ? request.asRepeatable() : request.onlyIf(all));
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
        Map<String, String> body = Map.of("text", present("text", text), "separator", present("separator", separator));
        return scope.send(
                Block.class,
                ServerRequest.post(scope.path("blocks", present("name", name)) + "/append", body)
                        .onlyIf(present("condition", condition)));
    }

    @Override
    public Optional<Block> move(String name, int place) {
        return move(name, place, VersionCondition.NONE);
    }

    @Override
    public Optional<Block> move(String name, int place, VersionCondition condition) {
        if (place < 0) {
            throw new IllegalArgumentException("place is " + place + "; use 0 or more");
        }
        String path = scope.path("blocks", present("name", name)) + "/move";
        return scope.find(
                Block.class,
                ServerRequest.post(path, PlainJson.object("order", place)).onlyIf(present("condition", condition)));
    }

    @Override
    public boolean end(String name) {
        return end(name, VersionCondition.NONE);
    }

    @Override
    public boolean end(String name, VersionCondition condition) {
        return scope.server()
                .find(
                        ServerRequest.delete(scope.path("blocks", present("name", name)))
                                .onlyIf(present("condition", condition)),
                        Function.identity())
                .isPresent();
    }

    @Override
    public String core() {
        Map<String, String> contents = list().stream().collect(Collectors.toMap(Block::name, Block::content));
        return CORE.stream()
                .map(name -> section(name, contents.getOrDefault(name, "").strip()))
                .collect(Collectors.joining("\n"));
    }

    private static String section(String name, String content) {
        return "# " + name + "\n" + (content.isEmpty() ? "" : content + "\n");
    }

    @Override
    public List<Block> history(String name) {
        present("name", name);
        return scope.versions(Block.class, name);
    }
}
