package dev.daybook.server.http;

import static dev.daybook.data.AccessRight.WRITE;

import dev.daybook.Memory;
import dev.daybook.data.Block;
import dev.daybook.data.NewBlock;
import dev.daybook.data.Trust;
import dev.daybook.json.CommonFields;
import dev.daybook.json.JsonFields;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.json.RequestJson;
import dev.daybook.server.problem.NotFoundException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes of blocks. The ETag of a block is its version. */
final class BlockRoutes {

    private BlockRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.get("S/blocks", BlockRoutes::list),
                HttpRoute.put("S/blocks/{name}", WRITE, BlockRoutes::put),
                HttpRoute.delete("S/blocks/{name}", BlockRoutes::remove).right(WRITE),
                HttpRoute.post("S/blocks/{name}/append", WRITE, BlockRoutes::append),
                HttpRoute.post("S/blocks/{name}/move", WRITE, BlockRoutes::move),
                HttpRoute.get("S/blocks/{name}/versions", BlockRoutes::versions));
    }

    private static HttpReply list(HttpCall call) {
        QueryParameters parameters = call.parameters();
        var asOf = parameters.time("asOf");
        parameters.done();
        var blocks = call.memory().blocks();
        return HttpReply.ok(
                AnswerJson.entries("blocks", call.scope(), asOf == null ? blocks.list() : blocks.list(asOf)));
    }

    private static HttpReply put(HttpCall call) {
        boolean isImport = call.isImport();
        JsonFields fields = call.fields();
        Long version = version(call.ifMatch());
        NewBlock given = NewBlock.of(call.id("name"), fields.text("content"))
                .agentWritable(fields.optionalTruth("agentWritable"))
                .maxLength(RequestJson.whole(fields, "maxLength"))
                .from(CommonFields.refs(fields, "sources", call.scope()))
                .withOrigin(RequestJson.origin(fields, Trust.USER, isImport));
        given = version == null ? given : given.ifVersion(version);
        given = isImport ? given.withTrust(CommonFields.trust(fields)) : given;
        Integer order = RequestJson.whole(fields, "order");
        fields.done();
        if (order != null && order < 0) {
            throw fields.wrong("order", order, "a place from 0");
        }
        Memory memory = call.memory(isImport);
        Block block = memory.blocks().put(given);
        if (order != null) {
            block = memory.blocks().move(block.name(), order).orElse(block);
        }
        return answer(call, block);
    }

    private static HttpReply remove(HttpCall call) {
        call.noParameters();
        String name = call.id("name");
        if (!call.memory().blocks().remove(name)) {
            throw notHere();
        }
        return HttpReply.ok(AnswerJson.with("removed", name));
    }

    private static HttpReply append(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        String text = fields.text("text");
        String separator = fields.optionalText("separator");
        fields.done();
        return answer(call, call.memory().blocks().append(call.id("name"), text, separator == null ? "" : separator));
    }

    private static HttpReply move(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        Integer order = RequestJson.whole(fields, "order");
        fields.done();
        if (order == null || order < 0) {
            throw fields.wrong("order", order, "a place from 0");
        }
        return answer(call, call.memory().blocks().move(call.id("name"), order).orElseThrow(BlockRoutes::notHere));
    }

    private static HttpReply versions(HttpCall call) {
        call.noParameters();
        List<Block> versions = call.memory().blocks().history(call.id("name"));
        if (versions.isEmpty()) {
            throw notHere();
        }
        return HttpReply.ok(AnswerJson.entries("versions", call.scope(), versions));
    }

    private static HttpReply answer(HttpCall call, Block block) {
        return HttpReply.ok(AnswerJson.entry(call.scope(), block)).header("ETag", "\"" + block.revision() + "\"");
    }

    /**
     * Reads the expected version of {@code If-Match}: an ETag, quoted or not; {@code "0"} means a block that does not
     * exist.
     */
    private static @Nullable Long version(@Nullable String ifMatch) {
        if (ifMatch == null) {
            return null;
        }
        String number = ifMatch.strip();
        if (number.length() > 1 && number.startsWith("\"") && number.endsWith("\"")) {
            number = number.substring(1, number.length() - 1);
        }
        try {
            return Long.valueOf(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the header 'If-Match' is not a version of a block; send the ETag of an earlier answer");
        }
    }

    private static NotFoundException notHere() {
        return new NotFoundException("there is no such block; 'GET …/blocks' lists the blocks");
    }
}
