package dev.daybook.internal.window;

import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.ToolCall;
import dev.daybook.outcome.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts the turns of a window into an order that providers accept: the results of a message's calls directly behind it,
 * one for each call. A provider refuses any other conversation, so one lost result would end a session for good. Results
 * are out of place when two requests of a session run at one time, and missing while a tool runs or after a process died
 * meanwhile.
 *
 * <p>A call without a result is answered by a stand-in: a turn with a negative index, so it is no place of the log, and is
 * never written. The call itself stays, because the model should know what it did. A result without its call is left
 * out.
 *
 * <p>An adapter may leave out the stand-ins of a reader whose own calls still run ({@link #withoutOwn}): they take the
 * places of older messages in a window of some messages.
 */
public final class ToolPairs {

    /** The text of a stand-in. */
    public static final String NO_RESULT = "(no result: the call was interrupted, or is still running)";

    private ToolPairs() {}

    /** Returns the turns in order, with stand-ins. */
    static List<Turn> ordered(List<Turn> turns) {
        if (turns.stream().noneMatch(turn -> turn.message().hasTools() || isResult(turn.message()))) {
            return turns;
        }
        List<@Nullable Turn> left = new ArrayList<>(turns);
        List<Turn> ordered = new ArrayList<>();
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            if (!isResult(turn.message())) {
                ordered.add(turn);
                List<ToolCall> calls = turn.message().toolCalls();
                for (int call = 0; call < calls.size(); call++) {
                    Turn result = take(left, i + 1, calls.get(call));
                    ordered.add(result == null ? standIn(turn, call) : result);
                }
            }
        }
        return ordered;
    }

    /**
     * Returns the turns without the stand-ins of one exchange.
     *
     * @param own the id of the episode of the reader's exchange; null: it has none
     */
    public static List<Turn> withoutOwn(List<Turn> turns, @Nullable String own) {
        return turns.stream()
                .filter(turn -> !isStandIn(turn) || !turn.episode().equals(own))
                .toList();
    }

    /** Returns whether a message of a saved list is a stand-in, which is not to be written. */
    public static boolean isStandIn(Message message) {
        return isResult(message) && message.text().equals(NO_RESULT);
    }

    /** Returns whether a turn of a window is a stand-in, which has no place in the log. */
    public static boolean isStandIn(Turn turn) {
        return turn.index() < 0;
    }

    private static boolean isResult(Message message) {
        return message.role().equals(Message.TOOL);
    }

    /** Providers count their calls anew in each answer, so a result belongs to the last call with its id. */
    private static @Nullable Turn take(List<@Nullable Turn> turns, int from, ToolCall call) {
        for (int i = from; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            if (turn == null) {
                continue;
            }
            if (isResult(turn.message()) && Objects.equals(turn.message().toolCallId(), call.id())) {
                turns.set(i, null);
                return turn;
            }
            if (call.id() != null
                    && turn.message().toolCalls().stream().anyMatch(later -> Objects.equals(later.id(), call.id()))) {
                return null;
            }
        }
        return null;
    }

    private static Turn standIn(Turn caller, int call) {
        ToolCall open = caller.message().toolCalls().get(call);
        Message message = Message.tool(NO_RESULT).withName(open.name()).answering(open.id());
        int index = -1 - call - caller.index() * SizeLimits.TOOL_CALLS;
        return new Turn(caller.episode(), caller.position(), index, caller.occurredAt(), message, caller.trust());
    }
}
