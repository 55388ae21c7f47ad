package dev.daybook.server.http.routes;

import static dev.daybook.access.AccessRight.WRITE;

import dev.daybook.Memory;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.NewEntryCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.RecordCodec;
import dev.daybook.model.Block;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Trust;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.json.RequestJson;
import dev.daybook.server.problem.NotFoundException;
import java.util.List;

/** The routes of blocks. The ETag of a block is its version. */
final class BlockRoutes {

    private BlockRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.get("S/blocks", BlockRoutes::list),
                HttpRoute.put("S/blocks/{name}", WRITE, BlockRoutes::put).evaluatingConditions(),
                HttpRoute.delete("S/blocks/{name}", BlockRoutes::remove)
                        .right(WRITE)
                        .evaluatingConditions(),
                HttpRoute.post("S/blocks/{name}/append", WRITE, BlockRoutes::append)
                        .evaluatingConditions(),
                HttpRoute.post("S/blocks/{name}/move", WRITE, BlockRoutes::move).evaluatingConditions(),
                HttpRoute.get("S/blocks/{name}/versions", BlockRoutes::versions));
    }

    private static HttpReply list(HttpCall call) {
        QueryParameters parameters = call.parameters();
        var asOf = parameters.time("asOf");
        ListPaging paging = ListPaging.read(call, "blocks", parameters);
        parameters.done();
        var blocks = call.memory().blocks();
        return paging.reply(
                asOf == null ? blocks.list() : blocks.list(asOf),
                Block::name,
                page -> AnswerJson.entries("blocks", call.scope(), page));
    }

    private static HttpReply put(HttpCall call) {
        boolean isImport = call.isImport();
        JsonFields fields = call.fields();
        RecordCodec<NewBlock> codec =
                isImport ? NewEntryCodec.importedBlock(call.id("name")) : NewEntryCodec.block(call.id("name"));
        NewBlock given = codec.read(fields, call.scope());
        RequestJson.checkOrigin(fields, given.origin(), Trust.USER, isImport);
        Integer order = fields.whole("order");
        fields.done();
        if (order != null && order < 0) {
            throw fields.wrong("order", order, "a place from 0");
        }
        Memory memory = call.memory(isImport);
        Block block = memory.blocks().remember(given, call.condition());
        if (order != null) {
            block = memory.blocks().move(block.name(), order).orElse(block);
        }
        return answer(call, block);
    }

    private static HttpReply remove(HttpCall call) {
        call.noParameters();
        String name = call.id("name");
        if (!call.memory().blocks().end(name, call.condition())) {
            throw notHere();
        }
        return HttpReply.ok(PlainJson.object("removed", name));
    }

    private static HttpReply append(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        String text = fields.text("text");
        String separator = fields.optionalText("separator");
        fields.done();
        return answer(
                call,
                call.memory()
                        .blocks()
                        .append(call.id("name"), text, separator == null ? "" : separator, call.condition()));
    }

    private static HttpReply move(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        Integer order = fields.whole("order");
        fields.done();
        if (order == null || order < 0) {
            throw fields.wrong("order", order, "a place from 0");
        }
        return answer(
                call,
                call.memory()
                        .blocks()
                        .move(call.id("name"), order, call.condition())
                        .orElseThrow(BlockRoutes::notHere));
    }

    private static HttpReply versions(HttpCall call) {
        ListPaging paging = ListPaging.only(call, "versions of " + call.id("name"));
        List<Block> versions = call.memory().blocks().history(call.id("name"));
        if (versions.isEmpty()) {
            throw notHere();
        }
        return paging.reply(
                versions,
                version -> ListPaging.ascending(version.revision()),
                page -> AnswerJson.entries("versions", call.scope(), page));
    }

    private static HttpReply answer(HttpCall call, Block block) {
        return HttpReply.ok(EntryAnswers.write(call.scope(), block)).header("ETag", "\"" + block.revision() + "\"");
    }

    private static NotFoundException notHere() {
        return new NotFoundException("there is no such block; 'GET …/blocks' lists the blocks");
    }
}
