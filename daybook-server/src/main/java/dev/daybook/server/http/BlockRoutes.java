package dev.daybook.server.http;

import static dev.daybook.server.keys.Right.WRITE;

import dev.daybook.Memory;
import dev.daybook.data.Block;
import dev.daybook.data.NewBlock;
import dev.daybook.json.Fields;
import dev.daybook.server.json.Answers;
import dev.daybook.server.json.Requests;
import dev.daybook.server.problem.NotFound;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes of blocks. The ETag of a block is its version. */
final class BlockRoutes {

    private BlockRoutes() {}

    static List<Route> all() {
        return List.of(
                Route.get("S/blocks", BlockRoutes::list),
                Route.put("S/blocks/{name}", WRITE, BlockRoutes::put),
                Route.delete("S/blocks/{name}", BlockRoutes::remove).right(WRITE),
                Route.post("S/blocks/{name}/append", WRITE, BlockRoutes::append),
                Route.get("S/blocks/{name}/versions", BlockRoutes::versions));
    }

    private static Reply list(Call call) {
        Parameters parameters = call.parameters();
        var asOf = parameters.time("asOf");
        parameters.done();
        var blocks = call.memory().blocks();
        return Reply.ok(Answers.entries("blocks", call.scope(), asOf == null ? blocks.list() : blocks.list(asOf)));
    }

    private static Reply put(Call call) {
        call.noParameters();
        Fields fields = call.fields();
        Long version = version(call.ifMatch());
        NewBlock given = NewBlock.of(call.id("name"), fields.text("content"))
                .agentWritable(fields.optionalTruth("agentWritable"))
                .maxLength(Requests.whole(fields, "maxLength"));
        given = version == null ? given : given.ifVersion(version);
        Integer order = Requests.whole(fields, "order");
        fields.done();
        if (order != null && order < 0) {
            throw fields.wrong("order", order, "a place from 0");
        }
        Memory memory = call.memory();
        Block block = memory.blocks().put(given);
        if (order != null) {
            block = memory.blocks().move(block.name(), order).orElse(block);
        }
        return answer(call, block);
    }

    private static Reply remove(Call call) {
        call.noParameters();
        String name = call.id("name");
        if (!call.memory().blocks().remove(name)) {
            throw notHere();
        }
        return Reply.ok(Answers.with("removed", name));
    }

    private static Reply append(Call call) {
        call.noParameters();
        Fields fields = call.fields();
        String text = fields.text("text");
        String separator = fields.optionalText("separator");
        fields.done();
        return answer(call, call.memory().blocks().append(call.id("name"), text, separator == null ? "" : separator));
    }

    private static Reply versions(Call call) {
        call.noParameters();
        List<Block> versions = call.memory().blocks().history(call.id("name"));
        if (versions.isEmpty()) {
            throw notHere();
        }
        return Reply.ok(Answers.entries("versions", call.scope(), versions));
    }

    private static Reply answer(Call call, Block block) {
        return Reply.ok(Answers.entry(call.scope(), block)).header("ETag", "\"" + block.revision() + "\"");
    }

    /** Reads the expected version of {@code If-Match}: an ETag, quoted or not; {@code "0"} means a block that does not exist. */
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

    private static NotFound notHere() {
        return new NotFound("there is no such block; 'GET …/blocks' lists the blocks");
    }
}
