package dev.daybook.context;

import dev.daybook.data.Context.LeftOut;
import dev.daybook.data.Episode;
import dev.daybook.data.Message;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** The turns of the conversation that is going on: the newest that fit, in the order in which they were said. */
final class SessionTurns {

    private record Turn(Episode episode, String quoted) {}

    private final Scope scope;
    private final List<Turn> newestFirst = new ArrayList<>();
    private final Deque<Turn> packed = new ArrayDeque<>();
    private final Budget share;
    private int spent;

    SessionTurns(Scope scope, List<Episode> newestFirst, Budget share) {
        this.scope = scope;
        this.share = share;
        for (Episode episode : newestFirst) {
            List<Message> messages = episode.messages();
            for (int index = messages.size() - 1; index >= 0; index--) {
                if (!messages.get(index).text().isEmpty()) {
                    this.newestFirst.add(new Turn(episode, Frame.quoteAlone(episode, messages.get(index))));
                }
            }
        }
    }

    /** Takes turns from the newest back until one does not fit: a conversation with holes would mislead. */
    void pack() {
        packUpTo(share.left());
    }

    /** Goes on from there, now that more is left. */
    void packMore(int tokens) {
        packUpTo(tokens);
    }

    private void packUpTo(int tokens) {
        while (packed.size() < newestFirst.size()) {
            Turn turn = newestFirst.get(packed.size());
            int cost = share.cost(turn.quoted()) + (packed.isEmpty() ? share.cost(Frame.SESSION_HEADING) : 0);
            if (spent + cost > tokens) {
                return;
            }
            spent += cost;
            packed.addFirst(turn);
        }
    }

    int spent() {
        return spent;
    }

    String text() {
        if (packed.isEmpty()) {
            return "";
        }
        Stream<String> lines =
                Stream.concat(Stream.of(Frame.SESSION_HEADING), packed.stream().map(Turn::quoted));
        return String.join("\n", lines.toList());
    }

    List<Ref> shown() {
        return packed.stream()
                .map(turn -> Assembler.ref(scope, turn.episode()))
                .distinct()
                .toList();
    }

    List<LeftOut> leftOut() {
        List<Ref> shown = shown();
        return newestFirst.stream()
                .map(turn -> Assembler.ref(scope, turn.episode()))
                .distinct()
                .filter(ref -> !shown.contains(ref))
                .map(ref -> new LeftOut(ref, "earlier in this conversation, and the budget is spent"))
                .toList();
    }
}
