package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.Memory;
import dev.daybook.internal.codec.HmacSha256;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.Selection;
import dev.daybook.server.json.AnswerJson;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An erasure by a tool: a dry run first, and for good only when the same call is repeated with the confirmation that the
 * dry run returned. A confirmation is the hash of the scope, the selection and the counts: it needs no state, so it holds
 * at any server, and it does not hold for entries that were written in between.
 */
final class ConfirmedErasure {

    /** Enough characters that no two dry runs of a conversation have the same confirmation. */
    private static final int LENGTH = 12;

    private ConfirmedErasure() {}

    static MemoryTool.Answer of(Memory memory, Selection selection, @Nullable String confirmation) {
        ErasureReceipt preview = memory.preview(selection).receipt();
        String needed = confirmation(memory, selection, preview);
        if (needed.equals(confirmation)) {
            return MemoryTool.Answer.of(AnswerJson.erasure(memory.forget(selection), false));
        }
        if (confirmation != null) {
            throw new IllegalArgumentException("field 'confirmation' is not that of this call, or entries have changed"
                    + " since; call without it, look at the counts, and repeat the call with the new one");
        }
        Map<String, @Nullable Object> answer = AnswerJson.erasure(preview, true);
        answer.put("confirmation", needed);
        return MemoryTool.Answer.of(answer);
    }

    private static String confirmation(Memory memory, Selection selection, ErasureReceipt preview) {
        String call = memory.scope() + "\n" + selection + "\n" + new TreeMap<>(preview.counts());
        byte[] hash = HmacSha256.of("forget".getBytes(UTF_8), call.getBytes(UTF_8));
        return HexFormat.of().formatHex(hash).substring(0, LENGTH);
    }
}
